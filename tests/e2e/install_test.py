"""Hilltop finds its files, in its build folder and installed, from every folder and through links,
and never in the current folder."""

import os
import re
import shutil
import subprocess
import unittest

from program import BUILD, HOME, PATIENCE_S, PROGRAM, SHARED, scratch

# No contest and no template: a program that reads it has searched the wrong folder.
DECOY = "this is no contest\n"

BOT = """[contest]
game = "gomoku"
[switches]
move_ms = 60000
[format]
kind = "round-robin"
[[bot]]
folder = "{folder}"
[[bot]]
house = "random"
"""


def call(program, *arguments, cwd, **variables):
    """Runs a program with no variables of Hilltop but these."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("HILLTOP_")}
    return subprocess.run([str(program), *map(str, arguments)], cwd=cwd, text=True,
                          env=environment | {"HILLTOP_STORE": "none"} |
                          {name: str(value) for name, value in variables.items()},
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S)


class Found(unittest.TestCase):
    """What every program must find, wherever it is installed."""

    def setUp(self):
        self.folder = scratch(self).resolve()
        self.decoys = self.folder / "decoys"
        for name in ("contests/koth-pazaak.toml", "share/hilltop/contests/koth-pazaak.toml",
                     "sdk/templates/pazaak/python/meta"):
            (self.decoys / name).parent.mkdir(parents=True, exist_ok=True)
            (self.decoys / name).write_text(DECOY)
        (self.decoys / "hilltop-warden").write_text("#!/bin/sh\nexit 1\n")
        (self.decoys / "hilltop-warden").chmod(0o755)

    def check(self, program, home, places=None):
        """Checks from several folders that contests and templates are those of `home`."""
        for place in places or ["/", self.decoys, self.decoys / "sdk"]:
            with self.subTest(program=program, place=place):
                listed = call(program, "list", "contests", cwd=place)
                self.assertEqual((listed.returncode, listed.stderr), (0, ""))
                self.assertIn(f" {home}/contests/koth-pazaak.toml\n", listed.stdout)
                self.assertIn(f" {home}/contests/gomoku/koth-gomoku.toml\n", listed.stdout)
                self.assertNotIn("?", listed.stdout)
                run = call(program, "run", "koth-pazaak", "--games", 10, cwd=place)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                bot = self.folder / "bot"
                made = call(program, "new", "gomoku", "python", bot, cwd=place)
                self.assertEqual((made.returncode, made.stderr), (0, ""))
                contest = self.folder / "contest.toml"
                contest.write_text(BOT.format(folder=bot))
                played = call(program, "run", contest, cwd=place)  # the warden is found too
                self.assertEqual(played.returncode, 0, played.stderr)
                shutil.rmtree(bot)

    def links(self, program):
        """Returns a link to the program, and a link to that link."""
        near, far = self.folder / "near", self.folder / "far" / "hilltop"
        far.parent.mkdir(exist_ok=True)
        near.unlink(missing_ok=True)
        far.unlink(missing_ok=True)
        near.symlink_to(program)
        far.symlink_to("../near")
        return [near, far]


class Checkout(Found):
    def test_from_every_folder_and_through_links(self):
        for program in [PROGRAM, *self.links(PROGRAM)]:
            self.check(program, HOME.resolve())

    def test_a_program_alone_finds_nothing_above_it(self):
        alone = self.decoys / "deep" / "bin" / "hilltop"
        alone.parent.mkdir(parents=True)
        shutil.copy(PROGRAM, alone)
        for command in (["run", "koth-pazaak"], ["list", "contests"],
                        ["new", "pazaak", "python", self.folder / "bot"]):
            done = call(alone, *command, cwd=self.decoys)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"there is no folder '{self.decoys}/deep/share/hilltop/", done.stderr)
            self.assertIn("set HILLTOP_HOME to a folder that has '", done.stderr)
        self.assertFalse((self.folder / "bot").exists())

    def test_a_contest_s_file_needs_no_home(self):
        for home in ("/nowhere", ""):
            done = call(PROGRAM, "run", HOME / "contests" / "koth-pazaak.toml", "--games", 2,
                        cwd="/", HILLTOP_HOME=home)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


class Home(Found):
    """HILLTOP_HOME."""

    def test_it_is_where_contests_and_templates_are(self):
        home = self.folder / "home"
        shutil.copytree(HOME / "contests", home / "contests")
        template = home / "sdk" / "templates" / "pazaak" / "shell"
        template.mkdir(parents=True)
        (template / "meta").write_text("Starter\nsh\nbot.sh\n0\n")
        (template / "bot.sh").write_text("exit 0\n")
        listed = call(PROGRAM, "list", "contests", cwd=self.decoys, HILLTOP_HOME=home)
        self.assertIn(f" {home}/contests/koth-pazaak.toml\n", listed.stdout)
        languages = call(PROGRAM, "list", "languages", cwd=self.decoys, HILLTOP_HOME=home)
        self.assertEqual(languages.stdout.split(), ["language", "games", "needs", "shell", "pazaak"])

    def test_the_warden_is_still_the_program_s(self):
        bot = self.folder / "bot"
        call(PROGRAM, "new", "gomoku", "python", bot, cwd="/")
        done = call(PROGRAM, "play", "gomoku", bot, "random", cwd=self.decoys,
                    HILLTOP_HOME=self.decoys)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_one_that_leads_nowhere_is_named(self):
        empty = self.folder / "empty"
        empty.mkdir()
        for home in ("/nowhere/at all", empty):
            for command, missing in ((["run", "koth-pazaak"], "contests"),
                                     (["watch", "koth-pazaak", "--store", "x.db"], "contests"),
                                     (["list", "contests"], "contests"),
                                     (["list", "languages"], "sdk/templates"),
                                     (["new", "pazaak", "python", "bot"], "sdk/templates")):
                done = call(PROGRAM, *command, cwd=empty, HILLTOP_HOME=home)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(f"there is no folder '{home}/{missing}': set HILLTOP_HOME to a folder "
                              f"that has '{missing}', or unset it", done.stderr)
        self.assertEqual(list(empty.iterdir()), [])

    def test_an_empty_one_is_none(self):
        done = call(PROGRAM, "list", "contests", cwd="/", HILLTOP_HOME="")
        self.assertIn("koth-pazaak", done.stdout)


class Installation(Found):
    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "prefix"
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(self.prefix)], check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE_S)

    def test_it_finds_its_own(self):
        program = self.prefix / "bin" / "hilltop"
        for each in [program, *self.links(program)]:
            self.check(each, self.prefix / "share" / "hilltop")

    def test_it_can_be_moved(self):
        moved = self.folder / "moved to here"
        self.prefix.rename(moved)
        self.check(moved / "bin" / "hilltop", moved / "share" / "hilltop")

    def test_its_documents_call_it_by_its_name(self):
        documents = [*(self.prefix / "share" / "doc" / "hilltop").rglob("*.md"),
                     *(self.prefix / "share" / "hilltop").rglob("*.md")]
        self.assertGreater(len(documents), 20)
        texts = {path: path.read_text("utf-8") for path in documents}
        self.assertEqual([path for path, text in texts.items() if re.search(r"\./hilltop [a-z-]", text)], [])
        readme = texts[self.prefix / "share/doc/hilltop/README.md"]
        self.assertIn("\nhilltop run koth-pazaak ", readme)
        self.assertEqual(readme.replace("`./hilltop`", "`hilltop`"),
                         (HOME / "README.md").read_text("utf-8").replace("./hilltop", "hilltop"))

    def test_every_language_is_there(self):
        share = self.prefix / "share" / "hilltop"
        jar = SHARED / "sdk" / "java" / "hilltop-jvm.jar"
        broken = [path for path in share.rglob("*") if path.is_symlink() and not path.exists()]
        self.assertEqual([path for path in broken if path.name != jar.name or jar.exists()], [])

    def test_the_gomoku_script_plays_with_the_program_beside_it(self):
        script = self.prefix / "share" / "hilltop" / "contests" / "gomoku" / "gomoku"
        link = self.folder / "gomoku"
        link.symlink_to(script)
        decoy = self.decoys / "hilltop"
        decoy.write_text("#!/bin/sh\necho decoy\n")
        decoy.chmod(0o755)
        for program in (script, link):
            done = call(program, "--games", 2, cwd=self.decoys,
                        PATH=f"{self.decoys}:{os.environ['PATH']}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("Gomoku King of the Hill  2 bots", done.stdout)

    def test_manual_pages_and_completions_are_part_of_it(self):
        pages = {path.name for path in (self.prefix / "share" / "man" / "man1").iterdir()}
        self.assertLessEqual({"hilltop.1", "hilltop-run.1", "hilltop-new.1"}, pages)
        for name, shell in (("bash-completion/completions/hilltop", "bash"),
                            ("zsh/site-functions/_hilltop", "zsh"),
                            ("fish/vendor_completions.d/hilltop.fish", "fish")):
            script = call(self.prefix / "bin" / "hilltop", "completion", shell, cwd="/").stdout
            self.assertEqual((self.prefix / "share" / name).read_text(), script)


class DebianPackage(unittest.TestCase):
    """What dpkg runs and shows, besides the files (scripts/release-test installs a package)."""

    FOLDER = HOME / "cmake" / "debian"

    def test_purging_it_removes_what_an_arena_of_root_has_made(self):
        root = scratch(self)
        claims = root / "run" / "hilltop"
        claims.mkdir(parents=True)
        (claims / "61000").touch()
        for action, is_left in (("remove", True), ("upgrade", True), ("purge", False), ("purge", False)):
            subprocess.run(["sh", str(self.FOLDER / "postrm"), action], check=True, env={"DPKG_ROOT": str(root)})
            self.assertEqual(claims.exists(), is_left, action)
        self.assertTrue(claims.parent.exists())

    def test_the_warden_claims_uids_there(self):
        source = (HOME / "src/runner/warden/uid.cpp").read_text("utf-8")
        self.assertIn('uid_claims = "/run/hilltop"', source)
        self.assertIn("/run/hilltop", (self.FOLDER / "postrm").read_text())

    def test_the_copyright_names_the_licence(self):
        text = (self.FOLDER / "copyright").read_text("utf-8")
        self.assertTrue(text.startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"))
        self.assertIn("\nLicense: Apache-2.0\n", text)
        self.assertIn("Apache License", (HOME / "LICENSE").read_text())


class Runtime(unittest.TestCase):
    """The component that packages contain (cmake/HilltopPackage.cmake): what players need."""

    HELD = ["bin/hilltop", "bin/hilltop-gomocup", "bin/hilltop-warden", "bin/pbrain-hilltop",
            "share/doc/hilltop/LICENSE", "share/doc/hilltop/third-party.txt", "share/doc/hilltop/README.md",
            "share/doc/hilltop/docs/install.md", "share/man/man1/hilltop-run.1", "share/man/man1/pbrain-hilltop.1",
            "share/hilltop/contests/koth-pazaak.toml",
            "share/hilltop/examples/gomoku/python/bot.py",
            "share/hilltop/sdk/templates/pazaak/python/bot.py"]
    # Files are in these folders only: headers and libraries are for developers.
    FOLDERS = ["bin", "lib/systemd/system", "share/bash-completion", "share/doc/hilltop",
               "share/fish", "share/hilltop", "share/man/man1", "share/zsh"]
    UNWANTED = {"CMakeLists.txt", "__pycache__", "examples/gomoku/cpp/bot"}

    def test_it_has_only_what_players_need(self):
        prefix = scratch(self) / "prefix"
        subprocess.run(["cmake", "--install", str(BUILD), "--component", "runtime", "--prefix",
                        str(prefix)], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
        files = [str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir()]
        self.assertEqual([file for file in self.HELD if file not in files], [])
        self.assertEqual([file for file in files
                          if not any(file.startswith(f"{folder}/") for folder in self.FOLDERS)
                          or any(f"/{name}/" in f"{file}/" for name in self.UNWANTED)], [])


if __name__ == "__main__":
    unittest.main()
