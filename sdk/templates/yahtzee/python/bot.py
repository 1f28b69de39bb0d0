"""A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most."""

import hilltop


def choose(view: hilltop.YahtzeeView) -> str:
    options = view.options
    best = max(options, key=lambda box: options[box])
    if view.stage == 2 or options[best] >= 25:
        return hilltop.score(best)
    most = max(view.dice, key=view.dice.count)
    return hilltop.keep([i for i, die in enumerate(view.dice) if die == most])


hilltop.play_yahtzee(choose)
