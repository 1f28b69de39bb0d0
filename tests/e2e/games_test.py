"""Every game of a contest as data: `hilltop report --games`."""

import collections
import csv
import json
import os
import resource
import shutil
import signal
import subprocess
import unittest

import program
from program import PAZAAK, PROGRAM, bot_folder, contest_file, house_bots, scratch, threshold_bot

# Answers nonsense in its first game, and then draws below 17.
RUDE_ONCE = threshold_bot(17).replace("import sys\n", "import sys, os\nfirst = True\n").replace(
    "        value =", "        if not os.path.exists('was_rude'):\n"
    "            open('was_rude', 'w').close()\n            print('tea', flush=True)\n"
    "            continue\n        value =")
EVERYONE = """[contest]
name = "everyone"
game = "yahtzee"
[format]
kind = "everyone"
games = 300
"""
MANY = 100_000 if program.SANITIZED else 1_000_000
MEMORY_MAX = 400 << 20  # of address space


class Games(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def command(self, *arguments, **how):
        return program.hilltop(*arguments, "--store", self.store, **how)

    def ran(self, *arguments):
        done = self.command(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def run_contest(self, text, name="contest"):
        self.ran("run", contest_file(self.folder, text, f"{name}.toml"))

    def written(self, name, *options):
        """The text that `report --games` writes into a file of this name."""
        file = self.folder / name
        self.assertEqual(self.ran("report", "--games", file, *options), f"{file}\n")
        return file.read_text("utf-8")

    def lines(self, *options):
        return [json.loads(line) for line in self.written("games.jsonl", *options).splitlines()]

    def assertComplete(self, lines):
        """The lines have all games, in order, and add up to what the report says."""
        file = self.folder / "all.json"
        self.ran("report", "--json", file)
        report = json.loads(file.read_text("utf-8"))
        place = iter(lines)
        for fixture in report["fixtures"]:
            counts = {bot["bot"]: collections.Counter() for bot in fixture["bots"]}
            for number in range(fixture["first_game"], fixture["first_game"] + fixture["games"]):
                line = next(place)
                self.assertEqual((line["fixture"], line["number"], line["stage"]),
                                 (fixture["fixture"], number, fixture["stage"]))
                for seat in line["seats"]:
                    counts[seat["bot"]][seat["result"]] += 1
                    counts[seat["bot"]]["points"] += seat["points"]
            for bot in fixture["bots"]:
                count = counts[bot["bot"]]
                self.assertEqual([count["won"], count["tied"], count["lost"]],
                                 [bot["won"], bot["tied"], bot["lost"]])
                if "hands" in bot:
                    self.assertEqual(count["points"], bot["hands"])
        self.assertIsNone(next(place, None))

    def test_house_bots(self):
        # champion remembers its pairing; with one side card it has solved the game at once.
        for kind, text in [
            ("pairs", PAZAAK.format(games=500) + house_bots("kid", "bold", "nestor")),
            ("mirrored", PAZAAK.format(games='300\ndeals = "mirrored"') + house_bots("kid", "bold")),
            ("remembers", PAZAAK.format(games=2100).replace("[switches]", "[switches]\nside_cards = 1")
             + house_bots("kid", "champion")),
            ("everyone", EVERYONE + house_bots("greedy", "dummy", "in-order")),
            ("cup", PAZAAK.format(games=9).replace('"round-robin"', '"cup"')
             + house_bots("kid", "bold", "nestor")),
        ]:
            with self.subTest(kind):
                self.run_contest(text, kind)
                lines = self.lines("--jobs", "2")
                self.assertComplete(lines)
                self.assertEqual(self.written("one.jsonl", "--jobs", "1"),
                                 (self.folder / "games.jsonl").read_text("utf-8"))
                deals = collections.Counter((line["luck"], line["deal"]) for line in lines)
                self.assertEqual(set(deals.values()), {2 if kind == "mirrored" else 1})

    def test_table_has_what_the_lines_have(self):
        self.run_contest(PAZAAK.format(games=30) + house_bots("kid", "bold")
                         + '[[bot]]\nhouse = "nestor"\nname = "a-b,c \\"=\\""\n', "quoted")
        lines = self.lines("--moves")
        table = list(csv.DictReader(self.written("games.csv", "--moves").splitlines()))
        self.assertEqual(len(table), len(lines))
        for row, line in zip(table, lines):
            for key in ["game", "fixture", "number", "stage", "luck", "deal", "decisions"]:
                self.assertEqual(row[key], str(line[key]))
            for number, seat in enumerate(line["seats"]):
                for key, value in seat.items():
                    self.assertEqual(row[f"{key}_{number}"],
                                     value if isinstance(value, str) else json.dumps(value))
            steps = [f'move {step["seat"]} {step["move"]}' for step in line["steps"]]
            self.assertEqual(row["steps"], "; ".join(steps))
            self.assertEqual(line["decisions"], len(line["steps"]))

    def test_games_of_processes(self):
        bots = ""
        for name, script in [("Rude", RUDE_ONCE), ("Calm", threshold_bot(16))]:
            folder = bot_folder(self.folder / "bots", name, script, interpreter="python3")
            bots += f'[[bot]]\nfolder = "{folder}"\n'
        self.run_contest(PAZAAK.format(games=12).replace('illegal = "substitute"',
                                                         'illegal = "lose"\nbroken = "lose"')
                         + house_bots("kid") + bots)
        self.assertComplete(self.lines())
        lines = self.lines("--moves", "--jobs", "1")
        self.assertComplete(lines)
        forfeited = [line for line in lines if any(seat["forfeited"] for seat in line["seats"])]
        self.assertGreater(len(forfeited), 0)
        self.assertLess(len(forfeited), 10)
        for line in forfeited[:1] + lines[:3] + lines[-3:]:
            replayed = json.loads(self.ran("replay", line["game"], "--format", "json"))
            self.assertEqual(replayed["seats"], [{"bot": seat["bot"], "points": seat["points"]}
                                                 for seat in line["seats"]])
            self.assertEqual(replayed["steps"], [{"ms": None, **step} | {"seat": step["seat"]}
                                                 for step in line["steps"]])
        self.assertTrue(any("ms" in step for step in lines[0]["steps"]))

    @unittest.skipUnless(shutil.which("zstd"), "there is no zstd")
    def test_compressed(self):
        self.run_contest(PAZAAK.format(games=3000) + house_bots("kid", "bold"))
        plain = self.written("games.csv")
        file = self.folder / "games.csv.zst"
        self.ran("report", "--games", file)
        self.assertLess(file.stat().st_size, len(plain) / 5)
        listed = subprocess.run(["zstd", "-lv", file], capture_output=True, text=True, check=True)
        self.assertRegex(listed.stdout, r"(?m)Zstandard Frames: 1$")
        said = subprocess.run(["zstd", "-dc", file], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, plain)

    @unittest.skipIf(program.SANITIZED, "sanitizers take address space")
    def test_memory_does_not_grow_with_the_games(self):
        self.run_contest(PAZAAK.format(games=MANY) + house_bots("kid", "bold"))
        for name in ["games.jsonl", "games.csv.zst"]:
            file = self.folder / name
            done = subprocess.run(
                [PROGRAM, "report", "--games", file, "--jobs", "2", "--store", self.store],
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX)),
                capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "games.jsonl", encoding="utf-8") as lines:
            self.assertEqual(sum(1 for _ in lines), MANY)

    def test_interrupted(self):
        self.run_contest(PAZAAK.format(games=MANY) + house_bots("kid", "bold"))
        file = self.folder / "games.jsonl"
        file.write_text("old")
        writing = subprocess.Popen([PROGRAM, "report", "--games", file, "--store", self.store],
                                   stdout=subprocess.DEVNULL)
        program.until(lambda: list(self.folder.glob("*.part")), writing)
        writing.send_signal(signal.SIGINT)
        self.assertIn(writing.wait(timeout=program.PATIENCE_S), (0, 130))
        if writing.returncode == 130:
            self.assertEqual(file.read_text(), "old")
        self.assertEqual(list(self.folder.glob("*.part")), [])

    def test_files_that_cannot_be(self):
        self.run_contest(PAZAAK.format(games=3) + house_bots("kid", "bold"))
        os.symlink(self.store, self.folder / "link.csv")
        os.symlink("/dev/full", self.folder / "full.jsonl")
        for options, code, words in [
            (["--games", "games.txt"], 2, "ends in .jsonl, .ndjson or .csv"),
            (["--games", "games.zst"], 2, "ends in .jsonl, .ndjson or .csv"),
            (["--games", "nowhere/games.csv"], 2, "there is no folder"),
            (["--games", "link.csv"], 2, "the store and --games are the same file"),
            (["--games", "a.csv", "--grades", "a.csv"], 2, "are the same file"),
            (["--games", "full.jsonl"], 1, "No space left"),
            (["--moves", "--html", "page"], 2, "--moves needs --games"),
            (["--jobs", "2", "--html", "page"], 2, "--jobs needs --games"),
        ]:
            with self.subTest(options):
                done = self.command("report", *options, cwd=self.folder)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertIn(words, done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["contest.toml", "full.jsonl", "link.csv", "results.db"])

    def test_unfinished_contest(self):
        done = subprocess.run(
            [PROGRAM, "run", contest_file(self.folder, PAZAAK.format(games=20)
                                          + house_bots("kid", "bold", "nestor")),
             "--store", self.store], capture_output=True, text=True, check=True)
        self.assertEqual(done.returncode, 0)
        self.run_contest(PAZAAK.format(games=20) + house_bots("kid", "bold"), "other")
        self.assertEqual(len(self.lines()), 20)
        self.assertEqual(len(self.written("all.ndjson", "contest").splitlines()), 60)


if __name__ == "__main__":
    unittest.main()
