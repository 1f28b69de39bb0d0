"""Hostile requests to every route of `hilltop serve`: it goes on, and its memory stays bounded."""

import json
import os
import pathlib
import random
import re
import socket
import unittest

from program import SANITIZED, ran
from served import SharedServer
from web import Guest

# Requests per route; scripts/nightly sends 100,000.
REQUESTS = int(os.environ.get("HILLTOP_REQUESTS", "200"))
# What requests may add to the memory that the server has when its analyst knows Pazaak: the table of
# a solved game is built once, whenever it is first asked for (about 200 MB), and then kept.
GROWTH_MB_MAX = 1300 if SANITIZED else 150

PIECES = ["yahtzee", "gomoku", "koth", "swap2", "human", "greedy", "Ann", "\u202e", "\0", "%", "..",
          "a" * 300, "{", "\"", "-1", "99999999999999999999", "0", "true", "[]", "hold 1 2",
          "7 7  8 8  7 9", "hilltop record 1\n", "game pazaak\nrules koth\nluck 00 0\nseat human A\n"]
KEYS = ["game", "rules", "switches", "players", "player", "name", "files", "dice", "seed", "record",
        "save", "keys", "do", "seat", "text", "position", "id", "on",
        "rematch"]
WISHES = ["answer", "confirm", "hint", "undo", "rename", "invite", "replace", "leave", "again", "save",
          "hints", "draw", "dance"]


def any_json(rng, depth=0):
    kind = rng.randrange(8 if depth < 4 else 5)
    if kind == 0:
        return rng.choice([None, True, False, 0, -1, 1 << 70, 1e308, 0.5])
    if kind < 3:
        return rng.choice(PIECES)
    if kind == 3:
        return rng.randrange(-3, 20)
    if kind == 4:
        return rng.choice(WISHES)
    if kind == 5:
        return [any_json(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(KEYS): any_json(rng, depth + 1) for _ in range(rng.randrange(6))}


def damaged(rng, data):
    """Returns the bytes with a few of them changed, cut or doubled."""
    data = bytearray(data)
    for _ in range(rng.choice([0, 0, 0, 1, 1, 3, 10])):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0: data[at:at] = bytes([rng.randrange(256)])
            case 1: data[at:at + rng.randrange(1, 20)] = b""
            case 2: data[at:at] = data[max(0, at - 30):at]
            case _: data[at:at + 1] = rng.choice([b"\r\n", b"\0", b" ", b"/", b"%2e", b"\xff"])
    return bytes(data)


def a_request(rng, method, pattern, names):
    path = re.sub(r"\{(\w+)\}", lambda match: rng.choice(names + PIECES[:12]), pattern)
    path = "".join(c if 32 < ord(c) < 127 else f"%{ord(c) & 255:02x}" for c in path)
    if rng.random() < 0.2:
        path += "?" + rng.choice(["seat=0", "seat=99", "seat=x", "a=%", "&&&", "seat="])
    if rng.random() < 0.1:
        method = rng.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "BREW", "get"])
    body = b""
    if method in ("POST", "PUT") and rng.random() < 0.9:
        body = rng.choice([json.dumps(any_json(rng)).encode(), rng.randbytes(rng.randrange(300)),
                           b"\x1f\x8b\x08" + rng.randbytes(50)])
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if body or rng.random() < 0.1:
        lines.append(f"Content-Length: {max(0, len(body) + rng.choice([0, 0, 0, 0, -1, 5]))}")
    for line in ("Accept-Encoding: gzip", "Connection: close", "Origin: http://localhost",
                 "Authorization: Bearer x", "Cookie: hilltop_visitor=" + "0" * 32, "Cookie: ;;=;",
                 "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Transfer-Encoding: chunked",
                 "Expect: 100-continue", "X-Forwarded-For: " + "1," * 50):
        if rng.random() < 0.1:
            lines.append(line)
    return damaged(rng, "\r\n".join(lines).encode() + b"\r\n\r\n" + body)


class Fuzz(SharedServer):
    @classmethod
    def options(cls, folder):
        ran("run", "koth-pazaak", "--games", 2, "--store", folder / "results.db")
        return ()

    def setUp(self):
        super().setUp()
        seed = int(os.environ.get("HILLTOP_FUZZ_SEED", random.SystemRandom().randrange(1 << 32)))
        print(f"HILLTOP_FUZZ_SEED={seed}")
        self.rng = random.Random(seed)

        for page in "luck", "bots/kid/choices":
            self.assertEqual(self.server.ask("GET", f"/api/contests/koth-pazaak/{page}")[0], 200)
        self.before_mb = self.peak_mb()

    def tearDown(self):
        super().tearDown()
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)
        self.assertLess(self.peak_mb() - self.before_mb, GROWTH_MB_MAX)

    def peak_mb(self):
        status = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    def test_requests(self):
        room, _ = self.server.begin(game="pazaak", players=[{"player": "human"}] * 2)
        names = [room, "koth-pazaak", "kid", "bold-kid:1", "1"]
        for route in self.server.get("/api")["routes"]:
            sent = 0
            while sent < REQUESTS:
                count = min(self.rng.randrange(1, 8), REQUESTS - sent)
                sent += count
                noise = b"".join(a_request(self.rng, route["method"], route["path"], names)
                                 for _ in range(count))
                with self.server.connect() as client:
                    client.settimeout(0.05)
                    try:
                        client.sendall(noise)
                        client.shutdown(socket.SHUT_WR)
                        while client.recv(1 << 16):
                            pass
                    except OSError:  # refused, or a stream that stays
                        pass

    def test_messages(self):
        sent = 0
        while sent < 10 * REQUESTS:
            players = [{"player": "human"}, self.rng.choice([{"player": "human"}, {"player": "random"}])]
            game = self.rng.choice(["pazaak", "gomoku", "yahtzee", "pig", "tictactoe"])
            status, made = self.server.post("/api/rooms", {"game": game, "players": players})
            if status != 201:
                players[1] = {"player": "human"}
                _, made = self.server.post("/api/rooms", {"game": game, "players": players})
            keys = [each["key"] for each in made["keys"]]
            guest = Guest(self.server, made["room"], keys)
            guest.socket.settimeout(5)
            try:
                for _ in range(200):
                    wish = any_json(self.rng)
                    if not isinstance(wish, dict) or self.rng.random() < 0.8:
                        wish = {"do": self.rng.choice(WISHES), "seat": self.rng.randrange(3),
                                "text": self.rng.choice(PIECES + ["end", "stand", "ch", "roll", "5"]),
                                "name": self.rng.choice(PIECES), "player": self.rng.choice(PIECES)}
                    data = json.dumps(wish).encode()
                    guest.say(damaged(self.rng, data) if self.rng.random() < 0.02 else data)
                    sent += 1
            except OSError:
                pass
            guest.close()


if __name__ == "__main__":
    unittest.main()
