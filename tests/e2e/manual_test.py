"""`hilltop manual`: pages that every reader of man pages accepts, with the content of --help."""

import re
import shutil
import subprocess
import unittest

from program import HOME, hilltop, ran, scratch


def commands():
    listed = re.findall(r"^Commands .*:\n((?:  .*\n)+)", ran("--help"), re.MULTILINE)
    return [line.split()[0] for line in "".join(listed).splitlines()]


def shown(page, *options):
    """Returns a page as `man` shows it, 80 columns wide, and the warnings of groff."""
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u", "-rLL=80n",
                           *options], input=page, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


class Manual(unittest.TestCase):
    def pages(self):
        return {name: ran("manual", *name) for name in [(), *((each,) for each in commands())]}

    def test_no_reader_complains(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff here")
        for name, page in self.pages().items():
            with self.subTest(name):
                text, complaints = shown(page)
                self.assertEqual(complaints, "")
                self.assertTrue(page.isascii())
                self.assertEqual([line for line in text.splitlines() if len(line) > 80], [])

    def test_a_page_reads_as_help_does(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff here")
        for name, page in self.pages().items():
            text = " ".join(shown(page)[0].split())
            for line in ran(*name, "--help").splitlines():
                if line.startswith(("Usage:", "Arguments:", "Options:", "Examples:", "Commands ")):
                    continue
                for part in re.split(r" {2,}", line.strip()):
                    with self.subTest(name, part=part):
                        part = re.sub(r"^(-[hV]),", r"\1, ", part)
                        part = re.sub(r"^([A-Z]+) (\S+\|\S+)$", r"\1: \2", part)
                        part = part[:1].lower() + part[1:] if part not in text else part
                        self.assertIn(part.removesuffix(" ..."), text)

    def test_the_overview_has_every_variable_that_is_read(self):
        read = set()
        for file in (HOME / "src").rglob("*.cpp"):
            if not file.name.endswith("_test.cpp"):
                read |= set(re.findall(r'(?:getenv|folder)\("([A-Z_]+)"[,)]', file.read_text("utf-8")))
        self.assertLessEqual({"HILLTOP_HOME", "NO_COLOR", "XDG_CACHE_HOME"}, read)
        environment = ran("manual").split(".SH ENVIRONMENT")[1].split(".SH")[0]
        self.assertEqual({name for name in read if name not in environment}, set())

    def test_all_pages_at_once(self):
        folder = scratch(self) / "man1"
        self.assertEqual(ran("manual", "--all", folder), "")
        files = {path.name: path.read_text() for path in folder.iterdir()}
        pages = {"-".join(["hilltop", *name]) + ".1": page for name, page in self.pages().items()}
        self.assertEqual(files, pages)

    def test_mistakes(self):
        for arguments, code, text in ((["rnu"], 2, "did you mean 'run'?"),
                                      (["run", "--all", "x"], 2, "--all"),
                                      (["--all", "/proc/nowhere"], 1, "/proc/nowhere")):
            done = hilltop("manual", *arguments)
            self.assertEqual((done.returncode, done.stdout), (code, ""))
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
