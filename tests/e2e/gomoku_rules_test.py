"""Gomoku without Swap2: freestyle, standard and renju on both boards. Whole contests are replayed by a
referee that is written here from the rules and uses nothing of Hilltop."""

import re
import unittest

from program import bot_folder, contest_file, hilltop, ran, report, scratch

RULES = ("freestyle", "standard", "renju")
SIZES = (15, 20)
ALL = [(rules, size) for rules in RULES for size in SIZES]
CONTEST = """[contest]
game = "gomoku"
rules = "{rules}"
seed = 3
[switches]
size = {size}
move_nodes = 200
move_ms = 60000
start_ms = 60000
[format]
kind = "round-robin"
games = {games}
{bots}"""
HOUSE = "".join(f'[[bot]]\nhouse = "{name}"\n' for name in ("champion", "greedy", "random"))
PATIENT = "--move-ms 60000 --start-ms 60000"

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


class Referee:
    """A board, and the rules of rows as they are written down. A four and a three are sets of stones."""

    def __init__(self, rules, size):
        self.rules, self.size, self.board = rules, size, {}

    def free(self, point):
        return all(0 <= each < self.size for each in point) and point not in self.board

    def row(self, point, line):
        """Returns the stones of one colour side by side on a line through a stone."""
        stones, (dx, dy) = {point}, line
        for way in (1, -1):
            x, y = point[0] + way * dx, point[1] + way * dy
            while self.board.get((x, y)) == self.board[point]:
                stones.add((x, y))
                x, y = x + way * dx, y + way * dy
        return frozenset(stones)

    def rows(self, point):
        return [self.row(point, line) for line in LINES]

    def wins(self, point):
        lengths = [len(row) for row in self.rows(point)]
        exactly = self.rules == "standard" or self.rules == "renju" and self.board[point] == "B"
        return 5 in lengths if exactly else max(lengths) >= 5

    def with_black(self, point, asked):
        """Returns what `asked` finds with one more black stone."""
        self.board[point] = "B"
        found = asked()
        del self.board[point]
        return found

    def near(self, point, line, reach):
        for i in range(-reach, reach + 1):
            other = (point[0] + i * line[0], point[1] + i * line[1])
            if self.free(other):
                yield other

    def fours(self, point, line):
        """Returns the fours of black that hold a stone: four that one more makes exactly five."""
        rows = ((more, self.with_black(more, lambda: self.row(more, line)))
                for more in self.near(point, line, 4))
        return {row - {more} for more, row in rows if len(row) == 5 and point in row}

    def straight_four(self, row, line):
        ends = {(x + way * line[0], y + way * line[1]) for x, y in row for way in (1, -1)} - row
        return all(self.free(end) and self.with_black(end, lambda: len(self.row(end, line))) == 5
                   for end in ends)

    def threes(self, point, line):
        """Returns the threes of black that hold a stone: three that one more, which is no foul and
        makes no five, turns into a straight four."""
        found = set()
        for more in self.near(point, line, 3):
            def grown():
                row = self.row(more, line)
                return (row if len(row) == 4 and point in row and not self.wins(more)
                        and self.straight_four(row, line) else None)
            row = self.with_black(more, grown)
            if row and not self.foul(more):
                found.add(row - {more})
        return found

    def foul(self, point):
        """Returns what is wrong with a black stone on a free point; None if nothing is."""
        def found():
            lengths = [len(row) for row in self.rows(point)]
            if 5 in lengths:
                return None
            if max(lengths) > 5:
                return "a row of six or more"
            if sum(len(self.fours(point, line)) for line in LINES) > 1:
                return "two fours at once"
            if sum(len(self.threes(point, line)) for line in LINES) > 1:
                return "two threes at once"
            return None
        return self.with_black(point, found)


