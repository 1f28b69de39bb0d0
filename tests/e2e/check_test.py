"""Qualification: `hilltop check`, and the check before contests that disqualify."""

import csv
import json
import re
import unittest

from program import (PATIENT, PAZAAK, bot_folder, complaints, contest_file, hilltop, house_bots, ran, report,
                     scratch)

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
# Interrupts the run in its game 26, as Ctrl-C does.
STOPPER = """
import os, re, signal
def parent_of(process):
    with open(f"/proc/{process}/status") as status:
        return int(re.search(r"PPid:\\t(\\d+)", status.read())[1])
""" + GOOD.replace('kind == "bye"', """kind == "begin" and words[0] == "25":
        os.kill(parent_of(os.getppid()), signal.SIGINT)
    elif kind == "bye\"""")
# What a bot does instead of its first answer from its game 2 on; and the fault, its detail and the
# bot's answer in the report.
SINS = {
    "Cheat": ("print('move', words[0], 'PLAY 9', flush=True); continue",
              "illegal answer", "that card is not in the side deck", "PLAY 9"),
    "Babbler": ("print('I am a \\33[31mteapot', flush=True); continue",
                "not an answer", "expected 'move 2 …', got 'I am a \\x1b[31mteapot'",
                "I am a \\x1b[31mteapot"),
    "Crasher": ("raise SystemExit(3)", "crashed", "exited with status 3", ""),
    "Sleeper": ("continue", "no answer in time",
                "after 3000 ms (no output; it has read the question and waits for input: perhaps its answer is not flushed", ""),
}
MISSING = "No\n./such-program\n\n0\n"
HEAD = """
[contest]
game = "pazaak"
seed = 3
[format]
kind = "{kind}"
games = {games}
[switches]
move_ms = 60000
[faults]
illegal = "{illegal}"
broken = "{broken}"
"""


def python_bot(bots, name, script, state="none"):
    folder = bot_folder(bots, name, script, interpreter="python3")
    (folder / "bot.toml").write_text(f'state = "{state}"\n')
    return folder


def good(bots, name="Good"):
    return python_bot(bots, name, GOOD)


def sinner(bots, name, first_game=2):
    sin = f'elif kind == "turn" and int(words[0]) >= {first_game}:\n        {SINS[name][0]}\n    '
    return python_bot(bots, name, GOOD.replace('elif kind == "turn"', sin + 'elif kind == "turn"'))


