"""`hilltop play`: single games between bots."""

import json
import re
import unittest

from program import EXAMPLES, SANITIZED, bot_folder, hilltop, ran, report, scratch

BOXES = [
    "aces", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind",
    "full_house", "small_straight", "large_straight", "yahtzee", "chance",
]  # fmt: skip

# The first roll of each turn, the box that a bot in card order fills with it, and its score: worked
# examples where they exist.
TURNS = [
    ("1 4 1 1 6", "aces", 3),
    ("2 2 2 2 5", "twos", 8),
    ("3 2 5 3 1", "threes", 6),
    ("4 4 4 4 4", "fours", 20),
    ("3 2 5 3 1", "fives", 5),
    ("6 6 6 6 6", "sixes", 30),
    ("3 4 3 3 6", "three_of_a_kind", 19),
    ("5 1 5 5 5", "four_of_a_kind", 21),
    ("5 4 4 5 5", "full_house", 25),
    ("2 5 3 4 3", "small_straight", 30),
    ("1 5 2 4 3", "large_straight", 40),
    ("3 3 3 5 5", "chance", 19),
    ("2 2 2 2 2", "yahtzee", 50),
]


class Json(unittest.TestCase):
    def seats(self, *arguments):
        told = report("play", *arguments)
        self.assertEqual(list(told), ["schema", "games"])
        return [game["seats"] for game in told["games"]]

    def test_two_seats_swap_and_game_one_is_as_named(self):
        games = self.seats("pazaak", "kid", "nestor", "--games", 3)
        named = [[seat["bot"] for seat in game] for game in games]
        self.assertEqual(named, [["kid", "nestor"], ["nestor", "kid"], ["kid", "nestor"]])
        for game in games:
            self.assertEqual(max(seat["points"] for seat in game), 3)
            self.assertTrue(all(list(seat) == ["bot", "points"] for seat in game))

    def test_gomoku_with_a_bot_of_a_folder(self):
        games = self.seats("gomoku", EXAMPLES / "python", "random", "--games", 2)
        self.assertEqual([seat["bot"] for seat in games[0]], ["Pebble (Python)", "random"])
        for game in games:
            self.assertIn(sorted(seat["points"] for seat in game), [[0, 1], [0, 0]])

    def test_yahtzee_shows_the_card(self):
        for rules in ("koth", "cab201-basic", "cab201-advanced"):
            ((seat,),) = self.seats("yahtzee", "greedy", "--rules", rules)
            keys = ["bot", "points", "total", "upper_bonus", "yahtzee_bonus", "boxes"]
            self.assertEqual(list(seat), keys)
            self.assertEqual(sorted(seat["boxes"]), sorted(BOXES))
            upper = sum(seat["boxes"][box] for box in BOXES[:6])
            self.assertEqual(seat["upper_bonus"], 35 if upper >= 63 else 0)
            total = sum(seat["boxes"].values()) + seat["upper_bonus"] + seat["yahtzee_bonus"]
            self.assertEqual((seat["total"], seat["points"]), (total, total))

    def test_one_bot_plays_several_seats(self):
        ((*seats,),) = self.seats("yahtzee", "greedy", "greedy", "in-order", "greedy")
        self.assertEqual([s["bot"] for s in seats], ["greedy", "greedy", "in-order", "greedy"])
        totals = {seat["total"] for seat in seats if seat["bot"] == "greedy"}
        self.assertGreater(len(totals), 1)  # each game has its own dice

    def test_json_has_the_faults(self):
        silent = bot_folder(scratch(self), "Silent", "exit 3\n")
        (silent / "bot.toml").write_text('state = "none"\n')
        played = json.loads(ran("play", "pazaak", silent, "kid", "--games", 2, "--format", "json"))
        for game in played["games"]:
            faults = {seat["bot"]: seat.get("faults") for seat in game["seats"]}
            self.assertIsNone(faults.pop("kid"))
            ((fault,),) = faults.values()
            self.assertEqual(fault["fault"], "crashed")
            self.assertIn("status 3", fault["detail"])

    def test_more_games_end_in_a_summary_a_bot(self):
        text = ran("play", "pazaak", "kid", "kid", "--games", 9)
        heading, *rows = [line.split() for line in text.splitlines()]
        self.assertEqual(heading, ["bot", "games", "won", "tied", "lost", "faults", "hands"])
        self.assertEqual([row[:2] for row in rows], [["kid", "9"], ["kid#2", "9"]])
        self.assertEqual(int(rows[0][2]) + int(rows[1][2]), 9)

    def test_workers_change_nothing(self):
        games = 2000 if SANITIZED else 20_000
        for form in ("json", "text"):
            play = ("play", "pazaak", "bold", "austin", "--games", games, "--format", form)
            self.assertEqual(ran(*play, "--jobs", 1), ran(*play, "--jobs", 2))
        log = ("play", "pazaak", "bold", "austin", "--games", 1500, "--log")
        self.assertEqual(ran(*log, "--jobs", 1), ran(*log, "--jobs", 2))


