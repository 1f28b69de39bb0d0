"""Bots that speak docs/protocol.md play like the house bots that they copy."""

import json
import pathlib
import unittest

from program import (PAZAAK, PROGRAM, SANITIZED, bot_folder, contest_file, hilltop, house_bots, report,
                     scratch, threshold_bot)

YAHTZEE = """[contest]
name = "table"
game = "yahtzee"
rules = "cab201-basic"
seed = 5
[format]
kind = "everyone"
games = 3
[ranking]
points = { top = 1 }
[faults]
[switches]
move_ms = 60000
"""
# Fills the first open box in card order, Chance before Yahtzee.
IN_ORDER = """
import sys
BOXES = ("aces twos threes fours fives sixes three_of_a_kind four_of_a_kind full_house "
         "small_straight large_straight yahtzee chance").split()
ORDER = BOXES[:11] + ["chance", "yahtzee"]
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        card = dict(zip(BOXES, words[words.index("card") + 1].split(",")))
        print("move", words[0], "score", next(b for b in ORDER if card[b] == "-"), flush=True)
"""
# The same for up to 16 games at once.
BATCHES = """
import os, sys
held, asked = b"", []
while data := os.read(0, 65536):
    *lines, held = (held + data).split(b"\\n")
    for line in lines:
        kind, *words = line.decode().split()
        if kind == "hilltop":
            os.write(1, b"ready 1 batch 16\\n")
        elif kind == "turn":
            asked.append(words)
    answers = []
    print("asked", len(asked), file=sys.stderr, flush=True)
    for words in reversed(asked):
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        answers.append(f"move {words[0]} {'END' if value < ENOUGH else 'STAND'}\\n")
    asked = []
    os.write(1, "".join(answers).encode())
"""
# Answers the first question of every second game with SIN, the others like `cautious`.
SINNER = """
import sys
begun = set()
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print(READY, flush=True)
    elif kind == "turn":
        game = words[0]
        first = game not in begun
        begun.add(game)
        if first and int(game) % 2 == 0:
            SIN
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        print("move", words[0], "END" if value < 15 else "STAND", flush=True)
"""
# Spins after its answer, as its child does. The first answer to each game waits until all processes
# of the other bot are stopped.
SPINNER = """
import os
child = os.fork()
while child == 0: pass
with open("PIDS", "w") as file: print(os.getpid(), child, file=file)
""" + threshold_bot(20)
OBSERVER = """
import pathlib, time
def stopped(pid):
    return "stopped" in pathlib.Path(f"/proc/{pid}/status").read_text()
def wait():
    pids = pathlib.Path("PIDS").read_text().split()
    while not all(stopped(pid) for pid in pids): time.sleep(0.001)
""" + threshold_bot(15).replace("        value", "        wait()\n        value")
# Says on standard error what it hears of games, after a name of the process.
DIARIST = """
import sys, uuid
process = uuid.uuid4()
""" + threshold_bot(15).replace(
    "    if kind", "    if kind in ('begin', 'end', 'bye'):\n"
    "        print(process, line.strip(), file=sys.stderr, flush=True)\n    if kind", 1)


def diary_of(bot, errors):
    """Returns what a bot has said, a list of words for each line, from the standard error of a run with
    `--stderr all`."""
    return [line.split()[1:] for line in errors.splitlines() if line.startswith(bot + ": ")]


def python_bot(bots, name, script, state=None):
    folder = bot_folder(bots, name, script, interpreter="python3")
    if state:
        (folder / "bot.toml").write_text(f'state = "{state}"\n')
    return folder


