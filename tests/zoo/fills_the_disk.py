"""Fills the disk, in its own folder, until it is refused, but with no more than 512 MiB: one file,
and another one when that may not grow."""

import os

import sinner

STEP_MIB, MOST_MIB = 64, 512

sinner.hear()
sizes = [0]
while sum(sizes) < MOST_MIB:
    try:
        with open(f"ballast-{len(sizes)}", "ab") as file:
            os.posix_fallocate(file.fileno(), 0, (sizes[-1] + STEP_MIB) << 20)
        sizes[-1] += STEP_MIB
    except OSError:
        if sizes[-1] == 0:
            break
        sizes.append(0)
sinner.say(f"I took {sum(sizes)} MiB, {max(sizes)} in a file")
sinner.hear()
