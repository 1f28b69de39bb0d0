"""Checks that the modules of src/ include only what their layer may see (docs/architecture.md), and that
no component includes itself by way of others. A component is a .hpp with its .cpp.

usage: layers.py SOURCE-FOLDER

Prints each include that breaks a rule as file:line, and exits with 1 if there is any.
"""

import pathlib
import re
import sys

LAYERS = {
    "core": 0,
    "games": 1,
    "match": 2,
    "rating": 2,
    "runner": 3,
    "tournament": 3,
    "store": 4,
    "play": 4,
    "lockstep": 5,
    "arena": 5,
    "cluster": 6,
    "report": 6,
    "server": 7,
    "apps": 8,
}

# Modules that may see less than the layers below them.
NARROWER = {
    "match": {"core"},
    "rating": {"core"},
    "runner": {"core"},
    "tournament": {"core", "rating"},
    "store": {"core", "tournament"},
    "play": {"core", "match", "runner", "tournament"},
    "lockstep": {"core", "match", "play"},
    "cluster": {"core", "play", "runner", "tournament"},
}

# What their tests may see besides.
TESTS_SEE = {"cluster": {"arena"}}

INCLUDE = re.compile(r'\s*#\s*include\s*["<]([^">]+)[">]')


def is_test(file):
    return file.stem.endswith(("_test", "_for_test"))


def complaint(file, included):
    """What is wrong with `file` including `included`, both relative to the source folder; or None."""
    module, target = file.parts[0], included.parts[0]
    if target not in LAYERS:  # of the standard library, or of another project
        return None
    if module not in LAYERS:
        return f"the module {module}/ has no layer"
    if module == "games":
        return complaint_in_game(file, included)
    if target == module:
        return None
    if LAYERS[target] >= LAYERS[module]:
        return f"{module}/ (layer {LAYERS[module]}) may not see {target}/ (layer {LAYERS[target]})"
    if is_test(file) and target in TESTS_SEE.get(module, set()):
        return None
    if target not in NARROWER.get(module, LAYERS):
        return f"{module}/ may not see {target}/"
    return None


def complaint_in_game(file, included):
    folder, target = file.parts[:2], included.parts[0]
    if target == "core" or (target == "match" and is_test(file)):
        return None
    if target != "games":
        return f"a game may see core/ and itself, its tests match/ too, but not {target}/"
    if included.parts[:2] != folder:
        return "a game may not see another game"
    in_bots = file.parts[2] == "bots"
    if included.parts[2] == "bots" and not (in_bots or is_test(file) or file.name == "game.hpp"):
        return "only game.hpp and tests may see the bots of a game"
    return None


def broken_includes(source):
    """Yields (file, line number, reason)."""
    for path in sorted(source.rglob("*")):
        if path.suffix not in {".hpp", ".cpp"}:
            continue
        file = path.relative_to(source)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            match = INCLUDE.match(line)
            why = complaint(file, pathlib.PurePosixPath(match[1])) if match else None
            if why:
                yield path, number, why


def component(file):
    return file.with_suffix("")


def circles(source):
    """Yields (file, line number, reason) for each include between components of one circle."""
    files = [path for path in sorted(source.rglob("*"))
             if path.suffix in {".hpp", ".cpp"} and not is_test(path)]
    sees, includes = {}, []
    for path in files:
        file = path.relative_to(source)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            match = INCLUDE.match(line)
            if match and (source / match[1]).exists() and not is_test(pathlib.Path(match[1])):
                target = component(pathlib.Path(match[1]))
                sees.setdefault(component(file), set()).add(target)
                includes.append((path, number, component(file), target))

    def reached_from(first):
        reached, waiting = set(), [first]
        while waiting:
            for target in sees.get(waiting.pop(), set()) - reached:
                reached.add(target)
                waiting.append(target)
        return reached

    reached = {each: reached_from(each) for each in sees}
    for path, number, of, target in includes:
        if of != target and of in reached.get(target, set()):
            yield path, number, f"{of} and {target} include each other, perhaps by way of others"


def main(source):
    source = pathlib.Path(source)
    broken = [*broken_includes(source), *circles(source)]
    for path, number, why in broken:
        print(f"{path}:{number}: {why}")
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
