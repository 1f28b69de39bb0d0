"""Fills the disk, in its own folder, until it is refused, but with no more than 512 MiB."""

import os

import sinner

STEP_MIB, MOST_MIB = 64, 512

sinner.hear()
taken = 0
try:
    while taken < MOST_MIB:
        with open(f"ballast-{taken}", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, STEP_MIB << 20)
        taken += STEP_MIB
    told = f"I took all {MOST_MIB} MiB"
except OSError:
    told = f"held at {taken} MiB"
sinner.say(told)
sinner.hear()
