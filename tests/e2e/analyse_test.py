"""`hilltop analyse`: what decisions gave up, and what was luck."""

import csv
import io
import json
import unittest

from program import bot_folder, contest_file, hilltop, house_bots, ran, scratch, threshold_bot

CONTEST = """[contest]
name = "{game}"
game = "{game}"
[format]
kind = "{kind}"
games = {games}
"""
FEW_CARDS = "[switches]\nmove_ms = 60000\nside_cards = 2\n"  # Pazaak's game is then solved at once


class Analyse(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def run_contest(self, game, *bots, kind="round-robin", games=40, more=""):
        file = contest_file(self.folder,
                            CONTEST.format(game=game, kind=kind, games=games) +
                            FEW_CARDS * (game == "pazaak") + house_bots(*bots) + more)
        done = hilltop("run", file, "--store", self.store)
        self.assertEqual(done.returncode, 0, done.stderr)

    def told(self, what, *more):
        return json.loads(ran("analyse", what, "--store", self.store, "--format", "json", *more))

    def test_a_game_is_its_beginning_its_luck_and_its_losses(self):
        self.run_contest("yahtzee", "greedy", "optimal", games=4)
        told = self.told("greedy-optimal:3")
        replayed = json.loads(ran("replay", "greedy-optimal:3", "--store", self.store, "--format", "json"))
        names = [seat["bot"] for seat in replayed["seats"]]
        points = {seat["bot"]: seat["points"] for seat in replayed["seats"]}
        one, other = names
        for worth in ("win", "score"):
            luck, lost = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
            for step in told["steps"]:
                if step["fell"] is None:
                    lost[step["player"]] += step["lost"][worth]
                else:
                    for name, of_seat in zip(names, step["luck"][worth]):
                        luck[name] += of_seat
            if worth == "win":  # what one gains the other loses
                self.assertAlmostEqual(luck[one], -luck[other], 3)
        # By points each plays alone, so that the sum is that of its own game.
        for name in names:
            self.assertAlmostEqual(254.587729 + luck[name] - lost[name], points[name], 3)
        self.assertAlmostEqual(lost["optimal"], 0, 3)
        last = [step for step in told["steps"] if step["win"]][-1]
        self.assertEqual([round(chance, 5) for chance in last["win"]],
                         [float(points[name] == max(points.values())) for name in names])
        for step in told["steps"]:
            if step["best"] is not None:
                self.assertGreater(max(step["lost"].values()), 0)

    def test_kinds_and_expensive_decisions_of_a_pairing(self):
        self.run_contest("pazaak", "kid", "bold")
        told = self.told("bold-kid", "--worst", 2)
        self.assertEqual((told["games"], told["contest"]), (40, "contest"))
        self.assertEqual({row["player"] for row in told["players"]}, {"bold", "kid"})
        for player in told["players"]:
            self.assertTrue(player["lost_per_decision_low"] < player["lost_per_decision"] <
                            player["lost_per_decision_high"])
            kinds = [row for row in told["kinds"] if row["player"] == player["player"]]
            self.assertEqual(sum(row["decisions"] for row in kinds), player["decisions"])
            self.assertAlmostEqual(sum(row["lost_win"] for row in kinds), player["lost_win"], 4)
            lost = [row["lost_win"] for row in kinds]
            self.assertEqual(lost, sorted(lost, reverse=True))
        self.assertEqual(len(told["costly"]), 2)
        for costly in told["costly"]:
            self.assertNotEqual(costly["best"], costly["done"])
            shown = ran("replay", f'{costly["game"]}/{costly["step"]}', "--store", self.store)
            self.assertTrue(shown)

    def test_tables(self):
        self.run_contest("pig", "pace", "timid")
        table = ran("analyse", "pace-timid", "--store", self.store, "--worst", 1, "--format", "csv")
        [costly] = csv.DictReader(io.StringIO(table))
        self.assertEqual(costly["game"], self.told("pace-timid", "--worst", 1)["costly"][0]["game"])
        self.assertIn("| --- |", ran("analyse", "pace-timid", "--store", self.store, "--worst", 0, "--format", "md"))

    def test_a_bot_and_its_last_version(self):
        folder = bot_folder(self.folder, "Mine", threshold_bot(19), interpreter="python3")
        (folder / "bot.toml").write_text("")
        mine = f'[[bot]]\nfolder = "{folder}"\n'
        self.run_contest("pazaak", "bold", more=mine)
        self.assertTrue(all(row["change"] is None for row in self.told("Mine", "--worst", 0)["kinds"]))
        program = folder / "bot"
        program.write_text(program.read_text().replace("19", "15"))
        self.run_contest("pazaak", "bold", more=mine)
        told = self.told("Mine", "--worst", 0)
        self.assertEqual({row["player"] for row in told["kinds"]}, {"Mine"})
        changes = [row["change"] for row in told["kinds"]]
        self.assertNotIn(None, changes)
        self.assertTrue(any(change != 0 for change in changes))
        text = ran("analyse", "Mine", "--store", self.store, "--worst", 0)
        self.assertIn("Mine against bold", text)
        self.assertIn("since the last version", text)

    def test_a_record_of_people(self):
        record = ran("replay", "--help")  # any file that is no record
        file = self.folder / "no.record"
        file.write_text(record)
        done = hilltop("analyse", file)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no.record", done.stderr)

    def test_what_cannot_be_analysed(self):
        self.run_contest("tictactoe", "perfect", "random", games=2)
        for what, wanted in [("perfect-random:1", "games of Tic-tac-toe are not analysed"),
                             ("perfect-kid:1", "no completed pairing"),
                             ("perfect", "games of Tic-tac-toe are not analysed")]:
            done = hilltop("analyse", what, "--store", self.store)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(wanted, done.stderr)
        done = hilltop("analyse", "perfect-random", "--against", "random", "--store", self.store)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--against is for a bot", done.stderr)
        done = hilltop("analyse", "perfect", "--against", "nobody", "--store", self.store)
        self.assertIn("has no bot 'nobody' besides perfect", done.stderr)


if __name__ == "__main__":
    unittest.main()
