"""Luck in contests: `show --luck`, `report --luck` and `tune --luck`."""

import csv
import io
import itertools
import json
import math
import os
import sqlite3
import unittest

from built import HOME
from program import bot_folder, contest_file, hilltop, house_bots, ran, report, scratch, threshold_bot

CONTEST = """[contest]
name = "Lucky"
game = "{game}"
[format]
kind = "{kind}"
games = {games}
deals = "{deals}"
"""
FEW_CARDS = "[switches]\nmove_ms = 60000\nside_cards = 2\n"  # Pazaak's game is then solved at once


class WithContests(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def run_contest(self, game, bots, kind="round-robin", games=40, deals="fresh", more=""):
        file = contest_file(self.folder,
                            CONTEST.format(game=game, kind=kind, games=games, deals=deals) + more + bots)
        return json.loads(ran("run", file, "--store", self.store, "--sandbox", "off", "--format", "json"))

    def shown(self, *more):
        return report("show", "--store", self.store, *more)


class LuckOfContests(WithContests):
    def check_rows(self, shown, worths):
        """Each bot has a row for each worth, in the order of the ranking."""
        bots = [row["bot"] for row in shown["standings"]]
        self.assertEqual([(row["worth"], row["of"]) for row in shown["luck"]],
                         [(worth, bot) for worth in worths for bot in bots])
        for row in shown["luck"]:
            self.assertGreaterEqual(row["factor"] or 1, 1)
            self.assertLessEqual(row["adjusted_high"] - row["adjusted_low"], row["high"] - row["low"] + 1e-6)

    def test_results_are_those_of_the_ranking(self):
        run = self.run_contest("pazaak", house_bots("austin", "bastila", "bold", "kid"), more=FEW_CARDS)
        shown = self.shown("--luck")
        self.check_rows(shown, ["win"])
        self.assertEqual(shown["luck_missing"], [])
        for row, bot in zip(shown["luck"], run["standings"]):
            self.assertEqual((row["trials"], row["factor_with_mirroring"]), (bot["games"], None))
            self.assertAlmostEqual(100 * row["mean"], bot["score_percent"], 4)
            self.assertGreater(row["factor"], 1)
        for key in ("luck", "luck_missing"):
            del shown[key]
        self.assertEqual(shown, self.shown())

    def test_every_form_has_it(self):
        self.run_contest("pig", house_bots("hold-20", "pace", "timid"))
        luck = self.shown("--luck")["luck"]
        text = ran("show", "--store", self.store, "--luck")
        self.assertIn("luck-adjusted", text)
        self.assertIn("luck-adjusted", ran("show", "--store", self.store, "--luck", "--format", "md"))
        table = ran("show", "--store", self.store, "--luck", "--format", "csv")
        self.assertEqual([row["of"] for row in csv.DictReader(io.StringIO(table))], [row["of"] for row in luck])
        ran("report", "--store", self.store, "--luck", "--csv", self.folder / "tables", "--html",
            self.folder / "page", "--json", self.folder / "all.json")
        self.assertEqual((self.folder / "tables/luck.csv").read_text(), table)
        self.assertEqual(json.loads((self.folder / "all.json").read_text())["luck"], luck)
        self.assertIn('"luck_missing":[]', (self.folder / "page/index.html").read_text())

    def test_with_mirrored_deals_a_trial_is_a_deal(self):
        self.run_contest("pazaak", house_bots("nestor", "kid"), games=100, deals="mirrored", more=FEW_CARDS)
        shown = self.shown("--luck")
        self.check_rows(shown, ["win"])
        for row in shown["luck"]:
            self.assertEqual(row["trials"], 50)
            self.assertGreater(row["factor_with_mirroring"], 1)
        self.assertAlmostEqual(sum(row["adjusted_mean"] for row in shown["luck"]), 1, 5)

    def test_many_seats(self):
        self.run_contest("yahtzee", house_bots("greedy", "optimal", "dummy"), kind="everyone", games=40)
        shown = self.shown("--luck")
        self.check_rows(shown, ["win", "score"])
        self.assertAlmostEqual(sum(row["mean"] for row in shown["luck"][:3]), 1, 5)
        points = {row["bot"]: row["mean"] for row in shown["standings"]}
        for row in shown["luck"][3:]:
            self.assertAlmostEqual(row["mean"], points[row["of"]], 4)

    def test_bots_in_folders_are_known_by_their_records(self):
        folder = bot_folder(self.folder, "likebold", threshold_bot(20), interpreter="python3")
        self.run_contest("pazaak", house_bots("bold", "kid") + f'[[bot]]\nfolder = "{folder.name}"\n',
                         more=FEW_CARDS)
        shown = self.shown("--luck")
        self.check_rows(shown, ["win"])
        self.assertEqual(shown["luck_missing"], [])
        with sqlite3.connect(self.store) as store:
            store.execute("DELETE FROM game_record")
        without = self.shown("--luck")
        self.assertEqual({row["of"]: row["trials"] for row in without["luck"]}, {"bold": 40, "kid": 40})
        self.assertEqual({row["bot"]: (row["games"], row["known"]) for row in without["luck_missing"]},
                         {"likebold": (80, 0), "bold": (80, 40), "kid": (80, 40)})
        text = ran("show", "--store", self.store, "--luck")
        self.assertIn("the luck of likebold is not known: its games have no records", text)
        self.assertIn("the luck of kid is that of 40 of its 80 games", text)

    def test_mistakes(self):
        self.run_contest("tictactoe", house_bots("perfect", "random"), games=4)
        done = hilltop("show", "--store", self.store, "--luck")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no luck that can be told: leave --luck out", done.stderr)
        for wrong, said in [(("show", "--luck", "--list"), "leave --list and --since out"),
                            (("report", "--luck", "--grades", "-"), "--luck needs --html DIR, --csv DIR or --json")]:
            done = hilltop(*wrong, "--store", self.store)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


@unittest.skipUnless(os.environ.get("HILLTOP_LUCK") == "all", "HILLTOP_LUCK=all runs it")
class EveryPairing(WithContests):
    """The adjusted figure of any two house bots is never less precise than the plain one, and has the same mean."""

    def check_every_pairing(self, game, games):
        rows = [line.split() for line in ran("list", "bots").splitlines()]
        bots = [row[1] for row in rows if row[:1] == [game]]
        for pair in itertools.combinations(bots, 2):
            with self.subTest(pair=pair):
                self.store.unlink(missing_ok=True)
                self.run_contest(game, house_bots(*pair), games=games, deals="mirrored")
                for row in self.shown("--luck")["luck"]:
                    error = (row["high"] - row["low"]) / 2 / 1.96
                    self.assertGreaterEqual(row["factor"] or math.inf, 1)
                    self.assertLessEqual(abs(row["adjusted_mean"] - row["mean"]), 5 * error + 1e-9)
                    print(game, *pair, row["of"], row["worth"], row["factor"], row["factor_with_mirroring"])

    def test_of_pazaak(self):
        self.check_every_pairing("pazaak", 4000)

    def test_of_pig(self):
        self.check_every_pairing("pig", 4000)

    def test_of_yahtzee(self):
        self.check_every_pairing("yahtzee", 4000)


class TuneByAdjustedScores(unittest.TestCase):
    def test_luck_changes_the_path_and_workers_do_not(self):
        text = (HOME / "examples/tune/pace.toml").read_text()
        text = text.replace("iterations = 4000", "iterations = 40").replace("games = 200", "games = 20")
        file = scratch(self) / "pace.toml"
        file.write_text(text)
        plain, one = report("tune", file), report("tune", file, "--luck", "--jobs", 1)
        self.assertEqual(one, report("tune", file, "--luck", "--jobs", 6))
        self.assertEqual((plain["luck"], one["luck"]), (False, True))
        self.assertEqual(plain["path"][0], one["path"][0])
        self.assertNotEqual(plain["path"], one["path"])

    def test_a_game_without_luck(self):
        file = scratch(self) / "nodes.toml"
        file.write_text('[contest]\ngame = "gomoku"\n[tune]\nbot = "champion"\n[parameters.nodes]\n')
        done = hilltop("tune", file, "--luck")
        self.assertEqual(done.returncode, 2)
        self.assertIn("Gomoku has no luck that can be told: leave --luck out", done.stderr)


if __name__ == "__main__":
    unittest.main()
