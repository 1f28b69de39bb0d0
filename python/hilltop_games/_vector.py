# SPDX-License-Identifier: Apache-2.0
"""Games side by side, whose arrays are the library's own memory."""

import ctypes
import json
import operator

import numpy as np

from hilltop_games._library import Handle, library


_INT32 = np.dtype(np.int32)
# Names of this file: each attribute of a module that a step reads is memory that the games have displaced.
_ndarray, _addressof, _number_in = np.ndarray, ctypes.addressof, ctypes.c_int32.from_buffer


class IllegalAction(ValueError):
    """An action that is not legal; nothing was played. `index`: of its game."""

    def __init__(self, text, index):
        super().__init__(text)
        self.index = index


def vector(game, games=1, *, opponent=None, players=None, me="me", seed=1, rules=None, switches=None,
           autoreset="next_step", jobs=1, first_game=0, chance="sampled"):
    """`games` games side by side, begun.

    opponent    a house bot's name, or a list of names: they play against `me` inside each step.
                Without it all players are the caller's: `players` of them (2), who take turns.
    seed        with the names of the players it decides every deal, as in `hilltop play`
    rules, switches    as `hilltop play` has --rules and --set; hilltop_games.games() lists them
    autoreset   what becomes of a game that is over: "next_step", "same_step" or "disabled", as
                Gymnasium defines them
    chance      "sampled", or "explicit": before each chance event `player` is -2, and the action is the
                outcome that falls, of those in `outcomes` whose `chances` are not 0
    jobs        how many cores move the games; they change no result

    ValueError says what is wrong and what is allowed.
    """
    if opponent is not None and players is not None:
        raise ValueError("give either opponent, whose bots play here, or players, who are all yours")
    if opponent is not None:
        bots = [opponent] if isinstance(opponent, str) else opponent
        if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
            raise ValueError(f"opponent is a house bot's name or a list of names, not {opponent!r}")
        seated = [{"name": _text(me, "me")}]
        for bot in bots:
            again = sum(each.get("bot") == bot for each in seated)
            seated.append({"bot": bot, "name": f"{bot} {again + 1}" if again else bot})
    else:
        count = 2 if players is None else _whole(players, "players")
        seated = [{"name": f"player {number}"} for number in range(1, count + 1)]
    settings = {"game": _text(game, "game"), "players": seated, "games": _whole(games, "games"),
                "seed": _seed(seed), "autoreset": autoreset, "threads": _whole(jobs, "jobs"),
                "first_game": _whole(first_game, "first_game"), "chance": chance}
    if rules is not None:
        settings["rules"] = rules
    if switches is not None:
        if not isinstance(switches, dict):
            raise ValueError(f"switches is a dict such as {{'side_cards': 5}}, not {switches!r}")
        settings["switches"] = {name: value.item() if isinstance(value, np.generic) else value
                                for name, value in switches.items()}
    try:
        return Vector(Handle.begin(settings))
    except ValueError as refused:  # the library's word for jobs is another
        raise ValueError(str(refused).replace("'threads'", "'jobs'")) from None


def _text(value, name):
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name} is a name, not {value!r}")
    return value


def sampled(how, library):
    """The settings `how` of an adapter for a library that has no chance events."""
    if how.get("chance", "sampled") != "sampled":
        raise ValueError(f"{library} has no chance events: leave out chance, which is then sampled, or use "
                         "vector() or open_spiel_game()")
    return how


def _whole(value, name):
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} is a whole number, not {value!r}") from None


