"""Computes with three processes, each of which stays below the limit."""

import os
import signal
import time

import sinner


def compute():
    signal.alarm(60)
    while time.process_time() < 0.45:
        pass
    os._exit(0)


sinner.hear()
while True:
    for _ in range(3):
        if os.fork() == 0:
            compute()
    for _ in range(3):
        os.wait()
