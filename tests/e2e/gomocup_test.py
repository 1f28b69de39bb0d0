"""Engines of Gomocup in contests: hilltop-gomocup between the arena and them, and hilltop-pbrain,
the house bot Greedy, at the far end."""

import json
import pathlib
import re
import shutil
import subprocess
import unittest

from program import (EXAMPLES, GOMOKU, HOME, PROGRAM, contest_file, hilltop, ran, scratch,
                     without_times)

CONTEST = GOMOKU + """[ranking]
points = {{ win = 2, tie = 1, loss = 0 }}
"""
FIRST_TO_MOVE = {"koth": "black", "swap2": "balance"}
# Time limits that no honest engine exceeds, even on a loaded machine.
PATIENT = "--move-ms 60000 --start-ms 60000"

# Options of hilltop-pbrain, and the expected request for an opening under `swap2`.
WAYS = {
    "knows": ("", re.compile(r"^SWAP2BOARD\n(\d+,\d+\n)*DONE$", re.M)),
    "colours": ("--colours", re.compile(r"^SWAP2BOARD\n(\d+,\d+,[12]\n)+DONE$", re.M)),
    "noise": ("--noise", re.compile(r"^SWAP2BOARD\n(\d+,\d+\n)*DONE$", re.M)),
    "no-swap2": ("--no-swap2", re.compile(r"^SWAP2BOARD\n(\d+,\d+\n)*DONE$", re.M)),
}

# An engine that plays the first free point, and from the first TURN on does what its argument says.
SINNER = r"""
import sys, time

def say(text):
    print(text, flush=True)

sin, taken, asked = sys.argv[1], set(), False
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "START":
        say("ERROR only 20" if sin == "refuses" else "OK")
    elif word == "ABOUT":
        say('name="Sinner"')
    elif word[:1].isdigit():
        taken.add(tuple(map(int, word.split(",")[:2])))
    elif word == "TURN" and sin == "hangs":
        time.sleep(1000)
    elif word == "TURN" and sin == "leaves":
        say("16,3")
    elif word == "TURN" and sin == "quits":
        sys.exit(3)
    elif word == "TURN" and sin == "floods":
        while True:
            say("MESSAGE " + "x" * 1000)
    elif word == "SWAP2BOARD" and sin == "miscounts":
        say("1,1 2,2")
    elif word in ("DONE", "TURN"):
        if rest:
            taken.add(tuple(map(int, rest.split(","))))
        point = next((x, y) for x in range(15) for y in range(15) if (x, y) not in taken)
        taken.add(point)
        say("%d,%d" % point)
"""
# An engine with the manners of some that exist. It plays the first free point, and answers
# SWAP2BOARD by three stones or by SWAP.
#
#   slow      needs half a second after INFO, and gives up if it is told anything before its answer to ABOUT
#   drops     does not read the first line after each of its moves
#   errors    says ERROR to each line that it does not know: INFO, RESTART, SWAP2BOARD, its stones
#   ignores   says nothing to these lines
#   overruns  never answers the third question for a stone
#   leaves    ends when it is told to begin another game
MANNERED = r"""
import os, select, sys, time

manner, taken, reading, stones = sys.argv[1], set(), None, 0
unread = b""

def line():
    global unread
    while b"\n" not in unread:
        more = os.read(0, 4096)
        if not more:
            sys.exit()
        unread += more
    first, _, unread = unread.partition(b"\n")
    return first.decode().strip()

def say(text):
    os.write(1, text.encode() + b"\r\n")

def move(text):
    say(text)
    if manner == "drops":
        line()

def place():
    global stones
    stones += 1
    if manner == "overruns" and stones == 3:
        time.sleep(1000)
    point = next((x, y) for x in range(15) for y in range(15) if (x, y) not in taken)
    taken.add(point)
    move("%d,%d" % point)

while True:
    said = line()
    word, _, rest = said.partition(" ")
    knows = manner not in ("errors", "ignores")
    if word == "END":
        break
    if word == "START":
        say("OK")
    elif word == "ABOUT":
        if manner == "slow":
            time.sleep(0.5)
            if unread or select.select([0], [], [], 0)[0]:
                sys.exit("it was told more before it was ready")
            manner = ""
        say('name="%s"' % manner)
    elif word == "INFO" and manner != "errors":
        pass
    elif word == "RESTART" and manner == "leaves" and stones:
        break
    elif word == "RESTART" and knows:
        taken.clear()
        say("OK")
    elif word == "BOARD" or word == "SWAP2BOARD" and knows:
        reading = word
        taken.clear()
    elif word[:1].isdigit() and reading:
        taken.add(tuple(map(int, word.split(",")[:2])))
    elif word == "DONE" and reading:
        if reading == "BOARD":
            place()
        else:
            move("7,7 7,8 8,8" if not taken else "SWAP")
        reading = None
    elif word == "TURN":
        taken.add(tuple(map(int, rest.split(","))))
        place()
    elif manner == "errors":
        say("ERROR what is " + said + "?")
"""
# The expected report of each: the arena's words, then the adapter's.
SINS = {
    "leaves": r"illegal answer: .*coordinates are 0 to 14",
    "quits": r"crashed: .*engine exited with status 3'",
    "refuses": r"crashed: .*engine refuses a board of 15 x 15: 'ERROR only 20''",
    "miscounts": r"malformed reply: .*got 'answers SWAP2BOARD with '1,1 2,2'",
}
# Whatever process stands between, these have no answer in time.
LATE = {
    "hangs": r"timed out after 500 ms \(no output\)",
    "floods": r"timed out after 500 ms \(no output\)",
}