def games_of(test, contest, rules, size):
    """Plays a contest and returns its games as lists of (colour, point), each with its result."""
    folder = scratch(test)
    found = report("run", contest, "--store", folder / "store")
    test.assertEqual({row["faults"] for row in found["standings"]}, {0}, (rules, size))
    ran("report", "--store", folder / "store", "--games", folder / "all.sgf")
    games = []
    for game in re.split(r"\n(?=\(;)", (folder / "all.sgf").read_text().strip()):
        test.assertIn(f"SZ[{size}]", game)
        stones = re.findall(r"^;([BW])\[(\w)(\w)\]", game, re.M)
        games.append(([(colour, (ord(x) - ord("a"), ord(y) - ord("a"))) for colour, x, y in stones],
                      re.search(r"\]RE\[([^]]*)\]", game)[1]))
    test.assertEqual(len(games), sum(pair["games"] for pair in found["pairs"]))
    return games


class Contests(unittest.TestCase):
    def test_house_bots_play_what_the_referee_confirms(self):
        for rules, size in ALL:
            with self.subTest(rules=rules, size=size):
                contest = contest_file(scratch(self), CONTEST.format(
                    rules=rules, size=size, games=2, bots=HOUSE))
                for stones, result in games_of(self, contest, rules, size):
                    referee, won = Referee(rules, size), None
                    for number, (colour, point) in enumerate(stones):
                        self.assertIsNone(won, "the game was over")
                        self.assertEqual(colour, "BW"[number % 2])
                        self.assertTrue(referee.free(point), point)
                        if rules == "renju" and colour == "B":
                            self.assertIsNone(referee.foul(point), point)
                        referee.board[point] = colour
                        won = colour if referee.wins(point) else None
                    self.assertEqual(result, f"{won}+" if won else "0")

    def test_a_stored_contest_is_played_again_and_equal(self):
        folder = scratch(self)
        contest = contest_file(folder, CONTEST.format(rules="renju", size=15, games=2, bots=HOUSE))
        first = report("run", contest, "--jobs", 1)
        self.assertEqual(first["digest"], report("run", contest, "--jobs", 2)["digest"])
        ran("run", contest, "--store", folder / "store")
        self.assertIn(", 0 that differ\n", ran("verify", "--store", folder / "store"))

    def test_switches_that_do_not_fit_are_named_with_their_line(self):
        for rules, size, message in (
                ("koth", 20, "switch 'size' is 15 under koth; freestyle, standard and renju are"),
                ("standard", 17, "switch 'size' takes 15 or 20")):
            contest = contest_file(scratch(self), CONTEST.format(
                rules=rules, size=size, games=2, bots=HOUSE))
            done = hilltop("run", contest)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"contest\.toml:\d+: " + re.escape(message))
        done = hilltop("play", "gomoku", "greedy", "random", "--rules", "renju", "--set",
                       "first_to_move=black")
        self.assertEqual(done.returncode, 2)
        self.assertIn("under renju the colours take turns, black first", done.stderr)


# Lays the stones of two crossing threes, one after the other.
CROSS = """
import sys
points = iter(["(5,7)", "(6,7)", "(7,5)", "(7,6)", "(7,7)"])
for line in sys.stdin:
    if line.startswith("EXIT"):
        break
    print(next(points), flush=True)
"""
# Writes its arguments into a file, and lays on the first free point.
WITNESS = """
import re, sys
with open("told", "a") as told: print(*sys.argv[1:-2], file=told)
for line in sys.stdin:
    if line.startswith("EXIT"):
        break
    taken = set(re.findall(r"\\(\\d+,\\d+\\)", line))
    size = int(sys.argv[3])
    print(next(point for x in range(size) for y in range(size)
               if (point := f"({x},{y})") not in taken), flush=True)
"""


