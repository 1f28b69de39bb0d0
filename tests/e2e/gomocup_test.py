"""Engines of Gomocup in contests: hilltop-gomocup between the arena and them, and hilltop-pbrain,
the house bot Greedy, at the far end."""

import json
import pathlib
import re
import subprocess
import unittest

from program import (EXAMPLES, HOME, PROGRAM, contest_file, hilltop, ran, scratch,
                     without_times)

CONTEST = """
[contest]
game = "gomoku"
rules = "{rules}"
[switches]
move_ms = 60000
start_ms = 60000
[format]
kind = "round-robin"
games = {games}
[ranking]
points = {{ win = 2, tie = 1, loss = 0 }}
"""
FIRST_TO_MOVE = {"koth": "black", "swap2": "balance"}
# Time limits that no honest engine exceeds, even on a loaded machine.
PATIENT = "--move-ms 60000 --start-ms 60000"

# Options of hilltop-pbrain, and the expected request for an opening under `swap2`.
WAYS = {
    "knows": ("", re.compile(r"^SWAP2BOARD\n(\d+,\d+\n)*DONE$", re.M)),
    "colours": ("--colours", re.compile(r"^SWAP2BOARD\n(\d+,\d+,[12]\n)+DONE$", re.M)),
    "noise": ("--noise", re.compile(r"^SWAP2BOARD\n(\d+,\d+\n)*DONE$", re.M)),
    "no-swap2": ("--no-swap2", re.compile(r"^SWAP2BOARD\n(\d+,\d+\n)*DONE$", re.M)),
}

# An engine that plays the first free point, and from the first TURN on does what its argument says.
SINNER = r"""
import sys, time

def say(text):
    print(text, flush=True)

sin, taken, asked = sys.argv[1], set(), False
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "START":
        say("ERROR only 20" if sin == "refuses" else "OK")
    elif word == "ABOUT":
        say('name="Sinner"')
    elif word[:1].isdigit():
        taken.add(tuple(map(int, word.split(",")[:2])))
    elif word == "TURN" and sin == "hangs":
        time.sleep(1000)
    elif word == "TURN" and sin == "leaves":
        say("16,3")
    elif word == "TURN" and sin == "quits":
        sys.exit(3)
    elif word == "TURN" and sin == "floods":
        while True:
            say("MESSAGE " + "x" * 1000)
    elif word in ("DONE", "TURN"):
        if rest:
            taken.add(tuple(map(int, rest.split(","))))
        point = next((x, y) for x in range(15) for y in range(15) if (x, y) not in taken)
        taken.add(point)
        say("%d,%d" % point)
"""
# The expected report of each: the arena's words, then the adapter's.
SINS = {
    "hangs": r"crashed: .*engine no move in 190 ms'",
    "leaves": r"illegal answer: .*coordinates are 0 to 14",
    "quits": r"crashed: .*engine exited with status 3'",
    "floods": r"crashed: .*engine no move in 190 ms'",
    "refuses": r"crashed: .*engine refuses a board of 15 x 15: 'ERROR only 20''",
}
# Short limits for engines that should exceed them.
HASTY = "--move-ms 200 --start-ms 60000"


def engine(parent, name, script, arguments="", options=PATIENT, shebang="#!/bin/sh"):
    """Makes a bot's folder with an engine of one script, as in docs/gomocup.md."""
    folder = parent / name
    folder.mkdir(parents=True)
    file = folder / "engine"
    file.write_text(f"{shebang}\n{script}\n")
    file.chmod(0o755)
    (folder / "meta").write_text(
        f"{name}\nhilltop-gomocup\n{options} ./engine {arguments}\n0\n")
    return folder


def sinner(parent, sin):
    return engine(parent, sin, SINNER, sin, HASTY if sin in ("hangs", "floods") else PATIENT,
                  "#!/usr/bin/env python3")


def greedy(parent, name, manners, rules):
    """Greedy behind the protocol; records what it hears in the file `heard`."""
    return engine(parent, name, f"tee -a heard | hilltop-pbrain {manners}",
                  options=f"{PATIENT} --first-to-move {FIRST_TO_MOVE[rules]}")


