# SPDX-License-Identifier: Apache-2.0
"""libhilltop through ctypes, which releases the interpreter's lock in every call (hilltop/games.h)."""

import ctypes
import functools
import json
import os
import pathlib

_INTERFACE = 1
_FILE = "libhilltop.so.1"


def _load():
    """The library of HILLTOP_LIBRARY, else the one in this package, else the system's."""
    named = os.environ.get("HILLTOP_LIBRARY")
    own = pathlib.Path(__file__).parent / "lib" / _FILE
    path = named or (str(own) if own.exists() else _FILE)
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"libhilltop cannot be loaded from '{path}' ({error}): install the package "
                          "libhilltop, or set HILLTOP_LIBRARY to the file") from error


@functools.cache
def library():
    lib = _load()
    if lib.hilltop_games_interface() != _INTERFACE:
        raise ImportError(f"libhilltop has interface {lib.hilltop_games_interface()}, and this package "
                          f"needs {_INTERFACE}: install versions that belong together")
    handle, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
    for name, result, *arguments in [
            ("catalog", text), ("create", handle, text, text, size), ("clone", handle, handle),
            ("free", None, handle), ("describe", text, handle), ("array", handle, handle, text),
            ("step", ctypes.c_int, handle, handle), ("reset", ctypes.c_int, handle, handle),
            ("seed", ctypes.c_int, handle, ctypes.c_uint64),
            ("record", text, handle, size, ctypes.c_int), ("prompt", text, handle, size),
            ("error", text, handle), ("error_index", ctypes.c_ssize_t, handle)]:
        function = getattr(lib, f"hilltop_games_{name}")
        function.restype, function.argtypes = result, arguments
    return lib


def games():
    """All games, by name: each with its rule sets, numbers of players, switches and house bots."""
    catalog = json.loads(library().hilltop_games_catalog())
    return {game["name"]: game for game in catalog["games"]}


class Handle:
    """Games of the library, which are freed with the last array of theirs."""

    def __init__(self, address):
        self.address = address

    @classmethod
    def begin(cls, settings):
        error = ctypes.create_string_buffer(1000)
        address = library().hilltop_games_create(json.dumps(settings).encode(), error, len(error))
        if not address:
            raise ValueError(error.value.decode("utf-8", "replace"))
        return cls(address)

    def clone(self):
        address = library().hilltop_games_clone(self.address)
        if not address:
            raise MemoryError("not enough memory for a clone of these games")
        return Handle(address)

    def error(self):
        return library().hilltop_games_error(self.address).decode("utf-8", "replace")

    def __del__(self):
        library().hilltop_games_free(self.address)
