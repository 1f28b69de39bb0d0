"""The contest of Gomoku: bots that are processes, and their misbehaviour."""

import json
import os
import re
import select
import shutil
import subprocess
import unittest

import program
from program import (EXAMPLES, HOME, bot_folder, contest_file, hilltop, report, scratch,
                     without_times)

BABBLER = "while read -r line; do echo 'I am a little teapot'; done\n"
QUITTER = "exit 0\n"
# Answers with points that are taken or repeated.
CHEAT = r"""
import re, sys
for line in sys.stdin:
    taken = (re.findall(r"\(\d+,\d+\)", line) or ["(7,7)"])[0]
    phase = line.split()[0]
    print({"A": taken * 3, "B": "W" + taken, "C": "neither"}.get(phase, taken), flush=True)
"""
# Starts a game only when the process of the next one has begun; they tell each other in a file BELOW.
EARLY_BIRD = """
import sys, time
def write_down(file):
    with open("BELOW" + file, "a") as lines: print(file=lines)
def count(file):
    return len(open("BELOW" + file).readlines())
write_down("begun")
for line in sys.stdin:
    if line[0] in "AB":
        write_down("played")
        while count("begun") < min(count("played") + 1, GAMES): time.sleep(0.001)
    print({"A": "(0,0)(7,7)(14,14)", "B": "B"}.get(line[0], "(0,1)"), flush=True)
"""
# Sleeps forever, and so does its child; both hold the FIFO open.
SLEEPER = """
exec 3>FIFO
echo begun >&3
sleep 100000 &
while :; do sleep 100000; done
"""


def patient_contest(folder):
    """Returns the contest with time limits that no honest bot exceeds, even on a loaded machine."""
    text = (HOME / "contests/gomoku/koth-gomoku.toml").read_text()
    return contest_file(folder, re.sub(r"(?m)^move_ms = 500\b", "move_ms = 60000", text))


def copy_examples(bots):
    for name in ("cpp", "javascript", "python"):
        if name != "javascript" or shutil.which("node"):
            shutil.copytree(EXAMPLES / name, bots / name)


