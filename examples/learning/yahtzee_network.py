"""Learns Yahtzee (koth) by a small network in numpy: what a card is worth; then plays greedy.

    python3 yahtzee_network.py [CARDS ROUNDS [FOLDER]]

CARDS are drawn for each number of open boxes, from one box to thirteen, and learned in ROUNDS through all
that were drawn. Writes a bot for the arena into FOLDER, if one is named.
"""

import sys

import hilltop_games
import network_policy as policy
import numpy as np

CARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 12
HIDDEN, BATCH = 64, 128


def fresh(inputs, rng):
    shapes = {"w1": (inputs, HIDDEN), "w2": (HIDDEN, HIDDEN), "w3": (HIDDEN, 1)}
    made = {name: rng.normal(0, (2 / shape[0]) ** 0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    return made | {f"b{name[1]}": np.zeros(shape[1], np.float32) for name, shape in shapes.items()}


def draw_cards(count, open_count, rng):
    """Returns cards with `open_count` open boxes, like those of games: about three dice of its face in an upper box."""
    open_boxes = np.zeros((count, policy.BOXES), np.float32)
    np.put_along_axis(open_boxes, rng.random(open_boxes.shape).argsort(1)[:, :open_count], 1, 1)
    dice = rng.choice(6, (count, 6), p=[.05, .1, .25, .35, .2, .05])
    upper = ((open_boxes[:, :6] == 0) * dice) @ policy.FACES
    fifty = (open_boxes[:, policy.YAHTZEE] == 0) & (rng.random(count) < .35)
    return open_boxes, upper, fifty


class Adam:
    """Kingma and Ba, "Adam: a method for stochastic optimization" (2015)."""

    def __init__(self, weights):
        self.weights, self.steps = weights, 0
        self.mean, self.square = ({name: np.zeros_like(w) for name, w in weights.items()} for _ in range(2))

    def step(self, gradients, rate):
        self.steps += 1
        for name, gradient in gradients.items():
            self.mean[name] += .1 * (gradient - self.mean[name])
            self.square[name] += .001 * (gradient ** 2 - self.square[name])
            scale = rate * (1 - .999 ** self.steps) ** .5 / (1 - .9 ** self.steps)
            self.weights[name] -= (scale * self.mean[name] / (self.square[name] ** .5 + 1e-8)).astype(np.float32)


def gradients_of(weights, inputs, targets):
    """Of half the mean squared error."""
    one = np.maximum(inputs @ weights["w1"] + weights["b1"], 0)
    two = np.maximum(one @ weights["w2"] + weights["b2"], 0)
    error = ((two @ weights["w3"] + weights["b3"])[:, 0] - targets)[:, None] / len(targets)
    of_two = error @ weights["w3"].T * (two > 0)
    of_one = of_two @ weights["w2"].T * (one > 0)
    return {"w1": inputs.T @ of_one, "b1": of_one.sum(0), "w2": one.T @ of_two, "b2": of_two.sum(0),
            "w3": two.T @ error, "b3": error.sum(0)}


def learn(cards, rounds, rng):
    """From the last turn back: the worth of a card is that of its turn, with the network after it."""
    inputs, targets = [], []
    weights = adam = None
    for open_count in range(1, policy.BOXES + 1):
        drawn = draw_cards(cards, open_count, rng)
        inputs.append(policy.features(*drawn))
        weights = weights or fresh(inputs[0].shape[1], rng)
        adam = adam or Adam(weights)
        targets += [policy.worth_of_turn(*(part[first:first + 500] for part in drawn), weights)
                    for first in range(0, cards, 500)]
        every, wanted = np.concatenate(inputs), np.concatenate(targets)
        for round_ in range(rounds):
            order = rng.permutation(len(every))
            for first in range(0, len(order), BATCH):
                batch = order[first:first + BATCH]
                adam.step(gradients_of(weights, every[batch], wanted[batch]), .003 * (1 - .9 * round_ / rounds))
    return weights


def play(choose, games, seed):
    """The mean total over games against greedy, and greedy's."""
    env = hilltop_games.vector("yahtzee", games, opponent="greedy", me="network", seed=seed, autoreset="disabled")
    while not env.terminated.all():
        env.step(np.where(env.terminated, -1, choose(env.observation, env.mask)))
    return env, env.points.mean(0)


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    weights = learn(CARDS, ROUNDS, rng)
    games = 200
    _, (random, _) = play(lambda _, mask: (rng.random(mask.shape) * mask).argmax(1), games, seed=2)
    env, (network, greedy) = play(lambda seen, mask: policy.act(seen, mask, weights), games, seed=2)
    print(f"mean totals in {games} games: network {network:.1f}, greedy {greedy:.1f}, random {random:.1f}")
    if len(sys.argv) > 3:
        print(env.to_bot(sys.argv[3], policy.__file__, arrays=weights, python=sys.executable))
