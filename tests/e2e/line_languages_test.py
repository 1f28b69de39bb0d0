"""Bots of Gomoku without an SDK, one in each language of docs/line-languages.md: built by the arena,
and without a fault. What the page says of a language is what its bot in tests/languages does.

With HILLTOP_LINE_LANGUAGES=all each plays that is installed; else, as in CI, three of them. With
HILLTOP_LANGUAGES=required it is a failure if one is not installed.
"""

import os
import re
import shutil
import unittest

from language_bots import ARE_REQUIRED, command_and_build, missing_for
from program import HOME, hilltop, scratch

BOTS = HOME / "tests" / "languages"
PAGE = (HOME / "docs" / "line-languages.md").read_text("utf-8")
IN_CI = ("haskell", "mawk", "scala")
PLAYS_ALL = os.environ.get("HILLTOP_LINE_LANGUAGES") == "all"


def rows():
    """Returns the cells of the table of each language, by the folder of its bot."""
    row = re.compile(r"^\| \[[^]]+\]\(\.\./tests/languages/([\w-]+)\) \| (.*) \|$", re.MULTILINE)
    return {match[1]: [cell.strip() for cell in re.split(r"(?<!\\)\|", match[2])] for match in row.finditer(PAGE)}


def packages(*lists):
    """Returns the packages of these lists in scripts/packages.sh."""
    text = (HOME / "scripts" / "packages.sh").read_text("utf-8")
    named = " ".join(re.findall(rf"^(?:{'|'.join(lists)})\+?=\((.*?)\)", text, re.MULTILINE | re.DOTALL))
    return {entry.partition(":")[0] for entry in named.split()}


class Page(unittest.TestCase):
    def test_it_has_a_line_for_each_bot(self):
        self.assertEqual(sorted(rows()), sorted(folder.name for folder in BOTS.iterdir()))
        self.assertGreaterEqual(len(rows()), 28)

    def test_it_says_what_the_bots_do(self):
        for name, (_, command, _, _, _, build) in rows().items():
            with self.subTest(name):
                self.assertEqual((command, build), tuple(f"`{text}`" if text else "" for text in command_and_build(BOTS / name)))

    def test_each_package_is_installed_by_scripts(self):
        installed = packages("test_packages", "night_packages", "build_packages") | {"bash", "dash", "perl"}
        for name, (named, *_) in rows().items():
            self.assertLessEqual(set(re.findall(r"`([^`]+)`", named)), installed, name)


class Languages(unittest.TestCase):
    def plays(self, name):
        if missing := missing_for(BOTS / name):
            self.assertFalse(ARE_REQUIRED, missing)
            self.skipTest(f"{name} needs {', '.join(missing)}")
        bot = scratch(self) / "bot"
        shutil.copytree(BOTS / name, bot)
        done = hilltop("check", bot, "--games", 20, "--set", "start_ms=60000", "--set", "move_ms=20000")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Lines may compete", done.stdout)


for each in sorted(folder.name for folder in BOTS.iterdir()) if PLAYS_ALL else IN_CI:
    setattr(Languages, f"test_{each.replace('-', '_')}", lambda self, name=each: self.plays(name))

if __name__ == "__main__":
    unittest.main()
