"""`hilltop new GAME LANGUAGE`, for one language: its bots play at once.

Called with a language and games, all if none is named, and skipped by name if one of its tools is
missing here.
"""

import re
import shutil
import subprocess
import sys
import unittest

from program import HOME, PATIENCE_S, PATIENT, TOOLS, contest_file, house_bots, ran, report, scratch

TEMPLATES = HOME / "sdk" / "templates"
LANGUAGE = sys.argv.pop(1)

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
GAMES = [game for game in TALKS if game in sys.argv] or list(TALKS)
sys.argv = [word for word in sys.argv if word not in TALKS]


def setUpModule():
    missing = [tool for tool in TOOLS[LANGUAGE] if not shutil.which(tool)]
    if missing:
        raise unittest.SkipTest(f"{LANGUAGE}: there is no {', no '.join(missing)} here")
    layers = {layer["name"]: layer["active"] for layer in report("doctor")["layers"]}
    if LANGUAGE == "csharp" and not layers["L3"]:
        raise unittest.SkipTest("csharp: Mono's compiler needs L3, which is not active here")


class Language(unittest.TestCase):
    def test_its_bots_play_at_once(self):
        for game in GAMES:
            with self.subTest(game):
                folder = scratch(self) / f"{game}-{LANGUAGE}"
                said = ran("new", game, LANGUAGE, folder)
                for command in [f"debug {folder}", f"play {game} {folder}"]:
                    self.assertIn(f"hilltop {command}", said)
                built = (folder / ".built").exists()
                self.assertEqual("compiles it again" in said, built)
                self.check_folder(folder, game)
                self.check_talk(folder, TALKS[game])
                self.check_contest(folder, game)
                if built:
                    self.check_builds(folder, game)

    def check_builds(self, folder, game):
        """Counts the builds of three commands, of which only the first one changed anything."""
        toml = folder / "bot.toml"
        text, changed = re.subn(r'(?m)^build = "(.*)"$', r'build = "\1 && echo built >>builds"', toml.read_text())
        self.assertEqual(changed, 1)
        toml.write_text(text)
        for command in [("check", folder, "--games", 2), ("play", game, folder, folder, "--games", 2),
                        ("check", folder, "--games", 2)]:
            ran(*command, *PATIENT)
            self.assertEqual((folder / "builds").read_text(), "built\n", command)

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


if __name__ == "__main__":
    unittest.main()