class Protocol(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.bots = self.folder / "bots"

    def overheard(self, contest, jobs):
        """Plays a contest; returns its report, and what bots said on standard error."""
        done = hilltop("run", contest, "--jobs", jobs, "--stderr", "all", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), done.stderr

    def contest(self, text, *house, folders=True):
        return contest_file(self.folder, text + ('[bots]\nfolder = "bots"\n' if folders else "") +
                            house_bots(*house), f"contest{folders:d}.toml")

    def pazaak(self, games, *house, folders=True):
        return self.contest(PAZAAK.format(games=games), *house, folders=folders)

    # The digest covers the bots, the score of every seat and the number of decisions.
    def test_ten_aborted_games_in_a_row_forfeit_the_rest_in_batches_too(self):
        for ready, starts in (("ready 1", 10), ("ready 1 batch 4", 10)):
            with self.subTest(ready=ready):
                bot = bot_folder(self.folder / ready.replace(" ", "-"), "quitter",
                                 f"echo started >&2; read -r line; echo {ready}\n"
                                 "while read -r kind rest; do [ \"$kind\" != turn ] || exit 3; done\n")
                (bot / "bot.toml").write_text("state = 'none'\n")
                contest = contest_file(self.folder, PAZAAK.format(games=200) + house_bots("kid") +
                                       f'[[bot]]\nfolder = "{bot}"\n')
                told, errors = self.overheard(contest, 1)
                self.assertEqual({row["bot"]: row["faults"] for row in told["standings"]},
                                 {"kid": 0, "quitter": 200})
                self.assertIn(errors.count("quitter: started\n"), range(1, starts + 1))

    def test_a_process_plays_as_the_house_bot_of_its_name(self):
        games = 12
        house = report("run", self.pazaak(games, "bold", "cautious", folders=False))
        for bold, cautious in (("none", "none"), ("pairing", "none"), (None, "pairing")):
            with self.subTest(bold=bold, cautious=cautious):
                self.bots = scratch(self) / "bots"
                python_bot(self.bots, "bold", threshold_bot(20), bold)
                python_bot(self.bots, "cautious", threshold_bot(15), cautious)
                for jobs in (1, 2):
                    played = report("run", self.pazaak(games, folders=False), "--bots", self.bots,
                                    "--jobs", jobs)
                    self.assertEqual(played["digest"], house["digest"])

    # Many games at once, answered in reverse order.
    def test_batches_play_the_same(self):
        python_bot(self.bots, "bold", BATCHES.replace("ENOUGH", "20"), "none")
        python_bot(self.bots, "cautious", BATCHES.replace("ENOUGH", "15"), "pairing")
        for games in ("70", '70\ndeals = "mirrored"'):
            house = report("run", self.pazaak(games, "bold", "cautious", "kid", folders=False))
            for jobs in (1, 2):
                with self.subTest(games=games, jobs=jobs):
                    played, errors = self.overheard(self.pazaak(games, "kid"), jobs)
                    self.assertEqual(played["digest"], house["digest"])
                    asked = [int(number) for _, number in diary_of("bold", errors)]
                    self.assertIn(max(asked), range(2, 17))

    def test_a_sin_in_a_batch_costs_its_own_game_only(self):
        """What a bot with a rare mistake wins does not depend on the size of a batch or on time."""
        rare = "sum(int(w) for w in words[words.index('hand') + 1].split(',')) == 13"
        for sin in ("raise SystemExit(3)", "os.write(1, b'I am a little teapot\\n')",
                    "os.write(1, b'move 0 JUMP\\n')"):
            digests = {}
            for batch in (1, 256):
                self.bots = scratch(self) / "bots"
                script = BATCHES.replace("ENOUGH", "15").replace("batch 16", f"batch {batch}")
                script = script.replace("asked.append(words)", f"""asked.append(words)
            if {rare}:
                asked.pop()
                {sin}""")
                python_bot(self.bots, "cautious", script, "none")
                contest = contest_file(self.folder, PAZAAK.format(games=20) + house_bots("bold") +
                                       f'[[bot]]\nfolder = "{self.bots / "cautious"}"\n')
                for jobs in (1, 2) if batch > 1 else (1,):
                    played = report("run", contest, "--jobs", jobs)
                    digests[batch, jobs] = played["digest"]
                    rows = {row["bot"]: row for row in played["standings"]}
                    self.assertEqual(rows["bold"]["faults"], 0)
                    self.assertGreater(rows["cautious"]["faults"], 0)
            self.assertEqual(len(set(digests.values())), 1, (sin, digests))

    def test_yahtzee_too(self):
        house = report("run", self.contest(YAHTZEE, "greedy", "in-order", folders=False))
        python_bot(self.bots, "in-order", IN_ORDER, "none")
        played = report("run", self.contest(YAHTZEE, "greedy"))
        self.assertEqual(played["digest"], house["digest"])

    def test_a_process_lives_as_long_as_its_state(self):
        lives = {"none": 1, "pairing": 1, "folder": 6}
        for state, processes in lives.items():
            with self.subTest(state=state):
                self.bots = self.folder / f"bots-{state}"
                python_bot(self.bots, "diarist", DIARIST, state)
                text = PAZAAK.format(games=6) + f'[bots]\nfolder = "bots-{state}"\n'
                _, errors = self.overheard(contest_file(self.folder, text + house_bots("kid")), 2)
                diary = diary_of("diarist", errors)
                self.assertEqual(len({pid for pid, *_ in diary}), processes)
                begun = [words[2] for words in diary if words[1] == "begin"]
                self.assertEqual(begun, [str(game) for game in range(6)])
                for kind in ("begin", "end"):
                    self.assertEqual(sum(words[1] == kind for words in diary), 6)
                self.assertEqual(sum(words[1] == "bye" for words in diary),
                                 len({pid for pid, *_ in diary}))

    def test_a_process_that_remembers_nothing_plays_for_all_opponents(self):
        games = 30 if SANITIZED else 600
        house = report("run", self.pazaak(games, "kid", "bold", "cautious", folders=False))
        for jobs in (1, 2):
            with self.subTest(jobs=jobs):
                bot = python_bot(scratch(self), "cautious", DIARIST, "none")
                text = PAZAAK.format(games=games) + f'[[bot]]\nfolder = "{bot}"\n'
                played, errors = self.overheard(
                    contest_file(self.folder, text + house_bots("kid", "bold")), jobs)
                self.assertEqual(played["digest"], house["digest"])
                diary = diary_of("cautious", errors)
                processes = {process for process, *_ in diary}
                self.assertLessEqual(len(processes), jobs)
                self.assertEqual(sum(words[1] == "begin" for words in diary), 2 * games)
                self.assertEqual(sum(words[1] == "bye" for words in diary), len(processes))

    def test_a_process_without_games_is_stopped(self):
        for name, code in ("a-spinner", SPINNER), ("cautious", OBSERVER):
            python_bot(self.bots, name, code.replace("PIDS", str(self.bots.parent / "pids")), "none")
        played = report("run", self.pazaak(1, "bold"), "--jobs", 1, "--sandbox", "off")
        self.assertEqual([row["faults"] for row in played["standings"]], [0, 0, 0])

    def test_only_so_many_processes_are_kept(self):
        for number in range(36):
            python_bot(self.bots, f"bot-{number}", DIARIST, "none")
        contest = self.contest(PAZAAK.replace('"round-robin"', '"gauntlet"\nchallengers = ["bold"]')
                               .format(games=1), "bold")
        played, errors = self.overheard(contest, 1)
        self.assertEqual({row["faults"] for row in played["standings"]}, {0})
        for number in range(36):
            self.assertEqual([words[1] for words in diary_of(f"bot-{number}", errors)],
                             ["begin", "end", "bye"])

    # Otherwise it would take half of the lane's core from the bot to move.
    def test_a_bot_has_no_processor_while_the_other_thinks(self):
        for name, code in ("bold", SPINNER), ("cautious", OBSERVER):
            python_bot(self.bots, name, code.replace("PIDS", str(self.bots.parent / "pids")), "none")
        played = report("run", self.pazaak(1), "--sandbox", "off")
        self.assertEqual([row["faults"] for row in played["standings"]], [0, 0])

    def test_a_sin_costs_its_own_game_and_the_next_is_played(self):
        for sin, fault in (
            ("print('move 99999 END', flush=True); continue",
             "malformed reply: expected 'move 0 …', got 'move 99999 END'"),
            ("print('I am a little teapot', flush=True); continue", "expected 'move 0 …', got 'I am"),
            ("print('move', game, 'JUMP', flush=True); continue", "say END, STAND or PLAY"),
            ("raise SystemExit(3)", "exited with status 3"),
        ):
            with self.subTest(sin=sin):
                self.bots = scratch(self) / "bots"
                script = SINNER.replace("SIN", sin).replace("READY", "'ready 1'")
                python_bot(self.bots, "sinner", script, "none")
                contest = contest_file(self.folder, PAZAAK.format(games=8) +
                                       f'[[bot]]\nfolder = "{self.bots / "sinner"}"\n' +
                                       house_bots("bold"))
                played = report("run", contest)
                rows = {row["bot"]: row for row in played["standings"]}
                self.assertEqual(rows["sinner"]["faults"], 4)
                self.assertEqual(rows["bold"]["faults"], 0)
                self.assertGreaterEqual(rows["bold"]["won"], 4)
                self.assertIn(fault, hilltop("run", contest).stdout)

    def test_processor_time_is_that_of_a_game_or_of_the_games_that_are_asked_about_together(self):
        """Two games take more than one game may, and are played; game 4 takes whatever it gets."""
        sin = ("before = time.process_time()\n"
               "            while game == '4' or time.process_time() < before + 0.55: pass")
        for ready in ("ready 1", "ready 1 batch 3"):
            with self.subTest(ready=ready):
                self.bots = scratch(self) / "bots"
                script = "import time" + SINNER.replace("SIN", sin).replace("READY", repr(ready))
                python_bot(self.bots, "sinner", script, "none")
                contest = contest_file(
                    self.folder, PAZAAK.format(games=5) + "[limits]\ncpu_s = 1\n" +
                    f'[[bot]]\nfolder = "{self.bots / "sinner"}"\n' + house_bots("bold"))
                played = report("run", contest)
                rows = {row["bot"]: row for row in played["standings"]}
                self.assertEqual((rows["sinner"]["faults"], rows["bold"]["faults"]), (1, 0), played["faults"])
                self.assertIn("met its limit of 1 s of processor time per game",
                              played["faults"][0]["detail"])

    def test_a_bot_that_aborts_every_game_is_not_waited_for_again(self):
        script = SINNER.replace("SIN", "pass").replace("READY", "'hello yourself'")
        python_bot(self.bots, "sinner", script, "pairing")
        played = report("run", self.pazaak(5000, "bold"))
        rows = {row["bot"]: row for row in played["standings"]}
        self.assertEqual(rows["sinner"]["faults"], 5000)
        self.assertIn("aborted 10 games in a row; the remaining games are forfeited",
                      played["faults"][-1]["detail"])
        self.assertEqual(rows["bold"]["won"], 5000)

    def test_a_bot_that_cannot_start_is_started_once_per_game(self):
        starts, warden = self.folder / "starts", self.folder / "warden"
        real = pathlib.Path(PROGRAM).with_name("hilltop-warden")
        warden.write_text(f'#!/bin/sh\necho >>{starts}\nexec {real} "$@"\n')
        warden.chmod(0o755)
        bot = bot_folder(self.folder, "Nobody", "")
        for command, fault in [("./such-program\n", "did not start: "),
                               ("false\n", "crashed: ")]:
            (bot / "meta").write_text(f"Nobody\n{command}\n0\n")
            for state in ("none", "pairing", "folder"):
                (bot / "bot.toml").write_text(f'state = "{state}"\n')
                for game, other in [("pazaak", "bold"), ("gomoku", "random")]:
                    with self.subTest(command=command, state=state, game=game):
                        starts.unlink(missing_ok=True)
                        done = hilltop("play", game, bot, other, "--games", 3, "--sandbox", "off",
                                       env={"HILLTOP_WARDEN": str(warden)})
                        self.assertEqual(done.stdout.count(f": {fault}"), 3, done.stdout)
                        self.assertEqual(starts.read_text().count("\n"), 3)

    def test_a_bot_without_ready_is_told_the_expected_line(self):
        script = SINNER.replace("SIN", "pass").replace("READY", "'hello yourself'")
        python_bot(self.bots, "sinner", script, "none")
        contest = self.pazaak(2, "bold")
        played = report("run", contest)
        self.assertEqual({row["bot"]: row["faults"] for row in played["standings"]},
                         {"sinner": 2, "bold": 0})
        self.assertIn("expected 'ready 1', got 'hello yourself'", hilltop("run", contest).stdout)


if __name__ == "__main__":
    unittest.main()
