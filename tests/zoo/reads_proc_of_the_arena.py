"""Reads the environment, memory and open files of the processes above it."""

import os

import sinner


def read_memory(process):
    """A page that is mapped, through /proc/PID/mem."""
    first = sinner.contents(f"/proc/{process}/maps").split("-")[0]
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        memory.seek(int(first, 16))
        return len(memory.read(4096))


sinner.hear()
loot = [value for name, value in os.environ.items() if name == "ZOO_SECRET"]
for process in sinner.forebears():
    loot += sinner.attempt(sinner.contents, f"/proc/{process}/environ")
    loot += sinner.attempt(os.listdir, f"/proc/{process}/fd")
    loot += sinner.attempt(read_memory, process)
sinner.confess(loot)
sinner.hear()
