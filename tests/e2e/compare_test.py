"""`hilltop compare`: which of two bots is stronger."""

import os
import pty
import subprocess
import unittest

from program import EXAMPLES, PATIENT, PROGRAM, bot_folder, complaints, hilltop, ran, report, scratch

# Plays Pazaak by the book, and appends each game's number within its process to the file GAMES.
BOOK = """
import sys
games = 0
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "begin":
        games += 1
        open("GAMES", "a").write(f"{games}\\n")
    elif kind == "turn":
        value = sum(int(card) for card in words[words.index("hand") + 1].split(","))
        print("move", words[0], "END" if value < 15 else "STAND", flush=True)
    elif kind == "bye":
        break
"""

FEW_CARDS = ("--set", "side_cards=2")  # Pazaak's game is then solved at once, and its luck known


class Compare(unittest.TestCase):
    def test_it_stops_by_itself_with_the_better_one(self):
        for a, b, accepted in [("kid", "bold", "H1"), ("bold", "kid", "H0")]:
            told = report("compare", "pazaak", a, b)
            one, other = told["bots"]
            self.assertEqual((one["bot"], other["bot"]), (a, b))
            self.assertEqual((one["won"], one["lost"]), (other["lost"], other["won"]))
            self.assertEqual(one["games"], 2 * sum(told["pentanomial"]))
            self.assertLess(one["games"], 100_000)
            self.assertEqual(one["games"] % 64, 0)
            self.assertEqual(told["sprt"]["accepted"], accepted)
            self.assertEqual(told["by_deals"]["elo"] > 0, accepted == "H1")
            low, high = told["by_deals"]["elo_low"], told["by_deals"]["elo_high"]
            self.assertTrue(low < told["by_deals"]["elo"] < high)

    def test_it_stops_undecided_after_the_most_games(self):
        told = report("compare", "pazaak", "kid", "nestor", "--max-games", 99)
        self.assertEqual(told["bots"][0]["games"], 98)
        self.assertIsNone(told["sprt"]["accepted"])
        done = hilltop("compare", "pazaak", "kid", "nestor", "--max-games", 99)
        self.assertEqual(done.returncode, 0)
        self.assertIn(": undecided: raise --max-games", done.stdout)

    def test_faults_are_no_strength(self):
        mute = bot_folder(scratch(self), "Mute", "exit 3")
        told = report("compare", "pazaak", "kid", mute, "--max-games", 64)
        self.assertEqual((told["faulty_games"], told["bots"][1]["faults"]), (64, 64))
        self.assertEqual((told["by_deals"], told["by_games"], told["sprt"]["accepted"]),
                         (None, None, None))
        done = hilltop("compare", "pazaak", "kid", mute, "--max-games", 64)
        self.assertIn("64 of 64 games had a fault, so they do not measure strength", done.stdout)
        self.assertNotIn("LOS", done.stdout)
        self.assertNotIn("is accepted", done.stdout)
        fair = report("compare", "pazaak", "kid", "bold", "--max-games", 64)
        self.assertEqual(fair["faulty_games"], 0)

    def test_workers_and_sides_change_nothing(self):
        compare = ("compare", "pazaak", "kid", "nestor", "--seed", 5)
        self.assertEqual(ran(*compare, "--jobs", 1), ran(*compare, "--jobs", 7))
        one = report("compare", "pazaak", "kid", "nestor", "--max-games", 64)
        other = report("compare", "pazaak", "nestor", "kid", "--max-games", 64)
        self.assertEqual(one["digest"], other["digest"])
        self.assertEqual(one["pentanomial"], other["pentanomial"][::-1])

    def test_a_bot_against_itself_scores_a_game_a_deal(self):
        told = report("compare", "pazaak", "austin", "austin")
        self.assertEqual([bot["bot"] for bot in told["bots"]], ["austin", "austin#2"])
        deals = told["bots"][0]["games"] // 2
        self.assertEqual(told["pentanomial"], [0, 0, deals, 0, 0])
        self.assertEqual((told["by_deals"]["elo"], told["sprt"]["accepted"]), (0, "H0"))

    def test_winning_every_game_gives_no_upper_bound(self):
        told = report("compare", "gomoku", "greedy", "random", "--games-most", 20)
        self.assertEqual(told["bots"][0]["won"], 20)
        self.assertIsNone(told["by_deals"]["elo"])
        self.assertIsNone(told["by_deals"]["elo_high"])
        self.assertGreater(told["by_deals"]["elo_low"], 100)
        self.assertIn("+∞", ran("compare", "gomoku", "greedy", "random", "--max-games", 20))

    def test_luck_taken_away_decides_with_fewer_games(self):
        deals = {"plain": 0, "adjusted": 0}
        for seed in (1, 2):
            compare = ("compare", "pazaak", "kid", "nestor", "--seed", seed, *FEW_CARDS)
            for kind, more in [("plain", ()), ("adjusted", ("--luck", ))]:
                deals[kind] += sum(report(*compare, *more)["pentanomial"])
        self.assertGreater(deals["plain"], 5 * deals["adjusted"])

    def test_luck_is_told_beside_the_results(self):
        told = report("compare", "yahtzee", "greedy", "dummy", "--luck", "--max-games", 640,
                      "--elo0", -1000, "--elo1", 1000, "--alpha", 1e-6, "--beta", 1e-6)
        score, greedy, dummy, lead = told["luck"]
        self.assertEqual([(row["worth"], row["of"]) for row in told["luck"]],
                         [("win", "greedy"), ("score", "greedy"), ("score", "dummy"),
                          ("score", "greedy - dummy")])
        one, other = told["bots"]
        self.assertAlmostEqual(score["mean"], (one["won"] + one["tied"] / 2) / one["games"], 5)
        self.assertAlmostEqual(greedy["mean"], one["mean_points"], 5)
        self.assertAlmostEqual(dummy["mean"], other["mean_points"], 5)
        self.assertAlmostEqual(lead["mean"], greedy["mean"] - dummy["mean"], 5)
        self.assertAlmostEqual(told["by_luck"]["score"], score["adjusted_mean"], 5)
        for row in told["luck"]:
            self.assertEqual(row["trials"], sum(told["pentanomial"]))
            self.assertGreaterEqual(row["factor"] or 1, 1)
            self.assertLessEqual(row["adjusted_high"] - row["adjusted_low"],
                                 row["high"] - row["low"] + 1e-6)

    def test_luck_changes_no_game(self):
        compare = ("compare", "pazaak", "bold", "kid", "--max-games", 64, *FEW_CARDS)
        plain, adjusted = report(*compare), report(*compare, "--luck")
        for key in ("digest", "bots", "pentanomial", "by_deals", "by_games"):
            self.assertEqual(plain[key], adjusted[key])
        self.assertNotIn("luck", plain)

    def test_luck_of_bots_in_folders_comes_from_their_records(self):
        written = scratch(self) / "games"
        folder = bot_folder(scratch(self), "Book", BOOK.replace("GAMES", str(written)))
        (folder / "meta").write_text("Book\npython3\nbot\n0\n")
        (folder / "bot.toml").write_text("")
        store = scratch(self) / "results.db"
        compare = ("compare", "pazaak", folder, "cautious", "--max-games", 64, "--sandbox", "off",
                   "--luck", "--seed", 3, *FEW_CARDS, *PATIENT)
        with_store = report(*compare, "--store", store)
        games = written.read_text()
        self.assertEqual(report(*compare, "--store", store), with_store)
        self.assertEqual(written.read_text(), games)  # nothing was played again
        self.assertEqual(report(*compare), with_store)
        # Both play by the book, so that all of it is luck, or the coin of the deal.
        [row] = with_store["luck"]
        self.assertEqual((row["mean"], row["adjusted_mean"]), (0.5, 0.5))

    def test_luck_that_nobody_knows(self):
        done = hilltop("compare", "gomoku", "greedy", "random", "--luck")
        self.assertEqual(done.returncode, 2)
        self.assertIn("Gomoku has no luck that can be told: leave --luck out", done.stderr)
        done = hilltop("compare", "pazaak", "kid", "bold", "--luck", "--set", "side_cards=5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not known under these rules", done.stderr)
        done = hilltop("compare", "pazaak", "kid", "bold", "--format", "csv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("give --luck too", done.stderr)
        table = ran("compare", "pig", "pace", "timid", "--luck", "--format", "csv")
        self.assertIn("\nwin,pace,", table)

    def test_bots_in_folders(self):
        told = report("compare", "gomoku", EXAMPLES / "python", "random", "--max-games", 8)
        self.assertEqual(told["bots"][0]["bot"], "Pebble (Python)")
        self.assertEqual(told["bots"][0]["faults"], 0)
        folder = bot_folder(scratch(self), "Book", "exit 1\n")
        done = hilltop("compare", "pazaak", folder, "kid", "--max-games", 4)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(complaints(done.stderr), "")
        self.assertIn("\n  faults\n  Book, game 1: ", done.stdout)

    def test_a_bot_that_remembers_a_pairing_remembers_a_batch(self):
        written = scratch(self) / "games"  # not in its folder, of which each process has a copy
        folder = bot_folder(scratch(self), "Book", BOOK.replace("GAMES", str(written)))
        (folder / "meta").write_text("Book\npython3\nbot\n0\n")
        (folder / "bot.toml").write_text('state = "pairing"\n')
        told = report("compare", "pazaak", folder, "cautious", "--max-games", 130,
                      "--sandbox", "off", "--elo0", -1000, "--elo1", 1000, "--alpha", 1e-6, "--beta", 1e-6,
                      *PATIENT)
        self.assertEqual(told["bots"][0]["faults"], 0)
        games = sorted(map(int, written.read_text().split()))
        batches = [*range(1, 65), *range(1, 65), 1, 2]
        self.assertEqual(games, sorted(batches))

    def test_a_terminal_shows_how_it_goes(self):
        main, sub = pty.openpty()
        with subprocess.Popen([PROGRAM, "compare", "pazaak", "kid", "nestor"], stderr=sub,
                              stdout=subprocess.DEVNULL,
                              env={**os.environ, "TERM": "xterm"}) as done:
            os.close(sub)
            shown = b""
            try:
                while piece := os.read(main, 4096):
                    shown += piece
            except OSError:  # Linux reports so when the other end is closed
                pass
        os.close(main)
        self.assertRegex(shown.decode(), r"^\r64 games  LLR -?\d\.\d\d \(-2\.94 to 2\.94\)  Elo ")
        self.assertTrue(shown.endswith(b"\r\x1b[J"))


if __name__ == "__main__":
    unittest.main()
