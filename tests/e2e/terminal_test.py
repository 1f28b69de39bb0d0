"""People at a terminal whose screen is redrawn, as tmux shows it."""

import os
import re
import shlex
import shutil
import subprocess
import time
import unittest

import program
from program import scratch

CARD = [
    "Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sub-Total", "Bonus for 63+",
    "Upper Total", "Three of a Kind", "Four of a Kind", "Full House", "Small Straight",
    "Large Straight", "Chance", "Yahtzee", "Yahtzee Bonus", "Lower Total", "Grand Total",
]  # fmt: skip
ROLL_2 = "Roll 2 or choose a combination to score"
ROLL_3 = "Roll 3 or choose a combination to score"
ENDED = "Your turn has ended - click OK"


class Pane:
    """The program in a pane of tmux, of 80 columns and 24 rows."""

    def __init__(self, test, *arguments, env=None, columns=80, rows=24):
        folder = scratch(test)
        self.socket = folder / "tmux"
        self.exit = folder / "exit"
        settings = {"LC_ALL": "C.UTF-8", "TERM": "tmux-256color", "HILLTOP_STORE": "none",
                    **(env or {})}  # fmt: skip
        words = ["env", "-u", "NO_COLOR", *(f"{name}={value}" for name, value in settings.items())]
        words += [program.PROGRAM, *map(str, arguments)]
        command = " ".join(map(shlex.quote, words))
        script = f"trap : INT QUIT; echo before; {command}; echo $? >{self.exit}; echo after; cat"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows,
                  "bash", "--norc", "-c", script)  # fmt: skip
        test.addCleanup(self.tmux, "kill-server")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", self.socket, *map(str, arguments)],
                              capture_output=True, encoding="utf-8",
                              env={**os.environ, "LC_ALL": "C.UTF-8"})  # fmt: skip
        return done.stdout

    def screen(self, *options):
        """Returns the text on the screen, each line without spaces at its end."""
        return self.tmux("capture-pane", "-p", *options)

    def until(self, *wanted, prompted=True):
        """Waits until the screen matches all these expressions and, if `prompted`, is drawn to its
        end, where the cursor is then; returns it."""

        def matches(cursor, screen):
            drawn = len(screen.rstrip("\n").split("\n")) - 1 == cursor[1]
            return drawn >= prompted and all(re.search(e, screen, re.MULTILINE) for e in wanted)

        return self.wait(matches, wanted)

    def wait(self, holds, wanted, *options):
        """Waits until `holds` is true of the cursor and the screen; returns the screen."""
        deadline = time.monotonic() + program.PATIENCE_S
        while True:
            cursor, _, screen = self.tmux("display-message", "-p", "#{cursor_x} #{cursor_y}", ";",
                                          "capture-pane", "-p", *options).partition("\n")  # fmt: skip
            if cursor and holds(tuple(map(int, cursor.split())), screen):
                return screen
            if time.monotonic() > deadline:
                raise AssertionError(f"{wanted} did not come:\n{screen}")
            time.sleep(0.01)  # leaves the processor to what is waited for

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, line):
        """Types the line and waits until it has left the prompt: what `until` returns then is the
        answer to it and no screen from before."""
        typed = []

        def echoed(cursor, screen):
            typed[:] = [cursor, screen]
            return screen.rstrip().endswith(line)

        self.tmux("send-keys", "-l", line)
        self.wait(echoed, line, "-J")
        self.keys("Enter")
        self.wait(lambda *now: list(now) != typed, "an answer to " + line, "-J")

    def code(self):
        """Returns the program's exit code, once it has ended."""
        self.until("^after$", prompted=False)
        return int(self.exit.read_text())


