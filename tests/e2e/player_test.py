"""A player's walk: a game of Yahtzee at a terminal of 80 by 24 from the first roll to the result, a
game of Pazaak and one of Gomoku by the hints, and the same in plain lines."""

import re
import shutil
import unittest

from program import HOME, complaints, hilltop, scratch
from terminal_test import ENDED, ROLL_2, ROLL_3, Pane

# In the order of the card. Each is an answer, as docs/play.md writes it.
BOXES = ["1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "ch", "y"]
PROMPT = r">\s*\Z"
YAHTZEE = ["play", "yahtzee", "human", "greedy", "--rules", "cab201-advanced", "--seed", 4]


@unittest.skipUnless(shutil.which("tmux"), "needs tmux")
class AtATerminal(unittest.TestCase):
    def setUp(self):
        self.file = scratch(self) / "game.save"

    def test_yahtzee(self):
        pane = Pane(self, *YAHTZEE, "--names", "Ann")
        pane.until("^Roll 1$", "^Ann>$")
        pane.type("help")
        pane.until("hint +show", "save FILE +save")
        pane.type("hint")
        pane.until("press Enter to go on", "^Roll 1$")
        pane.keys("Enter")
        rolled = pane.until(f"^{ROLL_2}$", "roll 1 of 3")
        preview = re.search(r"(?m)^Chance +ch +(\d+)", rolled)[1]
        for wrong, advice in [("hodl 1 2", "Did you mean 'hold'"),
                              ("chanse", "Did you mean 'chance'"),
                              ("hold 7", "1 to 5"), (f"save {self.file}", "between turns"),
                              ("load nowhere", "No such file or directory; nothing was changed")]:
            pane.type(wrong)
            self.assertIn("Ann>", pane.until(advice, f"^{ROLL_2}$"))
        self.assertFalse(self.file.exists())
        pane.type("hint")
        advised = pane.until("The solved game: hold", f"^{ROLL_2}$")
        pane.type(re.search(r"The solved game: (hold [\d ]*\d)", advised)[1])
        again = pane.until(f"^{ROLL_3}$")
        pane.type("undo")
        pane.until(f"^{ROLL_2}$", "taken back")
        pane.type("name Bea")
        pane.until("^Bea>$", f"^{ROLL_2}$")
        pane.type(re.search(r"The solved game: (hold [\d ]*\d)", advised)[1])
        self.assertEqual(pane.until(f"^{ROLL_3}$", "^Bea>$").replace("Bea", "Ann"), again)
        pane.type("undo")
        pane.until(f"^{ROLL_2}$", "taken back")
        pane.type("ch")
        pane.until(f"^{ENDED}$", rf"Bea: {preview} in Chance")  # as the preview said
        pane.type(f"save {self.file}")
        pane.until("between turns", f"^{ENDED}$")
        pane.type("ok")
        pane.until("^Roll 1$")
        pane.type(f"save {self.file}")
        pane.until("^saved to ")
        pane.type("quit")
        self.assertEqual(pane.code(), 0)
        self.assertIn("undone 2\n", self.file.read_text())

        pane = Pane(self, "play", "yahtzee", "human")
        pane.until("^Roll 1$")
        pane.type(f"load {self.file}")
        pane.until("^Bea>$", rf"^Chance .*\b{preview}\b", r"greedy: \d+ in ")
        for number, box in enumerate([box for box in BOXES if box != "ch"], 2):
            pane.until("^Roll 1$", f"Round {number} of 13")
            pane.keys("Enter")
            pane.until(f"^{ROLL_2}$")
            pane.type(box)
            pane.until(f"^{ENDED}$", r"Bea: \d+ in ")
            pane.keys("Enter")
        screen = pane.until(r"Another game\?", r"wins with \d+")
        totals = [int(total) for total in re.search(r"(?m)^Grand Total +(\d+) +(\d+)",
                                                    screen).groups()]
        winner = ["Bea", "greedy"][totals.index(max(totals))]
        self.assertIn(f"{winner} wins with {max(totals)}", screen)
        pane.type("no")
        self.assertEqual(pane.code(), 0)
        self.assertIn(f"{winner} wins with {max(totals)}", pane.screen())

    def play_by_hints(self, pane, question):
        """Gives the first answer of every hint, until the game is over; returns the screen."""
        asked = rf"{question}|Another game\?"
        while "Another game?" not in (screen := pane.until(asked, PROMPT)):
            pane.type("hint")
            advised = pane.until(r"(The solved game|The house bot \w+): \w", PROMPT)
            pane.type(re.search(r"(?m)(?:solved game|bot \w+): (\w+(?: \w+)*)$", advised)[1])
        return screen

    def test_pazaak(self):
        pane = Pane(self, "play", "pazaak", "human", "kid", "--seed", 1, "--set", "side_cards=5")
        pane.until("^end, stand or play a side card$", "5 side cards hidden")
        pane.type("stnd")
        pane.until("Did you mean 'stand'")
        pane.type("play 9")
        pane.until("not in the side deck")
        pane.type("end")
        screen = self.play_by_hints(pane, "^end, stand or play")
        self.assertRegex(screen, "(Player 1|kid) wins the game, 3 to [0-2]")
        pane.type("no")
        self.assertEqual(pane.code(), 0)

    def test_gomoku(self):
        pane = Pane(self, "play", "gomoku", "human", "greedy", "--rules", "swap2", "--seed", 1)
        pane.until("^Open with two black stones and a white one")
        pane.type("7 7 7 7 1 1")
        pane.until("^Player 1>$", "^Open with")
        pane.type("7 7 8 8 7 9")
        question = "^(Place a|Choose|Pick)"
        pane.until(question)
        pane.type("stone")
        pane.until("two numbers from 0 to 14|type help", question)
        screen = self.play_by_hints(pane, question)
        self.assertRegex(screen, "(Player 1|greedy) wins|The game is a tie")
        pane.type("no")
        self.assertEqual(pane.code(), 0)

    def test_without_colours_and_unicode(self):
        pane = Pane(self, *YAHTZEE, "--ascii", env={"NO_COLOR": "1"})
        pane.until("^Roll 1$")
        pane.keys("Enter")
        self.assertTrue(pane.until(f"^{ROLL_2}$", "^Aces").isascii())
        self.assertNotIn("\033[", pane.screen("-e"))


class InAPipe(unittest.TestCase):
    def test_a_whole_game(self):
        turns = "".join(f"\n{box}\n\n" for box in BOXES)
        done = hilltop(*YAHTZEE, "--names", "Ann", stdin=turns + "no\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("Yahtzee, cab201-advanced. Type help"), done.stdout)
        self.assertNotIn("\033", done.stdout)
        self.assertEqual(len(re.findall(r"(?m)^Would score now: ", done.stdout)), 13)
        scored = re.findall(r"Ann scores (\d+) in ", done.stdout)
        self.assertEqual(len(scored), 13)
        card = done.stdout[done.stdout.rindex("\nAces"):]
        bonus = re.search(r"(?m)^Bonus for 63\+ +(\d+) +\d+$", card)[1]
        total = re.search(r"(?m)^Grand Total +(\d+) +\d+$", card)[1]
        self.assertEqual(int(total), sum(map(int, scored)) + int(bonus))
        self.assertRegex(done.stdout, r"(Ann|greedy) wins with \d+")

    def test_the_pages_commands_begin_a_game(self):
        page = (HOME / "docs" / "play.md").read_text("utf-8")
        commands = re.search(r"```sh\n(.*?)```", page, re.DOTALL)[1].splitlines()
        self.assertGreater(len(commands), 3)
        for words in (line.split()[2:] for line in commands):
            done = hilltop("play", *words, stdin="help\nquit\n", cwd=HOME)
            self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""), words)
            self.assertIn("undo        take your last move back", done.stdout)
            # Without --seed the cards are new, and the first line has their key.
            again = hilltop("play", *words, stdin="quit\n", cwd=HOME)
            first = [text.splitlines()[0] for text in (done.stdout, again.stdout)]
            self.assertRegex(first[0], " [0-9a-f]{16}\\.$")
            self.assertNotEqual(*first)


if __name__ == "__main__":
    unittest.main()
