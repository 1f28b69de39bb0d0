"""The champions: Pazaak's remembers a pairing, and Yahtzee's keeps its tables."""

import json
import shutil
import unittest

from program import (BUILD, SANITIZED, contest_file, hilltop, house_bots, ran, report,
                     scratch)

PAIRS = """[contest]
name = "pairs"
game = "pazaak"
[switches]
side_cards = 1
[format]
kind = "round-robin"
games = 3000
"""


class Champion(unittest.TestCase):
    def setUp(self):
        folder = scratch(self)
        self.contest = contest_file(folder, PAIRS + house_bots("champion", "bold", "kid"))
        self.store = folder / "results.db"

    def digest(self, *arguments):
        return report("run", self.contest, *arguments)["digest"]

    def test_plays_the_same_with_any_number_of_workers(self):
        one = self.digest("--jobs", "1", "--store", "none")
        self.assertEqual(self.digest("--jobs", "3", "--store", self.store), one)
        again = hilltop("run", self.contest, "--store", self.store)
        self.assertIn(one, again.stdout)
        self.assertIn("0 that differ", ran("verify", "--store", self.store))

    def test_a_game_is_replayed_as_it_was_played(self):
        self.digest("--store", self.store)
        log = ran("replay", "bold,champion:2500", "--store", self.store)
        self.assertTrue(log.startswith("New Game!\nThe standings are 0 to 0\n"))
        self.assertLessEqual(log.count(" wins!"), 5)  # of one game
        self.assertEqual(ran("replay", "champion,bold:2500", "--store", self.store), log)


TABLE = """[contest]
name = "table"
game = "yahtzee"
[format]
kind = "everyone"
games = 300
[[bot]]
house = "champion-quick"
[[bot]]
house = "optimal"
[[bot]]
house = "optimal"
name = "another"
"""


@unittest.skipIf(SANITIZED, "its tables take long with sanitizers")
class ChampionOfYahtzee(unittest.TestCase):
    def test_plays_the_same_with_tables_that_are_made_and_kept(self):
        folder = scratch(self)
        contest, store = contest_file(folder, TABLE), folder / "results.db"
        cache = BUILD / "champions"  # the tables stay there for yahtzee_bots_test
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir()

        def digest(*arguments):
            told = ran("run", contest, *arguments, "--format", "json",
                       env={"XDG_CACHE_HOME": str(cache)})
            return json.loads(told)["digest"]

        made = digest("--jobs", "1", "--store", store)
        kept = [file.name for file in (cache / "hilltop").iterdir()]
        self.assertEqual(kept, ["yahtzee-111-3-quick.champion"])
        self.assertEqual(digest("--jobs", "3", "--store", "none"), made)
        self.assertIn("0 that differ", ran("verify", "--store", store,
                                           env={"XDG_CACHE_HOME": str(cache)}))


class Solve(unittest.TestCase):
    def test_prints_the_value_of_the_game(self):
        solved = report("solve", "pazaak", "--set", "side_cards=1")
        self.assertAlmostEqual(solved["player_1"] + solved["player_2"], 1)
        self.assertEqual([deck["cards"] for deck in solved["side_decks"]], ["4", "3", "5", "2", "1"])
        self.assertLess(0, solved["exploitability_at_most"])
        self.assertLess(solved["exploitability_at_most"], 0.001)

    def test_explains_what_it_cannot_solve(self):
        done = hilltop("solve", "pazaak", "--set", "side_cards=6")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("up to 5 side cards", done.stderr)


if __name__ == "__main__":
    unittest.main()
