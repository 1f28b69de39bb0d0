# SPDX-License-Identifier: Apache-2.0
"""Folders of bots that play a trained policy in the arena, with numpy and nothing else."""

import pathlib
import shutil

import numpy as np

_BOT = '''"""Plays what policy.py answers, all turns that wait at once. Made by hilltop_games.to_bot()."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import hilltop
import numpy as np
import policy
import views


def choose_all(turns):
    numbers, legal = zip(*map(views.{game}, turns))
    actions = policy.act(np.array(numbers, np.int16), np.array(legal, np.uint8))
    return [views.ACTIONS["{game}"][int(action)] for action in actions]


hilltop.play_{game}(choose_all=choose_all)
'''
_PLAYABLE = {"pazaak": ("koth",), "yahtzee": ("koth",)}


def to_bot(folder, policy, about, *, name=None, arrays=None, python="python3"):
    """Writes a bot's folder, which must not exist; returns its path.

    policy  a Python file with act(observation, mask), which gets arrays as Vector has them, of any
            number of games, and returns an action for each. The same file can serve in training.
    arrays  numpy arrays by name, which policy.py finds beside it in policy.npz
    name    the bot's; the folder's by default
    python  the command that runs it, of a Python with numpy
    """
    if about["rules"] not in _PLAYABLE.get(about["game"], ()):
        raise ValueError(f"a bot of {about['game']} ({about['rules']}) cannot be written; known: "
                         + ", ".join(f"{game} ({rules})" for game, sets in _PLAYABLE.items() for rules in sets))
    folder, policy = pathlib.Path(folder), pathlib.Path(policy)
    if not policy.is_file():
        raise FileNotFoundError(f"'{policy}' is not a file: give the Python file that has act(observation, mask)")
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise FileExistsError(f"'{folder}' exists, and nothing is overwritten: name a new folder") from None
    shutil.copyfile(policy, folder / "policy.py")
    shutil.copyfile(pathlib.Path(__file__).with_name("_views.py"), folder / "views.py")
    shutil.copyfile(_sdk(), folder / "hilltop.py")
    if arrays:
        np.savez(folder / "policy.npz", **arrays)
    (folder / "bot.py").write_text(_BOT.format(game=about["game"]), "utf-8")
    (folder / "meta").write_text(f"{name or folder.name}\n{python}\nbot.py\n1\n", "utf-8")
    (folder / "bot.toml").write_text(f'game = "{about["game"]}"\nlanguage = "python"\nstate = "none"\n', "utf-8")
    return folder


def _sdk():
    """The SDK, in this package or among the sources."""
    here = pathlib.Path(__file__)
    own = here.with_name("_hilltop.py")
    return own if own.exists() else here.parents[2] / "sdk/python/hilltop.py"
