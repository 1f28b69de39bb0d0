"""Sends signals to a process that is not its own, and to the arena."""

import os
import signal

import sinner

sinner.hear()
# Not to the warden, which a bot may end at its own cost, nor to the test; and never to all (-1).
others = [int(sinner.TOLD[0]), *sinner.forebears()[1:2]]
loot = []
for process in others:
    loot += sinner.attempt(os.kill, process, 0) + sinner.attempt(os.kill, process, signal.SIGUSR1)
sinner.confess(loot)
sinner.hear()
