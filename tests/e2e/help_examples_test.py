"""Every example of `hilltop` and of every `--help` runs, in a folder that has what it names, in a shell, as it
stands there. Where it would take long a smaller number is added."""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import unittest

import postgresql_server
import program
from printed_commands import commands, help_of
from program import BUILD, EXAMPLES, HOME, PAZAAK, SHARED, house_bots, scratch

# Options that keep an example short, in the place of its own: by the words with which it begins.
SHORTER = {
    "compare": {"--max-games": "32"},
    "compare gomoku": {"--max-games": "4"},
    "check": {"--games": "6", "--set": "move_ms=60000"},
    "run koth-gomoku": {"--games": "2"},
    "watch koth-gomoku": {"--games": "2"},
    "tune": {},
}
# One that computes for long, but at night (scripts/nightly tables).
if "HILLTOP_LONG_TESTS" not in os.environ:
    SHORTER["solve pazaak --set"] = {"--set": "side_cards=2"}
# Examples that end when they are told to, once they have said this.
ENDLESS = {"serve": "http://", "watch": "Ctrl-C ends it"}
# The programs that a line gives its output, or that read it.
SHELLS = {"zsh": "zsh", "fish": "fish"}
# With two side cards the game is solved at once.
FEW = PAZAAK.format(games=4) + "side_cards = 2\n"
# Examples that stand on a page, which docs_test.py runs.
SHOWN = {line.removeprefix("$ ./") for page in (HOME / "docs").glob("*.md")
         for line in page.read_text("utf-8").splitlines() if line.startswith("$ ./hilltop ")}
ITERATIONS = re.compile(r"iterations *= *\d+")


def examples_of(text):
    listed = re.search(r"^Examples:\n((?:  .*\n?)+)", text, re.MULTILINE)
    return [re.split(r" {3,}", line[2:])[0] for line in listed[1].splitlines()] if listed else []


