"""Reads a file beside the bots' folders, by every path that leads there."""

import os

import sinner

sinner.hear()
roads = ["../..", os.path.abspath("../.."), "/proc/self/cwd/../..", sinner.TOLD[0]]
loot = []
for road in roads:
    loot += sinner.attempt(sinner.contents, f"{road}/secret.txt")
    loot += sinner.attempt(os.listdir, road)
sinner.confess(loot)
sinner.hear()
