"""`hilltop serve`: rooms, saves and contests by their protocol (docs/http.md), with clients that are
slow, silent, malformed or gone."""

import contextlib
import functools
import gzip
import io
import json
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import tarfile
import threading
import time
import unittest
import unittest.mock
import zipfile

from program import HOME, SANITIZED, hilltop, ran, report, scratch, stopped_midway
from web import OPENAPI, PATIENCE_S, Events, Guest, Server

# Parts of refusals that somebody meets who plays in a browser.
FROM_THE_PAGE = {"side_cards", "true, false", "name", "dice", "seed", "hilltop record 1", "is expected",
                 "saved game", "nobody plays", "no player"}
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


CONTEST = '[contest]\ngame = "{}"\n\n[format]\nkind = "round-robin"\ngames = {}\n'
# A bot whose check needs a process a pairing, and not one a game.
STARTER = {"meta": "{name}\npython3\nbot.py\n0\n",
           "bot.toml": 'game = "pazaak"\nstate = "none"\n',
           "bot.py": (HOME / "sdk/templates/pazaak/python/bot.py").read_text(),
           "hilltop.py": (HOME / "sdk/python/hilltop.py").read_text()}


FIRST_FREE = (HOME / "tests/first_free_bot.py").read_text()


def starter(name, **more):
    return {**STARTER, "meta": STARTER["meta"].replace("{name}", name), **more}


def free_first(name):
    return starter(name, **{"bot.toml": 'game = "gomoku"\n', "bot.py": FIRST_FREE})


class WithServer(unittest.TestCase):
    options = ()

    def setUp(self):
        self.folder = pathlib.Path(scratch(self))
        self.server = Server(self.folder, *self.options)
        self.server.start()

    def tearDown(self):
        if self.server.process.poll() is None:
            self.assertEqual(self.server.stop(), 0, self.server.log())

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
        state = guest.do("confirm", seat=seat, step=state["step"])
        self.assertEqual(state["asks"], "Roll 2 or choose a combination to score")
        state = guest.do("answer", seat=seat, text="hold 1", step=state["step"])
        self.assertEqual(state["asks"], "Roll 3 or choose a combination to score")
        state = guest.do("answer", seat=seat, text=box, step=state["step"])
        self.assertEqual((state["moment"], state["asks"]),
                         ("after", "Your turn has ended - click OK"))
        return guest.do("confirm", seat=seat)


class Http(WithServer):
    def test_answers(self):
        games = self.server.get("/api/games")
        self.assertEqual(games["schema"], "hilltop/games/1")
        yahtzee = next(game for game in games["games"] if game["name"] == "yahtzee")
        self.assertEqual([rules["name"] for rules in yahtzee["rules"]],
                         ["koth", "cab201-basic", "cab201-advanced"])
        self.assertEqual(yahtzee["rules"][1]["seats"], {"min": 1, "max": 6})
        self.assertEqual(self.server.ask("GET", "/healthz")[2], b"ok\n")
        self.assertIn(b"hilltop_http_answers_total", self.server.ask("GET", "/metrics")[2])
        status, headers, body = self.server.ask("GET", "/")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        for path in ("/play", "/play/yahtzee", "/room/x", "/contests/a/games/b:1", "/host"):
            self.assertEqual(self.server.ask("GET", path)[2], body, path)
        asset = body.decode().split('src="')[1].split('"')[0]
        status, headers, script = self.server.ask("GET", asset, Accept_Encoding="gzip")
        self.assertEqual((status, headers["Content-Encoding"]), (200, "gzip"))
        self.assertIn("immutable", headers["Cache-Control"])
        self.assertEqual(self.server.ask("GET", asset, If_None_Match=headers["ETag"])[0], 304)
        status, headers, body = self.server.ask("GET", "/third-party.txt")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
        for package in ("svelte", "uplot"):
            self.assertRegex(body.decode(), rf"(?m)^{package} \d.* \(MIT\)$")
        status, headers, body = self.server.ask("HEAD", "/healthz")
        self.assertEqual((status, headers["Content-Length"], body), (200, "3", b""))

    def test_docs_have_every_route(self):
        routes = self.server.get("/api")["routes"]
        described = {(method.upper(), path): operation
                     for path, operations in OPENAPI["paths"].items()
                     for method, operation in operations.items()}
        page = {}
        for method, path, body, about in re.findall(
                r"^\| `(\w+) (\S+)` \| ([^|]+) \| (.*) \|$",
                (HOME / "docs" / "http.md").read_text("utf-8"), re.MULTILINE):
            page[method, path] = (0 if body == "none" else int(body.split()[0]) << 20, about)
        found = {(route["method"], route["path"]) for route in routes}
        self.assertEqual(found, set(described))
        self.assertEqual(found, set(page))
        for route in routes:
            operation = described[route["method"], route["path"]]
            self.assertEqual(operation["summary"], route["about"])
            self.assertEqual("security" in operation, route["who"] != "anyone", route)
            self.assertEqual(page[route["method"], route["path"]],
                             (route["body_bytes_max"], route["about"]))

    def test_sentences_with_a_text_in_other_languages_are_the_programs(self):
        page = HOME / "src/server/page"
        texts = json.loads((page / "texts/en.json").read_text("utf-8"))
        sources = "".join(file.read_text("utf-8") for folder in ("core", "match", "arena", "report", "server")
                          for file in sorted((HOME / "src" / folder).rglob("*.[ch]pp")))
        sources = re.sub(r'"\s*\n\s*"', "", sources) + (page / "request.ts").read_text("utf-8")
        sentences = [key for key, text in texts.items() if key == text]
        self.assertGreater(len(sentences), 10)
        # Games and the pages have the course's words.
        course = "Error reading|Error saving|Game saved|No current"
        self.assertEqual([each for each in sentences
                          if each.replace("{1}", "{}") not in sources and not re.match(course, each)], [])

    def test_a_seed_is_a_number_or_its_digits(self):
        keys = set()
        for seed in (7, "7"):
            room, mine = self.server.begin(**YAHTZEE, players=PEOPLE, seed=seed)
            keys.add(self.guest(room, mine.values()).state["luck_key"])
        self.assertEqual(len(keys), 1)

    def test_each_sentence_with_values_has_a_text_in_other_languages(self):
        sources = "".join(re.sub(r'"\s*\n\s*"', "", file.read_text("utf-8"))
                          for file in sorted((HOME / "src").rglob("*.[ch]pp")) if "_test" not in file.name)
        sentences = re.findall(r'\bworded\(\s*"((?:[^"\\]|\\.)*)"', sources)
        self.assertGreater(len(sentences), 20)
        self.assertEqual([each for each in sentences if each not in JAPANESE], [])

    def test_refuses(self):
        for status, method, path, headers in [
                (404, "GET", "/nothing", {}), (404, "GET", "/api/nothing", {}),
                (404, "GET", "/assets/../index.html/x", {}), (404, "GET", "/assets/none.js", {}),
                (404, "GET", "/api/rooms/none/record", {}), (405, "POST", "/healthz", {}),
                (405, "DELETE", "/api/games", {}), (405, "PATCH", "/api/rooms", {}),
                (426, "GET", "/api/rooms/none/socket", {}), (400, "GET", "/%00", {}),
                (400, "GET", "/a/%2e%2e/b", {}), (400, "GET", "/" + "a" * 3000, {}),
                (431, "GET", "/", {"Many": "x" * 20000}),
                (421, "GET", "/api/games", {"Host": "evil.example"}),
                (421, "GET", "/api/games", {"Host": ""}),
                (200, "GET", "/api/games", {"Host": "LOCALHOST:1"}),
                (200, "GET", "/api/games", {"Host": "[::1]:80"}),
                (403, "POST", "/api/rooms", {"Origin": "http://evil.example"}),
                (403, "POST", "/api/rooms", {"Origin": "null"}),
                (403, "DELETE", "/api/saves/1", {"Origin": "https://evil.example"})]:
            with self.subTest(path=path, headers=headers):
                answer = self.server.ask(method, path, **headers)
                self.assertEqual(answer[0], 400 if path == "/assets/../index.html/x" else status)
                if status >= 400:
                    self.assertTrue(json.loads(answer[2])["error"]["text"])
        self.assertEqual(self.server.ask("POST", "/api/rooms", b"x" * (3 << 20))[0], 413)
        self.assertEqual(self.server.ask("GET", "/healthz", b"body")[0], 413)

    def test_a_browser_gets_a_page_for_what_is_missing(self):
        page = self.server.ask("GET", "/")[2]
        for path in ("/nothing", "/assets/none.js"):
            status, headers, body = self.server.ask("GET", path, Accept="text/html,*/*;q=0.8")
            self.assertEqual((status, headers["Content-Type"]), (404, "text/html; charset=utf-8"))
            self.assertEqual(body, page)
            # Also to one that has the page already.
            self.assertEqual(self.server.ask("GET", path, Accept="text/html",
                                             If_None_Match=headers["ETag"])[0], 404)
        for path, accept in (("/nothing", "*/*"), ("/api/nothing", "text/html")):
            status, headers, _ = self.server.ask("GET", path, Accept=accept)
            self.assertEqual((status, headers["Content-Type"]), (404, "application/json"), path)

    def test_says_which_methods_an_address_takes(self):
        for method, path, allowed in [("POST", "/healthz", "GET, HEAD"), ("PATCH", "/api/rooms", "POST"),
                                      ("GET", "/api/host/authors/x", "POST, DELETE"),
                                      ("PATCH", "/api/host/bots/x", "PUT, DELETE")]:
            status, headers, _ = self.server.ask(method, path)
            self.assertEqual((status, headers["Allow"]), (405, allowed), path)

    def test_refuses_what_cannot_be_played(self):
        for part, wish in [
                ("not a JSON object", []), ("no game", {"game": "chess"}), ("needs", YAHTZEE),
                ("needs", {**YAHTZEE, "players": PEOPLE * 4}),
                ("no player", {**YAHTZEE, "players": [{"player": "nobody"}]}),
                ("nobody plays", {**YAHTZEE, "players": [{"player": "greedy"}]}),
                ("rule set", {**YAHTZEE, "rules": "none", "players": PEOPLE}),
                ("side_cards", {"game": "pazaak", "switches": {"side_cards": 99}, "players": PEOPLE}),
                ("true, false", {"game": "pazaak", "switches": {"side_cards": []}, "players": PEOPLE}),
                ("name", {**YAHTZEE, "players": [{"player": "human", "name": "x" * 100}]}),
                ("name", {**YAHTZEE, "players": [{"player": "human", "name": "\u202eevil"}]}),
                ("dice", {**YAHTZEE, "players": PEOPLE, "files": {"dice": "1 2 7"}}),
                ("no file", {**YAHTZEE, "players": PEOPLE, "files": {"cards": "1"}}),
                ("seed", {**YAHTZEE, "players": PEOPLE, "seed": "x"}),
                ("is expected", {"record": "hilltop record 1\ngame yahtzee\nrules koth\nluck 1 0\nseat human A\n"}),
                ("hilltop record 1", {"record": "nonsense"}), ("saved game", {"save": 7})]:
            with self.subTest(part=part, wish=wish):
                status, answer = self.server.post("/api/rooms", wish)
                self.assertIn(status, (400, 404, 422))
                self.assertIn(part, answer["error"]["text"])
                if part in FROM_THE_PAGE:
                    self.assert_translated(answer["error"])
        self.assertEqual(self.server.ask("POST", "/api/rooms", b"{")[0], 400)
        self.assertEqual(self.server.ask("POST", "/api/rooms", b"[" * 100000)[0], 400)


