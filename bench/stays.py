"""What the arena adds to the time of a Gomocup engine, with and without processes that stay.

usage: stays.py BUILD [GAMES [NODES]]

Plays GAMES (200) games of pbrain-search, our search, against itself with NODES (2,000) a move, behind
hilltop-gomocup, on one core. The engine measures its own processor time without a sandbox, in which it
could not write to one folder; the ratio is that of the whole command to it. BUILD is a folder of a build with benchmarks, such as build/release.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(sys.argv[1]).resolve()
GAMES, NODES = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 200), (3, 2000)))
LIMITS = "--move-ms 60000 --start-ms 60000 --max-node {move_nodes} --first-to-move balance"


def bot(parent, name, settings, thoughts):
    folder = pathlib.Path(parent) / name
    folder.mkdir()
    (folder / "engine").write_bytes((BUILD / "bin" / "pbrain-search").read_bytes())
    (folder / "engine").chmod(0o755)
    (folder / "meta").write_text(f"{name}\nhilltop-gomocup\n{LIMITS} ./engine {thoughts}\n0\n")
    (folder / "bot.toml").write_text(f'game = "gomoku"\n{settings}\n')
    return folder


def measured(settings, sandbox):
    """Returns seconds of the command by the clock, its processor time, and without a sandbox that of its
    engines, the number of moves, and that of the engines' processes."""
    with tempfile.TemporaryDirectory() as parent:
        thoughts = pathlib.Path(parent) / "thoughts" if sandbox == "off" else "."
        if sandbox == "off":
            thoughts.mkdir()
        bots = [bot(parent, name, settings, thoughts) for name in ("One", "Two")]
        begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([BUILD / "bin" / "hilltop", "play", "gomoku", *bots, "--rules", "swap2", "--games",
                        str(GAMES), "--seed", "1", "--jobs", "1", "--sandbox", sandbox, "--set", f"move_nodes={NODES}",
                        "--set", "move_ms=60000", "--set", "start_ms=60000"], check=True,
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                       env=os.environ | {"HILLTOP_STORE": "none"})
        took = time.monotonic() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        lines = [tuple(map(int, file.read_text().split()))
                 for file in pathlib.Path(parent).glob("thoughts/*")]
    moves, engines = (sum(line[i] for line in lines) for i in (1, 2))
    computed = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return took, computed, engines / 1e9, moves, len(lines)


def main():
    print(f"{GAMES} games, {NODES} nodes a move, one worker")
    for title, settings in (("a process per game", 'state = "none"'),
                            ("stays, pairing", 'state = "pairing"\nstays = true'),
                            ("stays, none", 'state = "none"\nstays = true')):
        for sandbox in ("off", "best"):
            took, computed, *of_engines = measured(settings, sandbox)
            if sandbox == "off":
                engines, moves, processes = of_engines
            ms = 1000 / GAMES
            print(f"{title:18} sandbox {sandbox:4}  ms a game: {took * ms:7.2f} by the clock, {computed * ms:7.2f} "
                  f"of processor time, {engines * ms:7.2f} of that the engines': ratio {computed / engines:.2f}; "
                  f"{moves} moves, {processes} processes", flush=True)


main()
