"""Reads everything that it is told and never answers."""

import sinner

while sinner.hear():
    pass
