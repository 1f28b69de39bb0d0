"""Writes a byte per second, so that something always comes and a line never does."""

import time

import sinner

sinner.hear()
while True:
    print("7", end="", flush=True)
    time.sleep(1)
