"""People against bots in folders: whole games, saves, undo, sins, and nothing left behind."""

import os
import re
import select
import shutil
import signal
import subprocess
import unittest

import program
from program import EXAMPLES, bot_folder, complaints, hilltop, scratch
from terminal_test import Pane

# Answers each turn of Pazaak by SIN, a statement; counts the turns that its process has heard.
BOT = """
import os, sys, time
turns = 0
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        turns += 1
        SIN
    elif kind == "bye":
        break
"""
STAND = 'print("move", words[0], "STAND", flush=True)'


def bot(test, sin, state="folder"):
    """Makes the folder of a bot named Sinner."""
    folder = bot_folder(scratch(test), "Sinner", BOT.replace("SIN", sin), interpreter="python3")
    (folder / "bot.toml").write_text(f'game = "pazaak"\nstate = "{state}"\n')
    return folder


# A time for an answer that no bot exceeds, even on a loaded machine.
PATIENT_MS = 60_000


def play(folder, *lines, seed=3, move_ms=PATIENT_MS):
    return hilltop("play", "pazaak", "human", folder, "--seed", seed, "--set", f"move_ms={move_ms}",
                   stdin="".join(f"{line}\n" for line in lines))


class Games(unittest.TestCase):
    def test_a_whole_game(self):
        done = play(bot(self, STAND), *["stand"] * 40)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        self.assertRegex(done.stdout, r"(Player 1|Sinner) wins the game, 3 to [012]")

    def test_a_game_of_gomoku_is_undone_saved_and_loaded(self):
        file = scratch(self) / "game.save"
        players = ("play", "gomoku", "human", EXAMPLES / "python", "--seed", 3)
        begun = ["7 7 7 8 0 0", "1 1"]
        first = hilltop(*players, stdin="\n".join([*begun, f"save {file}", "12 1", "quit\n"]))
        self.assertEqual((first.returncode, complaints(first.stderr)), (0, ""))
        laid = re.findall(r"Pebble \(Python\) lays .*", first.stdout)
        self.assertIn("\nseat bot:Pebble%20(Python) Pebble (Python)\n", file.read_text())
        undone = hilltop(*players, stdin="\n".join([*begun, "13 13", "undo", "12 1", "quit\n"]))
        self.assertEqual(re.findall(r"Pebble \(Python\) lays .*", undone.stdout)[-1], laid[-1])
        loaded = hilltop(*players, stdin="\n".join([f"load {file}", "12 1", "quit\n"]))
        self.assertEqual(re.findall(r"Pebble \(Python\) lays .*", loaded.stdout)[-1], laid[-1])
        unknown = hilltop("play", "gomoku", "human", "greedy", stdin=f"load {file}\nquit\n")
        self.assertIn("its bot 'Pebble (Python)' plays from a folder: name the folder among the "
                      "players of hilltop play; nothing was changed", unknown.stdout)

    def test_it_keeps_nothing(self):
        folder = bot(self, 'open("learned", "a").write("x"); ' + STAND)
        done = play(folder, *["stand"] * 40)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        self.assertFalse((folder / "learned").exists())

    def test_two_bots_of_one_name_are_refused(self):
        done = hilltop("play", "pig", "human", bot_folder(scratch(self), "Twin", ""),
                       bot_folder(scratch(self), "Twin", ""))
        self.assertEqual(done.returncode, 2)
        self.assertIn("have the same name, Twin", done.stderr)


class Sins(unittest.TestCase):
    def test_a_fault_is_told_in_words_and_the_person_wins(self):
        for sin, words, move_ms in [
            ('raise RuntimeError("o\\33[2J")', "crashed: exited with status 1", PATIENT_MS),
            ("time.sleep(1000)", r"timed out after \d+ ms \(no output\)", 500),
            ('print("a\\33[2J", flush=True)', r"malformed reply: expected 'move 0 …', got 'a\\x1b",
             PATIENT_MS),
            ('while True: sys.stdout.write("x" * 65536)', "line too long", PATIENT_MS),
        ]:
            with self.subTest(sin=sin):
                done = play(bot(self, sin), "stand", "no", move_ms=move_ms)
                self.assertEqual(done.returncode, 0)
                self.assertRegex(done.stdout, f"Sinner is out: {words}.*Player 1 wins!")
                self.assertRegex(done.stderr, f"(?m)^Sinner: {words}")
                self.assertNotIn("\33", done.stdout + done.stderr)

    def test_an_illegal_answer_is_replaced(self):
        done = play(bot(self, 'print("move", words[0], "PLAY 77", flush=True)'), *["stand"] * 40)
        self.assertEqual(done.returncode, 0)
        self.assertIn("illegal answer: that card is not in the side deck; the rules' own move was "
                      "played", done.stdout)
        self.assertRegex(done.stdout, r"(Player 1|Sinner) wins the game, 3 to [012]")

    def test_a_lost_warden_is_not_its_fault(self):
        mark = scratch(self) / "mark"
        sin = (f'\n        if not os.path.exists({str(mark)!r}):\n'
               f'            open({str(mark)!r}, "w").close(); os.kill(os.getppid(), 9)\n'
               f'            time.sleep(1000)\n        {STAND}')
        done = hilltop("play", "pazaak", "human", bot(self, sin), "--seed", 3, "--sandbox", "off",
                       stdin="stand\n" * 40)
        self.assertEqual(done.returncode, 0)
        self.assertIn("; it is started again\n", done.stderr)
        self.assertNotIn("Sinner is out", done.stdout)


class NothingIsLeft(unittest.TestCase):
    def test_after_a_kill(self):
        folder = scratch(self)
        pids = folder / "pids"
        os.mkfifo(pids)
        sinner = bot(self, f'print(os.getpid(), file=open({str(pids)!r}, "w"), flush=True); '
                     + STAND)
        running = subprocess.Popen(
            [program.PROGRAM, "play", "pazaak", "human", str(sinner), "--seed", "3", "--sandbox",
             "off"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        running.stdin.write(b"stand\n")
        running.stdin.flush()
        with open(pids) as said:
            pid = int(said.read())
        waits = os.pidfd_open(pid)
        self.addCleanup(os.close, waits)
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdin.close()
        self.assertTrue(select.select([waits], [], [], program.PATIENCE_S)[0])


@unittest.skipUnless(shutil.which("tmux"), "needs tmux")
class AtATerminal(unittest.TestCase):
    def test_gomoku(self):
        pane = Pane(self, "play", "gomoku", "human", EXAMPLES / "python", "--seed", 3)
        pane.until("^Open with")
        pane.type("7 7 7 8 0 0")
        pane.until("^Place a", "black +Pebble")
        pane.type("undo")
        pane.until("^Open with", "taken back")
        pane.type("quit")
        self.assertEqual(pane.code(), 0)

    def test_a_crash_is_on_the_screen_and_its_error_after_it(self):
        sinner = bot(self, 'raise RuntimeError("of mine")')
        pane = Pane(self, "play", "pazaak", "human", sinner, "--seed", 3, "--stderr", "all",
                    "--set", f"move_ms={PATIENT_MS}")
        pane.until("^end, stand or play")
        pane.type("stand")
        screen = pane.until(r"Another game\?", "Sinner is out: crashed")
        self.assertNotIn("of mine", screen)
        pane.type("no")
        self.assertEqual(pane.code(), 0)
        self.assertIn("of mine", pane.screen())


if __name__ == "__main__":
    unittest.main()