def engine(parent, name, script, arguments="", options=PATIENT, shebang="#!/bin/sh"):
    """Makes a bot's folder with an engine of one script, as in docs/gomocup.md."""
    folder = parent / name
    folder.mkdir(parents=True)
    file = folder / "engine"
    file.write_text(f"{shebang}\n{script}\n")
    file.chmod(0o755)
    (folder / "meta").write_text(
        f"{name}\nhilltop-gomocup\n{options} ./engine {arguments}\n0\n")
    return folder


def sinner(parent, sin, rules):
    return engine(parent, sin, SINNER, sin, f"{PATIENT} --first-to-move {FIRST_TO_MOVE[rules]}",
                  "#!/usr/bin/env python3")


def mannered(parent, manner, rules, options=PATIENT):
    return engine(parent, manner, MANNERED, manner,
                  f"{options} --first-to-move {FIRST_TO_MOVE[rules]}", "#!/usr/bin/env python3")


def greedy(parent, name, manners, rules, keeps="tee -a heard"):
    """Greedy behind the protocol; records what it hears in the file `heard`."""
    return engine(parent, name, f"{keeps} | hilltop-pbrain {manners}",
                  options=f"{PATIENT} --first-to-move {FIRST_TO_MOVE[rules]}")


# What a bot whose process stays writes into its folder is gone with it.
TELLS = 'while IFS= read -r line; do printf "heard %s\\n" "$line" >&2; printf "%s\\n" "$line"; done'


def heard_by(name, errors):
    """Returns what an engine that tells has heard, from its processes' stderr, where a line of another of
    them may have begun before it."""
    lines = [line.split("heard ", 1)[1].strip("\r") for line in errors.splitlines()
             if line.startswith(f"{name}: ") and "heard " in line]
    return "".join(line + "\n" for line in lines)


def heard(folder):
    return (folder / "heard").read_text().replace("\r", "")


def play(contest, bots, errors=None):
    """Returns the report of a contest; adds what engines write to stderr to a list. One worker plays,
    so that the lines of two processes of an engine do not mix."""
    done = hilltop("run", contest, "--bots", bots, "--seed", 7, "--format", "json", "--jobs", 1,
                   *([] if errors is None else ["--stderr", "all"]))
    assert done.returncode == 0, done.stderr
    if errors is not None:
        errors.append(done.stderr)
    return json.loads(done.stdout)


def debugged(*arguments, move_ms=60_000):
    """Returns the output of `hilltop debug` without times; ignores what engines write to stderr."""
    done = hilltop("debug", *arguments, "--game", "gomoku", "--set", f"move_ms={move_ms}")
    assert done.returncode == (1 if "\n! " in without_times(done.stdout) else 0), done.stderr
    return without_times(done.stdout)


