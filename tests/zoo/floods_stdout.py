"""Writes lines nearly as long as allowed, as fast as it can."""

import sinner

while True:
    sinner.say("flood" * 12_000)
