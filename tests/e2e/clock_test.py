"""One clock for every command and output: a bot is late by its own doing, and in the same games."""
import json
import os
import re
import signal
import subprocess
import time
import unittest

from program import (PATIENCE_S, PROGRAM, bot_folder, contest_file, drawer, hilltop, house_bots, report,
                     scratch)

CONTEST = """[contest]
game = "pazaak"
seed = 7
[format]
kind = "round-robin"
games = {games}
[switches]
move_ms = {move_ms}
start_ms = 60000
"""
# Takes up to 64 games at a time, and is late in two games.
SLEEPER = """
import sys, time
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1 batch 64", flush=True)
    elif kind == "turn":
        if words[0] in ("3", "17"):
            time.sleep(3600)
        value = sum(map(int, words[words.index("hand") + 1].split(",")))
        print("move", words[0], "END" if value < 16 else "STAND", flush=True)
    elif kind == "bye":
        break
"""


class Clock(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def contest(self, bot, games, move_ms):
        return contest_file(self.folder, CONTEST.format(games=games, move_ms=move_ms)
                            + house_bots("kid") + f'[[bot]]\nfolder = "{bot.name}"\n')

    def test_the_output_of_a_command_changes_no_result(self):
        bot = bot_folder(self.folder, "sleeper", SLEEPER, interpreter="python3")
        bot.joinpath("bot.toml").write_text('game = "pazaak"\nstate = "none"\n')
        call = ("play", "pazaak", bot, "kid", "--games", 30, "--seed", 7, "--set", "move_ms=1000")
        text = hilltop(*call)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertEqual(re.findall(r"sleeper, (game \d+): timed out", text.stdout),
                         ["game 4", "game 18"])
        won = re.search(r"(?m)^  sleeper +30 +(\d+)", text.stdout)[1]
        games = json.loads(hilltop(*call, "--format", "json").stdout)["games"]
        points = [{seat["bot"]: seat["points"] for seat in game["seats"]} for game in games]
        self.assertEqual(sum(each["sleeper"] > each["kid"] for each in points), int(won))
        logged = hilltop(*call, "--log").stdout
        self.assertEqual(logged[logged.index("  bot  "):], text.stdout)
        checked = hilltop("check", bot, "--games", 20, "--set", "move_ms=1000")
        self.assertEqual(set(re.findall(r"  v \w+, (game \d+): timed out", checked.stdout)), {"game 4"})

    def test_no_way_to_run_a_contest_changes_its_digest(self):
        bot = bot_folder(self.folder, "sleeper", SLEEPER, interpreter="python3")
        bot.joinpath("bot.toml").write_text('game = "pazaak"\nstate = "none"\n')
        contest = self.contest(bot, 30, 1000)
        digests = set()
        for number, options in enumerate((
                ("--format", "text", "--jobs", 1), ("--format", "json", "--jobs", 2),
                ("--format", "csv", "--jobs", 7), ("--log", self.folder / "log"))):
            store = self.folder / f"{number}.db"
            done = hilltop("run", contest, "--store", store, *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            digests.add(report("show", "--store", store)["digest"])
        self.assertEqual(len(digests), 1)

    def test_a_stopped_arena_makes_nobody_late(self):
        bot = bot_folder(self.folder, "quick", drawer(16))
        contest = self.contest(bot, 1500, 1000)
        running = subprocess.Popen([PROGRAM, "run", contest, "--store", "none", "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        stops = 0
        try:
            for _ in range(2):
                time.sleep(0.1)  # the stops come in the middle of games, wherever that is
                if running.poll() is not None:
                    break
                os.kill(running.pid, signal.SIGSTOP)
                time.sleep(1.5)  # longer than a bot has
                os.kill(running.pid, signal.SIGCONT)
                stops += 1
            out, said = running.communicate(timeout=PATIENCE_S)
        finally:
            running.kill()
        self.assertEqual((running.returncode, stops > 0), (0, True), said)
        # What the machine kept from running is marked; a stop is not the machine's.
        self.assertEqual([fault for fault in json.loads(out)["faults"] if not fault["overloaded"]], [])


if __name__ == "__main__":
    unittest.main()
