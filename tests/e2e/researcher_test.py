"""A researcher's walk: many games of house bots, the same on any number of workers, and every one
of them in other programs, where they add up to the ranking. HILLTOP_GAMES is how many games."""

import collections
import csv
import gzip
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import program
from program import HOME, hilltop

GAMES = int(os.environ.get("HILLTOP_GAMES", 20_000 if program.SANITIZED else 60_000))
PAIRS = 15
PER_PAIR = -(-GAMES // PAIRS)
FEW_PER_PAIR = 200  # where lines take another program much time or memory
PAGE = (HOME / "docs" / "data.md").read_text("utf-8")
KB_MAX = int(re.search(r"Ten million games of house bots take (\d+) KB",
                       (HOME / "docs" / "store.md").read_text("utf-8"))[1])
COMPRESSED = {"games.jsonl.zst", "games.csv.zst"}


def example(language):
    """Returns the page's program in a language."""
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


class Count:
    """What games add up to."""

    def __init__(self):
        self.games = self.decisions = 0
        self.results, self.hands, self.first = (collections.Counter() for _ in range(3))

    def add(self, decisions, seats):
        self.games += 1
        self.decisions += int(decisions)
        for bot, points, result in seats:
            self.results[bot, result] += 1
            self.hands[bot] += int(points)
        self.first[seats[0][0], seats[0][2]] += 1

    def add_lines(self, lines):
        for line in map(json.loads, lines):
            self.add(line["decisions"], [(seat["bot"], seat["points"], seat["result"])
                                         for seat in line["seats"]])
        return self

    def add_table(self, lines):
        rows = csv.reader(lines)
        columns = [[header.index(f"{name}_{seat}") for name in ("bot", "points", "result")]
                   for header in [next(rows)] for seat in range(2)]
        for row in rows:
            self.add(row[6], [[row[column] for column in seat] for seat in columns])
        return self


class Researcher(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.home = pathlib.Path(folder.name).resolve()
        cls.ran("run", "koth-pazaak", "--games", PER_PAIR, "--jobs", 2)
        cls.left = {path.name: path.stat().st_size for path in cls.home.iterdir()}
        cls.ranking = json.loads(cls.ran("show", "--format", "json"))
        for name in {"games.csv"} | COMPRESSED:
            assert cls.ran("report", "--games", name).endswith(f"/{name}\n")

    @classmethod
    def ran(cls, *words):
        done = hilltop(*words, cwd=cls.home, env={"HILLTOP_STORE": "pazaak.db"})
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def other(self, *words, cwd=None):
        """Returns what another program prints; skips the test if it is not installed."""
        if not shutil.which(words[0]):
            self.skipTest(f"there is no {words[0]} here")
        done = subprocess.run(words, cwd=cwd or self.home, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def assert_counts(self, count):
        """The games add up to the ranking."""
        self.assertEqual(count.games, PAIRS * PER_PAIR)
        for row in self.ranking["standings"]:
            bot = row["bot"]
            self.assertEqual([count.results[bot, result] for result in ("won", "tied", "lost")],
                             [row["won"], row["tied"], row["lost"]])
            self.assertEqual(count.hands[bot], row["hands"])
            self.assertEqual(round(100 * count.results[bot, "won"] / row["games"], 4),
                             round(row["score_percent"], 4))

    def test_any_number_of_workers_gives_the_same_result(self):
        alone = json.loads(self.ran("run", "koth-pazaak", "--games", PER_PAIR, "--jobs", 1,
                                    "--store", "none", "--format", "json"))
        self.assertEqual(alone["digest"], self.ranking["digest"])
        self.assertEqual([row["won"] for row in alone["standings"]],
                         [row["won"] for row in self.ranking["standings"]])
        another = json.loads(self.ran("run", "koth-pazaak", "--games", PER_PAIR, "--seed", 2,
                                      "--store", "none", "--format", "json"))
        self.assertNotEqual(another["digest"], self.ranking["digest"])

    def test_the_store_is_small_and_verified(self):
        self.assertEqual(list(self.left), ["pazaak.db"])
        self.assertLessEqual(self.left["pazaak.db"], KB_MAX * 1000)
        with sqlite3.connect(f"file:{self.home}/pazaak.db?mode=ro", uri=True) as database:
            self.assertEqual(database.execute("PRAGMA freelist_count").fetchone()[0], 0)
        self.assertRegex(self.ran("verify", "koth-pazaak", "--digest", self.ranking["digest"]),
                         rf"{PAIRS} pairings with {PAIRS * PER_PAIR:,} games .* 0 that differ")

    def test_python_reads_a_table(self):
        with (self.home / "games.csv").open(newline="", encoding="utf-8") as file:
            self.assert_counts(Count().add_table(file))

    def test_python_reads_what_is_compressed(self):
        for name in COMPRESSED:
            with self.subTest(name):
                if not shutil.which("zstd"):
                    self.skipTest("there is no zstd here")
                with subprocess.Popen(["zstd", "-dc", self.home / name],
                                      stdout=subprocess.PIPE) as unpacked:
                    lines = io.TextIOWrapper(unpacked.stdout, "utf-8", newline="")
                    count = Count()
                    self.assert_counts(count.add_lines(lines) if "jsonl" in name
                                       else count.add_table(lines))
                self.assertEqual(unpacked.returncode, 0)

    def test_gzip_and_a_pipe(self):
        """As Python and `gzip` read them; the same games in every form."""
        folder, _ = self.few_games()
        table, lines = (folder / name for name in ("games.csv", "games.jsonl"))
        for ending, plain in (("csv", table), ("jsonl", lines)):
            packed = folder / f"games.{ending}.gz"
            self.ran("report", "--store", "few.db", "--games", packed)
            self.assertEqual(gzip.decompress(packed.read_bytes()), plain.read_bytes())
            again = folder / f"again.{ending}.gz"
            self.ran("report", "--store", "few.db", "--games", again)
            self.assertEqual(again.read_bytes(), packed.read_bytes())  # no time is in it
        for name, plain in (("-", lines), ("-.jsonl", lines), ("-.csv", table)):
            self.assertEqual(self.ran("report", "--store", "few.db", "--games", name), plain.read_text("utf-8"))
        both = self.ran("report", "--store", "few.db", "--games", "-.csv", "--json", folder / "all.json")
        self.assertEqual(both, table.read_text("utf-8"))  # the file's name is told elsewhere
        self.assertTrue((folder / "all.json").exists())

    def test_sqlite_reads_a_table(self):
        """With the page's commands."""
        for command in re.findall(r'^\$ (sqlite3 ~/games\.db .*)$', PAGE, re.MULTILINE):
            printed = self.other("sh", "-c", command.replace("~/", "./").replace("$HOME/", "./"))
            if "count(*)" in command:
                self.assertEqual(int(printed), PAIRS * PER_PAIR)
        with (self.home / "games.csv").open(newline="", encoding="utf-8") as file:
            first = Count().add_table(file).first
        shares = dict(line.split("|") for line in printed.splitlines())
        self.assertEqual(len(shares), 6)
        for bot, share in shares.items():
            games = sum(first[bot, result] for result in ("won", "tied", "lost"))
            self.assertAlmostEqual(float(share), 100 * first[bot, "won"] / games, delta=0.0501)

    def few_games(self):
        """Writes fewer games, as the page's programs read them; returns their ranking."""
        run = ["koth-pazaak", "--games", FEW_PER_PAIR, "--store", "few.db"]
        ranking = json.loads(self.ran("run", *run, "--format", "json"))["standings"]
        folder = self.home / "few"
        folder.mkdir(exist_ok=True)
        for name in ("games.csv", "games.csv.zst", "games.jsonl", "games.jsonl.zst"):
            self.ran("report", "--store", "few.db", "--games", folder / name)
        return folder, ranking

    def test_every_move(self):
        self.few_games()
        self.ran("report", "--store", "few.db", "--games", "moves.jsonl", "--moves")
        with (self.home / "moves.jsonl").open(encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual(len(lines), PAIRS * FEW_PER_PAIR)
        for line in lines:
            self.assertEqual(len(line["steps"]), line["decisions"])
        for line in lines[::500]:
            replayed = json.loads(self.ran("replay", line["game"], "--store", "few.db", "--format",
                                           "json"))
            self.assertEqual([(step["seat"], step["move"]) for step in replayed["steps"]],
                             [(step["seat"], step["move"]) for step in line["steps"]])
        # The page's commands make a row per step of the lines.
        for command in re.findall(r"^\$ (sqlite3 ~/moves\.db .*)$", PAGE, re.MULTILINE):
            command = command.replace("count(*) > 15000", "count(*)")
            printed = self.other("sh", "-c", command.replace("~/", "./").replace("$HOME/", "./"))
        self.assertEqual(int(printed), sum(line["decisions"] for line in lines))

    def test_pandas(self):
        for package in ("pandas", "zstandard"):
            if importlib.util.find_spec(package) is None:
                self.skipTest(f"there is no {package} here")
        folder, ranking = self.few_games()
        printed = self.other(sys.executable, "-c", example("python"), cwd=folder)
        means, shares = printed.split("Name: points_0")
        self.assertEqual(sorted(re.findall(r"(?m)^(\w+) +\d\.\d+$", means)),
                         sorted(row["bot"] for row in ranking))
        told = sorted(float(share) for share in re.findall(r"won +(\d\.\d+)", shares))
        self.assertEqual(len(told), len(ranking))
        for share, row in zip(told, sorted(ranking, key=lambda row: row["won"])):
            self.assertAlmostEqual(share, row["won"] / row["games"], delta=1e-6)

    def test_r(self):
        if not shutil.which("Rscript"):
            self.skipTest("there is no Rscript here")
        if "TRUE" not in self.other("Rscript", "-e", 'cat(requireNamespace("jsonlite"))'):
            self.skipTest("there is no jsonlite here")
        folder, ranking = self.few_games()
        printed = self.other("Rscript", "-e", example("r"), cwd=folder)
        for row in ranking:
            told = re.search(rf"(?m)^ +{row['bot']} +(\d\.\d+) +(\d\.\d+)$", printed)
            self.assertAlmostEqual(float(told[2]), row["won"] / row["games"], delta=1e-6)


if __name__ == "__main__":
    unittest.main()
