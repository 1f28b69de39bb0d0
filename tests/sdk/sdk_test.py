"""The SDKs, each driven as the arena drives a bot, with the questions of the golden games.

The bots echo.py, echo.mjs and so on print what their views hold, and play the given moves. A
language whose tool is missing is skipped. (Bots in Kotlin and TypeScript play with the SDKs for Java
and JavaScript.)
"""

import os
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import golden
from golden import ROOT

HERE = pathlib.Path(__file__).resolve().parent
PATIENCE_S = 300  # ends a test that would hang; no test passes or fails by time
OPENING = "hilltop 1 game pazaak rules koth side_cards 4"
READY = "ready 1 batch 256"
TURN = "player 1 wins 0,0 hand 7,9 theirs - side 1,4 their_side 4 action none played no"
YAHTZEE_RULES = [("koth", {}), ("koth", {"joker_after_zero": "false"}), ("cab201-basic", {}),
                 ("cab201-advanced", {})]
# Whether the bot was asked to open, stones of the opening, turn, the colour that moves first after a
# pick, and so the bot's colour (G7, G8; G12 without the question).
COLOURS = [("A", 3, 0, "B", "W"), ("A", 3, 1, "B", "W"), ("A", 3, 0, "W", "W"),
           ("A", 3, 1, "W", "W"), ("A", 4, 0, "B", "B"), ("A", 4, 1, "B", "B"),
           ("A", 4, 0, "W", "B"), ("A", 4, 1, "W", "B"), ("B", 5, 0, "B", "B"),
           ("B", 5, 1, "B", "W"), ("B", 5, 0, "W", "W"), ("B", 5, 1, "W", "B"),
           ("", 3, 0, "B", "B"), ("", 3, 1, "B", "W"), ("", 3, 0, "W", "W"),
           ("", 3, 1, "W", "B"), ("", 4, 0, "B", "B"), ("", 4, 1, "B", "W"),
           ("", 4, 0, "W", "B"), ("", 4, 1, "W", "W"), ("", 0, 0, "W", "B")]


TOOLS = {"python": [sys.executable], "javascript": ["node"], "cpp": ["g++"], "c": ["gcc"],
         "csharp": ["mcs", "mono"], "go": ["go"], "ruby": ["ruby"], "rust": ["rustc"]}


def unstarted(language):
    """Returns why no bots of a language can be started here; empty if they can."""
    missing = [tool for tool in TOOLS[language] if not shutil.which(tool)]
    return f"{language}: there is no {', no '.join(missing)} here" if missing else ""


