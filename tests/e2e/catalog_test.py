"""The documents that have a row for each game, unit or format have one for all of the program's.

A new game, unit or format fails here until the document that the message names has its row."""

import json
import re
import unittest

from program import HOME, listed, report

CONTESTS = HOME / "examples/contests"


def tables(document):
    """Returns the lines of a document's tables."""
    return [line for line in (HOME / document).read_text("utf-8").splitlines() if line.startswith("|")]


class Catalog(unittest.TestCase):
    def assertRow(self, document, word, what):
        self.assertTrue(any(word in line.split("|")[1] for line in tables(document)),
                        f"{document}: no table has a row for {what}, {word}")

    def games(self):
        return {row["game"]: row for row in listed("games")}

    def test_every_format_has_a_row_and_an_example(self):
        kinds = {kind for file in CONTESTS.glob("*.toml")
                 for kind in re.findall(r'^kind = "([\w-]+)"', file.read_text("utf-8"), re.MULTILINE)}
        formats = [row["kind"] for row in listed("formats")]
        self.assertGreater(len(formats), 5)
        for kind in formats:
            self.assertRow("docs/contests.md", f'`"{kind}"`', "the format")
            self.assertIn(kind, kinds, f"examples/contests: no file has the format {kind}")

    def test_every_game_has_its_rows(self):
        self.assertGreater(len(self.games()), 4)
        for game, row in self.games().items():
            self.assertRow("docs/record.md", row["title"], "the moves of")
            if (HOME / "src/games" / game / "scene.hpp").exists():
                self.assertTrue((HOME / f"docs/schema/scene-{game}.json").exists(), f"docs/schema/scene-{game}.json")

    def test_every_figure_of_a_game_is_described(self):
        schema = json.loads((HOME / "docs/schema/play.json").read_text("utf-8"))
        seat = schema["properties"]["games"]["items"]["properties"]["seats"]["items"]["properties"]
        for game in self.games():
            bots = [bot["bot"] for bot in listed("bots") if bot["game"] == game][:2]
            for key in report("play", game, *bots)["games"][0]["seats"][0]:
                self.assertIn("description", seat.get(key, {}), f"docs/schema/play.json: {key}, a figure of {game}")


if __name__ == "__main__":
    unittest.main()
