"""Connects to a socket that has a name but no file."""

import socket

import sinner


def connect(name):
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + name)
        return line.sendall(sinner.MARKER.encode())


sinner.hear()
sinner.confess(sinner.attempt(connect, sinner.TOLD[0]))
sinner.hear()
