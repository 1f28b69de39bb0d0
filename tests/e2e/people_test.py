"""People at the terminal: CAB201's game word for word, and the other games."""

import json
import os
import pty
import re
import select
import subprocess
import unittest

import program
from program import HOME, hilltop, scratch

ROLL_1 = "Roll 1"
ROLL_2 = "Roll 2 or choose a combination to score"
ROLL_3 = "Roll 3 or choose a combination to score"
CHOOSE = "Choose a combination to score"
ENDED = "Your turn has ended - click OK"
CARD = [
    "Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sub-Total", "Bonus for 63+",
    "Upper Total", "Three of a Kind", "Four of a Kind", "Full House", "Small Straight",
    "Large Straight", "Chance", "Yahtzee", "Yahtzee Bonus", "Lower Total", "Grand Total",
]  # fmt: skip
SHORT = ["1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "ch", "y"]


def sit(game, *arguments, lines=()):
    """Plays a game in which people type these lines and then close the terminal."""
    return hilltop("play", game, *arguments, "--seed", 4, stdin="".join(f"{l}\n" for l in lines))


def questions(screen):
    """Returns the questions on the screen, in order."""
    asked = "|".join(re.escape(q) for q in (ROLL_1, ROLL_2, ROLL_3, CHOOSE, ENDED))
    return re.findall(rf"(?m)^(?:.*> )?({asked})$", screen)


def last_card(screen):
    """Returns the last score card on the screen: label to cells."""
    start = screen.rindex("\nAces")
    lines = screen[start + 1 :].splitlines()[: len(CARD)]
    return {label: line[len(label) :].split() for label, line in zip(CARD, lines)}


def turn(box):
    """Roll, score, OK."""
    return ["", box, ""]


class Yahtzee(unittest.TestCase):
    def play(self, *lines, seats=("human", "human", "greedy"), rules="cab201-advanced"):
        done = sit("yahtzee", *seats, "--rules", rules, lines=lines)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "hilltop: the input ended before the game was over\n")
        return done.stdout

    def test_the_screen_tells_what_comes_next(self):
        screen = self.play("", "hold 1 2", "roll", "ch", "ok", "", "1s")
        turns = [ROLL_1, ROLL_2, ROLL_3, CHOOSE, ENDED, ROLL_1, ROLL_2, ENDED]
        self.assertEqual(questions(screen), turns)

    def test_no_roll_is_shown_before_it_is_rolled(self):
        screen = self.play()
        self.assertEqual(questions(screen), [ROLL_1])
        self.assertNotIn("rolls", screen)
        screen = self.play("", "1s")
        self.assertEqual(screen.count(" rolls "), 1)
        self.assertEqual(self.play("", "1s", "").count(" rolls "), 1)
        self.assertEqual(self.play("", "1s", "", "").count(" rolls "), 2)

    def test_nothing_is_scored_before_the_first_roll(self):
        screen = self.play("1s")
        self.assertEqual(questions(screen), [ROLL_1, ROLL_1])

    def test_boxes_are_blank_until_they_are_used_and_totals_are_not(self):
        card = last_card(self.play(""))
        for label, cells in card.items():
            is_sum = "otal" in label or "Bonus" in label
            self.assertEqual(cells, ["0", "0", "0"] if is_sum else [], label)
        screen = self.play(*turn("ch"), "")
        card = last_card(screen)
        chance = re.search(r"Player 1 scores (\d+) in Chance", screen)[1]
        self.assertEqual(card["Chance"], [chance])
        self.assertEqual(card["Grand Total"], [chance, "0", "0"])
        self.assertEqual(card["Aces"], [])
        self.assertIn(f"Grand Totals: Player 1 {chance}, Player 2 0, greedy 0", screen)

    def test_a_filled_box_and_nonsense_are_refused(self):
        screen = self.play(*turn("ch"), *turn("ch"), "", "chance", "box", "hold 6", "hold 1 1")
        for complaint in ("Chance is filled", "There is no such answer", "Dice are numbered 1 to 5",
                          "Die 1 is named twice"):
            self.assertIn(complaint, screen)
        self.assertLess(max(len(line) for line in screen.splitlines()), 101)

    def test_six_may_sit_and_seven_may_not(self):
        seven = sit("yahtzee", *["human"] * 7, "--rules", "cab201-basic")
        self.assertEqual((seven.returncode, seven.stdout), (2, ""))
        self.assertIn("needs 1 to 6 players; 7 were", seven.stderr)
        self.assertIn("Player 6", self.play(seats=["human"] * 6))
        self.assertEqual(questions(self.play(seats=["human"])), [ROLL_1])


