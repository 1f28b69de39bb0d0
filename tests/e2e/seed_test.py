"""Secret seeds: what is committed to, what is shown when, and what a bot that searches for it finds."""
import hashlib
import json
import re
import signal
import subprocess
import unittest

import program
from program import (bot_folder, contest_file, drawer, hilltop, house_bots, ran, report, scratch,
                     stopped_midway)

DUEL = """[contest]
game = "pazaak"
[format]
kind = "round-robin"
games = 40
[switches]
move_ms = 60000
"""
SEED = r"(?:[0-9a-z]{5}-){4}[0-9a-z]{6}"
# Searches for the contest's number by the seed that it is handed, as the derivation allows.
SEER = r'''
import hashlib, struct, sys
def text(s): return struct.pack("<Q", len(s)) + s.encode()
def number(n): return struct.pack("<Q", n)
def derived(purpose, *parts):
    digest = hashlib.blake2b(text(purpose) + b"".join(parts), digest_size=16).digest()
    return int.from_bytes(digest[:8], "little")
def seed_under(n, game):
    key = derived("hilltop fixture 1", number(n), text("pazaak"), number(2), text("Seer"), text("kid"))
    return derived("hilltop bot seed 1", number(key), text("Seer"), number(game)) & 0x7fffffff
for line in sys.stdin:
    words = line.split()
    if words[0] == "hilltop": print("ready 1", flush=True)
    if words[0] == "bye": break
    if words[0] == "begin":
        game, handed = int(words[1]), int(words[words.index("seed") + 1])
        for n in range(300):
            if seed_under(n, game) == handed: print("the seed is", n, file=sys.stderr, flush=True)
    if words[0] == "turn":
        hand = words[words.index("hand") + 1]
        value = sum(int(card) for card in hand.split(",") if card != "-")
        print("move", words[1], "STAND" if 16 <= value <= 20 else "END", flush=True)
'''


def commitment_of(seed):
    return hashlib.blake2b(seed.encode(), digest_size=32).hexdigest()


