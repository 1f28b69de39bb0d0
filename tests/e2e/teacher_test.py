"""A teacher's walk: a class of students, many of whose folders are broken, and one command that
gives one ranking in which every student stands. HILLTOP_CLASS is the number of students."""

import csv
import os
import unittest

import program
from program import THRESHOLD_BOT as GOOD
from program import contest_file, hilltop, scratch

STUDENTS = int(os.environ.get("HILLTOP_CLASS", 45))

CONTEST = """[contest]
name = "The class"
game = "pazaak"
[switches]
move_ms = 1000
start_ms = 4000
[format]
kind = "swiss"
rounds = {rounds}
games = 2
[[bot]]
house = "kid"
[bots]
folder = "class"
"""
TURN = '    elif kind == "turn":\n'


def in_turn(statement):
    return GOOD.replace(TURN, f"{TURN}        {statement}\n")


def meta(text):
    return lambda folder: (folder / "meta").write_bytes(text)


def toml(text):
    return lambda folder: (folder / "bot.toml").write_text(text)


def source(text):
    return lambda folder: (folder / "bot.py").write_text(text)


def renamed(folder):
    (folder / "meta").rename(folder / "Meta.txt")


def nested(folder):
    (folder / "my bot").mkdir()
    (folder / "meta").rename(folder / "my bot" / "meta")


def without_meta(folder):
    (folder / "meta").unlink()


def meta_is_a_folder(folder):
    (folder / "meta").unlink()
    (folder / "meta").mkdir()


def meta_is_a_pipe(folder):
    (folder / "meta").unlink()
    os.mkfifo(folder / "meta")


REST = b"\npython3\nbot.py\n0\n"
# What is wrong with a folder, and a part of the reason that the teacher reads.
NOT_ENTERED = [
    (without_meta, "there is no file 'meta' of four lines"),
    (renamed, "rename 'Meta.txt'"),
    (nested, "the bot is in the folder 'my bot' below"),
    (meta(b""), "meta:1: the name is empty"),
    (meta(b"  " + REST), "meta:1: the name is empty"),
    (meta(b"TIE" + REST), "'TIE' is not allowed as a name"),
    (meta(b"x" * 65 + REST), "a name of 65 characters"),
    (meta(b"a\x1b[2J" + REST), "a control character"),
    (meta(b"Andr\xe9" + REST), "not UTF-8"),
    (meta(b"only a name\n"), "meta:2: this line is missing"),
    (meta(b"name\npython3\nbot.py\n"), "meta:4: this line is missing"),
    (meta(b"name\npython3\nbot.py\n0\nmore\n"), "meta:5: one line too many"),
    (meta(b"name\npython3\nbot.py\nno\n"), "'no' is neither 0 nor 1"),
    (meta(b"name\n\nbot.py\n0\n"), "meta:2: the command is empty"),
    (meta(b"name\n" + b"x" * 5000 + b"\n\n0\n"), "meta: larger than 4096 bytes"),
    (meta_is_a_folder, "meta: "),
    (meta_is_a_pipe, "meta: it is a pipe"),
    (meta(b"kid" + REST), "the name 'kid' is also that of a house bot"),
    # The names of the last student, who stays.
    (meta(b"Student %03d" % STUDENTS + REST), "looks like that of"),
    (meta(f"Stud\u0435nt {STUDENTS:03}".encode() + REST), "looks like that of"),
    (toml("game = pazaak\n"), "bot.toml:1: "),
    (toml('gmae = "pazaak"\n'), "unknown word 'gmae' in the file (did you mean 'game'?"),
    (toml('game = "yahtzee"\n'), "it plays yahtzee and not pazaak"),
    (toml('state = "sometimes"\n'), "state cannot be 'sometimes'"),
    (toml("[limits]\nmemory_mb = -1\n"), "memory_mb is a whole number"),
]
ENTERED = [
    (meta(b"No program\n./such-program\n\n0\n"), "did not start: "),
    (source("def choose(view:\n    pass\n"), "SyntaxError"),
    (source(in_turn("raise ValueError('what now')")), "ValueError: what now (bot.py:10)"),
    (source("import sys\nsys.exit(3)\n"), "exited with status 3"),
    (source(in_turn("print('I stand', flush=True); continue")), "malformed reply"),
    (source(in_turn("print('move', words[0], 'PLAY 9', flush=True); continue")),
     "illegal answer"),
    (source(in_turn("print('x' * 100000, flush=True)")), "line too long"),
    (toml('build = "echo no compiler; exit 1"\n'), "its build failed with status 1"),
    (source(GOOD.replace(", flush=True", "")), "perhaps its answer is not flushed"),
    (source(in_turn("while True: pass")), "timed out"),
]


