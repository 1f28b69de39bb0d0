"""`hilltop ask`: one position for a bot, from a record, from a stored game or as text."""

import json
import unittest

import program
from program import PAZAAK, bot_folder, contest_file, hilltop, house_bots, scratch, threshold_bot

CRASHES = """
import sys
for line in sys.stdin:
    if line.startswith("hilltop"):
        print("ready 1", flush=True)
    elif line.startswith("turn"):
        raise ValueError("no idea")
"""
VIEW = "player 1 wins 0,0 hand {} theirs 9,6 side 1,2,3,4 their_side 4 action none played no"
# With two side cards each Pazaak is solved at once: house bots say what each choice is worth.
FEW_CARDS = ("--game", "pazaak", "--set", "side_cards=2")
VIEW_OF_FEW = VIEW.replace("1,2,3,4", "1,2").replace("their_side 4", "their_side 2")


class Ask(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"
        self.bot = self.make("a", threshold_bot(17))

    def make(self, name, script):
        folder = bot_folder(self.folder / "bots", name, script, interpreter="python3")
        (folder / "bot.toml").write_text('game = "pazaak"\nstate = "none"\n')
        return folder

    def ask(self, *arguments):
        return hilltop("ask", *arguments, "--store", self.store)

    def test_a_view_as_text(self):
        for hand, answer in (("7,9", "END"), ("8,9", "STAND")):
            done = self.ask(self.bot, VIEW.format(hand))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.splitlines()[:2],
                             [f"> {VIEW.format(hand)}", f"< {answer}"])
            self.assertRegex(done.stdout, r"\na answered after \d+\.\d{3} ms\n$")
        told = json.loads(self.ask(self.bot, VIEW.format("8,9"), "--format", "json").stdout)
        self.assertEqual((told["bot"], told["answer"], told["fault"]), ("a", "STAND", None))
        self.assertGreater(told["ms"], 0)

    def test_an_expected_answer(self):
        self.assertEqual(self.ask(self.bot, VIEW.format("8,9"), "--expect", "STAND").returncode, 0)
        done = self.ask(self.bot, VIEW.format("8,9"), "--expect", "END")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "! expected END"))

    def test_a_decision_of_a_stored_game(self):
        contest = contest_file(self.folder, PAZAAK.format(games=3) + "side_cards = 2\n" + house_bots("kid") +
                               f'[[bot]]\nfolder = "{self.bot}"\n')
        done = hilltop("run", contest, "--store", self.store)
        self.assertEqual(done.returncode, 0, done.stderr)
        steps = json.loads(hilltop("replay", "a-kid:2", "--store", self.store, "--format",
                                   "json").stdout)
        seat = [each["bot"] for each in steps["seats"]].index("a")
        mine = [number for number, step in enumerate(steps["steps"], 1) if step["seat"] == seat]
        for number in mine:  # the same bot answers the same again
            done = self.ask(self.bot, f"a-kid:2/{number}", "--expect",
                            steps["steps"][number - 1]["move"])
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for game in ((), ("--game", "pazaak")):  # a stored game says which one it is
            done = self.ask("kid", f"a-kid:2/{mine[0]}", *game)
            self.assertEqual(done.returncode, 0, done.stderr)
        for words, why in ((("--game", "yahtzee"), "yahtzee has no bot 'kid'"), (("--game", "chess"), "chess")):
            done = self.ask("kid", f"a-kid:2/{mine[0]}", *words)
            self.assertEqual((done.returncode, why in done.stderr), (2, True), done.stderr)
        for position, why in (("a-kid:2/999", "but no decision 999"),
                              ("a-kit:2/1", "no completed pairing 'a-kit' (did you mean 'a-kid'?"),
                              ("a-kid:9/1", "played games 1 to 3, but no game 9")):
            done = self.ask(self.bot, position)
            self.assertEqual((done.returncode, why in done.stderr), (2, True), done.stderr)

    def test_a_record(self):
        record = self.folder / "position.record"
        played = hilltop("play", "pazaak", "human", "kid", "--set", "side_cards=2", stdin=f"end\nsave {record}\nquit\n")
        self.assertTrue(record.exists(), played.stdout + played.stderr)
        done = self.ask(self.bot, record)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^> player \d .*\n< (END|STAND)\n")
        self.assertEqual(self.ask("kid", record).returncode, 0)
        done = self.ask("in-order", record)
        self.assertEqual((done.returncode, "pazaak has no bot 'in-order'" in done.stderr), (2, True), done.stderr)

    def test_a_view_for_house_bots(self):
        for bot in ("kid", "champion"):
            done = self.ask(bot, VIEW_OF_FEW.format("8,9"), *FEW_CARDS)
            self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, "> " + VIEW_OF_FEW.format("8,9")))
        for game, bot, view in (("gomoku", "random", "A []"), ("tictactoe", "random", "X ........."),
                           ("pig", "random", "seat 0 scores 3,5,7 turn_total 4 rolls 1 round 2 left -"),
                           ("yahtzee", "greedy", "round 0 stage 0 dice 6,5,4,3,2 card " + ",".join("-" * 13) +
                            " score 0 upper 0 upper_bonus 0 yahtzee_bonus 0 totals 0,0")):
            done = self.ask(bot, view, "--game", game)
            self.assertEqual(done.returncode, 0, (game, done.stderr))

    def test_house_bots_say_what_each_choice_is_worth(self):
        view = VIEW_OF_FEW.format("8,9")
        told = json.loads(self.ask("kid", view, *FEW_CARDS, "--format", "json").stdout)
        moves = {choice["move"]: choice["worth"] for choice in told["advice"]["choices"]}
        self.assertLessEqual({"END", "STAND"}, set(moves))
        self.assertIn(told["answer"], moves)  # one notation
        worths = list(moves.values())
        self.assertEqual(worths, sorted(worths, reverse=True))
        text = self.ask("kid", view, *FEW_CARDS).stdout
        self.assertRegex(text, rf"Worth: {told['advice']['unit']}\n")
        for move in moves:
            self.assertRegex(text, rf"(?m)^  {move} +\d")
        dice = "round 12 stage 2 dice 6,6,6,6,6 card " + ",".join(["0"] * 11 + ["-", "-"]) + \
            " score 0 upper 0 upper_bonus 0 yahtzee_bonus 0 totals 0,0"
        told = json.loads(self.ask("optimal", dice, "--game", "yahtzee", "--format", "json").stdout)
        self.assertEqual(told["answer"], told["advice"]["choices"][0]["move"])
        self.assertIsNone(json.loads(self.ask(self.bot, VIEW.format("8,9"), "--format", "json").stdout)["advice"])

    def test_a_sample_is_asked_as_it_is(self):
        contest = contest_file(self.folder, PAZAAK.format(games=2) + "side_cards = 2\n" + house_bots("kid", "bold"))
        self.assertEqual(hilltop("run", contest, "--store", self.store).returncode, 0)
        lines = hilltop("report", "--samples", "-", "--store", self.store).stdout.splitlines()
        for sample in map(json.loads, lines[:5]):
            done = self.ask(sample["bot"], sample["asked"], *FEW_CARDS)
            self.assertEqual(done.stdout.splitlines()[:2], [f"> {sample['asked']}", f"< {sample['move']}"])

    def test_an_answer_is_judged(self):
        plays = self.make("plays", threshold_bot(17).replace('"STAND"', '"PLAY", 9'))
        done = self.ask(plays, VIEW.format("8,9"))
        self.assertEqual((done.returncode, "! illegal" in done.stdout), (1, True), done.stdout)

    def test_a_mistyped_view_is_not_the_bots_fault(self):
        for view, why in ((VIEW.format("8,99"), "hand is 1 to 11 whole numbers"),
                          (VIEW.format("8").replace("theirs", "their"), "expected 'theirs'"),
                          ("4 [ ]", "expected 'player'"), (VIEW.format("8") + " x", "nothing is expected after it")):
            done = self.ask(self.bot, view)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(why, done.stderr)

    def test_faults(self):
        done = self.ask(self.make("b", CRASHES), VIEW.format("8,9"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("! crashed: exited with status 1\n", done.stdout)
        self.assertIn("ValueError: no idea", done.stdout + done.stderr)

    def test_mistakes(self):
        done = self.ask(self.bot, "two\nlines")
        self.assertEqual((done.returncode, "one line of printable text" in done.stderr), (2, True))


if __name__ == "__main__":
    unittest.main()
