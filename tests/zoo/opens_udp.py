"""Sends a datagram to a UDP port of this machine."""

import socket

import sinner


def send(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("127.0.0.1", port))
        return line.send(sinner.MARKER.encode())


sinner.hear()
sinner.attempt(send, int(sinner.TOLD[0]))
sinner.say("I sent what I could")
sinner.hear()
