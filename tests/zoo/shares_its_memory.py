"""Holds 512 MiB that three processes share, so that none of them owns them alone."""

import mmap
import os
import signal

import sinner

STEP, STEPS = bytes(1 << 20), 512

sinner.hear()
shared = mmap.mmap(-1, STEPS * len(STEP))
for _ in range(2):
    if os.fork() == 0:
        signal.alarm(60)
        sinner.wait_for_the_end()
for _ in range(STEPS):
    shared.write(STEP)
sinner.wait_for_the_end()
