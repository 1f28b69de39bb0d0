"""Reads the folder of its opponent."""

import os

import sinner

sinner.hear()
loot = sinner.attempt(os.listdir, "..") + sinner.attempt(os.listdir, "../honest")
for file in ("meta", "bot", "secret.txt"):
    loot += sinner.attempt(sinner.contents, f"../honest/{file}")
sinner.confess(loot)
sinner.hear()
