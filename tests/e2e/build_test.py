"""Bots that are built by the command of their bot.toml before their first game."""

import json
import os
import shutil
import unittest

from program import (bot_folder, complaints, contest_file, hilltop, house_bots, ran, report,
                     scratch)

CONTEST = """[contest]
game = "pazaak"
[switches]
move_ms = 60000
[format]
kind = "round-robin"
games = 600
[bots]
folder = "bots"
"""
# Copies the source and counts the builds.
BUILD = "cp source program && echo built >>builds"
STANDS = """
while read -r kind game rest; do
  case $kind in
    hilltop) echo ready 1 ;;
    turn) echo "move $game STAND" ;;
  esac
done
"""


WHY = "its build failed with status 3; build.log in its folder has the output"


class Build(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.bot = bot_folder(self.folder / "bots", "built", "exec sh ./program\n")
        (self.bot / "source").write_text(STANDS)
        self.says(BUILD)

    def says(self, build):
        (self.bot / "bot.toml").write_text(f"state = 'none'\nbuild = '''{build}'''\n")

    def builds(self):
        return (self.bot / "builds").read_text().count("built\n")

    def play(self):
        """Plays two games without a fault."""
        self.assertRegex(ran("play", "pazaak", self.bot, "bold", "--games", 2),
                         r"(?m)^  built +2 +\d +\d +\d +0 ")

    def contest(self, *others):
        return contest_file(self.folder, CONTEST + house_bots("bold", *others))

    def test_once_for_all_games_and_workers(self):
        rows = report("run", self.contest("kid"), "--jobs", 2)["standings"]
        self.assertEqual({row["faults"] for row in rows}, {0})
        self.assertEqual(self.builds(), 1)

    def test_again_when_the_folder_has_changed(self):
        self.play()
        self.play()
        self.assertEqual(self.builds(), 1)
        # After a change of its author nothing is left of earlier builds.
        for count, change in [
                (1, lambda: (self.bot / "source").write_text(STANDS + "# new\n")),
                (2, lambda: (self.bot / "program").unlink()),
                (1, lambda: self.says(BUILD + " && true"))]:
            change()
            self.play()
            self.assertEqual(self.builds(), count)
        self.assertEqual((self.bot / "program").read_text(), STANDS + "# new\n")

    def test_rebuilds_after_a_change_with_any_date(self):
        """File clocks tick every few milliseconds, so times prove nothing."""
        self.play()
        for count, change in [
                (1, lambda: (self.bot / "source").write_text(STANDS + "# old\n")),
                (2, lambda: (self.bot / "program").unlink()),
                (1, lambda: self.says(BUILD + " && true"))]:
            change()
            for entry in (self.bot, *self.bot.iterdir()):
                os.utime(entry, (0, 0))
            self.play()
            self.assertEqual(self.builds(), count)

    def test_once_whatever_a_build_leaves(self):
        for made, left in [
                ("mkdir -p cache/empty", "[ -d cache/empty ]"),
                ("mkdir -p bin && ln -sf ../program bin/it", "[ -e bin/it ]"),
                ("ln -sf /usr/bin/python3 python3", "[ -x python3 ]"),
                ("ln -sf nowhere dangling", "[ -L dangling ]"),
                ("ln -sf . here; ln -sf libs lib; mkdir -p libs", "[ -d here/lib/ ]"),
                ("mkfifo pipe 2>/dev/null || [ -p pipe ]", "true"),
                ("mkdir -p __pycache__ && echo x >__pycache__/x.pyc && echo y >notes~", "true"),
                ("echo x >.DS_Store && echo y >._it && echo z >Thumbs.DB", "true"),
                ("mkdir -p -- '-d x' && ln -sf -- \"it's\" '-d x/\"l n\"'", "[ -L '-d x/\"l n\"' ]")]:
            with self.subTest(made):
                # It answers only where everything is as its build has left it.
                (self.bot / "source").write_text(f"{left} || exit 3\n{STANDS}")
                self.says(f"{BUILD} && {{ {made}; }}")
                for _ in range(3):
                    self.play()
                    self.assertEqual(self.builds(), 1)

    def test_nothing_of_a_build_is_left_after_a_change(self):
        self.says(f"{BUILD} && [ ! -L old ] && ln -s program old")
        self.play()
        (self.bot / "source").write_text(STANDS + "# new\n")
        self.play()
        self.assertEqual(self.builds(), 1)
        self.says(BUILD)
        (self.bot / "source").write_text("[ ! -L old ] || exit 3\n" + STANDS)
        self.play()

    @unittest.skipUnless(shutil.which("make"), "needs make")
    def test_by_make(self):
        (self.bot / "Makefile").write_text(
            "all: program out\n"
            "program: source\n\tcp source program && echo built >>builds\n"
            "out: source\n\tmkdir -p out && cp source out/program\n")
        self.says("echo ran >>runs; make")
        (self.bot / "ancient").write_text("")
        os.utime(self.bot / "ancient", (0, 0))
        fresh, old = STANDS + "# fresh\n", STANDS + "# old\n"
        self.play()
        for source, dates in (fresh, None), (old, (0, 0)), (STANDS, None):
            # First its build fails, which must not make it pass for built.
            (self.bot / "source").write_text(source)
            (self.bot / "bot.toml").write_text("build = 'false'\n")
            hilltop("play", "pazaak", self.bot, "bold", "--games", 2)
            self.says("echo ran >>runs; make")
            os.utime(self.bot / "source", dates)
            self.play()
            for program in "program", "out/program":
                self.assertEqual((self.bot / program).read_text(), source)
            # Where only what the bot wrote has changed, make finds nothing to do.
            builds = self.builds()
            (self.bot / "runs").unlink()
            self.play()
            self.assertEqual((self.bot / "runs").read_text(), "ran\n")
            self.assertEqual(self.builds(), builds)

    def test_what_an_author_takes_over_of_a_build(self):
        self.says("cp source rules; cp rules program")
        self.play()
        self.says("cp rules program")  # from now on its author keeps the rules
        done = hilltop("play", "pazaak", self.bot, "bold", "--games", 2)
        self.assertIn(f"to keep it as yours, delete its line in {self.bot}/.hilltop-files",
                      done.stderr)
        self.assertEqual((self.bot / "rules").read_text(), STANDS)
        of_build = (self.bot / ".hilltop-files")
        of_build.write_text("".join(line for line in of_build.read_text().splitlines(True)
                                    if not line.endswith(" rules\n")))
        self.play()

    def test_a_failure_costs_the_bot_alone_and_says_why(self):
        command = "echo no such luck >&2; exit 3"
        self.says(command)
        contest = self.contest("kid")
        store = self.folder / "store.db"
        done = hilltop("run", contest, "--store", store, "--format", "json")
        self.assertEqual(complaints(done.stderr),
                         f"hilltop: the build of built failed with status 3: {command}\n"
                         f"no such luck\nhilltop: this is also in {self.bot}/build.log\n")
        played = json.loads(done.stdout)
        rows = {row["bot"]: row for row in played["standings"]}
        self.assertEqual((rows["built"]["lost"], rows["built"]["faults"]), (1200, 1200))
        self.assertEqual((rows["bold"]["faults"], rows["kid"]["faults"]), (0, 0))
        fault = played["faults"][0]
        self.assertEqual((fault["fault"], fault["detail"]),
                         ("did not start", WHY))
        told = ran("show", "--store", store, "--faults")
        self.assertIn(f"built, bold-built:1: did not start: {WHY}\n    | no such luck\n", told)
        self.assertEqual(told.count("no such luck"), 1, told)
        self.assertEqual((self.bot / "build.log").read_text(), "no such luck\n")
        self.says(BUILD)
        self.play()

    def test_of_a_long_log_the_end_is_kept(self):
        self.says("head -c 70000000 /dev/zero | tr '\\0' '\\n'; echo no such luck; exit 3")
        done = hilltop("play", "pazaak", self.bot, "bold", "--games", 2)
        self.assertIn(f"{self.bot}/build.log", done.stderr)
        log = (self.bot / "build.log").read_text()
        self.assertEqual((len(log), log.strip()), (1 << 20, "no such luck"))

    def test_a_log_that_is_not_kept_is_not_named(self):
        self.says("echo no such luck; exit 3")
        (self.bot / "build.log").symlink_to(self.folder / "mine")
        done = hilltop("play", "pazaak", self.bot, "bold", "--games", 2)
        self.assertIn("the build of built failed", done.stderr)
        self.assertNotIn(f"{self.bot}/build.log", done.stderr)

    def test_a_program_that_is_not_found_is_said_to_be_missing_for_builds(self):
        self.says("no-such-compiler source")
        done = hilltop("run", self.contest("kid"), "--store", self.folder / "store.db")
        self.assertIn("no-such-compiler", done.stderr)
        self.assertIn("install the missing one as a package of the system", done.stderr)

    def needs_sandbox_of_files(self):
        layers = {layer["name"]: layer["active"] for layer in report("doctor")["layers"]}
        if not layers["L2"]:
            self.skipTest("needs L2, which is not active here")

    def test_it_is_in_the_sandbox(self):
        self.needs_sandbox_of_files()
        (self.folder / "secret").write_text("mine")
        self.says(f"cat {self.folder}/secret >loot; cp source program")
        self.play()
        self.assertEqual((self.bot / "loot").read_text(), "")

    def test_links_in_place_of_its_files_are_not_followed(self):
        self.needs_sandbox_of_files()
        outside = self.folder / "outside"
        outside.write_text("mine")
        for name in (".built", "build.log"):
            (self.bot / name).symlink_to(outside)
        hilltop("play", "pazaak", self.bot, "bold", "--games", 2)
        self.assertEqual(outside.read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
