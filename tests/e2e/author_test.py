"""An author's walk, in five languages: a new bot, mistakes and what is told of them, a decision as
a test, a second version, and a contest."""

import re
import shlex
import shutil
import unittest
from typing import NamedTuple

from program import HOME, PATIENT, TOOLS, complaints, hilltop, scratch

PAGE = (HOME / "docs" / "python-bot.md").read_text("utf-8")
# The position that the page asks about. The starter bots stand there.
POSITION = re.search(r"ask ~/bots/first '(.*)' --expect STAND", PAGE)[1]


class Language(NamedTuple):
    source: str
    word: str
    misspelt: str
    told: str  # an expression: what is told of the misspelt word
    crash: str  # a statement that ends the bot when its cards are worth more than 9
    crash_told: str
    printing: str  # a statement that prints "I miss" and a number


LANGUAGES = {
    "python": Language(
        "bot.py", "else hilltop", "els hilltop", "SyntaxError: ",
        'if view.value > 9: raise ValueError("no idea")',
        "crashed (status 1): ValueError: no idea (bot.py:7)", 'print("I miss", 20 - view.value)'),
    "cpp": Language(
        "bot.cpp", "hilltop::STAND", "hilltop::STAY", r"bot\.cpp:10:\d+: error: ",
        'if (view.value() > 9) throw std::runtime_error("no idea");',
        "crashed (status 1): no idea", 'std::printf("I miss %d\\n", 20 - view.value());'),
    "java": Language(
        "Bot.java", "PazaakMove.STAND", "PazaakMove.STAY", r"Bot\.java:16: error: ",
        'if (view.value() > 9) throw new IllegalStateException("no idea");',
        "crashed (status 3): java.lang.IllegalStateException: no idea (Bot.java:13)",
        'System.out.println("I miss " + (20 - view.value()));'),
    "javascript": Language(
        "bot.mjs", "17 ?", "17 ??", "SyntaxError: ",
        'if (view.value > 9) throw new Error("no idea");',
        "crashed (status 1): Error: no idea (bot.mjs:6)",
        'console.log("I miss", 20 - view.value);'),
    "c": Language(
        "bot.c", "HILLTOP_STAND", "HILLTOP_STAY", r"bot\.c:7:\d+: error: ",
        'if (hilltop_value(view) > 9) { fputs("no idea\\n", stderr); exit(1); }',
        "crashed (status 1): no idea", 'printf("I miss %d\\n", 20 - hilltop_value(view));'),
}
# A bot by docs/protocol.md, without an SDK.
BY_HAND = """import sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "hilltop":
        print("ready 1", flush=True)
    elif words[0] == "turn":
        print("move", words[1], "STAND", flush=True)
"""


