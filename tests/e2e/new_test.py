"""`hilltop new`. new_language.py plays the bots of each language."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import program
from program import HOME, PATIENT, TOOLS, complaints, contest_file, hilltop, ran, report, scratch

TEMPLATES = HOME / "sdk" / "templates"
PACKAGES = [("c", "gcc", "gcc"), ("cpp", "g++", "g++"), ("csharp", "mcs", "mono-mcs"),
            ("csharp", "mono", "mono-runtime"), ("go", "go", "golang-go"),
            ("java", "javac", "default-jdk-headless"), ("javascript", "node", "nodejs"),
            ("kotlin", "kotlinc", "kotlin"), ("kotlin", "java", "default-jre-headless"),
            ("python", "python3", "python3"), ("ruby", "ruby", "ruby"), ("rust", "rustc", "rustc"),
            ("typescript", "tsc", "node-typescript"), ("typescript", "node", "nodejs")]

# Time limits that no honest bot exceeds, even on a loaded machine.
GOMOKU_CONTEST = """
[contest]
game = "gomoku"
[switches]
move_ms = 60000
start_ms = 60000
[format]
kind = "round-robin"
games = 2
"""


class New(unittest.TestCase):
    def make(self, language):
        """Makes a bot for Pazaak; returns its folder."""
        missing = [tool for tool in TOOLS[language] if not shutil.which(tool)]
        if missing:
            self.skipTest(f"{language}: there is no {', no '.join(missing)} here")
        folder = scratch(self) / f"pazaak-{language}"
        ran("new", "pazaak", language, folder)
        return folder

    def test_every_language_has_a_bot_for_every_game(self):
        for game in TEMPLATES.iterdir():
            self.assertEqual({language.name for language in game.iterdir()}, set(TOOLS))

    def test_new_gomoku_bots_meet_in_a_contest(self):
        bots = scratch(self)
        for name in ["first", "second"]:
            ran("new", "gomoku", "python", bots / name)
        table = report("run", contest_file(bots, GOMOKU_CONTEST), "--bots", bots)["standings"]
        self.assertEqual({(row["bot"], row["faults"]) for row in table},
                         {("first", 0), ("second", 0)})

    def test_other_names_of_languages(self):
        for typed, language in [("py", "python"), ("JS", "javascript"), ("Python3", "python")]:
            folder = scratch(self) / "bot"
            ran("new", "pazaak", typed, folder)
            self.assertIn(f'language = "{language}"', (folder / "bot.toml").read_text())

    def test_it_is_compiled_once_and_again_after_a_change(self):
        folder = self.make("c")
        toml = (folder / "bot.toml").read_text()
        (folder / "bot.toml").write_text(toml.replace('build = "', 'build = "echo >>builds; '))
        source = (folder / "bot.c").read_text()
        for text in source, source.replace("17", "16"), source:
            (folder / "bot.c").write_text(text)
            # A program that was compiled by hand is replaced, too.
            subprocess.run(["cp", "/bin/true", folder / "bot"], check=True)
            for _ in range(2):
                ran("play", "pazaak", folder, "bold", "--games", 1)
                # Nothing is left of the build before the change.
                self.assertEqual((folder / "builds").read_text(), "\n")

    def test_a_new_bot_is_not_compiled_again(self):
        folder = self.make("c")
        def program():
            found = (folder / "bot").stat()
            return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
        before = program()
        (folder / "build.log").write_text("of new\n")
        ran("play", "pazaak", folder, "bold", "--games", 1)
        self.assertEqual((folder / "build.log").read_text(), "of new\n")
        self.assertEqual(program(), before)

    def test_a_build_that_fails_shows_the_compilers_words_once(self):
        folder = self.make("c")
        (folder / "bot.c").write_text('int main(void) { return 1 +; }\n#error "\x1b[31m"\n')
        for command in (["play", "pazaak", folder, "bold"], ["debug", folder],
                        ["compare", "pazaak", folder, "bold"], ["check", folder]):
            done = hilltop(*command)
            self.assertEqual((done.returncode, done.stdout != ""), (1, command[0] == "check"))
            first, *said, last = complaints(done.stderr).splitlines()
            self.assertRegex(first, "^hilltop: the build of pazaak-c failed with status 1: gcc ")
            self.assertEqual(last, f"hilltop: this is also in {folder}/build.log")
            log = (folder / "build.log").read_text().replace("\x1b", "\\x1b")
            self.assertEqual(said, log.splitlines())
            self.assertEqual(len([line for line in said if "bot.c:1:28: error: " in line]), 1)
            self.assertEqual(len([line for line in said if '#error "\\x1b[31m"' in line]), 2)

    def test_new_says_when_the_build_fails(self):
        home = scratch(self)
        template = home / "sdk" / "templates" / "pazaak" / "shell"
        template.mkdir(parents=True)
        (template / "meta").write_text("Starter\n./bot\n\n0\n")
        (template / "bot.toml").write_text('build = "echo no\tluck; exit 3"\n')
        folder = home / "bot"
        done = hilltop("new", "pazaak", "shell", folder, env={"HILLTOP_HOME": str(home)})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "hilltop: the build of bot failed with status 3: "
                         f"echo no\\x09luck; exit 3\nno luck\nhilltop: this is also in "
                         f"{folder}/build.log\nhilltop: {folder} is written, but the bot cannot "
                         "play yet\n")

    def refused(self, language, path):
        folder = scratch(self) / "bot"
        done = hilltop("new", "pazaak", language, folder, env={"PATH": str(path)})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertFalse(folder.exists())
        return done.stderr

    def test_a_tool_that_is_missing_is_named_with_its_package(self):
        for language, tool, package in PACKAGES:
            if tool != TOOLS[language][0]:
                continue
            with self.subTest(language):
                self.assertEqual(self.refused(language, scratch(self)),
                                 f"hilltop: a bot in {language} needs {tool}, which is not in PATH: install it "
                                 f"(Debian: apt-get install {package}), then give the same command again\n")

    def test_a_compiler_that_a_build_does_not_see_is_not_found(self):
        """As in ~/.cargo/bin: the list, the new bot and the build look in the same places."""
        for language, tool, package in PACKAGES:
            if tool in ("python3", "node", "ruby", "mono", "java"):  # they run bots
                continue
            with self.subTest(language):
                home = scratch(self)
                (home / tool).symlink_to("/bin/true")
                self.assertEqual(self.refused(language, home),
                                 f"hilltop: a bot in {language} needs {tool}, which is {home}/{tool} in PATH, which a "
                                 f"build in the sandbox does not see: install it (Debian: apt-get install {package}), "
                                 "then give the same command again\n")
                listed = hilltop("list", "languages", env={"PATH": str(home)}).stdout
                self.assertRegex(listed, rf"(?m)^ +{language} .*{re.escape(tool)} \(missing\)")

    def test_an_interpreter_anywhere_is_found_if_it_is_a_program(self):
        home = scratch(self)
        for tool in ("python3", "node"):
            (home / tool).symlink_to("/bin/true")
        (home / "ruby").write_text("#!/bin/sh\n")  # a shim, which names another program
        (home / "ruby").chmod(0o755)
        listed = hilltop("list", "languages", env={"PATH": str(home)}).stdout
        self.assertRegex(listed, r"(?m)^ +python .*python3$")
        self.assertRegex(listed, r"(?m)^ +javascript .*node$")
        self.assertRegex(listed, r"(?m)^ +ruby .*ruby \(missing\)$")
        self.assertIn("which a bot in the sandbox does not see", self.refused("ruby", home))

    def test_without_a_sandbox_it_is_said_which_program_plays(self):
        home = scratch(self)
        (home / "sh").symlink_to("/bin/sh")
        (home / "python3").write_text('#!/bin/sh\nexec /usr/bin/python3 "$@"\n')
        (home / "python3").chmod(0o755)
        bot = scratch(self) / "bot"
        path = {"PATH": f"{home}:/usr/bin:/bin"}
        self.assertEqual(hilltop("new", "pazaak", "python", bot).returncode, 0)
        off = hilltop("play", "pazaak", bot, "kid", "--sandbox", "off", env=path)
        self.assertRegex(off.stderr, rf"(?m)^sandbox: off; python3 is {home}/python3 here, and /usr/bin/python3 in the sandbox$")
        same = hilltop("play", "pazaak", bot, "kid", "--sandbox", "off", env={"PATH": "/usr/bin:/bin"})
        self.assertNotIn("python3 is", same.stderr)


class Words(unittest.TestCase):
    """Words in the wrong order, and unknown ones."""

    def test_each_gets_its_hint(self):
        known_languages = "known: " + ", ".join(sorted(TOOLS))
        order = "the game comes first, then the language, then the folder; did you mean: hilltop new"
        for typed, said in [
                (["python", "pazaak", "my bot"],
                 f"'python' is not a game: {order} pazaak python 'my bot'"),
                (["C++", "gomoku", "bot"], f"'C++' is not a game: {order} gomoku cpp bot"),
                (["bot", "pazaak", "rs"], f"'bot' is not a game: {order} pazaak rust bot"),
                (["pazaak", "bot", "ruby"], f"'bot' is not a language: {order} pazaak ruby bot"),
                (["python", "pazak", "bot"], "'python' is a language: the game comes before it "
                 "(did you mean 'pazaak'? known: gomoku, pazaak, yahtzee)"),
                (["yatzee", "python", "bot"], "there is no starter bot for 'yatzee' (did you mean "
                 "'yahtzee'? known: gomoku, pazaak, yahtzee)"),
                (["pig", "python", "bot"],
                 "there is no starter bot for 'pig' (known: gomoku, pazaak, yahtzee)"),
                (["pazaak", "Typscript", "bot"], "there is no pazaak bot in 'Typscript' (did you "
                 f"mean 'typescript'? {known_languages})"),
                (["pazaak", "fortran", "bot"],
                 f"there is no pazaak bot in 'fortran' ({known_languages})")]:
            with self.subTest(typed):
                folder = scratch(self)
                done = hilltop("new", *typed, cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (2, f"hilltop: {said}\n"))
                self.assertEqual(list(folder.iterdir()), [])


class Folders(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def refused(self, folder, *wanted):
        before = sorted(self.folder.rglob("*"))
        done = hilltop("new", "pazaak", "python", folder, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        for text in wanted:
            self.assertIn(text, done.stderr)

    def test_existing_files_are_left_unchanged(self):
        (self.folder / "file").write_text("mine")
        (self.folder / "full").mkdir()
        (self.folder / "full" / "file").write_text("mine")
        (self.folder / "link").symlink_to("nowhere")
        for name in ["file", "full", "link"]:
            self.refused(self.folder / name, name)

    def test_a_folder_whose_name_is_invalid_for_a_bot(self):
        self.refused(self.folder / "TIE", "the folder's name becomes the bot's", "TIE")
        self.refused(self.folder / ("x" * 65), "65 characters")

    def test_an_empty_folder_will_do(self):
        for name in ["empty", "with a blank", "Ann's"]:
            (self.folder / name).mkdir()
            said = ran("new", "gomoku", "python", self.folder / name)
            debug = re.search(r"^  \S*hilltop (debug .*)$", said, re.MULTILINE)[1]
            words = subprocess.run(["bash", "-c", f"printf '%s\\n' {debug}"], capture_output=True,
                                   text=True, check=True).stdout.splitlines()
            self.assertIn("= game 1: ", ran(*words, "--games", 1))

    def test_the_suggested_commands_work(self):
        for game in ("gomoku", "pazaak", "yahtzee"):
            said = ran("new", game, "python", self.folder / game)
            commands = re.findall(r"^  \S*hilltop (.*)$", said, re.MULTILINE)
            self.assertEqual([command.split()[0] for command in commands],
                             ["debug", "play", "check", "debug"])
            for command in commands:
                with self.subTest(command):
                    fewer = ["--games", 2] if "--games" not in command else []
                    ran(*command.split(), *fewer, stdin="quit\n")

    def test_those_of_a_bot_that_is_called_like_a_house_bot(self):
        said = ran("new", "pazaak", "python", "kid", cwd=self.folder)
        commands = re.findall(r"^  \S*hilltop (.*)$", said, re.MULTILINE)
        self.assertEqual(commands[1], "play pazaak ./kid bold --games 100")
        self.assertIn("kid may compete", ran(*commands[2].split(), "--games", 2, cwd=self.folder))

    def test_one_that_fails_leaves_room_for_the_next(self):
        folder = self.folder / "next"
        small = subprocess.run(["bash", "-c", f'ulimit -f 1; exec "{program.PROGRAM}" new gomoku python '
                                              f'"{folder}"'], capture_output=True, text=True)
        self.assertEqual(small.returncode, 1, small.stdout)
        ran("new", "gomoku", "python", folder)

    def test_here(self):
        here = self.folder / "here"
        here.mkdir()
        ran("new", "pazaak", "python", ".", cwd=here)
        self.assertEqual((here / "meta").read_text().splitlines()[0], "here")


class Templates(unittest.TestCase):
    """Languages are folders: a new one needs no change of the program."""

    def test_a_further_language(self):
        with tempfile.TemporaryDirectory() as home:
            template = pathlib.Path(home) / "sdk" / "templates" / "pazaak" / "shell"
            template.mkdir(parents=True)
            (template / "meta").write_text("Starter\nsh\nbot.sh\n0\n")
            (template / "bot.sh").write_text("exit 0\n")
            env = {"HILLTOP_HOME": home}
            ran("new", "pazaak", "shell", pathlib.Path(home) / "bot", env=env)
            self.assertEqual((pathlib.Path(home) / "bot" / "meta").read_text(),
                             "bot\nsh\nbot.sh\n0\n")
            done = hilltop("new", "pazaak", "python", pathlib.Path(home) / "other", env=env)
            self.assertEqual(done.returncode, 2)
            self.assertIn("(known: shell)", done.stderr)

    def test_an_sdk_that_is_not_built(self):
        with tempfile.TemporaryDirectory() as home:
            template = pathlib.Path(home).resolve() / "sdk" / "templates" / "pazaak" / "shell"
            template.mkdir(parents=True)
            (template / "meta").write_text("Starter\nsh\nbot.sh\n0\n")
            (template / "sdk.jar").symlink_to("../../../shell/sdk.jar")
            folder = pathlib.Path(home) / "bot"
            done = hilltop("new", "pazaak", "shell", folder, env={"HILLTOP_HOME": home})
            self.assertEqual((done.returncode, folder.exists()), (1, False))
            self.assertIn(f"{pathlib.Path(home).resolve()}/sdk/shell/sdk.jar is missing",
                          done.stderr)

    def test_none(self):
        with tempfile.TemporaryDirectory() as home:
            done = hilltop("new", "pazaak", "python", pathlib.Path(home) / "bot",
                           env={"HILLTOP_HOME": home})
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"there is no folder '{home}/sdk/templates'", done.stderr)


class Pages(unittest.TestCase):
    """docs/python-bot.md and the pages of the other languages."""

    def test_the_bot_that_is_shown_is_the_bot_that_is_made(self):
        text = (HOME / "docs" / "python-bot.md").read_text()
        shown = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
        source = (TEMPLATES / "pazaak" / "python" / "bot.py").read_text()
        self.assertTrue(source.endswith(shown), source)

    def test_each_language_has_a_row_that_leads_to_its_bot(self):
        rows = re.findall(r"^\| \[`(\w+)`\]\(.*\]\(\.\./sdk/templates/pazaak/(\w+)/",
                          (HOME / "docs" / "other-languages.md").read_text(), re.MULTILINE)
        self.assertEqual({language for language, _ in rows} | {"python", "java"}, set(TOOLS))
        self.assertTrue(all(language == folder for language, folder in rows), rows)

    def test_the_lines_for_dotnet(self):
        if not shutil.which("dotnet", path="/usr/local/bin:/usr/bin:/bin"):
            self.skipTest("csharp: there is no dotnet here")
        text = (HOME / "docs" / "other-languages.md").read_text()
        command, build = re.search(r"in `meta` is `dotnet (.*?)`, and the build in `bot.toml` is `(.*?)`", text).groups()
        bot = scratch(self) / "bot"
        shutil.copytree(TEMPLATES / "pazaak" / "csharp", bot)
        (bot / "Bot.csproj").write_text(re.search(r"```xml\n(.*?)```", text, re.DOTALL)[1])
        (bot / "meta").write_text(f"Dotnet\ndotnet\n{command}\n1\n")
        (bot / "bot.toml").write_text(f'game = "pazaak"\nbuild = "{build}"\nstate = "none"\n')
        self.assertIn("Dotnet may compete", ran("check", bot, "--games", 20, *PATIENT))


if __name__ == "__main__":
    unittest.main()
