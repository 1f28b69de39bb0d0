# SPDX-License-Identifier: Apache-2.0
"""The games as a gymnasium.vector.VectorEnv (Gymnasium 1.1 or later)."""

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from hilltop_games._vector import sampled, vector

_MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP,
          "disabled": AutoresetMode.DISABLED}


class GymnasiumVector(VectorEnv):
    """GymnasiumVector("pazaak", 256, opponent="kid"): arguments as vector() has them, for one player.

    Each info has "action_mask" (games, actions), and "game" and "points"; with autoreset "same_step" also
    "final_obs". What is returned is the caller's own copy.
    """

    def __init__(self, game, games=1, *, opponent, **how):
        self.inner = inner = vector(game, games, opponent=opponent, **sampled(how, "Gymnasium"))
        self.metadata = {"render_modes": [], "autoreset_mode": _MODES[inner.autoreset]}
        self.render_mode, self.spec, self.closed = None, None, False
        self.num_envs = inner.games
        low, high = bounds(inner.about)
        actions = len(inner.actions)
        self.single_observation_space = gymnasium.spaces.Box(low, high, dtype=np.int16)
        self.observation_space = gymnasium.spaces.Box(np.tile(low, (games, 1)), np.tile(high, (games, 1)),
                                                      dtype=np.int16)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.action_space = gymnasium.spaces.MultiDiscrete(np.full(games, actions))

    def reset(self, *, seed=None, options=None):
        self.inner.reset(seed=seed, options=options)
        return self.inner.observation.copy(), self._info()

    def step(self, actions):
        _, reward, terminated, truncated, _ = self.inner.step(actions)
        return (self.inner.observation.copy(), reward.astype(np.float64), terminated.copy(), truncated.copy(),
                self._info())

    def _info(self):
        inner = self.inner
        info = {"action_mask": inner.mask.astype(np.int8), "game": inner.game.copy(),
                "points": inner.points.copy()}
        everywhere = np.ones(self.num_envs, bool)
        info.update({f"_{key}": everywhere for key in list(info)})
        if inner.autoreset == "same_step" and inner.terminated.any():
            final = np.full(self.num_envs, None, object)
            for index in np.flatnonzero(inner.terminated):
                final[index] = inner.final_observation[index].copy()
            info.update(final_obs=final, _final_obs=inner.terminated.copy())
        return info

    def close(self, **_):
        self.closed = True


def bounds(about):
    """The least and the greatest value of each number of an observation."""
    low, high = [], []
    for field in about["observation"]:
        width = int(np.prod(field["shape"], dtype=np.int64))
        low += [field["min"]] * width
        high += [field["max"]] * width
    return np.array(low, np.int16), np.array(high, np.int16)
