"""Puzzles: at the terminal and over HTTP."""

import datetime
import json
import math
import unittest

from program import hilltop, ran
from served import SharedServer

COUNTS = {"gomoku": 500, "pazaak": 500, "yahtzee": 500}


def of_day(day, game):
    """The number of a day's puzzle: a step that has no divisor in common with the count visits each of them."""
    count = COUNTS[game]
    step = count * 618 // 1000
    while math.gcd(step, count) != 1:
        step -= 1
    return 1 + day % count * step % count


class AtTheTerminal(unittest.TestCase):
    def test_a_right_answer_is_confirmed_and_a_wrong_one_has_its_price(self):
        first = ran("puzzle", "pazaak", 1, stdin="end\n")
        wrong = first if "No. The answer is" in first else ran("puzzle", "pazaak", 1, stdin="stand\n")
        self.assertRegex(wrong, r"No\. The answer is [a-z0-9 ]+\. (stand|end) costs [\d.]+ %\.")
        answer = wrong.split("The answer is ")[1].split(".")[0]
        right = ran("puzzle", "pazaak", 1, stdin=answer + "\n")
        self.assertIn(f"Right: {answer}.", right)
        self.assertRegex(right, r"\d of 6 house bots found it\.\n$")

    def test_gomoku_names_the_reply_that_holds_and_the_win(self):
        told = ran("puzzle", "gomoku", 3, stdin="0,0\n")
        win = told.split("in turn: ")[1].split(".\n")[0].split(", ")
        self.assertEqual(len(win) % 2, 1)
        self.assertIn(f"The answer is {win[0]}.", told)
        self.assertRegex(told, r"After 0 0 the reply \d+ \d+ holds\.")
        self.assertIn(f"stone {len(win)}", told)
        self.assertIn(f"Right: {win[0]}.", ran("puzzle", "gomoku", 3, stdin=win[0] + "\n"))

    def test_what_is_no_answer_is_asked_again(self):
        told = ran("puzzle", "yahtzee", 5, "--ascii", stdin="dance\nhold 9\nquit\n")
        self.assertEqual(told.count("(or quit)"), 2)
        self.assertEqual(told.count("One choice is much better than every other"), 3)
        ended = hilltop("puzzle", "yahtzee", 5, stdin="")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("the input ended before the puzzle was answered", ended.stderr)

    def test_a_day_has_its_puzzle(self):
        before = datetime.datetime.now(datetime.timezone.utc).date()
        told = ran("puzzle", "gomoku", stdin="quit\n")
        after = datetime.datetime.now(datetime.timezone.utc).date()
        epoch = datetime.date(1970, 1, 1)
        self.assertIn(told.splitlines()[0],
                      {f"Gomoku, puzzle {of_day((day - epoch).days, 'gomoku')} of {COUNTS['gomoku']}" for day in (before, after)})

    def test_a_stock_depends_on_its_seed_alone(self):
        stock = ran("puzzle", "gomoku", "--make", 6, "--seed", 5)
        self.assertTrue(stock.startswith("hilltop puzzles 1\ngame gomoku\nrules freestyle\nluck 5\n"), stock)
        self.assertEqual(stock.count("\npuzzle "), 6)
        self.assertEqual(ran("puzzle", "gomoku", "--make", 6, "--seed", 5), stock)
        self.assertNotEqual(ran("puzzle", "gomoku", "--make", 6), stock)

    def test_mistakes_are_explained(self):
        for words, said in ((("chess",), "there is no game 'chess'"), (("pig",), "pig has no puzzles"),
                            (("pazaak", 0), "NUMBER"), (("pazaak", 501), "500"), (("pazaak", "x"), "NUMBER"),
                            (("pazaak", 1, "--make", 3), "leave out NUMBER"),
                            (("pazaak", "--make", 0), "--make"), (("pazaak", "--seed", 3), "--seed is for --make")):
            done = hilltop("puzzle", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stderr)


class OverHttp(SharedServer):
    def judged(self, game, number, answer):
        status, judged = self.server.post(f"/api/puzzles/{game}/{number}", {"answer": answer})
        self.assertEqual(status, 200, judged)
        return judged

    def test_puzzles_are_listed_shown_and_judged(self):
        for page in ("/puzzles", "/puzzles/gomoku/1"):
            self.assertEqual(self.server.ask("GET", page)[0], 200)
        listed = self.server.get("/api/puzzles")
        day = (datetime.date.fromisoformat(listed["day"]) - datetime.date(1970, 1, 1)).days
        self.assertEqual([(game["game"], game["count"], game["today"]) for game in listed["games"]],
                         [(game, count, of_day(day, game)) for game, count in COUNTS.items()])
        legal = {"gomoku": ["0,0"], "pazaak": ["stand"], "yahtzee": ["roll", "ch", "1s", "y", "6s"]}
        for game, answers in legal.items():
            puzzle = self.server.get(f"/api/puzzles/{game}/2")
            self.assertEqual(puzzle["scene"]["to_move"], puzzle["scene"]["seat"])
            self.assertIsNone(puzzle["scene"]["result"])
            said = (self.server.post(f"/api/puzzles/{game}/2", {"answer": answer}) for answer in answers)
            judged = next(answer for status, answer in said if status == 200)
            best = judged["best"][0]
            again = self.judged(game, 2, best["typed"])
            self.assertTrue(again["right"])
            self.assertEqual(again["choice"]["typed"], best["typed"])
            self.assertEqual(again["best"], judged["best"])
            if puzzle["plies"] is None:
                cost = puzzle["costs"][0]["worth"]
                self.assertEqual(best["lost"][cost], 0)
                self.assertGreater(judged["best"][1]["lost"][cost], 0)
                if not judged["right"]:
                    self.assertGreaterEqual(judged["choice"]["lost"][cost], judged["best"][1]["lost"][cost])
            else:
                self.assertFalse(judged["right"])
                self.assertEqual(len(best["line"]), puzzle["plies"])

    def test_what_cannot_be_judged_says_why(self):
        for path in ("/api/puzzles/chess/1", "/api/puzzles/pig/1", "/api/puzzles/pazaak/0",
                     "/api/puzzles/pazaak/501", "/api/puzzles/pazaak/x"):
            for method, body in (("GET", None), ("POST", '{"answer": "stand"}')):
                status, _, text = self.server.ask(method, path, body)
                self.assertEqual(status, 404, path)
                self.assert_translated(json.loads(text)["error"])
        for body, expected in (("x", 400), ("[]", 400), ("{}", 400), ('{"answer": 3}', 400),
                               ('{"answer": "dance"}', 422), ('{"answer": ""}', 422),
                               ('{"answer": "' + "x" * 2000 + '"}', 413)):
            self.assertEqual(self.server.ask("POST", "/api/puzzles/pazaak/1", body)[0], expected, body[:40])


if __name__ == "__main__":
    unittest.main()
