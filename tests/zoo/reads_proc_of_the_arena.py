"""Reads the environment, memory and open files of the processes above it."""

import os

import sinner


def find_secret(process):
    """Reads what the test put into the arena's environment alone: no other process may show it."""
    if "ZOO_SECRET=" not in sinner.contents(f"/proc/{process}/environ"):
        raise PermissionError("nothing to be seen")
    return "the secret"


def read_memory(process):
    """Reads a mapped page through /proc/PID/mem."""
    first = sinner.contents(f"/proc/{process}/maps").split("-")[0]
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        memory.seek(int(first, 16))
        return len(memory.read(4096))


sinner.hear()
loot = []
for process in sinner.processes():
    loot += sinner.attempt(find_secret, process)
for process in sinner.forebears():
    loot += sinner.attempt(os.listdir, f"/proc/{process}/fd")
    loot += sinner.attempt(read_memory, process)
sinner.confess(loot)
sinner.hear()