class Contest(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.contest = patient_contest(self.folder)

    def play(self, bots):
        return report("run", self.contest, "--bots", bots, "--seed", 7)

    def test_it_is_the_same_again(self):
        bots = self.folder / "bots"
        shutil.copytree(EXAMPLES, bots)
        first = self.play(bots)
        self.assertEqual(first, self.play(bots))
        self.assertEqual(len(first["pairs"]), 3)
        self.assertEqual({pair["games"] for pair in first["pairs"]}, {2})
        for row in first["standings"]:
            self.assertEqual(row["points"], 2 * row["won"] + row["tied"])

    @unittest.skipUnless(len(os.sched_getaffinity(0)) > 1, "needs a core that nobody plays on")
    def test_the_next_process_is_started_while_this_game_is_played(self):
        bots = self.folder / "bots"
        for name in ("Lark", "Wren"):
            script = EARLY_BIRD.replace("GAMES", "4").replace("BELOW", f"{self.folder}/{name}.")
            folder = bot_folder(bots, name, script, interpreter="python3")
            (folder / "bot.toml").write_text('state = "none"\n')
        text = re.sub(r"(?m)^games *=.*", "games = 4", self.contest.read_text())
        played = report("run", contest_file(self.folder, text), "--bots", bots, "--jobs", 1,
                        "--sandbox", "off")
        self.assertEqual({fault["fault"] for fault in played["faults"]}, {"illegal answer"})

    def test_bots_that_misbehave_lose_their_own_games_and_no_others(self):
        bots = self.folder / "bots"
        copy_examples(bots)
        honest = self.play(bots)
        names = {row["bot"] for row in honest["standings"]}
        bot_folder(bots, "Babbler", BABBLER)
        bot_folder(bots, "Cheat", CHEAT, interpreter="python3")
        bot_folder(bots, "Quitter", QUITTER)
        crowded = self.play(bots)

        def honest_pairs(of):
            return [pair for pair in of["pairs"] if {pair["a"], pair["b"]} <= names]

        self.assertEqual(honest_pairs(crowded), honest["pairs"])
        rows = {row["bot"]: row for row in crowded["standings"]}
        for bot in names:
            before = next(row for row in honest["standings"] if row["bot"] == bot)
            self.assertEqual(rows[bot]["faults"], 0)
            self.assertEqual(rows[bot]["won"], before["won"] + 6)
        for bot in ("Babbler", "Cheat", "Quitter"):
            self.assertEqual(rows[bot]["tied"], 0)
            self.assertEqual(rows[bot]["lost"], rows[bot]["faults"])  # each game is lost by a fault
            self.assertGreaterEqual(rows[bot]["faults"], 2 * len(names))

    def test_reports_a_bots_faults(self):
        bots = self.folder / "bots"
        bot_folder(bots, "Babbler", BABBLER)
        bot_folder(bots, "Quitter", QUITTER)
        done = hilltop("run", self.contest, "--bots", bots)
        self.assertEqual((done.returncode, program.complaints(done.stderr)), (0, ""))
        self.assertRegex(done.stdout, r"Babbler  1 × malformed reply: .*teapot', "
                                      r"first in Babbler-Quitter:\d\n")


class Champion(unittest.TestCase):
    # Games of each pairing; docs/champions.md has the figures of 20.
    GAMES = int(os.environ.get("HILLTOP_CHAMPION_GAMES", "2"))

    def test_wins_every_pairing_with_the_house_bots_and_the_examples(self):
        text = patient_contest(scratch(self)).read_text().split("[bots]")[0]
        text = re.sub(r"(?m)^games = 2", f"games = {self.GAMES}", text)
        text = text.replace('"round-robin"', '"gauntlet"\nchallengers = "champion"')
        for name in ("champion", "greedy", "random"):
            text += f'[[bot]]\nhouse = "{name}"\n'
        folder = scratch(self)
        copy_examples(folder / "bots")
        for bot in sorted((folder / "bots").iterdir()):
            text += f'[[bot]]\nfolder = "{bot}"\n'
        played = report("run", contest_file(folder, text), "--seed", 1)
        self.assertEqual(played["standings"][0]["bot"], "champion")
        self.assertGreaterEqual(len(played["pairs"]), 4)
        for pair in played["pairs"]:
            mine, theirs = ("a", "b") if pair["a"] == "champion" else ("b", "a")
            self.assertEqual(pair[mine], "champion")
            self.assertGreater(pair[f"{mine}_won"], pair[f"{theirs}_won"], pair)


class Sleeper(unittest.TestCase):
    def test_it_loses_on_time_and_nothing_of_it_is_left(self):
        folder = scratch(self)
        head = """
[contest]
game = "gomoku"
[switches]
move_ms = 500
start_ms = 500
[format]
kind = "round-robin"
games = 2
"""
        house = program.house_bots("greedy", "random")
        bot_folder(folder, "Sleeper", SLEEPER.replace("FIFO", str(folder / "fifo")))
        os.mkfifo(folder / "fifo")
        with_it = contest_file(folder, head + house + '[[bot]]\nfolder = "Sleeper"\n', "with.toml")
        without = contest_file(folder, head + house, "without.toml")
        fifo = os.open(folder / "fifo", os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, fifo)

        crowded = report("run", with_it, "--sandbox", "off")  # which lets it open the FIFO
        row = next(row for row in crowded["standings"] if row["bot"] == "Sleeper")
        self.assertEqual((row["games"], row["lost"], row["faults"]), (4, 4, 4))
        self.assertEqual(
            [pair for pair in crowded["pairs"] if "Sleeper" not in (pair["a"], pair["b"])],
            report("run", without)["pairs"],
        )
        self.assertTrue(self.ends(fifo).startswith(b"begun\n"), "it never ran")

    def ends(self, fifo):
        """Returns what was written to the FIFO, once no process holds it open any more."""
        text, poll = b"", select.poll()
        poll.register(fifo, select.POLLIN | select.POLLHUP)
        while True:
            self.assertTrue(poll.poll(program.PATIENCE_S * 1000), "a process was left running")
            got = os.read(fifo, 4096)
            text += got
            if not got:
                return text


class Folder(unittest.TestCase):
    """The contest's own command line: `./gomoku` in its folder."""

    def setUp(self):
        root = scratch(self)
        self.elsewhere = root / "elsewhere"
        self.elsewhere.mkdir()
        contest = root / "contests" / "gomoku"
        (contest / "bots").mkdir(parents=True)
        for name in ("gomoku", "koth-gomoku.toml"):
            shutil.copy(HOME / "contests/gomoku" / name, contest / name)
        for name in ("javascript", "python"):
            (contest / "bots" / name).symlink_to(EXAMPLES / name)
        # The script at the root builds first; here the program is already built.
        (root / "hilltop").symlink_to(program.PROGRAM)
        self.script = contest / "gomoku"

    def call(self, *command):
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=self.elsewhere, timeout=program.PATIENCE_S
        )
        self.assertEqual((done.returncode, program.complaints(done.stderr)), (0, ""))
        return done.stdout

    def test_it_plays_from_any_folder_and_through_a_link(self):
        told = json.loads(self.call(self.script, "--format", "json", "--seed", "7"))
        self.assertEqual(told["contest"], "koth-gomoku")
        self.assertEqual(len(told["standings"]), 2)
        link = self.elsewhere / "link"
        link.symlink_to(self.script)
        self.assertRegex(self.call("./link"), r"rank +bot +points")

    def test_one_bot_is_watched(self):
        link = self.elsewhere / "link"
        link.symlink_to(self.script)
        shown = self.call(link, "-d", "python", "--games", "2", *program.PATIENT)
        lines = without_times(shown).splitlines()
        self.assertIn("> A []", lines)
        self.assertRegex(lines[lines.index("> A []") + 1], r"^< ")
        self.assertTrue(any(re.match(r"> B \[\(\(\d+,\d+\),\"[BW]\"\),", line) for line in lines))
        self.assertEqual(len([line for line in lines if line.startswith("> EXIT ")]), 2)
        self.assertTrue(any(line.startswith("= game 2: ") for line in lines))


if __name__ == "__main__":
    unittest.main()