class Author(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.home = scratch(self)

    def command(self, line, **how):
        """Runs a command as a page or the program prints it."""
        return hilltop(*shlex.split(line)[1:], cwd=self.home, **how)

    def ran(self, line, **how):
        """Returns the stdout of a command that succeeded without a complaint, with all the time its bots need."""
        if re.match("hilltop (check|debug|play|run) ", line):
            line = shlex.join([*shlex.split(line), *PATIENT])
        done = self.command(line, **how)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""), (line, done.stdout))
        return done.stdout

    def failed(self, line):
        """Returns all that a command prints which ends with exit code 1."""
        done = self.command(line)
        self.assertEqual(done.returncode, 1, (line, done.stdout, done.stderr))
        return done.stdout + done.stderr

    def walk(self, name):
        missing = [tool for tool in TOOLS[name] if not shutil.which(tool)]
        if missing:
            self.skipTest(f"{name}: there is no {', no '.join(missing)} here")
        language = LANGUAGES[name]
        self.makes_a_bot(name)
        source = self.home / "bots" / "first" / language.source
        whole = source.read_text("utf-8")
        self.misspells(source, whole, language)
        self.crashes(source, whole, language)
        self.prints(source, whole, language)
        source.write_text(whole, "utf-8")
        self.assertIn("first may compete", self.ran("hilltop check bots/first --games 60"))
        self.asks_and_compares(language.source)
        self.enters_a_contest()

    def makes_a_bot(self, name):
        self.assertIn("hilltop new ", self.ran("hilltop"))
        self.assertRegex(self.ran("hilltop help"), r"(?m)^Commands for bots:$")
        made = self.ran(f"hilltop new pazaak {name} bots/first")
        self.assertIn("plays Simple Pazaak", made)
        commands = [line for line in made.splitlines() if line.startswith("  ")]
        self.assertEqual([line.split()[1] for line in commands],
                         ["debug", "play", "check", "debug"])
        self.assertIn("| ", self.ran("hilltop debug bots/first --games 1"))  # the table at the end
        for line in commands:
            self.ran(line, stdin="stand\nquit\n")
        shown = self.ran("hilltop play pazaak bots/first nestor --games 1000")
        self.assertRegex(shown, r"(?m)^  first +1,000 +\d+ +0 +\d+ +0 ")

    def misspells(self, source, whole, language):
        self.assertEqual(whole.count(language.word), 1, whole)
        source.write_text(whole.replace(language.word, language.misspelt), "utf-8")
        self.assertRegex(self.failed("hilltop debug bots/first"), language.told)
        checked = self.failed("hilltop check bots/first")
        self.assertEqual(len(re.findall(language.told, checked)), 1, checked)  # not once per game
        self.assertIn("first may not compete", checked)
        if "build" in checked:
            self.assertIn("build.log", checked)
            self.assertRegex((source.parent / "build.log").read_text("utf-8"), language.told)

    def with_statement(self, whole, statement):
        """Returns the source with a statement before the line that computes `missing`."""
        changed, times = re.subn(r"(?m)^( +)(?=.*\bmissing = 20)",
                                 lambda line: f"{line[1]}{statement}\n{line[1]}", whole)
        self.assertEqual(times, 1, whole)
        return changed

    def crashes(self, source, whole, language):
        source.write_text(self.with_statement(whole, language.crash), "utf-8")
        debugged = self.failed("hilltop debug bots/first --games 1")
        self.assertRegex(debugged, r"(?m)^first: .*no idea")  # what it wrote, behind its name
        self.assertIn("! first: crashed", debugged)
        played = self.command("hilltop play pazaak bots/first bold --games 2").stdout
        self.assertIn(f"first, game 1: {language.crash_told}\n", played)
        checked = self.failed("hilltop check bots/first")
        self.assertEqual(len(re.findall(r"(?m)\| .*no idea$", checked)), 1, checked)
        again = re.search(r"hilltop debug bots/first .*", checked)[0]
        self.assertIn("no idea", self.failed(again))
        asked = self.failed(f"hilltop ask bots/first '{POSITION}'")
        self.assertRegex(asked, r"(?m)^first: .*no idea")
        self.assertNotIn("|", asked)  # not told twice

    def prints(self, source, whole, language):
        source.write_text(self.with_statement(whole, language.printing), "utf-8")
        debugged = self.command("hilltop debug bots/first --games 1")
        self.assertEqual(debugged.returncode, 0, debugged.stdout)
        self.assertRegex(debugged.stderr, r"(?m)^first: I miss \d+$")
        self.assertIn("first may compete", self.ran("hilltop check bots/first --games 60"))

    def asks_and_compares(self, source):
        ask = f"hilltop ask bots/first '{POSITION}' --expect "
        self.assertRegex(self.ran(ask + "STAND"),
                         rf"> {POSITION}\n< STAND\nfirst answered after \d+\.\d+ ms\n")
        self.assertIn("! expected END\n", self.failed(ask + "END"))
        worth = self.ran(f"hilltop ask champion '{POSITION}' --game pazaak")
        self.assertRegex(worth, r"(?m)^Worth: .*\n(.*\n)*  STAND +\d")

        second = self.home / "bots" / "second"
        shutil.copytree(second.with_name("first"), second)
        meta = second / "meta"
        meta.write_text(meta.read_text("utf-8").replace("first", "second", 1), "utf-8")
        text = (second / source).read_text("utf-8")
        (second / source).write_text(text.replace("< 17", "< 11"), "utf-8")
        kept = {"env": {"XDG_STATE_HOME": str(self.home / "state")}}
        compared = self.ran("hilltop compare pazaak bots/second bots/first --store results.db", **kept)
        self.assertIn("second v first  pazaak", compared)
        self.assertIn("H0 is accepted", compared)
        self.assertRegex(compared, r"(?m)^ +bot .* mean hands$")
        self.assertIn("@last:1 to @last:", self.ran("hilltop show @last", **kept))
        self.assertIn("New Game!", self.ran("hilltop replay @last:2", **kept))
        self.assertRegex(self.ran("hilltop ask bots/second @last:2/1", **kept), "\n< (END|STAND|PLAY)")
        alone = self.ran("hilltop debug bots/second --against bots/first --game-number 2")
        self.assertRegex(alone, r"(?m)= game 2: ")
        self.assertRegex(compared, r"(?m)^  deals +\d+ +\d+\.\d\d +-")  # Elo below 0

    def enters_a_contest(self):
        shown = self.ran("hilltop run koth-pazaak --bots bots --games 20")
        self.assertRegex(shown, r"(?m)^ +1  first +\d+ .*\n +2  second +\d+ ")
        self.assertNotIn("\n  faults\n", shown)

    def test_python(self):
        self.walk("python")

    def test_cpp(self):
        self.walk("cpp")

    def test_java(self):
        self.walk("java")

    def test_javascript(self):
        self.walk("javascript")

    def test_c(self):
        self.walk("c")

    def test_without_an_sdk(self):
        folder = self.home / "bots" / "byhand"
        folder.mkdir(parents=True)
        (folder / "meta").write_text("By hand\npython3\nbot.py\n0\n")
        told = self.command("hilltop check bots/byhand")
        self.assertEqual(told.returncode, 2)
        self.assertIn('game = "…" into its bot.toml', told.stderr)
        (folder / "bot.toml").write_text('game = "pazaak"\n')

        source = folder / "bot.py"
        move = 'print("move", words[1], "STAND", flush=True)'
        for instead, told in [
            (move.replace(", flush=True", ""), "perhaps its answer is not flushed"),
            (f'print("my turn", flush=True); {move}', "expected 'move 0 …', got 'my turn'"),
            (move.replace("words[1]", "words[0]"), "expected 'move 0 …', got 'move turn STAND'"),
            (move.replace("STAND", "stand"), "got 'move 0 stand'"),
            (move.replace("STAND", "PLAY 9"), "not in the side deck; got 'PLAY 9'"),
        ]:
            with self.subTest(instead):
                source.write_text(BY_HAND.replace(move, instead))
                self.assertIn(told, self.failed("hilltop debug bots/byhand --games 1"))
                checked = self.failed("hilltop check bots/byhand")
                self.assertIn(told, checked)
                self.assertIn("By hand may not compete", checked)
        source.write_text(BY_HAND)
        self.assertIn("By hand may compete", self.ran("hilltop check bots/byhand --games 60"))


if __name__ == "__main__":
    # The other languages walk at night: e2e.author_languages.
    unittest.main(defaultTest=["Author.test_python", "Author.test_without_an_sdk"])
