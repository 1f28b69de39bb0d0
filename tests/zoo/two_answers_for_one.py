"""Gives two answers to one question."""

import sinner

while question := sinner.hear():
    sinner.say(sinner.open_or_take_black(question) + "\nand another")
