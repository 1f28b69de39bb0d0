"""The games of the last `play`, `compare` or `check`, which belong to no contest, can be looked at."""

import json
import unittest

from program import PATIENT, bot_folder, hilltop, ran, scratch

# Stands at once; in the game of this number it crashes instead.
STANDS = """
import sys
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        if words[0] == "{crashes_in}":
            sys.exit("no idea")
        print("move", words[0], "STAND", flush=True)
    elif kind == "bye":
        break
"""


def points_of(games):
    return [[seat["points"] for seat in game["seats"]] for game in games]


class LastGames(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.state = self.folder / "state"
        self.env = {"XDG_STATE_HOME": str(self.state)}

    def ran(self, *arguments):
        return ran(*arguments, env=self.env)

    def played(self, *arguments):
        return json.loads(self.ran("play", *arguments, "--seed", 4, "--format", "json"))["games"]

    def refused(self, *arguments):
        ended = hilltop(*arguments, env=self.env)
        self.assertEqual(ended.returncode, 2, ended.stdout + ended.stderr)
        return ended.stderr

    def bot(self, name, crashes_in=-1):
        folder = bot_folder(self.folder, name, STANDS.format(crashes_in=crashes_in), interpreter="python3")
        (folder / "bot.toml").write_text('game = "pazaak"\nstate = "none"\n')
        return folder

    def lines(self, *options):
        return [json.loads(line) for line in self.ran("report", "@last", "--games", "-", *options).splitlines()]

    def replayed(self, number):
        return json.loads(self.ran("replay", f"@last:{number}", "--format", "json"))

    def test_house_bots_play_their_games_again(self):
        games = self.played("pazaak", "kid", "bold", "--games", 30)
        self.assertEqual(points_of(self.lines()), points_of(games))
        told = self.replayed(7)
        self.assertEqual((told["contest"], told["seed"], told["number"]), ("@last", "4", 7))
        self.assertEqual([(seat["bot"], seat["points"]) for seat in told["seats"]],
                         [(seat["bot"], seat["points"]) for seat in games[6]["seats"]])
        logged = self.ran("play", "pazaak", "kid", "bold", "--games", 30, "--seed", 4, "--log")
        self.assertIn(self.ran("replay", "@last:30").split("\n\n")[0].strip(), logged)

    def test_bots_that_remember_and_more_than_two(self):
        for game, bots in (("pazaak", ("nestor", "kid")), ("yahtzee", ("greedy", "dummy", "in-order"))):
            with self.subTest(game):
                games = self.played(game, *bots, "--games", 9)
                self.assertEqual(points_of([self.replayed(9)]), points_of(games[8:]))

    def test_a_bot_in_a_folder_is_not_asked_again(self):
        mine = self.bot("mine", crashes_in=4)
        games = self.played("pazaak", mine, "kid", "--games", 6)
        (mine / "bot").write_text("import sys; sys.exit(3)")
        shown = self.ran("show", "@last")
        self.assertIn("play  pazaak, koth, 6 games, seed 4", shown)
        self.assertIn("mine, game 5: crashed", shown)
        self.assertEqual(points_of(self.lines("--moves")), points_of(games))
        self.assertIn("STAND", [step["move"] for step in self.replayed(2)["steps"]])
        self.assertIn("< STAND", self.ran("ask", self.bot("other"), "@last:2/1"))

    def test_a_comparison_has_its_games_in_its_store(self):
        mine, store = self.bot("mine"), self.folder / "s.db"
        for _ in "played", "recalled":
            self.ran("compare", "pazaak", mine, "kid", "--max-games", 100, "--store", store)
            self.assertIn("@last:1 to @last:100", self.ran("show", "@last"))
            self.assertIn("Hands won", self.ran("replay", "@last:75"))
        self.ran("compare", "pazaak", mine, "kid", "--max-games", 100, "--store", "none")
        self.assertEqual(len(self.lines()), 100)
        self.assertIn("moves of this game were not kept", self.refused("replay", "@last:75"))
        self.ran("compare", "pazaak", "bold", "kid", "--max-games", 100, "--store", "none")
        self.assertIn("Hands won", self.ran("replay", "@last:75"))

    def test_a_check_numbers_its_games_over_all_opponents(self):
        self.ran("check", self.bot("mine"), "--games", 12, *PATIENT)
        self.assertIn("@last:3 to @last:4", self.ran("show", "@last"))
        for number, game in enumerate(self.lines(), 1):
            self.assertEqual([seat["bot"] for seat in self.replayed(number)["seats"]],
                             [seat["bot"] for seat in game["seats"]])

    def test_they_are_analysed(self):
        self.ran("check", self.bot("mine"), "--games", 12, "--set", "side_cards=2", *PATIENT)  # is solved at once
        games = self.lines()
        one = json.loads(self.ran("analyse", "@last:9", "--format", "json"))
        self.assertEqual({player["player"] for player in one["players"]},
                         {seat["bot"] for seat in games[8]["seats"]})
        every = json.loads(self.ran("analyse", "@last", "--format", "json"))
        self.assertEqual((every["games"], every["what"], every["contest"]), (len(games), "@last", None))
        costly = every["costly"][0]
        shown = self.ran("analyse", "@last")
        self.assertIn(f"replay @last:{int(costly['game'].split(':')[1])}/{costly['step'] - 1}`", shown)
        self.ran("replay", f"{costly['game']}/{costly['step'] - 1}")
        self.assertEqual(json.loads(self.ran("analyse", "@last", "--games", 3, "--format", "json"))["games"], 3)
        self.assertIn("leave --contest", self.refused("analyse", "@last", "--contest", "koth-pazaak"))

    def test_what_is_not_there(self):
        self.assertIn("there is no @last yet", self.refused("show", "@last"))
        self.ran("play", "pazaak", "kid", "bold", "--games", 3)
        for command in "replay", "analyse":
            self.assertIn("@last has 3 games, and not a game 4", self.refused(command, "@last:4"))
        self.assertIn("no decision 500", self.refused("replay", "@last:3/500"))
        self.assertIn("without options", self.refused("show", "@last", "--pairs"))
        self.assertIn(".jsonl or .csv", self.refused("report", "@last", "--html", self.folder / "page"))
        self.assertIn("leave them out", self.refused("replay", "@last:3", "koth-pazaak"))

    def test_a_damaged_file_is_refused(self):
        self.ran("play", "pazaak", "kid", "bold", "--games", 3)
        kept = self.state / "hilltop" / "last-games"
        self.assertEqual(kept.parent.stat().st_mode & 0o77, 0)
        text = kept.read_text()
        for damaged in ("", "{}", text[:len(text) // 2], text.replace('"kid"', '"kidd"'), text + "x\n"):
            kept.write_text(damaged)
            self.refused("replay", "@last:1")
        kept.write_text(text)
        self.ran("replay", "@last:1")

    def test_older_games_never_pass_for_newer_ones(self):
        kept = self.state / "hilltop" / "last-games"
        (kept / "in-the-way").mkdir(parents=True)
        ended = hilltop("play", "pazaak", "kid", "bold", env=self.env)
        self.assertEqual(ended.returncode, 0)
        self.assertIn("cannot be looked at as @last", ended.stderr)

    def test_without_a_home_nothing_is_kept(self):
        nowhere = {"XDG_STATE_HOME": "", "HOME": ""}
        ended = hilltop("play", "pazaak", "kid", "bold", env=nowhere)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertIn("set XDG_STATE_HOME or HOME", hilltop("show", "@last", env=nowhere).stderr)


if __name__ == "__main__":
    unittest.main()