class Sdk:
    """Tests for each language; a subclass names it."""

    @classmethod
    def setUpClass(cls):
        if unstarted(cls.language):
            raise unittest.SkipTest(unstarted(cls.language))
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.home = pathlib.Path(cls.folder.name)
        cls.command = cls.prepared()

    def start(self, *arguments, moves=(), **environment):
        """Starts a bot with pipes."""
        planned = self.home / "moves"
        planned.write_text("".join(move + "\n" for move in moves))
        bot = subprocess.Popen(
            [*self.command, *arguments], cwd=self.home, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {"ECHO_MOVES": str(planned)} | environment)
        self.addCleanup(self.stop, bot)
        return bot

    def stop(self, bot):
        bot.kill()
        bot.communicate()

    def talk(self, game, lines, **how):
        """Returns what a bot prints on stdout and on stderr, and its exit code."""
        bot = self.start(game, **how)
        said = bot.communicate("".join(line + "\n" for line in lines).encode(), PATIENCE_S)
        return [text.decode().splitlines() for text in said] + [bot.returncode]

    def play(self, hello, turns, game, **how):
        """Asks all turns at once in random order; returns what the views held, in the order of the
        turns."""
        lines = [f"turn {number} {turn.view}" for number, turn in enumerate(turns)]
        shuffled = random.Random(1).sample(lines, len(lines))
        said, told, status = self.talk(game, [hello, *shuffled, "bye"],
                                       moves=[turn.move for turn in turns], **how)
        self.assertEqual(status, 0, told)
        self.assertEqual(said[0], READY)
        self.assertEqual(sorted(said[1:]), sorted(f"move {number} {turn.move}"
                                                  for number, turn in enumerate(turns)))
        views = sorted((line for line in told if line.startswith("turn ")),
                       key=lambda line: int(line.split()[1]))
        self.assertEqual(len(views), len(turns))
        for line, view in zip(lines, views):
            self.assertTrue(view.startswith(line + " rules "), f"sent {line}\nheld {view}")
        return views

    # ------------------------------------------------------------------------------ golden games

    def test_pazaak(self):
        for game in golden.pazaak_games():
            with self.subTest(game.file.name):
                self.assertGreater(len(game.turns), 8)
                views = self.play(game.hello, game.turns, "pazaak")
                for turn, view in zip(game.turns, views):
                    hand = re.search(r" hand (\S+)", turn.view)[1]
                    value = sum(map(int, hand.split(",")))
                    self.assertTrue(view.endswith(f" value {value}"), view)

    def test_yahtzee(self):
        for game in golden.yahtzee_games():
            with self.subTest(game.file.name):
                self.assertGreater(len(game.turns), 20)
                views = self.play(game.hello, game.turns, "yahtzee")
                for turn, view in zip(game.turns, views):
                    if turn.move.startswith("score"):
                        options = view.partition(" options ")[2].split(",")
                        self.assertIn(f"{turn.move.split()[1]}={turn.points}", options, view)

    def test_gomoku(self):
        for game in golden.records("gomoku"):
            if game.switches.get("size") == "20": continue  # the SDKs know 15 x 15
            balance = game.rules != "koth" or "balance" in game.switches.get("first_to_move", "")
            for seat, name in enumerate(["Ann", "Ben"]):
                with self.subTest(game.file.name, seat=seat):
                    self.check_gomoku(game, seat, name, "W" if balance else "B")

    def check_gomoku(self, game, seat, name, first):
        questions = list(golden.gomoku_questions(game, seat))
        (self.home / "meta").write_text(f"{name}\nbot\n\n0\n")
        winner = "TIE" if game.points == [0, 0] else ["Ann", "Ben"][game.points.index(1)]
        bot = self.start("The other", "77", moves=[question.move for question in questions],
                         ECHO_FIRST=first)
        lines = [question.line for question in questions] + [f"EXIT {winner}"]
        said, told = bot.communicate("".join(line + "\n" for line in lines).encode(), PATIENCE_S)
        self.assertEqual(bot.returncode, 0, told)
        self.assertEqual(said.decode().splitlines(), [question.answer for question in questions])
        self.assertEqual(told.decode().splitlines(), [
            f"{question.kind} turn {question.turn} colour {question.colour} name {name} "
            f"opponent The other seed 77 free {question.free} board {question.stones}"
            for question in questions] + [f"end {'-' if winner == 'TIE' else winner}"])

    def test_the_colour_follows_from_the_stones(self):
        laid = {"A": "(7,7)(0,14)(8,7)", "B": "(1,1)(2,2)"}
        for asked, opening, turn, first, colour in COLOURS:
            with self.subTest(asked=asked, opening=opening, turn=turn, first=first):
                stones = ",".join(f'((0,{y}),"B")' for y in range(opening + turn))
                lines, moves = [f"{turn} [{stones}]"], ["(7,7)"]
                if asked:
                    lines.insert(0, asked + " []")
                    moves.insert(0, laid[asked])
                said, told, _ = self.talk("The other", lines, moves=moves, ECHO_FIRST=first)
                self.assertEqual(said, moves)
                self.assertIn(f"place turn {turn} colour {colour} ", told[-1])

    def test_stones_of_a_larger_board_do_no_harm(self):
        said, told, _ = self.talk("The other", ['2 [((0,0),"B"),((15,3),"W"),((19,19),"B")]'],
                                  moves=["(7,7)"], ECHO_FIRST="B")
        self.assertEqual(said, ["(7,7)"])
        self.assertTrue(told[0].startswith("place turn 2 "), told)

    def test_jokers(self):
        for rules, switches in YAHTZEE_RULES:
            hello = golden.Game(ROOT / "src/games/yahtzee/golden/any", rules, switches).hello
            for view in self.play(hello, random_yahtzee_turns(300), "yahtzee"):
                self.assertEqual(view.partition(" options ")[2], listed_options(view))

    # ------------------------------------------------------------------------------ conversation

    def test_hundred_lines_written_at_once_are_answered_at_once(self):
        bot = self.start("pazaak", moves=["END"] * 100)
        os.write(bot.stdin.fileno(), f"{OPENING}\n".encode())
        self.assertEqual(os.read(bot.stdout.fileno(), 1 << 16), f"{READY}\n".encode())
        order = random.Random(2).sample(range(100), 100)
        os.write(bot.stdin.fileno(), "".join(f"turn {n} {TURN}\n" for n in order).encode())
        answers = os.read(bot.stdout.fileno(), 1 << 16).decode()
        self.assertEqual(answers, "".join(f"move {n} END\n" for n in order))

    def test_a_line_may_come_in_parts(self):
        bot = self.start("pazaak", moves=["END", "STAND"])
        second = f"turn 1 {TURN}\n"
        for sent, wanted in [(f"{OPENING}\n", READY), (f"turn 0 {TURN}\n{second[:30]}", "move 0 END"),
                             (second[30:], "move 1 STAND")]:
            os.write(bot.stdin.fileno(), sent.encode())
            self.assertEqual(bot.stdout.readline().decode(), wanted + "\n")

    def test_unknown_pairs_and_lines_are_skipped(self):
        lines = [OPENING + " wind strong", "begin 0 seats 2 seed 5 mood 7", "weather fine",
                 f"turn 0 {TURN} mood good", "end 0 points 3,1 duration 9", "bye"]
        said, told, status = self.talk("pazaak", lines, moves=["PLAY 4"])
        self.assertEqual((said, status), ([READY, "move 0 PLAY 4"], 0))
        self.assertEqual(told, ["begin 0 seats 2 seed 5",
                                f"turn 0 {TURN} rules koth side_cards 4 wind strong value 16",
                                "end 0 points 3,1"])

    def test_a_bot_with_a_memory_says_so(self):
        said, _, status = self.talk("pazaak", [OPENING, "bye"], ECHO_BATCH="0")
        self.assertEqual((said, status), (["ready 1"], 0))

    def test_it_ends_on_bye(self):
        bot = self.start("pazaak")
        os.write(bot.stdin.fileno(), f"{OPENING}\nbye\n".encode())
        self.assertEqual(bot.wait(PATIENCE_S), 0)

    def test_it_ends_with_its_input(self):
        for game in ["pazaak", "yahtzee", "The other"]:
            _, told, status = self.talk(game, [], ECHO_FIRST="B")
            self.assertEqual((told, status), ([], 0))

    def test_it_ends_when_its_output_is_closed(self):
        bot = self.start("pazaak", moves=["END"])
        bot.stdout.close()
        os.write(bot.stdin.fileno(), f"{OPENING}\nturn 0 {TURN}\n".encode())
        bot.wait(PATIENCE_S)

    def test_its_prints_do_no_harm(self):
        said, told, status = self.talk("pazaak", [OPENING, f"turn 0 {TURN}", "bye"],
                                       moves=["STAND"], ECHO_NOISY="1")
        self.assertEqual((said, status), ([READY, "move 0 STAND"], 0))
        self.assertIn("move 0 noise", told)
        self.assertIn("noise", told)

    # ------------------------------------------------------------------------------------ errors

    def test_an_error_of_the_bot_ends_it_and_is_shown(self):
        lines = [f"turn {number} {TURN}" for number in range(3)]
        said, told, status = self.talk("pazaak", [OPENING, *lines], moves=["END", "fail", "END"])
        self.assertEqual((said, status), ([READY, "move 0 END"], 1))
        self.assertIn("bad luck", "\n".join(told))

    def test_another_game_is_refused(self):
        said, told, status = self.talk("yahtzee", [OPENING])
        self.assertEqual((said, status), ([], 1))
        self.assertIn("this bot plays yahtzee, not pazaak", "\n".join(told))

    def test_a_turn_of_another_shape_is_refused(self):
        said, told, status = self.talk("pazaak", [OPENING, "turn 0 player 1 hand 7,9"])
        self.assertEqual((said, status), ([READY], 1))
        self.assertIn("not a turn that this SDK knows", "\n".join(told))


