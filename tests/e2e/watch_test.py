"""`hilltop watch`: reruns the contest when its file or a bot changes; and the log of a run."""

import json
import os
import signal
import subprocess
import unittest

import program
from program import PAZAAK, bot_folder, contest_file, house_bots, scratch, threshold_bot

ROSTER = '[bots]\nfolder = "bots"\n'
# While a file "hold" exists, signals with a file that it plays, and waits until "hold" is gone.
WAIT = """        import os, time
        if os.path.exists("FOLDER/hold"): open("FOLDER/playing", "w").close()
        while os.path.exists("FOLDER/hold"): time.sleep(0.01)
"""


def waiting_bot(enough, folder):
    turn = 'elif kind == "turn":\n'
    return threshold_bot(enough).replace(turn, turn + WAIT.replace("FOLDER", str(folder)))


WATCHING = "Ctrl-C ends it"


class Watch(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.contest = contest_file(self.folder, PAZAAK.format(games=4) + ROSTER)
        for name in ("a", "b"):
            self.bot(name)

    def bot(self, name):
        """Makes a bot, of which nobody sees a part."""
        folder = bot_folder(self.folder / "made", name, waiting_bot(20, self.folder), "0", "python3")
        (folder / "bot.toml").write_text('state = "none"\n')
        (self.folder / "bots").mkdir(exist_ok=True)
        return folder.rename(self.folder / "bots" / name)

    def rewrite(self, name, enough):
        program.replace(self.folder / "bots" / name / "bot", waiting_bot(enough, self.folder))

    def watch(self, *arguments):
        watching = subprocess.Popen(
            [program.PROGRAM, "watch", str(self.contest), "--store", str(self.folder / "kept.db"),
             *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        def end():
            watching.kill()
            watching.communicate()
        self.addCleanup(end)
        return watching

    def heard(self, watching, until=WATCHING):
        """Returns its stderr up to a line that contains these words."""
        said = ""
        for line in watching.stderr:
            said += program.complaints(line)
            if until in line:
                return said
        self.fail(f"it ended before it said {until!r}: {said}")

    def stopped(self, watching):
        """Returns the rankings that it printed, by their digests."""
        watching.send_signal(signal.SIGINT)
        out, _ = watching.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(watching.returncode, 130)
        return [line.split()[1] for line in out.splitlines() if line.startswith("  digest")]

    def test_replays_only_what_has_changed(self):
        watching = self.watch()
        self.assertEqual(self.heard(watching), f"watching 2 bots; {WATCHING}\n")
        self.bot("c")
        self.assertIn("c is new\n", self.heard(watching))
        self.rewrite("b", 15)
        said = self.heard(watching)
        self.assertIn("b has changed\n", said)
        self.assertIn("reused 1 of 3 stored pairings", said)
        program.replace(self.contest, PAZAAK.format(games=6) + ROSTER)
        self.assertIn("the contest has changed\n", self.heard(watching))
        self.rewrite("b", 20)
        self.heard(watching)
        program.replace(self.contest, PAZAAK.format(games=4) + ROSTER)
        self.assertIn("reused 3 of 3 stored pairings", self.heard(watching))
        digests = self.stopped(watching)
        self.assertEqual(len(digests), 6)
        self.assertEqual(digests[5], digests[1])

    def test_notices_files_saved_while_a_bot_plays(self):
        hold = self.folder / "hold"  # where a sandbox would not let it look
        hold.touch()
        watching = self.watch("--jobs", "1", "--sandbox", "off")
        playing = hold.with_name("playing")
        self.assertTrue(program.until(playing.exists, watching))
        self.rewrite("a", 15)
        hold.unlink()
        self.assertIn("a has changed\n", self.heard(watching))
        self.assertEqual(len(self.stopped(watching)), 2)

    def test_takes_nothing_that_a_bot_does_for_a_change(self):
        folder = self.folder / "bots" / "a"
        (folder / "data").write_text("as it came")
        (folder / "bot.toml").write_text('state = "folder"\n')
        script = (folder / "bot").read_text()
        changes = 'for name in "data", "meta", "learned": open(name, "a").write("more")\n'
        (folder / "bot").write_text(script.replace("for line", changes + "for line", 1))
        watching = self.watch()
        self.assertNotIn("has changed", self.heard(watching))
        self.rewrite("b", 15)
        self.assertEqual(self.heard(watching).count("has changed"), 1)
        self.assertEqual(len(self.stopped(watching)), 2)
        self.assertEqual((folder / "data").read_text(), "as it came")
        self.assertIn("more", (folder / "learned").read_text())

    def test_waits_until_a_mistake_is_mended(self):
        watching = self.watch()
        self.heard(watching)
        meta = self.folder / "bots" / "a" / "meta"
        right = meta.read_text()
        program.replace(meta, "a\n")
        self.assertIn(str(meta), self.heard(watching, until=f"{meta}:"))
        program.replace(meta, right)
        self.rewrite("a", 15)
        self.assertIn("a has changed", self.heard(watching))
        self.stopped(watching)

    def test_a_first_mistake_is_an_error(self):
        self.contest.write_text("[contest]\n")
        done = program.hilltop("watch", self.contest, "--store", self.folder / "kept.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("contest.toml", done.stderr)
        done = program.hilltop("watch", self.contest)  # HILLTOP_STORE is none here
        self.assertEqual(done.returncode, 2)
        self.assertIn("name a file with --store", done.stderr)


class Log(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.file = self.folder / "run.jsonl"
        self.contest = contest_file(
            self.folder, PAZAAK.format(games=20) + house_bots("kid", "bold", "nestor"))

    def logged(self, *arguments):
        self.file.unlink(missing_ok=True)
        report = program.hilltop("run", self.contest, "--format", "json", "--log", self.file,
                                 "--store", self.folder / "kept.db", *arguments)
        self.assertEqual(report.returncode, 0, report.stderr)
        events = [json.loads(line) for line in self.file.read_text().splitlines()]
        for event in events:
            self.assertRegex(event["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(sorted(events, key=lambda event: event["time"]), events)
        return events, json.loads(report.stdout)

    def test_says_what_happens(self):
        events, report = self.logged("--seed", "7")
        self.assertEqual([event["event"] for event in events],
                         ["begin", "round", "fixture", "fixture", "fixture", "end"])
        begin, fixture, end = events[0], events[2], events[-1]
        self.assertEqual((begin["schema"], begin["seed"], begin["bots"]),
                         ("hilltop/log/1", "7", ["kid", "bold", "nestor"]))
        self.assertEqual((fixture["bots"], fixture["games"], fixture["recalled"]),
                         (["bold", "kid"], 20, False))
        self.assertEqual(fixture["lines"][0]["won"], report["pairs"][0]["a_won"])
        self.assertEqual((end["complete"], end["fixtures"], end["digest"]),
                         (True, 3, report["digest"]))
        events, again = self.logged("--seed", "7")
        self.assertEqual(again, report)
        self.assertTrue(all(event["recalled"] for event in events if event["event"] == "fixture"))
        self.assertEqual(events[-1]["recalled"], 3)

    def test_tells_of_checks_and_faults(self):
        bot_folder(self.folder, "mute", "exit 3\n")
        strict = self.contest.read_text().replace('"substitute"', '"disqualify"\nbroken = "disqualify"')
        mild = self.contest.read_text()
        for text, kinds in ((strict, {"check"}), (mild, {"fault"})):
            self.contest.write_text(text + '[[bot]]\nfolder = "mute"\n')
            events, _ = self.logged()
            told = [event for event in events if event.get("bot") == "mute"]
            self.assertEqual({event["event"] for event in told}, kinds)
            self.assertEqual(told[0]["fault"], "crashed")

    def test_appends_lines_and_reports_failed_writes(self):
        self.file.write_text("before\n")
        program.ran("run", self.contest, "--log", self.file)
        self.assertTrue(self.file.read_text().startswith('before\n{"schema":'))
        done = program.hilltop("run", self.contest, "--log", self.folder / "none" / "x")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--log: cannot write", done.stderr)
        if os.path.exists("/dev/full"):
            done = program.hilltop("run", self.contest, "--log", "/dev/full")
            self.assertEqual(done.returncode, 0)
            self.assertIn("the run goes on without its log", done.stderr)
            self.assertIn("digest", done.stdout)


if __name__ == "__main__":
    unittest.main()