class Vector:
    """What vector() makes. Its arrays have a row per game, cannot be written, and change with the next
    call: copy what is to stay.

    observation (games, numbers), mask (games, actions), player, seat, terminated, game (games,),
    points and rewards (games, players), final_observation, and with explicit chance chances (games,
    outcomes): as `about["arrays"]` describes them.
    """

    def __init__(self, handle):
        self._handle = handle
        self._lib = library()
        self._address = ctypes.c_void_p(handle.address)
        self._step = self._lib.hilltop_games_step
        self.about = json.loads(self._lib.hilltop_games_describe(handle.address))
        array = {each["name"]: self._array(each) for each in self.about["arrays"]}
        self.observation, self.final_observation = array["observation"], array["final_observation"]
        self.mask, self.player, self.seat = array["mask"], array["player"], array["seat"]
        self.terminated = array["terminated"].view(bool)
        self.rewards, self.points, self.game = array["reward"], array["points"], array["game"]
        self._action = array["action"]
        self.chances = array.get("chances")  # None if chance is sampled
        self.games = self.num_envs = self.about["games"]
        self._shape = (self.games,)
        self.actions = self.about["actions"]  # their names, in the words of the protocol
        self.outcomes = self.about["outcomes"]  # their names; none if chance is sampled
        self.autoreset = self.about["autoreset"]
        self.players = [each["name"] for each in self.about["players"]]
        own = [number for number, each in enumerate(self.about["players"]) if each["bot"] is None]
        self.own = own  # the players that the caller moves
        # With one player of the caller's its rewards, else all of them.
        self.reward = self.rewards[:, own[0]] if len(own) == 1 else self.rewards
        self.truncated = np.zeros(self.games, bool)  # every game ends by its rules
        self.truncated.flags.writeable = False
        self._info = {"mask": self.mask, "player": self.player, "game": self.game, "points": self.points}
        if self.chances is not None:
            self._info["chances"] = self.chances
        if self.autoreset == "same_step":
            self._info.update(final_observation=self.final_observation, _final_observation=self.terminated)
        self._stepped = self.observation, self.reward, self.terminated, self.truncated, self._info

    def _array(self, described):
        kind = np.dtype(described["type"])
        size = int(np.prod(described["shape"], dtype=np.int64)) * kind.itemsize
        address = self._lib.hilltop_games_array(self._handle.address, described["name"].encode())
        memory = (ctypes.c_char * size).from_address(address)
        memory.owner = self._handle  # an array keeps its memory, and the memory its games
        array = np.frombuffer(memory, kind).reshape(described["shape"])
        array.flags.writeable = described["name"] == "action"
        return array

    def field(self, name, of=None):
        """The numbers of an observation with this name, as a view of the array; about says which there
        are."""
        for field in self.about["observation"]:
            if field["name"] == name:
                numbers = (self.observation if of is None else of)
                width = int(np.prod(field["shape"], dtype=np.int64))
                part = numbers[..., field["first"]:field["first"] + width]
                return part.reshape(*numbers.shape[:-1], *field["shape"]) if field["shape"] else part[..., 0]
        raise ValueError(f"there is no field '{name}'; known: "
                         + ", ".join(field["name"] for field in self.about["observation"]))

    def reset(self, *, seed=None, options=None):
        """Begins other games: in all places, or where options={"reset_mask": …} is true. With a seed its
        first games, in all places. Returns observation, info."""
        options = {} if options is None else options
        if not isinstance(options, dict) or options.keys() - {"reset_mask"}:
            raise ValueError(f"options is a dict with 'reset_mask' and nothing else, not {options!r}")
        marked = options.get("reset_mask")
        if seed is not None:
            if marked is not None:
                raise ValueError("a seed begins the games of all places: give no reset_mask with it")
            self._check(self._lib.hilltop_games_seed(self._address, _seed(seed)))
        elif marked is None:
            self._check(self._lib.hilltop_games_reset(self._address, None))
        else:
            marked = np.ascontiguousarray(marked, bool)
            if marked.shape != (self.games,):
                raise ValueError(f"reset_mask has the shape ({self.games},), not {marked.shape}")
            self._check(self._lib.hilltop_games_reset(self._address, marked.ctypes.data))
        return self.observation, self._info

    def step(self, actions):
        """Plays an action in each game; -1 leaves a game as it is. IllegalAction: nothing was played.

        Returns observation, reward, terminated, truncated, info. An array of int32 that can be written is
        not copied.
        """
        pointer = None  # the array that the library has
        if type(actions) is _ndarray and actions.dtype is _INT32 and actions.shape == self._shape:
            try:
                # Ten times faster than actions.ctypes and __array_interface__.
                pointer = _addressof(_number_in(actions))
            except TypeError:  # it cannot be written, or is not contiguous
                pass
        if pointer is None or pointer & 3:
            self._take(actions)
            pointer = None
        if self._step(self._address, pointer):
            self._fail()
        return self._stepped

    def _take(self, actions):
        try:
            actions = np.asarray(actions)
        except ValueError:  # a list of lists that differ in length
            raise ValueError(f"actions have the shape ({self.games},), one for each game") from None
        if actions.shape != (self.games,):
            raise ValueError(f"actions have the shape ({self.games},), one for each game, not {actions.shape}")
        if actions.dtype.kind not in "iu":
            most = max(len(self.actions), len(self.outcomes)) - 1
            raise ValueError(f"actions are whole numbers from 0 to {most} or -1, not {actions.dtype}")
        limits = np.iinfo(np.int32)  # the library refuses what is cut to these
        if actions.dtype.itemsize >= 4:
            actions = np.clip(actions, 0 if actions.dtype.kind == "u" else limits.min, limits.max)
        np.copyto(self._action, actions, casting="unsafe")

    def record(self, index, before=False):
        """The record of a game, which `hilltop replay` reads: of the one in this place, or of the one before
        it there, which is over."""
        return self._text(self._lib.hilltop_games_record(self._address, self._index(index), bool(before)))

    def prompt(self, index):
        """What a bot in a folder would be asked now (docs/protocol.md)."""
        return self._text(self._lib.hilltop_games_prompt(self._address, self._index(index)))

    def clone(self):
        """The same games as they are now, which go on independently."""
        return Vector(self._handle.clone())

    def to_bot(self, folder, policy, **how):
        """Writes a bot that plays this game in the arena: hilltop_games.to_bot()."""
        from hilltop_games._bots import to_bot
        return to_bot(folder, policy, self.about, **how)

    def _index(self, index):
        index = _whole(index, "index")
        if not 0 <= index < self.games:
            raise IndexError(f"there are games 0 to {self.games - 1}, not {index}")
        return index

    def _text(self, text):
        if text is None:
            raise ValueError(self._handle.error())
        return text.decode()

    def _check(self, code):
        if code != 0:
            self._fail()

    def _fail(self):
        index = self._lib.hilltop_games_error_index(self._address)
        if index >= 0:
            raise IllegalAction(self._handle.error(), index)
        raise RuntimeError(self._handle.error())


def _seed(seed):
    seed = _whole(seed, "seed")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed is a whole number from 0 to {2**64 - 1}, not {seed}")
    return seed
