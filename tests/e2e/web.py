"""`hilltop serve` as a process, and its clients: HTTP, WebSockets (RFC 6455) and event streams."""

import base64
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time
import urllib.parse

import openapi
from program import PATIENCE_S, PROGRAM


class Server:
    """`with Server(folder) as server`: serves with the stores of a folder."""

    def __init__(self, folder, *options, store=None):
        self.folder, self.options, self.process = folder, options, None
        self.store = str(store or folder / "results.db")
        self.env = None  # of the process; None: that of the test

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def start(self, port=0):
        self.errors = open(self.folder / "serve.log", "ab")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(port), "--people", str(self.folder / "people.db"),
             "--store", self.store, *map(str, self.options)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env=self.env)
        self.url = self.process.stdout.readline().strip()
        assert self.url, (self.folder / "serve.log").read_text()
        self.port = urllib.parse.urlsplit(self.url).port

    def stop(self, how=signal.SIGTERM):
        """Ends the server; returns its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        self.errors.close()
        return code

    def restart(self, how):
        """Ends the server by a signal, and starts another one at its port."""
        self.stop(how)
        self.start(self.port)

    def log(self):
        return (self.folder / "serve.log").read_text()

    @contextlib.contextmanager
    def hearing(self):
        """Gives a function that waits until the server logs a line that matches, from now on."""
        log = self.folder / "serve.log"
        tail = ["timeout", str(PATIENCE_S), "tail", "-f", "-c", f"+{log.stat().st_size + 1}", log]
        with subprocess.Popen(tail, stdout=subprocess.PIPE, text=True) as lines:
            def heard(pattern):
                for line in lines.stdout:
                    if re.search(pattern, line):
                        return
                raise AssertionError(f"the server does not log {pattern!r}")
            try:
                yield heard
            finally:
                lines.terminate()

    def ask(self, method, path, body=None, **headers):
        """Returns the status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            text = answer.read()
            if method != "HEAD" and "Content-Encoding" not in answer.headers:
                openapi.check_answer(method, path, answer.status, answer.headers["Content-Type"], text)
            return answer.status, answer.headers, text
        finally:
            connection.close()

    def get(self, path, **headers):
        status, _, body = self.ask("GET", path, **headers)
        assert status == 200, (path, status, body)
        return json.loads(body)

    def post(self, path, wish, **headers):
        """Returns the status and the answer, as JSON."""
        status, _, body = self.ask("POST", path, json.dumps(wish), **headers)
        return status, json.loads(body)

    def begin(self, **wish):
        """Begins a game; returns the room's name and its keys by seat."""
        status, room = self.post("/api/rooms", wish)
        assert status == 201, room
        openapi.check_shape("NewRoom", wish)
        return room["room"], {each["seat"]: each["key"] for each in room["keys"]}

    def connect(self, timeout=PATIENCE_S):
        return socket.create_connection(("127.0.0.1", self.port), timeout)


# Kinds of a socket's frames, RFC 6455, section 5.2.
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(kind, data):
    mask = os.urandom(4)
    size = len(data)
    head = (bytes([0x80 | kind, 0x80 | size]) if size < 126
            else bytes([0x80 | kind, 0xfe]) + struct.pack(">H", size))
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))


class Guest:
    """A browser in a room."""

    def __init__(self, server, room, keys=(), cookie=None, first=b""):
        """`first`: a frame that goes out in one piece with the request."""
        self.socket = server.connect()
        self.begun = b""
        self.state = None
        self.closed = None  # the code and the reason that the server gave
        nonce = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /api/rooms/{room}/socket HTTP/1.1", f"Host: 127.0.0.1:{server.port}",
                 "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Key: {nonce}"] + ([f"Cookie: {cookie}"] if cookie else [])
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + first)
        while b"\r\n\r\n" not in self.begun:
            more = self.socket.recv(4096)
            assert more, "the server ended the connection"
            self.begun += more
        head, _, self.begun = self.begun.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])
        if self.status != 101 or first:
            return
        self.say({"keys": list(keys)})
        self.until(lambda state: sum(p["mine"] for p in state["players"]) >= len(keys))

    def close(self):
        self.socket.close()

    def say(self, message):
        self.send(TEXT, message if isinstance(message, bytes) else json.dumps(message).encode())

    def send(self, kind, data):
        self.socket.sendall(frame(kind, data))

    def take(self, size):
        while len(self.begun) < size:
            more = self.socket.recv(1 << 16)
            if not more:
                raise EOFError
            self.begun += more
        taken, self.begun = self.begun[:size], self.begun[size:]
        return taken

    def hear(self):
        """Returns the next message; None if the server closes the connection."""
        while True:
            try:
                first, size = self.take(2)
                if size == 126:
                    size = struct.unpack(">H", self.take(2))[0]
                elif size == 127:
                    size = struct.unpack(">Q", self.take(8))[0]
                data, kind = self.take(size), first & 15
                if kind == PING:  # who does not answer is taken for gone
                    self.send(PONG, data)
            except (EOFError, ConnectionError):
                return None
            if kind == CLOSE:
                self.closed = (struct.unpack(">H", data[:2])[0], data[2:].decode()) if data else None
                return None
            if kind != TEXT:
                continue
            message = json.loads(data)
            openapi.check_shape("Message", message)
            if message["type"] == "state":
                self.state = message
            return message

    def until(self, holds):
        """Hears states until one of them is as wanted; returns it."""
        while self.state is None or not holds(self.state):
            assert self.hear() is not None, "the server ended the connection"
        return self.state

    def do(self, wish, **more):
        """Says what is to be done, and waits for the state or the refusal that it leads to."""
        before = self.state["version"]
        self.say({"do": wish, **more})
        while True:
            message = self.hear()
            assert message is not None, "the server ended the connection"
            if message["type"] != "state" or message["version"] > before:
                if message["type"] != "refused":
                    openapi.check_shape("Request", {"do": wish, **more})
                return message

    def mine_to_move(self):
        """Waits until a seat of this guest is asked, or the game is over."""
        return self.until(lambda state: state["moment"] == "over" or (
            state["pending"] is not None and state["players"][state["pending"]]["mine"]))


# What a contest's stream says.
VERSION = {"type": "object", "properties": {"version": {"type": "integer"}},
           "required": ["version"], "additionalProperties": False}


class Events:
    """A stream of server-sent events."""

    def __init__(self, server, path, schema=VERSION):
        self.schema = schema
        self.socket = server.connect()
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def close(self):
        self.file.close()
        self.socket.close()

    def next(self):
        """Returns the data of the next event."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            line = self.file.readline()
            assert line, "the server ended the stream"
            assert time.monotonic() < deadline, "nothing but the comments that keep the stream alive"
            if line.startswith(b"data: "):
                document = json.loads(line[6:])
                openapi.check(self.schema, document)
                return document
