"""A machine that is too busy: timeouts are told from slow bots, and are played again on request.
HILLTOP_THINKERS is the number of bots in a contest on a machine that is quiet at first; without it, that
contest is not played."""

import contextlib
import os
import subprocess
import sys
import unittest

import program
from program import PAZAAK, bot_folder, contest_file, house_bots, scratch

# Answers all but some games, which it is late in once: its folder remembers that it was.
LATE_ONCE = """
import os, sys, time
last = None
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        game, value = words[0], sum(map(int, words[words.index("hand") + 1].split(",")))
        # Not in its first turn, which may take what is left of its start.
        if game in ("3", "4", "11") and game == last and not os.path.exists("late-" + game):
            open("late-" + game, "w").close()
            time.sleep(3600)
        last = game
        print("move", game, "END" if value < 18 else "STAND", flush=True)
    elif kind == "bye":
        break
"""
UNFLUSHED = """
import sys
for line in sys.stdin:
    print("ready 1" if line.startswith("hilltop") else "")
"""
# Never answers, and wants a processor all the time.
SPINNER = """
import sys
for line in sys.stdin:
    if line.startswith("hilltop"):
        print("ready 1", flush=True)
    while line.startswith("turn"):
        pass
"""
# Takes its time for each answer, in processor time: what a loaded machine makes late.
THINKER = """
import sys, time
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        end = time.process_time() + 0.005
        while time.process_time() < end: pass
        value = sum(map(int, words[words.index("hand") + 1].split(",")))
        print("move", words[0], "END" if value < ENOUGH else "STAND", flush=True)
    elif kind == "bye":
        break
"""


@contextlib.contextmanager
def busy_loops(number):
    """Runs loops that use all the processor time they get, as many on each processor as on any other."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
             for _ in range(number)]
    processors = sorted(os.sched_getaffinity(0))
    for i, loop in enumerate(loops):
        os.sched_setaffinity(loop.pid, {processors[i % len(processors)]})
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


class Overload(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def bot(self, name, script, state="folder"):
        folder = bot_folder(self.folder / "bots", name, script, interpreter="python3")
        (folder / "bot.toml").write_text(f'state = "{state}"\n')
        return folder

    def contest(self, games, move_ms, *house, start_ms=60_000):
        text = PAZAAK.format(games=games).replace("60000", str(move_ms)) + f"start_ms = {start_ms}\n"
        return contest_file(self.folder, text + house_bots(*house) + '[bots]\nfolder = "bots"\n')

    def run_again(self, contest, *arguments):
        """Returns the JSON of a run, and what it said on stderr."""
        done = program.hilltop("run", contest, "--store", self.store, "--format", "json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return program.json.loads(done.stdout), done.stderr

    def test_games_with_timeouts_are_played_again_and_no_others(self):
        self.bot("Late", LATE_ONCE)
        contest = self.contest(20, 3000, "kid")
        first, _ = self.run_again(contest)
        self.assertEqual([(fault["game"], fault["fault"]) for fault in first["faults"]],
                         [(number, "no answer in time") for number in (4, 5, 12)])
        kept = {game: text for game, text in self.records()}
        again, said = self.run_again(contest, "--again", "timeouts")
        self.assertIn("3 games played again", said)
        self.assertEqual(again["faults"], [])
        for game, text in self.records():
            if game not in (3, 4, 11):
                self.assertEqual(text, kept[game])  # not played again: it has the times of moves
        self.assertNotEqual(again["digest"], first["digest"])
        quiet, _ = self.run_again(contest)
        self.assertEqual(quiet, again)
        (self.folder / "bots" / "Late" / "bot").write_text(LATE_ONCE.replace("3600", "0"))
        self.store = self.folder / "quiet.db"
        self.assertEqual(self.run_again(contest)[0]["digest"], again["digest"])
        self.assertIn("0 games played again", self.run_again(contest, "--again", "timeouts")[1])

    def records(self):
        with program.sqlite3.connect(self.store) as database:
            return database.execute("SELECT game, text FROM game_record ORDER BY game").fetchall()

    def test_all_games_of_a_bot_are_played_again(self):
        self.bot("One", LATE_ONCE.replace("3600", "0"), "none")
        self.bot("Two", LATE_ONCE.replace("3600", "0"), "none")
        contest = self.contest(10, 60000, "kid")
        first, _ = self.run_again(contest)
        again, said = self.run_again(contest, "--again", "One")
        self.assertIn("20 games played again", said)
        self.assertEqual(again, first)
        for word, why in (("on", "the contest has no bot 'on' (did you mean 'One'?"),):
            done = program.hilltop("run", contest, "--store", self.store, "--again", word)
            self.assertEqual((done.returncode, why in done.stderr), (2, True), done.stderr)
        for more, why in ((("--store", "none"), "--again needs a store"),
                          (("--store", self.store, "--fresh"), "exclude each other")):
            done = program.hilltop("run", contest, "--again", "timeouts", *more)
            self.assertEqual((done.returncode, why in done.stderr), (2, True), done.stderr)

    def test_a_bot_that_does_not_flush_is_told_so(self):
        self.bot("Unflushed", UNFLUSHED)
        contest = self.contest(1, 300, "kid", start_ms=5000)
        fault, = self.run_again(contest)[0]["faults"]
        self.assertIn("it has read the question and waits for input: perhaps its answer is not flushed", fault["detail"])
        self.assertEqual((fault["asked"].split()[0], fault["said"]), ("hilltop", ""))

    def test_a_timeout_on_a_busy_machine_is_marked(self):
        self.bot("Spinner", SPINNER)
        contest = self.contest(1, 1000, "kid", start_ms=2000)  # its first answer has both
        with busy_loops(os.cpu_count()):
            told, said = self.run_again(contest)
        fault, = told["faults"]
        self.assertGreater(fault["delay_ms"], 100)
        self.assertTrue(fault["overloaded"])
        self.assertIn("hilltop: the machine is overloaded: Spinner timed out after waiting", said)
        shown = program.hilltop("show", "--store", self.store).stdout
        self.assertIn("--again timeouts", shown)

    @unittest.skipUnless("HILLTOP_THINKERS" in os.environ, "needs a machine that is quiet at first")
    def test_a_busy_machine_gives_the_ranking_of_a_quiet_one(self):
        for i in range(int(os.environ["HILLTOP_THINKERS"])):
            self.bot(f"Thinker {i}", THINKER.replace("ENOUGH", str(12 + i)), "none")
        contest = self.contest(4, 25)
        quiet, _ = self.run_again(contest, "--jobs", 1)
        while quiet["faults"]:
            quiet, _ = self.run_again(contest, "--again", "timeouts", "--jobs", 1)
        self.store = self.folder / "busy.db"
        with busy_loops(4):
            busy, said = self.run_again(contest)
            runs = [sum(row["faults"] for row in busy["fault_summary"])]
            while busy["faults"]:
                busy, said = self.run_again(contest, "--again", "timeouts")
                runs.append(sum(row["faults"] for row in busy["fault_summary"]))
        print(f"faults after each run: {runs}", file=sys.stderr)
        self.assertEqual(busy["digest"], quiet["digest"])
        self.assertEqual(busy["standings"], quiet["standings"])


if __name__ == "__main__":
    unittest.main()