class TextMoves:
    """If a move is text, an unknown move is caught before it is sent."""

    def test_an_unknown_move_is_refused(self):
        for move in ["STANDING", "end", "keep"]:
            with self.subTest(move):
                said, _, status = self.talk("pazaak", [OPENING, f"turn 0 {TURN}"], moves=[move])
                self.assertEqual((said, status), ([READY], 1))


class Python(TextMoves, Sdk, unittest.TestCase):
    language = "python"

    @classmethod
    def prepared(cls):
        return [sys.executable, str(HERE / "echo.py")]

    def test_all_turns_that_wait_are_answered_at_once(self):
        turns = "".join(f"turn {game} {TURN}\n" for game in (3, 0, 7))
        asked = f"{OPENING}\n{turns}bye\n".encode()
        bot = [sys.executable, str(HERE / "choose_all.py")]
        run = subprocess.run(bot, input=asked, capture_output=True, timeout=PATIENCE_S)
        self.assertEqual(run.stdout.decode().splitlines()[1:], ["move 3 END", "move 0 PLAY 1", "move 7 END"])
        self.assertEqual(run.stderr.decode(), "turns 3 0 7\n")
        run = subprocess.run([*bot, "short"], input=asked, capture_output=True, timeout=PATIENCE_S)
        self.assertIn(b"3 views need as many moves, not 2", run.stderr)
        self.assertNotEqual(run.returncode, 0)


