"""The Python package over libhilltop: python3 tests/python/games_test.py, with a Python that has numpy."""

import gc
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import tracemalloc
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests/e2e")]
import built  # noqa: E402  completes the environment
from program import PATIENT  # noqa: E402

os.environ.setdefault("HILLTOP_LIBRARY", str(built.BUILD / "lib/libhilltop.so.1"))
import numpy as np  # noqa: E402

import hilltop_games  # noqa: E402

QUICK = {"gomoku": "random", "pazaak": "kid", "pig": "hold-20", "tictactoe": "random", "yahtzee": "greedy"}


def chosen(env, rng):
    """A legal action of each game by chance; 0 where the game is over."""
    return (rng.random(env.mask.shape) * env.mask).argmax(1).astype(np.int32)


def played(env, steps, seed=1):
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        env.step(chosen(env, rng))
        seen.append((env.observation.copy(), env.mask.copy(), env.rewards.copy(), env.terminated.copy(),
                     env.points.copy(), env.game.copy(), env.player.copy()))
    return seen


def same(one, other):
    return all(np.array_equal(a, b) for first, second in zip(one, other) for a, b in zip(first, second))


class Import(unittest.TestCase):
    def test_loads_nothing_that_takes_time(self):
        loaded = subprocess.run(
            [sys.executable, "-c", "import sys, hilltop_games; print(*sys.modules)"], check=True, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")}, capture_output=True).stdout.split()
        self.assertIn("hilltop_games", loaded)
        self.assertEqual({"numpy", "ctypes", "gymnasium", "pettingzoo", "pyspiel"} & set(loaded), set())

    def test_names_what_there_is(self):
        with self.assertRaisesRegex(AttributeError, "no 'vectors'; it has .*vector"):
            hilltop_games.vectors

    def test_a_missing_package_is_named(self):
        run = subprocess.run([sys.executable, "-c", "import sys; sys.modules['pyspiel'] = None; import hilltop_games; "
                                                    "hilltop_games.open_spiel_game"], text=True, capture_output=True,
                             env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        self.assertIn("hilltop_games.open_spiel_game needs pyspiel, which this Python does not have", run.stderr)

    def test_a_missing_library_says_what_to_do(self):
        run = subprocess.run([sys.executable, "-c", "import hilltop_games; hilltop_games.games()"], text=True,
                             env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "HILLTOP_LIBRARY": "/none.so"},
                             capture_output=True)
        self.assertIn("libhilltop cannot be loaded from '/none.so'", run.stderr)
        self.assertIn("install the package libhilltop, or set HILLTOP_LIBRARY", run.stderr)


class Vector(unittest.TestCase):
    def test_every_game_steps(self):
        for game, about in hilltop_games.games().items():
            for rules in about["rule_sets"]:
                with self.subTest(game=game, rules=rules["name"]):
                    env = hilltop_games.vector(game, 5, opponent=QUICK[game], rules=rules["name"])
                    observation, info = env.reset()
                    self.assertEqual(observation.shape, (5, env.about["arrays"][0]["shape"][1]))
                    self.assertEqual(info["mask"].shape, (5, len(env.actions)))
                    played(env, 50)
                    for field in env.about["observation"]:
                        numbers = env.field(field["name"])
                        self.assertEqual(numbers.shape, (5, *field["shape"]))
                        self.assertTrue((field["min"] <= numbers).all() and (numbers <= field["max"]).all())

    def test_nothing_is_copied(self):
        env = hilltop_games.vector("pazaak", 4096, opponent="kid")
        actions = np.zeros(4096, np.int32)
        observation = env.step(actions)[0]
        self.assertIs(observation, env.observation)
        self.assertFalse(observation.flags.writeable or env.mask.flags.writeable)
        tracemalloc.start()
        for _ in range(100):
            env.step(actions)
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        for _ in range(1000):
            env.step(actions)
        now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(now - before, 1000)  # bytes; an observation has 300,000
        self.assertLess(peak - before, 10_000)

    def test_an_array_keeps_its_memory(self):
        observation = hilltop_games.vector("yahtzee", 1000, opponent="greedy").observation
        copy = observation.copy()
        gc.collect()
        others = [hilltop_games.vector("yahtzee", 1000, opponent="greedy", seed=9) for _ in range(3)]
        self.assertTrue((observation == copy).all() and others)

    def test_jobs_threads_and_clones_change_no_result(self):
        alone = played(hilltop_games.vector("pazaak", 100, opponent="kid", seed=5), 60)
        self.assertTrue(same(alone, played(hilltop_games.vector("pazaak", 100, opponent="kid", seed=5, jobs=3), 60)))
        results = {}
        envs = [hilltop_games.vector("pazaak", 100, opponent="kid", seed=5) for _ in range(3)]
        threads = [threading.Thread(target=lambda i=i, env=env: results.update({i: played(env, 60)}))
                   for i, env in enumerate(envs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(same(alone, results[i]) for i in range(3)))
        twin = envs[0].clone()
        self.assertTrue(same(played(envs[0], 40), played(twin, 40)))
        self.assertFalse(same(alone, played(hilltop_games.vector("pazaak", 100, opponent="kid", seed=6), 60)))

    def test_a_seed_begins_again(self):
        env = hilltop_games.vector("pig", 10, opponent="hold-20", seed=3)
        first = played(env, 30)
        env.reset(seed=3)
        self.assertTrue(same(first, played(env, 30)))

    def test_the_caller_chooses_what_falls(self):
        env = hilltop_games.vector("yahtzee", 3, players=1, chance="explicit")
        self.assertEqual(env.chances.shape, (3, 252))
        self.assertEqual((env.outcomes[0], env.outcomes[-1], len(env.outcomes)), ("6 6 6 6 6", "1 2 3 4 5", 252))
        self.assertTrue((env.player == -2).all() and not env.mask.any())
        np.testing.assert_allclose(env.chances.sum(1), 1)
        wanted = [env.outcomes.index(roll) for roll in ("6 6 6 6 6", "1 2 3 4 5", "1 1 2 2 2")]
        self.assertEqual(env.chances[0, wanted].round(6).tolist(), [round(ways / 7776, 6) for ways in (1, 120, 10)])
        env.step(wanted)
        self.assertEqual(env.field("dice").tolist(), [[6, 6, 6, 6, 6], [1, 2, 3, 4, 5], [1, 1, 2, 2, 2]])
        env.step([0b11111, 0b01111, 0b00011])  # nothing falls in the first game
        self.assertEqual(env.player.tolist(), [0, -2, -2])
        self.assertEqual(np.count_nonzero(env.chances[1:], axis=1).tolist(), [6, 56])
        with self.assertRaisesRegex(hilltop_games.IllegalAction, "game 1: outcome 0 .6 6 6 6 6. is not possible now"):
            env.step([-1, 0, -1])
        with self.assertRaisesRegex(ValueError, "here it was chosen"):
            env.record(0)

    def test_actions_may_lie_in_any_memory(self):
        env = hilltop_games.vector("pazaak", 4, opponent="kid")
        wanted = chosen(env, np.random.default_rng(1))
        apart = np.zeros(8, np.int32)
        apart[::2] = wanted
        odd = np.frombuffer(bytearray(1) + bytearray(wanted), np.int32, 4, 1)
        seen = set()
        for actions in (wanted, list(wanted), apart[::2], np.frombuffer(bytes(wanted), np.int32), odd,
                        wanted.astype(">i4"), wanted.astype(np.int64), np.ma.array(wanted)):
            env.reset(seed=1)
            seen.add(env.step(actions)[0].tobytes())
        self.assertEqual(len(seen), 1)

    def test_a_forked_process_steps_alone(self):
        env = hilltop_games.vector("pazaak", 100, opponent="kid", jobs=3)
        child = os.fork()
        if child == 0:
            try:
                played(env, 10)
                del env
                os._exit(0)
            finally:
                os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        played(env, 10)

    def test_what_is_wrong_says_what_is_allowed(self):
        def vector(game="pazaak", *more, **how):
            return lambda: hilltop_games.vector(game, *more, **{"opponent": "kid", **how})
        env = hilltop_games.vector("pazaak", 4, opponent="kid")
        for call, error, text in [
                (vector("pazak"), ValueError, "no game 'pazak' .did you mean 'pazaak'. known: gomoku"),
                (vector(opponent="kit"), ValueError, "no house bot 'kit' of pazaak .* known: "),
                (vector(rules="x"), ValueError, "pazaak has no rule set 'x' .known: koth"),
                (vector(switches={"sidecards": 4}), ValueError, "sidecards"),
                (vector(None), ValueError, "game is a name, not None"),
                (vector(opponent=5), ValueError, "opponent is a house bot's name or a list of names, not 5"),
                (vector(me=""), ValueError, "me is a name, not ''"),
                (vector(switches=[1]), ValueError, r"switches is a dict such as .'side_cards': 5., not \[1\]"),
                (vector(jobs=0), ValueError, "'jobs' is a whole number from 1 to 256, not 0"),
                (vector(seed=-1), ValueError, "seed is a whole number from 0 to 18446744073709551615, not -1"),
                (vector(seed=2**64), ValueError, "to 18446744073709551615, not 18446744073709551616"),
                (vector(seed="x"), ValueError, "seed is a whole number, not 'x'"),
                (vector("pazaak", 0), ValueError, "'games' is a whole number from 1 to 1048576, not 0"),
                (vector(autoreset="x"), ValueError, "no autoreset 'x' .known: disabled, next_step, same_step"),
                (vector(chance="x"), ValueError, "no chance 'x' .known: sampled, explicit"),
                (vector("gomoku", opponent="random", chance="explicit"), ValueError, "of gomoku is chance"),
                (vector(players=2), ValueError, "either opponent, .* or players"),
                (lambda: env.step([0, 0, 0]), ValueError, r"the shape \(4,\), .* not \(3,\)"),
                (lambda: env.step(np.zeros((4, 1), np.int32)), ValueError, "the shape"),
                (lambda: env.step([0., 0, 0, 0]), ValueError, "whole numbers from 0 to 6 or -1, not float64"),
                (lambda: env.step([0, 0, 2**40, 0]), hilltop_games.IllegalAction, "game 2: action 2147483647 is none of 0 to 6 and -1"),
                (lambda: env.step([0, 9, 0, 0]), hilltop_games.IllegalAction, "game 1: action 9 is none of 0 to 6"),
                (lambda: env.step([[0], [0, 0], 0, 0]), ValueError, r"the shape \(4,\)"),
                (lambda: env.reset(options={"mask": [1, 0, 0, 0]}), ValueError, "with 'reset_mask' and nothing else"),
                (lambda: env.reset(options=[1]), ValueError, r"a dict with 'reset_mask' .* not \[1\]"),
                (lambda: env.to_bot("/", __file__), FileExistsError, "'/' exists, and nothing is overwritten"),
                (lambda: env.reset(options={"reset_mask": [True]}), ValueError, r"the shape \(4,\)"),
                (lambda: env.reset(seed=2**64), ValueError, "from 0 to 18446744073709551615"),
                (lambda: env.field("dice"), ValueError, "no field 'dice'; known: player, wins"),
                (lambda: env.record(4), IndexError, "games 0 to 3, not 4"),
                (lambda: env.record(0, before=True), ValueError, "no game was over before")]:
            with self.subTest(text), self.assertRaisesRegex(error, text):
                call()
        with self.assertRaises(hilltop_games.IllegalAction) as caught:
            env.step([0, 0, 0, 7])
        self.assertEqual(caught.exception.index, 3)


class Arena(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def hilltop(self, *arguments):
        run = subprocess.run([built.PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=600)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_it_replays_the_records(self):
        env = hilltop_games.vector("yahtzee", 2, opponent="greedy", seed=4)
        rng = np.random.default_rng(0)
        while not env.terminated[0]:
            env.step(chosen(env, rng))
        record = self.folder / "game.record"
        record.write_text(env.record(0))
        log = self.hilltop("replay", record)
        for points in env.points[0]:
            self.assertIn(str(points), log)

    def test_a_bot_sees_what_the_library_shows(self):
        sys.path.insert(0, str(ROOT / "sdk/python"))
        out, err = os.dup(1), sys.stdout
        import hilltop  # takes standard output
        from hilltop_games import _views
        os.dup2(out, 1)
        sys.stdout = err
        for game, switches in [("pazaak", {}), ("pazaak", {"side_cards": 10}), ("yahtzee", {}),
                               ("yahtzee", {"joker_after_zero": False})]:
            env = hilltop_games.vector(game, 20, opponent=QUICK[game], switches=switches)
            self.assertEqual(_views.ACTIONS[game], env.actions)
            view_of = getattr(hilltop, f"_{game}_view")
            rules = hilltop.Rules(game, "koth", {name: str(value).lower()
                                                 for name, value in env.about["switches"].items()})
            rng = np.random.default_rng(2)
            for _ in range(300):
                for i in np.flatnonzero(~env.terminated):
                    view = view_of(f"turn 0 {env.prompt(i)}".split(" "), rules)
                    numbers, legal = getattr(_views, game)(view)
                    self.assertEqual((numbers, legal), (env.observation[i].tolist(), env.mask[i].tolist()))
                env.step(chosen(env, rng))

    def test_a_policy_plays_as_a_bot(self):
        policy = self.folder / "policy.py"
        policy.write_text("import numpy as np\n"
                          "LIMIT = np.load('policy.npz')['limit']\n"
                          "def act(observation, mask):\n"
                          "    return (observation[:, 3] >= LIMIT).astype(int)\n")
        env = hilltop_games.vector("pazaak", opponent="kid")
        bot = env.to_bot(self.folder / "limit", policy, arrays={"limit": np.array(15)}, python=sys.executable)
        table = self.hilltop("play", "pazaak", bot, "cautious", "--games", 300, *PATIENT).splitlines()
        row = next(line for line in table if " limit " in line).split()
        self.assertEqual((row[1], row[5]), ("300", "0"))  # games, faults
        with self.assertRaises(FileExistsError):
            env.to_bot(bot, policy)
        with self.assertRaisesRegex(FileNotFoundError, "give the Python file that has act"):
            env.to_bot(self.folder / "other", self.folder / "none.py")
        with self.assertRaisesRegex(ValueError, "known: pazaak .koth., yahtzee .koth."):
            hilltop_games.vector("pig").to_bot(self.folder / "pig", policy)


if __name__ == "__main__":
    unittest.main()
