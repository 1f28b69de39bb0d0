"""Treats its standard error as the host's terminal or log: erases it, forges lines in it, reads
input from it, switches echo off, and writes terminal commands."""

import os
import termios

import sinner


def erase():
    os.ftruncate(2, 0)


def read_back():
    with open("/proc/self/fd/2", "rb") as file:
        return file.read(1000)


def switch_echo_off():
    try:
        settings = termios.tcgetattr(2)
    except termios.error as error:
        raise OSError(*error.args) from None
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(2, termios.TCSANOW, settings)


def fill_the_rest():
    """Moves the file offset so that the next writer to the same file exceeds its limit."""
    os.lseek(2, 2**40, os.SEEK_SET)


os.set_blocking(2, False)
sinner.hear()
os.write(2, b"hilltop: I have won\r\n\x1b[2J\x1b]0;mine\a\xe2\x80\xae")
deeds = (erase, switch_echo_off, fill_the_rest)
loot = [thing for deed in deeds for thing in sinner.attempt(deed)]
if os.isatty(2):
    loot += sinner.attempt(read_back)
sinner.confess(loot)
