"""The commands that the program prints: where they stand in a text, and which forms tests give.

A printed command is a whole one, and a reader can tell its end: it stands in `marks`, or from its program
to the end of its line; in Markdown as a block of its own. program.hilltop() checks every output for that, and that the form is one of FORMS, all
of which printed_commands_test.py provokes and runs. An option that a sentence advises is one of the command
that printed it."""

import functools
import os
import re
import shlex
import subprocess

from built import PROGRAM

# The options that printed commands have, by command.
FORMS = {
    "check": set(),
    "compare": {"--luck", "--rules", "--set", "--sandbox"},
    "debug": {"--against", "--game", "--games", "--rules", "--sandbox", "--seed", "--set"},
    "doctor": set(),
    "help": set(),
    "list": set(),
    "new": set(),
    "play": {"--games"},
    "replay": {"--store"},
    "run": {"--again", "--bots", "--games", "--seed", "--set", "--skip-broken", "--store"},
    "shard": set(),
    "slurm": set(),
    "show": {"--store"},
    "worker": set(),
}
# Their output describes commands.
DESCRIBING = {"help", "manual", "completion", "--help", "-h"}

CALLED = re.compile(r"(?<![\w/.'-])((?:[\w./+-]*/)?hilltop|'[^'\n]*/hilltop') ([a-z]+)(?= |`|\n|$)")
ADVISED = re.compile(r"(?<![\w'=/-])--[a-z][\w-]*")


class Unmarked(AssertionError):
    """A command whose end its reader cannot see."""


def end_in_marks(text, begin):
    """Returns where the mark stands that ends a command; a mark in a shell's quotes is part of it."""
    quoted = False
    for at in range(begin, len(text)):
        if text[at] == "'" and (quoted or text[at - 1] != "\\"):
            quoted = not quoted
        elif text[at] == "`" and not quoted:
            return at
        elif text[at] == "\n":
            break
    raise Unmarked(text[begin:begin + 200])


@functools.cache
def help_of(command):
    return subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout


@functools.cache
def commands():
    listed = re.findall(r"^Commands .*:\n((?:  .*\n)+)", help_of(()), re.MULTILINE)
    return {line.split()[0] for line in "".join(listed).splitlines()}


def commands_in(text):
    """Returns (start, end, command) of every command in an output."""
    found = []
    for match in CALLED.finditer(text):
        if match[2] not in commands() or any(begin <= match.start() < end for begin, end, _ in found):
            continue
        begin = match.start()
        if text[begin - 1:begin] == "`":
            end = end_in_marks(text, begin)
        else:
            line = text[text.rfind("\n", 0, begin) + 1:begin]
            if not re.search(r"(^ +|: )$", line) and not text[:begin].endswith("```sh\n"):
                raise Unmarked(text[max(0, begin - 80):begin + 120])
            end = text.find("\n", begin) if "\n" in text[begin:] else len(text)
        found.append((begin, end, text[begin:end]))
    return found


def printed_in(text):
    return [command for _, _, command in commands_in(text)]


def options_in(command):
    """Returns the options of a command."""
    words = shlex.split(command)[2:]
    return {word.partition("=")[0] for word in words[:words.index("--") if "--" in words else None]
            if word.startswith("--")}


def advised_in(text):
    """Returns the options that sentences advise: those outside of commands, also of the system's, and of
    quotes."""
    for begin, end, _ in reversed(commands_in(text)):
        text = text[:begin] + text[end:]
    return set(ADVISED.findall(re.sub(r"'[^'\n]*'|systemd-run( --[\w-]+)*", "", text)))


def check_output(arguments, output):
    """Asserts that a reader can give the commands in an output, and that a test does."""
    arguments = [str(argument) for argument in arguments]
    if DESCRIBING & set(arguments) or not arguments:
        return
    for command in printed_in(output):
        name = shlex.split(command)[1]
        assert name in FORMS and options_in(command) <= FORMS[name], \
            f"no test gives this command, which {arguments} printed: {command}"
    if arguments[0] in commands():
        unknown = advised_in(output) - set(re.findall(r"--[a-z][\w-]*", help_of((arguments[0],))))
        assert not unknown, f"hilltop {arguments[0]} has no {unknown}, which it advises:\n{output}"
