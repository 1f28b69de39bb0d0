"""Arms a timer that sends it SIGCONT each millisecond, plays on, and computes whenever it runs."""

import ctypes
import signal
import struct
import threading
import time

import sinner

SIGEV_SIGNAL, EVERY_MS = 0, struct.pack("qqqq", 0, 10**6, 0, 10**6)


def compute():
    while True:
        pass


signal.signal(signal.SIGCONT, lambda *_: None)  # else the kernel lets a periodic timer end
libc, timer = ctypes.CDLL(None), ctypes.c_void_p()
event = struct.pack("qii48x", 0, signal.SIGCONT, SIGEV_SIGNAL)
armed = (libc.timer_create(time.CLOCK_MONOTONIC, event, ctypes.byref(timer)) == 0
         and libc.timer_settime(timer, 0, EVERY_MS, None) == 0)
threading.Thread(target=compute, daemon=True).start()
question = sinner.hear()
sinner.say(sinner.open_or_take_black(question))
question = sinner.hear()
free = next(f"({x},0)" for x in range(15) if f"({x},0)" not in question)
sinner.say("B" if question[0] in "BC" else free)
sinner.hear()
sinner.say("armed, and here" if armed else "not armed")
sinner.wait_for_the_end()
