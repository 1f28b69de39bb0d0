"""Learns Pazaak by a table against a house bot, by the results of millions of hands; then plays it.

    python3 pazaak_table.py [OPPONENT] [SECONDS] [FOLDER]

writes a bot for the arena into FOLDER, if one is named.
"""

import sys
import time

import hilltop_games
import numpy as np
import table_policy as policy

OPPONENT = sys.argv[1] if len(sys.argv) > 1 else "nestor"
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 30
GAMES, LONGEST_HAND = 4096, 12
CARD_COST = 0.08  # what a side card is worth in a later hand


def learn(table, env, rng, until):
    """Improves the table: the worth of a choice is the mean result of the hands in which it was made."""
    sums, counts = np.zeros(policy.SHAPE), np.zeros(policy.SHAPE)
    flat = np.zeros((GAMES, LONGEST_HAND), np.int64)  # choices of the hand under way
    length = np.zeros(GAMES, np.int64)
    rows = np.arange(GAMES)
    observation, _ = env.reset()
    while time.process_time() < until:
        for _ in range(200):
            points = env.points.copy()
            where, card = policy.situation(observation)
            worth = table[where].copy()
            worth[card == 0, policy.PLAY] = -np.inf
            choice = worth.argmax(1)
            explores = rng.random(GAMES) < 0.1
            choice[explores] = rng.integers(0, 2 + (card[explores] > 0))
            flat[rows, length] = np.ravel_multi_index((*where, choice), policy.SHAPE)
            length += 1
            before = env.field("total").copy(), env.field("hand").sum(1), env.terminated.copy()
            observation, *_ = env.step(policy.actions_of(choice, card))
            won = (env.points - points)[:, 0] - (env.points - points)[:, 1]
            # A hand is over when somebody got a point, or, after a tie, when the cards are new.
            new = (won != 0) | env.terminated | (env.field("hand").sum(1) < before[1]) | (length == LONGEST_HAND)
            for made in range(length.max()):
                of = new & (made < length)
                place = flat[of, made]
                np.add.at(sums.reshape(-1), place, won[of].clip(-1, 1) - CARD_COST * (place % 3 == policy.PLAY))
                np.add.at(counts.reshape(-1), place, 1)
            length[new | before[2]] = 0
        known = counts > 30
        table[known] = (sums / np.maximum(counts, 1))[known]
        sums *= 0.7
        counts *= 0.7


def play(table, opponent, games, seed):
    """The share of games that the table wins."""
    env = hilltop_games.vector("pazaak", games, opponent=opponent, me="table", seed=seed, autoreset="disabled")
    policy.table, result = table, np.zeros(games)
    while not env.terminated.all():
        env.step(np.where(env.terminated, -1, policy.act(env.observation, env.mask)))
        result += env.reward
    return (result > 0).mean()


if __name__ == "__main__":
    table = np.zeros(policy.SHAPE)
    table[:17, :, :, :, policy.STAND] = table[17:, :, :, :, policy.END] = -0.1
    env = hilltop_games.vector("pazaak", GAMES, opponent=OPPONENT, me="table", seed=1)
    learn(table, env, np.random.default_rng(1), time.process_time() + SECONDS)
    share = play(table, OPPONENT, 20_000, seed=2)
    print(f"{100 * share:.1f} % of 20,000 games won against {OPPONENT}")
    if len(sys.argv) > 3:
        print(env.to_bot(sys.argv[3], policy.__file__, arrays={"table": table}, python=sys.executable))
