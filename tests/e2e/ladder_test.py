"""The ladders of house bots that the pages show (src/games/<game>/page/ladder.json) are those of the catalog, and what
scripts/ladders measures."""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import unittest
from unittest import mock

from program import listed

ROOT = pathlib.Path(__file__).resolve().parents[2]

QUICK = ("pig", "tictactoe")  # games of which all steps are measured again in seconds

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("ladders", str(ROOT / "scripts/ladders"))
ladders = importlib.util.module_from_spec(importlib.util.spec_from_loader("ladders", loader))
loader.exec_module(ladders)


def files():
    """The ladders by game."""
    return {file.parts[-3]: json.loads(file.read_text()) for file in sorted((ROOT / "src/games").glob("*/page/ladder.json"))}


class Ladders(unittest.TestCase):
    def test_each_game_with_pages_has_a_ladder_of_its_house_bots(self):
        self.assertEqual(sorted(files()), sorted(board.parts[-3] for board in (ROOT / "src/games").glob("*/page/Board.svelte")))
        for game, ladder in files().items():
            with self.subTest(game):
                self.assertEqual(sorted(step["bot"] for step in ladder["steps"]), sorted(row["bot"] for row in listed("bots") if row["game"] == game))
                wins = [step["wins"] for step in ladder["steps"]]
                self.assertEqual(wins, sorted(wins))
                self.assertEqual(ladder["measured_by"], f"scripts/ladders write {game}")

    def test_the_steps_are_what_the_bots_win(self):
        self.assertEqual(ladders.main("check", QUICK), 0)

    def test_a_ladder_that_differs_is_named(self):
        wrong = {**files()["tictactoe"], "games": 2}
        with mock.patch.object(pathlib.Path, "read_text", lambda *_, **__: json.dumps(wrong)), \
                mock.patch.object(sys, "stderr") as said:
            self.assertEqual(ladders.main("check", ["tictactoe"]), 1)
        self.assertIn("scripts/ladders write tictactoe", "".join(call.args[0] for call in said.write.call_args_list))


if __name__ == "__main__":
    unittest.main()
