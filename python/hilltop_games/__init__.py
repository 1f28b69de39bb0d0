# SPDX-License-Identifier: Apache-2.0
"""Hilltop's games in batches, for programs that learn: docs/own-network.md.

    import hilltop_games

    env = hilltop_games.vector("pazaak", 4096, opponent="kid", seed=1)
    observation, info = env.reset()
    while training:
        actions = ...  # one per game, each with mask[game, action] == 1
        observation, reward, terminated, truncated, info = env.step(actions)

The games are those of `hilltop play` with the same names and seed. Nothing is loaded until it is used.
"""

import importlib

_WHERE = {
    "vector": ("_vector", "vector"),
    "Vector": ("_vector", "Vector"),
    "IllegalAction": ("_vector", "IllegalAction"),
    "games": ("_library", "games"),
    "to_bot": ("_bots", "to_bot"),
    "GymnasiumVector": ("_gymnasium", "GymnasiumVector"),
    "aec": ("_pettingzoo", "aec"),
    "open_spiel_game": ("_openspiel", "open_spiel_game"),
}
__all__ = sorted(_WHERE)


def __getattr__(name):
    if name not in _WHERE:
        raise AttributeError(f"hilltop_games has no '{name}'; it has {', '.join(__all__)}")
    module, attribute = _WHERE[name]
    try:
        value = getattr(importlib.import_module(f"hilltop_games.{module}"), attribute)
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"hilltop_games.{name} needs {missing.name}, which this Python does not have: "
                                  "install it", name=missing.name) from missing
    globals()[name] = value
    return value
