"""The six Pazaak bots in Java against each other: does each cell agree with the published table?

usage: HILLTOP_PROGRAM=… pair_table.py [--games N] [--seed N]

Builds the jar, plays N games a pair (2,000 if not said) through the arena, prints the table, and
exits with 1 if a cell is more than 4 standard deviations off or a bot was at fault.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import jvm

# Games won by the first named, of 100,000, played again under the rules.
BOTS = ["Dumb Bold Player", "Dumb Cautious Player", "Bastila", "The Cincinnati Kid", "Austin Powers",
        "Nestor"]
BOARD = [
    [39_270, 19_040, 7_150, 11_920, 11_090],
    [17_290, 8_190, 11_480, 11_180],
    [19_930, 23_070, 23_020],
    [52_640, 51_910],
    [49_540],
]
DEVIATIONS_MOST = 4

CONTEST = """[contest]
game = "pazaak"
[switches]
start_ms = 30000
[format]
kind = "round-robin"
[faults]
illegal = "stand"
[bots]
folder = "none"
"""


def play(games, seed):
    """The report of a contest of the bots in examples/pazaak-java."""
    with tempfile.TemporaryDirectory() as folder:
        contest = pathlib.Path(folder) / "pair-table.toml"
        contest.write_text(CONTEST.replace('"none"', json.dumps(str(jvm.EXAMPLES))))
        done = subprocess.run(
            [os.environ["HILLTOP_PROGRAM"], "run", str(contest), "--bots", str(jvm.EXAMPLES),
             "--games", str(games), "--seed", str(seed), "--format", "json"],
            stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def cells(report):
    """Yields (a bot, another one, games the first won, games the table says, one deviation)."""
    won = {}
    for pair in report["pairs"]:
        won[pair["a"], pair["b"]] = pair["a_won"]
        won[pair["b"], pair["a"]] = pair["b_won"]
    games = report["pairs"][0]["games"]
    for i, row in enumerate(BOARD):
        for other, cell in zip(BOTS[i + 1:], row, strict=True):
            share = cell / 100_000
            deviation = (share * (1 - share) * games) ** 0.5
            yield BOTS[i], other, won[BOTS[i], other], share * games, deviation


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=2_000, help="a pair")
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    jvm.build(jvm.ROOT / "sdk" / "java" / "hilltop-jvm.jar")
    report = play(chosen.games, chosen.seed)

    far_off = 0
    for bot, other, games_won, expected, deviation in cells(report):
        off = (games_won - expected) / deviation
        far_off += abs(off) > DEVIATIONS_MOST
        print(f"{bot:>20} v {other:<20} {games_won:>7} of {expected:>9.1f} {off:>+6.2f} deviations")
    faults = sum(row["faults"] for row in report["standings"]) + len(report["disqualified"])
    print(f"{far_off} cells are more than {DEVIATIONS_MOST} deviations off; {faults} faults")
    return 1 if far_off or faults else 0


if __name__ == "__main__":
    sys.exit(main())
