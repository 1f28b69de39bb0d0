"""All kinds of bots in one contest: those of `hilltop new`, a class for a contest's own JVM interface,
and both ends of the Gomocup protocol. Python, JavaScript, Java and C++ play all games, and the other
languages that this machine has meet them at a table of Yahtzee.

Skipped if one of the four is missing.
"""

import shutil
import unittest

from program import SANITIZED, SHARED, TOOLS, contest_file, house_bots, ran, report, scratch

LANGUAGES = ["python", "javascript", "java", "cpp"]

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
    missing = [language for language in LANGUAGES if not is_here(language)]
    if missing:
        raise unittest.SkipTest(f"there is no {', no '.join(missing)} here")


def is_here(language):
    return all(shutil.which(tool) for tool in TOOLS[language])


class AllLanguages(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.bots = self.folder / "bots"

    def seat_sdk_bots(self, game, languages=LANGUAGES):
        for language in languages:
            ran("new", game, language, self.bots / language)

    def seat_example(self, example, name):
        """Copies a class of the contest, under a name that no house bot has."""
        folder = self.bots / name
        shutil.copytree(SHARED / "examples" / example, folder)
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
        self.assertEqual(sorted(row["bot"] for row in rows), sorted([*others, *house]))
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
                                   ["nestor", "bold"], [*LANGUAGES, "class"]), games)

    def test_yahtzee(self):
        games = 5 if SANITIZED else 20
        languages = [language for language in TOOLS if is_here(language)]
        self.seat_sdk_bots("yahtzee", languages)
        self.seat_example("yahtzee-java/steady", "class")
        result = self.play("yahtzee", "everyone", games, "{ top = 1 }", ["greedy"],
                           [*languages, "class"])
        self.assertEqual({row["games"] for row in result["standings"]}, {games})

    def test_a_class_plays_the_same_one_game_at_a_time(self):
        digests = set()
        for state in ("none", "pairing"):
            self.bots = scratch(self) / "bots"
            for example in ("kid", "nestor"):
                self.seat_example(f"pazaak-java/{example}", f"class-{example}")
                toml = self.bots / f"class-{example}" / "bot.toml"
                toml.write_text(toml.read_text().replace('state = "none"', f'state = "{state}"'))
                self.assertIn(f'state = "{state}"', toml.read_text())
            contest = contest_file(self.bots.parent, CONTEST.format(
                game="pazaak", kind="round-robin", games=20 if SANITIZED else 300,
                points="{ win = 1 }") + house_bots("bold"))
            played = report("run", contest, "--seed", 1)
            self.assertEqual({row["faults"] for row in played["standings"]}, {0})
            digests.add(played["digest"])
        self.assertEqual(len(digests), 1)

    def test_gomoku(self):
        self.seat_sdk_bots("gomoku")
        (self.bots / "engine").mkdir()
        (self.bots / "engine" / "meta").write_text(ENGINE)
        self.check_pairs(self.play("gomoku", "round-robin", 2, "{ win = 2, tie = 1 }",
                                   ["random"], [*LANGUAGES, "Engine"]), 2)


if __name__ == "__main__":
    unittest.main()
