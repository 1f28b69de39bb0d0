"""What the tests of `hilltop serve` share: servers with their folders, what people do in a room, and
archives of bots."""

import io
import json
import pathlib
import re
import tarfile
import tempfile
import unittest
import zipfile

from program import HOME, scratch
from web import Guest, Server

# What a person types in each of 13 turns of Yahtzee, in order.
BOXES = ["1s", "2s", "3s", "4s", "5s", "6s", "3k", "4k", "fh", "ss", "ls", "y", "ch"]
YAHTZEE = {"game": "yahtzee", "rules": "cab201-advanced"}
PEOPLE = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]


JAPANESE = {key for file in (HOME / "src").glob("*/**/page/texts/ja.json")
            for key in json.loads(file.read_text("utf-8"))}


def packed(files, as_zip=False):
    """Returns an archive with these files, by name; a file is text, or a TarInfo."""
    out = io.BytesIO()
    if as_zip:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return out.getvalue()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in files.items():
            info = text if isinstance(text, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.name = name
            data = text.encode() if isinstance(text, str) else b""
            info.size = len(data)
            info.mode = 0o755
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


# A bot whose check needs a process a pairing, and not one a game.
STARTER = {"meta": "{name}\npython3\nbot.py\n0\n",
           "bot.toml": 'game = "pazaak"\nstate = "none"\n',
           "bot.py": (HOME / "sdk/templates/pazaak/python/bot.py").read_text(),
           "hilltop.py": (HOME / "sdk/python/hilltop.py").read_text()}


FIRST_FREE = (HOME / "tests/first_free_bot.py").read_text()


def starter(name, **more):
    return {**STARTER, "meta": STARTER["meta"].replace("{name}", name), **more}


def free_first(name):
    return starter(name, **{"bot.toml": 'game = "gomoku"\nstate = "pairing"\nstays = true\n',
                            "bot.py": FIRST_FREE})


def put_folder(folder, files):
    """Makes a folder with these texts, by name."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)


class Served(unittest.TestCase):
    """What is done at `self.server`, which has `self.folder`."""

    @classmethod
    def options(cls, folder):
        """Fills the server's folder; returns what the server is started with."""
        return ()

    def guest(self, room, keys=(), **how):
        guest = Guest(self.server, room, keys, **how)
        self.addCleanup(guest.close)
        return guest

    def assert_translated(self, said):
        """Fails unless there is a text in Japanese for what the server said, and for its values."""
        key = said.get("sentence", said["text"])
        numbered = re.sub(r"\d+", lambda _, count=iter(range(1, 10)): "{%d}" % next(count), key)
        self.assertTrue({key, numbered} & JAPANESE, said)
        for value in said.get("values", {}).values():
            if isinstance(value, dict):
                self.assert_translated(value)

    def play_turn(self, guest, box):
        """Plays a turn of Yahtzee: rolls, holds the first die, scores, and clicks OK."""
        state = guest.mine_to_move()
        seat = state["pending"]
        self.assertEqual((state["moment"], state["asks"]), ("before", "Roll 1"))
        state = guest.do("confirm", seat=seat, position=state["position"])
        self.assertEqual(state["asks"], "Roll 2 or choose a combination to score")
        state = guest.do("answer", seat=seat, text="hold 1", position=state["position"])
        self.assertEqual(state["asks"], "Roll 3 or choose a combination to score")
        state = guest.do("answer", seat=seat, text=box, position=state["position"])
        self.assertEqual((state["moment"], state["asks"]),
                         ("after", "Your turn has ended - click OK"))
        return guest.do("confirm", seat=seat)


class SharedServer(Served):
    """A class whose tests share a server: each has rooms, bots and names of its own, and leaves the
    server running."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.server = Server(cls.folder, *cls.options(cls.folder))
        cls.server.start()

    @classmethod
    def tearDownClass(cls):
        if cls.server.process.poll() is None:
            code = cls.server.stop()
            assert code == 0, (code, cls.server.log()[-5000:])

    def setUp(self):
        if self.server.process.poll() is not None:  # in a test that failed
            self.server.start()

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), self.server.log()[-5000:])


class OwnServer(Served):
    """A class whose tests have a server each."""

    def setUp(self):
        self.folder = scratch(self)
        self.server = Server(self.folder, *self.options(self.folder))
        self.server.start()

    def tearDown(self):
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0, self.server.log()[-5000:])
