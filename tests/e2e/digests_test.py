"""The digests in tests/digests, with which scripts/clean-root compares too."""

import shutil
import unittest

from program import EXAMPLES, HOME, SANITIZED, report, scratch

PROMISES = (HOME / "tests/digests").read_text().splitlines()


class Digests(unittest.TestCase):
    def test_are_those_that_were_promised(self):
        for promise in PROMISES:
            if promise.startswith("#"):
                continue
            digest, *arguments = promise.split()
            with self.subTest(" ".join(arguments)):
                bots = "--bots" in arguments
                if bots and (SANITIZED or not shutil.which("node")):
                    self.skipTest("its bots have to answer in time, and one of them wants node")
                folder = scratch(self)
                shutil.copytree(EXAMPLES, folder / "examples" / "gomoku")
                self.assertEqual(report("run", *arguments, cwd=folder)["digest"], digest)


if __name__ == "__main__":
    unittest.main()