class Rooms(WithServer):
    def test_yahtzee_with_the_dice_of_a_file_is_the_terminals(self):
        dice = " ".join(str((i * 7 + i // 5) % 6 + 1) for i in range(400))
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE, files={"dice": dice})
        guest = self.guest(room, keys.values())
        for box in BOXES:
            for _ in PEOPLE:
                state = self.play_turn(guest, box)
        self.assertEqual(state["moment"], "over")
        (self.folder / "dice").write_text(dice)
        typed = "".join(f"roll\nhold 1\n{box}\nok\n" * 2 for box in BOXES)
        done = hilltop("play", "yahtzee", "human", "human", "--rules", "cab201-advanced", "--names",
                       "Ann,Bob", "--dice", self.folder / "dice", "--format", "json",
                       stdin=typed + "no\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        totals = [seat["points"] for seat in json.loads(done.stdout)["games"][0]["seats"]]
        self.assertEqual(state["over"]["points"], totals)
        best = max(totals)
        self.assertEqual(state["over"]["winners"],
                         [i for i, total in enumerate(totals) if total == best])

    def test_gomoku_begins_from_an_opening_of_the_programs_books(self):
        games = self.server.get("/api/games")["games"]
        files = next(game for game in games if game["name"] == "gomoku")["files"]
        self.assertEqual([book["name"] for book in files[0]["built_in"]], ["koth", "swap2"])
        for book in ("koth", "swap2"):
            room, keys = self.server.begin(game="gomoku", rules=book, players=PEOPLE,
                                           files={"openings": book})
            state = self.guest(room, keys.values()).mine_to_move()
            self.assertEqual(state["scene"]["table"]["phase"], "stones")
            self.assertGreaterEqual(len(state["scene"]["table"]["stones"]), 3)

    def test_a_list_of_dice_that_ends_ends_the_game_and_says_so(self):
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE[:1], files={"dice": "1 2 3 4 5 6"})
        guest = self.guest(room, keys.values())
        state = guest.do("confirm", seat=0)
        state = guest.do("answer", seat=0, text="hold 1", step=state["step"])
        self.assertIn("dice", state["broken"])
        self.assertEqual(guest.do("answer", seat=0, text="ch")["type"], "refused")

    def test_saves_go_from_the_browser_to_the_terminal_and_back(self):
        status, headers, body = self.server.ask("POST", "/api/rooms", json.dumps(
            {**YAHTZEE, "players": PEOPLE, "seed": 5}))
        cookie = headers["Set-Cookie"].split(";")[0]
        self.assertIn("HttpOnly; SameSite=Strict", headers["Set-Cookie"])
        room, keys = json.loads(body)["room"], [k["key"] for k in json.loads(body)["keys"]]
        guest = self.guest(room, keys, cookie=cookie)
        state = self.play_turn(guest, "ch")
        self.assertTrue(state["can"]["save"])
        self.assertEqual(guest.do("save"), {"type": "saved", "text": "Game saved"})
        saves = self.server.get("/api/saves", Cookie=cookie)["saves"]
        self.assertEqual([(save["game"], save["players"]) for save in saves],
                         [("yahtzee", ["Ann", "Bob"])])
        self.assertEqual(self.server.get("/api/saves")["saves"], [])
        # To the terminal, which plays Bob's turn,
        record = self.server.ask("GET", f"/api/rooms/{room}/record",
                                 Authorization="Bearer " + ",".join(keys))[2].decode()
        save, back = self.folder / "browser.save", self.folder / "terminal.save"
        save.write_text(record)
        done = hilltop("play", "yahtzee", "human",
                       stdin=f"load {save}\nroll\nhold 1\nch\nok\nsave {back}\nquit\n")
        self.assertEqual(done.returncode, 0, done.stdout)
        # and back.
        room, keys = self.server.begin(record=back.read_text())
        guest = self.guest(room, keys.values())
        state = guest.mine_to_move()
        self.assertEqual((state["pending"], state["step"], state["asks"]), (0, 4, "Roll 1"))
        self.assertEqual([player["name"] for player in state["players"]], ["Ann", "Bob"])
        # A save of this browser too.
        status, answer = self.server.post("/api/rooms", {"save": saves[0]["id"]}, Cookie=cookie)
        self.assertEqual(status, 201)
        self.assertEqual(self.server.post("/api/rooms", {"save": saves[0]["id"]})[0], 404)
        self.assertEqual(
            self.server.ask("DELETE", f"/api/saves/{saves[0]['id']}", Cookie=cookie)[0], 204)
        self.assertEqual(
            self.server.ask("DELETE", f"/api/saves/{saves[0]['id']}", Cookie=cookie)[0], 404)
        # A damaged one says where it is damaged.
        for damaged in (record.replace("score chance", "score fun"), record[:-5], record + "x\n"):
            status, answer = self.server.post("/api/rooms", {"record": damaged})
            self.assertEqual(status, 422)
            self.assertRegex(answer["error"]["text"], "the file|record")

    def test_a_damaged_save_is_listed_with_its_reason(self):
        _, headers, body = self.server.ask("POST", "/api/rooms", json.dumps({**YAHTZEE, "players": PEOPLE}))
        cookie = headers["Set-Cookie"].split(";")[0]
        made = json.loads(body)
        guest = self.guest(made["room"], [each["key"] for each in made["keys"]], cookie=cookie)
        for _ in range(2):
            self.assertEqual(guest.do("save")["type"], "saved")
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.folder / "people.db")) as people, people:
            people.execute("UPDATE save SET record = 'no record' WHERE id = 2")
        self.server.start(self.server.port)
        damaged, whole = self.server.get("/api/saves", Cookie=cookie)["saves"]
        self.assertEqual((whole["id"], whole["game"], whole["problem"]), (1, "yahtzee", None))
        self.assertEqual((damaged["id"], damaged["game"], damaged["players"]), (2, "", []))
        self.assertIn("hilltop record 1", damaged["problem"])
        status, answer = self.server.post("/api/rooms", {"save": 2}, Cookie=cookie)
        self.assertEqual((status, answer["error"]["text"]), (422, damaged["problem"]))
        self.assertEqual(self.server.ask("DELETE", "/api/saves/2", Cookie=cookie)[0], 204)
        self.assertEqual(len(self.server.get("/api/saves", Cookie=cookie)["saves"]), 1)

    def test_nothing_is_saved_in_a_turn_of_yahtzee(self):
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE[:1])
        guest = self.guest(room, keys.values())
        self.assertTrue(guest.mine_to_move()["can"]["save"])
        # Neither before nor after its score: the turn ends with OK.
        for turn in ({"do": "confirm"}, {"do": "answer", "text": "ch"}):
            self.assertFalse(guest.do(turn.pop("do"), seat=0, **turn)["can"]["save"])
            self.assertIn("between turns", guest.do("save")["text"])
            status, _, body = self.server.ask("GET", f"/api/rooms/{room}/record",
                                              Authorization="Bearer " + keys[0])
            self.assertEqual(status, 403)
        self.assertTrue(guest.do("confirm", seat=0)["can"]["save"])

    def test_pazaak_to_its_end_against_a_house_bot(self):
        room, keys = self.server.begin(game="pazaak", seed=3, players=[
            {"player": "human", "name": "Ann"}, {"player": "kid"}])
        guest = self.guest(room, keys.values())
        while (state := guest.mine_to_move())["moment"] != "over":
            state = guest.do("answer", seat=0, text="stand", step=state["step"])
            self.assertNotEqual(state["type"], "refused", state)
        self.assertEqual(sorted(state["over"]["points"])[-1] > 0, True)
        again = guest.do("again")
        self.assertEqual((again["moment"], again["step"]), ("deciding", 0))
        self.assertNotEqual(again["luck_key"], state["luck_key"])

    def test_gomoku_through_the_choices_of_swap2(self):
        for choice, picks in [("black", None), ("white 6 6", None), ("two 6 6 3 3", "white")]:
            with self.subTest(choice=choice):
                room, keys = self.server.begin(game="gomoku", rules="swap2", players=PEOPLE)
                guest = self.guest(room, keys.values())
                state = guest.do("answer", seat=0, text="7 7  8 8  7 9")
                self.assertEqual(state["pending"], 1)
                state = guest.do("answer", seat=1, text=choice)
                if picks:
                    self.assertEqual(state["pending"], 0)
                    state = guest.do("answer", seat=0, text=picks)
                refused = guest.do("answer", seat=state["pending"], text="7 7")
                self.assertEqual(refused["type"], "refused")
                self.assertEqual(guest.do("answer", seat=1 - state["pending"],
                                          text="0 0")["text"], "the game has moved on since")
                self.assertEqual(guest.do("answer", seat=state["pending"], text="0 0")["type"],
                                 "state")

    def test_renju_shows_and_refuses_forbidden_points(self):
        room, keys = self.server.begin(game="gomoku", rules="renju", players=PEOPLE,
                                       switches={"size": 20})
        guest = self.guest(room, keys.values())
        for number, stone in enumerate(("15 17", "0 0", "16 17", "2 0", "17 15", "4 0", "17 16", "6 0")):
            state = guest.do("answer", seat=number % 2, text=stone)
        table = state["scene"]["table"]
        self.assertEqual((table["rows"], table["size"], len(table["board"])), ("renju", 20, 20))
        self.assertEqual(table["forbidden"], [{"x": 17, "y": 17}])
        refused = guest.do("answer", seat=0, text="17 17")
        self.assertEqual(refused["type"], "refused")
        self.assertIn("renju forbids black two threes at once", refused["text"])
        status, problem = self.server.post("/api/rooms", {
            "game": "gomoku", "rules": "renju", "switches": {"size": 17}, "players": PEOPLE})
        self.assertEqual(status, 422)
        self.assertIn("switch 'size' takes 15 or 20", str(problem))

    def test_two_browsers_a_reload_and_a_killed_server(self):
        room, keys = self.server.begin(game="pazaak", players=PEOPLE, seed=1)
        ann = self.guest(room, keys.values())
        link = ann.do("invite", seat=1)
        while link["type"] != "link":
            link = ann.hear()
        bob = self.guest(room, [link["key"]])
        ann.until(lambda state: not state["players"][1]["mine"])
        stranger = self.guest(room, [keys[1]] * 0)
        # The old key of Bob's seat opens nothing, and nobody sees what is hidden.
        thief = Guest(self.server, room)
        self.addCleanup(thief.close)
        thief.say({"keys": [keys[1]]})
        thief.hear()
        self.assertFalse(any(p["mine"] for p in thief.state["players"]))
        self.assertIsNone(ann.state["luck_key"])
        self.assertEqual(self.server.ask("GET", f"/api/rooms/{room}/record",
                                         Authorization=f"Bearer {keys[0]}")[0], 403)
        guests = [ann, bob]
        for step in range(6):
            for each in guests:
                each.until(lambda state: state["step"] >= step)
            state = ann.state
            if state["moment"] == "over":
                break
            mover = guests[state["pending"]]
            other = guests[1 - state["pending"]]
            self.assertEqual(other.do("answer", seat=state["pending"], text="stand")["text"],
                             "that is the seat of another player")
            mover.do("answer", seat=state["pending"], text="end", step=step)
            if step == 1:  # a reload
                bob.close()
                bob = guests[1] = self.guest(room, [link["key"]])
            if step == 3:  # a crash
                before = {name: ann.state[name] for name in ("step", "pending", "moment", "scene")}
                ann.until(lambda state: state["step"] == 4)
                before = {name: ann.state[name] for name in ("step", "pending", "moment", "scene")}
                self.server.restart(signal.SIGKILL)
                ann = guests[0] = self.guest(room, [keys[0]])
                bob = guests[1] = self.guest(room, [link["key"]])
                self.assertEqual({name: ann.state[name] for name in before}, before)
        self.assertIsNone(stranger.hear() if stranger.socket is None else None)

    def test_the_moment_of_a_turn_survives_the_server(self):
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE, seed=2)
        guest = self.guest(room, keys.values())
        for how in (signal.SIGKILL, signal.SIGTERM):
            for act in (lambda: guest.do("confirm", seat=guest.state["pending"]),
                        lambda: guest.do("answer", seat=guest.state["pending"], text="roll"),
                        lambda: guest.do("answer", seat=guest.state["pending"], text="ch"
                                         if guest.state["step"] < 3 else "1s")):
                act()
                shown = ("step", "pending", "moment", "asks", "scene", "events")
                before = {name: guest.state[name] for name in shown}
                self.server.restart(how)
                guest = self.guest(room, keys.values())
                self.assertEqual({name: guest.state[name] for name in shown}, before)
            guest.do("confirm", seat=guest.state["pending"])

    def test_who_is_gone_can_be_replaced_or_leave(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        ann, bob = self.guest(room, [keys[0]]), self.guest(room, [keys[1]])
        self.assertEqual(ann.do("replace", seat=1, player="greedy")["text"], "that player is here")
        bob.close()
        ann.until(lambda state: not state["players"][1]["present"])
        self.assertEqual(ann.state["can"]["replace"], [])
        self.assertIn("may come back", ann.do("replace", seat=1, player="random")["text"])
        # Bob comes back, and gives his own seat to a bot.
        bob = self.guest(room, [keys[1]])
        self.assertIn("no player", bob.do("replace", seat=1, player="kid")["text"])
        bob.do("replace", seat=1, player="random")
        ann.until(lambda state: state["players"][1]["player"] == "random")
        ann.do("answer", seat=0, text="7 7  8 8  7 9")
        ann.mine_to_move()
        state = ann.do("leave", seat=0)
        while state["moment"] != "over":
            state = ann.hear()
        self.assertEqual(state["over"]["winners"], [1])
        bob = self.guest(room)
        bob.say({"keys": [keys[1]]})
        bob.hear()
        self.assertFalse(any(p["mine"] for p in bob.state["players"]))

    def test_who_only_looks_on_is_no_news_to_others(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        ann, watcher = self.guest(room, keys.values()), self.guest(room)
        before = ann.state["version"]
        for _ in range(10):
            other = self.guest(room)
            other.say({"do": "undo", "seat": 0})
            while other.hear()["type"] != "refused":  # so its keys have been heard
                pass
            other.close()
        ann.say({"do": "answer", "seat": 0, "text": "7 7  8 8  7 9"})
        for guest in (ann, watcher):
            heard = [guest.hear()["version"]]
            while heard[-1] == before:
                heard.append(guest.hear()["version"])
            self.assertLessEqual(heard.count(before), 1, "the answer to its own keys")

    def test_a_wish_to_leave_survives_the_server(self):
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE, seed=2)
        ann, bob = self.guest(room, [keys[0]]), self.guest(room, [keys[1]])
        bob.say({"do": "leave", "seat": 1})  # while Ann is asked
        ann.until(lambda state: state["players"][1]["left"])
        self.server.restart(signal.SIGKILL)
        ann = self.guest(room, [keys[0]])
        self.assertTrue(ann.state["players"][1]["left"])
        state = self.play_turn(ann, "ch")
        self.assertEqual((state["pending"], state["moment"]), (0, "before"))
        self.assertIn("yahtzee.left", [event["key"] for event in state["events"]])

    def test_who_leaves_at_the_end_of_a_turn_holds_nobody_up(self):
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE, seed=2)
        ann, bob = self.guest(room, [keys[0]]), self.guest(room, [keys[1]])
        ann.do("confirm", seat=0)
        self.assertEqual(ann.do("answer", seat=0, text="ch")["moment"], "after")
        ann.do("leave", seat=0)
        self.assertEqual(bob.mine_to_move()["moment"], "before")

    def test_hints_undo_and_names(self):
        room, keys = self.server.begin(**YAHTZEE, players=[PEOPLE[0], {"player": "greedy"}], seed=9)
        guest = self.guest(room, keys.values())
        state = guest.do("confirm", seat=0)
        rolled = state["scene"]
        advice = guest.do("hint", seat=0)
        while advice["type"] != "advice":
            advice = guest.hear()
        self.assertEqual(advice["by"], "The solved game")
        best = advice["choices"][0]["typed"]
        guest.do("answer", seat=0, text=best)
        state = guest.do("undo", seat=0)
        self.assertEqual((state["moment"], state["scene"]), ("deciding", rolled))
        state = guest.do("rename", seat=0, name="Zoë")
        self.assertEqual(state["players"][0]["name"], "Zoë")
        self.assertEqual(guest.do("rename", seat=0, name="")["type"], "refused")
        self.assertEqual(guest.do("rename", seat=1, name="x")["type"], "refused")
        self.assertEqual(guest.do("dance", seat=0)["type"], "refused")
        self.assertEqual(guest.do("answer", seat=0, text="ch", step=99)["text"],
                         "the game has moved on since")


    def test_a_full_disk_takes_no_step_for_good(self):
        # The signal of a file that may not grow is ignored, so that writing fails as on a full disk.
        with unittest.mock.patch("subprocess.Popen", functools.partial(subprocess.Popen, restore_signals=False)):
            self.server.restart(signal.SIGTERM)
        room, keys = self.server.begin(**YAHTZEE, players=PEOPLE)
        guest = self.guest(room, keys.values())
        process, (_, hard) = self.server.process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (0, hard))
        state = guest.do("rename", seat=0, name="Zoë")
        self.assertEqual(state["unkept"], "the server's disk failed")
        status, answer = self.server.post("/api/rooms", {**YAHTZEE, "players": PEOPLE})
        self.assertEqual((status, answer["error"]["text"]), (503, "the server's disk failed"))
        self.assertNotIn(str(self.folder), json.dumps([state, answer]))
        # It has room again: nobody moves, and the server ends.
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))
        self.server.restart(signal.SIGTERM)
        guest = self.guest(room, keys.values())
        self.assertEqual((guest.state["players"][0]["name"], guest.state["unkept"]), ("Zoë", None))
