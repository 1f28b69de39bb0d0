"""Takes its answer out of the pipe again after the arena has seen it there, and answers late."""

import os
import random
import time

import sinner

back = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
question = sinner.hear()
time.sleep(0.01)
for _ in range(3):
    os.write(1, b"(")
    end = time.perf_counter() + random.uniform(0, 8e-5)
    while time.perf_counter() < end:
        pass
    try:
        os.read(back, 1)
    except BlockingIOError:  # the arena was faster
        pass
time.sleep(8)
sinner.say(sinner.open_or_take_black(question))
sinner.hear()
