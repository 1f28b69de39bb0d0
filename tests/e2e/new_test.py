"""`hilltop new`: working bots in every language that this machine has."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from program import HOME, PATIENCE_S, contest_file, hilltop, house_bots, ran, report, scratch

TEMPLATES = HOME / "sdk" / "templates"
TOOLS = {"python": "python3", "javascript": "node", "cpp": "g++", "java": "javac"}

# Time limits that no honest bot exceeds, even on a loaded machine.
PATIENT_CONTEST = """
[contest]
game = "{game}"
[switches]
move_ms = 60000
start_ms = 60000
[format]
kind = "round-robin"
games = 2
"""

# Lines of the arena in a game (docs/protocol.md), each with a pattern of sensible answers.
TALKS = {
    "pazaak": [
        ("hilltop 1 game pazaak rules koth side_cards 4", r"ready 1 batch \d+"),
        ("begin 7 seats 2 seed 5", None),
        ("turn 7 player 1 wins 0,0 hand 7 theirs - side 1,4 their_side 4 action none played no",
         "move 7 END"),
        ("turn 7 player 1 wins 0,0 hand 7,9 theirs 10 side 1,4 their_side 4 action END played no",
         "move 7 PLAY 4"),
        ("turn 7 player 2 wins 0,1 hand 9,9 theirs 10 side - their_side 0 action STAND played yes",
         "move 7 STAND"),
        ("end 7 points 3,1", None),
        ("bye", None),
    ],
    "yahtzee": [
        ("hilltop 1 game yahtzee rules koth", r"ready 1 batch \d+"),
        ("begin 0 seats 3 seed 5", None),
        ("turn 0 round 0 stage 0 dice 6,2,6,3,1 card -,-,-,-,-,-,-,-,-,-,-,-,- score 0 upper 0 "
         "upper_bonus 0 yahtzee_bonus 0 totals 0,0,0", "move 0 keep 0 2"),
        ("turn 0 round 0 stage 1 dice 6,2,6,6,2 card -,-,-,-,-,-,-,-,-,-,-,-,- score 0 upper 0 "
         "upper_bonus 0 yahtzee_bonus 0 totals 0,0,0", "move 0 score full_house"),
        # A joker while the box of its face is open: no other box may be filled.
        ("turn 0 round 3 stage 2 dice 2,2,2,2,2 card -,-,-,-,-,-,-,-,25,-,-,50,- score 75 upper 0 "
         "upper_bonus 0 yahtzee_bonus 0 totals 0,9,75", "move 0 score twos"),
        ("end 0 points 200,100,50", None),
        ("bye", None),
    ],
    "gomoku": [
        ("A []", r"(\(\d+,\d+\)){3}"),
        ('0 [((0,14),"B"),((7,7),"B"),((8,7),"W")]', r"\(\d+,\d+\)"),
        ('2 [((0,14),"B"),((2,2),"W"),((3,3),"W"),((7,7),"B"),((8,7),"W")]', r"\(\d+,\d+\)"),
        ("EXIT TIE", None),
    ],
}


def kinds():
    return [(game.name, language.name) for game in sorted(TEMPLATES.iterdir())
            for language in sorted(game.iterdir())]


class New(unittest.TestCase):
    def make(self, game, language):
        if not shutil.which(TOOLS.get(language, "sh")):
            self.skipTest(f"there is no {TOOLS[language]} here")
        for path in (TEMPLATES / game / language).iterdir():
            if not path.exists():
                self.skipTest(f"{path} is not built")
        folder = scratch(self) / f"{game}-{language}"
        said = ran("new", game, language, folder)
        return folder, said

    def test_each_bot_plays_at_once(self):
        for game, language in kinds():
            with self.subTest(game=game, language=language):
                folder, said = self.make(game, language)
                for command in [f"debug {folder}", f"play {game} {folder}"]:
                    self.assertIn(f"hilltop {command}", said)
                self.check_folder(folder, game)
                self.check_talk(folder, TALKS[game])
                self.check_contest(folder, game)

    def check_folder(self, folder, game):
        """Checks that it needs nothing outside its folder, and that its name is the folder's."""
        self.assertEqual([path for path in folder.rglob("*") if path.is_symlink()], [])
        meta = (folder / "meta").read_text().splitlines()
        self.assertEqual((len(meta), meta[0]), (4, folder.name))
        toml = (folder / "bot.toml").read_text()
        self.assertEqual('state = "none"' in toml, game != "gomoku")

    def check_talk(self, folder, talk):
        """Sends one line after another, as an arena without batches does."""
        name, command, arguments, _ = (folder / "meta").read_text().split("\n")[:4]
        program = str(folder / command) if "/" in command else command
        bot = subprocess.Popen([program, *arguments.split(), "The other", "5"], cwd=folder,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            for line, wanted in talk:
                bot.stdin.write(line + "\n")
                bot.stdin.flush()
                if wanted:
                    self.assertRegex(bot.stdout.readline(), f"^{wanted}\n$", line)
            self.assertEqual(bot.wait(PATIENCE_S), 0)
        finally:
            bot.kill()
            bot.communicate()

    def check_contest(self, folder, game):
        house = {"pazaak": "nestor", "yahtzee": "greedy", "gomoku": "random"}[game]
        text = PATIENT_CONTEST.format(game=game) + f'[[bot]]\nfolder = "{folder}"\n'
        table = report("run", contest_file(folder.parent, text + house_bots(house)))["standings"]
        self.assertEqual({(row["bot"], row["games"], row["faults"]) for row in table},
                         {(folder.name, 2, 0), (house, 2, 0)})

    def test_new_gomoku_bots_meet_in_a_contest(self):
        bots = scratch(self)
        contest = contest_file(bots, PATIENT_CONTEST.format(game="gomoku"))
        languages = [language for game, language in kinds()
                     if game == "gomoku" and shutil.which(TOOLS.get(language, "sh"))]
        for language in languages:
            ran("new", "gomoku", language, bots / language)
        ran("new", "gomoku", "python", bots / "second")
        table = report("run", contest, "--bots", bots)["standings"]
        self.assertEqual({row["bot"] for row in table}, {*languages, "second"})
        self.assertEqual({row["faults"] for row in table}, {0})

    def test_the_bot_is_compiled_again_as_it_says(self):
        folder, said = self.make("pazaak", "cpp")
        again = re.search(r"^  (\(cd .*)$", said, re.MULTILINE)[1]
        (folder / "bot").unlink()
        subprocess.run(["bash", "-c", again], check=True)
        self.assertTrue(os.access(folder / "bot", os.X_OK))

    def test_a_build_that_fails_is_the_machines_fault(self):
        home = scratch(self)
        (home / "g++").write_text("#!/bin/sh\nexit 1\n")
        (home / "g++").chmod(0o755)
        folder = home / "bot"
        done = hilltop("new", "pazaak", "cpp", folder, env={"PATH": str(home)})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"hilltop: {folder} is written, but this failed there", done.stderr)
        self.assertIn("g++ ", done.stderr)

    def test_a_tool_that_is_missing_is_named_with_its_package(self):
        for language, tool, package in (("python", "python3", "python3"),
                                        ("javascript", "node", "nodejs"), ("cpp", "g++", "g++"),
                                        ("java", "javac", "default-jdk-headless")):
            with self.subTest(language):
                folder = scratch(self) / "bot"
                done = hilltop("new", "pazaak", language, folder, env={"PATH": "/nowhere"})
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(done.stderr, f"hilltop: a bot in {language} needs {tool}, which is "
                                 f"not in PATH: install it (Debian: apt-get install {package}), then "
                                 "give the same command again\n")
                self.assertFalse(folder.exists())