class Bots(unittest.TestCase):
    def test_a_forbidden_point_is_a_fault_that_says_why(self):
        bot = bot_folder(scratch(self), "cross", CROSS, interpreter="python3")
        typed = "".join(f"{x} 0\n" for x in (0, 2, 4, 6))
        for rules, why in (("renju", "illegal answer: .*renju forbids black two threes at once"),
                           ("standard", None)):
            told = hilltop("debug", bot, "--game", "gomoku", "--against", "human", "--rules", rules,
                           "--games", 1, stdin=typed).stdout
            if why:
                self.assertRegex(told, why)
            else:
                self.assertNotIn("illegal", told)

    def test_learn_rules_and_size_by_their_arguments(self):
        bot = bot_folder(scratch(self), "witness", WITNESS)
        (bot / "meta").write_text(
            "witness\npython3\nbot {rules} {first_to_move} {size} {move_ms} {other}\n0\n")
        (bot / "bot.toml").write_text('game = "gomoku"\n')
        expected = []
        for rules, first, size in (("koth", "black", 15), ("swap2", "balance", 15),
                                   ("renju", "balance", 15), ("freestyle", "balance", 20)):
            switches = ["--set", f"size={size}"] if size == 20 else []
            hilltop("play", "gomoku", bot, "random", "--rules", rules, *switches, "--games", 1)
            expected.append(f"{rules} {first} {size} 500 {{other}}")
        self.assertEqual((bot / "told").read_text().splitlines(), expected)

    def test_openings_lie_beyond_15_on_the_larger_board(self):
        file = scratch(self) / "book.txt"
        file.write_text("9,9, -10,-10, 0,0\n")
        log = ran("play", "gomoku", "greedy", "random", "--rules", "standard", "--set", "size=20",
                  "--openings", file, "--log")
        begins = re.search(r"Gomoku, standard on 20 x 20: .* from (.*); white moves first", log)[1]
        self.assertRegex(begins, r"\((0|19),(0|19)\)")
        done = hilltop("play", "gomoku", "greedy", "random", "--rules", "standard", "--openings", file)
        self.assertIn("book.txt:1:1: the stone is off the board", done.stderr)


class Engines(unittest.TestCase):
    """Engines of Gomocup, by line 3 of their meta file alone."""

    def test_play_every_rule_set_and_board(self):
        for rules, size in [("koth", 15), ("swap2", 15), *ALL]:
            with self.subTest(rules=rules, size=size):
                folder = scratch(self)
                text = CONTEST.format(rules=rules, size=size, games=2, bots='[[bot]]\nhouse = "greedy"\n')
                if rules in ("koth", "swap2"):
                    text = text.replace("size = 15\n", "")
                contest = contest_file(folder, text)
                for name, program in (("greedy-engine", "hilltop-pbrain"),
                                      ("house-engine", "pbrain-hilltop")):
                    bot = bot_folder(folder / "bots", name, f"tee -a heard | {program}\n")
                    (bot / "meta").write_text(
                        f"{name}\nhilltop-gomocup\n--rules {{rules}} --first-to-move "
                        f"{{first_to_move}} --size {{size}} {PATIENT} --max-node 200 ./bot\n0\n")
                    (bot / "bot").write_text(f"#!/bin/sh\ntee -a heard | {program}\n")
                    (bot / "bot").chmod(0o755)
                done = report("run", contest, "--bots", folder / "bots")
                self.assertEqual({row["faults"] for row in done["standings"]}, {0}, done)
                for name in ("greedy-engine", "house-engine"):
                    heard = (folder / "bots" / name / "heard").read_text().replace("\r", "")
                    self.assertIn(f"START {size}\n", heard)
                    rule = {"standard": 1, "renju": 4}.get(rules, 0)
                    self.assertEqual(set(re.findall(r"^INFO rule (\d+)$", heard, re.M)), {str(rule)})
                    self.assertEqual("BEGIN\n" in heard, rules in RULES)
                    self.assertEqual("SWAP2BOARD\n" in heard, rules == "swap2")


if __name__ == "__main__":
    unittest.main()
