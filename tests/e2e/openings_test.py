"""Openings from a file, the count of distinct games, and files of all games, of Gomoku contests."""

import json
import re
import shutil
import subprocess
import unittest

import program
from program import bot_folder, complaints, contest_file, scratch

# Lays on the first free point, and opens and chooses always alike: its games repeat.
FIRST = """
import re, sys
for line in sys.stdin:
    kind, _, text = line.partition(" ")
    if kind == "EXIT": break
    taken = {(int(x), int(y)) for x, y in re.findall(r"\\((\\d+),(\\d+)\\)", text)}
    free = [(x, y) for x in range(15) for y in range(15) if (x, y) not in taken]
    print({"A": "(7,7)(3,3)(9,4)", "B": "B", "C": "B"}.get(kind, "(%d,%d)" % free[0]), flush=True)
"""
# Lays on the last one instead, with a note on its search.
LAST = FIRST.replace("free[0]", "free[-1]").replace(
    "    print(", "    print('# eval +%d depth 3 nodes 17' % len(taken), flush=True)\n    print(")

BOOK = """# three openings
H8 I9 J8 K2
-7,-7, -6,-4, -5,-1, 7,-4
B2 O15 H8 A5
"""
CONTEST = """[contest]
name = "from openings"
game = "gomoku"
rules = "{rules}"
[switches]
openings = "{openings}"
[format]
kind = "round-robin"
{format}
[[bot]]
house = "greedy"
[[bot]]
house = "random"
"""


def turned(point, symmetry):
    x, y = point
    x, y = (14 - x, y) if symmetry & 1 else (x, y)
    x, y = (x, 14 - y) if symmetry & 2 else (x, y)
    return (y, x) if symmetry & 4 else (x, y)


def stones(position):
    """The stones of a position as the program writes it: a set of (x, y, colour)."""
    return frozenset((int(x), int(y), colour)
                     for x, y, colour in re.findall(r'\(\((\d+),(\d+)\),"([BW])"\)', position))


def image(board, symmetry):
    return frozenset((*turned((x, y), symmetry), colour) for x, y, colour in board)


def book_boards(text):
    """Reads a file of openings without the program: a board for each."""
    boards = []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if re.match(r"[A-Za-z]", line):
            points = [(ord(x.upper()) - 65, int(y) - 1)
                      for x, y in re.findall(r"([A-Za-z])(\d+)", line)]
        else:
            points = [(int(x) + 7, int(y) + 7)
                      for x, y in re.findall(r"(-?\d+)\s*,\s*(-?\d+)", line)]
        if points:
            boards.append(frozenset((*point, "BW"[i % 2]) for i, point in enumerate(points)))
    return boards


def sgf_games(text):
    """Reads a collection by the grammar of FF[4]: a list of games, each a list of nodes, each a
    list of (property, value)."""
    games, at = [], 0

    def skip():
        nonlocal at
        while at < len(text) and text[at].isspace():
            at += 1

    def take(sign):
        nonlocal at
        skip()
        assert text[at] == sign, (at, text[at:at + 20], sign)
        at += 1

    skip()
    while at < len(text):
        take("(")
        nodes = []
        skip()
        while text[at] == ";":
            at += 1
            node = []
            skip()
            while text[at].isupper():
                name = ""
                while text[at].isupper():
                    name, at = name + text[at], at + 1
                take("[")
                value = ""
                while text[at] != "]":
                    if text[at] == "\\":
                        at += 1
                    value, at = value + text[at], at + 1
                at += 1
                node.append((name, value))
                skip()
            nodes.append(node)
        take(")")
        games.append(nodes)
        skip()
    return games


