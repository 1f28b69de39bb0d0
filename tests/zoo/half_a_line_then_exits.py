"""Writes half an answer and exits."""

import sys

import sinner

sinner.hear()
print("(7,", end="", flush=True)
sys.exit(3)
