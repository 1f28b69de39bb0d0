"""Scenes of the random games of each game's tests, against their schemas in docs/schema/.

Needs HILLTOP_GAMES, the programs of these tests, separated by colons.
"""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

try:
    import jsonschema
except ImportError:  # a machine without python3-jsonschema
    jsonschema = None

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "schema"
PROGRAMS = [pathlib.Path(path) for path in os.environ["HILLTOP_GAMES"].split(":")]


@unittest.skipUnless(jsonschema, "there is no python3-jsonschema")
class Scenes(unittest.TestCase):
    def test_each_game_has_a_schema(self):
        self.assertEqual(sorted(program.stem for program in PROGRAMS),
                         sorted(file.stem.removeprefix("scene-") + "_test"
                                for file in SCHEMAS.glob("scene-*.json")))

    def test_scenes_of_random_games(self):
        for program in PROGRAMS:
            game = program.stem.removesuffix("_test")
            schema = json.loads((SCHEMAS / f"scene-{game}.json").read_text("utf-8"))
            validator = jsonschema.Draft202012Validator(schema)
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                subprocess.run([program, "--gtest_filter=Scene.OffersWhatIsLegal"], check=True,
                               stdout=subprocess.DEVNULL, timeout=1800,
                               env={**os.environ, "HILLTOP_SCENES": folder})
                lines = (pathlib.Path(folder) / f"{game}.jsonl").read_text("utf-8").splitlines()
                self.assertGreater(len(lines), 100)
                for line in lines[::len(lines) // 100]:
                    validator.validate(json.loads(line))


if __name__ == "__main__":
    unittest.main()