class Dice(unittest.TestCase):
    def setUp(self):
        self.file = scratch(self) / "dice.txt"

    def play(self, *arguments):
        return report("play", "yahtzee", *arguments, "--dice", self.file)["games"][0]["seats"]

    def test_a_whole_game_of_known_dice(self):
        self.file.write_text("\n".join(dice for dice, _, _ in TURNS) + "\n")
        (seat,) = self.play("in-order", "--rules", "cab201-basic")
        self.assertEqual(seat["boxes"], {box: score for _, box, score in TURNS})
        self.assertEqual((seat["upper_bonus"], seat["yahtzee_bonus"]), (35, 0))
        self.assertEqual(seat["total"], 35 + sum(score for _, _, score in TURNS))

    def test_seats_roll_in_turn(self):
        turns = [dice for dice, _, _ in TURNS for _ in range(2)]
        turns[1] = "2 2 3 3 4"  # the second bot's first turn
        self.file.write_text("\t".join(turns).replace(" ", "\r\n"))
        one, two = self.play("in-order", "in-order", "--rules", "cab201-basic")
        self.assertEqual((one["boxes"]["aces"], two["boxes"]["aces"]), (3, 0))
        # Aces lower by 3: 69 in the upper section, which keeps the bonus.
        self.assertEqual(one["total"] - two["total"], 3)

    def test_dice_that_run_out(self):
        self.file.write_text("1 2 3 4 5\n6 6 6 6\n")
        done = hilltop("play", "yahtzee", "in-order", "--dice", self.file)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"{self.file}: ", done.stderr)
        self.assertIn("9 numbers", done.stderr)

    def test_tells_the_game_up_to_the_last_dice(self):
        self.file.write_text("1 2 3 4 5 6 1 2")
        log = hilltop("play", "yahtzee", "in-order", "--dice", self.file, "--log")
        self.assertEqual((log.returncode, log.stdout),
                         (2, "Yahtzee: In Order\nRound 1\nIn Order rolls 1 2 3 4 5\n"))
        for lines, told in [
            ("\nch\n", "Ann scores 15 in Chance (total 15)\n"),
            ("\nhold 4 5\nhold 2\n", "Ann keeps 1\n"),
            ("\nhold 5\n", "Ann keeps 5\n"),
            ("\nroll\n", "Ann keeps nothing\n"),
        ]:
            with self.subTest(lines):
                done = hilltop("play", "yahtzee", "human", "--rules", "cab201-basic", "--names",
                               "Ann", "--dice", self.file, stdin=lines)
                self.assertEqual(done.returncode, 2)
                self.assertTrue(done.stdout.endswith(f"\nAnn> {told}\n"), done.stdout[-200:])
                self.assertRegex(done.stderr, f"^hilltop: {self.file}: the list of dice holds 8 ")

    def test_a_saved_game_whose_dice_run_out_is_refused_and_the_game_goes_on(self):
        head = "hilltop record 1\ngame yahtzee\nrules cab201-basic\nswitch dice [{}]\n"
        tail = "luck 0000000000000007 0\nseat human Bob\n"
        save = self.file.with_name("game.save")
        for dice, steps, place in [
            ("1,2,3", "", ""),
            ("1,2,3,4,5,6", "move 0 keep\n", "step 1 of the record cannot be played: "),
            ("1,2,3,4,5", "move 0 score chance\n", "step 1 of the record cannot be played: "),
        ]:
            with self.subTest(dice=dice, steps=steps):
                save.write_text(head.format(dice) + tail + steps)
                done = hilltop("play", "yahtzee", "human", "--rules", "cab201-basic", "--names",
                               "Ann", "--seed", 1, stdin=f"load {save}\n\nch\nquit\n")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(f"{save}: {place}the list of dice holds {len(dice) // 2 + 1} numbers "
                              "and ran out in round ", done.stdout)
                self.assertIn("; nothing was changed\n", done.stdout)
                self.assertRegex(done.stdout, r"Ann scores \d+ in Chance")

    def test_a_loaded_game_whose_dice_run_out_later_ends_with_what_happened(self):
        save = self.file.with_name("game.save")
        save.write_text("hilltop record 1\ngame yahtzee\nrules cab201-basic\n"
                        "switch dice [1,2,3,4,5]\nluck 0000000000000007 0\nseat human Bob\n")
        self.file.write_text("1 " * 65)
        for dice in [(), ("--dice", self.file)]:
            done = hilltop("play", "yahtzee", "human", "--rules", "cab201-basic", *dice,
                           stdin=f"load {save}\n\nch\n")
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stdout.endswith("\nBob> Bob scores 15 in Chance (total 15)\n\n"))
            self.assertRegex(done.stderr, "^hilltop: the list of dice holds 5 numbers and ran out")

    def test_dice_that_are_none(self):
        for text, place in [("1 2 7", ":1:"), ("1 2\n3 x", ":2:"), ("12 3", ":1:"), ("", ": ")]:
            with self.subTest(text=text):
                self.file.write_text(text)
                done = hilltop("play", "yahtzee", "in-order", "--dice", self.file)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(f"{self.file}{place}", done.stderr)