def check(bot, *options, move_ms=60_000):
    """Returns the JSON of a check, and its exit code."""
    done = hilltop("check", bot, "--game", "pazaak", "--format", "json", "--set", f"move_ms={move_ms}",
                   *options)
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
        self.assertEqual(told["first_answers"]["answers"], 12)  # two of a process per house bot
        self.assertGreater(told["other_answers"]["answers"], 40)
        times = [slow["ms"] for slow in told["slowest"]]
        self.assertEqual((len(times), times), (5, sorted(times, reverse=True)))
        self.assertEqual(times[0], told["other_answers"]["slowest_ms"])
        self.assertTrue(all(slow["asked"].startswith(f"turn {slow['game'] - 1} player ")
                            for slow in told["slowest"]))

    def test_it_is_played_the_same_again_and_differently_with_another_seed(self):
        bot = good(scratch(self))
        legs = [check(bot, "--games", 24, "--seed", seed)[0]["house_bots"] for seed in (1, 1, 2)]
        self.assertEqual(legs[0], legs[1])
        self.assertNotEqual(legs[0], legs[2])

    def test_a_bot_with_a_fault_may_not_and_its_first_faults_are_told(self):
        for name, (_, fault, detail, said) in SINS.items():
            with self.subTest(name):
                told, code = check(sinner(scratch(self), name), "--games", 300,
                                   move_ms=3000 if name == "Sleeper" else 60_000)
                self.assertEqual((code, told["may_compete"], len(told["faults"])), (1, False, 5))
                self.assertEqual([f["game"] for f in told["faults"]], [3, 4, 5, 6, 7])
                self.assertEqual([leg["games"] for leg in told["house_bots"]], [7])
                first = told["faults"][0]
                self.assertEqual((first["against"], first["fault"]), ("bold", fault))
                self.assertIn(detail, first["detail"])
                self.assertTrue(first["asked"].startswith("turn 2 player "), first)
                self.assertTrue(first["said"].endswith(said) and bool(first["said"]) == bool(said),
                                first)

    def test_tells_what_a_fault_costs_in_each_contest(self):
        for name, cost, words in [("Cheat", "substitute", "; the rules would substitute a move for each illegal answer"),
                                  ("Crasher", "lose", " and lose each game with a fault")]:
            with self.subTest(name):
                bot = sinner(scratch(self), name, first_game=0)
                told, _ = check(bot, "--games", 6)
                self.assertEqual(told["contests"],
                                 [{"contest": contest, "cost": cost}
                                  for contest in ("koth-pazaak", "pazaak-cup")])
                done = hilltop("check", bot, "--game", "pazaak", "--games", 6, *PATIENT)
                self.assertTrue(done.stdout.endswith(
                    f"\n  In koth-pazaak, pazaak-cup it would stay in{words}\n"), done.stdout)
        bot = python_bot(scratch(self), "Yahtzee", "raise SystemExit(3)")
        done = hilltop("check", bot, "--game", "yahtzee", "--games", 2)
        self.assertIn("\n  In koth-yahtzee it would be disqualified\n", done.stdout)
        self.assertEqual(check(good(scratch(self)), "--games", 6)[0]["contests"], [])

    def test_a_bot_that_does_not_start_was_not_asked(self):
        bot = good(scratch(self))
        (bot / "meta").write_text(MISSING)
        told, code = check(bot)
        self.assertEqual(code, 1)
        self.assertEqual({(f["fault"], f["asked"], f["said"]) for f in told["faults"]},
                         {("did not start", "", "")})

    def test_the_text_says_the_same_and_how_to_see_the_fault(self):
        folder = scratch(self)
        done = hilltop("check", good(folder), "--game", "pazaak", "--games", 12, "--seed", 1, *PATIENT)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        self.assertRegex(done.stderr, r"^sandbox: ")
        self.assertRegex(done.stdout, r"^Good  pazaak, koth, 12 games against house bots, seed 1\n")
        self.assertRegex(done.stdout, r"\n  first of a process +12 +[\d.]+ +[\d.]+ +120,000\n")
        self.assertTrue(done.stdout.endswith("\n  Good may compete\n"), done.stdout)
        cheat = sinner(folder, "Cheat")
        done = hilltop("check", cheat, "--game", "pazaak", "--seed", 4, *PATIENT)
        self.assertEqual((done.returncode, complaints(done.stderr)), (1, ""))
        self.assertIn("\n  faults: 5 illegal answer\n", done.stdout)
        self.assertRegex(done.stdout, r"\n  v bold, game 3: illegal answer: .*\n    > turn 2 .*\n"
                                      r"    < move 2 PLAY 9\n")
        self.assertIn("\n  Cheat may not compete: 5 faults in 7 games, which ended the check\n"
                      "  To reproduce the first fault: hilltop debug ",
                      done.stdout)
        way = re.search(r"hilltop (debug .*)$", done.stdout, re.M)[1]
        self.assertEqual(way, f"debug {cheat} --game pazaak --set move_ms=60000 --set start_ms=60000 --seed 4 --against bold --games 3")
        shown = hilltop(*way.split())
        self.assertEqual(shown.returncode, 1)  # it had a fault
        debugged = shown.stdout
        asked = re.search(r"game 3: illegal answer: .*\n    > (.*)\n", done.stdout)[1]
        self.assertRegex(debugged, re.escape(f" ms > {asked}\n") + " .* ms < move 2 PLAY 9\n")

    def test_the_game_is_the_one_that_the_folder_says(self):
        babbler = bot_folder(scratch(self), "Babbler", "while read -r line; do echo tea; done\n")
        toml = babbler / "bot.toml"
        toml.write_text('game = "gomoku"\n')
        done = hilltop("check", babbler)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^Babbler  gomoku, koth, 5 games ")
        told = f"{toml}: it plays gomoku and not pazaak"
        contest = contest_file(babbler.parent, PAZAAK.format(games=2) + house_bots("kid") +
                               f'[[bot]]\nfolder = "{babbler}"\n')
        for command in (("check", babbler, "--game", "pazaak"), ("debug", babbler, "--game", "pazaak"),
                        ("play", "pazaak", babbler, "kid"), ("compare", "pazaak", babbler, "kid"),
                        ("run", contest)):
            with self.subTest(command[0]):
                done = hilltop(*command)
                self.assertEqual((done.returncode, told in done.stderr), (2, True), done.stderr)
        toml.write_text('game = "gomuko"\n')
        for command in (("check", babbler), ("run", contest)):
            done = hilltop(*command)
            self.assertEqual(done.returncode, 2)
            self.assertIn("there is no game 'gomuko' (did you mean 'gomoku'?", done.stderr)
        toml.unlink()
        for command in ("check", "debug"):
            done = hilltop(command, babbler)
            self.assertEqual(done.returncode, 2)
            self.assertIn('does not say its game: write game = "…" into its bot.toml', done.stderr)


