"""A host's walk: eight bots in a folder, a contest that is interrupted, resumed, watched,
corrected, published and checked, and one that two machines share."""

import csv
import json
import re
import shutil
import signal
import subprocess
import unittest

import program
from program import HOME, hilltop, scratch

GAMES = 40 if program.SANITIZED else 60
PAIRS = 28
PAGE = (HOME / "docs" / "contests.md").read_text("utf-8")
# The page's contest, with a folder of bots, fewer games, and limits that a busy machine keeps too.
CONTEST = (re.search(r"```toml\n(.*?)\[\[bot\]\]", PAGE, re.DOTALL)[1]
           .replace("games = 1000", f"games = {GAMES}")
           .replace("side_cards = 4", "side_cards = 4\nmove_ms = 60000\nstart_ms = 60000")
           + '[bots]\nfolder = "bots"\n')
NAMES = ["ada", "bob", "cleo", "dan", "eve", "finn", "gus", "hal"]
DRAWS = "view.value < 17"
# What is wrong with Hal: it throws at a rare hand. It is asked about one game at a time, because a
# crash costs all games that it is asked about.
CLUMSY = '    if len(view.hand) > 5: raise ValueError("so many cards")\n'


class Host(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.home = scratch(self)
        (self.home / "friday.toml").write_text(CONTEST)
        for number, name in enumerate(NAMES):
            self.ran("new", "pazaak", "python", f"bots/{name}")
            self.change(name, DRAWS, f"view.value < {12 + number}")
        self.change("hal", "    missing = ", CLUMSY + "    missing = ")
        self.change("hal", "play_pazaak(choose)", "play_pazaak(choose, batch=0)")

    def change(self, name, old, new):
        source = self.home / "bots" / name / "bot.py"
        text = source.read_text("utf-8")
        self.assertEqual(text.count(old), 1, text)
        program.replace(source, text.replace(old, new))

    def command(self, *words):
        return hilltop(*words, cwd=self.home, env={"HILLTOP_STORE": "friday.db"})

    def ran(self, *words):
        done = self.command(*words)
        self.assertEqual(done.returncode, 0, (words, done.stdout, done.stderr))
        return done.stdout

    def digest(self, text):
        return re.search(r"(?m)^  digest ([0-9a-f]{64})$", text)[1]

    def started(self, *words):
        running = subprocess.Popen(
            [program.PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=self.home, env={**program.os.environ, "HILLTOP_STORE": "friday.db"})

        def end():
            running.kill()
            running.communicate()
        self.addCleanup(end)
        return running

    def heard(self, running, wanted):
        """Returns a program's stderr up to a line that matches an expression."""
        said = ""
        for line in running.stderr:
            said += line
            if re.search(wanted, line):
                return said
        self.fail(f"it ended before it said {wanted}: {said}")

    def interrupted(self, running):
        """Returns the rest of what a program printed that got a Ctrl-C."""
        running.send_signal(signal.SIGINT)
        out, said = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(running.returncode, 130, said)
        return out, said

    def test_an_evening(self):
        self.plays_to_the_end_in_two_goes()
        self.shows_the_result()
        self.asks_for_games_again()
        self.refuses_a_broken_folder()
        self.watches_a_correction()
        self.looks_back()
        self.tries_another_rule()
        self.publishes()

    def plays_to_the_end_in_two_goes(self):
        whole = self.digest(self.ran("run", "friday.toml", "--store", "none"))
        # One worker needs some seconds for it, also on a fast machine.
        running = self.started("run", "friday.toml", "--every", "1", "--jobs", "1")
        self.heard(running, r"^[\d,]+ games so far")
        self.assertRegex(self.heard(running, r"^ +2 "), r"(?m)^ +rank +bot .*\n +1 +\w+ ")
        out, said = self.interrupted(running)
        self.assertEqual(out, "")
        self.assertIn("the same command resumes", said)
        shown = self.command("show")
        self.assertEqual(shown.returncode, 0)
        self.assertIn("partial results", shown.stderr)
        resumed = self.command("run", "friday.toml")
        self.assertEqual(self.digest(resumed.stdout), whole, resumed.stderr)
        again = self.command("run", "friday.toml")
        self.assertEqual(self.digest(again.stdout), whole)
        self.assertIn(f"reused {PAIRS} of {PAIRS} stored pairings", again.stderr)

    def shows_the_result(self):
        shown = self.ran("show")
        ranking = re.findall(r"(?m)^ +(\d+)  (\w+) ", shown)
        self.assertEqual([rank for rank, _ in ranking], [str(i) for i in range(1, 9)])
        self.assertEqual(sorted(name for _, name in ranking), NAMES)
        # Hal's faults, in one line that names a game.
        line = re.search(r"(?m)^  hal +(\d+) × crashed \(status 1\): ValueError: so many cards "
                         r"\(bot\.py:7\), first in (\S+)$", shown)
        self.assertGreater(int(line[1]), 0)
        game = line[2]
        self.assertIn("hal", game)
        pairs = self.ran("show", "--pairs")
        self.assertEqual(len(re.findall(r"(?m)^ +\d  \w+ .*·", pairs)), 8)
        faults = self.ran("show", "--faults")
        self.assertRegex(faults, r"(?m)^    > turn .* hand (\d+,){5}\d+ ")
        self.assertRegex(faults, r"(?m)^    \| ValueError: so many cards$")
        replayed = self.ran("replay", game)
        self.assertIn("New Game!", replayed)
        self.assertIn("hal", replayed)
        verified = self.ran("verify")
        self.assertRegex(verified, rf"^friday: {PAIRS} pairings with {PAIRS * GAMES:,} games "
                         ".* 0 that differ")

    def asks_for_games_again(self):
        before = self.digest(self.ran("show"))
        done = self.command("run", "friday.toml", "--again", "hal")
        self.assertIn(f"{7 * GAMES:,} games played again", done.stderr)
        self.assertEqual(self.digest(done.stdout), before)

    def refuses_a_broken_folder(self):
        late = self.home / "bots" / "ivy"
        late.mkdir()
        (late / "meta.txt").write_text("ivy\npython3\nbot.py\n0\n")
        refused = self.command("run", "friday.toml")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("rename 'meta.txt'", refused.stderr)
        without = self.command("run", "friday.toml", "--skip-broken")
        self.assertEqual(without.returncode, 0)
        self.assertIn("ivy", without.stdout)
        self.assertIn(f"reused {PAIRS} of {PAIRS} stored pairings", without.stderr)
        shutil.rmtree(late)
        self.ran("run", "friday.toml")

    def watches_a_correction(self):
        watching = self.started("watch", "friday.toml")
        self.assertIn(f"reused {PAIRS} of {PAIRS}", self.heard(watching, "^watching 8 bots"))
        self.change("hal", CLUMSY, "")
        said = self.heard(watching, "^watching 8 bots")
        self.assertIn("hal has changed\n", said)
        self.assertIn(f"reused {PAIRS - 7} of {PAIRS} stored pairings", said)
        out, _ = self.interrupted(watching)
        first, second = re.split(r"(?m)^Friday night ", out)[1:]
        self.assertIn("hal ", first.split("\n  faults\n")[1])
        self.assertNotIn("\n  faults\n", second)
        self.assertEqual(self.digest(self.ran("show")), self.digest(second))

    def looks_back(self):
        """The night before the correction, and what became of it."""
        runs = json.loads(self.ran("show", "--list", "--format", "json"))["runs"]
        self.assertEqual([(run["run"], run["bots"]) for run in runs],
                         [("friday@2", len(NAMES)), ("friday@1", len(NAMES))])
        self.assertIn("× crashed", self.ran("show", "friday@1"))
        self.assertNotIn("× crashed", self.ran("show"))
        since = json.loads(self.ran("show", "--since", "friday@1", "--format", "json"))["bots"]
        self.assertEqual({bot["bot"] for bot in since if bot["bot_is"] == "changed"}, {"hal"})
        self.assertEqual(sorted(bot["rank_before"] for bot in since), list(range(1, 9)))
        post = self.ran("show", "--format", "md")
        self.assertRegex(post, r"^# Friday night\n")
        self.assertIn(self.digest(self.ran("show")), post)
        self.assertRegex(post, r"(?m)^hilltop run friday\.toml .*--seed ")  # printed_commands_test runs it

    def tries_another_rule(self):
        """Five side cards for one run, of which the file and the stored night know nothing."""
        night = self.digest(self.ran("show"))
        tried = self.ran("run", "friday.toml", "--set", "side_cards=5", "--games", 6, "--store", "none")
        other = self.home / "five.toml"
        other.write_text(CONTEST.replace("side_cards = 4", "side_cards = 5"))
        self.assertEqual(self.digest(tried),
                         self.digest(self.ran("run", other, "--games", 6, "--store", "none")))
        four = self.ran("run", "friday.toml", "--games", 6, "--store", "none")
        self.assertNotEqual(self.digest(tried), self.digest(four))
        refused = self.command("run", "friday.toml", "--set", "side_card=5", "--store", "none")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("side_cards", refused.stderr)
        self.assertEqual(self.digest(self.ran("show")), night)

    def publishes(self):
        printed = self.ran("report", "--html", "page", "--csv", "data", "--json", "all.json")
        written = [self.home / line for line in printed.splitlines()]
        self.assertTrue(all(path.is_file() for path in written), printed)
        page = (self.home / "page" / "index.html").read_text("utf-8")
        digest = self.digest(self.ran("show"))
        for text in [*NAMES, digest, "Friday night"]:
            self.assertIn(text, page)
        self.assertNotRegex(page, r'(?:src|href)="?https?:')
        whole = json.loads((self.home / "all.json").read_text("utf-8"))
        self.assertEqual((whole["digest"], whole["complete"]), (digest, True))
        with (self.home / "data" / "standings.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["bot"], row["won"]) for row in rows],
                         [(row["bot"], str(row["won"])) for row in whole["standings"]])

    def test_two_machines(self):
        for bots, names in (("A", NAMES[:4]), ("B", NAMES[2:6]), ("ALL", NAMES[:6])):
            for name in names:
                shutil.copytree(self.home / "bots" / name, self.home / bots / name)
        run = ["run", "friday.toml", "--games", 20]
        for machine in ("A", "B"):
            self.ran(*run, "--bots", machine, "--store", f"{machine}.db")
        self.ran("merge", "A.db", "B.db", "--store", "ALL.db")
        done = self.command(*run, "--bots", "ALL", "--store", "ALL.db")
        self.assertIn("reused 11 of 15 stored pairings", done.stderr)
        alone = self.ran(*run, "--bots", "ALL", "--store", "none")
        self.assertEqual(self.digest(done.stdout), self.digest(alone))


if __name__ == "__main__":
    unittest.main()
