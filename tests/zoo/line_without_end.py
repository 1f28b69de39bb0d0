"""Writes one line that never ends."""

import sinner

while True:
    print("endless" * 1000, end="", flush=True)
