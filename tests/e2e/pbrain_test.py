"""pbrain-hilltop, the house's engine for Gomocup's managers: in contests by the house's own adapter,
and in whole games that this file referees, on both boards and by each rule."""

import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest

from program import GOMOKU, HOME, PROGRAM, contest_file, hilltop, scratch

PBRAIN = pathlib.Path(PROGRAM).resolve().parent / "pbrain-hilltop"
CONTEST = GOMOKU + """[[bot]]
folder = "{bot}"
[[bot]]
house = "greedy"
[[bot]]
house = "random"
"""
NODES = ("INFO timeout_turn 60000", "INFO max_node 1000")
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# Games of each rule and board in which both sides are engines.
GAMES = int(os.environ.get("HILLTOP_PBRAIN_GAMES", "1"))
# Games by the clock on a busy machine, and what each side has for a move and for a game.
CLOCK_GAMES = int(os.environ.get("HILLTOP_CLOCK_GAMES", "0"))
TURN_MS, MATCH_MS = 1_000, int(os.environ.get("HILLTOP_CLOCK_MATCH_MS", "60000"))
BUSY = 4  # processes that only compute, beside the engines


class Referee:
    """A board with the rows of rule 0, 1 or 4. Under rule 4 it knows the overlines of Black."""

    def __init__(self, size, rule):
        self.size, self.rule, self.stones = size, rule, {}

    def lay(self, point, colour):
        """Returns whether the stone wins; an illegal one is an error."""
        x, y = point
        assert 0 <= x < self.size and 0 <= y < self.size, point
        assert point not in self.stones, point
        self.stones[point] = colour
        rows = [1 + self.run(point, dx, dy) + self.run(point, -dx, -dy) for dx, dy in DIRECTIONS]
        exactly = self.rule == 1 or self.rule == 4 and colour == "black"
        won = any(row == 5 if exactly else row >= 5 for row in rows)
        assert won or self.rule != 4 or colour != "black" or max(rows) <= 5, ("overline", point)
        return won

    def run(self, point, dx, dy):
        colour, length = self.stones[point], 0
        while self.stones.get((point[0] + (length + 1) * dx, point[1] + (length + 1) * dy)) == colour:
            length += 1
        return length


