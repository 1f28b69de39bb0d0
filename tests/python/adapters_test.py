"""The adapters of the Python package, against our own form of the checks that Gymnasium, PettingZoo and
OpenSpiel publish. Debian has none of the three: where one is not installed, a stand-in has what of it the
adapter uses.
"""

import os
import pathlib
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests/e2e")]
import built  # noqa: E402

os.environ.setdefault("HILLTOP_LIBRARY", str(built.BUILD / "lib/libhilltop.so.1"))
import numpy as np  # noqa: E402


class Box:
    def __init__(self, low, high, shape=None, dtype=np.float32):
        self.low, self.high, self.dtype = low, high, np.dtype(dtype)
        self.shape = np.shape(low) if shape is None else shape

    def __contains__(self, value):
        return (isinstance(value, np.ndarray) and value.shape == self.shape and value.dtype == self.dtype
                and bool(np.all(value >= self.low) and np.all(value <= self.high)))


class Discrete:
    def __init__(self, n):
        self.n = n


class MultiDiscrete:
    def __init__(self, nvec):
        self.nvec = nvec


class Dict:
    def __init__(self, spaces):
        self.spaces = spaces

    def __contains__(self, value):
        return value.keys() == self.spaces.keys() and all(value[key] in space for key, space in self.spaces.items())


def stand_in(name, **parts):
    if name not in sys.modules:
        try:
            __import__(name)
        except ImportError:
            sys.modules[name] = types.ModuleType(name)
            vars(sys.modules[name]).update(parts)


class _Modes:
    NEXT_STEP, SAME_STEP, DISABLED = "NextStep", "SameStep", "Disabled"


class _Named:
    def __init__(self, **parts):
        vars(self).update(parts)


class _Words:
    def __getattr__(self, word):
        return word


class _GameType(_Named):
    Dynamics = ChanceMode = Information = Utility = RewardModel = _Words()


class _SpielGame:
    def __init__(self, kind, info, parameters):
        self.kind, self.info = kind, info


class _SpielState:
    def __init__(self, game):
        self.game = game


stand_in("gymnasium", spaces=types.SimpleNamespace(Box=Box, Discrete=Discrete, MultiDiscrete=MultiDiscrete,
                                                   Dict=Dict))
stand_in("gymnasium.vector", VectorEnv=type("VectorEnv", (), {}), AutoresetMode=_Modes)
stand_in("pettingzoo", AECEnv=type("AECEnv", (), {}))
stand_in("pyspiel", Game=_SpielGame, State=_SpielState, GameType=_GameType, GameInfo=_Named,
         PlayerId=types.SimpleNamespace(CHANCE=-1, TERMINAL=-4))

import hilltop_games  # noqa: E402

GAMES = [("pazaak", "kid"), ("yahtzee", "greedy"), ("tictactoe", "random"), ("pig", "hold-20"), ("gomoku", "random")]


def legal(mask, rng):
    return (rng.random(mask.shape) * mask).argmax(-1)


class Gymnasium(unittest.TestCase):
    """What gymnasium.utils.env_checker and its tests of vector environments ask for."""

    def test_spaces_hold_what_is_seen(self):
        for game, opponent in GAMES:
            for mode in ("next_step", "same_step"):
                with self.subTest(game, mode=mode):
                    env = hilltop_games.GymnasiumVector(game, 6, opponent=opponent, autoreset=mode)
                    rng = np.random.default_rng(0)
                    observation, info = env.reset(seed=7)
                    for _ in range(150):
                        self.assertIn(observation, env.observation_space)
                        self.assertIn(observation[0], env.single_observation_space)
                        actions = legal(info["action_mask"], rng)
                        self.assertTrue((actions < env.action_space.nvec).all())
                        before = observation.copy()
                        seen = observation
                        observation, reward, terminated, truncated, info = env.step(actions)
                        self.assertTrue((seen == before).all())  # the caller's own
                        self.assertEqual((reward.shape, reward.dtype), ((6,), np.float64))
                        self.assertEqual((terminated.dtype, truncated.dtype), (bool, bool))
                        self.assertFalse(truncated.any() or reward[~terminated].any())

    def test_a_seed_gives_the_same_episode(self):
        def episode(env, seed):
            rng = np.random.default_rng(1)
            seen = [env.reset(seed=seed)[0]]
            info = env._info()
            for _ in range(30):
                observation, reward, *_, info = env.step(legal(info["action_mask"], rng))
                seen += [observation, reward]
            return seen
        env = hilltop_games.GymnasiumVector("pazaak", 4, opponent="kid")
        first, again, other = episode(env, 1), episode(env, 1), episode(env, 2)
        self.assertTrue(all((a == b).all() for a, b in zip(first, again)))
        self.assertFalse(all((a == b).all() for a, b in zip(first, other)))

    def test_the_autoreset_is_the_declared_one(self):
        for mode, declared in [("next_step", "NEXT_STEP"), ("same_step", "SAME_STEP"), ("disabled", "DISABLED")]:
            with self.subTest(mode):
                env = hilltop_games.GymnasiumVector("tictactoe", 1, opponent="random", autoreset=mode)
                from gymnasium.vector import AutoresetMode
                self.assertEqual(env.metadata["autoreset_mode"], getattr(AutoresetMode, declared))
                rng = np.random.default_rng(3)
                observation, info = env.reset(seed=1)
                for _ in range(5):
                    ended = False
                    while not ended:
                        observation, reward, terminated, _, info = env.step(legal(info["action_mask"], rng))
                        ended = terminated[0]
                    if mode == "same_step":
                        self.assertTrue(info["_final_obs"][0])
                        self.assertGreaterEqual((info["final_obs"][0] != 0).sum(), 5)
                        self.assertLessEqual((observation != 0).sum(), 1)  # the next game
                        continue
                    self.assertGreaterEqual((observation != 0).sum(), 5)  # the end of this one
                    if mode == "disabled":
                        observation, info = env.reset(options={"reset_mask": np.array([True])})
                    else:
                        observation, reward, terminated, _, info = env.step(np.array([0]))
                        self.assertFalse(reward[0] or terminated[0])
                    self.assertLessEqual((observation != 0).sum(), 1)


