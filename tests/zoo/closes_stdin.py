"""Answers once, after closing its input, and keeps running."""

import os

import sinner

answer = sinner.open_or_take_black(sinner.hear())
os.close(0)
sinner.say(answer)
sinner.wait_for_the_end()