class Teacher(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.expected = {}  # by folder: a part of the reason; none for a sound bot
        for number in range(1, STUDENTS + 1):
            name = f"student-{number:03}"
            folder = self.folder / "class" / name
            folder.mkdir(parents=True)
            (folder / "meta").write_text(f"Student {number:03}\npython3\nbot.py\n0\n")
            (folder / "bot.py").write_text(GOOD.replace("ENOUGH", str(12 + number % 8)))
            (folder / "bot.toml").write_text(f'author = "Author {number}"\nstate = "none"\n')
            spoilt = number - 1
            if spoilt < len(NOT_ENTERED + ENTERED):
                spoil, self.expected[name] = (NOT_ENTERED + ENTERED)[spoilt]
                spoil(folder)
        rounds = 3 if STUDENTS < 100 else 5
        self.contest = contest_file(self.folder, CONTEST.format(rounds=rounds), "class.toml")
        self.store = self.folder / "class.db"

    def test_one_command_grades_the_class(self):
        refused = hilltop("run", self.contest, "--store", self.store)
        self.assertEqual(refused.returncode, 2)
        self.assertTrue(refused.stderr.startswith(
            f"hilltop: {len(NOT_ENTERED)} folders cannot be entered:\n"), refused.stderr)
        self.assertTrue(refused.stderr.endswith("(--skip-broken plays without them)\n"))
        for number, (_, reason) in enumerate(NOT_ENTERED, 1):
            self.assertRegex(refused.stderr, rf"student-{number:03}[:/].*")
            self.assertIn(reason, refused.stderr)

        grades = self.folder / "grades.csv"
        done = hilltop("run", self.contest, "--store", self.store, "--skip-broken", "--grades",
                       grades)
        self.assertEqual(done.returncode, 0, done.stderr)
        program.ran("report", "--store", self.store, "--html", self.folder / "page")
        page = (self.folder / "page" / "index.html").read_text("utf-8")
        self.assertRegex(page, r"hilltop run \S+ --skip-broken --")
        with grades.open(newline="") as file:
            rows = {row["folder"]: row for row in csv.DictReader(file)}
        self.assertEqual(sorted(rows),
                         sorted(folder.name for folder in (self.folder / "class").iterdir()))
        entered = 0
        for folder, row in rows.items():
            reason = self.expected.get(folder)
            number = int(folder[-3:])
            if number <= len(NOT_ENTERED):
                self.assertTrue(row["reason"].startswith("not entered: "), row)
                self.assertIn(reason, row["reason"])
                self.assertEqual((row["rank"], row["points"]), ("", "0"))
                continue
            entered += 1
            self.assertNotEqual(row["rank"], "", row)
            faults = sum(int(row[kind]) for kind in (
                "illegal", "malformed", "timed_out", "crashed", "line_too_long", "not_started",
                "out_of_turn"))
            if reason is None:
                self.assertEqual(faults, 0, row)
            else:
                self.assertGreater(faults, 0, row)
                self.assertIn(reason, done.stdout)
                if row["points"] == "0":
                    self.assertIn(reason, row["reason"])
        self.assertEqual(entered, STUDENTS - len(NOT_ENTERED))

        shown = program.json.loads(hilltop("show", "--store", self.store, "--format",
                                           "json").stdout)
        self.assertEqual(len(shown["not_entered"]), len(NOT_ENTERED))
        self.assertEqual({row["bot"] for row in shown["standings"]} - {"kid"},
                         {row["bot"] for row in rows.values() if row["rank"]})
        again = self.folder / "again.csv"
        self.assertEqual(hilltop("report", "--store", self.store, "--grades", again, "--html",
                                 self.folder / "page").returncode, 0)
        self.assertEqual(again.read_bytes(), grades.read_bytes())
        page = (self.folder / "page" / "index.html").read_text()
        for folder in rows:
            self.assertIn(rows[folder]["bot"] or folder, page)


if __name__ == "__main__":
    unittest.main()