class Engines(unittest.TestCase):
    def test_play_whole_contests_and_the_same_again(self):
        for rules in FIRST_TO_MOVE:
            with self.subTest(rules):
                folder = scratch(self)
                contest = contest_file(folder, CONTEST.format(rules=rules, games=2))
                bots = folder / "bots"
                engines = {way: greedy(bots, way, manners, rules)
                           for way, (manners, _) in WAYS.items()}
                for name in ("python", "cpp"):
                    shutil.copytree(EXAMPLES / name, bots / name)
                first = play(contest, bots)
                if rules == "swap2":  # in koth, Staying
                    self.assertEqual(play(contest, bots)["digest"], first["digest"])
                self.assertEqual({pair["games"] for pair in first["pairs"]}, {2})
                self.assertEqual({row["faults"] for row in first["standings"]}, {0}, first)
                for way, (_, asked) in WAYS.items():
                    text = heard(engines[way])
                    self.assertEqual(bool(asked.search(text)), rules == "swap2", (way, rules))
                    self.assertEqual(text.count("START 15\n"), text.count("END\n"))
                    thinks = re.findall(r"^(?:BOARD|TURN .*)$", text, re.M)
                    times = re.findall(r"^INFO time_left 2147483647\n(?:BOARD|TURN .*)$", text,
                                       re.M)
                    self.assertEqual(len(thinks), len(times))
                    self.assertGreater(len(times), 50)

    def test_play_as_they_are(self):
        for rules in FIRST_TO_MOVE:
            with self.subTest(rules):
                folder = scratch(self)
                contest = contest_file(folder, CONTEST.format(rules=rules, games=2))
                bots = folder / "bots"
                for manner in ("slow", "drops", "errors", "ignores"):
                    mannered(bots, manner, rules)
                greedy(bots, "Greedy", "", rules)
                found = play(contest, bots)
                self.assertEqual({row["bot"]: row["faults"] for row in found["standings"]},
                                 dict.fromkeys(("slow", "drops", "errors", "ignores", "Greedy"), 0))

    def test_what_an_engine_says_of_its_search_is_kept(self):
        folder = scratch(self)
        bot = engine(folder / "bots", "thinker", SINNER.replace(
            'point = next(', 'say("MESSAGE Depth 7-9 | Eval -M4 | Node 12K")\n        point = next('),
            "thinks", PATIENT, "#!/usr/bin/env python3")
        contest = contest_file(folder, CONTEST.format(rules="koth", games=2)
                               + f'[[bot]]\nhouse = "random"\n[[bot]]\nfolder = "{bot}"\n')
        ran("run", contest, "--store", folder / "store")
        game = ("replay", "random,thinker:1", "--store", folder / "store", "--format")
        replay = json.loads(ran(*game, "json"))
        thinker = [seat["bot"] for seat in replay["seats"]].index("thinker")
        said = {"eval": "-M4", "depth": 7, "nodes": 12000}
        kept = [step.items() & said.items() for step in replay["steps"]
                if step["seat"] == thinker]
        self.assertGreater(kept.count(said.items()), 2)
        self.assertFalse([step for step in replay["steps"]
                          if step["seat"] != thinker and "eval" in step])
        self.assertEqual(ran(*game, "sgf").count("eval -M4 depth 7 nodes 12000"),
                         kept.count(said.items()))

    def test_play_both_colours_from_either_seat(self):
        for rules in FIRST_TO_MOVE:
            for way, (manners, _) in WAYS.items():
                with self.subTest(rules=rules, way=way):
                    bot = greedy(scratch(self), way, manners, rules)
                    told = debugged(bot, "--against", "random", "--rules", rules, "--games", 12,
                                    "--seed", 7)
                    self.assertNotIn("\n! ", told)
                    lines = [line for line in told.splitlines() if line[:2] in ("> ", "< ")]
                    seen = {colour
                            for i, line in enumerate(lines[:-1]) if line[:2] == "< "
                            for x, y in re.findall(r"\((\d+),(\d+)\)", line)[:1]
                            for colour in re.findall(rf'\(\({x},{y}\),"(.)"\)', lines[i + 1])
                            if lines[i - 1][2].isdigit()}
                    self.assertEqual(seen, {"B", "W"})
                    self.assertLessEqual({"> A", "> B"}, {line[:3] for line in lines})

    def test_time_and_limits_are_told(self):
        folder = engine(scratch(self), "timed", "tee -a heard | hilltop-pbrain --no-swap2",
                        options="--move-ms 50000 --game-ms 9000000 --memory-mb 7 --max-node 12345")
        self.assertNotIn("\n! ", debugged(folder, "--against", "random", "--games", 2))
        text = heard(folder)
        for line in ("timeout_turn 49800", "timeout_match 9000000", "max_memory 7340032",
                     "max_node 12345", "rule 0", "game_type 2", f"folder {folder.resolve()}"):
            self.assertIn(f"INFO {line}\n", text)
        left = [int(ms) for ms in re.findall(r"time_left (\d+)\n", text.split("END")[0])]
        self.assertEqual(left, sorted(left, reverse=True))
        self.assertLessEqual(left[0], 9000000)
        self.assertLess(left[-1], left[0])

    def test_log_has_what_the_engine_hears_and_says(self):
        folder = engine(scratch(self), "logged", "exec hilltop-pbrain",
                        options=f"{PATIENT} --log engine.log")
        self.assertNotIn("\n! ", debugged(folder, "--against", "random", "--games", 2))
        log = (folder / "engine.log").read_text()
        lines = re.findall(r"^ *\d+\.\d{3} ms (.*)$", log, re.M)
        self.assertEqual(len(lines), log.count("\n"))
        self.assertEqual(len(re.findall(r"^\* engine against random, seed \d+$",
                                        "\n".join(lines), re.M)), 2)
        self.assertEqual(lines[1:3], ["> START 15", "< OK"])
        self.assertEqual([lines.count(f"> {word}") for word in ("START 15", "END")], [2, 2])
        self.assertRegex("\n".join(lines), r"> DONE\n< \d+,\d+\n")