def heard(folder):
    return (folder / "heard").read_text().replace("\r", "")


def play(contest, bots):
    """Returns the report of a contest; ignores what engines write to stderr."""
    done = hilltop("run", contest, "--bots", bots, "--seed", 7, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def debugged(*arguments):
    """Returns the output of `hilltop debug` without times; ignores what engines write to stderr."""
    done = hilltop("debug", *arguments, "--game", "gomoku")
    assert done.returncode == (1 if "\n! " in without_times(done.stdout) else 0), done.stderr
    return without_times(done.stdout)


class Engines(unittest.TestCase):
    def test_play_whole_contests_and_the_same_again(self):
        for rules in FIRST_TO_MOVE:
            with self.subTest(rules):
                folder = scratch(self)
                contest = contest_file(folder, CONTEST.format(rules=rules, games=4))
                bots = folder / "bots"
                engines = {way: greedy(bots, way, manners, rules)
                           for way, (manners, _) in WAYS.items()}
                for name in ("python", "cpp"):
                    (bots / name).symlink_to(EXAMPLES / name)
                first = play(contest, bots)
                again = play(contest, bots)
                self.assertEqual(first["digest"], again["digest"])
                self.assertEqual({pair["games"] for pair in first["pairs"]}, {4})
                self.assertEqual({row["faults"] for row in first["standings"]}, {0}, first)
                for way, (_, asked) in WAYS.items():
                    text = heard(engines[way])
                    self.assertEqual(bool(asked.search(text)), rules == "swap2", (way, rules))
                    self.assertEqual(text.count("START 15\n"), text.count("END\n"))
                    thinks = re.findall(r"^(?:BOARD|TURN .*)$", text, re.M)
                    times = re.findall(r"^INFO time_left 2147483647\n(?:BOARD|TURN .*)$", text,
                                       re.M)
                    self.assertEqual(len(thinks), len(times))
                    self.assertGreater(len(times), 100)

    def test_play_both_colours_from_either_seat(self):
        for rules in FIRST_TO_MOVE:
            for way, (manners, _) in WAYS.items():
                with self.subTest(rules=rules, way=way):
                    bot = greedy(scratch(self), way, manners, rules)
                    told = debugged(bot, "--against", "random", "--rules", rules, "--games", 12)
                    self.assertNotIn("\n! ", told)
                    lines = [line for line in told.splitlines() if line[:2] in ("> ", "< ")]
                    seen = {colour
                            for i, line in enumerate(lines[:-1]) if line[:2] == "< "
                            for x, y in re.findall(r"\((\d+),(\d+)\)", line)[:1]
                            for colour in re.findall(rf'\(\({x},{y}\),"(.)"\)', lines[i + 1])
                            if lines[i - 1][2].isdigit()}
                    self.assertEqual(seen, {"B", "W"})
                    self.assertLessEqual({"> A", "> B"}, {line[:3] for line in lines})

    def test_time_and_limits_are_told(self):
        folder = engine(scratch(self), "timed", "tee -a heard | hilltop-pbrain --no-swap2",
                        options="--move-ms 50000 --game-ms 9000000 --memory-mb 7 --max-node 12345")
        self.assertNotIn("\n! ", debugged(folder, "--against", "random", "--games", 2))
        text = heard(folder)
        for line in ("timeout_turn 49800", "timeout_match 9000000", "max_memory 7340032",
                     "max_node 12345", "rule 0", "game_type 2", f"folder {folder.resolve()}"):
            self.assertIn(f"INFO {line}\n", text)
        left = [int(ms) for ms in re.findall(r"time_left (\d+)\n", text.split("END")[0])]
        self.assertEqual(left, sorted(left, reverse=True))
        self.assertLessEqual(left[0], 9000000)
        self.assertLess(left[-1], left[0])


class Sinners(unittest.TestCase):
    def test_lose_their_own_games_only_and_are_named(self):
        folder = scratch(self)
        contest = contest_file(folder, CONTEST.format(rules="koth", games=2))
        bots = folder / "bots"
        greedy(bots, "Honest", "", "koth")
        (bots / "python").symlink_to(EXAMPLES / "python")
        honest = play(contest, bots)
        for sin in SINS:
            sinner(bots, sin)
        crowded = play(contest, bots)
        names = {row["bot"] for row in honest["standings"]}
        self.assertEqual([pair for pair in crowded["pairs"] if {pair["a"], pair["b"]} <= names],
                         honest["pairs"])
        for row in crowded["standings"]:
            if row["bot"] in names:
                self.assertEqual(row["faults"], 0)
                self.assertGreaterEqual(row["won"], 2 * len(SINS))

    def test_are_named(self):
        for sin, account in SINS.items():
            with self.subTest(sin):
                text = debugged(sinner(scratch(self), sin), "--against", "random", "--games", 2)
                self.assertRegex(text, account)
                self.assertEqual(len(re.findall(r"^= game", text, re.M)), 2, text)

    def test_program_that_is_not_there(self):
        folder = scratch(self) / "bot"
        folder.mkdir()
        (folder / "meta").write_text("Gone\nhilltop-gomocup\n./pbrain-gone\n0\n")
        self.assertRegex(debugged(folder, "--against", "random"),
                         "pbrain-gone cannot be run: No such file or directory")


class ByHand(unittest.TestCase):
    """Input for both programs that no arena and no engine sends: they print a message, and never an
    exception."""

    def call(self, name, *words, stdin=""):
        program = pathlib.Path(PROGRAM).resolve().parent / name
        done = subprocess.run([program, *words], input=stdin, capture_output=True, text=True)
        self.assertNotIn("terminate", done.stderr)
        self.assertGreaterEqual(done.returncode, 0, done.stderr)
        return done

    def test_the_same_board_twice(self):
        prompt = '2 [((0,14),"B"),((2,2),"W"),((3,3),"W"),((7,7),"B"),((8,7),"W")]\n'
        done = self.call("hilltop-gomocup", str(pathlib.Path(PROGRAM).parent / "hilltop-pbrain"), "x",
                         "1", stdin=prompt * 2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("hilltop-pbrain cannot be asked: the board has no new stone of its opponent",
                      done.stderr)

    def test_an_engine_is_told_nonsense(self):
        full = "".join(f"{x},{y},{1 + (x + y) % 2}\n" for x in range(15) for y in range(15))
        for lines, answer in (("SWAP2BOARD\n99,99\nx\nDONE\n", "ERROR that point is not free"),
                              ("SWAP2BOARD\n1,1\nDONE\n", "ERROR stones are 0, 3 or 5"),
                              (f"BOARD\n{full}DONE\n", "ERROR the board is full"),
                              ("TURN 20,20\n", "ERROR that point is not free"),
                              ("\nTURN\n", "UNKNOWN command")):
            with self.subTest(lines[:20]):
                done = self.call("hilltop-pbrain", stdin=lines + "END\n")
                self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, answer))

    def test_an_option_that_is_not_known(self):
        done = self.call("hilltop-pbrain", "--nosie")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no option '--nosie' (known: --no-swap2, ", done.stderr)


class Documentation(unittest.TestCase):
    def test_names_every_option_and_no_other(self):
        adapter = pathlib.Path(PROGRAM).resolve().parent / "hilltop-gomocup"
        told = subprocess.run([adapter, "--help"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        page = (HOME / "docs" / "gomocup.md").read_text("utf-8")
        self.assertEqual(set(re.findall(r"^  (--[\w-]+)", told, re.M)) - {"--help"},
                         set(re.findall(r"^\| `(--[\w-]+)", page, re.M)))


class Example(unittest.TestCase):
    def test_plays(self):
        table = ran("play", "gomoku", HOME / "examples" / "gomocup", "random", "--games", 2)
        self.assertRegex(table, r"Greedy \(Gomocup\) +2 +2 +0 +0 +0\n")


if __name__ == "__main__":
    unittest.main()
