"""Ignores every signal that it can, and stays when it is told to leave."""

import signal

import sinner

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGALRM}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass  # the C library keeps a few for itself
sinner.hear()
sinner.say("I stay")
sinner.wait_for_the_end()
