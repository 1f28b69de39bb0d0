"""Connects to a TCP port of this machine."""

import socket

import sinner


def connect(port):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        return line.sendall(sinner.MARKER.encode())


sinner.hear()
sinner.confess(sinner.attempt(connect, int(sinner.TOLD[0])))
sinner.hear()
