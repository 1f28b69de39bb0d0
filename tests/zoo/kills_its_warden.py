"""Leaves a daemon behind and kills the warden that would find it."""

import os
import signal

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
    os.close(birth)
    sinner.wait_for_the_end()
os.close(birth)
os.wait()
os.read(born, 1)  # ends when the daemon lives
sinner.attempt(os.kill, os.getppid(), signal.SIGKILL)
sinner.say("I am still guarded")
sinner.hear()
