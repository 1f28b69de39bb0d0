# SPDX-License-Identifier: Apache-2.0
"""Views of the arena's lines as the numbers that libhilltop shows, for bots: without libhilltop."""

import hilltop

ACTIONS = {
    "pazaak": ["END", "STAND", *(f"PLAY {card}" for card in range(1, 6))],
    "yahtzee": [" ".join(["keep", *(str(die) for die in range(5) if keep >> die & 1)]) for keep in range(32)]
    + [f"score {box}" for box in hilltop.BOXES],
}


def pazaak(view):
    """The numbers of a view, and which actions are legal."""
    mine = view.player - 1
    actions = ["none", "END", "STAND"]
    numbers = [view.player, view.wins[mine], view.wins[1 - mine], *_hand(view.hand),
               *(view.side.count(card) for card in range(1, 6)), *_hand(view.theirs), view.their_side,
               actions.index(view.action), int(view.played)]
    return numbers, [1, 1, *(int(card in view.side) for card in range(1, 6))]


def _hand(cards):
    return [sum(cards), *(cards.count(card) for card in range(1, 11))]


def yahtzee(view):
    """The numbers of a view, and which actions are legal."""
    options = view.options
    card = [-1 if points is None else points for points in view.card.values()]
    numbers = [view.round, view.stage, *view.dice, *(view.dice.count(face) for face in range(1, 7)), *card,
               *(options.get(box, -1) for box in hilltop.BOXES), view.score, view.upper, view.upper_bonus,
               view.yahtzee_bonus, *view.totals]
    return numbers, [int(view.stage < 2)] * 32 + [int(box in options) for box in hilltop.BOXES]