class SaveAndLoad(unittest.TestCase):
    def setUp(self):
        self.file = scratch(self) / "game.save"

    def play(self, *lines, bots=("human", "human", "greedy")):
        return sit("yahtzee", *bots, "--rules", "cab201-advanced", lines=lines).stdout

    def test_a_game_comes_back_with_names_cards_and_turn(self):
        here = ["name Ann", *turn("ch"), "name Bob", f"save {self.file}"]
        saved = self.play(*here, "")
        self.assertIn(f"saved to {self.file}", saved)
        loaded = self.play("name Eve", f"load {self.file}", "", bots=["human"])
        self.assertEqual(last_card(loaded), last_card(saved))
        self.assertRegex(loaded, r"(?m)^ +Ann +Bob +greedy$")
        self.assertEqual(re.findall(r"(?m)^(\w+)> ", loaded)[-1], "Bob")  # whose turn it is
        # The randomness continues unchanged: the same dice fall.
        dice = re.findall(r"Bob rolls ([1-6 ]+)", saved)
        self.assertEqual(re.findall(r"Bob rolls ([1-6 ]+)", loaded), dice)

    def test_a_game_is_saved_between_turns_only(self):
        refused = "a game is saved between turns"
        for lines in (["", f"save {self.file}"], ["", "roll", f"save {self.file}"], ["", "1s", f"save {self.file}"]):
            self.assertIn(refused, self.play(*lines))
            self.assertFalse(self.file.exists())
        self.assertNotIn(refused, self.play(*turn("1s"), f"save {self.file}"))
        self.assertTrue(self.file.exists())

    def test_a_save_that_is_damaged_or_missing_changes_nothing(self):
        self.play(*turn("ch"), f"save {self.file}")
        whole = self.file.read_text()
        wanted = last_card(self.play(*turn("1s"), ""))
        damaged = [
            None,  # missing
            "",
            "nonsense\n",
            "\0" * 99,
            whole[: len(whole) // 2],
            whole + "move 0 score 1s\n",
            whole.replace("human", "nobody"),
            whole.replace("cab201", "cab202"),
        ]
        for text in damaged:
            with self.subTest(text=text):
                self.file.unlink(missing_ok=True)
                if text is not None:
                    self.file.write_text(text)
                screen = self.play(*turn("1s"), f"load {self.file}", "")
                self.assertRegex(screen, rf"{self.file}.*; nothing was changed")
                self.assertEqual(last_card(screen), wanted)

    def test_a_record_without_a_person_is_refused(self):
        for game, bot in (("gomoku", "random"), ("pazaak", "kid"), ("pig", "pace")):
            for golden in sorted((HOME / "src/games" / game / "golden").glob("*.game"))[:3]:
                record = re.sub(r"(?m)^seat human", f"seat {bot}", golden.read_text())
                file = scratch(self) / "bots.save"
                file.write_text(record)
                done = hilltop("play", game, "human", bot, stdin=f"load {file}\nquit\n")
                self.assertEqual(done.returncode, 0, (golden, done.stderr[-300:]))
                self.assertRegex(done.stdout, r"nothing was changed")

    def test_reports_a_save_that_cannot_be_written(self):
        screen = self.play("save /nowhere/game", "save", "load")
        self.assertIn("cannot write '/nowhere/game", screen)
        self.assertIn("say where: save FILE", screen)
        self.assertIn("say which: load FILE", screen)


class Whole(unittest.TestCase):
    def test_the_winner_is_announced_and_another_game_offered(self):
        both = [line for box in SHORT for _ in range(2) for line in turn(box)]
        seats = ("human", "human", "greedy", "--rules", "cab201-basic", "--format", "json")
        done = sit("yahtzee", *seats, lines=[*both, "maybe", "yes", "quit"])
        self.assertEqual(done.returncode, 0)
        (game,) = json.loads(done.stdout)["games"]  # the screen is on stderr then
        screen = done.stderr
        self.assertEqual(screen.count("Another game? (yes, no or review)"), 2)
        self.assertIn("Round 13 of 13: Player 2", screen)
        card = last_card(screen[: screen.index("Another game?")])
        totals = [seat["total"] for seat in game["seats"]]
        self.assertEqual(card["Grand Total"], [str(total) for total in totals])
        names = ["Player 1", "Player 2", "greedy"]
        winner = names[totals.index(max(totals))]
        self.assertEqual(screen.count(f"{winner} wins with {max(totals)}"), 1)
        self.assertEqual(questions(screen).count(ENDED), 26)
        self.assertEqual(questions(screen)[-1], ROLL_1)  # the other game

    def test_another_game_may_be_begun_at_any_time(self):
        done = sit("yahtzee", "human", "--rules", "cab201-basic", lines=["", "1s", "new", "quit"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(questions(done.stdout), [ROLL_1, ROLL_2, ENDED, ROLL_1])


class Others(unittest.TestCase):
    def test_pazaak(self):
        done = sit("pazaak", "human", "cautious", lines=["fly", "play 9", "help", *["s"] * 40])
        screen = done.stdout
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("type end, stand, or play and a card", screen)
        self.assertIn("side cards: 4 hidden", screen)
        self.assertRegex(screen, r"Player 1 has chosen to STAND\n")
        verdicts = re.findall(r"(Player 1|cautious) wins the game, 3 to [012]", screen)
        self.assertEqual(len(verdicts), 1)
        self.assertIn("Another game? (yes, no or review)", screen)

    def test_gomoku_is_saved_anywhere(self):
        file = scratch(self) / "game.save"
        done = sit("gomoku", "human", "human", lines=["7 7 7 7 1 1", "7 7 8 8 7 9", f"save {file}"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("saved to", done.stdout)
        moves = ["black", *[f"{x} {y}" for x in (1, 2, 3, 4, 5) for y in (1, 3)], "no"]
        done = sit("gomoku", "human", "greedy", lines=[f"load {file}", *moves])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("X black (Player 2)   O white (Player 1)", done.stdout)
        self.assertEqual(done.stdout.count("Player 2 wins"), 1)


class Teletype:
    """The program in a real terminal."""

    def __init__(self, test, *arguments, env=None, stdout=None):
        ours, theirs = pty.openpty()
        self.fd = ours
        self.seen = ""
        self.process = subprocess.Popen(
            [program.PROGRAM, *map(str, arguments)],
            stdin=theirs,
            stdout=stdout or theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", **(env or {})},
            start_new_session=True,
        )
        os.close(theirs)
        test.addCleanup(self.close)

    def read(self):
        """Reads more of the screen; returns False at its end."""
        if not select.select([self.fd], [], [], program.PATIENCE_S)[0]:
            raise AssertionError(f"nothing more came after {self.seen[-400:]!r}")
        try:
            text = os.read(self.fd, 4096)
        except OSError:  # Linux reports so when the other side is closed
            text = b""
        self.seen += text.decode(errors="replace").replace("\r\n", "\n")
        return bool(text)

    def until(self, wanted):
        """Returns the text up to and including `wanted`."""
        while wanted not in self.seen:
            if not self.read():
                raise AssertionError(f"{wanted!r} did not come: {self.seen!r}")
        end = self.seen.index(wanted) + len(wanted)
        before, self.seen = self.seen[:end], self.seen[end:]
        return before

    def type(self, line):
        os.write(self.fd, line.encode() + b"\n")

    def end(self):
        """Returns the rest of the screen and the exit code."""
        while self.read():
            pass
        return self.seen, self.process.wait(timeout=program.PATIENCE_S)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.fd)


class Terminal(unittest.TestCase):
    def test_a_game_at_a_dumb_terminal(self):
        screen = Teletype(self, "play", "yahtzee", "human", "greedy", "--rules", "cab201-advanced",
                          env={"TERM": "dumb"})  # fmt: skip
        for number, box in enumerate(SHORT):
            before = screen.until(f"{ROLL_1}\nPlayer 1> ")
            self.assertEqual(before.count("Player 1 rolls"), 0)
            screen.type("")
            screen.until(f"Round {number + 1} of 13: Player 1")
            screen.until(f"{ROLL_2}\nPlayer 1> ")
            screen.type("hold 1")
            screen.until(f"{ROLL_3}\nPlayer 1> ")
            screen.type("roll 1")
            screen.until(f"{CHOOSE}\nPlayer 1> ")
            screen.type(box)
            screen.until(f"{ENDED}\nPlayer 1> ")
            screen.type("")
        ending = screen.until("Another game? (yes, no or review)\n> ")
        self.assertRegex(ending, r"(Player 1|greedy) wins with \d+|tie")
        screen.type("no")
        self.assertEqual(screen.end()[1], 0)

    def test_the_end_of_the_input_ends_the_game(self):
        screen = Teletype(self, "play", "pazaak", "human", "kid")
        screen.until("Player 1> ")
        os.write(screen.fd, b"\x04")
        rest, code = screen.end()
        self.assertEqual(code, 1)
        self.assertIn("the input ended", rest)

    def test_progress_is_shown_on_a_terminal_and_keeps_out_of_the_report(self):
        # More games than are played between two updates.
        file = scratch(self) / "out"
        with open(file, "w") as out:
            screen = Teletype(self, "run", "koth-pazaak", "--games", 20_000, "--jobs", 1,
                              "--format", "json", stdout=out)  # fmt: skip
            shown, code = screen.end()
        self.assertEqual(code, 0)
        self.assertRegex(shown, r"\r[█░]{30} +\d+ % +[\d,]+ of 300,000 games")
        self.assertTrue(shown.endswith("\r\033[J"), "the bar is not wiped")
        self.assertEqual(json.loads(file.read_text())["pairs"][0]["games"], 20_000)

    def test_colours_can_be_had_and_turned_off(self):
        for env, coloured in [({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False)]:
            shown, code = Teletype(self, "list", "bots", env=env).end()
            self.assertEqual(code, 0)
            self.assertEqual("\033[1m" in shown, coloured)


if __name__ == "__main__":
    unittest.main()
