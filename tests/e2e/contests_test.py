"""The other contests, and the options of every contest."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import unittest

import program
from program import (
    HOME,
    PROGRAM,
    SANITIZED,
    bot_folder,
    contest_file,
    hilltop,
    house_bots,
    ran,
    report,
    scratch,
)

CUP = """
[contest]
name = "A cup"
game = "{game}"
[switches]
{switches}
[format]
kind = "cup"
games = {games}
"""
PAZAAK_BOTS = ["nestor", "austin", "kid", "bastila", "cautious", "bold"]
# Bot N opens legally and then gives up, but only against bots with lower numbers.
SEEDED = """
opponent=${{1##* }}
read -r line
[ "$opponent" -lt {number} ] && echo 'I give up' || echo '(0,0)(0,1)(9,9)'
while read -r line; do :; done
"""


class Yahtzee(unittest.TestCase):
    def setUp(self):
        self.report = report("run", "koth-yahtzee", "--seed", 3)

    def test_it_has_no_pairs_but_means_and_best_scores(self):
        self.assertNotIn("pairs", self.report)
        keys = ["rank", "bot", "points", "score_percent", "games", "won", "tied", "lost", "faults",
                "mean", "best"]
        for row in self.report["standings"]:
            self.assertEqual(list(row), keys)
            self.assertIs(type(row["mean"]), float)
            self.assertIs(type(row["best"]), int)
            self.assertTrue(0 < row["mean"] <= row["best"] <= 1575)

    def test_every_game_has_someone_on_top(self):
        rows = self.report["standings"]
        self.assertEqual({row["games"] for row in rows}, {1000})
        alone = sum(row["won"] for row in rows)
        shared = sum(row["tied"] for row in rows)
        self.assertTrue(1000 - shared / 2 <= alone <= 1000)
        for row in rows:
            self.assertEqual(row["points"], row["won"] + row["tied"])
            self.assertEqual(row["games"], row["won"] + row["tied"] + row["lost"])
        self.assertEqual((rows[0]["rank"], rows[0]["bot"]), (1, "greedy"))
        self.assertNotEqual(rows[0]["points"], rows[1]["points"])

    def test_workers_change_nothing(self):
        self.assertEqual(self.report, report("run", "koth-yahtzee", "--seed", 3, "--jobs", 1))


class Cup(unittest.TestCase):
    def check_rounds(self, cup, bots):
        self.assertEqual([row["rank"] for row in cup["standings"]], list(range(1, len(bots) + 1)))
        self.assertEqual(sorted(row["bot"] for row in cup["standings"]), sorted(bots))
        self.assertEqual([r["round"] for r in cup["rounds"]], [*range(1, len(cup["rounds"]) + 1)])
        for played in cup["rounds"]:
            self.assertEqual(list(played), ["round", "meetings"])
            for meeting in played["meetings"]:
                self.assertEqual(list(meeting), ["a", "b", "a_sets", "b_sets", "winner"])
                sets = {meeting["a"]: meeting["a_sets"], meeting["b"]: meeting["b_sets"]}
                self.assertEqual(sorted(sets.values())[1], 4)
                self.assertEqual(sets[meeting["winner"]], 4)
            those_who_meet = [m[side] for m in played["meetings"] for side in "ab"]
            self.assertEqual(len(those_who_meet), len(set(those_who_meet)))

    def test_four_to_six_at_pazaak(self):
        for count in (4, 5, 6):
            with self.subTest(bots=count):
                bots = PAZAAK_BOTS[:count]
                head = CUP.format(game="pazaak", games=200, switches="side_cards = 4")
                file = contest_file(scratch(self), head + house_bots(*bots))
                self.check_rounds(report("run", file), bots)

    def test_the_mock_cup_begins_as_published(self):
        first = report("run", "pazaak-cup", "--games", 100)["rounds"][0]["meetings"]
        self.assertEqual(
            [(m["a"], m["b"]) for m in first], [("nestor", "bastila"), ("austin", "kid")]
        )

    def test_a_stronger_bot_ranks_higher(self):
        for count in (4, 9) if SANITIZED else range(4, 10):
            with self.subTest(bots=count):
                folder = scratch(self)
                head = CUP.format(game="gomoku", games=1, switches="move_ms = 60000")
                file = contest_file(folder, head + '[bots]\nfolder = "bots"\n')
                names = [f"Bot {number}" for number in range(1, count + 1)]
                for number, name in enumerate(names, start=1):
                    bot_folder(folder / "bots", name, SEEDED.format(number=number))
                cup = report("run", file)
                self.check_rounds(cup, names)
                self.assertEqual([row["bot"] for row in cup["standings"]], names)


class Examples(unittest.TestCase):
    """The contest files of examples/contests, at least one per format."""

    def setUp(self):
        self.files = sorted((HOME / "examples" / "contests").glob("*.toml"))

    def test_each_format_has_one(self):
        listed = {line.split()[0] for line in ran("list", "formats").splitlines()[1:]}
        kinds = {re.search(r'^kind = "(.*)"$', f.read_text(), re.MULTILINE)[1] for f in self.files}
        self.assertEqual(kinds, listed)

    def test_each_ranks_all_its_bots_with_any_number_of_workers(self):
        for file in self.files:
            with self.subTest(file.name):
                told = report("run", file, "--jobs", 1)
                bots = re.findall(r'^house = "(.*)"$', file.read_text(), re.MULTILINE)
                self.assertEqual(sorted(row["bot"] for row in told["standings"]), sorted(bots))
                self.assertEqual(told, report("run", file, "--jobs", 4))

    def test_gauntlet_pairs_have_one_challenger_each(self):
        told = report("run", HOME / "examples" / "contests" / "gauntlet.toml")
        challengers = {"kid", "nestor"}
        self.assertEqual(len(told["pairs"]), 8)
        for pair in told["pairs"]:
            self.assertEqual(len(challengers & {pair["a"], pair["b"]}), 1)

    def test_an_odd_number_of_mirrored_games_is_refused(self):
        file = HOME / "examples" / "contests" / "mirrored.toml"
        done = hilltop("run", file, "--games", 3)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--games must be an even number with mirrored deals", done.stderr)

    def test_mirrored_deals_are_other_games_than_fresh_ones(self):
        mirrored = HOME / "examples" / "contests" / "mirrored.toml"
        text = mirrored.read_text().replace('"mirrored"', '"fresh"')
        fresh = contest_file(scratch(self), text)
        self.assertNotEqual(report("run", mirrored)["digest"], report("run", fresh)["digest"])


class Options(unittest.TestCase):
    def test_games_of_the_command_line_stand_over_those_of_the_file(self):
        told = report("run", "koth-pazaak", "--games", 7)
        self.assertEqual({pair["games"] for pair in told["pairs"]}, {7})
        told = report("run", "koth-yahtzee", "--games", 7)
        self.assertEqual({row["games"] for row in told["standings"]}, {7})

    def test_bots_of_the_command_line_replace_those_of_the_file(self):
        folder = scratch(self)
        head = '[contest]\ngame = "gomoku"\n[switches]\nmove_ms = 60000\n'
        head += '[format]\nkind = "round-robin"\ngames = 2\n'
        file = contest_file(folder, head + house_bots("greedy", "random"))
        for number in (2, 1, 3):
            bot_folder(folder / "bots", f"Bot {number}", SEEDED.format(number=number))
        (folder / "bots" / ".hidden").mkdir()
        told = report("run", file, "--bots", folder / "bots")
        self.assertEqual(
            [(row["bot"], row["won"]) for row in told["standings"]],
            [("Bot 1", 4), ("Bot 2", 2), ("Bot 3", 0)],
        )

    def test_a_disqualified_bot_leaves_no_trace_but_its_name(self):
        folder = scratch(self)
        bot_folder(folder, "Cheat", "echo nonsense\nexec cat\n")
        head = '[contest]\ngame = "gomoku"\n[format]\nkind = "round-robin"\ngames = 2\n'
        head += '[faults]\nillegal = "disqualify"\nbroken = "disqualify"\n'
        head += house_bots("greedy", "random")
        cheat = '[[bot]]\nfolder = "Cheat"\n'
        with_it = report("run", contest_file(folder, head + cheat), "--seed", 1)
        without = report("run", contest_file(folder, head))
        self.assertEqual([out["bot"] for out in with_it.pop("disqualified")], ["Cheat"])
        self.assertEqual(without.pop("disqualified"), [])
        self.assertEqual(without.pop("sandbox"), [])
        self.assertTrue(with_it.pop("sandbox"))  # it did run
        self.assertEqual(with_it, without)

    def test_csv_holds_the_standings(self):
        for contest in ("koth-pazaak", "koth-yahtzee"):
            play = ("run", contest, "--games", 50)
            rows = list(csv.DictReader(io.StringIO(ran(*play, "--format", "csv"))))
            standings = report(*play)["standings"]
            self.assertEqual(list(rows[0]), list(standings[0]))
            for row, standing in zip(rows, standings, strict=True):
                for key, value in standing.items():
                    if key in ("mean", "score_percent"):
                        self.assertAlmostEqual(float(row[key]), value, places=2)
                    else:
                        self.assertEqual(row[key], str(value))

    def test_text_says_the_same(self):
        text = ran("run", "koth-pazaak", "--games", 1000)
        told = report("run", "koth-pazaak", "--games", 1000)
        self.assertIn("seed 1", text)
        self.assertIn("digest " + told["digest"], text)
        for row in told["standings"]:
            self.assertRegex(text, rf"(?m)^ +{row['rank']} +{row['bot']} +{row['points']:,} ")
        self.assertNotIn("\033", text)

    def test_a_file_takes_the_report(self):
        file = scratch(self) / "ranking.json"
        play = ("run", "koth-pazaak", "--games", 5, "--format", "json")
        self.assertEqual(ran(*play, "--out", file), "")
        self.assertEqual(file.read_text(), ran(*play))

    def test_a_file_holds_the_old_report_until_the_new_one_is_there(self):
        folder = scratch(self)
        file, link, pipe = folder / "ranking", folder / "link", folder / "pipe"
        file.write_text("the ranking of yesterday")
        file.chmod(0o640)
        link.symlink_to(file)
        store = folder / "results.db"
        code, _, said = program.stopped_midway("run", "koth-pazaak", "--games", program.ENDLESS, "--out",
                                               link, store=store, stop=signal.SIGINT)
        self.assertEqual(code, 130, said)
        self.assertEqual(file.read_text(), "the ranking of yesterday")
        self.assertEqual(ran("run", "koth-pazaak", "--games", 5, "--out", link), "")
        self.assertIn("kid", file.read_text())
        self.assertTrue(link.is_symlink())
        self.assertEqual(file.stat().st_mode & 0o777, 0o640)
        os.mkfifo(pipe)
        with subprocess.Popen([PROGRAM, "run", "koth-pazaak", "--games", "5", "--out", pipe]) as run:
            self.assertIn("kid", pipe.read_text())
            self.assertEqual(run.wait(), 0)
        self.assertEqual(sorted(name.name for name in folder.glob("[!r]*")), ["link", "pipe"])
        self.assertEqual([name.name for name in folder.glob("ranking*")], ["ranking"])

    def test_no_file_is_used_twice(self):
        folder = scratch(self)
        contest = folder / "mine.toml"
        contest.write_text((HOME / "contests/koth-pazaak.toml").read_text())
        store = folder / "results.db"
        ran("run", contest, "--games", 5, "--store", store)
        (folder / "other.db").hardlink_to(store)
        (folder / "here").symlink_to(folder)
        (folder / "to-new").symlink_to("new")  # which is not there
        (folder / "to-wal").symlink_to("results.db-wal")
        before = store.read_bytes(), contest.read_bytes()
        new = folder / "new"
        for one, two, files in (
                ("the store", "--out", ("--out", store)),
                ("the store", "--log", ("--log", store)),
                ("the store", "--out", ("--out", folder / "other.db")),
                ("the store", "--log", ("--log", folder / "here" / "results.db")),
                ("a journal of the store", "--log", ("--log", f"{store}-wal")),
                ("the contest", "--out", ("--out", contest)),
                ("the contest", "--log", ("--log", contest)),
                ("a journal of the store", "--log", ("--log", folder / "to-wal")),
                ("--out", "--log", ("--out", new, "--log", folder / "here" / "new")),
                ("--out", "--log", ("--out", new, "--log", folder / "to-new"))):
            with self.subTest(files):
                done = hilltop("run", contest, "--games", 6, "--store", store, *files)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(f"{one} and {two} are the same file", done.stderr)
        done = hilltop("run", contest, "--games", 6, "--store", contest)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the contest and the store are the same file", done.stderr)
        done = hilltop("report", "--store", store, "--json", folder / "other.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the store and --json are the same file", done.stderr)
        done = hilltop("run", contest, "--games", 6, "--store", folder / "to-new", "--out", new)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the store and --out are the same file", done.stderr)
        table = folder / "standings.csv"
        table.hardlink_to(store)
        done = hilltop("report", "--store", store, "--csv", folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the store and --csv are the same file", done.stderr)
        self.assertEqual((store.read_bytes(), contest.read_bytes()), before)
        self.assertFalse(new.exists())
        table.unlink()
        (folder / "other.db").unlink()
        self.assertEqual(hilltop("run", contest, "--games", 6, "--store", store, "--out", "/dev/null",
                                 "--log", "/dev/null").returncode, 0)

    def test_what_a_command_reads_is_not_replaced(self):
        folder = scratch(self)
        openings = folder / "openings.txt"
        for source in ("contests/openings.txt", "contests/openings.toml", "tune/pace.toml"):
            shutil.copy(HOME / "examples" / source, folder)
        (folder / "s.db").symlink_to("people.db")  # which is not there
        for line, said in (
                (f"run {folder}/openings.toml --games 2 --store none --out {openings}",
                 "a file of the contest and --out"),
                (f"tune {folder}/pace.toml --store {folder}/t.db --out {folder}/t.db",
                 "the store and --out"),
                (f"tune {folder}/pace.toml --store none --out {folder}/pace.toml",
                 "the tuning and --out"),
                (f"serve --port 0 --store {folder}/s.db --people {folder}/people.db",
                 "the store and the file of --people")):
            with self.subTest(line):
                done = hilltop(*line.split())
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(f"{said} are the same file", done.stderr)
        for file, source in ((openings, "contests"), (folder / "pace.toml", "tune")):
            self.assertEqual(file.read_bytes(), (HOME / "examples" / source / file.name).read_bytes())

    def test_an_output_follows_a_link_to_a_file_that_is_not_there(self):
        folder = scratch(self)
        (folder / "link").symlink_to("target")
        ran("run", "koth-pazaak", "--games", 5, "--store", "none", "--out", folder / "link")
        self.assertTrue((folder / "link").is_symlink())
        self.assertIn("Simple Pazaak", (folder / "target").read_text())

    def test_prints_results_that_the_disk_refuses(self):
        play = ("run", "koth-pazaak", "--games", 5, "--format", "json")
        done = hilltop(*play, "--out", "/dev/full")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout), report(*play[:-2]))
        self.assertIn("/dev/full", done.stderr)

    def test_a_full_disk_is_no_success(self):
        for line in ("list bots", "play pazaak kid nestor", "run koth-pazaak --games 5", "--help"):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *line.split()], stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 1, line)
            self.assertIn(b"No space left on device", done.stderr)

    def test_the_lists_name_everything(self):
        for what, names in [
            ("games", ["gomoku", "pazaak", "yahtzee", "koth", "swap2", "cab201-advanced"]),
            ("bots", ["kid", "nestor", "in-order", "greedy", "The Cincinnati Kid"]),
            ("contests", ["koth-gomoku", "koth-pazaak", "koth-yahtzee", "pazaak-cup"]),
            ("formats", ["everyone", "round-robin", "per pair"]),
        ]:
            words = ran("list", what)
            for name in names:
                self.assertIn(name, words)


if __name__ == "__main__":
    unittest.main()
