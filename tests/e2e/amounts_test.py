"""A contest that ranks by amounts, and what its seats are worth, computed once more from its single games."""

import csv
import json
import math
import unittest

import program
from program import contest_file, hilltop, house_bots, ran, scratch

CONTEST = """[contest]
name = "Amounts"
game = "yahtzee"
seed = 3
[format]
kind = "{kind}"
games = {games}
{more}
[ranking]
by = "{by}"
"""
BOTS = ("dummy", "in-order", "greedy")


class Amounts(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def contest(self, kind="round-robin", games=20, by="unit", more='deals = "mirrored"'):
        file = contest_file(self.folder, CONTEST.format(kind=kind, games=games, by=by, more=more) + house_bots(*BOTS))
        self.assertEqual(hilltop("run", file, "--store", self.store).returncode, 0)
        return file

    def games(self):
        """Returns each game as (bots by seat, points by seat)."""
        file = self.folder / "games.jsonl"
        ran("report", "--games", file, "--store", self.store)
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        return [([seat["bot"] for seat in line["seats"]], [seat["points"] for seat in line["seats"]])
                for line in lines]

    def shown(self):
        return json.loads(ran("show", "--format", "json", "--store", self.store))

    def test_points_and_leads_are_those_of_the_games(self):
        for kind, more in [("round-robin", 'deals = "mirrored"'), ("round-robin", ""), ("everyone", "")]:
            with self.subTest(kind=kind, more=more):
                self.store.unlink(missing_ok=True)
                self.contest(kind, more=more)
                shown, games = self.shown(), self.games()
                taken = {bot: sum(points[seats.index(bot)] for seats, points in games if bot in seats) for bot in BOTS}
                self.assertEqual({row["bot"]: row["points"] for row in shown["standings"]}, taken)
                self.assertEqual([row["bot"] for row in shown["standings"]],
                                 sorted(BOTS, key=lambda bot: -taken[bot]))
                # All bots have met all others equally often: the lead is the mean of the leads of their games.
                leads = {}
                for bot in BOTS:
                    over = [points[seats.index(bot)] - sum(points) / len(points) for seats, points in games if bot in seats]
                    share = (len(BOTS) - 1) / len(BOTS) / (1 - 1 / len(games[0][0]))
                    leads[bot] = sum(over) / len(over) * share
                self.assertEqual(len(shown["ratings"]), len(BOTS))
                for row in shown["ratings"]:
                    self.assertAlmostEqual(row["lead"], leads[row["bot"]], places=6)
                    self.assertNotIn("elo", row)
                    self.assertGreater(row["margin"], 0)

    def test_the_first_seat(self):
        self.contest(games=30, more="")
        seats = self.shown()["seats"]
        games = self.games()
        self.assertEqual([seat["seat"] for seat in seats], [1, 2])
        for seat in seats:
            own = [points[seat["seat"] - 1] for _, points in games]
            others = [points[2 - seat["seat"]] for _, points in games]
            won = sum(a > b for a, b in zip(own, others))
            tied = sum(a == b for a, b in zip(own, others))
            self.assertEqual((seat["games"], seat["won"], seat["tied"]), (len(games), won, tied))
            self.assertAlmostEqual(seat["score_percent"], 100 * (won + tied / 2) / len(games))
            self.assertLess(seat["score_low"], seat["score_percent"])
            self.assertGreater(seat["score_high"], seat["score_percent"])
            self.assertAlmostEqual(seat["mean"], math.fsum(own) / len(own))
            self.assertEqual(seat["best"], max(own))
        first = seats[0]["score_percent"]
        self.assertIn(f"the first of 2 seats scored {first:.2f} % (", ran("show", "--store", self.store))
        ran("report", "--csv", self.folder / "tables", "--html", self.folder / "page", "--store", self.store)
        with open(self.folder / "tables/seats.csv", newline="", encoding="utf-8") as file:
            self.assertEqual([int(row["won"]) for row in csv.DictReader(file)], [seat["won"] for seat in seats])
        page = (self.folder / "page/index.html").read_text("utf-8")
        data = json.loads(page.split('id=data>')[1].split("</script>")[0])
        self.assertEqual(data["contest"]["seats"], seats)

    def test_digests_do_not_depend_on_it(self):
        reports = []
        for by in ("unit", "points"):
            file = self.contest(by=by)
            reports.append(program.report("run", file))
        self.assertEqual(reports[0]["digest"], reports[1]["digest"])
        self.assertNotEqual([row["points"] for row in reports[0]["standings"]],
                            [row["points"] for row in reports[1]["standings"]])

    def test_pairings_of_house_bots_that_were_stored_without_results(self):
        self.contest(by="points")
        self.contest(by="unit")
        self.assertEqual([self.shown()[name] for name in ("ratings", "seats")], [[], []])
        self.assertEqual(hilltop("run", self.folder / "contest.toml", "--fresh", "--store", self.store).returncode, 0)
        self.assertEqual([len(self.shown()[name]) for name in ("ratings", "seats")], [3, 2])

    def test_the_table_has_leads_in_the_place_of_elo(self):
        self.contest(games=4)
        shown = ran("show", "--store", self.store)
        self.assertIn("lead", shown)
        self.assertNotIn("elo", shown)

    def test_a_game_whose_amounts_do_not_count_refuses(self):
        text = CONTEST.format(kind="round-robin", games=2, by="unit", more="").replace("yahtzee", "pazaak")
        done = hilltop("run", contest_file(self.folder, text + house_bots("kid", "bold")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("only the outcomes of Simple Pazaak count, not amounts", done.stderr)


if __name__ == "__main__":
    unittest.main()
