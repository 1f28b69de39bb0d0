# SPDX-License-Identifier: Apache-2.0
"""A game in the state API of OpenSpiel."""

import numpy as np
import pyspiel

from hilltop_games._vector import vector


def open_spiel_game(game, players=2, *, seed=1, **how):
    """A pyspiel.Game; arguments as vector() has them. Each new_initial_state() is the next game of the
    seed, from which its chance follows, or with chance="explicit" a game with chance nodes."""
    return _Game(vector(game, 1, players=players, seed=seed, autoreset="disabled", **how))


class _Game(pyspiel.Game):
    def __init__(self, inner):
        self._inner, self._begun = inner, False
        about, players = inner.about, len(inner.players)
        numbers = inner.observation.shape[1]
        kind = pyspiel.GameType(
            short_name=f"hilltop_{about['game']}", long_name=f"Hilltop: {about['game']} ({about['rules']})",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC if inner.outcomes
            else pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM if players > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=players, min_num_players=players,
            provides_information_state_string=False, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True, parameter_specification={})
        utility = 1. if players > 1 else 2000.
        info = pyspiel.GameInfo(
            num_distinct_actions=len(inner.actions), max_chance_outcomes=len(inner.outcomes), num_players=players,
            min_utility=-1. if players > 1 else 0., max_utility=utility,
            utility_sum=0. if players > 1 else None, max_game_length=100_000)
        super().__init__(kind, info, {})
        self._shape = [numbers]

    def new_initial_state(self):
        if self._begun:
            self._inner.reset()
        self._begun = True
        return _State(self, self._inner.clone())

    def observation_tensor_shape(self):
        return list(self._shape)


class _State(pyspiel.State):
    def __init__(self, game, inner, history=()):
        super().__init__(game)
        self._game, self._inner, self._history = game, inner, list(history)

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.is_chance_node() else int(self._inner.player[0])

    def is_chance_node(self):
        return int(self._inner.player[0]) == -2

    def chance_outcomes(self):
        """The outcomes that are possible, with their chances."""
        if not self.is_chance_node():
            raise ValueError("no chance event is next: it is a player's turn, or the game is over")
        chances = self._inner.chances[0]
        return [(int(outcome), float(chances[outcome])) for outcome in np.flatnonzero(chances)]

    def is_terminal(self):
        return bool(self._inner.terminated[0])

    def legal_actions(self, player=None):
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_outcomes()]
        return np.flatnonzero(self._inner.mask[0]).tolist()

    _legal_actions = legal_actions

    def apply_action(self, action):
        self._inner.step(np.array([action], np.int32))
        self._history.append(int(action))

    _apply_action = apply_action

    def action_to_string(self, player, action=None):
        player, action = (self.current_player(), player) if action is None else (player, action)
        return (self._inner.outcomes if player == pyspiel.PlayerId.CHANCE else self._inner.actions)[action]

    _action_to_string = action_to_string

    def returns(self):
        return [float(reward) for reward in self._inner.rewards[0]]

    def history(self):
        return list(self._history)

    def observation_tensor(self, player=None):
        self._check(player)
        return self._inner.observation[0].astype(float).tolist()

    def observation_string(self, player=None):
        self._check(player)
        return "over" if self.is_terminal() else self._inner.prompt(0)

    def _check(self, player):
        if self.is_chance_node():
            raise ValueError("a chance event is next: nobody's view is known here")
        if player not in (None, self.current_player()):
            raise ValueError(f"it is the turn of player {self.current_player()}: only its view is known here")

    def clone(self):
        return _State(self._game, self._inner.clone(), self._history)

    def __deepcopy__(self, memo):
        return self.clone()

    def __str__(self):
        return f"chance after {self._history}" if self.is_chance_node() else self.observation_string()
