"""The programs of examples/learning, and the first episode of docs/own-network.md. A language that is not
installed is skipped."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
import built  # noqa: E402
from program import PATIENT  # noqa: E402

EXAMPLES = ROOT / "examples/learning"
LIBRARY = built.BUILD / "lib"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "HILLTOP_LIBRARY": str(LIBRARY / "libhilltop.so.1"),
               "LD_LIBRARY_PATH": str(LIBRARY), "CPPFLAGS": f"-I{ROOT / 'src/apps/library'}", "LDFLAGS": f"-L{LIBRARY}"}
PATIENCE_S = 900  # ends what would hang


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def said(self, *command):
        run = subprocess.run([str(word) for word in command], cwd=self.folder, env=ENVIRONMENT, capture_output=True,
                             text=True, timeout=PATIENCE_S)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def python(self, name, *arguments):
        return self.said(sys.executable, EXAMPLES / name, *arguments)

    def test_random_play(self):
        for game, opponent in [("pazaak", "kid"), ("gomoku", "random"), ("yahtzee", "greedy")]:
            self.assertRegex(self.python("random_play.py", game, opponent, 50), rf"^50 games of {game} .* \d+ won")

    def test_a_table_learns_pazaak_and_plays_in_the_arena(self):
        bot = self.folder / "table"
        said = self.python("pazaak_table.py", "cautious", 2, bot)
        share = float(re.search(r"([\d.]+) % of 20,000 games won against cautious", said)[1])
        self.assertGreater(share, 55)
        table = self.said(built.PROGRAM, "play", "pazaak", bot, "cautious", "--games", 2000, "--seed", 3,
                          *PATIENT)
        row = next(line for line in table.splitlines() if " table " in line).replace(",", "").split()
        self.assertEqual((row[1], row[5]), ("2000", "0"))  # games, faults
        self.assertGreater(int(row[2]), 1000)

    def test_a_network_learns_yahtzee_and_plays_in_the_arena(self):
        bot = self.folder / "network"
        said = self.python("yahtzee_network.py", 40, 4, bot)
        network, greedy, random = (float(total) for total in re.search(
            r"network ([\d.]+), greedy ([\d.]+), random ([\d.]+)", said).groups())
        self.assertGreater(network, greedy)
        self.assertGreater(greedy, 2 * random)
        compared = self.said(built.PROGRAM, "compare", "yahtzee", bot, "greedy", "--luck", "--seed", 3, *PATIENT,
                             "--max-games", 16, "--store", "none")
        self.assertRegex(compared, r"\n +network +16 +\d+ +\d+ +\d+ +0 ")  # without a fault
        self.assertRegex(compared, r"luck-adjusted +8 ")

    def test_the_first_episode_of_the_document(self):
        text = (ROOT / "docs/own-network.md").read_text("utf-8")
        self.said(sys.executable, "-c", re.search(r"```python\n(import hilltop_games.*?)```", text, re.DOTALL)[1])

    def test_episodes_in_other_languages_are_the_same(self):
        episodes = {"c": ["gcc", *ENVIRONMENT["CPPFLAGS"].split(), EXAMPLES / "episode.c", f"-L{LIBRARY}", "-lhilltop",
                          "-o", "c"],
                    "rs": ["rustc", "--edition", "2021", EXAMPLES / "episode.rs", "-L", LIBRARY, "-l", "hilltop", "-o",
                           "rs"]}
        said = {}
        for language, command in {**episodes, "jl": ["julia", EXAMPLES / "episode.jl"],
                                  "R": ["Rscript", EXAMPLES / "episode.R"]}.items():
            tool = shutil.which(command[0])
            if not tool or subprocess.run([tool, "--version"], capture_output=True).returncode != 0:
                continue
            said[language] = self.said(*command)
            if language in episodes:
                said[language] = self.said(self.folder / language)
        self.assertIn("c", said)
        self.assertEqual(set(said.values()), {said["c"]}, said)
        self.assertRegex(said["c"], r"^\d+ won, \d+ lost\n$")


if __name__ == "__main__":
    unittest.main()