def shortened(line):
    for begin, options in SHORTER.items():
        if line.startswith(f"hilltop {begin}"):
            for option, value in options.items():
                line = re.sub(rf"{option} \S+", "", line) + f" {option} {value}"
    return line


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A copy of what comes with the program: a contest builds its own bots, and not among the sources."""
        kept = tempfile.TemporaryDirectory()
        cls.addClassCleanup(kept.cleanup)
        cls.home = pathlib.Path(kept.name) / "hilltop"
        shutil.copytree(SHARED, cls.home)

    def setUp(self):
        self.folder = scratch(self)
        self.environment = {name: value for name, value in os.environ.items() if name != "HILLTOP_STORE"}
        self.environment |= {"HILLTOP_HOME": str(self.home), "PATH": f"{BUILD / 'bin'}:{os.environ['PATH']}",
                             "BROWSER": "true", "MANPAGER": "cat"}

    def typed(self, line, shell="bash"):
        done = subprocess.run([shell, "-c", line], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=program.PATIENCE_S, check=False)
        return done.returncode, done.stdout

    def made(self, *lines):
        for line in lines:
            code, output = self.typed(line)
            self.assertEqual(code, 0, f"{line}\n{output}")

    def furnish(self, line):
        """Makes the files that an example names."""
        game = next((name for name in ("gomoku", "yahtzee", "pazaak") if name in line), "pazaak")
        for part in set(re.findall(r"examples/(\w+)", line)):  # as a copy: nothing is made among the sources
            shutil.copytree(EXAMPLES.parent / part, self.folder / "examples" / part, ignore_dangling_symlinks=True)
        for text in (self.folder / "examples").glob("tune/*.toml"):
            text.write_text(ITERATIONS.sub("iterations = 2", text.read_text()))
        if "bots" in line and not line.startswith("hilltop new"):
            (self.folder / "bots").mkdir()
            for bot in set(re.findall(r"bots/(\w+)", line)) or {"mine", "new"}:
                self.made(f"hilltop new {game} python bots/{bot}")
        few = FEW
        (self.folder / "my-contest.toml").write_text(few + house_bots("kid", "bold"))
        (self.folder / "my-bot.toml").write_text(
            '[contest]\ngame = "pig"\n[tune]\nbot = "pace"\niterations = 2\n[parameters.race]\nmin = 1\nmax = 60\n')
        (self.folder / "rolls.txt").write_text("1 2 3 4 5 6 " * 200)
        if "@last" in line:
            self.made("hilltop play pazaak kid bold --games 2 --set side_cards=2")
        elif line.startswith("hilltop ask"):
            if "bots" not in line:
                self.made("hilltop new pazaak python bots/mine")
            self.furnish_positions()
        elif line.startswith("hilltop analyse"):
            self.made("hilltop new pazaak python bots/mine")
            self.furnish_contest_of_mine()
        elif "greedy,random" in line:
            gomoku = '[contest]\ngame = "gomoku"\n[format]\nkind = "round-robin"\ngames = 2\n'
            (self.folder / "g.toml").write_text(gomoku + house_bots("greedy", "random"))
            self.made("hilltop run g.toml")
        elif re.match(r"hilltop (show|report|verify|replay|merge|run my)", line):
            whole = "koth-pazaak" in line or "bold,cautious" in line
            for store in ("hilltop.db", "old.db", "laptop.db", "desktop.db"):
                if store in line or store == "hilltop.db":
                    shutil.copyfile(self.store_of(whole), self.folder / store)

    def store_of(self, whole):
        """Returns a store of my-contest.toml, and with `whole` of koth-pazaak, which is made once."""
        store = self.home.parent / f"{whole}.db"
        if not store.exists():
            self.made(f"hilltop run my-contest.toml --store {store}")
            if whole:
                self.made(f"hilltop run koth-pazaak --store {store}")
        return store

    def furnish_contest_of_mine(self):
        (self.folder / "two.toml").write_text(FEW + house_bots("kid") +
                                              '[[bot]]\nfolder = "bots/mine"\n')
        self.made("hilltop run two.toml")

    def furnish_positions(self):
        self.furnish_contest_of_mine()
        record = self.folder / "position.record"
        for seed in range(1, 100):  # one in which the bot stands
            self.typed(f"printf 'end\\nend\\nsave position.record\\nquit\\n' | hilltop play pazaak human kid --seed {seed}")
            if record.exists() and '"answer": "STAND"' in self.typed(f"hilltop ask bots/mine {record} --format json")[1]:
                return
            record.unlink(missing_ok=True)
        self.fail("the bot never stands")

    def run_until(self, line, said):
        """Runs a line that does not end by itself, and ends it once it has said this."""
        with subprocess.Popen(["bash", "-c", "exec " + line], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
            output = ""
            for text in running.stdout:
                output += text
                if said in output:
                    break
            running.send_signal(signal.SIGINT)
            running.stdout.read()
            self.assertIn(said, output)
            self.assertIn(running.wait(program.PATIENCE_S), (0, 130), output)

    def give_with_a_queue(self, line):
        """Runs a worker, whose address is that of a database in which a run waits."""
        if postgresql_server.missing():
            return
        with postgresql_server.PostgresqlServer() as server:
            url = shlex.quote(server.url())
            with subprocess.Popen(["bash", "-c", f"exec hilltop run my-contest.toml --workers {url}"], cwd=self.folder,
                                  env=self.environment, stdout=subprocess.DEVNULL) as running:
                self.addCleanup(running.kill)
                while server.run_sql("SELECT to_regclass('hilltop_queue_1.bot')") == [[""]]:
                    self.assertIsNone(running.poll())
                self.made(re.sub(r"postgresql://\S+", lambda _: url, line) + " --until-idle" * ("--until-idle" not in line))
                self.assertEqual(running.wait(program.PATIENCE_S), 0)

    def give(self, line):
        command = shlex.split(line)[1]
        if command == "worker":
            return self.give_with_a_queue(line)
        if command in ENDLESS:
            return self.run_until(line, ENDLESS[command])
        shell = next((name for name in SHELLS if re.search(rf"\b{name}\b", line)), "bash")
        reader = "man" if "| man" in line else shell
        if not shutil.which(reader):
            return None
        if shell == "zsh":
            line = "autoload -U compinit; compinit -u; " + line
        code, output = self.typed(line, shell)
        # Nobody types at a prompt here.
        puzzle = "hilltop puzzle " in line and "--make" not in line
        waits = puzzle or " human" in line
        self.assertEqual(code, int(waits), f"{line}\n{output}")
        if waits:
            self.assertIn("the input ended before the " + ("puzzle was answered" if puzzle else "game was over"), output)
        return None

    def check_all(self, text):
        lines = examples_of(text)
        for line in lines:
            if line in SHOWN:
                continue
            with self.subTest(line):
                self.folder = scratch(self)
                self.furnish(line)
                self.give(shortened(line))
        return lines

    def test_every_command_has_examples_that_run(self):
        for command in sorted(commands() - {"serve", "watch"}):
            self.assertTrue(self.check_all(help_of((command,))), command)

    def test_what_does_not_end_runs_too(self):
        if not shutil.which("inotifywait") and not pathlib.Path("/proc/sys/fs/inotify").exists():
            self.skipTest("this machine tells of no change")
        for command in ("watch", "serve"):
            self.assertTrue(self.check_all(help_of((command,))), command)

    def test_the_first_steps_run(self):
        code, screen = self.typed("hilltop")
        self.assertEqual(code, 0)
        steps = re.findall(r"^  (hilltop .*)$", screen, re.MULTILINE)
        self.assertEqual(steps, examples_of(help_of(())))
        self.assertGreater(len(steps), 3)
        for line in steps:
            with self.subTest(line):
                self.folder = scratch(self)
                self.give(shortened(line))
        self.assertIn("`hilltop help`", screen)

    def test_help_has_the_commands_in_groups(self):
        groups = re.findall(r"^Commands (.*):\n((?:  .*\n)+)", self.typed("hilltop help")[1], re.MULTILINE)
        names = {title: [line.split()[0] for line in lines.splitlines()] for title, lines in groups}
        self.assertEqual(list(names), ["for contests", "for bots", "for people", "about this program"])
        self.assertEqual(names["for people"], ["play", "serve", "puzzle", "solve"])
        self.assertEqual(self.typed("hilltop help")[1], self.typed("hilltop --help")[1])


class Checks(unittest.TestCase):
    def test_examples_are_found(self):
        self.assertEqual(examples_of("Usage: x\n\nExamples:\n  hilltop a b    about\n  hilltop c | d\n"),
                         ["hilltop a b", "hilltop c | d"])
        self.assertEqual(examples_of("Usage: x\n"), [])

    def test_an_example_is_shortened(self):
        self.assertEqual(json.dumps(shortened("hilltop compare x a b --max-games 20000 --format json").split()),
                         json.dumps("hilltop compare x a b --format json --max-games 32".split()))


if __name__ == "__main__":
    unittest.main()
