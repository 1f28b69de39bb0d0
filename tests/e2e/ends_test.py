"""How the program ends with closed streams, with a full disk, or when it is stopped."""

import contextlib
import json
import os
import resource
import signal
import sqlite3
import subprocess
import unittest

import program
from program import PAZAAK, PROGRAM, bot_folder, contest_file, house_bots, report, scratch

# A bot of Pazaak that tells when a game begins, waits until it may play, and tells when it ends.
WAITING_BOT = """
import pathlib, sys
here = pathlib.Path({place!r})
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
        (here / "begun").touch()
        (here / "go").read_text()
    elif kind == "turn":
        print("move", words[0], "STAND", flush=True)
    elif kind == "bye":
        break
(here / "ended").touch()
"""


def limited(file_bytes):
    """Limits the files that a process writes to this size, like a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))


class Ends(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.file = self.folder / "results.db"

    def closed(self, streams, *arguments, program_file=PROGRAM):
        """Runs the program with some standard streams closed, in shell notation: "<&- 2>&-"."""
        return subprocess.run(["sh", "-c", f'exec "$0" "$@" {streams}', program_file,
                               *map(str, arguments)], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, cwd=self.folder,
                              timeout=program.PATIENCE_S)

    # ---------------------------------------------------------------------------------- streams

    def test_reports_output_lost_to_a_closed_stdout(self):
        for line in ("--version", "--help", "list games", "play pazaak kid nestor",
                     "run koth-pazaak --games 5"):
            for streams in (">&-", "<&- >&-", ">/dev/full"):
                with self.subTest(line=line, streams=streams):
                    done = self.closed(streams, *line.split())
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("hilltop: cannot write to stdout: ", done.stderr)
                    self.assertEqual(self.closed(streams + " 2>&-", *line.split()).returncode, 1)
                    self.assertEqual(self.closed(streams + " 2>/dev/full", *line.split()).returncode, 1)

    def test_so_does_the_program_for_engines(self):
        for streams in (">&-", ">/dev/full"):
            with self.subTest(streams=streams):
                done = self.closed(streams, "--help", program_file=PROGRAM + "-gomocup")
                self.assertEqual((done.returncode, done.stderr),
                                 (1, "hilltop-gomocup: cannot write to stdout\n"))

    def test_nothing_is_lost_where_nothing_is_printed(self):
        out = self.folder / "ranking.json"
        done = self.closed(">&-", "run", "koth-pazaak", "--games", 5, "--out", out)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_file_takes_the_place_of_a_stream(self):
        play = ("run", "koth-pazaak", "--games", 5, "--format", "json")
        expected = report(*play[:-2])
        for number, streams in enumerate(("2>&-", "<&-", ">&-", "<&- >&-", ">&- 2>&-",
                                          "<&- >&- 2>&-")):
            out, log = self.folder / f"{number}.json", self.folder / f"{number}.log"
            store = self.folder / f"{number}.db"
            for _ in ("played", "recalled"):  # stored results are reported on stderr
                with self.subTest(streams=streams):
                    done = self.closed(streams, *play, "--out", out, "--log", log, "--store", store)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(json.loads(out.read_text()), expected)
                    for line in log.read_text().splitlines():
                        json.loads(line)
            self.assertIn(" 0 that differ", program.ran("verify", "--store", store))

    def test_what_a_bot_writes_after_its_last_game_is_shown(self):
        """Its process waits for the next pairing, and may outlive the player that it had."""
        says = program.threshold_bot(20) + "print('farewell', file=sys.stderr, flush=True)\n"
        bot = bot_folder(self.folder / "bots", "a", says, stderr="1", interpreter="python3")
        contest = contest_file(self.folder, PAZAAK.format(games=10) + house_bots("kid", "bold")
                               + f'[[bot]]\nfolder = "{bot}"\n')
        for state in "none", "pairing":
            (bot / "bot.toml").write_text(f'state = "{state}"\n')
            for call in (("run", contest), ("play", "pazaak", bot, "kid", "--games", 4)):
                with self.subTest(state=state, call=call[0]):
                    done = program.hilltop(*call)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn("a: farewell\n", done.stderr)

    def test_closed_stderr_is_no_error(self):
        play = ("run", "koth-pazaak", "--games", 5, "--format", "json", "--store", self.file)
        expected = json.loads(program.ran(*play))
        for streams in ("2>&-", "2>/dev/full"):
            with self.subTest(streams=streams):
                done = self.closed(streams, *play)
                self.assertEqual(done.returncode, 0)
                self.assertEqual(json.loads(done.stdout), expected)
                self.assertEqual(self.closed(streams, "list", "nonsense").returncode, 2)
                self.assertEqual(self.closed(streams, "show", "--store", "none.db").returncode, 2)

    def test_bots_play_as_ever_without_streams(self):
        bot = bot_folder(self.folder / "bots", "a", program.threshold_bot(20), stderr="1",
                         interpreter="python3")
        contest = contest_file(self.folder, PAZAAK.format(games=4) + house_bots("kid") +
                               f'[[bot]]\nfolder = "{bot}"\n')
        out = self.folder / "ranking.json"
        play = ("run", contest, "--format", "json", "--sandbox", "off", "--store", "none")
        expected = json.loads(program.ran(*play))
        done = self.closed("<&- >&- 2>&-", *play, "--out", out)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(json.loads(out.read_text()), expected)

    def test_a_talkative_bot_does_not_bury_the_rest(self):
        turn = "        value"
        talks = program.threshold_bot(20).replace(
            turn, f"        print('tea', file=sys.stderr)\n{turn}", 1)
        bot = bot_folder(self.folder / "bots", "a", talks, stderr="1", interpreter="python3")
        (bot / "bot.toml").write_text('state = "none"\n')
        contest = contest_file(self.folder, PAZAAK.format(games=60) + house_bots("kid") +
                               f'[[bot]]\nfolder = "{bot}"\n')
        for given, few in (((), True), (("--stderr", "all"), False)):
            lines = program.hilltop("run", contest, "--store", "none", *given).stderr.splitlines()
            shown = lines.count("a: tea")
            self.assertEqual(min(shown, 201), 200 if few else 201)
            self.assertEqual(sum("no more are shown" in line for line in lines), few)

    # ----------------------------------------------------------------------------- a full disk

    def test_a_limit_of_file_size_is_an_error_like_a_full_disk(self):
        # The results alone are larger than the limit, and take more than the second between two writes.
        play = ("run", "koth-yahtzee", "--games", "300000")
        ends = subprocess.run([PROGRAM, *play, "--store", self.file],
                              preexec_fn=limited(1 << 20), capture_output=True, text=True,
                              timeout=program.PATIENCE_S)
        self.assertEqual(ends.returncode, 1, ends.stderr)
        self.assertRegex(ends.stderr, f"hilltop: .*{self.file}")
        self.assertGreater(program.blocks(self.file), 0)
        again = json.loads(program.ran(*play, "--format", "json", "--store", self.file))
        self.assertEqual(again["digest"], report(*play)["digest"])

    def test_a_limit_of_file_size_leaves_the_report(self):
        out = self.folder / "ranking.json"
        ends = subprocess.run([PROGRAM, "run", "koth-pazaak", "--games", "5", "--format", "json",
                               "--store", "none", "--out", out], preexec_fn=limited(16),
                              capture_output=True, text=True, timeout=program.PATIENCE_S)
        self.assertEqual(ends.returncode, 1, ends.stderr)
        self.assertIn("cannot write", ends.stderr)
        self.assertEqual(json.loads(ends.stdout), report("run", "koth-pazaak", "--games", 5))

    def test_control_c_on_a_full_disk_reports_the_loss(self):
        os.mkfifo(self.folder / "go")
        bot = bot_folder(self.folder / "bots", "z", WAITING_BOT.format(place=str(self.folder)),
                         interpreter="python3")
        contest = contest_file(self.folder, PAZAAK.format(games=1) + house_bots("bold", "kid") +
                               f'[[bot]]\nfolder = "{bot}"\n')
        running = subprocess.Popen([PROGRAM, "run", str(contest), "--store", str(self.file),
                                    "--sandbox", "off", "--jobs", "1"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(running.kill)

        def wait_until(event):
            self.assertTrue(program.until((self.folder / event).exists, running))

        wait_until("begun")
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # so the pairing's result waits in memory
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (16, 16))
            (self.folder / "go").write_text("")
            wait_until("ended")
            for interruption in signal.SIGINT, signal.SIGTERM:  # the second one kills nothing
                running.send_signal(interruption)
        out, said = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual((running.returncode, out), (1, ""), said)
        self.assertRegex(said, f"hilltop: .*{self.file}")


if __name__ == "__main__":
    unittest.main()
