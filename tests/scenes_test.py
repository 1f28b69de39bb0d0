"""Scenes that the tests of the games have shown, against their schemas in docs/schema/.

Needs HILLTOP_SCENES, the folder in which these tests have left them (src/match/scene_laws.hpp).
"""

import json
import os
import pathlib
import unittest

try:
    import jsonschema
except ImportError:  # a machine without python3-jsonschema
    jsonschema = None

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "schema"
SCENES = pathlib.Path(os.environ["HILLTOP_SCENES"])


@unittest.skipUnless(jsonschema, "there is no python3-jsonschema")
class Scenes(unittest.TestCase):
    def test_scenes_of_random_games(self):
        games = {file.stem.removeprefix("scene-"): json.loads(file.read_text("utf-8"))
                 for file in SCHEMAS.glob("scene-*.json")}
        self.assertEqual({file.stem for file in SCENES.iterdir()}, set(games))
        for game, schema in games.items():
            validator = jsonschema.Draft202012Validator(schema)
            with self.subTest(game=game):
                lines = (SCENES / f"{game}.jsonl").read_text("utf-8").splitlines()
                self.assertGreater(len(lines), 100)
                for line in lines[::len(lines) // 100]:
                    validator.validate(json.loads(line))


if __name__ == "__main__":
    unittest.main()