class PazaakLog:
    """Follows the log of games and raises AssertionError if the rules do not lead there.

    A card that was played shows in the player's next Hand line, if there is one. The result of a
    hand may depend on it, so a result is refused only if no side card leads to it.
    """

    def __init__(self, text, names, side_cards=True):
        self.lines = text.splitlines()
        self.at = 0
        self.names = names
        self.plays = range(1, 6) if side_cards else range(0)
        self.wins = [0, 0]
        self.hands = 0

    def follow(self):
        while max(self.wins) < 3:
            self.hand()
        assert self.at == len(self.lines), self.lines[self.at :]

    def line(self):
        self.at += 1
        return self.lines[self.at - 1]

    def expect(self, wanted):
        line = self.line()
        assert line == wanted, f"line {self.at}: {line!r}, not {wanted!r}"

    def cards(self, label):
        start = f"{label}: ["
        line = self.line()
        assert line.startswith(start) and line.endswith("]"), f"line {self.at}: {line!r}"
        return [int(card) for card in line[len(start) : -1].split(", ") if card]

    def hand(self):
        self.hands += 1
        self.expect("New Game!")
        self.expect(f"The standings are {self.wins[0]} to {self.wins[1]}")
        self.table = [[], []]
        self.dealt = []
        self.stands = [False, False]
        # The value of the last card may be unknown: it may have been played and not shown yet.
        self.hides = [False, False]
        while True:
            for player in (0, 1):
                self.turn(player)
            if self.over():
                return

    def turn(self, player):
        name = self.names[player]
        shown = self.cards(f"{name}'s Hand")
        if self.hides[player] and shown != self.table[player]:
            assert shown[:-1] == self.table[player] and shown[-1] in self.plays, shown
        else:
            assert shown == self.table[player], f"line {self.at}: {shown}"
        self.hides[player] = False
        self.table[player] = shown
        if self.stands[player]:
            return self.expect(f"{name} has chosen to STAND")
        new = self.cards(f"{name}'s new Hand")
        assert new[:-1] == shown and 1 <= new[-1] <= 10, f"line {self.at}: {new}"
        self.dealt.append(new[-1])
        assert self.dealt.count(new[-1]) <= 4, f"line {self.at}: five of a kind in the deck"
        self.table[player] = new
        line = self.line()
        assert line in (f"{name} has chosen to END", f"{name} has chosen to STAND"), line
        self.stands[player] = line.endswith("STAND")
        assert self.stands[player] or sum(new) != 20, f"line {self.at}: 20 stands by itself"
        self.hides[player] = self.stands[player] and sum(new) != 20

    def values(self, player):
        value = sum(self.table[player])
        return {value} | ({value + card for card in self.plays} if self.hides[player] else set())

    def outcome(self, one, two):
        """Returns the closing line and the winner for two values; None for another round."""
        a, b = self.names
        if one > 20 and two > 20:
            return "Both players have bombed out! Tie!", None
        if one > 20:
            return f"{a} has bombed out! {b} wins!", 1
        if two > 20:
            return f"{b} has bombed out! {a} wins!", 0
        if self.stands == [True, True]:
            if one == two:
                return "", None
            return (f"{a} wins!", 0) if one > two else (f"{b} wins!", 1)
        if self.stands[0] and two > one:
            return f"{b} wins!", 1
        if self.stands[1] and one > two:
            return f"{a} wins!", 0
        return None

    def over(self):
        may_be = {self.outcome(one, two) for one in self.values(0) for two in self.values(1)}
        line = self.lines[self.at] if self.at < len(self.lines) else ""
        closing = {told[0]: told for told in may_be if told}
        if line in closing:
            self.at += 1
            winner = closing[line][1]
            if winner is not None:
                self.wins[winner] += 1
            return True
        if line == "New Game!":
            assert "" in closing, f"line {self.at}: the hand was not level: {may_be}"
            return True
        assert None in may_be, f"line {self.at}: {line!r}, but one of {may_be} was due"
        return False


