"""Whether a bot may compete: `hilltop check`."""

import json
import re
import unittest

from program import bot_folder, complaints, hilltop, ran, scratch

GOOD = """
import sys
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "turn":
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        print("move", words[0], "END" if value < 15 else "STAND", flush=True)
    elif kind == "bye":
        break
"""
# What a bot does instead of its first answer from its game 2 on, and what is said of it: the fault,
# its detail, and what the bot said.
SINS = {
    "Cheat": ("print('move', words[0], 'PLAY 9', flush=True); continue",
              "illegal answer", "that card is not in the side deck", "PLAY 9"),
    "Babbler": ("print('I am a \\33[31mteapot', flush=True); continue",
                "not an answer", "say 'move 2' and the move; it said: I am a \\x1b[31mteapot",
                "I am a \\x1b[31mteapot"),
    "Crasher": ("raise SystemExit(3)", "crashed", "exited with status 3", ""),
    "Sleeper": ("continue", "no answer in time", "nothing was said", ""),
}
MISSING = "No\n./such-program\n\n0\n"


def python_bot(bots, name, script, state="none"):
    folder = bot_folder(bots, name, script, interpreter="python3")
    (folder / "bot.toml").write_text(f'state = "{state}"\n')
    return folder


def good(bots, name="Good"):
    return python_bot(bots, name, GOOD)


def sinner(bots, name, first_game=2):
    sin = f'elif kind == "turn" and int(words[0]) >= {first_game}:\n        {SINS[name][0]}\n    '
    return python_bot(bots, name, GOOD.replace('elif kind == "turn"', sin + 'elif kind == "turn"'))


def check(bot, *options):
    """The JSON of a check, and its exit code."""
    done = hilltop("check", bot, "--game", "pazaak", "--format", "json", *options)
    assert complaints(done.stderr) == "", done.stderr
    return json.loads(done.stdout), done.returncode


class Check(unittest.TestCase):
    def test_a_good_bot_may_compete(self):
        told, code = check(good(scratch(self)), "--games", 20)
        self.assertEqual((code, told["may_compete"], told["faults"]), (0, True, []))
        self.assertEqual([leg["against"] for leg in told["house_bots"]],
                         ["bold", "cautious", "bastila", "kid", "austin", "nestor"])
        self.assertEqual([leg["games"] for leg in told["house_bots"]], [4, 4, 3, 3, 3, 3])
        for leg in told["house_bots"]:
            self.assertEqual(leg["won"] + leg["tied"] + leg["lost"], leg["games"])
        self.assertEqual(told["first_answers"]["answers"], 6)  # one process for each house bot
        self.assertGreater(told["other_answers"]["answers"], 40)
        times = [slow["ms"] for slow in told["slowest"]]
        self.assertEqual((len(times), times), (5, sorted(times, reverse=True)))
        self.assertEqual(times[0], told["other_answers"]["slowest_ms"])
        self.assertTrue(all(slow["asked"].startswith(f"turn {slow['game'] - 1} player ")
                            for slow in told["slowest"]))

    def test_it_is_played_the_same_again_and_differently_with_another_seed(self):
        bot = good(scratch(self))
        legs = [check(bot, "--games", 60, "--seed", seed)[0]["house_bots"] for seed in (1, 1, 2)]
        self.assertEqual(legs[0], legs[1])
        self.assertNotEqual(legs[0], legs[2])

    def test_a_bot_with_a_fault_may_not_and_its_first_faults_are_told(self):
        for name, (_, fault, detail, said) in SINS.items():
            with self.subTest(name):
                told, code = check(sinner(scratch(self), name), "--games", 300)
                self.assertEqual((code, told["may_compete"], len(told["faults"])), (1, False, 5))
                self.assertEqual([f["game"] for f in told["faults"]], [3, 4, 5, 6, 7])
                self.assertEqual([leg["games"] for leg in told["house_bots"]], [7])
                first = told["faults"][0]
                self.assertEqual((first["against"], first["fault"]), ("bold", fault))
                self.assertIn(detail, first["detail"])
                self.assertTrue(first["asked"].startswith("turn 2 player "), first)
                self.assertTrue(first["said"].endswith(said) and bool(first["said"]) == bool(said),
                                first)

    def test_a_bot_that_does_not_start_was_not_asked(self):
        bot = good(scratch(self))
        (bot / "meta").write_text(MISSING)
        told, code = check(bot)
        self.assertEqual(code, 1)
        self.assertEqual({(f["fault"], f["asked"], f["said"]) for f in told["faults"]},
                         {("did not start", "", "")})

    def test_the_text_says_the_same_and_how_to_see_the_fault(self):
        folder = scratch(self)
        done = hilltop("check", good(folder), "--game", "pazaak", "--games", 12)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        self.assertRegex(done.stderr, r"^sandbox: ")
        self.assertRegex(done.stdout, r"^Good  pazaak, koth, 12 games against house bots, seed 1\n")
        self.assertRegex(done.stdout, r"\n  first of a process +6 +[\d.]+ +[\d.]+ +5,500\n")
        self.assertTrue(done.stdout.endswith("\n  Good may compete\n"), done.stdout)
        cheat = sinner(folder, "Cheat")
        done = hilltop("check", cheat, "--game", "pazaak", "--seed", 4)
        self.assertEqual((done.returncode, complaints(done.stderr)), (1, ""))
        self.assertIn("\n  faults: 5 illegal answer\n", done.stdout)
        self.assertRegex(done.stdout, r"\n  v bold, game 3: illegal answer: .*\n    > turn 2 .*\n"
                                      r"    < move 2 PLAY 9\n")
        self.assertIn("\n  Cheat may not compete: 5 faults in 7 games, where the check ends\n",
                      done.stdout)
        way = re.search(r"hilltop (debug .*)$", done.stdout, re.M)[1]
        self.assertEqual(way, f"debug {cheat} --game pazaak --seed 4 --against bold --games 3")
        debugged = ran(*way.split())
        asked = re.search(r"game 3: illegal answer: .*\n    > (.*)\n", done.stdout)[1]
        self.assertRegex(debugged, re.escape(f" ms > {asked}\n") + " .* ms < move 2 PLAY 9\n")

    def test_gomoku_is_the_game_if_none_is_named(self):
        babbler = bot_folder(scratch(self), "Babbler", "while read -r line; do echo tea; done\n")
        done = hilltop("check", babbler)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^Babbler  gomoku, koth, 5 games ")


if __name__ == "__main__":
    unittest.main()
