"""Bots in six languages of the JVM, for both contests whose interface is Java's: classes of the contest
in the host, and Jython by the SDK. The page docs/java-bot.md shows how each is built.

Skipped by language where it is not installed. With HILLTOP_LANGUAGES=required none may be missing, and
all play with 30 % of a processor.
"""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from language_bots import ARE_REQUIRED, command_and_build, missing_for
from program import HOME, PROGRAM, SHARED, hilltop, scratch

BOTS = HOME / "tests" / "jvm"
LANGUAGES = sorted(folder.name for folder in BOTS.iterdir())
JAR = SHARED / "sdk" / "java" / "hilltop-jvm.jar"
CGROUPS = pathlib.Path("/sys/fs/cgroup")
PERIOD_US, SHARE_US = 100_000, 30_000

# Says its home, and makes a temporary file.
HOMELY = """
import java.io.File;
import mego.yahtzee.*;

public class Bot extends Player {
    public Bot(ControllerInterface game) throws java.io.IOException {
        super(game);
        String home = System.getProperty("user.home"), here = new File("").getAbsolutePath();
        if (!home.equals(here)) throw new IllegalStateException("at home in " + home + ", not in " + here);
        if (!File.createTempFile("bot", null).getPath().startsWith("/tmp/")) throw new IllegalStateException();
    }

    public TurnChoice turn(int[] dice, int stage) {
        return new TurnChoice(game.getScoreCard(this).getFreeCategories()[0]);
    }
}
"""


def bot_in(folder, language, game):
    bot = folder / language
    shutil.copytree(BOTS / language / game, bot)
    shutil.copy(JAR, bot)
    return bot


@unittest.skipUnless(JAR.exists(), "there is no JDK here")
class Languages(unittest.TestCase):
    def needs(self, language):
        missing = sorted({what for game in (BOTS / language).iterdir() for what in missing_for(game)})
        if missing:
            self.assertFalse(ARE_REQUIRED, missing)
            self.skipTest(f"{language} needs {', '.join(missing)}")

    def plays(self, language):
        self.needs(language)
        for game in ("pazaak", "yahtzee"):
            with self.subTest(game):
                done = hilltop("check", bot_in(scratch(self), language, game), "--games", 20,
                               "--set", "start_ms=60000", "--set", "move_ms=20000")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn(f"{language} may compete", done.stdout)

    def test_the_page_shows_each(self):
        page = (HOME / "docs" / "java-bot.md").read_text("utf-8")
        for language in LANGUAGES:
            for game in ("pazaak", "yahtzee"):
                command, build = command_and_build(BOTS / language / game)
                self.assertIn(f"`{command.partition('-Xmx64m ')[2]}`", page)
                self.assertIn(f"`{build}`" if build else "", page)

    def test_a_home_and_temporary_files(self):
        layers = {layer["name"]: layer["active"] for layer in json.loads(hilltop("doctor", "--format", "json").stdout)["layers"]}
        if not layers["L3"]:
            self.skipTest("needs L3, which is not active here")
        bot = bot_in(scratch(self), "java", "yahtzee")
        (bot / "Bot.java").write_text(HOMELY)
        done = hilltop("check", bot, "--games", 4, "--set", "start_ms=60000", "--set", "move_ms=20000")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


for each in LANGUAGES:
    setattr(Languages, f"test_{each}", lambda self, name=each: self.plays(name))


class Share:
    """A cgroup whose processes have a share of one processor together, and all bots that they start."""

    def __init__(self, test):
        if os.geteuid() != 0:
            test.skipTest("needs root")
        unified = (CGROUPS / "cgroup.controllers").exists()
        root = CGROUPS if unified else CGROUPS / "cpu"
        group = root / f"hilltop-share-{os.getpid()}"
        try:
            group.mkdir()
        except OSError as error:
            test.skipTest(f"needs a cgroup: {error}")
        test.addCleanup(group.rmdir)
        if not unified:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(SHARE_US))
            self.procs = group / "cgroup.procs"
            return
        # Of version 2 the arena makes the bots' groups beside its own.
        (group / "cpu.max").write_text(f"{SHARE_US} {PERIOD_US}")
        (group / "cgroup.subtree_control").write_text("+memory +pids")
        own = group / "arena"
        own.mkdir()
        test.addCleanup(own.rmdir)
        self.procs = own / "cgroup.procs"

    def enter(self):
        self.procs.write_text(str(os.getpid()))


@unittest.skipUnless(ARE_REQUIRED, "at night: HILLTOP_LANGUAGES=required")
class OnABusyMachine(unittest.TestCase):
    """The contests' own limits of time, with 30 % of one processor."""

    def play(self, contest, game, games):
        share = Share(self)
        bots = scratch(self) / "bots"
        bots.mkdir()
        for language in LANGUAGES:
            bot_in(bots, language, game)
        # What is compiled beforehand is not compiled with a third of a processor.
        for bot in sorted(bots.iterdir()):
            done = hilltop("check", bot, "--games", 2, "--set", "start_ms=60000", "--set", "move_ms=20000")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = subprocess.run([PROGRAM, "run", contest, "--bots", bots, "--games", str(games), "--seed", "1",
                               "--format", "json", "--store", "none"], capture_output=True, text=True,
                              preexec_fn=share.enter)
        self.assertEqual(done.returncode, 0, done.stderr)
        played = json.loads(done.stdout)
        self.assertEqual((played["disqualified"], played["faults"]), ([], []), done.stderr)
        rows = {row["bot"]: row["faults"] for row in played["standings"]}
        self.assertEqual({language: rows.get(language) for language in LANGUAGES}, dict.fromkeys(LANGUAGES, 0))

    def test_yahtzee(self):
        self.play("koth-yahtzee", "yahtzee", 40)

    def test_pazaak(self):
        self.play("koth-pazaak", "pazaak", 1000)


if __name__ == "__main__":
    unittest.main()
