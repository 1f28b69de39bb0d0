"""Puts links to places outside into its folder, and reads and writes through them; they stay there
for the next game, in case the arena follows them."""

import os
import pathlib

import sinner


def append(path):
    with pathlib.Path(path).open("a") as file:
        file.write("mine\n")


sinner.hear()
sinner.attempt(os.symlink, "../../secret.txt", "file")
sinner.attempt(os.symlink, "../..", "folder")
pathlib.Path("has-link").write_text(str(os.path.islink("file")))
loot = []
for path in ("file", "folder/secret.txt"):
    loot += sinner.attempt(sinner.contents, path) + sinner.attempt(append, path)
sinner.confess(loot)
sinner.hear()
