"""Plays the six Pazaak bots in Java against each other through the arena, and checks the results.

usage: HILLTOP_PROGRAM=… pair_table.py [--games N] [--seed N]

Plays N games per pair (default 2,000) under the names of the house bots, because the randomness of
a game depends on the names. Prints the table, and exits with 1 if a bot was at fault, if a cell is
more than 4 standard deviations off the published table, or if the house bots' games differ.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import jvm

# Games won by the first named, of 100,000, replayed under the rules.
BOTS = ["bold", "cautious", "bastila", "kid", "austin", "nestor"]
BOARD = [
    [39_270, 19_040, 7_150, 11_920, 11_090],
    [17_290, 8_190, 11_480, 11_180],
    [19_930, 23_070, 23_020],
    [52_640, 51_910],
    [49_540],
]
DEVIATIONS_MOST = 4

# Time limits that no honest bot exceeds, even on a loaded machine.
CONTEST = """[contest]
game = "pazaak"
[switches]
start_ms = 60000
move_ms = 60000
[format]
kind = "round-robin"
[faults]
illegal = "substitute"
"""
HOUSE_BOTS = "".join(f'[[bot]]\nhouse = "{bot}"\n' for bot in BOTS)


def copy_bots(home):
    """Makes the folders of the bots, each with the jar, under the names of the house bots."""
    examples = home / "bots"
    shutil.copytree(jvm.EXAMPLES, examples, ignore=shutil.ignore_patterns(".hilltop", "*.jar"))
    jvm.build(home / "hilltop-jvm.jar")
    for bot in BOTS:
        meta = examples / bot / "meta"
        meta.write_text("\n".join([bot, *meta.read_text("utf-8").splitlines()[1:]]) + "\n", "utf-8")
        shutil.copy(home / "hilltop-jvm.jar", examples / bot)
    return examples


def report(contest, text, *arguments):
    contest.write_text(text)
    done = subprocess.run(
        [os.environ["HILLTOP_PROGRAM"], "run", contest, "--format", "json", *map(str, arguments)],
        stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def cells(pairs):
    """Yields (bot, opponent, games won by bot, expected games, one deviation)."""
    won = {}
    for pair in pairs:
        won[pair["a"], pair["b"]] = pair["a_won"]
        won[pair["b"], pair["a"]] = pair["b_won"]
    games = pairs[0]["games"]
    for i, row in enumerate(BOARD):
        for other, cell in zip(BOTS[i + 1:], row, strict=True):
            share = cell / 100_000
            deviation = (share * (1 - share) * games) ** 0.5
            yield BOTS[i], other, won[BOTS[i], other], share * games, deviation


def complaints(java, house):
    """Prints the table, and yields what is wrong."""
    for bot, other, won, expected, deviation in cells(java["pairs"]):
        off = (won - expected) / deviation
        print(f"{bot:>10} v {other:<10} {won:>7} of {expected:>9.1f} {off:>+6.2f} deviations")
        if abs(off) > DEVIATIONS_MOST:
            yield f"{bot} v {other} is more than {DEVIATIONS_MOST} deviations off"
    for row in java["standings"]:
        if row["faults"]:
            yield f"{row['bot']} was at fault {row['faults']} times"
    for row in java["disqualified"]:
        yield f"{row['bot']} was disqualified: {row['fault']}, {row['detail']}"
    if java["digest"] != house["digest"]:
        yield f"the digest is {java['digest']}, but {house['digest']} among the house bots"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=2_000, help="a pair")
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    options = ("--games", chosen.games, "--seed", chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        house = report(home / "contest.toml", CONTEST + HOUSE_BOTS, *options)
        java = report(home / "contest.toml", CONTEST + HOUSE_BOTS, *options,
                      "--bots", copy_bots(home))
    wrong = list(complaints(java, house))
    print("\n".join(wrong) or f"as the house bots play; digest {java['digest']}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
