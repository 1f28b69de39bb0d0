# SPDX-License-Identifier: Apache-2.0
"""A game as an AEC environment of PettingZoo: the players take turns."""

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from hilltop_games._gymnasium import bounds
from hilltop_games._vector import sampled, vector


def aec(game, players=2, *, seed=1, **how):
    """An AECEnv with the agents "player 1", "player 2", …; arguments as vector() has them.

    An observation is {"observation": …, "action_mask": …}. An agent whose turn it is not sees what it saw
    last, and no action is legal for it.
    """
    return _Aec(vector(game, 1, players=players, seed=seed, autoreset="disabled",
                       **sampled(how, "PettingZoo")))


class _Aec(AECEnv):
    def __init__(self, inner):
        self._inner = inner
        self.metadata = {"name": f"hilltop_{inner.about['game']}_v1", "is_parallelizable": False,
                         "render_modes": []}
        self.render_mode = None
        self.possible_agents = list(inner.players)
        low, high = bounds(inner.about)
        actions = len(inner.actions)
        self.observation_spaces = {agent: gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(low, high, dtype=np.int16),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8)}) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._nothing = {"observation": np.clip(np.zeros_like(low), low, high),
                         "action_mask": np.zeros(actions, np.int8)}
        self._begun = False
        self.agents = []

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None or self._begun:
            self._inner.reset(seed=seed)
        self._begun = True
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._seen = dict.fromkeys(self.agents, self._nothing)
        self._show()

    def _show(self):
        self.agent_selection = self.possible_agents[self._inner.player[0]]
        self._seen[self.agent_selection] = {"observation": self._inner.observation[0].copy(),
                                            "action_mask": self._inner.mask[0].astype(np.int8)}

    def observe(self, agent):
        if agent == self.agent_selection and not self.terminations[agent]:
            return self._seen[agent]
        return {**self._seen[agent], "action_mask": self._nothing["action_mask"]}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self._inner.step(np.array([action], np.int32))
        self._cumulative_rewards[agent] = 0.
        if self._inner.terminated[0]:
            for index, each in enumerate(self.possible_agents):
                self.rewards[each] = float(self._inner.rewards[0, index])
                self._cumulative_rewards[each] += self.rewards[each]
                self.terminations[each] = True
            self.agent_selection = self.agents[0]
        else:
            self._show()

    def _leave(self, agent, action):
        if action is not None:
            raise ValueError("the game is over: the only action of an agent is None")
        self.agents.remove(agent)
        for of in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del of[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def close(self):
        pass

    def render(self):
        return None