class Folders(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def refused(self, folder, *wanted):
        before = sorted(self.folder.rglob("*"))
        done = hilltop("new", "pazaak", "python", folder, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        for text in wanted:
            self.assertIn(text, done.stderr)

    def test_existing_files_are_left_unchanged(self):
        (self.folder / "file").write_text("mine")
        (self.folder / "full").mkdir()
        (self.folder / "full" / "file").write_text("mine")
        (self.folder / "link").symlink_to("nowhere")
        for name in ["file", "full", "link"]:
            self.refused(self.folder / name, name)

    def test_a_folder_whose_name_is_invalid_for_a_bot(self):
        self.refused(self.folder / "TIE", "the folder's name becomes the bot's", "TIE")
        self.refused(self.folder / ("x" * 65), "65 characters")

    def test_an_empty_folder_will_do(self):
        for name in ["empty", "with a blank", "Ann's"]:
            (self.folder / name).mkdir()
            said = ran("new", "gomoku", "python", self.folder / name)
            debug = re.search(r"^  \S*hilltop (debug .*)$", said, re.MULTILINE)[1]
            words = subprocess.run(["bash", "-c", f"printf '%s\\n' {debug}"], capture_output=True,
                                   text=True, check=True).stdout.splitlines()
            self.assertIn("= game 1: ", ran(*words, "--games", 1))

    def test_the_suggested_commands_work(self):
        for game in ("gomoku", "pazaak", "yahtzee"):
            said = ran("new", game, "python", self.folder / game)
            commands = re.findall(r"^  \S*hilltop (.*)$", said, re.MULTILINE)
            self.assertEqual([command.split()[0] for command in commands],
                             ["debug", "play", "check", "debug"])
            for command in commands:
                with self.subTest(command):
                    fewer = ["--games", 2] if "--games" not in command else []
                    ran(*command.split(), *fewer, stdin="quit\n")

    def test_here(self):
        here = self.folder / "here"
        here.mkdir()
        ran("new", "pazaak", "python", ".", cwd=here)
        self.assertEqual((here / "meta").read_text().splitlines()[0], "here")


class Templates(unittest.TestCase):
    """Languages are folders: a new one needs no change of the program."""

    def test_a_further_language(self):
        with tempfile.TemporaryDirectory() as home:
            template = pathlib.Path(home) / "sdk" / "templates" / "pazaak" / "shell"
            template.mkdir(parents=True)
            (template / "meta").write_text("Starter\nsh\nbot.sh\n0\n")
            (template / "bot.sh").write_text("exit 0\n")
            env = {"HILLTOP_HOME": home}
            ran("new", "pazaak", "shell", pathlib.Path(home) / "bot", env=env)
            self.assertEqual((pathlib.Path(home) / "bot" / "meta").read_text(),
                             "bot\nsh\nbot.sh\n0\n")
            done = hilltop("new", "pazaak", "python", pathlib.Path(home) / "other", env=env)
            self.assertEqual(done.returncode, 2)
            self.assertIn("(known: shell)", done.stderr)

    def test_an_sdk_that_is_not_built(self):
        with tempfile.TemporaryDirectory() as home:
            template = pathlib.Path(home).resolve() / "sdk" / "templates" / "pazaak" / "shell"
            template.mkdir(parents=True)
            (template / "meta").write_text("Starter\nsh\nbot.sh\n0\n")
            (template / "sdk.jar").symlink_to("../../../shell/sdk.jar")
            folder = pathlib.Path(home) / "bot"
            done = hilltop("new", "pazaak", "shell", folder, env={"HILLTOP_HOME": home})
            self.assertEqual((done.returncode, folder.exists()), (1, False))
            self.assertIn(f"{pathlib.Path(home).resolve()}/sdk/shell/sdk.jar is missing",
                          done.stderr)

    def test_none(self):
        with tempfile.TemporaryDirectory() as home:
            done = hilltop("new", "pazaak", "python", pathlib.Path(home) / "bot",
                           env={"HILLTOP_HOME": home})
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"there is no folder '{home}/sdk/templates'", done.stderr)


class Pages(unittest.TestCase):
    """docs/python-bot.md and the pages of the other languages."""

    def test_the_bot_that_is_shown_is_the_bot_that_is_made(self):
        for language, fence in [("python", "python"), ("javascript", "js"), ("cpp", "cpp")]:
            with self.subTest(language):
                page = (HOME / "docs" / f"{language}-bot.md").read_text()
                shown = re.search(rf"```{fence}\n(.*?)```", page, re.DOTALL)[1]
                source, = (TEMPLATES / "pazaak" / language).glob("bot.[!t]*")
                self.assertTrue(source.read_text().endswith(shown), source)


if __name__ == "__main__":
    unittest.main()
