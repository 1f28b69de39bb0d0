"""Every command that the program prints works: each is given to a shell as it was printed, in the folder
where it was printed. printed_commands.py keeps other tests from seeing a form that is not given here."""

import contextlib
import html
import os
import pathlib
import re
import shlex
import signal
import sqlite3
import subprocess
import unittest
import unittest.mock

import forger
import printed_commands
import program
import slurm_cluster
from postgresql_server import PostgresqlServer
from printed_commands import FORMS, Unmarked, advised_in, options_in, printed_in
from program import (BUILD, HOME, PAZAAK, PROGRAM, bot_folder, contest_file, drawer, house_bots, scratch,
                     stopped_midway)

FEW = PAZAAK.format(games=4) + house_bots("kid", "bold")
BOT = 'game = "pazaak"\nstate = "none"\n'
RUDE = drawer(20).replace("STAND", "HIT ME")  # every game has a malformed answer
# Names that a shell or the command line would misread.
ODD = ["plain", "it's a bot", "$HOME `x` \"q\"", "-dash", "kid", "a=b;c"]


def filled(command, **values):
    """Returns a command with values for the words that stand for them."""
    return re.sub(r"(?<= )[A-Z]{4,}(?= |$)", lambda match: shlex.quote(values[match[0]]), command)


