"""How late live updates are with many spectators, and whether a player's moves wait for them.

usage: spectators.py HILLTOP [SPECTATORS [GAMES]]

Plays a game of Gomoku that SPECTATORS (500) watch, and then GAMES (200) at once. Prints the delay from
a player's move to the state that a spectator or the player gets, in milliseconds, and the memory of the
server.
"""

import json
import os
import pathlib
import selectors
import sys
import tempfile
import time

if not 2 <= len(sys.argv) <= 4:
    sys.exit(__doc__)
os.environ.setdefault("HILLTOP_PROGRAM", str(pathlib.Path(sys.argv[1]).resolve()))
os.environ.setdefault("HILLTOP_HOME", str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "e2e"))
import web  # noqa: E402
from web import Guest, Server  # noqa: E402

web.check = lambda *_: None  # takes longer than what is measured

PEOPLE = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]
# Stones that make no five: two colours in turn, two columns apart.
STONES = [(x, y) for y in range(0, 15, 2) for x in range(0, 15, 3)]


def quantiles(times):
    times = sorted(times)
    return {"median": round(times[len(times) // 2] * 1000, 2),
            "p99": round(times[len(times) * 99 // 100] * 1000, 2),
            "slowest": round(times[-1] * 1000, 2)}


def memory_mb(server, what):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return round(int(next(line for line in status.splitlines()
                          if line.startswith(what)).split()[1]) / 1024, 1)


def begun(server):
    """Returns a player of both seats after an opening."""
    room, keys = server.begin(game="gomoku", players=PEOPLE)
    player = Guest(server, room, keys.values())
    player.do("answer", seat=0, text="14 14  12 14  14 12")
    player.do("answer", seat=1, text="black")
    return room, player


def spectated(server, spectators):
    room, player = begun(server)
    watching = selectors.DefaultSelector()
    sockets = [Guest(server, room) for _ in range(spectators)]
    for each in sockets:
        each.socket.setblocking(False)
        watching.register(each.socket, selectors.EVENT_READ)
    moves, updates = [], []
    for x, y in STONES:
        if player.state["moment"] == "over":
            break
        seat, step = player.state["pending"], player.state["step"]
        at = time.perf_counter()
        answer = player.do("answer", seat=seat, text=f"{x} {y}", step=step)
        moves.append(time.perf_counter() - at)
        if answer["type"] == "refused":
            continue
        waiting = {each.socket.fileno() for each in sockets}
        while waiting:
            for key, _ in watching.select(10):
                while True:
                    try:
                        if not key.fileobj.recv(1 << 20):
                            raise SystemExit("a spectator was disconnected")
                    except BlockingIOError:
                        break
                if key.fd in waiting:
                    waiting.remove(key.fd)
                    updates.append(time.perf_counter() - at)
    found = {"spectators": spectators, "updates_ms": quantiles(updates),
             "moves_ms": quantiles(moves), "memory_mb": memory_mb(server, "VmRSS")}
    for each in sockets:
        each.close()
    player.close()
    return found


def many_games(server, games):
    players = [begun(server)[1] for _ in range(games)]
    moves = []
    for x, y in STONES[:20]:
        for player in players:  # all say their move, and then all hear
            if player.state["moment"] != "over":
                player.begun_at, player.heard = time.perf_counter(), player.state["version"]
                player.say({"do": "answer", "seat": player.state["pending"], "text": f"{x} {y}"})
        for player in players:
            if player.state["moment"] != "over":
                while (message := player.hear())["type"] == "state" \
                        and message["version"] <= player.heard:
                    pass
                moves.append(time.perf_counter() - player.begun_at)
    return {"games": games, "moves_ms": quantiles(moves),
            "memory_mb": memory_mb(server, "VmRSS")}


def main():
    spectators = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    with tempfile.TemporaryDirectory() as folder:
        with Server(pathlib.Path(folder)) as server:
            print(json.dumps(spectated(server, 1)))
            print(json.dumps(spectated(server, spectators)))
            print(json.dumps(many_games(server, games)))
            print(json.dumps({"memory_peak_mb": memory_mb(server, "VmHWM")}))


if __name__ == "__main__":
    main()