class Staying(unittest.TestCase):
    """Engines whose process plays game after game, by RESTART."""

    def stays(self, folder, state="pairing"):
        (folder / "bot.toml").write_text(f'game = "gomoku"\nstate = "{state}"\nstays = true\n')
        return folder

    def test_play_as_those_that_start_anew(self):
        for rules in FIRST_TO_MOVE:
            with self.subTest(rules):
                folder = scratch(self)
                contest = contest_file(folder, CONTEST.format(rules=rules, games=4))
                anew, stay = folder / "anew", folder / "stay"
                for bots in (anew, stay):
                    for way, (manners, _) in WAYS.items():
                        made = greedy(bots, way, manners, rules, TELLS)
                        if bots == stay:
                            self.stays(made)
                errors, errors_anew = [], []
                played = play(contest, stay, errors)
                self.assertEqual(played["digest"], play(contest, anew, errors_anew)["digest"])
                self.assertEqual({row["faults"] for row in played["standings"]}, {0}, played)
                for way in WAYS:
                    text = heard_by(way, errors[0])
                    self.assertGreater(text.count("RESTART\n"), 0)
                    self.assertLess(text.count("START 15\n"),
                                    heard_by(way, errors_anew[0]).count("START 15\n"))
                    # The END of a process whose pairing is over comes when its engine gets to it.
                    bare = re.findall(r"(?<!INFO time_left 2147483647\n)RESTART\n",
                                      text.replace("END\n", ""))
                    self.assertEqual(bare, [], text)
                    self.assertEqual(len(re.findall(r"^INFO max_memory .*$", text, re.M)), 12)

    def test_those_that_do_not_begin_again_start_anew(self):
        for rules in FIRST_TO_MOVE:
            with self.subTest(rules):
                folder = scratch(self)
                contest = contest_file(folder, CONTEST.format(rules=rules, games=4))
                bots = folder / "bots"
                manners = ("drops", "errors", "ignores", "leaves")
                for manner in manners:
                    self.stays(mannered(bots, manner, rules))
                played = play(contest, bots)
                self.assertEqual({row["bot"]: row["faults"] for row in played["standings"]},
                                 dict.fromkeys(manners, 0))

    def test_a_fault_costs_its_game(self):
        bot = self.stays(sinner(scratch(self), "quits", "swap2"), "none")
        text = debugged(bot, "--against", "random", "--rules", "swap2", "--games", 3)
        self.assertEqual(len(re.findall("^! quits", text, re.M)), 3)
        self.assertEqual(len(re.findall(r"^\* started", text, re.M)), 3)


