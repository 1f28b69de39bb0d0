"""A bot's name belongs to its folder: with --skip-broken nobody drives out a bot by taking its name."""

import contextlib
import json
import sqlite3
import unittest

import program
from program import PAZAAK, bot_folder, contest_file, drawer, house_bots, scratch


class Names(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "class.db"
        self.contest = contest_file(self.folder, PAZAAK.format(games=2) + house_bots("kid") +
                                    '[bots]\nfolder = "bots"\n', "class.toml")

    def bot(self, folder, name):
        made = self.folder / "bots" / folder
        if not made.exists():
            bot_folder(self.folder / "bots", folder, drawer(20))
        (made / "meta").write_text(f"{name}\nsh\nbot\n0\n")
        (made / "bot.toml").write_text('state = "none"\n')

    def run_it(self, contest=None):
        """Returns the folders of the run, and what is said of those that were left out."""
        done = program.hilltop("run", contest or self.contest, "--store", self.store, "--skip-broken")
        self.assertEqual(done.returncode, 0, done.stderr)
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            played = database.execute("SELECT folder FROM entrant JOIN contest ON contest = id WHERE folder != '' AND "
                                      "run = (SELECT max(run) FROM contest) ORDER BY folder").fetchall()
        shown = json.loads(program.ran("show", "--store", self.store, "--format", "json"))
        return ([folder for folder, in played],
                {row["folder"]: row["causes"][0]["what"] for row in shown["not_entered"]})

    def test_the_folder_that_had_a_name_keeps_it(self):
        self.bot("s1", "Ada")
        self.assertEqual(self.run_it(), (["s1"], {}))
        for thief, name in [("Ada", "Ada"), ("a-first", "Ad\u0430"), ("b", "Ａda")]:
            self.bot(thief, name)
            played, left_out = self.run_it()
            self.assertEqual(played, ["s1"])
            self.assertIn("'s1'", left_out[thief])
            self.assertIn("had it in an earlier run and stays", left_out[thief])
        # Also while it cannot play itself.
        self.bot("s1", "Ada\x1b")
        for thief in ("a-first", "b"):
            self.bot(thief, thief)
        self.assertEqual(self.run_it()[0], ["Ada", "a-first", "b"])
        self.bot("s1", "Ada")
        self.assertEqual(self.run_it()[0], ["a-first", "b", "s1"])

    def test_other_contests_and_other_stores_have_other_names(self):
        self.bot("s1", "Ada")
        self.run_it()
        self.bot("Ada", "Ada")
        other = contest_file(self.folder, self.contest.read_text(), "other.toml")
        self.assertEqual(self.run_it(other)[0], ["Ada"])
        self.assertEqual(self.run_it()[0], ["s1"])
        self.store = self.folder / "other.db"
        self.assertEqual(self.run_it()[0], ["Ada"])

    def test_a_name_is_given_up_with_the_folder_or_for_another(self):
        self.bot("s1", "Ada")
        self.run_it()
        self.bot("s1", "Bob")  # and nobody has 'Ada' meanwhile
        self.run_it()
        self.bot("s1", "Ada")
        self.bot("Ada", "Ada")
        self.assertEqual(self.run_it()[0], ["Ada"])

    def test_a_store_of_an_older_version_knows_the_folders_of_the_last_run(self):
        self.bot("s1", "Ada")
        self.run_it()
        with contextlib.closing(sqlite3.connect(self.store)) as database, database:
            database.execute("DELETE FROM name_holder")
        self.bot("Ada", "Ada")
        self.assertEqual(self.run_it()[0], ["s1"])

    def test_merged_stores_keep_the_names_of_both(self):
        self.bot("s1", "Ada")
        self.run_it()
        merged = self.folder / "merged.db"
        program.ran("merge", self.store, "--store", merged)
        self.store = merged
        self.bot("Ada", "Ada")
        self.assertEqual(self.run_it()[0], ["s1"])


if __name__ == "__main__":
    unittest.main()
