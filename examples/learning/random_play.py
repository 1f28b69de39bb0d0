"""Plays games against a house bot with random legal actions: python3 random_play.py [GAME OPPONENT GAMES]"""

import sys

import hilltop_games
import numpy as np

game, opponent, games = sys.argv[1:] if len(sys.argv) == 4 else ("pazaak", "kid", "10000")
env = hilltop_games.vector(game, int(games), opponent=opponent, autoreset="disabled")
rng = np.random.default_rng(1)
decisions, result = 0, np.zeros(env.games)
while (going := ~env.terminated).any():
    actions = (rng.random(env.mask.shape) * env.mask).argmax(1)
    env.step(np.where(going, actions, -1))
    decisions += going.sum()
    result += env.reward
print(f"{env.games} games of {game} against {opponent}, {decisions} decisions: "
      f"{(result > 0).sum()} won, {(result == 0).sum()} tied, {(result < 0).sum()} lost")
