"""A policy for Pazaak by a table: the worth of END, STAND and PLAY in each situation of a hand.

A situation is my total, the opponent's total, whether it stands, and the best total that a side card
makes. The table is in policy.npz; the training (pazaak_table.py) writes it.
"""

import os

import numpy as np

# Places in an observation: hilltop_games.vector("pazaak", …).about["observation"].
TOTAL, SIDE, THEIR_TOTAL, THEIR_ACTION = 3, slice(14, 19), 19, 31
END, STAND, PLAY = range(3)
SHAPE = (31, 31, 2, 7, 3)
CARDS = np.arange(1, 6)
table = np.load("policy.npz")["table"] if os.path.exists("policy.npz") else None


def situation(observation):
    """The index of each game's row in the table, and the best side card: 0 if none helps."""
    total = observation[:, TOTAL].astype(np.int64)
    made = np.where(observation[:, SIDE] > 0, total[:, None] + CARDS, 0)
    best = np.where(made <= 20, made, 0).max(1)
    card = np.where(best > 0, best - total, 0)
    with_card = np.where(best > 0, best - 14, 0).clip(0, 6)
    return (total, observation[:, THEIR_TOTAL].astype(np.int64),
            (observation[:, THEIR_ACTION] == 2).astype(np.int64), with_card), card


def actions_of(choice, card):
    """The library's actions for END, STAND or PLAY."""
    return np.where(choice == PLAY, 1 + card, choice)


def act(observation, mask):
    where, card = situation(observation)
    worth = table[where].copy()
    worth[card == 0, PLAY] = -np.inf
    return actions_of(worth.argmax(1), card)
