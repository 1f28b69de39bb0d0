"""hilltop solve gomoku: wins with proofs, which this file replays by the rules alone, with nothing of
Hilltop; and positions in which nothing is proved."""

import json
import unittest

from program import HOME, hilltop, ran, report, scratch

SUITE = HOME / "src/games/gomoku/solver/suite.txt"
THREE = "f6a1g6c10h6m4"  # Black makes a straight four


def stones(text):
    """Returns the stones of "h8i9": black, white."""
    points, rest = [], text
    while rest:
        letter, rest = ord(rest[0]) - ord("a"), rest[1:]
        digits = len(rest) - len(rest.lstrip("0123456789"))
        points.append((letter, int(rest[:digits]) - 1))
        rest = rest[digits:]
    return points[0::2], points[1::2]


class Checker:
    """Replays a proof under freestyle: five or more in a row win."""

    def __init__(self, lines):
        head, *nodes = map(json.loads, lines)
        assert head["schema"] == "hilltop/gomoku-proof/1" and head["rows"] == "freestyle", head
        size = head["size"]
        self.bit = {(x, y): 1 << (x * size + y) for x in range(size) for y in range(size)}
        self.windows = []
        for (x, y) in self.bit:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                row = [(x + i * dx, y + i * dy) for i in range(5)]
                if all(point in self.bit for point in row):
                    self.windows.append(sum(self.bit[point] for point in row))
        own, other = ("black", "white") if head["attacker"] == "B" else ("white", "black")
        self.attacker = sum(self.bit[tuple(point)] for point in head[own])
        self.defender = sum(self.bit[tuple(point)] for point in head[other])
        self.nodes = {node["node"]: node for node in nodes}

    def fives(self, mine, theirs):
        """Returns the points that make five, as bits."""
        found = 0
        for window in self.windows:
            left = window & ~mine
            if not window & theirs and left & (left - 1) == 0:
                found |= left
        return found

    def plies(self, number, attacker, defender):
        """Returns the longest way to the five from a node on; an error if the defender escapes."""
        node = self.nodes[number]
        stone = self.bit[tuple(node["stone"])]
        assert not stone & (attacker | defender), node
        if stone & self.fives(attacker, defender):
            return 1
        attacker |= stone
        assert not self.fives(defender, attacker), (node, "the defender can make five")
        replies = {self.bit[(x, y)]: following for x, y, following in node["replies"]}
        fives = self.fives(attacker, defender)
        if fives & (fives - 1):
            return 3
        if fives:
            return 2 + self.after(number, replies[fives], attacker, defender | fives)
        longest = 0
        for reply in self.bit.values():
            if not reply & (attacker | defender):
                following = replies.get(reply, node["threat"])
                assert following is not None, (node, "nothing answers", reply)
                longest = max(longest, self.after(number, following, attacker, defender | reply))
        return 2 + longest

    def after(self, number, following, attacker, defender):
        assert following > number, "a proof has no circles"
        return self.plies(following, attacker, defender)


