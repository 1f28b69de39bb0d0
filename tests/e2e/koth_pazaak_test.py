"""The contest of Simple Pazaak: its published numbers, the shape of its JSON, and that anyone can
reproduce it."""

import json
import unittest

from program import HOME, SANITIZED, report

GAMES = 10_000 if SANITIZED else 100_000

# Games won by the first named, of 100,000, replayed under the rules.
BOTS = ["bold", "cautious", "bastila", "kid", "austin", "nestor"]
BOARD = {
    "bold": [39_270, 19_040, 7_150, 11_920, 11_090],
    "cautious": [17_290, 8_190, 11_480, 11_180],
    "bastila": [19_930, 23_070, 23_020],
    "kid": [52_640, 51_910],
    "austin": [49_540],
}

KEYS = ["schema", "contest", "game", "rules", "seed", "commitment", "digest",
        "standings", "pairs"]
# All columns of rankings but those of a unit that does not add up.
STANDING = [key for key in json.loads((HOME / "docs/schema/ranking.json").read_text("utf-8"))
            ["$defs"]["standing"]["properties"] if key not in ("mean", "best")]
PAIR = ["a", "b", "games", "a_won", "b_won", "tied", "a_hands", "b_hands"]


class Board(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = report("run", "koth-pazaak", "--seed", 1, "--games", GAMES)

    def test_every_cell_is_within_four_standard_deviations(self):
        won = {}
        for pair in self.report["pairs"]:
            won[pair["a"], pair["b"]] = pair["a_won"]
            won[pair["b"], pair["a"]] = pair["b_won"]
        for bot, cells in BOARD.items():
            for other, cell in zip(BOTS[BOTS.index(bot) + 1 :], cells):
                share = cell / 100_000
                deviation = (share * (1 - share) * GAMES) ** 0.5
                with self.subTest(pair=f"{bot} v {other}"):
                    self.assertLessEqual(abs(won[bot, other] - share * GAMES), 4 * deviation)

    def test_the_ranking_is_that_of_the_board(self):
        ranking = [row["bot"] for row in self.report["standings"]]
        self.assertEqual(ranking, ["kid", "nestor", "austin", "bastila", "cautious", "bold"])

    def test_keys_stand_as_documented(self):
        self.assertEqual(list(self.report)[: len(KEYS)], KEYS)
        for row in self.report["standings"]:
            self.assertEqual(list(row), STANDING)
        for pair in self.report["pairs"]:
            self.assertEqual(list(pair), PAIR)

    def test_counts_are_whole_numbers_and_the_seed_is_a_text(self):
        self.assertEqual(self.report["seed"], "1")
        self.assertEqual(self.report["contest"], "koth-pazaak")
        self.assertEqual((self.report["game"], self.report["rules"]), ("pazaak", "koth"))
        self.assertRegex(self.report["digest"], "^[0-9a-f]{64}$")
        for row in self.report["standings"] + self.report["pairs"]:
            for key, value in row.items():
                self.assertIs(type(value), str if key in ("bot", "a", "b") else
                              float if key == "score_percent" else int, key)

    def test_the_standings_are_the_sums_of_the_pairs(self):
        for pair in self.report["pairs"]:
            self.assertEqual(pair["games"], GAMES)
            self.assertEqual(pair["a_won"] + pair["b_won"] + pair["tied"], GAMES)
        for place, row in enumerate(self.report["standings"], start=1):
            pairs = self.report["pairs"]
            sides = [(pair, side) for pair in pairs for side in "ab" if pair[side] == row["bot"]]
            self.assertEqual(len(sides), 5)
            self.assertEqual(row["rank"], place)
            self.assertEqual(row["won"], sum(pair[side + "_won"] for pair, side in sides))
            self.assertEqual(row["hands"], sum(pair[side + "_hands"] for pair, side in sides))
            self.assertEqual(row["points"], row["won"])
            self.assertEqual(row["games"], 5 * GAMES)
            self.assertEqual(row["won"] + row["tied"] + row["lost"], row["games"])
            self.assertEqual(row["faults"], 0)


class Reproduced(unittest.TestCase):
    def test_workers_change_nothing_and_another_seed_does(self):
        def play(seed, jobs):
            games = ("--games", GAMES // 10)
            return report("run", "koth-pazaak", "--seed", seed, "--jobs", jobs, *games)

        alone = play(5, 1)
        self.assertEqual(alone, play(5, 2))
        self.assertNotEqual(alone["digest"], play(6, 2)["digest"])

    def test_the_greatest_seed_keeps_its_digits(self):
        seed = str(2**64 - 1)
        self.assertEqual(report("run", "koth-pazaak", "--seed", seed, "--games", 1)["seed"], seed)


if __name__ == "__main__":
    unittest.main()