class Sinners(unittest.TestCase):
    def test_lose_their_own_games_only_and_are_named(self):
        folder = scratch(self)
        contest = contest_file(folder, CONTEST.format(rules="swap2", games=2))
        bots = folder / "bots"
        greedy(bots, "Honest", "", "swap2")
        (bots / "python").symlink_to(EXAMPLES / "python")
        honest = play(contest, bots)
        for sin in SINS:
            sinner(bots, sin, "swap2")
        crowded = play(contest, bots)
        names = {row["bot"] for row in honest["standings"]}
        self.assertEqual([pair for pair in crowded["pairs"] if {pair["a"], pair["b"]} <= names],
                         honest["pairs"])
        for row in crowded["standings"]:
            if row["bot"] in names:
                self.assertEqual(row["faults"], 0)
                self.assertGreaterEqual(row["won"], 2 * len(SINS))

    def test_are_named(self):
        for sin, account in (SINS | LATE).items():
            with self.subTest(sin):
                late = {"move_ms": 500} if sin in LATE else {}
                text = debugged(sinner(scratch(self), sin, "swap2"), "--against", "random",
                                "--rules", "swap2", "--games", 2, **late)
                self.assertRegex(text, account)
                self.assertEqual(len(re.findall(r"^= game", text, re.M)), 2, text)

    def test_the_time_of_a_game_is_kept_by_every_command(self):
        """It never answers the third question for a stone, and the time of the game ends it."""
        folder = scratch(self)
        bot = mannered(folder, "overruns", "swap2")
        limits = ("--set", "move_ms=60000", "--set", "start_ms=60000", "--set", "game_ms=1500")
        detail = "used up its 1500 ms for the game"
        text = debugged(bot, "--against", "random", "--rules", "swap2", "--games", 1, *limits)
        self.assertIn(f"timed out: {detail}", text)
        played = hilltop("play", "gomoku", bot, "random", "--rules", "swap2", *limits)
        self.assertIn(detail, played.stdout + played.stderr)
        checked = hilltop("check", bot, "--game", "gomoku", "--rules", "swap2", "--games", 1,
                          *limits)
        self.assertIn(detail, checked.stdout)
        compared = hilltop("compare", "gomoku", bot, "random", "--rules", "swap2", "--max-games",
                           2, *limits)
        self.assertIn(detail, compared.stdout)

    def test_an_engine_that_overruns_has_no_answer_in_time(self):
        for rules in FIRST_TO_MOVE:
            with self.subTest(rules):
                folder = scratch(self)
                bot = mannered(folder / "bots", "overruns", rules)
                contest = contest_file(
                    folder, CONTEST.format(rules=rules, games=2).replace("move_ms = 60000",
                                                                         "move_ms = 1000")
                    + f'[[bot]]\nhouse = "random"\n[[bot]]\nfolder = "{bot}"\n')
                ran("run", contest, "--store", folder / "store")
                found = json.loads(ran("show", "--faults", "--format", "json",
                                       "--store", folder / "store"))
                self.assertEqual([(fault["bot"], fault["fault"]) for fault in found["faults"]],
                                 [("overruns", "no answer in time")] * 2)

    def test_program_that_is_not_there(self):
        folder = scratch(self) / "bot"
        folder.mkdir()
        (folder / "meta").write_text("Gone\nhilltop-gomocup\n./pbrain-gone\n0\n")
        self.assertRegex(debugged(folder, "--against", "random"),
                         "pbrain-gone cannot be run: No such file or directory")


