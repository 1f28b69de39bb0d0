"""The layers of src/ are kept, and the check can fail."""

import pathlib
import re
import tempfile
import unittest

import layers

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src"

# file, its include, and what the check must say (None: nothing)
CASES = [
    ("core/a.hpp", "<vector>", None),
    ("core/a.hpp", '"core/b.hpp"', None),
    ("core/a.hpp", '"match/session.hpp"', "core/ (layer 0) may not see match/ (layer 2)"),
    ("match/a.hpp", '"core/fault.hpp"', None),
    ("match/a.hpp", '"games/nim/rules.hpp"', "match/ may not see games/"),
    ("match/a.hpp", '"rating/elo.hpp"', "match/ (layer 2) may not see rating/ (layer 2)"),
    ("rating/a.hpp", '"games/nim/rules.hpp"', "rating/ may not see games/"),
    ("runner/a.cpp", '"match/session.hpp"', "runner/ may not see match/"),
    ("runner/a.cpp", '"rating/elo.hpp"', "runner/ may not see rating/"),
    ("tournament/a.cpp", '"rating/elo.hpp"', None),
    ("tournament/a.cpp", '"runner/process.hpp"',
     "tournament/ (layer 3) may not see runner/ (layer 3)"),
    ("tournament/a.cpp", '"match/session.hpp"', "tournament/ may not see match/"),
    ("arena/a.cpp", '"games/nim/game.hpp"', None),
    ("arena/a.cpp", '"apps/cli/run.hpp"', "arena/ (layer 5) may not see apps/ (layer 8)"),
    ("apps/cli/a.cpp", '"arena/run.hpp"', None),
    ("cellar/a.cpp", '"core/fault.hpp"', "the module cellar/ has no layer"),
    ("games/nim/rules.hpp", '"core/game.hpp"', None),
    ("games/nim/rules.hpp", '"games/nim/heaps.hpp"', None),
    ("games/nim/rules.hpp", '"games/chess/rules.hpp"', "a game may not see another game"),
    ("games/nim/rules.cpp", '"games/nim/bots/bots.hpp"',
     "only game.hpp and tests may see the bots of a game"),
    ("games/nim/game.hpp", '"games/nim/bots/bots.hpp"', None),
    ("games/nim/rules_test.cpp", '"games/nim/bots/bots.hpp"', None),
    ("games/nim/bots/greedy.cpp", '"games/nim/bots/bots.hpp"', None),
    ("games/nim/bots/greedy.cpp", '"games/nim/rules.hpp"', None),
    ("games/nim/rules_test.cpp", '"match/laws.hpp"', None),
    ("games/nim/rules.cpp", '"match/session.hpp"',
     "a game may see core/ and itself, its tests match/ too, but not match/"),
    ("games/nim/rules_test.cpp", '"runner/process.hpp"',
     "a game may see core/ and itself, its tests match/ too, but not runner/"),
]


def complaints(file, included):
    """Returns what the check says of a tree with this one include, on its third line."""
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name)
        path = source / file
        path.parent.mkdir(parents=True)
        path.write_text(f"#pragma once\n// #include <nothing>\n#  include {included}\n")
        return [(found == path, line, why) for found, line, why in layers.broken_includes(source)]


class Layers(unittest.TestCase):
    def test_hold_in_the_sources(self):
        broken = [f"{path}:{line}: {why}" for path, line, why in layers.broken_includes(SOURCE)]
        self.assertEqual(broken, [], "\n" + "\n".join(broken))

    def test_are_checked(self):
        for file, included, why in CASES:
            with self.subTest(file=file, included=included):
                self.assertEqual(complaints(file, included), [(True, 3, why)] if why else [])

    def test_are_checked_in_every_room(self):
        modules = {path.name for path in SOURCE.iterdir() if path.is_dir()}
        self.assertLessEqual(modules, set(layers.LAYERS))

    def test_no_components_include_each_other(self):
        found = [f"{path}:{line}: {why}" for path, line, why in layers.circles(SOURCE)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_circles_are_found(self):
        with tempfile.TemporaryDirectory() as name:
            source = pathlib.Path(name)
            (source / "core").mkdir()
            for file, included in [("a.hpp", "b.hpp"), ("b.cpp", "b.hpp"), ("b.cpp", "c.hpp"), ("c.hpp", "d.hpp"),
                                   ("d.cpp", "a.hpp"), ("b.hpp", "e.hpp"), ("e_test.cpp", "a.hpp")]:
                with open(source / "core" / file, "a") as text:
                    text.write(f'#include "core/{included}"\n')
            for file in ("d.hpp", "e.hpp"):
                (source / "core" / file).touch()
            found = {(path.name, line) for path, line, _ in layers.circles(source)}
            self.assertEqual(found, {("a.hpp", 1), ("b.cpp", 2), ("c.hpp", 1), ("d.cpp", 1)})

    def test_no_game_is_named_in_the_command_line(self):
        games = [folder.parent.name for folder in SOURCE.glob("games/*/CMakeLists.txt")]
        self.assertGreater(len(games), 3)
        named = re.compile(rf"\b({'|'.join(games)})\b", re.IGNORECASE)
        self.assertEqual([f"{file.name}: {found[0]}" for file in sorted(SOURCE.glob("apps/cli/*.?pp"))
                          for found in named.finditer(file.read_text("utf-8"))], [])


if __name__ == "__main__":
    unittest.main()
