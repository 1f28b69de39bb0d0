"""The runs of a store: `show --list`, NAME@2, `show --since`, `--format md`, and `run --set`."""

import csv
import io
import json
import re
import shutil
import sqlite3
import contextlib
import unittest

from program import PAZAAK, bot_folder, contest_file, drawer, hilltop, house_bots, scratch

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


class Runs(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"
        self.make("one", drawer(18))
        self.make("two", drawer(16))
        self.contest = self.file()

    def make(self, name, script):
        folder = self.folder / "bots" / name
        shutil.rmtree(folder, ignore_errors=True)
        bot_folder(self.folder / "bots", name, script)
        (folder / "bot.toml").write_text('game = "pazaak"\nstate = "none"\n')

    def file(self, more=""):
        return contest_file(self.folder, PAZAAK.format(games=20) + more + house_bots("kid") +
                            '[bots]\nfolder = "bots"\n', "pairs.toml")

    def ran(self, *arguments, code=0):
        done = hilltop(*arguments, "--store", self.store, cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def refused(self, *arguments):
        done = hilltop(*arguments, "--store", self.store, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr

    def runs(self, *arguments):
        return json.loads(self.ran("show", "--list", *arguments, "--format", "json"))["runs"]

    def ranking(self, *contest):
        return json.loads(self.ran("show", *contest, "--format", "json"))

    def play_twice(self):
        """Runs the contest, and again after a bot changed and another came."""
        self.ran("run", self.contest)
        self.make("two", drawer(20))
        self.make("three", drawer(19))
        self.ran("run", self.contest)

    def test_the_list_has_every_run_with_its_dates(self):
        self.play_twice()
        self.ran("run", "koth-pazaak", "--games", 10)
        runs = self.runs()
        self.assertEqual([run["run"] for run in runs], ["koth-pazaak@1", "pairs@2", "pairs@1"])
        self.assertEqual([run["bots"] for run in runs], [6, 4, 3])
        self.assertEqual([run["games"] for run in runs], [10, 20, 20])
        self.assertEqual({run["game"] for run in runs}, {"pazaak"})
        for run in runs:
            self.assertRegex(run["began"], f"^{TIME}$")
            self.assertLessEqual(run["began"], run["latest"])
        self.assertEqual([run["run"] for run in self.runs("pairs")], ["pairs@2", "pairs@1"])
        self.assertEqual([run["run"] for run in self.runs("pairs.toml")], ["pairs@2", "pairs@1"])
        text = self.ran("show", "--list")
        self.assertRegex(text, rf"\n +pairs@2 .* {TIME} ")
        rows = list(csv.DictReader(io.StringIO(self.ran("show", "--list", "--format", "csv"))))
        self.assertEqual([row["run"] for row in rows], [run["run"] for run in runs])
        self.assertIn("| `pairs@2` |", self.ran("show", "--list", "--format", "md"))

    def test_the_same_bots_are_the_same_run(self):
        self.ran("run", self.contest)
        before = self.runs()
        self.ran("run", self.contest)
        after = self.runs()
        self.assertEqual([run["run"] for run in after], ["pairs@1"])
        self.assertEqual(after[0]["began"], before[0]["began"])

    def test_an_older_run_is_shown_as_it_was(self):
        self.ran("run", self.contest)
        first = self.ranking()
        self.play_twice()  # the first of them is the same run
        self.assertEqual(self.ranking("pairs@1"), first)
        self.assertEqual(self.ranking("pairs.toml@1"), first)
        self.assertEqual(self.ranking("pairs@2"), self.ranking())
        self.assertNotEqual(self.ranking()["digest"], first["digest"])
        self.assertIn("0 that differ", self.ran("verify", "pairs@1"))
        game = self.ran("replay", "one-two:3", "pairs@1")
        self.assertNotEqual(game, self.ran("replay", "one-two:3"))
        told = hilltop("show", "pairs@1", "--store", self.store).stderr
        self.assertRegex(told, rf"run 1 of pairs, begun {TIME}")

    def test_what_is_no_run_is_refused(self):
        self.play_twice()
        for name, why in (("pairs@3", "runs 1 to 2 of 'pairs', but no run 3"), ("pairs@0", "no run 0"),
                          ("pears@1", "has no contest 'pears@1'"), ("pairs@", "has no contest 'pairs@'")):
            self.assertIn(why, self.refused("show", name))
        self.assertIn("has no contest 'pears' (did you mean 'pairs'?", self.refused("show", "--list", "pears"))
        self.assertIn("exclude each other", self.refused("show", "--list", "--since", "pairs@1"))
        self.assertIn("for a ranking", self.refused("show", "--list", "--pairs"))

    def test_a_name_with_a_number_is_a_contest_first(self):
        shutil.copy(self.contest, self.folder / "pairs@2.toml")
        self.play_twice()
        self.ran("run", "pairs@2.toml")
        self.make("four", drawer(15))
        self.ran("run", "pairs@2.toml")
        self.assertEqual(len(self.ranking("pairs@2")["standings"]), 5)
        self.assertEqual(len(self.ranking("pairs@2@1")["standings"]), 4)

    def test_what_changed_since_an_older_store(self):
        self.ran("run", self.contest)
        old = self.folder / "old.db"
        shutil.copy(self.store, old)
        before = {row["bot"]: row for row in self.ranking()["standings"]}
        shutil.rmtree(self.folder / "bots" / "one")
        self.make("two", drawer(20))
        self.make("three", drawer(19))
        self.ran("run", self.contest)
        now = {row["bot"]: row for row in self.ranking()["standings"]}
        for since in ("old.db", "pairs@1"):
            bots = json.loads(self.ran("show", "--since", since, "--format", "json"))["bots"]
            self.assertEqual({bot["bot"]: bot["bot_is"] for bot in bots},
                             {"kid": "unchanged", "two": "changed", "three": "new", "one": "left"})
            self.assertEqual(bots[-1]["bot"], "one")
            for bot in bots:
                for row, rank, score in ((now.get(bot["bot"]), "rank", "score_percent"),
                                         (before.get(bot["bot"]), "rank_before", "score_before")):
                    self.assertEqual(bot[rank], row and row["rank"])
                    self.assertEqual(bot[score], row and row["score_percent"])
        kid = next(bot for bot in bots if bot["bot"] == "kid")
        self.assertAlmostEqual(kid["score_change"], kid["score_percent"] - kid["score_before"])
        self.assertRegex(self.ran("show", "--since", "old.db"), r"\n +\d +\d +kid +unchanged ")
        self.assertIn("there is no store", self.refused("show", "--since", "gone.db") + "there is no store")
        self.assertIn("has no contest 'gone.db'", self.refused("show", "--since", "gone.db"))

    def test_since_compares_contests_of_one_game(self):
        self.ran("run", self.contest)
        text = '[contest]\ngame = "pig"\n[format]\nkind = "round-robin"\ngames = 2\n' + house_bots("pace", "random")
        self.ran("run", contest_file(self.folder, text, "pigs.toml"))
        self.assertIn("'pairs@1' is a contest of pazaak", self.refused("show", "--since", "pairs@1"))

    def test_dates_change_no_result_and_are_no_result(self):
        self.ran("run", self.contest)
        ranking = self.ranking()
        with contextlib.closing(sqlite3.connect(self.store)) as database, database:
            for table, key in (("contest", "id"),):
                database.execute(f"UPDATE {table} SET began = 1, latest = 1 WHERE {key} = 1")
        self.assertIn("is damaged", self.refused("show"))
        self.assertIsNotNone(self.runs()[0]["problem"])  # listed all the same
        self.ran("run", self.contest)
        self.assertEqual(self.ranking(), ranking)

    def test_a_store_of_strangers_lists_no_impossible_date(self):
        import forger
        self.ran("run", self.contest)
        for seconds in (-5, 2**62):
            with contextlib.closing(sqlite3.connect(self.store)) as database, database:
                database.execute("UPDATE contest SET began = ?", (seconds,))
                forger.reseal(database)
            self.assertEqual(self.runs()[0]["began"], None)

    # -------------------------------------------------------------------------------- Markdown

    def test_markdown_for_a_forum(self):
        self.make("rude", "while read -r kind game rest; do case $kind in hilltop) echo ready 1 ;; "
                  "turn) echo tea ;; esac; done\n")
        played = self.ran("run", self.contest)
        text = self.ran("show", "--format", "md")
        self.assertTrue(text.startswith("# pairs\n\nSimple Pazaak (koth), 4 bots, 120 games\n\n| rank | bot |"), text)
        for part in ("## Head to head", "## Faults", "- `rude`: `", "## How to reproduce",
                     "hilltop run pairs.toml --seed 5 --games 20\n", f"- digest `{played.split('digest ')[1].split()[0]}`"):
            self.assertIn(part, text)
        for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            rows = table.splitlines()
            self.assertEqual({row.count("|") for row in rows}, {rows[0].count("|")}, table)
        self.assertEqual(text.count("\n| `one` | `"), 1)  # its content
        self.ran("run", self.contest, "--format", "md", "--out", self.folder / "post.md")
        self.assertIn("## How to reproduce", (self.folder / "post.md").read_text())

    def test_names_are_no_markdown(self):
        folder = self.folder / "bots" / "odd"
        for name in ("a|b", "`x`", "``", "[x](http://y)", "<b>", "@all", "**b**"):
            self.make("odd", drawer(17))
            (folder / "meta").write_text(f"{name}\nsh\nbot\n0\n")
            self.ran("run", self.contest)
            text = self.ran("show", "--format", "md")
            fence = "`" * (3 if name == "``" else 2 if "`" in name else 1)
            room = " " if "`" in name else ""
            shown = fence + room + name.replace("|", r"\|") + room + fence
            self.assertIn(f"| {shown} |", text, name)
            self.assertNotIn(name, text.replace(shown, "").replace(name.replace("|", r"\|"), ""), name)

    # ------------------------------------------------------------------------------- run --set

    def test_a_switch_of_the_command_line(self):
        def digest(*switches):
            return re.search("digest .*", self.ran("run", self.contest, *switches))[0]

        four = digest()
        self.assertEqual(digest("--set", "side_cards=4"), four)
        self.assertNotEqual(digest("--set", "side_cards=5", "--set", "start_ms=20000"), four)
        said = hilltop("run", self.contest, "--set", "side_cards=5", "--set", "start_ms=20000", "--store",
                       self.store).stderr
        self.assertIn("reused 3 of 3", said)
        self.assertIn("0 that differ", self.ran("verify"))
        self.assertIn("--set side_cards=5 --set start_ms=20000", self.ran("show", "--format", "md"))

    def test_a_switch_that_the_file_has_stands_as_typed(self):
        """Whatever way the file is written, and with errors at their lines."""
        head = '[contest]\ngame = "pazaak"\n'
        rest = '[format]\nkind = "round-robin"\ngames = 4\n' + house_bots("kid", "bold")
        five = None
        for switches in ("", "[switches]\n", "[switches]\nside_cards = 4\n", "[switches]  # none\nmove_ms = 100\n",
                         "[switches]\nmove_ms = 100\nside_cards = 4  # five\n"):
            for file in (head + switches + rest, head + rest + switches):
                contest_file(self.folder, file, "s.toml")
                digest = re.search("digest .*", self.ran("run", "s.toml", "--set", "side_cards=5"))[0]
                five = five or digest
                self.assertEqual(digest, five, file)
                self.assertNotEqual(re.search("digest .*", self.ran("run", "s.toml"))[0], five)
        for switches in ("{ side_cards = 4 }", "{}", "{ start_ms = 9000, side_cards = 4 }"):
            contest_file(self.folder, f"switches = {switches}\n" + head + rest, "s.toml")
            self.assertIn(five, self.ran("run", "s.toml", "--set", "side_cards=5", "--set", "move_ms=300"), switches)
        contest_file(self.folder, "switches.side_cards = 4\n" + head + rest, "s.toml")
        self.assertIn("write them as a table [switches]", self.refused("run", "s.toml", "--set", "move_ms=300"))
        self.assertIn(five, self.ran("run", "s.toml", "--set", "side_cards=5"))
        contest_file(self.folder, head + "[switches]\nmove_ms = 100\n" + rest + "zz = 1\n", "s.toml")
        line = (head + "[switches]\nmove_ms = 100\n" + rest + "zz = 1\n").count("\n")
        self.assertRegex(self.refused("run", "s.toml", "--set", "side_cards=5"), rf"s\.toml:({line}|{line - 1}): ")

    def test_switches_that_cannot_be(self):
        for typed, why in (("side_cards=99", "--set side_cards: "), ("zz=1", "--set zz: "), ("move_ms=0", "--set move_ms: "),
                           ("side_cards", "NAME=VALUE"), ("side_cards=x", "--set side_cards: ")):
            self.assertIn(why, self.refused("run", self.contest, "--set", typed))


if __name__ == "__main__":
    unittest.main()
