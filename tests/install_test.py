#!/usr/bin/env python3
"""What an installation for players holds, and that it plays wherever it is moved to. HILLTOP_BUILD is the
folder of the build. scripts/release-test tries the packages themselves."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = os.environ["HILLTOP_BUILD"]
HELD = ["bin/hilltop", "bin/hilltop-gomocup", "bin/hilltop-warden",
        "share/doc/hilltop/LICENSE", "share/doc/hilltop/README.md",
        "share/doc/hilltop/docs/install.md", "share/hilltop/contests/koth-pazaak.toml",
        "share/hilltop/contests/gomoku/koth-gomoku.toml", "share/hilltop/sdk/python/hilltop.py",
        "share/hilltop/sdk/templates/pazaak/python/bot.py",
        "share/hilltop/examples/gomoku/python/bot.py"]
# The folders in which files may be, and no others: headers and libraries are for developers.
FOLDERS = ["bin", "share/bash-completion", "share/doc/hilltop", "share/fish", "share/hilltop",
           "share/man", "share/zsh"]
UNWANTED = ["CMakeLists.txt", "__pycache__", "share/hilltop/examples/gomoku/cpp/bot"]


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        first = pathlib.Path(scratch.name) / "first"
        subprocess.run(["cmake", "--install", BUILD, "--component", "runtime", "--prefix", first],
                       check=True, stdout=subprocess.DEVNULL)
        cls.prefix = first.rename(first.with_name("moved here"))
        cls.files = [str(file.relative_to(cls.prefix)) for file in cls.prefix.rglob("*")
                     if not file.is_dir()]

    def hilltop(self, *arguments):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("HILLTOP")}
        done = subprocess.run([self.prefix / "bin/hilltop", *arguments], cwd=self.prefix, text=True,
                              capture_output=True, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_it_holds_what_players_need(self):
        self.assertEqual([file for file in HELD if file not in self.files], [])

    def test_it_holds_nothing_else(self):
        strangers = [file for file in self.files
                     if not any(file.startswith(f"{folder}/") for folder in FOLDERS)
                     or any(file.endswith(name) or f"/{name}/" in file for name in UNWANTED)]
        self.assertEqual(strangers, [])

    def test_it_plays(self):
        promise = next(line for line in (ROOT / "tests/digests").read_text().splitlines()
                       if "koth-yahtzee" in line)
        digest, *arguments = promise.split()
        self.assertIn(digest, self.hilltop("run", *arguments, "--store", "none"))

    def test_it_writes_bots(self):
        with tempfile.TemporaryDirectory() as folder:
            self.hilltop("new", "pazaak", "python", f"{folder}/mine")
            self.assertTrue((pathlib.Path(folder) / "mine/bot.py").exists())


if __name__ == "__main__":
    unittest.main()
