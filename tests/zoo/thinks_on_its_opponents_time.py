"""Leaves a process that computes while the opponent thinks, and that knows ways to resume when it
is stopped: signals of other processes, timers, files, and the ends of children and parents. With
the argument "honest" it only computes; without "timers" it arms none, because it would be ended
where no cgroup freezes it. Its share of the opponent's time is in shares.txt."""

import ctypes
import fcntl
import mmap
import os
import signal
import struct
import time

import sinner

libc = ctypes.CDLL(None)
SIGEV_SIGNAL, PR_SET_PDEATHSIG, EVERY_MS = 0, 1, struct.pack("qqqq", 0, 10**6, 0, 10**6)
OPPONENT_THINKS_NS = 10**9
had = mmap.mmap(-1, 8)  # processor time of the computing process, in nanoseconds


def timer_of(signo):
    if "timers" not in sinner.TOLD:
        return
    signal.signal(signo, lambda *_: None)  # else the kernel lets a periodic timer end
    timer = ctypes.c_void_p()
    event = struct.pack("qii48x", 0, signo, SIGEV_SIGNAL)
    if libc.timer_create(time.CLOCK_MONOTONIC, event, ctypes.byref(timer)) == 0:
        libc.timer_settime(timer, 0, EVERY_MS, None)


def child(work, *of):
    process = os.fork()
    if process == 0:
        signal.alarm(60)
        work(*of)
        os._exit(0)
    return process


def prepare_to_wake():
    timer_of(signal.SIGCONT)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGCONT)
    try:
        os.sched_setaffinity(0, range(os.cpu_count()))
    except OSError:
        pass


def compute():
    if not honest:
        prepare_to_wake()
    while True:
        had[:] = struct.pack("q", time.process_time_ns())


def call(process):
    while True:
        try:
            os.kill(process, signal.SIGCONT)
        except OSError:
            time.sleep(0.001)


def call_by_a_file(process):
    readable, writable = os.pipe()
    fcntl.fcntl(readable, fcntl.F_SETOWN, process)
    fcntl.fcntl(readable, fcntl.F_SETSIG, signal.SIGCONT)
    fcntl.fcntl(readable, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    while True:
        os.write(writable, b"x")
        try:
            os.read(readable, 1)
        except BlockingIOError:
            pass


honest = sinner.TOLD == ["honest"]
question = sinner.hear()
computing = child(compute)
if not honest:
    for work in (call, call_by_a_file):
        child(work, computing)
    child(call, child(call, os.getpid()))
    timer_of(signal.SIGCONT)
while had[:] == bytes(8):
    pass
sinner.say(sinner.open_or_take_black(question))
before, since = struct.unpack("q", had[:])[0], time.monotonic_ns()
sinner.hear()
ran = struct.unpack("q", had[:])[0] - before
passed = time.monotonic_ns() - since
thought = passed > OPPONENT_THINKS_NS / 2  # not if it has the next move itself
if thought:
    with open("shares.txt", "a") as file:
        print(ran / passed, file=file)
sinner.confess([f"{ran} of {passed} ns"] if thought and 2 * ran > passed else [])