class Engine:
    """A process of pbrain-hilltop."""

    def __init__(self, test, *lines):
        self.process = subprocess.Popen([PBRAIN], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        test.addCleanup(self.end)
        self.messages = []
        for line in lines:
            self.say(line)

    def say(self, line):
        self.process.stdin.write(line + "\r\n")
        self.process.stdin.flush()

    def hear(self):
        while (line := self.process.stdout.readline().strip()).startswith("MESSAGE"):
            self.messages.append(line)
        return line

    def move(self, line):
        self.say(line)
        answer = self.hear()
        assert re.fullmatch(r"\d+,\d+", answer), (line, answer)
        return tuple(map(int, answer.split(",")))

    def end(self):
        if self.process.poll() is None:
            self.say("END")
        self.process.communicate(timeout=60)


def play(test, size, rule, opening, *infos, clocks=None):
    """Plays a game of two engines from an opening of an even number of stones; returns its stones.
    Asks `clocks`, if there are any, for what is left of an engine's time, and tells them each move."""
    referee = Referee(size, rule)
    engines = {}
    for colour in ("black", "white"):
        engines[colour] = Engine(test, f"START {size}", f"INFO rule {rule}", *infos)
        test.assertEqual(engines[colour].hear(), "OK")
    for i, point in enumerate(opening):
        assert not referee.lay(point, ("black", "white")[i % 2])
    for colour in ("black", "white"):
        engines[colour].told = list(opening)
    turn, last = "black", None
    while len(referee.stones) < size * size:
        engine = engines[turn]
        if clocks:
            engine.say(f"INFO time_left {clocks.begin(turn)}")
        if engine.told is not None:
            stones = engine.told + ([last] if last else [])
            fields = [1 if ("black", "white")[i % 2] == turn else 2 for i in range(len(stones))]
            for line in ["BOARD"] + [f"{x},{y},{field}" for (x, y), field in zip(stones, fields)]:
                engine.say(line)
            point, engine.told = engine.move("DONE"), None
        else:
            point = engine.move(f"TURN {last[0]},{last[1]}")
        if clocks:
            clocks.end(turn)
        if referee.lay(point, turn):
            break
        turn, last = "white" if turn == "black" else "black", point
    return referee.stones, engines


class Clocks:
    """What a manager with a clock measures of both sides."""

    def __init__(self):
        self.used = {"black": 0.0, "white": 0.0}
        self.slowest, self.begun = 0.0, None

    def begin(self, colour):
        self.begun = time.monotonic()
        return math.floor(MATCH_MS - self.used[colour])

    def end(self, colour):
        ms = 1000 * (time.monotonic() - self.begun)
        self.used[colour] += ms
        self.slowest = max(self.slowest, ms)


class Games(unittest.TestCase):
    def test_whole_games_by_each_rule_on_both_boards(self):
        for size in (15, 20):
            for rule in (0, 1, 4):
                for game in range(GAMES):
                    with self.subTest(size=size, rule=rule, game=game):
                        opening = [(7, 7), (8, 7 + game % 3), (6, 8), (9, 9 - game // 3 % 3)]
                        stones, engines = play(self, size, rule, opening, *NODES)
                        self.assertGreater(len(stones), 12)
                        for engine in engines.values():
                            self.assertRegex(engine.messages[-1],
                                             r"^MESSAGE depth \d+ eval \S+ nodes \d+$")

    def test_a_game_by_the_clock(self):
        """Each move has 50 ms; what is late on a busy machine is not looked at here."""
        engine = Engine(self, "START 15", "INFO timeout_turn 50", "INFO timeout_match 100000",
                        "INFO time_left 100000")
        self.assertEqual(engine.hear(), "OK")
        referee = Referee(15, 0)
        referee.lay(engine.move("BEGIN"), "black")
        for y in range(3):
            point = next((x, y) for x in range(15) if (x, y) not in referee.stones)
            referee.lay(point, "white")
            self.assertFalse(referee.lay(engine.move(f"TURN {point[0]},{point[1]}"), "black"))

    @unittest.skipUnless(CLOCK_GAMES, "takes up to two minutes a game: HILLTOP_CLOCK_GAMES")
    def test_no_move_and_no_game_is_late_on_a_busy_machine(self):
        for _ in range(BUSY):
            busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            self.addCleanup(busy.wait)
            self.addCleanup(busy.kill)
        slowest, longest = 0.0, 0.0
        for game in range(CLOCK_GAMES):
            opening = [(7, 7), (6 + game % 3, 8), (5 + game // 3 % 5, 5), (9, 9 + game // 15 % 5)]
            clocks = Clocks()
            stones, _ = play(self, 15, 0, opening, f"INFO timeout_turn {TURN_MS}",
                             f"INFO timeout_match {MATCH_MS}", clocks=clocks)
            slowest, longest = max(slowest, clocks.slowest), max(longest, *clocks.used.values())
            with self.subTest(game=game, stones=len(stones)):
                self.assertLessEqual(clocks.slowest, TURN_MS)
                self.assertLessEqual(max(clocks.used.values()), MATCH_MS)
        print(f"slowest move {slowest:.0f} ms, longest game of a side {longest:.0f} ms")

    def test_the_same_nodes_give_the_same_game(self):
        opening = [(7, 7), (8, 8), (6, 8), (9, 9)]
        first, _ = play(self, 15, 0, opening, *NODES)
        second, _ = play(self, 15, 0, opening, *NODES)
        self.assertEqual(list(first), list(second))


class Contests(unittest.TestCase):
    def bot(self, rules):
        folder = scratch(self) / "Hilltop"
        folder.mkdir()
        first = {"koth": "black", "swap2": "balance"}[rules]
        (folder / "meta").write_text(
            "Hilltop\nhilltop-gomocup\n"
            f"--move-ms 60000 --start-ms 60000 --max-node 2000 --first-to-move {first} {PBRAIN}\n0\n")
        return folder

    def test_it_plays_by_the_adapter_without_a_fault_and_wins(self):
        for rules in ("koth", "swap2"):
            with self.subTest(rules):
                contest = contest_file(scratch(self), CONTEST.format(
                    rules=rules, games=4, bot=self.bot(rules)))
                done = hilltop("run", contest, "--seed", 3, "--format", "json")
                self.assertEqual(done.returncode, 0, done.stderr)
                rows = {row["bot"]: row for row in json.loads(done.stdout)["standings"]}
                self.assertEqual({row["faults"] for row in rows.values()}, {0}, rows)
                self.assertGreaterEqual(rows["Hilltop"]["won"], 6, rows)

    def test_its_search_is_kept_with_the_moves(self):
        folder = scratch(self)
        contest = contest_file(folder, CONTEST.format(rules="koth", games=2, bot=self.bot("koth")))
        self.assertEqual(hilltop("run", contest, "--store", folder / "store").returncode, 0)
        game = json.loads(hilltop("replay", "random,Hilltop:1", "--store", folder / "store",
                                  "--format", "json").stdout)
        kept = [step for step in game["steps"] if {"eval", "depth", "nodes"} <= step.keys()]
        self.assertGreater(len(kept), 1, game)


class Usage(unittest.TestCase):
    def call(self, *words):
        return subprocess.run([PBRAIN, *words], input="", capture_output=True, text=True)

    def test_help_and_mistakes(self):
        told = self.call("--help")
        self.assertEqual((told.returncode, told.stderr), (0, ""))
        number = "--nodes takes a number from 0 to 1000000000000"
        for words, why in ((["--nodse", "3"], "there is no option '--nodse'"), (["--nodes"], number),
                           (["--nodes", "-1"], number), (["--nodes", "1000000000001"], number),
                           (["--seed", "x"], "--seed takes a number from 0 to 18446744073709551615")):
            done = self.call(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertTrue(done.stderr.startswith(f"pbrain-hilltop: {why}\n\nusage: pbrain-hilltop"), done.stderr)
        page = (HOME / "docs" / "gomocup.md").read_text("utf-8")
        manual = (HOME / "src/apps/gomocup/pbrain-hilltop.1").read_text("utf-8")
        options = re.findall(r"^  (--[\w-]+)", told.stdout, re.M)
        self.assertEqual(options, ["--nodes", "--seed", "--help"])
        for option in options:
            self.assertIn(f"`{option}", page)
            self.assertIn(option.replace("-", "\\-"), manual)

    def test_no_reader_of_the_manual_page_complains(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff here")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-c", "-rLL=80n",
                               HOME / "src/apps/gomocup/pbrain-hilltop.1"], capture_output=True,
                              text=True, check=True)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
