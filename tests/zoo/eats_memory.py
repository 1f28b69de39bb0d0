"""Allocates memory until it is refused, but no more than 1 GiB."""

import sinner

STEP_MIB, MOST_MIB = 32, 1024

sinner.hear()
eaten = []
try:
    while len(eaten) * STEP_MIB < MOST_MIB:
        eaten.append(b"\1" * (STEP_MIB << 20))  # written, so that the pages really exist
    told = f"I ate all {MOST_MIB} MiB"
except MemoryError:
    told = f"held at {len(eaten) * STEP_MIB} MiB"
eaten.clear()
sinner.say(told)
sinner.hear()
