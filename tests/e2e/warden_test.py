"""A killed warden is the machine's fault: its games are void and replayed."""

import json
import re
import unittest

import program
from program import PAZAAK, bot_folder, contest_file, house_bots, scratch

# A bot of Pazaak that kills its warden in the middle of a game, as somebody outside might, as often
# as a file says that only its processes see.
BOT = """
import fcntl, os, signal, sys

def may_kill():
    with open({kills!r}, "r+") as kills:
        fcntl.flock(kills, fcntl.LOCK_EX)
        left = int(kills.read())
        kills.seek(0)
        kills.truncate()
        kills.write(str(max(left - 1, 0)))
        return left > 0

games = 0
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1{batch}", flush=True)
    elif kind == "begin":
        games += 1
    elif kind == "turn":
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        if games >= {first} and value > 10 and may_kill():
            os.kill(os.getppid(), signal.SIGKILL)
            signal.pause()
        print("move", words[0], "END" if value < 15 + games % 3 * {memory} else "STAND", flush=True)
    elif kind == "bye":
        break
"""


class Warden(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.kills = self.folder / "kills"

    def bot(self, name, state="none", batch=1, first=2):
        """`first` is the earliest game of a process in which it kills."""
        folder = bot_folder(self.folder / name, name, BOT.format(
            kills=str(self.kills), memory=int(state == "pairing"), first=first,
            batch=f" batch {batch}" if batch > 1 else ""), interpreter="python3")
        (folder / "bot.toml").write_text(f'state = "{state}"\n')
        return folder

    def contest(self, bot):
        return contest_file(self.folder, PAZAAK.format(games=8) + house_bots("kid", "bold") +
                            f'[[bot]]\nfolder = "{bot}"\n')

    def run_with(self, kills, contest, *more):
        self.kills.write_text(str(kills))
        return program.hilltop("run", contest, "--sandbox", "off", "--format", "json", *more)

    def test_a_void_game_is_played_again_and_told(self):
        for state, batch, first in (("none", 1, 2), ("none", 4, 2), ("pairing", 1, 2),
                                    ("folder", 1, 1)):
            with self.subTest(state=state, batch=batch):
                contest = self.contest(self.bot(f"{state}-{batch}", state, batch, first))
                undisturbed = self.run_with(0, contest)
                self.assertEqual(undisturbed.returncode, 0, undisturbed.stderr)
                disturbed = self.run_with(3, contest)
                self.assertEqual(disturbed.returncode, 0, disturbed.stderr)
                self.assertEqual(json.loads(disturbed.stdout), json.loads(undisturbed.stdout))
                self.assertEqual(len(re.findall(r"the warden of '.*' was killed.* played again",
                                                disturbed.stderr)), 3)

    def test_a_game_that_is_void_four_times_ends_the_run_and_the_rest_is_kept(self):
        contest = self.contest(self.bot("z", first=1))
        store = ("--store", self.folder / "results.db", "--jobs", 1)
        undisturbed = self.run_with(0, contest)
        ended = self.run_with(1000, contest, *store)
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))
        self.assertEqual(len(re.findall("its game is void, and is played again\n", ended.stderr)), 3)
        self.assertRegex(ended.stderr, r"hilltop: the warden of 'z' was killed.*its game is void\n$")
        self.assertEqual(int(self.kills.read_text()), 996)
        again = self.run_with(0, contest, *store)
        self.assertEqual(json.loads(again.stdout), json.loads(undisturbed.stdout))
        self.assertIn("reused 1 of 3 stored pairings", again.stderr)  # that of the house bots

    def test_a_check_and_a_comparison_play_again_too(self):
        bot = self.bot("z")
        for line in (("check", bot, "--game", "pazaak"), ("compare", "pazaak", bot, "kid", "--games-most", 64)):
            with self.subTest(line=line[0]):
                self.kills.write_text("2")
                done = program.hilltop(*line, "--sandbox", "off", *program.PATIENT)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count("was killed"), 2, done.stderr)


if __name__ == "__main__":
    unittest.main()
