"""A game from a store, in the forms that `hilltop replay` has, and that other programs open."""

import json
import os
import re
import shutil
import subprocess
import unittest

import program
from program import EXAMPLES, contest_file, house_bots, scratch

CONTEST = """[contest]
name = "a [contest] \\\\ of two"
game = "{game}"
rules = "{rules}"
seed = 3
[format]
kind = "round-robin"
games = {games}
[switches]
move_ms = 60000
"""
# Leaves its third game, which the protocol calls 2.
LEAVES_THE_THIRD = """
while read -r kind game rest; do
  case $kind in
    hilltop) echo ready 1 ;;
    turn) [ "$game" != 2 ] || exit 1; echo "move $game STAND" ;;
  esac
done
"""


def stones_of(game):
    """Returns (colour, x, y) of each stone, by src/games/gomoku/RULES.md: stones of one decision in
    the order in which colours alternate."""
    stones, black = [], None
    for step in game["steps"]:
        points = [(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", step["move"] or "")]
        word = step["move"].split("(")[0].strip() if step["move"] else ""
        if len(points) == 3:
            colours, points = "BWB", [points[0], points[2], points[1]]
        elif len(points) == 2:
            colours, points = "WB", points[::-1]
        elif word == "take W":
            colours, black = "W", 1 - step["seat"]
        elif word:  # take B, pick B, pick W
            colours, black = "", step["seat"] if word.endswith("B") else 1 - step["seat"]
        else:
            colours = "B" if step["seat"] == black else "W"
        stones += [(colour, x, y) for colour, (x, y) in zip(colours, points)]
    return stones, black


def board_of_sgf2dg(art):
    """Returns {number: (x, y)} from a drawing of sgf2dg: a point every four columns and two
    lines."""
    lines = art.splitlines()
    top = next(i for i, line in enumerate(lines) if re.fullmatch(r" [+\d][-\d ]{50,}[+\d] *", line))
    return {int(found[0]): ((found.end() - 2) // 4, row)
            for row in range(15) for found in re.finditer(r"\d+", lines[top + 2 * row])}


class RecordInAFile(unittest.TestCase):
    """A save, a golden game, or what a program that learns wrote."""

    GAMES = program.HOME / "src/games"

    def test_it_is_printed_as_the_log_has_it(self):
        done = program.hilltop("replay", self.GAMES / "pig/golden/standard.game")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith((self.GAMES / "pig/golden/standard.log").read_text().rstrip("\n")))

    def test_it_has_the_formats_of_its_game(self):
        record = self.GAMES / "gomoku/golden/freestyle-20-in-the-far-corner.game"
        done = program.hilltop("replay", record, "--format", "sgf")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("(;FF[4]GM[4]"), done.stdout)

    def test_what_is_not_possible_is_said(self):
        record = str(self.GAMES / "pig/golden/standard.game")
        for arguments, said in [((record, "koth-pazaak"), "which is of no contest: leave 'koth-pazaak' out"),
                                ((record, "--format", "json"), "--format json is for games of a store"),
                                ((record, "--format", "sgf"), "--format cannot be 'sgf' for a game of Pig")]:
            done = program.hilltop("replay", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(said, done.stderr)
        broken = scratch(self) / "broken.record"
        broken.write_text("hilltop record 1\ngame chess\n")
        done = program.hilltop("replay", broken)
        self.assertEqual(done.returncode, 2)
        self.assertIn("broken.record", done.stderr)

    def test_what_has_no_end_is_not_read(self):
        pipe = scratch(self) / "pipe"
        os.mkfifo(pipe)
        for endless in pipe, "/dev/zero":
            self.assertEqual(program.hilltop("replay", endless).returncode, 2)


class Replay(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def played(self, game, *house, rules="koth", games=8, bots=()):
        text = CONTEST.format(game=game, rules=rules, games=games) + house_bots(*house)
        text += "".join(f'[[bot]]\nfolder = "{folder}"\n' for folder in bots)
        self.command("run", contest_file(self.folder, text, f"{game}-{rules}.toml"),
                     "--log", self.folder / "log")

    def command(self, *arguments):
        done = program.hilltop(*arguments, "--store", self.store)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def replay(self, fixture, form):
        return self.command("replay", fixture, "--format", form)

    def refused(self, fixture, form):
        done = program.hilltop("replay", fixture, "--format", form, "--store", self.store)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_json_has_every_step(self):
        self.played("pazaak", "kid", "nestor")
        for number in range(1, 5):
            game = json.loads(self.replay(f"kid,nestor:{number}", "json"))
            self.assertEqual((game["contest"], game["game"], game["rules"], game["seed"],
                              game["number"]), ("pazaak-koth", "pazaak", "koth", "3", number))
            self.assertEqual(sorted(seat["bot"] for seat in game["seats"]), ["kid", "nestor"])
            self.assertEqual(max(seat["points"] for seat in game["seats"]), 3)
            text = self.replay(f"kid,nestor:{number}", "text")
            moves = [step["move"] for step in game["steps"]]
            self.assertGreater(len(moves), 10)
            self.assertEqual(text.count("has chosen to END\n"), moves.count("END"), text)
            self.assertEqual({step["ms"] for step in game["steps"]}, {None})

    def test_a_game_has_one_number_everywhere(self):
        """Every output numbers a game from 1, and `replay` accepts that number."""
        leaver = program.bot_folder(self.folder / "bots", "leaver", LEAVES_THE_THIRD)
        (leaver / "bot.toml").write_text("state = 'pairing'\n")
        self.played("pazaak", "kid", games=3, bots=[leaver])
        log = [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]
        everything = self.folder / "everything.json"
        self.command("report", "--json", everything, "--html", self.folder / "page")
        document = json.loads(everything.read_text())
        page = (self.folder / "page" / "index.html").read_text()
        shown = json.loads(self.command("show", "--format", "json"))
        self.assertEqual({line["first_game"] for line in log if line["event"] == "fixture"}, {1})
        self.assertEqual({fixture["first_game"] for fixture in document["fixtures"]}, {1})
        for faults in (document["faults"], shown["faults"],
                       [line for line in log if line["event"] == "fault"]):
            self.assertEqual([fault["game"] for fault in faults], [3])
        self.assertIn("kid-leaver:3: ", self.command("show", "--faults"))
        self.assertEqual([fault["replay"] for fault in shown["faults"]], ["kid-leaver:3"])
        data = json.loads(re.search(r'type="application/json" id=data>(.*?)</script>', page, re.S)[1])
        self.assertEqual({game["name"] for game in data["games"]},
                         {f"kid-leaver:{number}" for number in (1, 2, 3)})
        self.assertEqual([fault["replay"] for fault in data["contest"]["faults"]], ["kid-leaver:3"])
        moves = [step["move"] for step in json.loads(self.replay("kid,leaver:3", "json"))["steps"]]
        self.assertEqual(moves.count(None), 1)
        self.assertEqual(self.replay("kid,leaver", "text"), self.replay("kid,leaver:1", "text"))
        for number in (0, 4):
            self.assertRegex(self.refused(f"kid,leaver:{number}", "text"),
                             "games 1 to 3, but no game 4|whole number from 1 to ")

    def test_a_forfeit_has_its_reason(self):
        """The steps of a game say why a seat left, as the list of faults does."""
        answers = {"leaver": "exit 3", "talker": "echo tea", "cheat": "echo move $game PLAY 9"}
        bots = [program.bot_folder(self.folder / "bots", name,
                                   LEAVES_THE_THIRD.replace("exit 1", does))
                for name, does in answers.items()]
        for state in ("pairing", "none"):  # asked about one game, and about many at once
            for bot in bots:
                (bot / "bot.toml").write_text(f"state = '{state}'\n")
            self.played("pazaak", "kid", games=4, bots=bots)
            games = self.folder / "games.jsonl"
            self.command("report", "--games", games, "--moves")
            lines = {line["game"]: line for line in map(json.loads, games.read_text().splitlines())}
            faults = json.loads(self.command("show", "--format", "json"))["faults"]
            self.assertLessEqual({"crashed", "not an answer", "illegal answer"},
                                 {fault["fault"] for fault in faults})
            for fault in faults:
                replay = json.loads(self.replay(fault["replay"], "json"))
                for steps in (replay["steps"], lines[fault["replay"]]["steps"]):
                    left = [step for step in steps if step["move"] is None]
                    self.assertIn((fault["fault"], fault["detail"]),
                                  [(step["fault"], step["detail"]) for step in left])
                    self.assertFalse([step for step in steps if step["move"] and "fault" in step])
                text = self.replay(fault["replay"], "text")
                self.assertNotIn("it left the game", text)

    def test_a_game_has_its_own_formats_only(self):
        self.played("pazaak", "kid", "nestor")
        self.played("yahtzee", "greedy", "dummy")
        for fixture, form, why in (("dummy,greedy:1", "sgf", "of Yahtzee (known: text, json)"),
                                   ("dummy,greedy:1", "jsn", "did you mean 'json'")):
            self.assertIn(why, self.refused(fixture, form))
        self.played("gomoku", "greedy", "random")
        self.assertIn("known: text, json, sgf, psq", self.refused("greedy,random:1", "png"))

    @unittest.skipUnless(shutil.which("sgf2dg"), "sgf2dg is not here")
    def test_another_program_opens_the_sgf(self):
        for rules in ("koth", "swap2"):
            self.played("gomoku", "greedy", "random", rules=rules)
            for number in range(1, 9):
                game = json.loads(self.replay(f"greedy,random:{number}", "json"))
                (self.folder / "game.sgf").write_text(self.replay(f"greedy,random:{number}", "sgf"))
                subprocess.run(["sgf2dg", "-converter", "ASCII", "game.sgf"], cwd=self.folder,
                               check=True, capture_output=True, timeout=program.PATIENCE_S)
                art = (self.folder / "game.ascii").read_text()
                stones, black = stones_of(game)
                self.assertEqual(board_of_sgf2dg(art),
                                 {i: (x, y) for i, (_, x, y) in enumerate(stones, start=1)}, art)
                names = [seat["bot"].capitalize() for seat in game["seats"]]
                won = "B" if game["seats"][black]["points"] else "W"
                for line in (f"Black: {names[black]}", f"White: {names[1 - black]}",
                             f"Result: {won}+", "a [contest] \\ of two",
                             f"{game['seats'][0]['bot']},{game['seats'][1]['bot']}:{number}"):
                    self.assertIn(line + "\n", art)

    def test_sgf_has_each_stone_in_its_colour(self):
        self.played("gomoku", "greedy", "random")
        for number in range(1, 9):
            stones, _ = stones_of(json.loads(self.replay(f"greedy,random:{number}", "json")))
            found = re.findall(r"^;([BW])\[([a-o])([a-o])\]",
                               self.replay(f"greedy,random:{number}", "sgf"), re.MULTILINE)
            self.assertEqual([(colour, ord(x) - 97, ord(y) - 97) for colour, x, y in found], stones)

    def test_psq_is_as_piskvork_writes_it(self):
        self.played("gomoku", "greedy", "random", rules="swap2")
        for number in range(1, 9):
            game = json.loads(self.replay(f"greedy,random:{number}", "json"))
            stones, black = stones_of(game)
            names = [seat["bot"].capitalize() for seat in game["seats"]]
            lines = ["Piskvorky 15x15, 11:11, 0", *(f"{x + 1},{y + 1},0" for _, x, y in stones),
                     names[black], names[1 - black], "0"]
            self.assertEqual(self.replay(f"greedy,random:{number}", "psq").splitlines(), lines)

    def test_psq_refuses_games_that_it_cannot_express(self):
        self.played("gomoku", "greedy", "random")
        refused = 0
        for number in range(1, 9):
            stones, _ = stones_of(json.loads(self.replay(f"greedy,random:{number}", "json")))
            if all(colour == "BW"[i % 2] for i, (colour, _, _) in enumerate(stones)):
                self.replay(f"greedy,random:{number}", "psq")
            else:
                refused += 1
                self.assertIn("sgf can hold it", self.refused(f"greedy,random:{number}", "psq"))
        self.assertGreater(refused, 0)

    def test_processes_have_their_times(self):
        self.played("gomoku", "greedy", rules="swap2", games=2, bots=[EXAMPLES / "python"])
        game = json.loads(self.replay("Pebble (Python),greedy:1", "json"))
        for step in game["steps"]:
            pebble = game["seats"][step["seat"]]["bot"] != "greedy"
            # 0 on a busy machine, whose delay is no bot's.
            self.assertEqual(step["ms"] is not None, pebble, step)
        times = [round(step["ms"]) for step in game["steps"] if step["ms"]]
        in_psq = re.findall(r"^\d+,\d+,(\d+)$", self.replay("Pebble (Python),greedy:1", "psq"), re.MULTILINE)
        self.assertLessEqual({time for time in map(int, in_psq) if time}, set(times))


if __name__ == "__main__":
    unittest.main()