class JavaScript(TextMoves, Sdk, unittest.TestCase):
    language = "javascript"

    @classmethod
    def prepared(cls):
        return ["node", str(HERE / "echo.mjs")]


class Cpp(Sdk, unittest.TestCase):
    language = "cpp"

    @classmethod
    def prepared(cls):
        program = cls.home / "echo"
        # Without sanitizer findings: other people's bots include this header.
        subprocess.run(["g++", "-std=c++17", "-O1", "-fsanitize=address,undefined",
                        "-fno-sanitize-recover=all", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
                        "-Wconversion", "-Wsign-conversion", "-Werror", "-o", program,
                        HERE / "echo.cpp"], check=True)
        return [str(program)]


class C(Sdk, unittest.TestCase):
    language = "c"

    @classmethod
    def prepared(cls):
        program = cls.home / "echo"
        # Without sanitizer findings, as for C++.
        subprocess.run(["gcc", "-std=c11", "-O1", "-fsanitize=address,undefined",
                        "-fno-sanitize-recover=all", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
                        "-Wconversion", "-Wsign-conversion", "-Werror", "-o", program,
                        HERE / "echo.c"], check=True)
        return [str(program)]


class CSharp(Sdk, unittest.TestCase):
    language = "csharp"

    @classmethod
    def prepared(cls):
        program = cls.home / "echo.exe"
        subprocess.run(["mcs", "-warnaserror", f"-out:{program}", HERE / "Echo.cs",
                        ROOT / "sdk/csharp/Hilltop.cs"], check=True)
        return ["mono", str(program)]


class Go(Sdk, unittest.TestCase):
    language = "go"

    @classmethod
    def prepared(cls):
        module = cls.home / "module"
        (module / "hilltop").mkdir(parents=True)
        shutil.copy(ROOT / "sdk/templates/pazaak/go/go.mod", module)
        shutil.copy(HERE / "echo.go", module)
        shutil.copy(ROOT / "sdk/go/hilltop.go", module / "hilltop")
        subprocess.run(["go", "build", "-buildvcs=false", "-o", "../echo", "."], cwd=module,
                       env=os.environ | {"GOCACHE": str(cls.home / "cache")}, check=True)
        return [str(cls.home / "echo")]


class Ruby(TextMoves, Sdk, unittest.TestCase):
    language = "ruby"

    @classmethod
    def prepared(cls):
        return ["ruby", "-w", str(HERE / "echo.rb")]


class Rust(Sdk, unittest.TestCase):
    language = "rust"

    @classmethod
    def prepared(cls):
        program = cls.home / "echo"
        subprocess.run(["rustc", "--edition", "2021", "-D", "warnings", "-o", program,
                        HERE / "echo.rs"], check=True)
        return [str(program)]


