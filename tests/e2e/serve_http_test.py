"""`hilltop serve`: its answers, and clients that are slow, silent, malformed or gone (docs/http.md)."""

import json
import re
import socket
import subprocess
import unittest
import urllib.parse

from openapi import OPENAPI
from program import HOME, PROGRAM, hilltop, ran, scratch
from served import JAPANESE, PEOPLE, YAHTZEE, SharedServer
from web import BINARY, TEXT, Events, Guest, Server, frame


# Parts of refusals that somebody meets who plays in a browser.
FROM_THE_PAGE = {"side_cards", "true, false", "name", "dice", "seed", "hilltop record 1", "is expected",
                 "saved game", "nobody plays", "no player"}


class Http(SharedServer):
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
        about = re.compile(rb"<title>[^<]*</title>|<meta [^>]*>")
        for path in ("/play", "/play/yahtzee", "/rules/yahtzee", "/room/x", "/contests/a/games/b:1", "/host"):
            page = self.server.ask("GET", path)[2]
            self.assertEqual(about.sub(b"", page), about.sub(b"", body), path)
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

    def test_a_server_below_a_path_is_there_with_it_and_without(self):
        folder = scratch(self)
        with Server(folder, "--base", "/arena/hill/") as server:
            self.assertEqual(urllib.parse.urlsplit(server.url).path, "/arena/hill/")
            for front in ("/arena/hill", ""):
                status, _, body = server.ask("GET", f"{front}/play/yahtzee")
                self.assertEqual(status, 200)
                asset = body.decode().split('src="')[1].split('"')[0]
                self.assertTrue(asset.startswith("/arena/hill/assets/"), asset)
                self.assertEqual(server.ask("GET", asset)[0], 200)
                self.assertEqual(server.ask("GET", f"{front}/healthz")[2], b"ok\n")
                status, headers, _ = server.ask("POST", f"{front}/api/rooms", json.dumps(
                    {"game": "tictactoe", "players": [{"player": "human"}, {"player": "perfect"}]}))
                self.assertEqual(status, 201)
                self.assertIn("Path=/arena/hill/;", headers["Set-Cookie"])
            self.assertEqual(server.ask("GET", "/arena/hillock/api/games")[0], 404)
            self.assertEqual(server.ask("GET", "/arena/hill/arena/hill/healthz")[0], 404)
        for base in ("hill", "/a//b", "/a/../b", "/a b", "/a?b", "/%41"):
            with self.subTest(base=base):
                failed = subprocess.run([PROGRAM, "serve", "--base", base], capture_output=True, text=True, check=False)
                self.assertEqual(failed.returncode, 2)
                self.assertIn("it is a path such as /hilltop", failed.stderr)

    def test_openapi_has_every_route(self):
        routes = self.server.get("/api")["routes"]
        described = {(method.upper(), path): operation
                     for path, operations in OPENAPI["paths"].items()
                     for method, operation in operations.items()}
        found = {(route["method"], route["path"]) for route in routes}
        self.assertEqual(found, set(described))
        for route in routes:
            operation = described[route["method"], route["path"]]
            self.assertEqual(operation["summary"], route["about"])
            self.assertEqual("security" in operation, route["who"] != "anyone", route)

    def test_a_seed_is_a_number_or_its_digits(self):
        keys = set()
        for seed in (7, "7"):
            room, mine = self.server.begin(**YAHTZEE, players=PEOPLE, seed=seed)
            keys.add(self.guest(room, mine.values()).state["luck_key"])
        self.assertEqual(len(keys), 1)

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
        for method, path, allowed in [("POST", "/healthz", "GET, HEAD"), ("PATCH", "/api/rooms", "POST, GET, HEAD"),
                                      ("PATCH", "/api/rooms/mine", "POST"),
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


class Sources(unittest.TestCase):
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
                          if not re.search(re.escape(each).replace(r"\{1\}", r"(\{\}|\d+)"), sources)
                          and not re.match(course, each)], [])

    def test_each_sentence_with_values_has_a_text_in_other_languages(self):
        sources = "".join(re.sub(r'"\s*\n\s*"', "", file.read_text("utf-8"))
                          for file in sorted((HOME / "src").rglob("*.[ch]pp")) if "_test" not in file.name)
        sentences = re.findall(r'\bworded\(\s*"((?:[^"\\]|\\.)*)"', sources)
        self.assertGreater(len(sentences), 20)
        self.assertEqual([each for each in sentences if each not in JAPANESE], [])

    def test_the_service_has_a_folder_for_the_tables_of_bots(self):
        lines = (HOME / "systemd" / "hilltop.service").read_text("utf-8").splitlines()
        # The program adds /hilltop to XDG_CACHE_HOME, and systemd the folder's name to /var/cache.
        for line in ("DynamicUser=yes", "CacheDirectory=hilltop", "Environment=XDG_CACHE_HOME=/var/cache"):
            self.assertIn(line, lines)


