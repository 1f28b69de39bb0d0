"""Leaves what could stop the next run of all bots: another bot's name, nonsense, a pipe or nothing
as `meta`, unknown words, unreadable files, and sparse files. Says which game it is in."""

import os
import pathlib

import sinner

question = sinner.hear()
made = pathlib.Path("made")
made.write_text(made.read_text() + "x" if made.exists() else "x")
for number in range(17):
    with open(f"holes-{number}", "wb") as file:
        try:
            file.truncate(256 << 20)
        except OSError:
            pass
pathlib.Path("bot.toml").write_text("no such = word\n")
meta = pathlib.Path("meta")
meta.write_text("Honest\n./bot\n\n0\n")
if len(made.read_text()) % 2 == 0:
    meta.unlink()
    os.mkfifo(meta)
sinner.attempt(pathlib.Path("unreadable").touch, 0)
sinner.say(f"I have left {len(made.read_text())} games")
