"""Writes 8 MiB to stderr before it answers."""

import sys

import sinner

sinner.hear()
for _ in range(8 * 1024):
    sys.stderr.write("flood!!\n" * 128)
sinner.say("I flooded stderr")
sinner.hear()