class Openings(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"
        self.book = self.folder / "book.txt"
        self.book.write_text(BOOK, "utf-8")

    def contest(self, rules="koth", openings="book.txt", format="", name="contest.toml"):
        return contest_file(self.folder, CONTEST.format(**locals()), name)

    def command(self, *arguments):
        return program.hilltop(*arguments, "--store", self.store)

    def ran(self, *arguments):
        done = self.command(*arguments)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""), arguments)
        return done.stdout

    def exported(self, option, name, *more):
        file = self.folder / name
        self.assertEqual(self.ran("report", option, file, *more), f"{file}\n")
        return file.read_text("utf-8")

    def samples(self):
        return [json.loads(line) for line in self.exported("--samples", "s.jsonl").splitlines()]

    def begins(self):
        """By the number of the game: its first position, who had black, and who moved first."""
        begins = {}
        for line in self.samples():
            number = int(line["game"].split(":")[1])
            if number in begins:
                continue
            position = line["position"]
            black = int(re.search(r" black (\d) ", position)[1])
            first = re.search(r"to move (.)", position)[1]
            bots = line["game"].split(":")[0].split("-")
            in_black = line["bot"] if line["seat"] == black else \
                next(bot for bot in bots if bot != line["bot"])
            begins[number] = (stones(position), in_black, first)
        return [begins[number] for number in sorted(begins)]

    def test_each_is_played_from_both_sides_and_then_in_another_symmetry(self):
        for rules, seed in ("koth", 1), ("swap2", 5):
            boards = book_boards(BOOK)
            self.ran("run", self.contest(rules, format="games = 48"), "--seed", seed)
            begins = self.begins()
            self.assertEqual(len(begins), 48)
            seen = set()
            for deal in range(24):
                (one, black, _), (other, other_black, _) = begins[2 * deal:2 * deal + 2]
                self.assertEqual(one, other)
                self.assertEqual({black, other_black}, {"greedy", "random"})
                seen.add(one)
                opening = [i for i, board in enumerate(boards)
                           if any(image(board, s) == one for s in range(8))]
                self.assertEqual(len(opening), 1)
                if deal % 3 == 0:
                    of_round = set()
                of_round.add(opening[0])
                if deal % 3 == 2:
                    self.assertEqual(of_round, {0, 1, 2})
            self.assertEqual(len(seen), 24)  # every opening in every symmetry
            self.assertEqual({first for _, _, first in begins}, {"B"})  # all have four stones

    def test_who_moves_first_is_that_of_the_rules(self):
        self.book.write_text("H8 I9 J8\n", "utf-8")
        for rules, first in ("koth", "B"), ("swap2", "W"):
            self.ran("run", self.contest(rules))
            begins = self.begins()
            self.assertEqual(len(begins), 2)  # without games: each opening from both sides
            self.assertEqual({who for _, _, who in begins}, {first})

    def test_the_contents_count_and_not_the_path(self):
        table = self.ran("run", self.contest())
        digest = table.split("digest ")[1]
        shutil.copy(self.book, self.folder / "same.txt")
        again = self.command("run", self.contest(openings="same.txt"))
        self.assertIn(digest, again.stdout)
        self.assertIn("reused 1 of 1", again.stderr)
        # The file changes between two runs on one store: nothing old is shown for the new.
        self.book.write_text("A1 C3 D1 E5\n", "utf-8")
        done = self.command("run", self.contest())
        self.assertNotIn("reused", done.stderr)
        self.assertEqual([board for board, _, _ in self.begins()][0],
                         self.begins()[1][0])
        self.assertNotEqual(done.stdout.split("digest ")[1], digest)
        # A store tells its contest without the file.
        self.book.unlink()
        self.assertIn(done.stdout.split("digest ")[1].strip(), self.ran("show"))
        self.assertIn("(1 played again, 0 replayed), 0 that differ", self.ran("verify"))

    def test_workers_change_nothing(self):
        digests = {self.ran("run", self.contest(format="games = 24"), "--fresh", "--jobs", jobs)
                   .split("digest ")[1] for jobs in (1, 3)}
        self.assertEqual(len(digests), 1)

    def test_a_file_that_cannot_be_used(self):
        long = " ".join(f"{chr(65 + x)}{y + 1}" for y in range(15) for x in
                        ([i for i in range(15)] if y % 4 < 2 else [*range(1, 15), 0]))
        files = {
            b"H8 x": ":1:4: a stone is an offset from the centre",
            b"H8 I9\n\nH8 H8": ":3:4: the opening has a stone there already",
            b"H8 8,0": ":1:4: the stone is off the board",
            (long + " A1").encode(): ":1:301: an opening has at most 100 stones",
            b"A1 A2 B1 B2 C1 C2 D1 D2 E1": ":1:25: the stone completes a row of five",
            b"H8 I9\r\nH8 G9\r\n": ":2:1: the same position as line 1",
            b"\xef\xbb\xbf": ": there are no openings in this file",
            b"\xff\xfe\x00\x00": ":1:1: a stone is",
            b"A1\n" * 200_000: ": cannot read",
        }
        for content, says in files.items():
            self.book.write_bytes(content)
            for done in (self.command("run", self.contest()),
                         program.hilltop("compare", "gomoku", "greedy", "random", "--openings",
                                         self.book)):
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn("book.txt", done.stderr)
                self.assertIn(says.replace(": cannot read", "larger than 262144 bytes"),
                              done.stderr)
        (self.folder / "folder").mkdir()
        for path, says in (("folder", "it is a folder"), ("/dev/zero", "it is not a file"),
                           ("none.txt", "No such file"), ("", "it is a folder")):
            done = self.command("run", self.contest(openings=path))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, rf"contest\.toml:6: openings: cannot read .*{says}")

    def test_windows_line_ends_and_a_byte_order_mark_change_nothing(self):
        digest = self.ran("run", self.contest()).split("digest ")[1]
        self.book.write_bytes(b"\xef\xbb\xbf" + BOOK.replace("\n", "\r\n").encode())
        again = self.command("run", self.contest())
        self.assertIn(digest, again.stdout)
        self.assertIn("reused 1 of 1", again.stderr)

    def test_a_name_in_another_alphabet_before_the_key(self):
        """Columns of TOML count characters, and the text is changed by bytes."""
        text = CONTEST.format(rules="koth", openings="book.txt", format="").replace(
            '[switches]\nopenings = "book.txt"',
            "[switches] # é\n'openings' = 'book.txt' # 五目並べ")
        self.ran("run", contest_file(self.folder, text, "é.toml"))
        self.assertIn("digest", self.ran("show"))
        inline = CONTEST.format(rules="koth", openings="book.txt", format="").replace(
            '[switches]\nopenings = "book.txt"\n', "").replace(
            "[contest]", 'switches = { openings = "book.txt", first_to_move = "balance" }\n[contest]')
        self.ran("run", contest_file(self.folder, inline, "inline.toml"))
        self.assertIn("digest", self.ran("show"))

    def test_what_does_not_go_with_openings(self):
        for format, says in (('deals = "fresh"', "each opening is played from both sides"),
                             ("games = 3", "games must be an even number")):
            done = self.command("run", self.contest(format=format))
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)
        done = program.hilltop("compare", "pazaak", "kid", "bold", "--openings", self.book)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--openings is not for pazaak", done.stderr)

    def test_the_books_come_with_the_program(self):
        for rules in "koth", "swap2":
            book = program.HOME / "src/games/gomoku/openings" / f"{rules}.txt"
            boards = book_boards(book.read_text("utf-8"))
            self.assertEqual(len(boards), 100)
            self.ran("run", self.contest(rules, openings=rules))
            begins = {board for board, _, _ in self.begins()}
            images = {image(board, s) for board in boards for s in range(8)}
            self.assertEqual(len(begins), 100)
            self.assertLessEqual(begins, images)

    def test_compare_and_play_take_them_too(self):
        told = program.report("compare", "gomoku", "random", "greedy", "--openings", self.book,
                              "--elo0", -5, "--elo1", 5)
        self.assertLessEqual(told["bots"][0]["games"], 48)  # 16 of each opening
        by_set = program.report("compare", "gomoku", "random", "greedy", "--set",
                                f"openings={self.book}", "--elo0", -5, "--elo1", 5)
        self.assertEqual(by_set, told)
        log = program.ran("play", "gomoku", "greedy", "random", "--openings", "swap2", "--games",
                          2, "--log")
        begun = re.findall(r"Gomoku: (.*) has black and .* white, from (.*); ", log)
        self.assertEqual(len(begun), 2)
        self.assertEqual(begun[0][1], begun[1][1])
        self.assertNotEqual(begun[0][0], begun[1][0])