class PettingZoo(unittest.TestCase):
    """What pettingzoo.test.api_test asks for."""

    def test_api(self):
        for game, _ in GAMES:
            with self.subTest(game):
                env = hilltop_games.aec(game)
                env.reset(seed=5)
                self.assertEqual(env.agents, env.possible_agents)
                rng, total, steps = np.random.default_rng(4), dict.fromkeys(env.agents, 0.), 0
                while env.agents:
                    agent = env.agent_selection
                    self.assertIn(agent, env.agents)
                    for each in env.agents:
                        self.assertIn(env.observe(each), env.observation_space(each))
                        self.assertEqual(bool(env.observe(each)["action_mask"].any()),
                                         each == agent and not env.terminations[agent])
                    if env.terminations[agent]:
                        total[agent] += env._cumulative_rewards[agent]
                        with self.assertRaises(ValueError):
                            env.step(0)
                        env.step(None)
                        continue
                    self.assertEqual(env.rewards[agent], 0)
                    env.step(int(legal(env.observe(agent)["action_mask"], rng)))
                    steps += 1
                self.assertGreater(steps, 4)
                self.assertEqual(sum(total.values()), 0)
                env.reset()
                self.assertFalse(any(env.terminations.values()))


class OpenSpiel(unittest.TestCase):
    """What pyspiel.random_sim_test asks for."""

    def test_random_simulation(self):
        for game, _ in GAMES:
            with self.subTest(game):
                env = hilltop_games.open_spiel_game(game, seed=2)
                rng = np.random.default_rng(5)
                for _ in range(3):
                    state, history = env.new_initial_state(), []
                    while not state.is_terminal():
                        player, actions = state.current_player(), state.legal_actions()
                        self.assertEqual(actions, sorted(set(actions)))
                        self.assertTrue(actions and 0 <= player < 2)
                        self.assertEqual(state.legal_actions(1 - player), [])
                        self.assertEqual(len(state.observation_tensor(player)), env.observation_tensor_shape()[0])
                        self.assertEqual(state.returns(), [0, 0])
                        action = int(rng.choice(actions))
                        twin = state.clone()
                        for each in (state, twin):
                            each.apply_action(action)
                        self.assertEqual(str(state), str(twin))
                        self.assertTrue(state.is_terminal() or state.legal_actions() == twin.legal_actions())
                        history.append(action)
                        self.assertTrue(state.action_to_string(player, action))
                    self.assertEqual(state.history(), history)
                    self.assertEqual((state.current_player(), state.legal_actions()), (-4, []))
                    self.assertEqual(sum(state.returns()), 0)


    def test_random_simulation_with_chance_nodes(self):
        for game in ("pazaak", "yahtzee", "pig"):
            with self.subTest(game):
                env = hilltop_games.open_spiel_game(game, chance="explicit")
                self.assertEqual(env.kind.chance_mode if hasattr(env, "kind") else "EXPLICIT_STOCHASTIC",
                                 "EXPLICIT_STOCHASTIC")
                rng = np.random.default_rng(6)
                for _ in range(2):
                    state, history, chances = env.new_initial_state(), [], 0
                    while not state.is_terminal():
                        twin = state.clone()
                        if state.is_chance_node():
                            chances += 1
                            self.assertEqual(state.current_player(), -1)
                            outcomes, weights = zip(*state.chance_outcomes())
                            self.assertAlmostEqual(sum(weights), 1)
                            self.assertTrue(all(weights))
                            self.assertEqual(state.legal_actions(), list(outcomes))
                            self.assertEqual(state.legal_actions(0), [])
                            with self.assertRaisesRegex(ValueError, "nobody's view"):
                                state.observation_tensor(0)
                            action = int(rng.choice(outcomes, p=weights))
                        else:
                            with self.assertRaisesRegex(ValueError, "no chance event is next"):
                                state.chance_outcomes()
                            action = int(rng.choice(state.legal_actions()))
                        self.assertTrue(state.action_to_string(state.current_player(), action))
                        for each in (state, twin):
                            each.apply_action(action)
                        self.assertEqual(str(state), str(twin))
                        history.append(action)
                    self.assertGreater(chances, 10)
                    self.assertEqual(state.history(), history)
                    self.assertEqual((state.current_player(), sum(state.returns())), (-4, 0))

    def test_other_libraries_have_no_chance_nodes(self):
        for make in (lambda: hilltop_games.aec("pig", chance="explicit"),
                     lambda: hilltop_games.GymnasiumVector("pig", 2, opponent="hold-20", chance="explicit")):
            with self.assertRaisesRegex(ValueError, "has no chance events: leave out chance"):
                make()


if __name__ == "__main__":
    unittest.main()