class PrintedCommands(unittest.TestCase):
    given = set()  # (command, option or None)

    def setUp(self):
        self.folder = scratch(self) / "it's a place"
        self.folder.mkdir()

    def environment(self):
        """Returns that of an installed program."""
        usual = {name: value for name, value in os.environ.items() if name != "HILLTOP_STORE"}
        return usual | {"PATH": f"{BUILD / 'bin'}:{os.environ['PATH']}"}

    def typed(self, command, cwd=None):
        """Runs a command in a shell; returns its exit code and all its output."""
        done = subprocess.run(["sh", "-c", command], cwd=cwd or self.folder, env=self.environment(), text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=program.PATIENCE_S, check=False)
        return done.returncode, done.stdout

    def hilltop(self, *arguments, cwd=None):
        """Returns the output of a call in the folder, by the program's name."""
        return self.typed(shlex.join(["hilltop", *map(str, arguments)]), cwd)[1]

    def give(self, command, code=0, cwd=None):
        """Runs a printed command; returns its output. A check gives its bot all the time it needs."""
        ended, output = self.typed(re.sub(r"\bhilltop check ", f"hilltop check {shlex.join(program.PATIENT)} ", command), cwd)
        self.assertEqual(ended, code, f"{command}\n{output}")
        name = shlex.split(command)[1]
        PrintedCommands.given |= {(name, None)} | {(name, option) for option in options_in(command)}
        return output

    def only(self, output):
        """Returns the one command in an output."""
        found = printed_in(output)
        self.assertEqual(len(found), 1, output)
        return found[0]

    def bot(self, name, script=None, parent="bots", **more):
        folder = bot_folder(self.folder / parent, name, script or drawer(20))
        (folder / "meta").write_text(f"{name.lstrip('-')}\nsh\nbot\n0\n")
        (folder / "bot.toml").write_text(BOT)
        return folder

    def contest(self, name, text=FEW):
        (self.folder / name).parent.mkdir(exist_ok=True)
        return contest_file(self.folder, text, name)

    # ------------------------------------------------------------------------ words in a wrong place

    def test_a_word_in_a_wrong_place(self):
        self.contest("my contest.toml")
        self.hilltop("run", "my contest.toml")
        self.bot("one"), self.bot("two")
        for arguments, told in [
                (["koth-pazaak"], "Simple Pazaak"), (["pazaak"], "koth"), (["games"], "pazaak"),
                (["run", "pazaak"], "koth"), (["play", "koth-pazaak"], "Simple Pazaak"), (["play", "bots/one"], ""),
                (["check", "my contest.toml"], "digest"), (["check", "hilltop.db"], "pairs"),
                (["run", "bots"], "digest"), (["run", "bots/one"], "may compete"), (["compare", "bots"], ""),
                (["show", self.folder.parent], "digest"), (["run", self.folder.parent], ""), (["verify", "bots/one/meta"], ""),
                (["replay", "hilltop.db"], "pairs"), (["run"], "contest"), (["run", "--nope"], "Usage"),
                (["--nope"], "Commands"), (["run", "x", "--seed", "--games"], "Usage"),
                (["new", "python", "pazaak", "it's new"], "Now try"), (["list", "gomoku-"], "")]:
            output = self.hilltop(*arguments)
            for command in printed_in(output):
                with self.subTest(arguments=arguments, command=command):
                    filled_in = filled(command, CONTEST="my contest.toml", GAME="pazaak", LANGUAGE="python",
                                       FOLDER="made here")
                    self.assertIn(told, self.give(filled_in))
            if told:
                self.assertTrue(printed_in(output), output)

    def test_folders_and_files_with_any_name(self):
        for name in ODD:
            bot = self.bot(name)
            self.contest(f"{name}.toml")
            for arguments in (["run", "--", f"bots/{name}"], ["run", "--", f"{name}.toml/"], ["check", "--", f"{name}.toml"]):
                output = self.hilltop(*arguments)
                for command in printed_in(output):
                    self.give(filled(command))
            with self.subTest(name):  # as it is typed in its own folder
                self.assertIn("may compete", self.give(self.only(self.hilltop("run", "--", name, cwd=bot.parent)),
                                                       cwd=bot.parent))
                self.assertIn("digest", self.give(self.only(self.hilltop("check", "--", f"{name}.toml"))))

    def test_a_store_that_is_not_there(self):
        self.contest("it's mine.toml")
        for arguments in (["show"], ["verify"], ["replay", "a-b:1"]):
            self.give(filled(self.only(self.hilltop(*arguments)), CONTEST="it's mine.toml"))
            self.assertIn("pairs", self.hilltop("show"))
            (self.folder / "hilltop.db").unlink()

    def test_a_house_bot_is_played_by_a_person(self):
        output = self.give(self.only(self.hilltop("kid")), code=1)
        self.assertIn("the input ended before the game was over", output)

    def test_the_program_is_called_as_it_was(self):
        beside = self.folder / "its own"
        beside.mkdir()
        (beside / "hilltop").symlink_to(PROGRAM)
        elsewhere = {"PATH": os.environ["PATH"], "HILLTOP_HOME": os.environ["HILLTOP_HOME"]}
        for called, shown, path in [
                ("'its own/hilltop'", "'its own/hilltop' list games", None),
                ("./hilltop", "./hilltop list games", beside),
                (shlex.quote(PROGRAM), f"{shlex.quote(PROGRAM)} list games", None)]:
            done = subprocess.run(["sh", "-c", f"{called} games"], cwd=path or self.folder, env=elsewhere, text=True,
                                  capture_output=True, check=False)
            self.assertEqual(self.only(done.stderr), shown)
            again = subprocess.run(["sh", "-c", shown], cwd=path or self.folder, env=elsewhere, text=True,
                                   capture_output=True, check=False)
            self.assertIn("pazaak", again.stdout)
        self.assertEqual(self.only(self.hilltop("games")), "hilltop list games")  # found in PATH

    # ----------------------------------------------------------------------------------- new bots

    def test_a_new_bot_is_tried(self):
        for name in ODD:
            with self.subTest(name):
                output = self.hilltop("new", "pazaak", "python", "--", name)
                commands = printed_in(output)
                self.assertEqual(len(commands), 4, output)
                for command in commands:
                    self.give(command, code=int("human" in command))  # nobody plays

    # ------------------------------------------------------------------------------ check and tune

    def test_the_first_fault_is_reproduced(self):
        self.bot("it's rude", RUDE)
        (self.folder / "bots/it's rude/bot.toml").write_text('state = "none"\n')
        for options in ([], ["--rules", "koth"], ["--set", "side_cards=5"], ["--set", "move_ms=4000", "--sandbox", "off"]):
            output = self.hilltop("check", "bots/it's rude", "--game", "pazaak", "--games", 30, *options)
            self.assertIn("malformed reply", self.give(self.only(output), code=1))

    def test_expensive_decisions_are_shown(self):
        self.contest("my contest.toml", '[contest]\ngame = "pig"\n[format]\nkind = "round-robin"\ngames = 4\n' +
                     house_bots("pace", "timid"))
        for store in ([], ["--store", "its own.db"]):
            self.hilltop("run", "my contest.toml", *store)
            commands_given = printed_in(self.hilltop("analyse", "pace-timid", "--worst", 3, *store))
            self.assertEqual(len(commands_given), 3)
            for command in commands_given:
                self.assertTrue(self.give(command))

    def test_tuned_values_are_compared(self):
        tune = (HOME / "examples/tune/pace.toml").read_text()
        tune = re.sub(r"iterations *= *\d+", "iterations = 2", tune)
        (self.folder / "pace.toml").write_text(tune)
        for more, figures in ((), "LLR"), (("--luck",), "luck-adjusted"):
            given = self.only(self.hilltop("tune", "pace.toml", "--sandbox", "off", *more))
            self.assertIn(figures, self.give(given))

    def test_tuned_values_are_compared_under_their_rules(self):
        """With the switches and the limits of the tuning, and a folder whose name needs quotes."""
        folder = self.bot("it's tuned", parent="tuned")
        (folder / "bot.toml").write_text(BOT + '[parameters]\nenough = 17\n')
        text = ('[contest]\ngame = "pazaak"\nseed = 3\n[switches]\nside_cards = 5\nmove_ms = 4000\n'
                '[tune]\nbot = "tuned/it\'s tuned"\niterations = 2\ngames = 2\n[parameters.enough]\nmin = 15\nmax = 20\n')
        (self.folder / "tune it.toml").write_text(text)
        command = self.only(self.hilltop("tune", "tune it.toml"))
        self.assertLessEqual({"side_cards=5", "move_ms=4000"}, set(shlex.split(command)))
        self.assertIn("LLR", self.give(command + " --max-games 64"))

    def test_tuned_values_are_compared_in_their_rule_set(self):
        tune = ('[contest]\ngame = "gomoku"\nrules = "swap2"\n[tune]\nbot = "champion"\niterations = 1\ngames = 2\n'
                '[parameters.nodes]\nstart = 20\nmin = 10\nmax = 40\n')
        (self.folder / "nodes.toml").write_text(tune)
        command = self.only(self.hilltop("tune", "nodes.toml"))
        self.assertIn("swap2", self.give(command + " --max-games 2"))

    # ------------------------------------------------------------------------------------ contests

    def overload(self, store="hilltop.db"):
        """Makes the stored faults timeouts of a busy machine."""
        with contextlib.closing(sqlite3.connect(self.folder / store)) as database, database:
            for table in ("fault", "fault_count"):
                database.execute(f"UPDATE {table} SET kind = 'no answer in time', overloaded = 1")
            forger.reseal(database)

    def faulty(self, name, more="", bots="bots"):
        self.bot("it's rude", RUDE)
        text = FEW + more + (f'[bots]\nfolder = "{bots}"\n' if bots else "")
        return self.contest(name, text)

    def play_again(self, *arguments, store="hilltop.db"):
        """Runs a contest whose bot had timeouts on a busy machine, and the commands that say how to play these
        games again: that of the run, of `show` in several folders, and of the page."""
        self.hilltop("run", *arguments)
        self.overload(store)
        typed = ["--store", store] if store != "hilltop.db" else []
        page = self.folder / "page"
        commands = [(self.only(self.hilltop("run", *arguments)), self.folder),
                    (self.only(self.hilltop("show", *typed)), self.folder),
                    (self.only(self.hilltop("show", "--store", self.folder / store, cwd=self.folder.parent)),
                     self.folder.parent)]
        for command, cwd in commands:
            self.assertRegex(self.give(command, cwd=cwd), r"[1-9]\d* games played again")
            self.overload(store)
        self.hilltop("report", "--html", page, *typed)
        self.assertEqual(len(self.in_page(page)), 2)
        for command in self.in_page(page):
            for file in self.folder.glob("*.db*"):
                if file.name != "hilltop.db":
                    file.rename(self.folder / file.name.replace(store, "hilltop.db"))
            self.give(command)
        return [command for command, _ in commands]

    def in_page(self, page):
        """Returns the commands in the data of a page."""
        text = next(page.glob("*.html")).read_text("utf-8")
        data = re.search(r'<script type="application/json" id=data>(.*?)</script>', text, re.DOTALL)[1]
        shown = re.findall(r'"command":"((?:[^"\\]|\\.)*)"', data)
        plain = [html.unescape(re.sub(r'\\(["\\/])', r"\1", command)).replace("\\u003c", "<") for command in shown]
        return [self.only(f"  {command}\n") for command in plain]

    def test_timeouts_of_a_contest_by_its_file(self):
        for name in ("my.toml", "it's mine.toml"):
            with self.subTest(name):
                self.faulty(name)
                run, _, elsewhere = self.play_again(name)
                self.assertEqual(shlex.split(run), ["hilltop", "run", name, "--again", "timeouts"])
                self.assertIn(str(self.folder / name), shlex.split(elsewhere))
            self.setUp()

    def test_timeouts_of_a_contest_in_another_folder(self):
        """The bots' folder is next to the contest's file, and its name is that of another contest."""
        self.bot("it's rude", RUDE, parent="pazaak/bots")
        self.contest("pazaak/pazaak-cup.toml", FEW + '[bots]\nfolder = "bots"\n')
        self.hilltop("run", "pazaak/pazaak-cup.toml")
        self.overload()
        for output in (self.hilltop("run", "pazaak/pazaak-cup.toml"), self.hilltop("show")):
            self.assertRegex(self.give(self.only(output)), r"[1-9]\d* games played again")
            self.overload()

    def test_timeouts_with_all_options(self):
        self.faulty("-my.toml", bots=None)
        self.bot("it's rude", RUDE, parent="my bots")
        bot_folder(self.folder / "my bots", "broken", "").joinpath("meta").unlink()
        (self.folder / "my bots/broken/bot.toml").write_text("nonsense")
        self.bot("fine", parent="my bots")
        run, *_ = self.play_again("--bots", "my bots", "--seed", 9, "--games", 6, "--skip-broken", "--store",
                                  "my store.db", "--", "-my.toml", store="my store.db")
        self.assertEqual(options_in(run), {"--bots", "--seed", "--games", "--skip-broken", "--store", "--again"})

    def test_timeouts_of_a_contest_with_another_switch(self):
        self.faulty("my.toml")
        run, *_ = self.play_again("my.toml", "--set", "side_cards=5", "--set", "start_ms=9000")
        self.assertEqual(shlex.split(run)[2:],
                         ["my.toml", "--set", "side_cards=5", "--set", "start_ms=9000", "--again", "timeouts"])

    def test_a_ranking_in_a_forum_says_how_to_reproduce_it(self):
        self.faulty("it's mine.toml")
        self.hilltop("run", "it's mine.toml", "--set", "side_cards=5")
        post = self.hilltop("show", "--format", "md")
        self.assertIn(post.split("- digest `")[1].split("`")[0], self.give(self.only(post)))

    def test_timeouts_of_a_contest_with_a_drawn_seed(self):
        self.faulty("drawn.toml")
        file = self.folder / "drawn.toml"
        file.write_text(file.read_text().replace("seed = 5\n", ""))
        run, *_ = self.play_again("drawn.toml")
        self.assertNotIn("--seed", run)

    def test_timeouts_that_nothing_stored(self):
        """Without a store nothing can be played again."""
        self.faulty("my.toml")
        self.assertEqual(printed_in(self.hilltop("run", "my.toml", "--store", "none")), [])

    def test_an_interrupted_contest_goes_on(self):
        text = PAZAAK.format(games=program.ENDLESS) + house_bots("kid", "bold", "nestor")
        self.contest("it's long.toml", text)
        code, _, said = stopped_midway("run", "it's long.toml", store=self.folder / "hilltop.db", stop=signal.SIGINT,
                                       cwd=self.folder)
        self.assertEqual(code, 130, said)
        for output in (self.hilltop("show"), self.hilltop("verify", "--sample", 1)):
            command = self.only(output)
            code, _, said = self.stopped(command)
            self.assertEqual(code, 130, said)

    def stopped(self, command):
        """Runs a printed command, and stops it at once."""
        running = subprocess.Popen(["sh", "-c", f"exec {command}"], cwd=self.folder, env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        before = program.games_kept(self.folder / "hilltop.db")
        program.until(lambda: program.games_kept(self.folder / "hilltop.db") > before, running)
        running.send_signal(signal.SIGINT)
        out, said = running.communicate(timeout=program.PATIENCE_S)
        return running.returncode, out, said

    def test_a_damaged_store_is_played_again(self):
        self.contest("it's mine.toml")
        self.hilltop("run", "it's mine.toml")
        with contextlib.closing(sqlite3.connect(self.folder / "hilltop.db")) as database, database:
            database.execute("UPDATE line SET won = won + 1")
        self.assertIn("played again", self.give(self.only(self.hilltop("show"))))
        self.assertEqual(printed_in(self.hilltop("show")), [])

    def test_folders_that_are_left_out(self):
        self.bot("one")
        (self.bot("two") / "meta").write_text("one\nsh\nbot\n0\n")
        self.contest("my.toml", FEW + '[bots]\nfolder = "bots"\n')
        refused = self.hilltop("run", "my.toml")
        self.assertEqual(advised_in(refused), {"--skip-broken"})
        self.hilltop("run", "my.toml", "--skip-broken")
        self.hilltop("report", "--html", "page")
        (command,) = self.in_page(self.folder / "page")
        self.assertIn("digest", self.give(command))

    def test_a_contest_in_shards(self):
        run_first, merge = printed_in(
            self.hilltop("shard", "plan", "koth-pazaak", "a run", "--games", 40, "--seed", 7))
        missing = self.only(self.typed(merge)[1])
        self.assertEqual(missing, run_first)
        self.give(missing)
        self.give(merge)

    @unittest.skipIf(slurm_cluster.missing(), slurm_cluster.missing())
    def test_a_contest_on_a_cluster(self):
        cluster = self.enterContext(slurm_cluster.Cluster(self.folder.parent / "slurm"))
        self.enterContext(unittest.mock.patch.dict(os.environ, cluster.environment))
        cluster.ran("scontrol", "update", "partitionname=hilltop", "state=down")  # no job starts before it is cancelled
        status = self.only(self.hilltop("slurm", "submit", "koth-pazaak", "a run", "--games", 40, "--seed", 7))
        resume = self.only(self.hilltop("slurm", "cancel", "a run"))
        cluster.ran("scontrol", "update", "partitionname=hilltop", "state=up")
        slurm_cluster.wait_until("the jobs end", lambda: not cluster.answer("squeue", "-h"))
        self.assertIn(status, self.give(resume, code=3))
        slurm_cluster.wait_until("the jobs end", lambda: not cluster.answer("squeue", "-h"))
        self.give(status)

    def test_a_run_that_waits_for_workers(self):
        url = self.enterContext(PostgresqlServer()).create("arena")
        run = self.enterContext(subprocess.Popen(
            ["hilltop", "run", "koth-pazaak", "--games", "40", "--store", "none", "--workers", url], cwd=self.folder,
            env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True))
        self.addCleanup(run.kill)
        command = self.only(next(line for line in run.stderr if "no worker plays yet" in line))
        worker = self.enterContext(subprocess.Popen(["sh", "-c", f"exec {command}"], cwd=self.folder,
                                                    env=self.environment(), stdout=subprocess.DEVNULL))
        self.addCleanup(worker.kill)
        self.assertEqual(run.wait(program.PATIENCE_S), 0)
        worker.terminate()
        self.assertEqual(worker.wait(program.PATIENCE_S), 0)
        PrintedCommands.given.add((shlex.split(command)[1], None))

    # ----------------------------------------------------------------------------------- the pages

    def test_the_commands_of_the_pages(self):
        """Those that stand in their sources, in the order of a page."""
        self.contest("my-contest.toml")
        self.bot("one", parent="my-bots")
        for file, count in [("pages/Home.svelte", 3), ("parts/ContestList.svelte", 1)]:
            source = (HOME / "src/server/page" / file).read_text("utf-8")
            commands = [line for block in re.findall(r"<(?:pre|code)>(hilltop [^<{]*)</", source)
                        for line in block.splitlines()]
            self.assertEqual(len(commands), count, file)
            for command in commands:
                self.give(command)

    def test_all_forms_were_given(self):
        """Runs last: see load_tests()."""
        forms = {(name, option) for name, options in FORMS.items() for option in {None, *options}}
        of_cluster = {("slurm", None)} if slurm_cluster.missing() else set()
        self.assertEqual(forms - self.given - of_cluster - {("doctor", None)}, set())
        self.typed("hilltop doctor")


class Extractor(unittest.TestCase):
    def test_commands_in_texts(self):
        for text, found in [
                ("hilltop: there is no store 'x'\n", []),
                ("hilltop: 'x' is a game; `hilltop list x` lists it\n", ["hilltop list x"]),
                ("a; `hilltop run 'it'\\''s `x`'` plays it, `hilltop help` helps\n", ["hilltop run 'it'\\''s `x`'", "hilltop help"]),
                ("Now try:\n  hilltop debug x\n  ./hilltop check x --seed 1\n", ["hilltop debug x", "./hilltop check x --seed 1"]),
                ("To do it: '/its own/hilltop' run x", ["'/its own/hilltop' run x"]),
                ("hilltop runs, and the hilltop record 1\n", [])]:
            self.assertEqual(printed_in(text), found)
        for text in ("hilltop run x plays it\n", "see hilltop run\n", "`hilltop run x plays it\n"):
            with self.assertRaises(Unmarked):
                printed_in(text)

    def test_options(self):
        self.assertEqual(options_in("hilltop run x --seed 1 --out=-x -- --games"), {"--seed", "--out"})
        self.assertEqual(advised_in("there is no option '--nope'; --seed helps, `hilltop run --games 1` too\n"), {"--seed"})

    def test_outputs(self):
        printed_commands.check_output(["run", "x"], "  hilltop run x --seed 1\n(--fresh replays them)\n")
        for arguments, output in [(["run", "x"], "  hilltop run x --log y\n"), (["show"], "(--fresh replays them)\n"),
                                  (["show"], "`hilltop verify` tells\n")]:
            with self.assertRaises(AssertionError):
                printed_commands.check_output(arguments, output)


def load_tests(loader, tests, _):
    """Puts the test that needs all others after them, and leaves it out where not all of them run."""
    whole = unittest.TestSuite()
    for case in (Extractor, PrintedCommands):
        names = [name for name in loader.getTestCaseNames(case) if name != "test_all_forms_were_given"]
        whole.addTests(case(name) for name in names)
    whole.addTest(PrintedCommands("test_all_forms_were_given"))
    return whole


if __name__ == "__main__":
    unittest.main()