@unittest.skipUnless(shutil.which("tmux"), "needs tmux")
class Terminal(unittest.TestCase):
    def yahtzee(self, *players, rules="cab201-advanced", **how):
        more = how.pop("more", ())
        return Pane(self, "play", "yahtzee", *players, "--rules", rules, "--seed", 4, *more, **how)

    def assert_whole(self, screen, prompt):
        """The cards, the dice, the question and the prompt are on one screen."""
        lines = screen.rstrip("\n").split("\n")
        self.assertLessEqual(len(lines), 24)
        at = next(i for i, line in enumerate(lines) if line.startswith("Aces"))
        for label, line in zip(CARD, lines[at:]):
            self.assertTrue(line.startswith(label), (label, line))
        self.assertRegex(screen, r"Round \d+ of 13, roll [123] of 3")
        self.assertRegex(screen, r"(?m) 1 +2 +3 +4 +5$")
        self.assertEqual(lines[-1], prompt)
        self.assertIn("to score", lines[-2])

    def test_a_whole_turn_of_two_is_on_one_screen(self):
        pane = self.yahtzee("human", "human", more=("--names", "Ann,Bob"))
        for round_ in (1, 2):
            for name, other in (("Ann", "Bob"), ("Bob", "Ann")):
                before = pane.until("^Roll 1$", rf"^{name}>$")
                self.assertNotIn("roll 1 of 3", before)
                self.assertNotIn("●", before)  # no die is rolled yet
                if round_ == 2:
                    self.assertRegex(before, rf"{other}: \d+ in (Chance|Aces)")
                pane.keys("Enter")
                self.assert_whole(pane.until(f"^{ROLL_2}$", rf"^{name}>$"), f"{name}>")
                pane.type("hold 1 3")
                self.assert_whole(pane.until(f"^{ROLL_3}$"), f"{name}>")
                pane.type("ch" if round_ == 1 else "1s")
                box = "Chance" if round_ == 1 else "Aces"
                ended = pane.until(f"^{ENDED}$", rf"{name}: \d+ in {box}")
                self.assertNotIn("●", ended)
                pane.keys("Enter")

    def test_one_to_six_players_fit(self):
        for players in range(1, 7):
            with self.subTest(players=players):
                pane = self.yahtzee(*["human"] * players)
                pane.until("^Roll 1$")
                pane.keys("Enter")
                self.assert_whole(pane.until(f"^{ROLL_2}$"), "Player 1>")

    def test_each_open_box_shows_what_it_would_score(self):
        pane = self.yahtzee("human")
        pane.until("^Roll 1$")
        pane.keys("Enter")
        screen = pane.until(f"^{ROLL_2}$")
        chance = re.search(r"^Chance +ch +(\d+)$", screen, re.MULTILINE)[1]
        pane.type("ch")
        self.assertRegex(pane.until(f"^{ENDED}$"), rf"(?m)^Chance +ch +{chance}( |$)")

    def test_hint_and_undo(self):
        pane = self.yahtzee("human", "greedy")
        pane.until("^Roll 1$")
        pane.type("hint")
        pane.until("there is nothing to choose now")
        pane.keys("Enter")
        pane.until(f"^{ROLL_2}$")
        pane.type("hint")
        screen = pane.until("The solved game: ", "Worth: final score on average")
        self.assert_whole(screen, "Player 1>")
        best = re.search(r"The solved game: ([a-z0-9 ]*[a-z0-9])", screen)[1]
        worths = [float(worth) for worth in re.findall(r" (\d+\.\d\d)$", screen, re.MULTILINE)]
        self.assertGreater(len(worths), 4)
        self.assertEqual(worths, sorted(worths, reverse=True))
        self.assertRegex(screen, rf"  {best} +{worths[0]:.2f}")
        pane.type("hold 1 2")
        after = pane.until(f"^{ROLL_3}$")
        pane.type("undo")
        before = pane.until(f"^{ROLL_2}$", "your last move is taken back")
        self.assertIn("roll 1 of 3", before)
        pane.type("hold 1 2")  # the same dice fall again
        again = pane.until(f"^{ROLL_3}$")
        self.assertEqual(again, after)
        pane.type("ch")
        pane.until(f"^{ENDED}$")
        pane.type("undo")
        pane.until(f"^{ROLL_3}$")
        pane.type("1s")
        pane.until(f"^{ENDED}$")
        pane.keys("Enter")
        pane.until("^Roll 1$", "greedy: ")  # the bot has played
        pane.type("undo")
        self.assertNotIn("greedy: ", pane.until(f"^{ROLL_3}$", "taken back"))

    def test_nothing_is_taken_back_among_people(self):
        pane = Pane(self, "play", "pig", "human", "human")
        pane.until("^Player 1>$")
        pane.type("undo")
        pane.until("other people play too")

    def test_the_history_and_completion(self):
        pane = self.yahtzee("human")
        pane.until("^Roll 1$")
        pane.keys("Enter")
        pane.until(f"^{ROLL_2}$")
        pane.type("hold 2 4")
        pane.until(f"^{ROLL_3}$")
        pane.keys("Up")
        pane.until("^Player 1> hold 2 4$")
        pane.keys("C-a", "C-k")
        pane.until("^Player 1>$")
        pane.keys("f", "u", "Tab")
        pane.until("^Player 1> full house$")
        pane.keys("BSpace", "BSpace", "BSpace", "Left", "M", "Enter")
        pane.until("Did you mean 'full house'")

    def test_a_wrong_word_gets_one_line(self):
        pane = self.yahtzee("human")
        pane.until("^Roll 1$")
        pane.keys("Enter")
        pane.until(f"^{ROLL_2}$")
        for wrong, advice in [("hodl 1", "Did you mean 'hold'?"),
                              ("ful house", "Did you mean 'full house'?"),
                              ("three", "That could be Threes or Three of a Kind"),
                              ("xyzzy", "There is no such answer"),
                              ("hold 9", "Dice are numbered 1 to 5")]:  # fmt: skip
            pane.type(wrong)
            screen = pane.until(f"^{re.escape(advice)}")
            self.assert_whole(screen, "Player 1>")
        pane.type("help")
        pane.until("hold 1 3 +holds dice 1 and 3", "undo +take your last move back")
        pane.keys("Enter")
        self.assert_whole(pane.until("^Aces"), "Player 1>")

    def test_ascii(self):
        unicode = self.yahtzee("human")
        unicode.until("^Roll 1$", "╭─")
        for how in ({"more": ["--ascii"]}, {"env": {"LC_ALL": "C"}}):
            pane = self.yahtzee("human", **how)
            pane.until("^Roll 1$")
            pane.keys("Enter")
            screen = pane.until(f"^{ROLL_2}$", r"\| \d \|")
            self.assertTrue(screen.isascii(), screen)
        pane = Pane(self, "play", "gomoku", "human", "greedy", "--ascii")
        pane.until("^Player 1>$")
        pane.type("7 7 8 8 7 9")
        self.assertTrue(pane.until("X black").isascii())

    def test_a_name_that_the_locale_has_not(self):
        for locale in ("C", "de_DE.NO-SUCH"):
            pane = self.yahtzee("human", more=["--names", "Jörg"], env={"LC_ALL": locale})
            pane.until("^Roll 1$")
            pane.keys("Enter")
            pane.until(f"^{ROLL_2}$", r"^J\?rg>$")
            pane.type("xyzzy")
            pane.until("There is no such answer", r"^J\?rg>$")

    def test_the_larger_board_of_gomoku_fits_the_screen(self):
        pane = Pane(self, "play", "gomoku", "human", "greedy", "--rules", "renju", "--set", "size=20")
        pane.until("^Player 1>$")
        pane.type("19 19")
        screen = pane.until("^Player 1>$", r"\[●\]$|\[●\] |○")
        lines = screen.rstrip("\n").split("\n")
        self.assertLessEqual(len(lines), 24)
        self.assertRegex(screen, r"(?m)^ +0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9\b")
        for y in range(20):
            self.assertRegex(screen, rf"(?m)^ ?{y} +[┌├└]")
        self.assertRegex(screen, r"(?m)^19 .*●")
        self.assertEqual(lines[-1], "Player 1>")

    def test_no_color(self):
        for env, coloured in [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)]:
            pane = self.yahtzee("human", env=env)
            pane.until("^Roll 1$", "^Player 1>$")
            self.assertEqual("\033[" in pane.screen("-e"), coloured, env)

    def test_a_new_size_is_drawn_at_once(self):
        pane = self.yahtzee("human", "greedy", more=("--names", "Christopher"))
        pane.until("^Roll 1$")
        pane.keys("Enter")
        pane.until(f"^{ROLL_2}$")
        pane.keys("h", "o", "l")
        pane.until("^Christopher> hol$")
        pane.tmux("resize-window", "-x", "100", "-y", "30")
        wide = pane.until("^Christopher> hol$", "now Christopher +greedy", "╭─────╮")
        self.assertEqual(len(wide.rstrip("\n").split("\n")), 25)
        pane.tmux("resize-window", "-x", "60", "-y", "24")
        pane.until("^Christopher> hol$")
        pane.tmux("send-keys", "-R")  # wipes the screen
        pane.keys("C-l")
        pane.until("^Aces", "^Christopher> hol$")
        pane.keys("d", "Space", "1", "Enter")
        pane.until(f"^{ROLL_3}$")

    def test_the_screen_before_comes_back(self):
        pane = self.yahtzee("human")
        self.assertNotIn("before", pane.until("^Roll 1$"))
        pane.type("quit")
        self.assertEqual(pane.code(), 0)
        screen = pane.screen()
        self.assertEqual(screen.split(), ["before", "after"])

    def test_what_is_said_at_the_end_stays_on_the_screen(self):
        pane = self.yahtzee("human")
        pane.until("^Roll 1$")
        pane.keys("C-d")
        self.assertEqual(pane.code(), 1)
        self.assertIn("hilltop: the input ended before the game was over", pane.screen())
        dice = scratch(self) / "dice"
        dice.write_text("1 2 3 4 5  6 6")
        pane = Pane(self, "play", "yahtzee", "human", "--dice", dice)
        pane.until("^Roll 1$")
        pane.keys("Enter")
        pane.until(f"^{ROLL_2}$")
        pane.type("roll")
        self.assertEqual(pane.code(), 2)
        self.assertIn("keeps nothing", pane.screen())
        self.assertIn(f"hilltop: {dice}: ", pane.screen().replace("\n", ""))

    def test_interrupts_give_the_screen_back(self):
        for key, code in (("C-c", 130), ("C-\\", 131)):
            pane = self.yahtzee("human", "greedy")
            pane.until("^Roll 1$")
            pane.keys(key)
            self.assertEqual(pane.code(), code)
            self.assertNotIn("Aces", pane.screen())
            pane.type("typed")  # the terminal echoes again
            self.assertEqual(pane.until("^typed\n+typed$", prompted=False).count("typed"), 2)

    def test_a_stop_gives_the_screen_back_for_a_while(self):
        folder = scratch(self)
        command = " ".join(map(shlex.quote, [program.PROGRAM, "play", "pig", "human", "timid"]))
        pane = Pane(self, "list", "games")
        pane.until("^after$", prompted=False)
        pane.tmux("respawn-pane", "-k", "env", "LC_ALL=C.UTF-8", f"PS1=shell ", "bash", "--norc", "-i")
        pane.until("^shell$")
        pane.type(command)
        pane.until("^Player 1>$")
        pane.keys("r", "o")
        pane.until("^Player 1> ro$")
        pane.keys("C-z")
        self.assertNotIn("Player 1>", pane.until("Stopped"))
        pane.type(f"echo here >{folder}/file; fg")
        pane.until("^Player 1> ro$")
        self.assertEqual((folder / "file").read_text(), "here\n")
        pane.type("ll")
        pane.until("^Player 1 rolls ")

    def test_the_end_of_a_game_stays_on_the_screen(self):
        pane = Pane(self, "play", "tictactoe", "human", "perfect")
        while "Another game?" not in (screen := pane.until(r"mark a free cell|Another game\?")):
            pane.type("hint")
            advice = pane.until(r"The house bot Perfect: \d")
            cell = re.search(r"Perfect: (\d)", advice)[1]
            pane.type(cell)
            pane.until(rf"Player 1 marks {cell} ")
        self.assertIn("The game is a tie", screen)
        pane.type("undo")
        self.assertNotIn("Another game?", pane.until("mark a free cell"))
        pane.type("hint")
        pane.type(re.search(r"Perfect: (\d)", pane.until(r"The house bot Perfect: \d"))[1])
        pane.until(r"Another game\?")
        pane.type("no")
        self.assertEqual(pane.code(), 0)
        self.assertIn("The game is a tie", pane.screen())

    def test_a_finished_game_is_looked_back_at_and_played_on_from(self):
        pane = Pane(self, "play", "pig", "human", "pace", "--names", "Ann", "--seed", 3, "--set", "target=20")
        while "Another game?" not in (screen := pane.until(r"^Ann>$|Another game\?")):
            pane.type("roll")
        self.assertIn("(yes, no or review)", screen)
        pane.type("review")
        sums = pane.until("^ *player +luck +choices$", r"^ *Ann +[+-][\d.]+ % +[+-]?[\d.]+ %$", "The chance of Ann to win",
                          "^>$")
        self.assertRegex(sums, "[▁▂▃▄▅▆▇█]{5}")
        self.assertLessEqual(len(sums.rstrip("\n").split("\n")), 24)
        pane.type("")
        pane.until(r"^.*Step 1 of \d+", r"Ann: roll\.", r"Ann wins: [\d.]+ % before, [\d.]+ % after")
        pane.type("mistake")
        pane.until("could have been better|Better: ")
        pane.type("99999")
        pane.until(r"a step is a number from 1 to \d+")
        pane.type("3")
        self.assertLessEqual(len(pane.until("Step 3 of").rstrip("\n").split("\n")), 24)
        pane.type("play")
        pane.until("^Ann>$")
        pane.type("quit")
        self.assertEqual(pane.code(), 0)

    def test_help_breaks_lines_between_words(self):
        pane = Pane(self, "run", "--help", columns=60, rows=90)
        pane.code()
        self.assertIn("  --bots DIR            Play with every bot folder in DIR\n"
                      "                        instead of the file's bots\n", pane.screen())

    def test_the_ranking_so_far_stands_under_the_bar(self):
        for rows, last in ((24, "  a wider terminal also shows: .*"), (8, r"  … and \d+ more")):
            with self.subTest(rows=rows):
                pane = Pane(self, "run", "koth-pazaak", "--games", 4_000_000, "--jobs", 1, rows=rows)
                screen = pane.until(f"^{last}$", prompted=False).rstrip("\n").split("\n")
                self.assertEqual(screen[0], "before")
                self.assertRegex(screen[1], r"^█*░+ +\d+ %  [\d,]+ of 60,000,000 games  [\d:]+ left$")
                self.assertRegex(screen[2], r"^[\d,]+ games so far, by points per game$")
                self.assertRegex(screen[3], r"^  rank  bot  .*  score %")
                self.assertRegex(screen[-1], f"^{last}$")
                pane.keys("C-c")
                self.assertEqual(pane.code(), 130)
                self.assertNotIn("so far", pane.screen())
                self.assertNotIn("█", pane.screen())

    def test_rankings_that_stay_stand_above_the_bar(self):
        pane = Pane(self, "run", "koth-pazaak", "--games", 4_000_000, "--jobs", 1, "--every", 1,
                    rows=40)
        screen = pane.until("(?s)so far.*so far.*░.*so far", prompted=False)
        self.assertNotIn("\\x1b", screen)
        pane.keys("C-c")
        self.assertEqual(pane.code(), 130)

    def test_a_saved_game_tells_what_was_taken_back(self):
        file = scratch(self) / "game.save"
        pane = Pane(self, "play", "pazaak", "human", "cautious")
        pane.until("^Player 1>$")
        pane.type("end")
        pane.until("Player 1 ends at")
        pane.type("undo")
        pane.until("taken back")
        pane.type(f"save {file}")
        pane.until("^saved to ")
        self.assertIn("\nundone 1\n", file.read_text())
        self.assertNotIn("\nmove ", file.read_text())
        pane.type(f"load {file}")
        pane.until("^end, stand or play a side card$")


if __name__ == "__main__":
    unittest.main()