class BotsThatPrepare(WithServer):
    def setUp(self):
        self.folder = pathlib.Path(scratch(self))
        with unittest.mock.patch.dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache")):
            self.server = Server(self.folder)
            self.server.start()

    @staticmethod
    def against_champion(seats):
        people = [{"player": "human", "name": f"Ann {i}"} for i in range(seats - 1)]
        return {"game": "yahtzee", "rules": "koth", "players": people + [{"player": "champion"}]}

    def test_a_game_begins_while_its_bot_prepares(self):
        room, keys = self.server.begin(**self.against_champion(2))
        guest = self.guest(room, keys.values())
        self.assertEqual((guest.state["pending"], guest.state["preparing"]), (0, [1]))
        state = guest.do("confirm", seat=0, step=0)
        state = guest.do("answer", seat=0, text="ch", step=state["step"])
        state = guest.do("confirm", seat=0)
        self.assertEqual((state["thinking"], state["preparing"]), (1, [1]))
        # Nobody else waits, and the server ends at once.
        room, keys = self.server.begin(game="pazaak", players=[PEOPLE[0], {"player": "kid"}])
        other = self.guest(room, keys.values())
        state = other.mine_to_move()
        self.assertEqual(other.do("answer", seat=0, text="stand", step=state["step"])["type"], "state")
        self.assertEqual(self.server.get("/api/games")["schema"], "hilltop/games/1")
        self.assertEqual(self.server.stop(), 0)

    def test_only_so_many_bots_have_tables(self):
        guests = []
        for seats in range(9, 13):
            room, keys = self.server.begin(**self.against_champion(seats))
            guests.append(self.guest(room, keys.values()))
        status, answer = self.server.post("/api/rooms", self.against_champion(13))
        self.assertEqual(status, 503)
        self.assert_translated(answer["error"])
        # The same tables, and other games, have room.
        self.server.begin(**self.against_champion(9))
        room, keys = self.server.begin(game="yahtzee", rules="koth", players=PEOPLE)
        guest = self.guest(room, keys.values())
        self.assertEqual(guest.state["preparing"], [])
        # A room that nobody uses any more lets go of what was not begun.
        guests[-1].close()
        while self.server.post("/api/rooms", self.against_champion(13))[0] == 503:
            pass
        self.assertEqual(self.server.stop(), 0)


