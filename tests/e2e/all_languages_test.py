"""All kinds of bots in one contest: Python, JavaScript, Java and C++ by their SDKs, a class for a
contest's own JVM interface, and both ends of the Gomocup protocol.

Skipped if a language is missing.
"""

import shutil
import unittest

from program import HOME, SANITIZED, contest_file, house_bots, ran, report, scratch

LANGUAGES = {"python": "python3", "javascript": "node", "java": "javac", "cpp": "g++"}

# Time limits that no honest bot exceeds, even on a loaded machine.
CONTEST = """[contest]
game = "{game}"
[switches]
move_ms = 60000
start_ms = 60000
[format]
kind = "{kind}"
games = {games}
[ranking]
points = {points}
[bots]
folder = "bots"
"""
ENGINE = """Engine
hilltop-gomocup
--move-ms 60000 --start-ms 60000 hilltop-pbrain
0
"""


def setUpModule():
    missing = [tool for tool in LANGUAGES.values() if not shutil.which(tool)]
    if missing:
        raise unittest.SkipTest(f"there is no {', no '.join(missing)} here")


class AllLanguages(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.bots = self.folder / "bots"

    def seat_sdk_bots(self, game):
        for language in LANGUAGES:
            ran("new", game, language, self.bots / language)

    def seat_example(self, example, name):
        """Copies a class of the contest, under a name that no house bot has."""
        folder = self.bots / name
        shutil.copytree(HOME / "examples" / example, folder)
        meta = folder / "meta"
        meta.write_text("\n".join([name, *meta.read_text().splitlines()[1:]]) + "\n")

    def play(self, game, kind, games, points, house, others):
        """Returns the result of a contest of all bots; it must be free of faults and
        reproducible."""
        text = CONTEST.format(game=game, kind=kind, games=games, points=points)
        contest = contest_file(self.folder, text + house_bots(*house))
        first, again = (report("run", contest, "--seed", 7) for _ in range(2))
        self.assertEqual(first["digest"], again["digest"])
        self.assertEqual(first["standings"], again["standings"])
        self.assertEqual(first["faults"], [])
        rows = first["standings"]
        self.assertEqual({row["faults"] for row in rows}, {0})
        self.assertEqual(sorted(row["bot"] for row in rows), sorted([*LANGUAGES, *others, *house]))
        return first

    def check_pairs(self, result, games):
        bots = {row["bot"] for row in result["standings"]}
        played = {frozenset((pair["a"], pair["b"])): pair["games"] for pair in result["pairs"]}
        self.assertEqual(played, {frozenset((a, b)): games for a in bots for b in bots - {a}})
        self.assertEqual({row["games"] for row in result["standings"]}, {games * (len(bots) - 1)})

    def test_pazaak(self):
        games = 20 if SANITIZED else 200
        self.seat_sdk_bots("pazaak")
        self.seat_example("pazaak-java/kid", "class")
        self.check_pairs(self.play("pazaak", "round-robin", games, "{ win = 1 }",
                                   ["nestor", "bold"], ["class"]), games)

    def test_yahtzee(self):
        games = 5 if SANITIZED else 100
        self.seat_sdk_bots("yahtzee")
        self.seat_example("yahtzee-java/steady", "class")
        result = self.play("yahtzee", "everyone", games, "{ top = 1 }", ["greedy"], ["class"])
        self.assertEqual({row["games"] for row in result["standings"]}, {games})

    def test_gomoku(self):
        self.seat_sdk_bots("gomoku")
        (self.bots / "engine").mkdir()
        (self.bots / "engine" / "meta").write_text(ENGINE)
        self.check_pairs(self.play("gomoku", "round-robin", 2, "{ win = 2, tie = 1 }",
                                   ["random"], ["Engine"]), 2)


if __name__ == "__main__":
    unittest.main()
