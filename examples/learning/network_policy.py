"""A policy for Yahtzee (koth) by a small network: what a card between two turns will still earn.

A turn is played by looking at all of its dice: of each keep the mean over what can fall, of each roll the
best box or keep, with the network's worth of the card that is left. The weights are in policy.npz; the
training (yahtzee_network.py) writes them.
"""

import itertools
import math
import os

import numpy as np

# Places in an observation: hilltop_games.vector("yahtzee", …).about["observation"].
STAGE, DICE, CARD, OPTIONS, UPPER, LAST_STAGE = 1, slice(2, 7), slice(13, 26), slice(26, 39), 40, 2
BOXES, FIRST_BOX, YAHTZEE, UPPER_FROM, BONUS = 13, 32, 11, 63, 100
NEVER = np.float32(-1e6)  # the worth of a box that the rules refuse
FACES = np.arange(1, 7)

# All sets of up to five dice; those of five are the rolls. What a roll holds by the bits of its dice, in
# rising order, and the chance of each roll after a keep.
KEEPS = [keep for size in range(6) for keep in itertools.combinations_with_replacement(range(1, 7), size)]
NUMBER = {keep: number for number, keep in enumerate(KEEPS)}
ROLLS = KEEPS[-252:]
HELD = np.array([[NUMBER[tuple(itertools.compress(roll, (bits >> die & 1 for die in range(5))))]
                  for bits in range(32)] for roll in ROLLS])
COUNTS = np.array([[roll.count(face) for face in FACES] for roll in ROLLS])
CHANCES = np.zeros((len(KEEPS), len(ROLLS)), np.float32)
for _keep in KEEPS:
    for _rest in KEEPS:
        if len(_keep) + len(_rest) == 5:
            _ways = math.factorial(len(_rest)) // math.prod(math.factorial(_rest.count(face)) for face in FACES)
            CHANCES[NUMBER[_keep], NUMBER[tuple(sorted(_keep + _rest))] - NUMBER[ROLLS[0]]] = \
                _ways / 6 ** len(_rest)


def _scores():
    total, most = COUNTS @ FACES, COUNTS.max(1)
    runs = (COUNTS > 0) @ (1 << np.arange(6))
    run = [(sum((runs >> first & (1 << length) - 1) == (1 << length) - 1 for first in range(7 - length)) > 0)
           for length in (4, 5)]
    full = (most == 3) & ((COUNTS == 2).sum(1) == 1)
    return np.column_stack([COUNTS * FACES, total * (most >= 3), total * (most >= 4), 25 * full, 30 * run[0],
                            40 * run[1], 50 * (most == 5), total]).astype(np.float32)


SCORES = _scores()
FIVE_ALIKE = [ROLLS.index((face,) * 5) for face in FACES]
weights = dict(np.load("policy.npz")) if os.path.exists("policy.npz") else None


def features(open_boxes, upper, fifty):
    """Of cards: which boxes are open, the upper total and how far it is from the bonus, a Yahtzee with 50."""
    still = open_boxes[:, :6] @ FACES
    needed = np.maximum(UPPER_FROM - upper, 0)
    return np.column_stack([open_boxes, upper / 63, needed / 63, needed / np.maximum(3 * still, 1), needed == 0,
                            needed > 5 * still, fifty, open_boxes.sum(1) / 13]).astype(np.float32)


def worth(inputs, of):
    """The network: the points that cards will still earn, with the upper bonus."""
    hidden = np.maximum(inputs @ of["w1"] + of["b1"], 0)
    hidden = np.maximum(hidden @ of["w2"] + of["b2"], 0)
    return (hidden @ of["w3"] + of["b3"])[:, 0]


def after(open_boxes, upper, fifty, box, score, of):
    """The worth of the cards once a box holds a score. A full card earns nothing but its bonus, now."""
    left = open_boxes.copy()
    left[:, box] = 0
    total = upper + score if box < 6 else upper
    fifty = np.full_like(fifty, score == 50) if box == YAHTZEE else fifty
    bonus = 35 * ((total >= UPPER_FROM) & (upper < UPPER_FROM))
    return np.where(left.any(1), worth(features(left, total, fifty), of), 0) + bonus


def score_rolls(open_boxes, upper, fifty, of):
    """What each box is worth for each roll: (cards, rolls, boxes); NEVER where the rules refuse it."""
    boxes = np.full((len(upper), len(ROLLS), BOXES), NEVER, np.float32)
    for box in range(BOXES):
        rows = np.flatnonzero(open_boxes[:, box])
        card = open_boxes[rows], upper[rows], fifty[rows]
        for score in np.unique(SCORES[:, box]) if box < 6 or box == YAHTZEE else [0]:
            alike = SCORES[:, box] == score if box < 6 or box == YAHTZEE else slice(None)
            boxes[np.ix_(rows, np.arange(len(ROLLS))[alike], [box])] = \
                after(*card, box, score, of)[:, None, None] + SCORES[alike, box][None, :, None]
    _play_jokers(boxes, open_boxes, fifty)
    return boxes


def _play_jokers(boxes, open_boxes, fifty):
    """Five alike once the Yahtzee box is filled: a bonus after 50, and the box is forced (RULES.md)."""
    joker = open_boxes[:, YAHTZEE] == 0
    for face, roll in enumerate(FIVE_ALIKE):
        own = joker & (open_boxes[:, face] > 0)
        lower = joker & ~own & open_boxes[:, 6:].any(1)
        boxes[own, roll] = np.where(np.arange(BOXES) == face, boxes[own, roll], NEVER)
        boxes[lower, roll, :6] = NEVER
        boxes[joker & ~own, roll, 8:11] += np.array([25, 30, 40], np.float32)
        boxes[joker & fifty, roll] += BONUS


def look_ahead(best):
    """From the worth of rolls to that of keeps with one more roll, and of the best keep of each roll."""
    kept = best @ CHANCES.T
    return kept, kept[:, HELD].max(2)


def worth_of_turn(open_boxes, upper, fifty, of):
    """The worth of cards before a turn, by the worth of those after it."""
    best = score_rolls(open_boxes, upper, fifty, of).max(2)
    for _ in range(2):
        best = np.maximum(best, look_ahead(best)[1])
    return best @ CHANCES[0]


def act(observation, mask, of=None):
    of = of or weights
    card, stage = observation[:, CARD], observation[:, STAGE]
    boxes = score_rolls((card < 0).astype(np.float32), observation[:, UPPER].astype(np.int64),
                        card[:, YAHTZEE] == 50, of)
    order = observation[:, DICE].argsort(1, kind="stable")
    sorted_dice = np.take_along_axis(observation[:, DICE], order, 1)
    roll = np.array([NUMBER[tuple(dice)] for dice in sorted_dice.tolist()]) - NUMBER[ROLLS[0]]
    rows = np.arange(len(roll))
    score = np.where(mask[:, FIRST_BOX:] == 1, boxes[rows, roll], NEVER)
    actions = FIRST_BOX + score.argmax(1)
    best = boxes.max(2)
    for last in (1, 0):  # the stage whose keeps are worth `kept`
        kept, of_keeps = look_ahead(best)
        here = stage == last
        places = kept[rows[:, None], HELD[roll]].argmax(1)
        keeps = kept[rows, HELD[roll, places]]
        bits = ((places[:, None] >> np.arange(5) & 1) << order).sum(1)
        actions = np.where(here & (keeps > score.max(1)), bits, actions)
        best = np.maximum(best, of_keeps)
    return actions
