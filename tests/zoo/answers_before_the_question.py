"""Answers before it is asked."""

import sinner

sinner.say("first!")
while sinner.hear():
    pass
