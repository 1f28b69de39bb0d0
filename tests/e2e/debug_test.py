"""`hilltop debug`: what a bot hears and says, with times, against bots and people."""

import json
import re
import unittest

from program import EXAMPLES, bot_folder, complaints, hilltop, ran, scratch, without_times

TEAPOT = "while read -r line; do echo 'I am a teapot'; done\n"
# Draws one card and stands, so that a person is soon to move.
DRAWER = """
while read -r kind game rest; do
  case $kind in hilltop) echo ready 1 ;; turn) echo "move $game STAND" ;; bye) exit ;; esac
done
"""


def ways(told):
    """Returns the marks before the lines of a bot: * when it starts, > to it, < from it, … The lines of a
    table are one mark."""
    return re.sub(r"\|+", "|", "".join(line[0] for line in without_times(told).splitlines() if line))


class Transcript(unittest.TestCase):
    def test_every_line_has_its_time_and_its_direction(self):
        told = ran("debug", EXAMPLES / "python", "--against", "random", "--games", 2)
        self.assertRegex(ways(told), r"^(\*(><)+>\|=){2}$")

    def test_faults_are_shown_where_they_happen(self):
        done = hilltop("debug", bot_folder(scratch(self), "Teapot", TEAPOT), "--game",
                       "gomoku", "--games", 1)
        told = done.stdout
        self.assertEqual((done.returncode, ways(told)), (1, "*><!|="))
        self.assertIn("! Teapot: malformed reply: ", told)

    def test_one_game_of_many_alone(self):
        drawer = bot_folder(scratch(self), "Drawer", DRAWER)
        played = json.loads(ran("play", "pazaak", drawer, "kid", "--games", 7, "--seed", 3, "--format", "json"))
        for number in (1, 6, 7):
            told = ran("debug", drawer, "--game", "pazaak", "--against", "kid", "--seed", 3,
                       "--game-number", number)
            seats = ", ".join(f"{seat['bot'].replace(str(drawer), 'Drawer')} {seat['points']}"
                              for seat in played["games"][number - 1]["seats"])
            self.assertEqual(re.findall(r"= (.*)", told), [f"game {number}: {seats}"])
        done = hilltop("debug", drawer, "--game", "pazaak", "--game-number", 0)
        self.assertEqual((done.returncode, "--game-number" in done.stderr), (2, True))

    def test_the_opponent_is_the_first_house_bot_of_the_game(self):
        drawer = bot_folder(scratch(self), "Drawer", DRAWER)
        self.assertIn("bold ", ran("debug", drawer, "--game", "pazaak", "--games", 1))


class Person(unittest.TestCase):
    def setUp(self):
        self.drawer = bot_folder(scratch(self), "Drawer", DRAWER)

    def debug(self, typed):
        return hilltop("debug", self.drawer, "--game", "pazaak", "--against", "human", "--games", 1,
                       stdin=typed)

    def test_answers_for_the_opponent(self):
        done = self.debug("jump\nhelp\n" + "stand\n" * 40)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        self.assertIn("(type help for all answers)", done.stdout)
        self.assertIn("  quit        leave\n", done.stdout)
        self.assertRegex(done.stdout, r" = game 1: Drawer \d, human \d\n")
        self.assertNotIn(" ms ! ", done.stdout)

    def test_leaves(self):
        done = self.debug("quit\n")
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        self.assertNotIn(" ms = ", done.stdout)
        done = self.debug("")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the input ended before the game was over", done.stderr)


if __name__ == "__main__":
    unittest.main()