class Distinct(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"
        self.bots = [bot_folder(self.folder, name, script, interpreter="python3")
                     for name, script in (("First", FIRST), ("Last", LAST))]

    def contest(self, games):
        return contest_file(self.folder, f"""[contest]
game = "gomoku"
[switches]
move_ms = 60000
[format]
kind = "round-robin"
games = {games}
[[bot]]
folder = "{self.bots[0]}"
[[bot]]
folder = "{self.bots[1]}"
""")

    def shown(self, games, *more):
        done = program.hilltop("run", self.contest(games), "--store", self.store, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, json.loads(program.ran("show", "--store", self.store, "--format",
                                                   "json"))

    def test_a_repeated_game_counts_once(self):
        text, twice = self.shown(2)
        self.assertIn("2 games, seed", text)
        text, often = self.shown(6)
        self.assertIn("6 games (2 distinct), seed", text)
        self.assertEqual((twice["distinct_games"], often["distinct_games"]), (2, 2))
        self.assertEqual([pair["games"] for pair in often["pairs"]], [6])
        self.assertEqual([pair["distinct_games"] for pair in often["pairs"]], [2])
        self.assertEqual(often["ratings"], twice["ratings"])
        page = self.folder / "page"
        program.ran("report", "--store", self.store, "--html", page)
        self.assertIn("6 games (2 distinct)", (page / "index.html").read_text("utf-8"))

    def test_a_comparison_counts_a_repeated_game_once(self):
        told = program.report("compare", "gomoku", *self.bots, "--max-games", 6)
        self.assertEqual(told["bots"][0]["games"], 6)
        self.assertEqual(told["distinct_games"], 2)
        self.assertEqual(sum(told["pentanomial"]), 1)
        self.assertEqual((told["by_games"]["number"], told["by_deals"]["number"]), (2, 1))
        self.assertIsNone(told["sprt"]["accepted"])
        once = program.report("compare", "gomoku", *self.bots, "--max-games", 2)
        for key in "by_games", "by_deals", "sprt", "pentanomial":
            self.assertEqual(once[key], told[key])
        text = program.hilltop("compare", "gomoku", *self.bots, "--max-games", 4).stdout
        self.assertIn("2 of the games are distinct, of 1 deals", text)

    def test_other_games_say_nothing_of_it(self):
        told = program.report("compare", "pazaak", "kid", "bold", "--max-games", 64)
        self.assertEqual(told["distinct_games"], 64)
        out = program.hilltop("compare", "pazaak", "kid", "bold", "--max-games", 64).stdout
        self.assertNotIn("distinct", out)


class AllGames(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"
        (self.folder / "book.txt").write_text(BOOK, "utf-8")

    def run_contest(self, rules, bots, games=6):
        text = CONTEST.format(rules=rules, openings="book.txt", format=f"games = {games}")
        text = text[:text.index("[[bot]]")] + bots
        done = program.hilltop("run", contest_file(self.folder, text), "--store", self.store)
        self.assertEqual(done.returncode, 0, done.stderr)

    def exported(self, option, name, *more):
        file = self.folder / name
        done = program.hilltop("report", "--store", self.store, option, file, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return file.read_text("utf-8")

    def lines(self):
        return [json.loads(line)
                for line in self.exported("--games", "g.jsonl", "--moves").splitlines()]

    def house_and_folder(self):
        folder = bot_folder(self.folder, "Piskvorky 9x9", LAST, interpreter="python3")
        return f'[[bot]]\nhouse = "greedy"\n[[bot]]\nfolder = "{folder}"\n'

    def test_sgf_has_every_game_in_order(self):
        self.run_contest("koth", self.house_and_folder())
        text = self.exported("--games", "all.sgf")
        games, lines = sgf_games(text), self.lines()
        self.assertEqual(len(games), len(lines))
        for nodes, line in zip(games, lines):
            moves = [value for node in nodes[1:] for name, value in node if name in "BW"]
            self.assertEqual(len(moves), len(set(moves)))
            steps = [re.findall(r"\d+", step["move"]) for step in line["steps"] if step["move"]]
            self.assertEqual(moves[4:], ["abcdefghijklmno"[int(x)] + "abcdefghijklmno"[int(y)]
                                         for x, y in steps])
            result = dict(nodes[0])["RE"]
            winner = next((s["bot"] for s in line["seats"] if s["result"] == "won"), None)
            self.assertEqual(dict(nodes[0])["PB" if result[0] == "B" else "PW"].lower(),
                             winner.lower())
            self.assertTrue(dict(nodes[0])["GN"].endswith(f":{line['number']}"))
        if shutil.which("sgf2dg"):
            done = subprocess.run(["sgf2dg", "-converter", "ASCII", "all.sgf"], cwd=self.folder,
                                  capture_output=True, text=True, timeout=program.PATIENCE_S)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            art = (self.folder / "all.ascii").read_text()
            self.assertIn("Black: ", art)

    def test_psq_has_every_game_in_order(self):
        self.run_contest("swap2", self.house_and_folder())
        games = [game.splitlines() for game in
                 re.split(r"^(?=Piskvorky )", self.exported("--games", "all.psq"), flags=re.M) if game]
        lines = self.lines()
        self.assertEqual(len(games), len(lines))
        for game, line in zip(games, lines):
            head, *moves, black, white, end = game
            self.assertRegex(head, r"^Piskvorky 15x15, ")
            self.assertEqual(end, "0")
            points = [tuple(map(int, move.split(",")[:2])) for move in moves]
            self.assertEqual(len(points), len(set(points)))
            self.assertEqual([f"({x - 1},{y - 1})" for x, y in points[4:]],
                             [step["move"] for step in line["steps"]])
            self.assertEqual({black, white}, {"Greedy", "bot Piskvorky 9x9"})

    def test_a_game_that_psq_cannot_hold_is_named(self):
        (self.folder / "book.txt").write_text("H8 I9 J8\n", "utf-8")
        self.run_contest("koth", '[[bot]]\nhouse = "greedy"\n[[bot]]\nhouse = "random"\n', 2)
        file = self.folder / "all.psq"
        done = program.hilltop("report", "--store", self.store, "--games", file)
        self.assertEqual(done.returncode, 2)
        self.assertIn("greedy-random:1: a file of Piskvork cannot hold this game", done.stderr)
        self.assertFalse(file.exists())

    def test_samples_are_positions_with_search_and_result(self):
        self.run_contest("koth", self.house_and_folder())
        games = {line["game"]: line for line in self.lines()}
        boards = {image(board, s) for board in book_boards(BOOK) for s in range(8)}
        samples = [json.loads(line) for line in self.exported("--samples", "s.jsonl").splitlines()]
        self.assertEqual(len(samples), sum(len(game["steps"]) for game in games.values()))
        board = None
        for sample in samples:
            game = games[sample["game"]]
            step = game["steps"][sample["step"] - 1]
            self.assertEqual((sample["move"], sample["seat"]), (step["move"], step["seat"]))
            self.assertEqual(sample["result"], game["seats"][sample["seat"]]["result"])
            self.assertEqual(sample["bot"], game["seats"][sample["seat"]]["bot"])
            now = stones(sample["position"])
            self.assertEqual(stones(sample["asked"]), now)
            if sample["step"] == 1:
                self.assertIn(now, boards)
            else:  # the position is the one before, and the move made there
                self.assertEqual(now, board)
            colour = re.search(r"to move (.)", sample["position"])[1]
            x, y = map(int, re.findall(r"\d+", sample["move"]))
            board = now | {(x, y, colour)}
            if sample["bot"] == "Piskvorky 9x9":
                self.assertEqual((sample["eval"], sample["depth"], sample["nodes"]),
                                 (f"+{len(now)}", 3, 17))
            else:
                self.assertNotIn("eval", sample)

    def test_the_champion_tells_its_search(self):
        self.run_contest("koth", '[[bot]]\nhouse = "champion"\n[[bot]]\nhouse = "random"\n', 2)
        for sample in map(json.loads, self.exported("--samples", "s.jsonl").splitlines()):
            self.assertEqual("eval" in sample, sample["bot"] == "champion")
            if sample["bot"] == "champion":
                self.assertRegex(sample["eval"], r"^[+-]M?\d+$")

    def test_samples_are_of_every_game(self):
        done = program.hilltop("run", "koth-pazaak", "--games", 2, "--store", self.store)
        self.assertEqual(done.returncode, 0)
        samples = [json.loads(line) for line in self.exported("--samples", "s.jsonl").splitlines()]
        lines = self.lines()
        self.assertEqual(len(samples), sum(line["decisions"] for line in lines))
        self.assertEqual({sample["result"] for sample in samples}, {"won", "lost"})

    def test_names_that_tell_no_form(self):
        self.run_contest("koth", '[[bot]]\nhouse = "greedy"\n[[bot]]\nhouse = "random"\n', 2)
        for arguments, says in ((("--games", "x.pgn"), "the name of 'x.pgn' does not tell"),
                                (("--games", "x.sgf", "--moves"), "--moves is for .jsonl and .csv"),
                                (("--samples", "x.sgf"), "ends in .jsonl"),
                                (("--games", "sgf"), "does not tell the form")):
            done = program.hilltop("report", "--store", self.store, *arguments, cwd=self.folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)
        program.hilltop("run", "koth-pazaak", "--games", 2, "--store", self.store)
        done = program.hilltop("report", "--store", self.store, "--games",
                               self.folder / "p.sgf")
        self.assertEqual(done.returncode, 2)
        self.assertIn("games of Simple Pazaak cannot be written as sgf", done.stderr)


if __name__ == "__main__":
    unittest.main()