class BadClients(WithServer):
    def test_half_requests_and_silence_hold_nobody_up(self):
        for begun in (b"", b"G", b"GET / HTTP/1.1\r\nHost: x", b"POST /api/rooms HTTP/1.1\r\nHost: "
                      b"localhost\r\nContent-Length: 100\r\n\r\nhalf"):
            silent = self.server.connect()
            self.addCleanup(silent.close)
            silent.sendall(begun)
        for noise in (b"\0" * 1000, b"\x16\x03\x01" * 500, b"GET / HTTP/9.9\r\n\r\n",
                      b"GET http://[ HTTP/1.1\r\n\r\n", b"X" * 100_000):
            with self.server.connect() as loud:
                try:
                    loud.sendall(noise)
                    loud.shutdown(socket.SHUT_WR)
                    while loud.recv(4096):
                        pass
                except ConnectionError:
                    pass
        self.assertEqual(self.server.ask("GET", "/healthz")[0], 200)

    def test_sockets_that_break_the_rules_are_closed(self):
        room, _ = self.server.begin(game="pazaak", players=PEOPLE)
        for message in (b"x" * 20_000, b"{", b"[]", b"\xff\xfe"):
            guest = self.guest(room)
            guest.say(message)
            while guest.hear() is not None:
                pass
        flood = self.guest(room)  # takes no answer
        try:
            for _ in range(1000):
                flood.say({"do": "nothing"})
        except ConnectionError:
            pass
        self.assertEqual(self.guest("no-such-room").status, 404)
        self.assertEqual(self.guest(room).status, 101)

    def test_who_reads_nothing_misses_states_and_holds_nobody_up(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        player = self.guest(room, keys.values())
        deaf = [Guest(self.server, room) for _ in range(50)]
        for each in deaf:
            self.addCleanup(each.close)
        player.do("answer", seat=0, text="7 7  8 8  7 9")
        player.do("answer", seat=1, text="black")
        for y in range(0, 15, 2):
            for x in range(0, 15, 3):
                if player.state["moment"] != "over" and (x, y) not in ((7, 7), (8, 8), (7, 9)):
                    player.do("answer", seat=player.state["pending"], text=f"{x} {y}")
        step = player.state["step"]
        self.assertEqual(deaf[0].until(lambda state: state["step"] == step)["step"], step)

    def test_it_ends_in_order_while_clients_stay(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        guest = self.guest(room, keys.values())
        ran("run", "koth-pazaak", "--games", 20, "--store", self.folder / "results.db")
        stream = Events(self.server, "/api/contests/koth-pazaak/live")
        self.addCleanup(stream.close)
        self.assertEqual((stream.status, self.server.stop()), (200, 0))
        while guest.hear() is not None:
            pass
        self.assertEqual(hilltop("serve", "--port", 99999).returncode, 2)

    def test_what_is_no_store_is_refused_at_the_start(self):
        text = self.folder / "notes.txt"
        text.write_text("These are notes.\n" * 100)
        for file, why in ((self.folder, "it is a folder"), (text, "is not a Hilltop store")):
            done = hilltop("serve", "--port", 0, "--people", self.folder / "other.db", "--store", file)
            self.assertEqual(done.returncode, 2)
            self.assertIn(why, done.stderr)
            self.assertFalse((self.folder / "other.db").exists())

    def test_a_run_that_has_only_begun_has_a_store(self):
        (self.folder / "elsewhere").mkdir()
        (self.folder / "elsewhere" / "results.db").touch()
        server = Server(self.folder / "elsewhere")
        server.start()
        self.assertEqual(server.get("/api/contests")["contests"], [])
        self.assertEqual(server.stop(), 0)

    def test_one_server_has_the_games_of_people(self):
        done = hilltop("serve", "--port", 0, "--people", self.folder / "people.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another server has it", done.stderr)
        done = hilltop("serve", "--port", self.server.port, "--people", self.folder / "other.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot listen on 127.0.0.1", done.stderr)


class Service(unittest.TestCase):
    def test_the_service_has_a_folder_for_the_tables_of_bots(self):
        lines = (HOME / "systemd" / "hilltop.service").read_text("utf-8").splitlines()
        # The program adds /hilltop to XDG_CACHE_HOME, and systemd the folder's name to /var/cache.
        for line in ("DynamicUser=yes", "CacheDirectory=hilltop", "Environment=XDG_CACHE_HOME=/var/cache"):
            self.assertIn(line, lines)


class Roster(WithServer):
    def setUp(self):
        self.folder = pathlib.Path(scratch(self))
        bot = self.folder / "bots" / "pebble"
        bot.mkdir(parents=True)
        (bot / "meta").write_text("Pebble 2\npython3\nbot.py\n0\n")
        (bot / "bot.toml").write_text('game = "gomoku"\n')
        shutil.copy(HOME / "examples/gomoku/python/bot.py", bot)
        self.options = ("--bots", self.folder / "bots")
        self.server = Server(self.folder, *self.options)
        self.server.start()

    def test_a_game_against_a_bot_in_a_folder_survives_the_server(self):
        bots = self.server.get("/api/games")["bots"]
        self.assertEqual(bots, [{"player": "bot:Pebble%202", "name": "Pebble 2", "game": "gomoku"}])
        self.assertEqual(self.server.post("/api/rooms", {"game": "gomoku", "players": [
            PEOPLE[0], {"player": "bot:Nobody"}]})[0], 422)
        self.assertEqual(self.server.post("/api/rooms", {"game": "pazaak", "players": [
            PEOPLE[0], {"player": bots[0]["player"]}]})[0], 422)
        room, keys = self.server.begin(game="gomoku", rules="koth", players=[
            PEOPLE[0], {"player": bots[0]["player"]}])
        guest = self.guest(room, keys.values())
        self.assertEqual(guest.state["players"][1]["name"], "Pebble 2")
        guest.do("answer", seat=0, text="7 7  8 8  7 9")
        free = [f"{x} {y}" for y in range(15) for x in range(0, 15, 2)]
        for number in range(6):
            state = guest.mine_to_move()
            if state["asks"].startswith("Pick"):
                state = guest.do("answer", seat=0, text="black")
                state = guest.mine_to_move()
            while state["step"] == guest.state["step"] and free:
                message = guest.do("answer", seat=0, text=free.pop(), step=state["step"])
                if message["type"] == "state":
                    break
            state = guest.mine_to_move()
            if number == 2:
                self.server.restart(signal.SIGKILL)
                guest = self.guest(room, keys.values())
                self.assertEqual(guest.state["step"], state["step"])
                self.assertEqual(guest.state["scene"], state["scene"])
        self.assertFalse([event for event in guest.state["events"] if event["key"] == "left"])
        undone = guest.do("undo", seat=0)
        self.assertLess(undone["step"], state["step"])

    def test_a_game_has_limits_of_its_own_also_after_the_servers_end(self):
        bot = self.folder / "bots" / "told"
        bot.mkdir()
        (bot / "meta").write_text("Told\npython3\nbot.py {move_ms} {move_nodes}\n0\n")
        (bot / "bot.toml").write_text('game = "gomoku"\n')
        # It opens with what it is told.
        (bot / "bot.py").write_text("import sys\nfor line in sys.stdin:\n"
                                    "    ms, nodes = map(int, sys.argv[1:3])\n"
                                    "    print(f'({ms // 1000},{nodes}) (0,0) (8,8)', flush=True)\n")
        players = [{"player": "bot:Told"}, PEOPLE[0]]
        wish = {"game": "gomoku", "rules": "koth", "players": players}
        for limits in ({"move_ms": 0}, {"start_ms": 60_001}, {"game_ms": "1"}, {"move_nodes": 10**9}):
            status, answer = self.server.post("/api/rooms", {**wish, "switches": limits})
            self.assertEqual(status, 422)
            self.assertIn(f"'{[*limits][0]}' takes a whole number", answer["error"]["text"])
            self.assert_translated(answer["error"])
        room, keys = self.server.begin(**wish, switches={
            "move_ms": 5000, "start_ms": 60_000, "game_ms": 86_400_000, "move_nodes": 9})
        self.server.restart(signal.SIGKILL)
        stones = self.guest(room, keys.values()).mine_to_move()["scene"]["table"]["stones"]
        self.assertEqual((stones[0]["x"], stones[0]["y"]), (5, 9))

    def test_it_ends_well_while_a_bot_thinks(self):
        bot = self.folder / "bots" / "slow"
        bot.mkdir()
        (bot / "meta").write_text("Slow\npython3\nbot.py\n0\n")
        (bot / "bot.toml").write_text('game = "gomoku"\n')
        (bot / "bot.py").write_text("import signal\nwhile True:\n    signal.pause()\n")
        room, keys = self.server.begin(game="gomoku", switches={"move_ms": 60_000},
                                       players=[PEOPLE[0], {"player": "bot:Slow"}])
        state = self.guest(room, keys.values()).do("answer", seat=0, text="7 7  8 8  7 9")
        self.assertEqual((state["step"], state["thinking"]), (1, 1))
        self.assertEqual(self.server.stop(), 0)
        self.assertIn("its game goes on at the next start", self.server.log())
        # The bot is asked again, as it is now.
        (bot / "bot.py").write_text(FIRST_FREE)
        self.server.start(self.server.port)
        self.assertGreater(self.guest(room, keys.values()).mine_to_move()["step"], 1)

    def test_a_bot_takes_the_seat_of_a_person(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        guest = self.guest(room, keys.values())
        state = guest.do("replace", seat=1, player="bot:Pebble%202")
        self.assertFalse(state["players"][1]["person"])
        guest.do("answer", seat=0, text="7 7  8 8  7 9")
        self.assertGreater(guest.mine_to_move()["step"], 1)


class Contests(WithServer):
    def test_a_contest_that_another_process_plays_is_followed_live(self):
        for _ in range(2):
            self.assertEqual(self.server.get("/api/contests")["contests"], [])
            (self.folder / "results.db").touch()
        games = 20_000 if SANITIZED else 400_000
        store = self.folder / "results.db"
        run = threading.Thread(target=ran, args=("run", "koth-pazaak", "--games", games, "--jobs",
                                                 1, "--store", store, "--out", "/dev/null"))
        run.start()
        while (stream := Events(self.server, "/api/contests/koth-pazaak/live")).status == 404:
            stream.close()
        self.addCleanup(stream.close)
        state = stream.next()
        seen = 1
        while not state["complete"]:
            state = stream.next()
            seen += 1
        run.join()
        self.assertGreater(seen, 1)
        shown = report("show", "koth-pazaak", "--store", store)
        for name in ("digest", "standings", "pairs", "ratings", "faults"):
            self.assertEqual(state[name], shown[name], name)
        self.assertEqual(state["live"], {"games_done": 15 * games, "games": 15 * games, "running": False,
                                         "seconds_left": None})
        listed = self.server.get("/api/contests")["contests"]
        self.assertEqual([each["name"] for each in listed], ["koth-pazaak"])
        self.assertEqual(self.server.get("/api/contests/koth-pazaak")["digest"], shown["digest"])

    def test_a_contest_that_is_not_stored_has_no_stream(self):
        for name in ("none", "x" * 1900):
            status, _, body = self.server.ask("GET", f"/api/contests/{name}/live")
            self.assertEqual(status, 404)
            self.assertIn("there is no store", json.loads(body)["error"]["text"])

    def test_a_contest_that_nobody_watched_has_a_race_too(self):
        store = self.folder / "results.db"
        ran("run", "koth-pazaak", "--games", 20, "--store", store)
        contest = self.server.get("/api/contests/koth-pazaak")
        race = contest["race"]
        self.assertEqual(race["unit"], "won")
        # Six bots: five laps of three pairings.
        self.assertEqual([point["games"] for point in race["points"]], [60, 120, 180, 240, 300])
        self.assertEqual(dict(zip(race["bots"], race["points"][-1]["points"])),
                         {line["bot"]: line["won"] for line in contest["standings"]})
        for point in race["points"]:
            self.assertEqual(sum(point["points"]), point["games"])
        ran("report", "--html", self.folder / "page", "--store", store)
        page = (self.folder / "page" / "index.html").read_text("utf-8")
        self.assertEqual(json.loads(re.search(r"id=data>(.*?)</script>", page)[1])["contest"]["race"], race)

    def test_an_interrupted_contest_counts_the_games_that_are_missing(self):
        store, games = self.folder / "results.db", 200_000
        status, _, _ = stopped_midway("run", "koth-pazaak", "--games", games, "--jobs", 1, store=store,
                                      stop=signal.SIGINT)
        self.assertEqual(status, 130)
        contest = self.server.get("/api/contests/koth-pazaak")
        live = contest["live"]
        self.assertFalse(contest["complete"])
        self.assertEqual(live["games"], 15 * games)
        self.assertEqual(2 * live["games_done"], sum(row["games"] for row in contest["standings"]))
        self.assertTrue(live["running"])  # a moment ago
        self.server.stop()
        hour_ago = time.time() - 3600
        for file in self.folder.glob("results.db*"):
            os.utime(file, (hour_ago, hour_ago))
        self.server.start()
        live = self.server.get("/api/contests/koth-pazaak")["live"]
        self.assertEqual((live["running"], live["seconds_left"]), (False, None))

    def test_a_game_is_shown_step_by_step(self):
        store = self.folder / "results.db"
        ran("run", "koth-pazaak", "--games", 20, "--store", store)
        game = self.server.get("/api/contests/koth-pazaak/games/bold,kid:3?seat=0")
        replayed = json.loads(ran("replay", "bold,kid:3", "--store", store, "--format", "json"))
        self.assertEqual(game["name"], "bold-kid:3")
        self.assertEqual([player["bot"] for player in game["players"]],
                         [seat["bot"] for seat in replayed["seats"]])
        self.assertEqual(game["points"], [seat["points"] for seat in replayed["seats"]])
        self.assertEqual([step["move"] for step in game["steps"][1:]],
                         [step["move"] for step in replayed["steps"]])
        hidden = self.server.get("/api/contests/koth-pazaak/games/bold,kid:3")
        self.assertNotEqual(game["steps"][0]["scene"], hidden["steps"][0]["scene"])
        bot = self.server.get("/api/contests/koth-pazaak/bots/kid")
        self.assertEqual(sum(count for _, count in bot["points"]), bot["measured_games"] // 3)
        for path in ("/api/contests/none", "/api/contests/koth-pazaak/bots/none",
                     "/api/contests/koth-pazaak/games/bold,kid:21",
                     "/api/contests/koth-pazaak/games/bold,none:1",
                     "/api/contests/koth-pazaak/games/x",
                     "/api/contests/koth-pazaak/games/bold,kid:1?seat=5"):
            self.assertEqual(self.server.ask("GET", path)[0], 404, path)

    def test_nobody_is_told_where_the_store_is(self):
        store = self.folder / "results.db"
        ran("run", "koth-pazaak", "--games", 2, "--store", store)
        for path in ("/api/contests/none", "/api/contests/none/bots/kid", "/api/contests/none/games/a,b:1"):
            status, _, body = self.server.ask("GET", path)
            self.assertEqual((status, str(self.folder) in body.decode()), (404, False), body)
        store.unlink()
        store.write_text("These are notes.\n" * 100)
        for path in ("/api/contests", "/api/contests/none", "/api/contests/koth-pazaak/bots/kid"):
            status, _, body = self.server.ask("GET", path)
            self.assertIn(status, (404, 503), body)
            self.assertIn("results.db", body.decode())
            self.assertNotIn(str(self.folder), body.decode())

    def test_a_bots_page_has_its_versions_and_slowest_answers(self):
        store, bots = self.folder / "results.db", self.folder / "bots"
        for name in ("anvil", "bellows"):
            (bots / name).mkdir(parents=True)
            for file, text in free_first(name).items():
                (bots / name / file).write_text(text)
        for comment in ("first", "second"):
            with (bots / "anvil/bot.py").open("a") as file:
                file.write(f"# {comment}\n")
            ran("run", "koth-gomoku", "--bots", bots, "--games", 4, "--store", store)
        page = self.server.get("/api/contests/koth-gomoku/bots/anvil")
        newest, oldest = page["versions"]
        self.assertEqual([newest["plays"], oldest["plays"]], [True, False])
        self.assertEqual([newest["contests"], oldest["contests"]], [["koth-gomoku"], []])
        self.assertEqual([newest["games"], oldest["games"]], [4, 4])
        shown = report("show", "koth-gomoku", "--store", store)
        standing = next(line for line in shown["standings"] if line["bot"] == "anvil")
        self.assertEqual({key: newest[key] for key in ("won", "tied", "lost", "faults")},
                         {key: standing[key] for key in ("won", "tied", "lost", "faults")})
        self.assertNotEqual(newest["content"], oldest["content"])
        self.assertGreaterEqual(newest["slowest_ms"], newest["mean_ms"])
        slow = page["slowest"]
        self.assertEqual(slow["games"], 4)
        times = [answer["ms"] for answer in slow["answers"]]
        self.assertEqual((len(times), times), (10, sorted(times, reverse=True)))
        # Each is a step of that game, by this bot, which took so long.
        for answer in slow["answers"][:3]:
            game = self.server.get(f"/api/contests/koth-gomoku/games/{answer['game']}")
            step = game["steps"][answer["step"] + 1]
            self.assertEqual(game["players"][step["seat"]]["bot"], "anvil")
            self.assertEqual(step["ms"], answer["ms"])
        self.assertEqual(self.server.get("/api/contests/koth-gomoku/bots/bellows")["versions"][0]["games"], 8)


class Hosting(WithServer):
    def setUp(self):
        self.folder = pathlib.Path(scratch(self))
        self.bots = self.folder / "bots"
        (self.folder / "contest.toml").write_text(CONTEST.format("pazaak", 2))
        self.server = Server(self.folder, self.folder / "contest.toml", "--bots", self.bots)
        self.server.start()
        self.host = re.search("token, shown this once: ([0-9a-f]{32})", self.server.log())[1]

    def as_(self, token, method, path, body=None):
        status, _, answer = self.server.ask(method, "/api/host" + path, body,
                                            Authorization="Bearer " + token)
        return status, json.loads(answer) if answer[:1] == b"{" else answer.decode()

    def author(self, name):
        status, answer = self.as_(self.host, "POST", "/authors/" + name)
        self.assertEqual(status, 201)
        return answer["token"]

    def verdict(self, token, bot):
        """Waits for the end of a bot's check; returns the bot."""
        while True:
            found = [each for each in self.as_(token, "GET", "")[1]["bots"] if each["name"] == bot]
            if found and not found[0]["check"]:
                return found[0]
            time.sleep(0.1)  # a page asks so too

    def test_the_hosted_contest_is_followed_before_it_is_begun(self):
        for contest, status in (("contest", 200), ("other", 404)):
            stream = Events(self.server, f"/api/contests/{contest}/live")
            self.addCleanup(stream.close)
            self.assertEqual(stream.status, status)

    def test_nothing_without_a_token(self):
        for method, path in [("GET", ""), ("PUT", "/bots/x"), ("POST", "/run"), ("GET", "/log"),
                             ("POST", "/authors/x"), ("DELETE", "/bots/x"), ("POST", "/stop"),
                             ("POST", "/bots/x/enable"), ("GET", "/bots/x/faults")]:
            self.assertEqual(self.server.ask(method, "/api/host" + path)[0], 401, path)
            self.assertEqual(self.as_("0" * 32, method, path)[0], 401, path)
        ann = self.author("Ann")
        for method, path in [("POST", "/run"), ("POST", "/stop"), ("GET", "/log"),
                             ("POST", "/authors/x"), ("DELETE", "/authors/Ann")]:
            self.assertEqual(self.as_(ann, method, path)[0], 403, path)
        self.assertEqual(self.as_(self.host, "DELETE", "/authors/Ann")[0], 204)
        self.assertEqual(self.as_(ann, "GET", "")[0], 401)
        self.assertNotIn(self.host.encode(), (self.folder / "people.db").read_bytes())
        self.server.stop()
        self.server.start()
        self.assertEqual(self.server.log().count("shown this once"), 1)
        self.assertEqual(self.as_(self.host, "GET", "")[0], 200)

    def test_nothing_without_a_sandbox(self):
        with unittest.mock.patch.dict(os.environ, HILLTOP_WARDEN="/nowhere"):
            self.server.restart(signal.SIGTERM)
        state = self.as_(self.host, "GET", "")[1]
        self.assertIn("cannot keep strangers' bots in a sandbox", state["unguarded"])
        for method, path, body in (("PUT", "/bots/a", packed(starter("A"))), ("POST", "/run", None)):
            status, answer = self.as_(self.host, method, path, body)
            self.assertEqual((status, answer["error"]["text"]), (422, state["unguarded"]))
        self.server.restart(signal.SIGTERM)
        self.assertIsNone(self.as_(self.host, "GET", "")[1]["unguarded"])

    def test_a_folder_of_bots_has_one_server(self):
        half = self.bots / ".arriving" / "half"
        half.mkdir()
        second = ("serve", self.folder / "contest.toml", "--bots", self.bots, "--port", 0,
                  "--people", self.folder / "other.db", "--store", self.folder / "results.db")
        done = hilltop(*second)
        self.assertEqual(done.returncode, 2)
        self.assertIn("another server hosts a contest with the bots of", done.stderr)
        self.assertTrue(half.exists())
        # Nothing of the lock outlives a server that is killed.
        self.server.restart(signal.SIGKILL)
        self.assertFalse(half.exists())

    def test_nobody_holds_all_room_for_bodies(self):
        self.server.options += ("--behind-proxy",)
        self.server.restart(signal.SIGTERM)
        for _ in range(3):  # who says that much will come, and sends nothing
            silent = self.server.connect()
            self.addCleanup(silent.close)
            silent.sendall(b"PUT /api/host/bots/a HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 1.1.1.1"
                           b"\r\nExpect: 100-continue\r\nContent-Length: 16777216\r\n\r\n")
            self.assertTrue(silent.recv(100).startswith(b"HTTP/1.1 100"))
        for address, status in ("1.1.1.1", 503), ("2.2.2.2", 422):
            self.assertEqual(self.server.ask("POST", "/api/rooms", b"{}", X_Forwarded_For=address)[0], status)

    def test_what_is_no_bot_is_refused(self):
        link = tarfile.TarInfo()
        link.type, link.linkname = tarfile.SYMTYPE, "/etc"
        for part, name, archive in [
                ("leads out", "a", packed({"../../evil": "x"})),
                ("absolute path", "a", packed({"/tmp/evil": "x"})),
                ("is a link", "a", packed({"meta": link})),
                ("more than 64 MiB", "a", packed({"zeros": "\0" * (65 << 20)})),
                ("more than 1000 files", "a", packed({str(i): "" for i in range(1001)})),
                ("cannot be read", "a", gzip.compress(packed(starter("A")))),
                ("cannot be read", "a", b"no archive"), ("cannot be read", "a", b""),
                ("meta", "a", packed({"readme": "x"})),
                ("letters, digits", "a%20b", packed(starter("A"))),
                ("letters, digits", ".hidden", packed(starter("A")))]:
            status, answer = self.as_(self.host, "PUT", "/bots/" + name, archive)
            self.assertEqual(status, 422, (part, answer))
            self.assertIn(part, answer["error"]["text"])
            self.assert_translated(answer["error"])
            self.assertNotIn(str(self.folder), answer["error"]["text"])
        for body in (b"", packed(starter("A"))):
            self.assertEqual(self.as_(self.host, "PUT", "/bots/..%2f..%2fx", body)[0], 400)
        self.assertEqual(self.as_(self.host, "PUT", "/bots/a", b"x" * (17 << 20))[0], 413)
        self.assertEqual(sorted(p.name for p in self.bots.iterdir()), [".arriving", ".lock", ".withdrawn"])
        self.assertEqual(list((self.bots / ".arriving").iterdir()), [])
        self.assertFalse((self.folder / "evil").exists())

    def test_uploads_that_come_at_once_leave_nothing(self):
        large = packed({"zeros": "\0" * (60 << 20)})
        answers = []
        uploads = [threading.Thread(target=lambda bot=bot: answers.append(
            self.as_(self.host, "PUT", f"/bots/a{bot}", large))) for bot in range(16)]
        for upload in uploads:
            upload.start()
        for upload in uploads:
            upload.join()
        # Those that came while others were unpacked may be refused for that.
        for status, answer in answers:
            self.assertEqual(status, 422)
            self.assertRegex(answer["error"]["text"], "meta|too many bots are being uploaded")
        self.assertIn("meta", self.as_(self.host, "PUT", "/bots/a0", large)[1]["error"]["text"])
        self.assertEqual(list((self.bots / ".arriving").iterdir()), [])

    def test_a_contest_from_uploads_to_the_ranking(self):
        ann, bob = self.author("Ann"), self.author("Bob")
        self.assertEqual(self.as_(ann, "PUT", "/bots/first", packed(starter("First")))[0], 202)
        self.assertEqual(self.as_(bob, "PUT", "/bots/second",
                                  packed(starter("Second"), as_zip=True))[0], 202)
        crashes = starter("Third", **{"bot.py": "import sys\nsys.exit('a secret of mine')\n"})
        self.assertEqual(self.as_(bob, "PUT", "/bots/third", packed(crashes))[0], 202)
        first = self.verdict(ann, "first")
        self.assertEqual((first["plays"], first["playing_version"], first["held"]), (True, 1, False))
        self.assertEqual(self.as_(ann, "GET", "/bots/first/check")[1]["verdict"]["bot"], "First")
        self.assertTrue(self.verdict(bob, "second")["plays"])
        third = self.verdict(bob, "third")
        self.assertEqual((third["plays"], third["held"]), (False, True))
        self.assertEqual([(v["number"], v["passed"]) for v in third["versions"]], [(1, False)])
        found = self.as_(bob, "GET", "/bots/third/check")[1]
        self.assertFalse(found["verdict"]["may_compete"])
        self.assertIn("a secret of mine", found["verdict"]["faults"][0]["stderr"])
        self.assertEqual(self.as_(ann, "GET", "/bots/third/check")[0], 404)
        # Each author sees and changes its own.
        self.assertEqual([bot["name"] for bot in self.as_(ann, "GET", "")[1]["bots"]], ["first"])
        self.assertIn("another author", self.as_(ann, "PUT", "/bots/second", packed(
            starter("Mine")))[1]["error"]["text"])
        self.assertEqual(self.as_(ann, "POST", "/bots/second/withdraw")[0], 422)
        self.assertEqual(self.as_(ann, "GET", "/bots/second/faults")[0], 404)
        self.assertEqual(self.as_(bob, "POST", "/bots/third/enable")[0], 422)
        # The contest.
        stream = Events(self.server, "/api/contests/contest/live")
        self.addCleanup(stream.close)
        self.assertEqual(self.as_(self.host, "POST", "/run")[0], 202)
        while not (state := stream.next())["complete"]:
            pass
        self.assertEqual({row["bot"] for row in state["standings"]}, {"First", "Second"})
        while self.as_(self.host, "GET", "")[1]["running"]:
            time.sleep(0.1)
        self.assertEqual(self.as_(self.host, "GET", "")[1]["last_status"], 0)
        self.assertIn("sandbox: L0", self.as_(self.host, "GET", "/log")[1])
        self.assertEqual(self.as_(self.host, "POST", "/stop")[0], 422)
        # Withdrawn, and away.
        self.assertEqual(self.as_(ann, "DELETE", "/bots/first")[0], 422)
        self.assertEqual(self.as_(ann, "POST", "/bots/first/withdraw")[0], 204)
        self.assertFalse((self.bots / "first").exists())
        self.assertEqual(self.as_(ann, "POST", "/bots/first/enable")[0], 204)
        self.assertTrue((self.bots / "first").exists())
        self.assertEqual(self.as_(ann, "POST", "/bots/first/withdraw")[0], 204)
        self.assertEqual(self.as_(ann, "DELETE", "/bots/first")[0], 204)
        self.assertEqual(self.as_(ann, "GET", "")[1]["bots"], [])

    def test_standard_error_is_for_the_author(self):
        (self.folder / "contest.toml").write_text(CONTEST.format("gomoku", 2))
        self.server.restart(signal.SIGTERM)
        cat = self.author("Cat")
        loud = {**free_first("Loud"), "bot.py":
                "import sys\nprint('a secret of mine', file=sys.stderr)\n" + FIRST_FREE}
        self.assertEqual(self.as_(cat, "PUT", "/bots/loud", packed(loud))[0], 202)
        self.assertTrue(self.verdict(cat, "loud")["plays"])
        # It also crashes where a house bot is not.
        crashes = loud["bot.py"].replace("import re, sys", "import re, sys\nif sys.argv[1] == 'Other':\n"
                                         "    sys.exit('another secret')", 1)
        self.assertEqual(self.as_(cat, "PUT", "/bots/loud", packed({**loud, "bot.py": crashes}))[0], 202)
        self.assertEqual(self.verdict(cat, "loud")["playing_version"], 2)
        (self.bots / "other").mkdir()
        for name, text in free_first("Other").items():
            (self.bots / "other" / name).write_text(text)
        self.play()
        self.assertNotIn("secret", self.server.ask("GET", "/api/contests/contest")[2].decode())
        faults = self.as_(cat, "GET", "/bots/loud/faults")[1]["faults"]
        self.assertIn("another secret", faults[0]["stderr"])
        # Nobody gets it with the folder's name.
        self.assertEqual(self.as_(cat, "POST", "/bots/loud/withdraw")[0], 204)
        dan = self.author("Dan")
        self.assertIn("another author", self.as_(dan, "PUT", "/bots/loud", packed(loud))[1]["error"]["text"])
        self.assertIn("'loud' is called 'Loud' too", self.as_(dan, "PUT", "/bots/mine", packed(loud))[1]["error"]["text"])
        self.assertEqual(self.as_(cat, "DELETE", "/bots/loud")[0], 204)
        self.assertEqual(self.as_(dan, "PUT", "/bots/loud", packed(
            free_first("Loud")))[0], 202)
        self.assertEqual(self.as_(dan, "GET", "/bots/loud/faults")[1]["faults"], [])
        self.assertTrue(self.as_(self.host, "GET", "/bots/loud/faults")[1]["faults"])

    def play(self):
        """Plays the contest to its end."""
        self.assertEqual(self.as_(self.host, "POST", "/run")[0], 202)
        while self.as_(self.host, "GET", "")[1]["running"]:
            time.sleep(0.1)

    def test_a_version_that_fails_leaves_the_older_one(self):
        ann = self.author("Ann")
        self.assertEqual(self.as_(ann, "PUT", "/bots/it", packed(starter("It")))[0], 202)
        self.assertTrue(self.verdict(ann, "it")["plays"])
        broken = starter("It", **{"bot.toml": 'game = "pazaak"\nbuild = "cc -o bot bot.c"\n',
                                  "bot.c": "int main() { return 0 }\n"})
        self.assertEqual(self.as_(ann, "PUT", "/bots/it", packed(broken))[0], 202)
        bot = self.verdict(ann, "it")
        self.assertEqual((bot["plays"], bot["playing_version"], bot["held_version"]), (True, 1, 2))
        found = self.as_(ann, "GET", "/bots/it/check?version=2")[1]
        self.assertIn("expected", found["log"])
        self.assertIn("bot.c:1", found["log"])
        self.assertNotIn(str(self.folder), json.dumps(found))
        self.assertTrue(self.as_(ann, "GET", "/bots/it/check?version=1")[1]["passed"])
        self.assertEqual(self.as_(ann, "GET", "/bots/it/check?version=3")[0], 404)
        self.assertEqual(self.as_(ann, "GET", "/bots/it/check?version=x")[0], 400)
        self.assertEqual(self.as_(ann, "POST", "/bots/it/enable")[0], 422)
        # The older one may go and come back, for it did pass.
        self.assertEqual(self.as_(ann, "POST", "/bots/it/withdraw")[0], 204)
        self.assertEqual(self.as_(ann, "POST", "/bots/it/enable")[0], 204)
        self.assertEqual(self.as_(ann, "GET", "")[1]["bots"][0]["playing_version"], 1)

    def test_a_check_is_stopped_resumed_and_done_again(self):
        # Slow, but alive: it never answers.
        waits = starter("Waits", **{"bot.py": "import time\ntime.sleep(1000)\n",
                                    "bot.toml": 'game = "pazaak"\n'})
        ann = self.author("Ann")
        for name in ("one", "two", "three"):
            self.assertEqual(self.as_(ann, "PUT", "/bots/" + name, packed(
                {**waits, "meta": waits["meta"].replace("Waits", name)}))[0], 202)
        status, answer = self.as_(ann, "PUT", "/bots/four", packed(starter("Four")))
        if status == 422:  # a slow machine may have ended one
            self.assertIn("of your bots are being checked", answer["error"]["text"])
        # Each server goes on with what the one before left.
        self.server.restart(signal.SIGKILL)
        self.assertEqual(self.as_(ann, "POST", "/bots/three/withdraw")[0], 204)
        three = self.verdict(ann, "three")
        self.assertEqual((three["held"], three["versions"][0]["passed"]), (True, False))
        self.assertEqual(self.as_(ann, "GET", "/bots/three/check")[1]["problem"], "the check was stopped")
        state = {bot["name"]: bot["check"] for bot in self.as_(ann, "GET", "")[1]["bots"]}
        self.assertEqual((bool(state["one"]), bool(state["two"])), (True, True), state)
        self.assertEqual(self.as_(ann, "POST", "/bots/three/check")[0], 202)
        self.assertEqual(self.as_(ann, "POST", "/bots/three/withdraw")[0], 204)
        self.assertFalse(self.verdict(ann, "three")["plays"])

    def test_authors_and_their_tokens(self):
        ann = self.author("Ann")
        self.assertEqual(self.as_(self.host, "POST", "/authors/Ann")[0], 422)
        self.assertEqual(self.as_(ann, "GET", "")[0], 200)
        status, answer = self.as_(self.host, "POST", "/authors/Ann/token")
        self.assertEqual(status, 201)
        self.assertEqual(self.as_(ann, "GET", "")[0], 401)
        self.assertEqual(self.as_(answer["token"], "GET", "")[1]["author"], "Ann")
        self.assertEqual(self.as_(self.host, "POST", "/authors/Nobody/token")[0], 404)
        self.assertEqual(self.as_(answer["token"], "POST", "/authors/Ann/token")[0], 403)
        team = self.as_(self.host, "POST", "/authors/Bob%2FCat%20%3C")[1]
        self.assertEqual(team["author"], "Bob/Cat <")
        self.assertEqual(self.as_(self.host, "GET", "")[1]["authors"], ["Ann", "Bob/Cat <"])
        self.assertEqual(self.as_(self.host, "DELETE", "/authors/Bob%2FCat%20%3C")[0], 204)
        for blank in ("%20", "%20Ann", "Bob%20", "%C2%A0", "Bob%E3%80%80"):
            self.assertEqual(self.as_(self.host, "POST", "/authors/" + blank)[0], 422, blank)

    def test_an_author_has_so_many_bots(self):
        ann = self.author("Ann")
        for i in range(10):  # of another game, so that their checks end at once
            self.assertEqual(self.as_(ann, "PUT", f"/bots/a{i}", packed(
                starter(f"A{i}", **{"bot.toml": 'game = "gomoku"\n'})))[0], 202)
            self.assertFalse(self.verdict(ann, f"a{i}")["plays"])
        found = self.as_(ann, "GET", "/bots/a0/check")[1]
        self.assertEqual(found["problem"], "the check ended with exit code 2")
        self.assertIn("gomoku", found["log"])
        self.assertIn("at most 10 bots", self.as_(ann, "PUT", "/bots/b", packed(
            starter("B")))[1]["error"]["text"])

    def put_two_bots(self, games=2):
        """Puts two bots into the host's folder, and gives the contest a number of games."""
        for name in ("one", "two"):
            (self.bots / name).mkdir()
            for file, text in starter(name.title()).items():
                (self.bots / name / file).write_text(text)
        (self.folder / "contest.toml").write_text(CONTEST.format("pazaak", games))

    def begin_run(self):
        """Begins a run of the contest, and waits for its first line and game."""
        self.assertEqual(self.as_(self.host, "POST", "/run")[0], 202)
        while not self.as_(self.host, "GET", "/log")[1]:
            time.sleep(0.1)
        while not self.server.get("/api/contests")["contests"]:
            time.sleep(0.1)

    def process_of_the_run(self):
        """Returns a descriptor of the process that plays the contest; it can be read at its end."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:  # it has ended
                continue
            if words[1:3] == [b"run", bytes(self.folder / "contest.toml")]:
                running = os.pidfd_open(int(process.name))
                self.addCleanup(os.close, running)
                return running
        self.fail("nothing plays the contest")

    def test_the_log_of_a_run_outlives_the_server(self):
        self.put_two_bots()
        self.play()
        log = self.as_(self.host, "GET", "/log")[1]
        self.assertIn("sandbox: L0", log)
        self.server.restart(signal.SIGKILL)
        self.assertEqual(self.as_(self.host, "GET", "/log")[1], log)
        state = self.as_(self.host, "GET", "")[1]
        self.assertEqual((state["last_status"], state["cut_off"]), (0, False))
        # The one of another contest is its own.
        (self.folder / "other.toml").write_text(CONTEST.format("pazaak", 2))
        before, self.server.options = self.server.options, (self.folder / "other.toml", "--bots", self.bots)
        self.server.restart(signal.SIGTERM)
        self.assertEqual(self.as_(self.host, "GET", "/log")[1], "")
        self.server.options = before
        self.server.restart(signal.SIGTERM)
        self.assertEqual(self.as_(self.host, "GET", "/log")[1], log)

    def test_a_log_says_that_the_server_ended_in_the_middle_of_its_run(self):
        self.put_two_bots(games=100_000_000)
        for how in signal.SIGKILL, signal.SIGTERM:
            self.begin_run()
            log = self.as_(self.host, "GET", "/log")[1]
            self.assertIn("sandbox: L0", log)
            self.assertNotIn("the server ended", log)
            running = self.process_of_the_run()
            self.server.restart(how)
            # Nor does the run go on, where the next server could not see it.
            self.assertTrue(select.select([running], [], [], PATIENCE_S)[0])
            after = self.as_(self.host, "GET", "/log")[1]
            self.assertTrue(after.startswith(log), (how, log, after))
            self.assertIn("the server ended in the middle of this run", after.splitlines()[-1])
            state = self.as_(self.host, "GET", "")[1]
            self.assertEqual((state["running"], state["last_status"], state["cut_off"]),
                             (False, None, True))

    def test_a_run_ends_with_the_server(self):
        self.put_two_bots(games=100_000_000)
        self.begin_run()
        self.assertEqual(self.as_(self.host, "POST", "/run")[0], 422)
        # No folder goes away from under a bot that plays.
        folder = next(folder for folder in self.bots.iterdir() if folder.name[0] != ".")
        status, answer = self.as_(self.host, "POST", f"/bots/{folder.name}/withdraw")
        self.assertEqual((status, answer["error"]["text"]), (422, "the contest is being played"))
        self.assertTrue(folder.exists())
        self.assertEqual(self.server.stop(), 0)
        done = hilltop("show", "contest", "--store", self.folder / "results.db")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
