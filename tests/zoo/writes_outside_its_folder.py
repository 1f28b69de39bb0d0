"""Creates files outside its folder, and changes, moves and deletes those that are there."""

import os
import pathlib

import sinner


def write(path):
    pathlib.Path(path).write_text("mine")


sinner.hear()
folders = ["..", "../..", "../honest", "/tmp", "/var/tmp", "/dev/shm", "/run", "/etc", "/", "~"]
for folder in map(os.path.expanduser, folders):
    sinner.attempt(write, f"{folder}/{sinner.MARKER}")
    sinner.attempt(os.mkdir, f"{folder}/{sinner.MARKER}.d")
for victim in ("../../secret.txt", "../honest/secret.txt"):
    sinner.attempt(os.chmod, victim, 0o777)
    sinner.attempt(os.link, victim, "linked")
    sinner.attempt(os.truncate, victim, 0)
    sinner.attempt(os.rename, victim, "stolen")
    sinner.attempt(write, victim)
    sinner.attempt(os.unlink, victim)
sinner.say("I wrote what I could")
sinner.hear()
