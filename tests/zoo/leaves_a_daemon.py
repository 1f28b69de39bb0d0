"""Leaves a daemon behind, a grandchild in its own session that holds no pipe, and exits."""

import os
import pathlib
import signal
import sys

import sinner

sinner.hear()
born, birth = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() != 0:
        os._exit(0)
    signal.alarm(60)
    for pipe in (0, 1, 2):
        os.close(pipe)
    pathlib.Path("daemon.txt").write_text(f"{os.getpid()}\n")
    os.close(birth)
    sinner.wait_for_the_end()
os.close(birth)
os.read(born, 1)  # ends when the daemon lives
sys.exit(4)
