"""Says half an answer and is gone."""

import sys

import sinner

sinner.hear()
print("(7,", end="", flush=True)
sys.exit(3)
