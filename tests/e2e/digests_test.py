"""The digests in tests/digests, with which scripts/clean-root compares too."""

import shutil
import unittest

from program import HOME, SANITIZED, report

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
                where = [HOME / word if word.startswith("examples/") else word for word in arguments]
                self.assertEqual(report("run", *where)["digest"], digest)


if __name__ == "__main__":
    unittest.main()