class Contest(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.bots = self.folder / "bots"

    def contest(self, kind="round-robin", games=10, illegal="disqualify", broken="disqualify",
                folders=True):
        head = HEAD.format(kind=kind, games=games, illegal=illegal, broken=broken)
        return contest_file(self.folder, head + house_bots("kid", "nestor") +
                            ('[bots]\nfolder = "bots"\n' if folders else ""))

    def test_a_bot_that_fails_does_not_take_part(self):
        good(self.bots)
        without = report("run", self.contest())
        self.assertEqual(without["disqualified"], [])
        sinners = ["Babbler", "Cheat", "Crasher"]
        for name in sinners:
            sinner(self.bots, name)
        for jobs in (1, 2):
            told = report("run", self.contest(), "--jobs", jobs)
            self.assertEqual(told["digest"], without["digest"])
            self.assertEqual(told["standings"], without["standings"])
            self.assertEqual([out["bot"] for out in told["disqualified"]], sinners)
            for out in told["disqualified"]:
                _, fault, detail, said = SINS[out["bot"]]
                self.assertEqual((out["fault"], out["game"]), (fault, 3))
                self.assertIn(detail, out["detail"])
                self.assertEqual(out["check"]["against"], "bold")
                self.assertTrue(out["check"]["asked"].startswith("turn 2 "), out)
                self.assertTrue(out["check"]["said"].endswith(said), out)
        text = ran("run", self.contest())
        self.assertRegex(text, r"\n  Cheat did not pass the check and took no part: "
                               r"v bold, game 3: illegal answer: .*; got 'PLAY 9'\n")

    def test_the_check_has_its_own_randomness(self):
        good(self.bots)
        python_bot(self.bots, "Diarist", GOOD.replace(
            'if kind == "hilltop"',
            'if kind == "begin":\n        print(line.strip(), file=sys.stderr, flush=True)\n'
            '    elif kind == "hilltop"'))

        def begun(contest):
            """Returns the lines with which the diarist's games began."""
            done = hilltop("run", contest, "--stderr", "all", "--jobs", 1)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [line for line in done.stderr.splitlines() if line.startswith("Diarist: begin ")]

        contest = begun(self.contest(illegal="lose", broken="lose"))
        self.assertEqual(len(contest), 30)  # three opponents, ten games each
        both = begun(self.contest())
        self.assertEqual(len(both), 130)
        self.assertEqual(sorted(both[100:]), sorted(contest))
        self.assertEqual(set(both[:100]) & set(contest), set())

    def test_faults_that_do_not_disqualify_do_not_count(self):
        sinner(self.bots, "Cheat")
        told = report("run", self.contest(illegal="substitute"))
        self.assertEqual(told["disqualified"], [])
        self.assertIn("Cheat", [row["bot"] for row in told["standings"]])

    def test_a_later_fault_disqualifies_in_the_contest(self):
        sinner(self.bots, "Crasher", first_game=25)
        told = report("run", self.contest(games=40))
        self.assertEqual([(out["bot"], out["game"], out["check"]) for out in told["disqualified"]],
                         [("Crasher", 26, None)])

    def test_an_unfinished_contest_lists_disqualified_bots_too(self):
        sinner(self.bots, "Crasher", first_game=25)
        python_bot(self.bots, "Stopper", STOPPER)
        store = ("--store", self.folder / "results.db")
        stopped = hilltop("run", self.contest(games=40), "--jobs", 1, "--sandbox", "off", *store)
        self.assertEqual(stopped.returncode, 130, stopped.stderr)
        shown = hilltop("show", *store, "--format", "json")
        self.assertIn("partial results", shown.stderr)
        told = json.loads(shown.stdout)
        self.assertEqual([(out["bot"], out["game"]) for out in told["disqualified"]], [("Crasher", 26)])
        self.assertIn("  Crasher is disqualified, and no result includes it: game 26: "
                      "crashed: exited with status 3\n", hilltop("show", *store).stdout)
        tables = self.folder / "tables"
        self.assertEqual(hilltop("report", *store, "--csv", tables).returncode, 0)
        with open(tables / "disqualified.csv", newline="") as file:
            self.assertEqual([row["bot"] for row in csv.DictReader(file)], ["Crasher"])

    def test_a_contest_without_remaining_bots_has_no_games(self):
        for name in ("Crasher", "Cheat"):
            sinner(self.bots, name)
        head = HEAD.format(kind="KIND", games=4, illegal="disqualify", broken="disqualify")
        for kind in ("round-robin", "everyone", "cup"):
            with self.subTest(kind):
                file = contest_file(self.folder, head.replace("KIND", kind) +
                                    '[bots]\nfolder = "bots"\n')
                told = report("run", file)
                self.assertEqual((told["standings"], len(told["disqualified"])), ([], 2))
                self.assertIn("0 bots, 0 games", ran("run", file))


if __name__ == "__main__":
    unittest.main()