class BadClients(SharedServer):
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

    def test_slow_bodies_keep_nobody_from_a_new_game(self):
        slow = []
        for _ in range(33):  # of 2 MiB each, which is what all may have and one more
            slow.append(self.server.connect())
            self.addCleanup(slow[-1].close)
            slow[-1].sendall(b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097152\r\n"
                             b"Expect: 100-continue\r\n\r\n")
            self.assertIn(slow[-1].recv(4096).split()[1], (b"100", b"503"))
        status, answer = self.server.post("/api/rooms", {"record": "x" * 20_000})
        self.assertEqual(status, 503, answer)
        self.server.begin(game="pazaak", players=PEOPLE)

    def test_requests_that_a_proxy_might_read_otherwise_are_refused(self):
        host = f"Host: 127.0.0.1:{self.server.port}\r\n"
        post, chunked = "POST /api/rooms HTTP/1.1\r\n" + host, "Transfer-Encoding: chunked\r\n"
        for status, request in [
                (400, f"GET /healthz HTTP/1.1\r\n{host}{host}\r\n"),
                (400, f"GET /healthz HTTP/1.1\r\n{host}Host: evil\r\n\r\n"),
                (501, post + "Transfer-Encoding: gzip\r\n\r\n"),
                (501, post + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
                (501, post + "Transfer-Encoding: identity\r\n\r\n"),
                (400, post + chunked + chunked + "\r\n2\r\n{}\r\n0\r\n\r\n"),
                (400, post + "Content-Length: 2\r\n" + chunked + "\r\n2\r\n{}\r\n0\r\n\r\n"),
                (400, post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
                (400, post + chunked + "\r\nzz\r\n{}\r\n0\r\n\r\n"),
                (400, post + chunked + "\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
                (400, post + chunked + "\r\n2\r\n{}XX0\r\n\r\n")]:
            with self.server.connect() as client:
                client.sendall(request.encode())
                said = b""
                while part := client.recv(4096):  # the server ends the conversation
                    said += part
            self.assertEqual(said.split(b" ")[:2], [b"HTTP/1.1", str(status).encode()], request)

    def test_no_answer_is_lost_with_what_its_client_still_says(self):
        host = f"Host: 127.0.0.1:{self.server.port}\r\n"
        for status, request in [
                (200, f"GET /healthz HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
                (200, f"GET /healthz HTTP/1.0\r\n{host}\r\n"),
                (413, f"POST /api/rooms HTTP/1.1\r\n{host}Content-Length: 1000000000\r\n\r\n"),
                (426, f"GET /api/rooms/{self.server.begin(game='pig', players=PEOPLE)[0]}/socket HTTP/1.1\r\n"
                      f"{host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 12\r\n"
                      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")]:
            with self.server.connect() as client:
                client.sendall(request.encode() + b"x" * 300_000)
                said = b""
                while part := client.recv(4096):  # a reset would be an error
                    said += part
            self.assertEqual(said.split(b" ")[1], str(status).encode(), request)

    def test_sockets_that_break_the_rules_are_closed(self):
        room, _ = self.server.begin(game="pazaak", players=PEOPLE)
        for code, reason, kind, message in [
                (1009, "", TEXT, b"x" * 20_000), (1007, "JSON", TEXT, b"{"), (1007, "JSON", TEXT, b"[]"),
                (1007, "JSON", TEXT, b"hello"), (1007, "", TEXT, b"\xff\xfe"),
                (1003, "text", BINARY, b"{}")]:
            guest = self.guest(room)
            guest.send(kind, message)
            said = ""
            while (heard := guest.hear()) is not None:
                said = heard.get("text", "")
            self.assertEqual(guest.closed[0], code, message[:10])
            self.assertIn(reason, said + guest.closed[1])
        # A client may speak before it is answered.
        early = self.guest(room, first=frame(TEXT, b"{"))
        while early.hear() is not None:
            pass
        self.assertEqual(early.closed[0], 1007)
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

    def test_one_server_has_the_games_of_people(self):
        done = hilltop("serve", "--port", 0, "--people", self.folder / "people.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another server has it", done.stderr)
        done = hilltop("serve", "--port", self.server.port, "--people", self.folder / "other.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot listen on 127.0.0.1", done.stderr)


class StartAndEnd(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def test_it_ends_in_order_while_clients_stay(self):
        ran("run", "koth-pazaak", "--games", 20, "--store", self.folder / "results.db")
        with Server(self.folder) as server:
            room, keys = server.begin(game="gomoku", players=PEOPLE)
            guest = Guest(server, room, keys.values())
            self.addCleanup(guest.close)
            stream = Events(server, "/api/contests/koth-pazaak/live")
            self.addCleanup(stream.close)
            self.assertEqual((stream.status, server.stop()), (200, 0))
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
        (self.folder / "results.db").touch()
        with Server(self.folder) as server:
            self.assertEqual(server.get("/api/contests")["contests"], [])
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
