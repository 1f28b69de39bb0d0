"""Answers each question only after the next line: always too late."""

import sinner

question = sinner.hear()
while later := sinner.hear():
    sinner.say(sinner.open_or_take_black(question))
    question = later
