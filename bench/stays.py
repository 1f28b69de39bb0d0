"""What the arena adds to the time of a Gomocup engine, with and without processes that stay.

usage: stays.py BUILD [GAMES [NODES]]

Plays GAMES (200) games of pbrain-search, our search, against itself with NODES (2,000) a move, from the built-in
openings, on one core: by a bare loop over the same pipes (gomocup-loop), and by the arena, behind hilltop-gomocup.
The engine measures its own processor time without a sandbox, in which it could not write to one folder; what is
beyond it is the manager's. BUILD is a folder of a build with benchmarks, such as build/release.
"""

import collections
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
GAMES, NODES = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 200), (3, 2000)))
LIMITS = "--move-ms 60000 --start-ms 60000 --max-node {move_nodes} --first-to-move balance"
OPENINGS = ROOT / "src" / "games" / "gomoku" / "openings" / "swap2.txt"

# Seconds by the clock and of processor time, and context switches, of a command and all that it started.
Cost = collections.namedtuple("Cost", "clock processor switches")
# What the engines say: how many there were, their moves, and seconds of their processor time.
Thoughts = collections.namedtuple("Thoughts", "processes moves seconds")


def cost_of(command):
    begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                   env=os.environ | {"HILLTOP_STORE": "none"}, preexec_fn=hold_one_core)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(time.monotonic() - begun, after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime,
                after.ru_nvcsw + after.ru_nivcsw - used.ru_nvcsw - used.ru_nivcsw)


def hold_one_core():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def thoughts_in(folder):
    lines = [tuple(map(int, file.read_text().split())) for file in folder.glob("thought-*")]
    return Thoughts(len(lines), sum(line[1] for line in lines), sum(line[2] for line in lines) / 1e9)


def bot(parent, name, settings, thoughts):
    folder = pathlib.Path(parent) / name
    folder.mkdir()
    (folder / "engine").write_bytes((BUILD / "bin" / "pbrain-search").read_bytes())
    (folder / "engine").chmod(0o755)
    (folder / "meta").write_text(f"{name}\nhilltop-gomocup\n{LIMITS} ./engine {thoughts}\n0\n")
    (folder / "bot.toml").write_text(f'game = "gomoku"\n{settings}\n')
    return folder


def by_the_arena(settings, sandbox):
    with tempfile.TemporaryDirectory() as parent:
        thoughts = pathlib.Path(parent) / "thoughts"
        thoughts.mkdir()
        bots = [bot(parent, name, settings, thoughts if sandbox == "off" else ".") for name in ("One", "Two")]
        cost = cost_of([BUILD / "bin" / "hilltop", "play", "gomoku", *bots, "--rules", "swap2", "--games", GAMES,
                        "--seed", "1", "--jobs", "1", "--sandbox", sandbox, "--set", f"move_nodes={NODES}",
                        "--set", "openings=swap2", "--set", "move_ms=60000", "--set", "start_ms=60000"])
        return cost, thoughts_in(thoughts)


def by_a_bare_loop():
    with tempfile.TemporaryDirectory() as parent:
        cost = cost_of([BUILD / "bin" / "gomocup-loop", OPENINGS, GAMES, NODES, BUILD / "bin" / "pbrain-search",
                        parent])
        return cost, thoughts_in(pathlib.Path(parent))


def show(title, cost, thoughts, bare=None):
    a_ply = 1e6 / thoughts.moves
    beyond = (cost.processor - thoughts.seconds) * a_ply
    ratio = "" if bare is None else (f"; {cost.clock * a_ply / bare[0]:.2f} and {cost.processor * a_ply / bare[1]:.2f}"
                                     " times the loop's")
    print(f"{title:32} a ply: {cost.clock * a_ply:7.1f} us by the clock, {cost.processor * a_ply:7.1f} of processor "
          f"time{ratio}; {beyond:6.1f} beyond the engines', {cost.switches / thoughts.moves:5.2f} context switches; "
          f"{thoughts.moves} plies, {thoughts.processes} processes", flush=True)
    return cost.clock * a_ply, cost.processor * a_ply


def main():
    print(f"{GAMES} games, {NODES} nodes a move, one worker")
    bare = show("bare loop", *by_a_bare_loop())
    for title, settings in (("a process per game", 'state = "none"'),
                            ("stays, pairing", 'state = "pairing"\nstays = true'),
                            ("stays, none", 'state = "none"\nstays = true')):
        for sandbox in ("off", "best"):
            cost, said = by_the_arena(settings, sandbox)
            if sandbox == "off":
                thoughts = said
            show(f"{title}, sandbox {sandbox}", cost, thoughts, bare)


main()