class ByHand(unittest.TestCase):
    """Input for both programs that no arena and no engine sends: they print a message, and never an
    exception."""

    def call(self, name, *words, stdin=""):
        program = pathlib.Path(PROGRAM).resolve().parent / name
        done = subprocess.run([program, *words], input=stdin, capture_output=True, text=True)
        self.assertNotIn("terminate", done.stderr)
        self.assertGreaterEqual(done.returncode, 0, done.stderr)
        return done

    def test_the_same_board_twice(self):
        prompt = '2 [((0,14),"B"),((2,2),"W"),((3,3),"W"),((7,7),"B"),((8,7),"W")]\n'
        done = self.call("hilltop-gomocup", str(pathlib.Path(PROGRAM).parent / "hilltop-pbrain"), "x",
                         "1", stdin=prompt * 2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("hilltop-pbrain cannot be asked: the board has no new stone of its opponent",
                      done.stderr)

    def test_an_engine_is_told_nonsense(self):
        full = "".join(f"{x},{y},{1 + (x + y) % 2}\n" for x in range(15) for y in range(15))
        for lines, answer in (("SWAP2BOARD\n99,99\nx\nDONE\n", "ERROR that point is not free"),
                              ("SWAP2BOARD\n1,1\nDONE\n", "ERROR stones are 0, 3 or 5"),
                              (f"BOARD\n{full}DONE\n", "ERROR the board is full"),
                              ("TURN 20,20\n", "ERROR that point is not free"),
                              ("BOARD\n99,99,1\nDONE\n", "ERROR that point is not free"),
                              ("BOARD\n1,1,1\n1,1,2\nDONE\n", "ERROR that point is not free"),
                              ("BOARD\n1;1\nDONE\n", "ERROR that point is not free"),
                              ("SWAP2BOARD\n1,1\n2,2\n1,1\nDONE\n",
                               "ERROR that point is not free"),
                              ("SWAP2BOARD\n1,1\n2,2\n-1,1\nDONE\n",
                               "ERROR that point is not free"),
                              ("TAKEBACK 1,1\n", "ERROR no stone is there"),
                              ("TAKEBACK 99,1\n", "ERROR no stone is there"),
                              ("TURN\n", "ERROR that point is not free"),
                              ("FLY\n", "UNKNOWN command"),
                              ("x" * 200_000 + "\n", "UNKNOWN command")):
            with self.subTest(lines[:20]):
                done = self.call("hilltop-pbrain", stdin=lines + "END\n")
                self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (0, answer))

    def test_an_engine_reads_lines_as_managers_write_them(self):
        game = ["START 15", "TURN 7,7", "TAKEBACK 7,7", "TURN 7,7", "BOARD", "1,1,1", "2,2,2",
                "DONE", "RESTART", "SWAP2BOARD", "DONE"]
        plain = self.call("hilltop-pbrain", stdin="\n".join(game) + "\nEND\n")
        self.assertEqual(plain.returncode, 0)
        answers = plain.stdout.split()
        self.assertEqual([answers[i] for i in (0, 2, 5)], ["OK", "OK", "OK"], answers)
        self.assertEqual(len(answers), 9)
        for way, lines in {"lower case": [line.lower() for line in game],
                           "blanks": [f" {line} \t" for line in game],
                           "empty lines": [f"\n{line}\n\n" for line in game]}.items():
            for end in ("\n", "\r\n", "\r"):
                with self.subTest(way=way, end=end):
                    text = end.join(lines).replace("\n", end) + end
                    done = self.call("hilltop-pbrain", stdin=text + "end")
                    self.assertEqual((done.returncode, done.stdout), (0, plain.stdout))

    def test_an_option_that_is_not_known(self):
        done = self.call("hilltop-pbrain", "--nosie")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no option '--nosie' (known: --no-swap2, ", done.stderr)


class Documentation(unittest.TestCase):
    def test_names_every_option_and_no_other(self):
        adapter = pathlib.Path(PROGRAM).resolve().parent / "hilltop-gomocup"
        told = subprocess.run([adapter, "--help"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        page = (HOME / "docs" / "gomocup.md").read_text("utf-8")
        options = page[page.index("## Options"):page.index("## Engines that stay")]
        self.assertEqual(set(re.findall(r"^  (--[\w-]+)", told, re.M)) - {"--help"},
                         set(re.findall(r"`(--[\w-]+)[` ]", options)) - {"--help"})


class Example(unittest.TestCase):
    def test_plays(self):
        table = ran("play", "gomoku", HOME / "examples" / "gomocup", "random", "--games", 2)
        self.assertRegex(table, r"Greedy \(Gomocup\) +2 +2 +0 +0 +0\n")


if __name__ == "__main__":
    unittest.main()
