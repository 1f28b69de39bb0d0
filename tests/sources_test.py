"""A build writes nothing among the sources, so that two builds of them do not share a file.

That no command writes beside its targets is what .ci/run finds: it compares the sources before two
presets are built and tested and after that. Needs HILLTOP_BUILD, the folder of a build.
"""

import os
import pathlib
import shutil
import subprocess
import unittest

BUILD = pathlib.Path(os.environ["HILLTOP_BUILD"]).resolve()


class Sources(unittest.TestCase):
    def test_every_file_that_is_built_is_in_the_build_folder(self):
        targets = [line.rpartition(": ") for line in subprocess.run(
            ["ninja", "-t", "targets", "all"], cwd=BUILD, check=True, stdout=subprocess.PIPE,
            text=True).stdout.splitlines()]
        built = [BUILD / path for path, _, rule in targets if rule != "phony"]
        self.assertGreater(len(built), 100)
        self.assertEqual([file for file in built
                          if not pathlib.Path(os.path.normpath(file)).is_relative_to(BUILD)], [])

    def test_what_bots_and_people_want_beside_sources_is_there(self):
        share = BUILD / "share" / "hilltop"
        self.assertTrue((share / "contests" / "koth-pazaak.toml").is_file())
        if not shutil.which("javac"):
            return
        template = share / "sdk" / "templates" / "pazaak" / "java" / "hilltop-jvm.jar"
        self.assertEqual(template.resolve(), share / "sdk" / "java" / "hilltop-jvm.jar")
        bots = [meta.parent for meta in share.glob("examples/*-java/*/meta")]
        self.assertEqual(len(bots), 7)
        for bot in bots:
            self.assertFalse(any(file.is_symlink() for file in bot.iterdir()), bot)
            self.assertEqual((bot / "hilltop-jvm.jar").read_bytes(), template.read_bytes())


if __name__ == "__main__":
    unittest.main()
