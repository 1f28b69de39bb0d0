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
                self.assertRow("docs/scenes.md", f"`{game}.", "the events of")

    def test_every_figure_of_a_game_has_its_row(self):
        for game in self.games():
            bots = [bot["bot"] for bot in listed("bots") if bot["game"] == game][:2]
            for key in report("play", game, *bots)["games"][0]["seats"][0]:
                self.assertRow("docs/output.md", f"`{key}`", f"the figure of {game}")

    def test_every_column_and_unit_of_the_ranking_has_its_row(self):
        """The schema has all of the catalog's: report_test compares it, and writes it."""
        standing = json.loads((HOME / "docs/schema/ranking.json").read_text("utf-8"))["$defs"]["standing"]
        for key in standing["properties"]:
            self.assertRow("docs/output.md", f"`{key}`", "the column of the ranking")


if __name__ == "__main__":
    unittest.main()
