"""A tournament is a pure function of contest, bots and seed: whatever else changes, every contest
has one digest and one result.

HILLTOP_LAW=long plays as many games as the contests' files say. HILLTOP_KILLS is the number of
times that each run is killed.
"""

import json
import math
import os
import re
import shutil
import signal
import unittest

import program
from program import HOME, bot_folder, contest_file, drawer, house_bots, listed, scratch

LONG = os.environ.get("HILLTOP_LAW") == "long"
CONTESTS = sorted([*HOME.glob("contests/**/*.toml"), *HOME.glob("examples/contests/*.toml")])
# Number of games if the file's own number takes long.
SHORT = {"koth-pazaak": 10_000, "pazaak-cup": 10_000, "koth-yahtzee": 500}

# Bots that are processes, of each state scope; they do not read what they write.
PROCESSES = """[contest]
name = "Processes"
game = "pazaak"
[format]
kind = "round-robin"
games = 6
"""
STATES = {"none": 14, "pairing": 16, "folder": 18}


# Text that a run with nothing stored may omit.
NOTHING_KNOWN = "reused 0 of 0 stored pairings"


class Contest:
    """A contest's file in parts: its head, and one block of text per bot."""

    def __init__(self, name, text, folders=()):
        head, *self.bots = re.split(r"^(?=\[\[bot\]\])", text, flags=re.MULTILINE)
        self.name = name
        self.has_folders = bool(folders)
        self.head = re.sub(r"^\[bots\]\n.*", "", head, flags=re.MULTILINE | re.DOTALL)
        self.bots += [f'[[bot]]\nfolder = "{folder}"\n' for folder in folders]
        if folders:
            self.head = re.sub(r"^(move_ms) = \d+", r"\1 = 60000", self.head, flags=re.MULTILINE)
            if "[switches]" not in self.head:
                self.head += "[switches]\nmove_ms = 60000\n"
        self.kind = re.search(r'^kind = "([\w-]+)"', head, re.MULTILINE)[1]
        # Bots whose names are in the head; they cannot be left out.
        said = re.findall(r"^(?:challengers|champion) = (.*?)(?: #.*)?$", head, re.MULTILINE)
        self.required = set(re.findall(r'"([\w-]+)"', " ".join(said)))
        # The list is no seeding and breaks no tie.
        self.any_order = self.kind in ("everyone", "round-robin", "gauntlet")
        self.ties_by_order = "earlier" in head

    def half(self):
        """Returns its bots without half of those that can be left out."""
        free = [bot for bot in self.bots if not self.required & set(re.findall(r'"(.*)"', bot))]
        out = free[: min(len(free), len(self.bots) // 2, len(self.bots) - 2)]
        return [bot for bot in self.bots if bot not in out]

    def written(self, folder, bots):
        folder.mkdir(parents=True, exist_ok=True)
        return contest_file(folder, self.head + "".join(bots), self.name + ".toml")


def without_order(report, ranked):
    """Returns the result independent of the order of bots that share a rank; `ranked`: keeps the
    ranks, else drops them, because the list's order breaks ties."""
    rows = [row if ranked else row | {"rank": 0} for row in report["standings"]]
    return report | {"standings": sorted(rows, key=lambda row: (row["rank"], row["bot"]))}


class Law(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = scratch(self)
        self.stores = 0
        self.entered, self.bots = self.folder / "entered", self.folder / "bots"

    def fresh_store(self):
        """Returns a new store, and removes what bots wrote in earlier runs: the next one would take
        it for their authors' files."""
        self.stores += 1
        if self.entered.exists():
            shutil.rmtree(self.bots, ignore_errors=True)
            shutil.copytree(self.entered, self.bots)
        return self.folder / f"{self.stores}.db"

    def arguments(self, contest, file, jobs):
        games = [] if LONG or contest.name not in SHORT else ["--games", self.short(contest)]
        return ["run", file, "--jobs", jobs, "--seed", 1, *games]

    def short(self, contest):
        return SHORT[contest.name] // (10 if program.SANITIZED else 1)

    def run_of(self, contest, file, store, jobs=2):
        """Returns the result, and how many of how many stored pairings were reused."""
        done = program.hilltop(*self.arguments(contest, file, jobs), "--format", "json",
                               "--store", store)
        self.assertEqual(done.returncode, 0, done.stderr)
        known = re.search(r"reused ([\d,]+) of ([\d,]+) stored pairings", done.stderr + NOTHING_KNOWN)
        return json.loads(done.stdout), tuple(int(n.replace(",", "")) for n in known.groups())

    def holds(self, contest):
        file = contest.written(self.folder / "whole", contest.bots)
        law, _ = self.run_of(contest, file, self.fresh_store(), jobs=1)
        # The processes of every state show for all contests of processes what takes these longest.
        short = contest.has_folders and not LONG and contest.name != "processes"
        for jobs in (8,) if short else (2, 8):
            with self.subTest(jobs=jobs):
                self.assertEqual(self.run_of(contest, file, self.fresh_store(), jobs)[0], law)
        if not short:
            with self.subTest("killed, and continued"):
                self.killed(contest, file, law)
        with self.subTest("merged of two halves"):
            self.merged(contest, file, law)
        if contest.any_order:
            with self.subTest("bots in another order"):
                self.other_order(contest, law)

    def killed(self, contest, file, law):
        for store in program.killed_at_random(*self.arguments(contest, file, 2),
                                              fresh_store=self.fresh_store,
                                              kills=max(1, program.KILLS // 5)):
            self.assertEqual(self.run_of(contest, file, store)[0], law)

    def merged(self, contest, file, law):
        """One half was stored when a run was stopped, the other by a run of half of the bots."""
        first = self.fresh_store()
        code, _, said = program.stopped_midway(*self.arguments(contest, file, 2), store=first,
                                               stop=signal.SIGINT)
        self.assertIn(code, (0, 130, -signal.SIGINT), said)  # at its end nothing waits for Ctrl-C
        second = self.fresh_store()
        self.run_of(contest, contest.written(self.folder / "half", contest.half()), second)
        whole = self.fresh_store()
        done = program.hilltop("merge", first, second, "--store", whole)
        self.assertEqual(done.returncode, 0, done.stderr)
        report, known = self.run_of(contest, file, whole)
        self.assertEqual(report, law)
        if contest.kind == "round-robin":  # all pairs of the second half
            self.assertGreaterEqual(known[0], math.comb(len(contest.half()), 2))
        again, (recalled, fixtures) = self.run_of(contest, file, whole)
        self.assertEqual((again, recalled), (law, fixtures))

    def other_order(self, contest, law):
        for bots in (contest.bots[::-1], contest.bots[1:] + contest.bots[:1]):
            file = contest.written(self.folder / "order", bots)
            report, _ = self.run_of(contest, file, self.fresh_store())
            self.assertEqual(report["digest"], law["digest"])
            ranked = not contest.ties_by_order
            self.assertEqual(without_order(report, ranked), without_order(law, ranked))

    def test_processes_of_every_state(self):
        for state, enough in STATES.items():
            bot = bot_folder(self.entered, state, drawer(enough))
            (bot / "bot.toml").write_text(f'state = "{state}"\n')
        self.holds(Contest("processes", PROCESSES + house_bots("kid"),
                           [self.bots / state for state in STATES]))


def law_of(file):
    def test(self):
        folders = sorted((file.parent / "bots").glob("*/meta"))
        if folders:
            shutil.copytree(file.parent / "bots", self.entered)
            program.ran("play", "gomoku", self.entered / "cpp", "random")  # compiles it, for all runs
        text = re.sub(r'^(openings = )"(.+\.txt)"',  # a file beside it, which is played elsewhere
                      lambda found: f'{found[1]}"{file.parent / found[2]}"', file.read_text(), flags=re.M)
        self.holds(Contest(file.stem, text, [self.bots / meta.parent.name for meta in folders]))
    return test


for each in CONTESTS:
    setattr(Law, "test_" + each.stem.replace("-", "_"), law_of(each))


class Contests(unittest.TestCase):
    def test_all_are_there(self):
        self.assertGreaterEqual(len(CONTESTS), 12)
        self.assertEqual(len({file.stem for file in CONTESTS}), len(CONTESTS))
        self.assertEqual({Contest(file.stem, file.read_text()).kind for file in CONTESTS},
                         {row["kind"] for row in listed("formats")})
        self.assertTrue(any((file.parent / "bots").is_dir() for file in CONTESTS))


if __name__ == "__main__":
    unittest.main()