class Wins(unittest.TestCase):
    def test_have_proofs_that_hold_by_the_rules_alone(self):
        wanted = {3: 1, 5: 2, 7: 2, 9: 2, 11: 1}
        for line in SUITE.read_text().splitlines():
            rows, size, plies, position = line.split()
            if rows != "freestyle" or not wanted.get(int(plies)):
                continue
            wanted[int(plies)] -= 1
            with self.subTest(line):
                file = scratch(self) / "win.jsonl"
                found = report("solve", "gomoku", "--position", position, "--size", size,
                               "--proof", file)
                self.assertEqual((found["proved"], found["plies"], found["score"]),
                                 ("yes", int(plies), f"+M{plies}"))
                checker = Checker(file.read_text().splitlines())
                self.assertEqual(checker.plies(0, checker.attacker, checker.defender), int(plies))
                self.assertEqual(found["proof_nodes"], len(checker.nodes))
                line = [tuple(map(int, point.split(","))) for point in found["line"].split()]
                self.assertEqual(len(line), int(plies))
                black, white = stones(position)
                mine = black if found["to_move"] == "black" else white
                both = {point: checker.bit[point] for point in line}
                self.assertEqual(len(both), len(line))
                self.assertTrue(checker.fives(
                    sum(checker.bit[point] for point in mine + line[0:-1:2]),
                    checker.defender | sum(checker.bit[point] for point in line[1::2]))
                    & both[line[-1]])

    def test_a_proof_that_was_changed_does_not_hold(self):
        file = scratch(self) / "win.jsonl"
        report("solve", "gomoku", "--position", THREE, "--proof", file)
        lines = file.read_text().splitlines()
        self.assertEqual(Checker(lines).plies(0, Checker(lines).attacker, Checker(lines).defender), 3)
        broken = Checker(lines[:1] + [lines[1].replace('"stone":[', '"stone":[1')])
        with self.assertRaises((AssertionError, KeyError)):
            broken.plies(0, broken.attacker, broken.defender)

    def test_by_each_rule_and_on_each_board(self):
        # Five and six in a row: the gap wins under freestyle only.
        gap = "a1a15c1c15b1d15e1f15f1g14k12m10"
        for rules, proved in (("koth", "yes"), ("swap2", "yes"), ("freestyle", "yes"),
                              ("standard", "no"), ("renju", "no")):
            found = report("solve", "gomoku", "--rules", rules, "--position", gap, "--nodes", 1000)
            self.assertEqual((found["proved"], found.get("plies")),
                             (proved, 1 if proved == "yes" else None), rules)
        found = report("solve", "gomoku", "--size", 20, "--position", "r20a1s20c10t20m4q20m8")
        self.assertEqual((found["proved"], found["plies"]), ("yes", 1))

    def test_the_same_position_in_every_form_and_with_either_to_move(self):
        forms = [THREE, "5,5 0,0 6,5 2,9 7,5 12,3",
                 '[((0,0),"W"),((2,9),"W"),((5,5),"B"),((6,5),"B"),((7,5),"B"),((12,3),"W")]']
        self.assertEqual(len({ran("solve", "gomoku", "--position", form) for form in forms}), 1)
        found = report("solve", "gomoku", "--position", THREE, "--to-move", "white", "--nodes", 2000)
        self.assertEqual((found["to_move"], found["proved"]), ("white", "no"))


class Others(unittest.TestCase):
    def test_what_is_not_proved_has_the_engines_opinion(self):
        text = ran("solve", "gomoku", "--position", "h8i9", "--nodes", 3000)
        self.assertRegex(text, r"(?m)^proved +no$")
        found = report("solve", "gomoku", "--position", "h8i9", "--nodes", 3000)
        self.assertLessEqual({"score", "line", "depth", "engine_nodes", "search"}, found.keys())
        again = report("solve", "gomoku", "--position", "h8i9", "--nodes", 3000, "--jobs", 1)
        self.assertEqual(found, again)

    def test_mistakes_are_named(self):
        for words, message in (
                ([], "name a position, as in --position h8i9h9"),
                (["--position", "h8h8"], "there are two stones on 7,7"),
                (["--position", "t20"], "19,19 is not on a board of 15 x 15"),
                (["--position", "?"], "'?' is not a position"),
                (["--position", "a1b1a2b2a3b3a4b4a5"], "the game is over: there is a row of five"),
                (["--position", '[((7,8),"B"),((7,7),"B")]'], "the stones do not tell who is to move"),
                (["--position", "h8", "--to-move", "red"], "--to-move is black or white, not 'red'"),
                (["--position", "h8", "--size", "17"], "--size is 15 or 20, not 17"),
                (["--position", "h8", "--nodes", "0"], "--nodes takes a number from 1 to"),
                (["--position", "h8", "--memory", "5000"], "--memory takes a number from 1 to 4096"),
                (["--position", "h8", "--rules", "caro"], "unknown rule set 'caro' of gomoku"),
                (["--position", "h8", "--rules", "renju", "--set", "first_to_move=black"],
                 "switch 'first_to_move' is for the rules koth and swap2"),
                (["--position", THREE, "--proof", "/nowhere/win.jsonl"],
                 "cannot write '/nowhere/win.jsonl'")):
            with self.subTest(words):
                done = hilltop("solve", "gomoku", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
