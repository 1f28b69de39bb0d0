"""What the sinners of the zoo share: a short life, and a way to tell what they brought home.

A sinner is called as: python3 SIN.py MARKER [WHAT THE TEST TELLS IT …] OPPONENT SEED
"""

import os
import pathlib
import signal
import sys

signal.alarm(60)  # whatever happens; a child needs its own, for fork() forgets it

MARKER = sys.argv[1]  # by which the test knows its processes and files
TOLD = sys.argv[2:-2]


def hear():
    return sys.stdin.readline()


def say(text):
    print(text, flush=True)


def open_or_take_black(question):
    """A legal answer to the first question of any game."""
    return "(7,7)(0,0)(7,8)" if question.startswith("A") else "B"


def wait_for_the_end():
    while True:
        signal.pause()


def confess(loot):
    """Brings home what was got, for the test to look at, and says that in place of an answer."""
    with open("loot.txt", "a", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{thing}\n" for thing in loot)
    say(f"I got {len(loot)} things")


def attempt(deed, *of):
    """What the deed gets, as a list: empty if it is refused."""
    try:
        return [f"{deed.__name__} {of}: {deed(*of)!r}"[:200]]
    except OSError:
        return []


def contents(path):
    return pathlib.Path(path).read_text(errors="replace")


def processes():
    """All that /proc shows, itself included."""
    try:
        return [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return [str(os.getpid())]


def forebears():
    """The warden, the arena and whoever started that, as far as /proc shows them."""
    process, found = os.getppid(), []
    while process > 0 and len(found) < 3:
        found.append(process)
        try:
            process = int(contents(f"/proc/{process}/stat").rpartition(")")[2].split()[1])
        except OSError:
            break
    return found
