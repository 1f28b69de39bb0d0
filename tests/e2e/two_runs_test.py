"""Two runs on one store, as in two terminals in one folder: each is killed at any moment, and no
stored result is lost. HILLTOP_KILLS is the number of kills over all contests here."""

import json
import random
import signal
import subprocess
import unittest

import program
from program import PAZAAK, PROGRAM, bot_folder, contest_file, house_bots, scratch, threshold_bot

GAMES = 2_000 if program.SANITIZED else 40_000

# A bot that keeps nothing, takes 256 games at once, and answers at most ANSWERS_PER_S times a second.
# It writes a byte per game that is over into a file.
ANSWERS_PER_S = 100
SLOW_BOT = """
import sys, time
over = open({file!r}, "ab", buffering=0)
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1 batch 256", flush=True)
    elif kind == "turn":
        time.sleep(1 / {per_s})
        print("move", words[0], "STAND", flush=True)
    elif kind == "end":
        over.write(b".")
"""

# A bot that keeps nothing, and plays and thinks by chance.
CHANCE_BOT = """
import random, sys, time
chance = random.Random()
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        time.sleep(chance.random() ** 8 * 0.06)
        print("move", words[0], "END" if chance.random() < 0.7 else "STAND", flush=True)
"""


class TwoRuns(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def bot(self, name, enough, state):
        folder = bot_folder(self.folder / "bots", name, threshold_bot(enough), interpreter="python3")
        (folder / "bot.toml").write_text(f'state = "{state}"\n')
        return f'[[bot]]\nfolder = "{folder}"\n'

    def contests(self):
        """By kind: the text of a contest's file, and the parts of its report that depend only on
        the seed."""
        everything = ("standings", "digest", "contest")
        few = PAZAAK.format(games=30)
        yield "house", PAZAAK.format(games=GAMES) + house_bots("kid", "bold", "nestor"), everything
        yield "cup", (PAZAAK.format(games=GAMES // 4).replace('"round-robin"', '"cup"')
                      + house_bots("kid", "bold", "nestor", "cautious")), everything
        yield "none", few + house_bots("kid") + self.bot("a", 20, "none") + self.bot(
            "b", 15, "none"), ("standings", "digest")
        yield "pairing", few + house_bots("kid") + self.bot("c", 20, "pairing"), ("standings",
                                                                                  "digest")
        yield "yahtzee", ('[contest]\nname = "all"\ngame = "yahtzee"\nseed = 5\n[format]\nkind = '
                          f'"everyone"\ngames = {GAMES // 20}\n'
                          + house_bots("greedy", "dummy", "in-order")), everything

    def begun(self, contest, store, *options):
        return subprocess.Popen([PROGRAM, "run", str(contest), "--store", str(store), "--jobs", "1",
                                 *options],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def end(self, running):
        """Kills it; returns whether it was still running."""
        if running.stderr.closed:
            return False
        ended = running.poll() is not None
        running.kill()
        said = running.communicate()[1]
        self.assertIn(running.returncode, (0, -9), said)
        return not ended

    def test_two_runs_that_are_killed(self):
        for kind, text, kept in self.contests():
            with self.subTest(kind):
                contest = contest_file(self.folder, text, f"{kind}.toml")
                undisturbed = program.report("run", contest)
                kills, stores = max(2, program.KILLS // 5), 0
                while kills > 0:
                    stores += 1
                    store = self.folder / f"{kind}-{stores}.db"
                    two = [self.begun(contest, store), self.begun(contest, store)]
                    while kills > 0:
                        one = random.randrange(2)
                        try:
                            two[one].wait(timeout=random.uniform(0, 0.7))
                        except subprocess.TimeoutExpired:
                            pass
                        kills -= self.end(two[one])
                        if all(run.poll() == 0 for run in two):
                            break  # needs a fresh store
                        two[one] = self.begun(contest, store)
                    for run in two:
                        self.end(run)
                    again = program.hilltop("run", contest, "--format", "json", "--store", store)
                    self.assertEqual(again.returncode, 0, again.stderr)
                    again = json.loads(again.stdout)
                    for word in kept:
                        self.assertEqual(again[word], undisturbed[word])
                    checked = program.hilltop("verify", "--store", store)
                    self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_results_of_one_survive_the_end_of_the_other(self):
        short = contest_file(self.folder, PAZAAK.format(games=10) + house_bots("kid", "bold"),
                             "short.toml")
        long = contest_file(self.folder, PAZAAK.format(games=10_000_000)
                            + house_bots("nestor", "bold", "cautious"), "long.toml")
        store = self.folder / "both.db"
        running = self.begun(long, store)
        self.assertTrue(program.until(lambda: program.blocks(store), running))
        self.assertEqual(program.hilltop("run", short, "--store", store).returncode, 0)
        known = program.blocks(store)
        # Stored after the short one has ended.
        self.assertTrue(program.until(lambda: program.blocks(store) >= known + 3, running))
        earned = program.blocks(store)
        self.end(running)
        self.assertGreaterEqual(program.blocks(store), earned)
        shown = program.hilltop("show", "long", "--store", store)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("partial results", shown.stderr)

    def test_two_runs_of_a_bot_that_never_plays_alike(self):
        folder = bot_folder(self.folder / "bots", "chance", CHANCE_BOT, interpreter="python3")
        (folder / "bot.toml").write_text('state = "none"\n')
        contest = contest_file(self.folder, PAZAAK.format(games=100) + house_bots("kid", "bold")
                               + f'[[bot]]\nfolder = "{folder}"\n')
        store = self.folder / "chance.db"
        two = [subprocess.Popen([PROGRAM, "run", str(contest), "--store", str(store), "--jobs", "2",
                                 "--format", "json"], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True) for _ in range(2)]
        told = [run.communicate(timeout=program.PATIENCE_S) for run in two]
        self.assertEqual([run.returncode for run in two], [0, 0], told)
        shown = program.report("show", "--store", store)
        for printed, _ in told:
            self.assertEqual(json.loads(printed)["digest"], shown["digest"])
            self.assertEqual(json.loads(printed)["standings"], shown["standings"])
        checked = program.hilltop("verify", "--store", store)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_a_store_that_is_deleted_ends_its_run(self):
        contest = contest_file(self.folder, PAZAAK.format(games=10_000_000)
                               + house_bots("nestor", "bold", "cautious"), "long.toml")
        for replace in (False, True):
            store = self.folder / f"gone-{replace}.db"
            running = self.begun(contest, store)
            self.assertTrue(program.until(lambda: program.blocks(store), running))
            if replace:
                other = self.folder / "other.db"
                other.write_bytes(b"")
                other.rename(store)
            else:
                store.unlink()
            _, said = running.communicate(timeout=program.PATIENCE_S)
            self.assertEqual(running.returncode, 1, said)
            self.assertIn("was deleted or replaced while it was in use", said)

    def test_a_slow_bot_that_takes_many_games_loses_few_at_ctrl_c(self):
        over = self.folder / "over"
        folder = bot_folder(self.folder / "bots", "slow",
                            SLOW_BOT.format(file=str(over), per_s=ANSWERS_PER_S), interpreter="python3")
        (folder / "bot.toml").write_text('state = "none"\n')
        contest = contest_file(self.folder, PAZAAK.format(games=2_000) + house_bots("kid")
                               + f'[[bot]]\nfolder = "{folder}"\n')
        store = self.folder / "slow.db"
        running = self.begun(contest, store, "--sandbox", "off")
        self.assertTrue(program.until(
            lambda: over.exists() and over.stat().st_size >= ANSWERS_PER_S, running))
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(running.returncode, 130, told)
        # In a second and a quarter of a batch the bot gives 125 answers, and each game takes two.
        self.assertLess(over.stat().st_size - program.games_kept(store), 125 / 2)


if __name__ == "__main__":
    unittest.main()