class Secret(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"
        for name in ("first", "second"):
            bot_folder(self.folder, name, drawer(16))
        self.contest = contest_file(
            self.folder, DUEL + "".join(f'[[bot]]\nfolder = "{name}"\n' for name in ("first", "second"))
            + house_bots("kid"))

    def run_it(self, *options):
        """Returns the report, what was said, and the commitment that was said before the games."""
        done = hilltop("run", self.contest, "--store", self.store, "--format", "json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = re.search(r"^seed: drawn; commitment ([0-9a-f]{64})$", done.stderr, re.M)
        return json.loads(done.stdout), done.stderr, said and said[1]

    def change(self, name):
        with (self.folder / name / "bot").open("a") as file:
            file.write("# changed\n")

    def luck(self):
        """Returns the luck of each stored game."""
        games = self.folder / "games.jsonl"
        ran("report", self.contest.stem, "--store", self.store, "--games", games)
        return {game["game"]: game["luck"] for game in map(json.loads, games.open())}

    def test_is_committed_to_and_shown_beside_the_digest(self):
        shown, _, commitment = self.run_it()
        self.assertRegex(shown["seed"], f"^{SEED}$")
        self.assertEqual(shown["commitment"], commitment)
        self.assertEqual(commitment_of(shown["seed"]), commitment)
        text = ran("show", "--store", self.store)
        for part in (shown["seed"], commitment, shown["digest"]):
            self.assertIn(part, text)
        again, _, commitment_again = self.run_it()
        self.assertEqual((again, commitment_again), (shown, commitment))

    def test_gives_the_same_games_where_it_is_typed(self):
        shown, _, _ = self.run_it()
        typed = shown["seed"].upper().replace("-", "")
        self.assertEqual(report("run", self.contest, "--seed", typed), shown)
        self.assertEqual(hilltop("verify", "--store", self.store, "--seed", typed).returncode, 0)
        other = hilltop("verify", "--store", self.store, "--seed", "1")
        self.assertEqual(other.returncode, 1)
        self.assertIn("another seed than 1", other.stdout)
        self.assertNotEqual(report("run", self.contest)["seed"], shown["seed"])

    def test_is_not_shown_before_the_last_game(self):
        text = self.contest.read_text().replace("games = 40", "games = 800")
        self.contest.write_text(text)
        log = self.folder / "log"
        code, _, _ = stopped_midway("run", self.contest, "--log", log, store=self.store,
                                    stop=signal.SIGINT)
        self.assertEqual(code, 130)
        partial = json.loads(hilltop("show", "--store", self.store, "--format", "json").stdout)
        self.assertIsNone(partial["seed"])
        commitment = partial["commitment"]
        shown = report("run", self.contest, "--store", self.store)
        self.assertEqual(commitment_of(shown["seed"]), commitment)
        for said in (json.dumps(partial), log.read_text()):
            self.assertNotIn(shown["seed"], said)

    def test_that_was_shown_is_spent_when_a_bot_changes(self):
        shown, _, _ = self.run_it()
        self.change("second")
        other, said, _ = self.run_it()
        self.assertNotEqual(other["seed"], shown["seed"])
        self.assertIn(f"another than {shown['seed']}, which was shown before the bots changed", said)
        self.assertNotIn("reused", said)

    def test_that_is_sealed_serves_a_bot_that_changes_with_other_luck(self):
        sealed, _, commitment = self.run_it("--sealed")
        self.assertIsNone(sealed["seed"])
        self.assertIsNone(report("show", "--store", self.store)["seed"])
        before = self.luck()
        self.change("second")
        _, said, commitment_again = self.run_it("--sealed")
        self.assertEqual(commitment_again, commitment)
        self.assertIn("reused 1 of 3 stored pairings", said)
        after = self.luck()
        self.assertEqual(len(set(before.values())), len(before), "each deal has a key of its own")
        for game in before:
            self.assertEqual(before[game] == after[game], "second" not in game, game)
        shown, _, _ = self.run_it()
        self.assertEqual(commitment_of(shown["seed"]), commitment)

    def test_of_two_runs_that_begin_at_once_is_one(self):
        runs = [subprocess.Popen([program.PROGRAM, "run", self.contest, "--store", self.store,
                                  "--format", "json"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for _ in range(4)]
        shown = [json.loads(run.communicate()[0]) for run in runs]
        self.assertEqual(len({one["seed"] for one in shown}), 1)
        self.assertEqual(len({one["digest"] for one in shown}), 1)


class Number(unittest.TestCase):
    def test_is_that_of_house_bots(self):
        contest = contest_file(scratch(self), DUEL + house_bots("kid", "bold"))
        done = hilltop("run", contest, "--format", "json")
        self.assertEqual((json.loads(done.stdout)["seed"], done.stderr), ("1", ""))

    def test_can_be_found_out_by_a_bot_and_a_secret_cannot(self):
        seer = bot_folder(scratch(self), "Seer", SEER, stderr="1", interpreter="python3")
        commands = [("play", "pazaak", seer, "kid", "--games", 3),
                    ("compare", "pazaak", seer, "kid", "--max-games", 4)]
        contest = contest_file(seer.parent, DUEL + f'[[bot]]\nfolder = "{seer.name}"\n' + house_bots("kid"))
        commands.append(("run", contest, "--games", 4))
        for command in commands:
            with self.subTest(command=command[0]):
                found = hilltop(*command, "--seed", 123).stderr
                self.assertIn("the seed is 123", found)
                self.assertNotIn("the seed is", hilltop(*command).stderr)
        warned = hilltop(*commands[-1], "--seed", 123).stderr
        self.assertIn("seed: 123, which a bot can guess", warned)


if __name__ == "__main__":
    unittest.main()
