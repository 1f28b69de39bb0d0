"""A public type's name has one meaning: it occurs in the headers of one module of src/.

Each game is a namespace that no other game sees, so games may share names with each other; with
other modules they share only the names that every game must define.
"""

import collections
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"

# core/ uses the same names for aliases: State<R> is R::State.
OF_EVERY_GAME = {"Move", "State", "View"}
TYPE = re.compile(r"^(?:class|struct|enum(?: class)?) (?:alignas\(\d+\) )?(\w+)(?= *(?:final|[:{<]|$))|"
                  r"^using (\w+) =", re.MULTILINE)


def room_of(header):
    parts = header.parts
    return "/".join(parts[:2]) if parts[0] in ("games", "apps") else parts[0]


def rooms_by_name(source):
    modules = collections.defaultdict(set)
    for header in sorted(source.rglob("*.hpp")):
        if header.stem.endswith("_for_test"):
            continue
        for found in TYPE.finditer(header.read_text("utf-8")):
            modules[found[1] or found[2]].add(room_of(header.relative_to(source)))
    return modules


def complaints(source):
    return [f"{name} is a type of {', '.join(sorted(modules))}"
            for name, modules in sorted(rooms_by_name(source).items())
            if len(modules) > 1 and name not in OF_EVERY_GAME
            and not all(module.startswith("games/") for module in modules)]


class Names(unittest.TestCase):
    maxDiff = None

    def test_a_public_types_name_occurs_in_one_module(self):
        self.assertGreater(len(rooms_by_name(SOURCE)), 100)
        self.assertEqual(complaints(SOURCE), [])

    def test_it_can_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            for module, text in {"core": "struct Seat {\n};\nusing Time = int;\nclass Later;\n",
                               "games/nim": "struct Seat {\n};\nstruct Heap {\n};\n",
                               "games/go": "struct Heap {\n  struct Time {};\n};\n",
                               "store": "class Later {\n};\nenum class Time { now };\n"}.items():
                (source / module).mkdir(parents=True)
                (source / module / "a.hpp").write_text(text)
            self.assertEqual(complaints(source), ["Seat is a type of core, games/nim",
                                                  "Time is a type of core, store"])


if __name__ == "__main__":
    unittest.main()
