"""Functions shared by the bots of the zoo: a limited life, and a way to report what they got.

A bot is called as: python3 NAME.py MARKER [TEXT FROM THE TEST …] OPPONENT SEED
"""

import os
import pathlib
import signal
import sys

signal.alarm(60)  # a limit in any case; a child needs its own, because fork() drops it

MARKER = sys.argv[1]  # identifies its processes and files for the test
TOLD = sys.argv[2:-2]


def hear():
    return sys.stdin.readline()


def say(text):
    print(text, flush=True)


def open_or_take_black(question):
    """Returns a legal answer to the first question of any game."""
    return "(7,7)(0,0)(7,8)" if question.startswith("A") else "B"


def wait_for_the_end():
    while True:
        signal.pause()


def confess(loot):
    """Writes what it got to a file, for the test to read, and answers with the number of things."""
    with open("loot.txt", "a", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{thing}\n" for thing in loot)
    say(f"I got {len(loot)} things")


def attempt(deed, *of):
    """Returns the result of `deed` as a list; empty if it is refused."""
    try:
        return [f"{deed.__name__} {of}: {deed(*of)!r}"[:200]]
    except OSError:
        return []


def contents(path):
    return pathlib.Path(path).read_text(errors="replace")


def processes():
    """Returns the processes that /proc shows, itself included."""
    try:
        return [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return [str(os.getpid())]


def forebears():
    """Returns the warden, the arena and its parent, as far as /proc shows them."""
    process, found = os.getppid(), []
    while process > 0 and len(found) < 3:
        found.append(process)
        try:
            process = int(contents(f"/proc/{process}/stat").rpartition(")")[2].split()[1])
        except OSError:
            break
    return found
