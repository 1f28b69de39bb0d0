"""scripts/nightly: which parts it runs, and what its table tells of them. Runs none of their tests: the
scripts that they call are stand-ins that record their arguments."""

import os
import re
import shutil
import signal
import subprocess
import unittest

from program import HOME, PATIENCE_S, scratch

# A stand-in that fails, or waits, if the test says so.
STAND_IN = """#!/bin/sh
echo "${0##*/} $*" >>"$CALLS"
case "$*" in "$FAILS") exit 8 ;; "$WAITS") exec cat "$FIFO" ;; esac
"""
TOOLS = ("awk", "bash", "cat", "cut", "date", "env", "git", "grep", "mkdir", "mktemp", "nproc",
         "readlink", "rm", "sh", "sort")
HEADER = ["date", "part", "commit", "outcome", "seconds", "machine"]


class Nightly(unittest.TestCase):
    def setUp(self):
        folder = scratch(self).resolve()
        self.root, self.bin, self.table = folder / "root", folder / "bin", folder / "new" / "table"
        scripts = self.root / "scripts"
        scripts.mkdir(parents=True)
        for file in ("nightly", "packages.sh"):
            shutil.copy(HOME / "scripts" / file, scripts)
        for file in ("check", "scripts/fuzz", "scripts/clean-root", "scripts/release-test",
                     "build/asan/bin/core_test"):
            file = self.root / file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(STAND_IN)
            file.chmod(0o755)
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.environment = {
            "PATH": str(self.bin), "CALLS": str(folder / "calls"), "FIFO": str(folder / "fifo"),
            "FAILS": "nothing", "WAITS": "nothing", "HILLTOP_NIGHTLY": str(self.table),
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b"}
        self.git("init", "--quiet")
        self.commit = self.commit_all()
        self.parts = [line.split()[0] for line in self.nightly("--status").stdout.splitlines()[1:]]

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.root, env=self.environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE_S).stdout.strip()

    def commit_all(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "m")
        return self.git("rev-parse", "--short=12", "HEAD")

    def nightly(self, *arguments, **environment):
        return subprocess.run([str(self.root / "scripts" / "nightly"), *arguments], cwd="/",
                              env=self.environment | environment, capture_output=True, text=True,
                              timeout=PATIENCE_S)

    def calls(self):
        with open(self.environment["CALLS"]) as file:
            return file.read().splitlines()

    def lines(self):
        """Returns part, commit and outcome of each line of the table."""
        header, *lines = [line.split("\t") for line in self.table.read_text().splitlines()]
        self.assertEqual(header, HEADER)
        for date, _, _, _, seconds, machine in lines:
            self.assertRegex(f"{date}|{seconds}|{machine}",
                             r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\|\d+\|\d+ × .")
        return [tuple(line[1:4]) for line in lines]

    def put_table(self, *lines):
        self.table.parent.mkdir()
        rows = [HEADER] + [[date, part, commit, outcome, "1", "2 × it"]
                           for date, part, commit, outcome in lines]
        self.table.write_text("".join("\t".join(row) + "\n" for row in rows))

    def test_a_part_that_fails_stops_no_other(self):
        done = self.nightly("results", "alone", FAILS="-- --no-tests=error -R ^e2e\\.(store|law|replay)_test$")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(self.lines(), [("results", self.commit, "failed 8"),
                                        ("alone", self.commit, "passed")])
        self.assertEqual(self.calls(), ["check -- --no-tests=error -R ^e2e\\.(store|law|replay)_test$",
                                        "check --preset dev -- --show-only"])
        self.assertIn("failed: results (", done.stderr)

    def test_what_is_due_runs_and_the_longest_not_run_first(self):
        day = "2026-01-0{} 00:00:00".format
        fresh = [part for part in self.parts if part not in ("alone", "asan", "tables", "tsan_units")]
        self.put_table(*((day(1), part, self.commit, "passed") for part in fresh),
                       (day(5), "alone", "0" * 12, "passed"),
                       (day(3), "tables", self.commit, "passed"),
                       (day(4), "tables", self.commit, "failed 1"),
                       (day(2), "asan", self.commit, "interrupted"))
        before = len(self.lines())
        done = self.nightly()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([part for part, _, _ in self.lines()[before:]],
                         ["tsan_units", "asan", "tables", "alone"])
        done = self.nightly()
        self.assertEqual((done.returncode, done.stderr),
                         (0, "nightly: every part has passed on this commit\n"))

    def test_what_passes_with_changes_stays_due(self):
        (self.root / "check").write_text(STAND_IN + "# changed\n")
        changed = self.commit + "+changes"
        self.put_table(*(("2026-01-01 00:00:00", part, changed, "passed") for part in self.parts))
        done = self.nightly()
        self.assertEqual(done.returncode, 1, done.stderr)
        ran = self.lines()[len(self.parts):]
        self.assertEqual([part for part, _, _ in ran], self.parts)
        self.assertEqual({commit for _, commit, _ in ran}, {changed})
        # cmake and ccache are not among the stand-ins.
        self.assertEqual({part for part, _, outcome in ran if outcome == "failed 127"},
                         {"tidy_program", "tidy_tests", "cache"})
        self.assertEqual({outcome for _, _, outcome in ran}, {"passed", "failed 127"})

    def test_a_signal_ends_it_and_is_told(self):
        os.mkfifo(self.environment["FIFO"])
        signals = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
        for number, code in signals.items():
            run = subprocess.Popen(
                [str(self.root / "scripts" / "nightly"), "alone", "asan"], start_new_session=True,
                env=self.environment | {"WAITS": "--preset dev -- --show-only"},
                stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
            with open(self.environment["FIFO"], "w"):  # as soon as the stand-in opens it
                os.killpg(run.pid, number)
                self.assertEqual(run.wait(PATIENCE_S), code)
        self.assertEqual(self.lines(), [("alone", self.commit, "interrupted")] * len(signals))

    def test_the_status_tells_how_old_an_outcome_is(self):
        self.put_table(("2026-01-01 00:00:00", "alone", self.commit, "passed"),
                       ("2026-01-02 00:00:00", "asan", self.commit + "+changes", "failed 8"),
                       ("2026-01-03 00:00:00", "fuzz", "0" * 12, "interrupted"),
                       ("2026-01-04 00:00:00", "fuzz", "0" * 12, "passed"))
        self.commit_all()
        self.commit_all()
        status = [re.split(" {2,}", line) for line in self.nightly("--status").stdout.splitlines()]
        self.assertIn(["alone", "passed", self.commit, "2", "2026-01-01 00:00:00", "1"], status)
        self.assertIn(["asan", "failed 8", self.commit + "+changes", "2", "2026-01-02 00:00:00", "1"], status)
        self.assertIn(["fuzz", "passed", "0" * 12, "?", "2026-01-04 00:00:00", "1"], status)
        self.assertIn(["tables", "never"], status)

    def test_each_part_is_explained(self):
        explained = re.findall(r"^  ([a-z]\w*) {2,}", self.nightly("--help").stdout, re.MULTILINE)
        self.assertEqual(explained, self.parts)

    def test_an_unknown_part_runs_nothing(self):
        done = self.nightly("alone", "systems")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown part 'systems'", done.stderr)
        self.assertFalse(self.table.exists())


if __name__ == "__main__":
    unittest.main()