class Log(unittest.TestCase):
    def test_pazaak_line_for_line(self):
        hands = 0
        for seed in range(4 if SANITIZED else 25):
            for bots, names, side_cards in [
                (("bold", "cautious"), ["Dumb Bold Player", "Dumb Cautious Player"], False),
                (("kid", "nestor"), ["The Cincinnati Kid", "Nestor"], True),
                (("austin", "bastila"), ["Austin Powers", "Bastila"], True),
            ]:
                log = PazaakLog(
                    ran("play", "pazaak", *bots, "--log", "--seed", seed), names, side_cards
                )
                log.follow()
                hands += log.hands
        self.assertGreater(hands, 3 * 3 * 4)

    def test_the_checker_refuses_impossible_games(self):
        text = ran("play", "pazaak", "bold", "cautious", "--log")
        names = ["Dumb Bold Player", "Dumb Cautious Player"]
        changes = [("STAND", "END"), (r"new Hand: \[\d+", "new Hand: [11"), ("wins", "won")]
        for wrong, right in changes:
            with self.assertRaises(AssertionError):
                PazaakLog(re.sub(wrong, right, text), names, False).follow()

    def test_the_others_tell_their_games(self):
        told = ran("play", "gomoku", "greedy", "random", "--log")
        self.assertRegex(told, r"(?m)^Greedy opens with black \(\d+,\d+\), black .* and white ")
        self.assertRegex(told, r"(Greedy|Random) wins|tie")
        told = ran("play", "yahtzee", "in-order", "greedy", "--log")
        self.assertEqual(len(re.findall(r"(?m)^Round \d+$", told)), 13)
        self.assertEqual(len(re.findall(r"(?m)^In Order scores \d+ in ", told)), 13)

    def test_a_bots_output_is_escaped_on_the_terminal(self):
        bot = bot_folder(scratch(self), "Painter", "printf '\\033[31mred\\n'; exec cat\n")
        told = ran("play", "gomoku", bot, "greedy", "--log")
        self.assertIn(r"\x1b[31mred", told)
        self.assertNotIn("\033", told)
        self.assertIn("Painter is out", told)


if __name__ == "__main__":
    unittest.main()
