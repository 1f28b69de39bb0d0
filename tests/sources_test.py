"""A build writes nothing among the sources, so that two builds of them do not share a file.

Needs HILLTOP_BUILD, the folder of a configured build.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from docs_test import copy_file, sources

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ["HILLTOP_BUILD"]).resolve()
PRESETS = ("release", "dev")


def called(*command, cwd):
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


class Sources(unittest.TestCase):
    def test_every_file_that_is_built_is_in_the_build_folder(self):
        targets = [line.rpartition(": ")
                   for line in called("ninja", "-t", "targets", "all", cwd=BUILD).splitlines()]
        built = [BUILD / path for path, _, rule in targets if rule != "phony"]
        self.assertGreater(len(built), 100)
        self.assertEqual([file for file in built
                          if not pathlib.Path(os.path.normpath(file)).is_relative_to(BUILD)], [])

    def test_two_presets_leave_a_clone_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            clone = pathlib.Path(folder).resolve() / "hilltop"
            for name in sources():
                copy_file(ROOT / name, clone / name)
            called("git", "init", "--quiet", cwd=clone)
            called("git", "add", "--all", cwd=clone)
            status = ("git", "status", "--porcelain", "--ignored")
            before = called(*status, cwd=clone)
            for preset in PRESETS:
                called("cmake", "--preset", preset, "-DHILLTOP_TESTS=OFF", cwd=clone)
                if shutil.which("javac"):  # makes files that bots and people want beside sources
                    called("cmake", "--build", "--preset", preset, "--target", "hilltop-jvm", cwd=clone)
            self.assertEqual(called(*status, cwd=clone), before + "!! build/\n")
            shares = [clone / "build" / preset / "share" / "hilltop" for preset in PRESETS]
            for share in shares:
                self.assertTrue((share / "contests" / "koth-pazaak.toml").is_file())
                template = share / "sdk" / "templates" / "pazaak" / "java" / "hilltop-jvm.jar"
                bots = [meta.parent for meta in share.glob("examples/*-java/*/meta")]
                if shutil.which("javac"):
                    self.assertEqual(template.resolve(), share / "sdk" / "java" / "hilltop-jvm.jar")
                    self.assertEqual(len(bots), 7)
                    for bot in bots:
                        self.assertFalse(any(file.is_symlink() for file in bot.iterdir()), bot)
                        self.assertEqual((bot / "hilltop-jvm.jar").read_bytes(), template.read_bytes())


if __name__ == "__main__":
    unittest.main()