class TypeScript(unittest.TestCase):
    """hilltop.d.mts, as the compiler and the documentation have it."""

    def setUp(self):
        if not shutil.which("tsc"):
            self.skipTest("typescript: there is no tsc here")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        options = json.loads((ROOT / "sdk/javascript/tsconfig.json").read_text("utf-8"))["compilerOptions"]
        self.command = ["tsc"]
        for name, value in options.items():
            self.command += [f"--{name}"] if value is True else [f"--{name}", value]

    def complaints(self, folder, *arguments):
        return subprocess.run([*self.command, *arguments], cwd=folder, capture_output=True,
                              text=True, timeout=PATIENCE_S).stdout

    def test_the_templates_of_typescript_are_built_by_its_tsconfig(self):
        for bot in sorted((ROOT / "sdk/templates").glob("*/typescript")):
            self.assertIn('build = "tsc"\n', (bot / "bot.toml").read_text("utf-8"))
            copy = self.folder / bot.parent.name
            shutil.copytree(bot, copy)
            (copy / "bot.mts").write_text("export const wrong: number = 'text';\n", "utf-8")
            done = subprocess.run(["tsc"], cwd=copy, capture_output=True, text=True, timeout=PATIENCE_S)
            self.assertRegex(done.stdout, r"\Abot\.mts\(1,.*not assignable")

    def test_the_templates_are_typed(self):
        for bot in sorted((ROOT / "sdk/templates").glob("*/javascript/bot.mjs")):
            with self.subTest(bot.parent.parent.name):
                self.assertTrue(bot.read_text("utf-8").startswith("// @ts-check\n"))
                self.assertEqual(
                    self.complaints(bot.parent, "--allowJs", "--checkJs", "--noEmit", bot.name), "")

    def test_an_unknown_move_is_a_type_error(self):
        shutil.copytree(ROOT / "sdk/javascript", self.folder, dirs_exist_ok=True)
        for call, said in [('playPazaak(() => "UP")', "not assignable"),
                           ("playPazaak((view) => play(view.dice))", "'dice' does not exist"),
                           ('playYahtzee(() => score("acres"))', "not assignable"),
                           ("playGomoku({ place: () => 7 })", "not assignable")]:
            with self.subTest(call):
                (self.folder / "bot.mts").write_text(
                    f'import {{ play, playGomoku, playPazaak, playYahtzee, score }} from "./hilltop.mjs";\n'
                    f"{call};\n", "utf-8")
                self.assertRegex(self.complaints(self.folder, "--noEmit", "bot.mts"),
                                 rf"\Abot\.mts\(2,.*{said}")


# ------------------------------------------------------------------- Yahtzee's jokers, once more

def random_yahtzee_turns(count):
    """Half of them have five alike, and cards are in every state."""
    luck = random.Random(3)
    turns = []
    for _ in range(count):
        face = luck.randint(1, 6)
        dice = [face] * 5 if luck.random() < 0.5 else [luck.randint(1, 6) for _ in range(5)]
        card = [luck.choice(["-", "0", "5"]) for _ in golden.BOXES]
        card[11] = luck.choice(["-", "0", "50"])
        card[luck.randint(0, 12)] = "-"
        turns.append(golden.Turn(
            f"round 5 stage 2 dice {golden.listed(dice)} card {golden.listed(card)} score 1 "
            "upper 2 upper_bonus 0 yahtzee_bonus 100 totals 1,4", "keep"))
    return turns


def listed_options(view):
    """Rules Y7 to Y19 again, implemented differently from the SDKs."""
    rules, *switches = view.partition(" rules ")[2].partition(" options ")[0].split()
    dice = sorted(int(die) for die in re.search(r" dice (\S+)", view)[1].split(","))
    card = dict(zip(golden.BOXES, re.search(r" card (\S+)", view)[1].split(",")))
    upper, lower = golden.BOXES[:6], golden.BOXES[6:]
    text = "".join(map(str, dice))
    yahtzee = dice[0] == dice[4]
    filled = card["yahtzee"] == "50" or (card["yahtzee"] == "0" and "false" not in switches)
    joker = rules != "cab201-basic" and yahtzee and filled
    face_open = card[upper[dice[0] - 1]] == "-"
    wild = joker and not face_open
    faces = "".join(sorted(set(text)))
    alike = max(map(text.count, text))

    scores = {box: sum(die for die in dice if die == face) for face, box in enumerate(upper, 1)}
    scores |= {"three_of_a_kind": sum(dice) * (alike >= 3), "chance": sum(dice),
               "four_of_a_kind": sum(dice) * (alike >= 4), "yahtzee": 50 * yahtzee,
               "full_house": 25 * (wild or bool(re.fullmatch(r"(\d)\1\1?(?!\1)(\d)\2\2?", text))),
               "small_straight": 30 * (wild or any(run in faces for run in ["1234", "2345", "3456"])),
               "large_straight": 40 * (wild or faces in ["12345", "23456"])}
    allowed = [box for box in golden.BOXES if card[box] == "-"]
    if joker and rules == "koth":
        if face_open:
            allowed = [upper[dice[0] - 1]]
        elif set(allowed) & set(lower):
            allowed = [box for box in allowed if box in lower]
    return golden.listed(f"{box}={scores[box]}" for box in allowed)


if __name__ == "__main__":
    unittest.main()
