"""Steps per processor second of the Python package, of the library by its C interface, of the C++ loop over the
same Sessions, and of the games in plain Python, in one run on one core: python3 bench/lockstep.py [BUILD]

Random legal actions against kid and greedy, 256 games side by side. The first three play the same games: actions
are chosen beforehand, and the loop must come to the package's observation and mask. Of some rounds the best one
of each counts.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release")
sys.path.insert(0, str(ROOT / "python"))
os.environ.setdefault("HILLTOP_LIBRARY", str(BUILD / "lib/libhilltop.so.1"))

import numpy as np  # noqa: E402

import hilltop_games  # noqa: E402
import plain_games  # noqa: E402

GAMES, STEPS, ROUNDS, PLAIN = 256, 500, 30, 100_000


def of_package(game, opponent, file):
    """Writes the games to the file for the loop."""
    env = hilltop_games.vector(game, GAMES, opponent=opponent, autoreset="same_step")
    rng = np.random.default_rng(1)
    chosen = np.empty((STEPS, GAMES), np.int32)
    for actions in chosen:
        actions[:] = (rng.random(env.mask.shape, np.float32) * env.mask).argmax(1)
        env.step(actions)
    env.reset(seed=1)
    begun = time.process_time()
    for actions in chosen:
        env.step(actions)
    seconds = time.process_time() - begun
    file.write_bytes(b"".join(array.tobytes() for array in (chosen, env.observation, env.mask)))
    return GAMES * STEPS / seconds


def of_loop_and_library(game, file):
    told = subprocess.run([str(BUILD / "bin/hilltop-lockstep-loop"), game, str(GAMES), str(STEPS), str(file)],
                          check=True, capture_output=True, text=True).stdout
    return map(float, told.split())


def of_plain(game):
    begun = time.process_time()
    made = plain_games.decisions(getattr(plain_games, game), PLAIN)
    return made / (time.process_time() - begun)


os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
print(f"{'game':8} {'package':>12} {'of the loop':>11} {'C interface':>12} {'of the loop':>11} {'C++ loop':>12} "
      f"{'plain Python':>13} {'times it':>8}")
for game, opponent in [("pazaak", "kid"), ("yahtzee", "greedy")]:
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "games"
        rounds = [(of_package(game, opponent, file), *of_loop_and_library(game, file)) for _ in range(ROUNDS)]
    package, loop, library = (max(rates) for rates in zip(*rounds))
    plain = of_plain(game)
    print(f"{game:8} {package:12,.0f} {100 * package / loop:10.0f}% {library:12,.0f} {100 * library / loop:10.0f}% "
          f"{loop:12,.0f} {plain:13,.0f} {package / plain:8.0f}")
