"""`hilltop serve CONTEST`: a host, its authors and their bots (docs/serve.md)."""

import contextlib
import gzip
import json
import os
import pathlib
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import tarfile
import threading
import time
import unittest
import unittest.mock
import urllib.parse

from program import hilltop
from served import (FIRST_FREE, STARTER, OwnServer, Served, SharedServer, free_first, packed, put_folder,
                    starter)
from web import PATIENCE_S, Events


# No bot runs out of time, on a busy machine neither.
CONTEST = '[contest]\ngame = "{}"\n\n[switches]\nmove_ms = 60000\n\n[format]\nkind = "round-robin"\ngames = {}\n'


class Host(Served):
    """What a host and its authors do."""
    game = "pazaak"

    @classmethod
    def options(cls, folder):
        (folder / "contest.toml").write_text(CONTEST.format(cls.game, 2))
        return folder / "contest.toml", "--bots", folder / "bots"

    @property
    def bots(self):
        return self.folder / "bots"

    @property
    def host(self):
        """The host's token."""
        return re.search("token, shown this once: ([0-9a-f]{32})", self.server.log())[1]

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
        with self.server.hearing() as heard:
            if (found := self.found(token, bot))["check"]:
                heard(f"bot_checked bot={bot} ")
                found = self.found(token, bot)
        return found

    def found(self, token, bot):
        return next(each for each in self.as_(token, "GET", "")[1]["bots"] if each["name"] == bot)

    def play(self, path="/run"):
        """Plays the contest to its end."""
        with self.server.hearing() as heard:
            self.assertEqual(self.as_(self.host, "POST", path)[0], 202)
            heard("run_ended")


class Hosting(Host, SharedServer):
    def setUp(self):
        """Takes away the authors and bots of earlier tests."""
        super().setUp()
        state = self.as_(self.host, "GET", "")[1]
        for bot in state["bots"]:
            path = "/bots/" + bot["name"]
            if bot["check"]:
                self.as_(self.host, "POST", path + "/withdraw")
                bot = self.verdict(self.host, bot["name"])
            if bot["held"]:
                self.as_(self.host, "DELETE", path)
            if bot["plays"]:
                self.as_(self.host, "POST", path + "/withdraw")
                self.as_(self.host, "DELETE", path)
        for author in state["authors"]:
            self.as_(self.host, "DELETE", "/authors/" + urllib.parse.quote(author, safe=""))

    def test_the_hosted_contest_is_followed_before_it_is_begun(self):
        for contest, status in (("contest", 200), ("other", 404)):
            stream = Events(self.server, f"/api/contests/{contest}/live")
            self.addCleanup(stream.close)
            self.assertEqual(stream.status, status)
            self.assertEqual(self.server.ask("GET", f"/api/contests/{contest}/changes")[0], status)

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
        self.server.restart(signal.SIGTERM)
        self.assertEqual(self.server.log().count("shown this once"), 1)
        self.assertEqual(self.as_(self.host, "GET", "")[0], 200)

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
                ("was cut off", "a", packed(starter("A"), as_zip=True)[:-30]),
                ("multipart/form-data", "a",
                 b"--x\r\nContent-Disposition: form-data; name=file\r\n\r\n" + packed(starter("A"))),
                ("cannot be read", "a", b"no archive"), ("cannot be read", "a", b""),
                ("written by the arena alone", "a",
                 packed({**starter("A"), ".hilltop-files": "hilltop files 3\n"})),
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

    def test_a_stranger_is_refused_before_the_body(self):
        for token in ("", "Authorization: Bearer " + "0" * 64 + "\r\n"):
            with self.server.connect() as client:
                client.sendall(f"PUT /api/host/bots/a HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                               f"{token}Content-Length: 1000000\r\n\r\n".encode())
                said = client.recv(4096)  # the body has not come, and is not waited for
            self.assertEqual(said.split(b" ")[1], b"401", said)

    def test_uploads_that_come_at_once_leave_nothing(self):
        large = packed({"zeros": "\0" * (16 << 20)})
        answers = []
        uploads = [threading.Thread(target=lambda bot=bot: answers.append(
            self.as_(self.host, "PUT", f"/bots/a{bot}", large))) for bot in range(8)]
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


class Restarts(Host, OwnServer):
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

    def test_a_check_is_stopped_resumed_and_done_again(self):
        waits = starter("Waits", **{"bot.toml": 'game = "pazaak"\nbuild = "tail -f /dev/null"\n'})
        ann = self.author("Ann")
        for name in ("one", "two", "three"):
            self.assertEqual(self.as_(ann, "PUT", "/bots/" + name, packed(
                {**waits, "meta": waits["meta"].replace("Waits", name)}))[0], 202)
        status, answer = self.as_(ann, "PUT", "/bots/four", packed(starter("Four")))
        self.assertEqual(status, 422)
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


class Night(Host, OwnServer):
    game = "gomoku"

    def entries(self, contest="contest"):
        return self.server.get(f"/api/contests/{contest}/entries")

    def starts_at(self, at, token=None):
        return self.as_(token or self.host, "PUT", "/start", json.dumps({"at": at}))[0]

    def test_a_contest_has_entries_and_begins_at_its_time(self):
        for name in ("one", "two"):
            put_folder(self.bots / name, free_first(name.title()))
        put_folder(self.bots / ".withdrawn" / "three", free_first("Three"))
        self.assertEqual(self.entries("other")["hosted"], False)
        known = self.entries()
        self.assertEqual((known["hosted"], known["starts"], known["running"]), (True, None, False))
        self.assertEqual(known["entries"], [{"bot": "one", "title": "One", "author": ""},
                                            {"bot": "two", "title": "Two", "author": ""}])
        later = known["now"] + 3600
        self.assertEqual(self.server.ask("PUT", "/api/host/start", json.dumps({"at": later}))[0], 401)
        self.assertEqual(self.starts_at(later, self.author("Ann")), 403)
        for at, status in (("soon", 400), (known["now"] - 60, 422), (later + 366 * 86400, 422)):
            self.assertEqual(self.starts_at(at), status, at)
        self.assertEqual(self.starts_at(later), 204)
        self.server.restart(signal.SIGKILL)
        self.assertEqual(self.entries()["starts"], later)
        self.assertEqual(self.as_(self.host, "GET", "")[1]["starts"], later)
        self.assertEqual(self.starts_at(None), 204)
        self.assertEqual(self.entries()["starts"], None)
        with self.server.hearing() as heard:
            self.assertEqual(self.starts_at(self.entries()["now"] + 1), 204)
            heard("run_begun")
            heard("run_ended")
        self.assertEqual(self.entries()["starts"], None)
        self.assertTrue(self.server.get("/api/contests/contest")["complete"])
        page = self.server.ask("GET", "/contests/contest", Accept="text/html")[2].decode()
        picture = f'content="{self.server.url.rstrip("/")}/api/contests/contest/picture"'
        self.assertIn(picture, page)
        status, headers, png = self.server.ask("GET", "/api/contests/contest/picture")
        if shutil.which("rsvg-convert"):
            self.assertEqual((status, headers["Content-Type"], png[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"),
                             png[:200])
        else:
            self.assertEqual(status, 404)
        self.assertEqual(self.server.ask("GET", "/api/contests/none/picture")[0], 404)

    def test_a_start_without_a_server_is_made_up_for(self):
        for name in ("one", "two"):
            put_folder(self.bots / name, free_first(name.title()))
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.folder / "people.db")) as people:
            people.execute("INSERT INTO start VALUES ('contest', 1)")
            people.commit()
        with self.server.hearing() as heard:
            self.server.start(self.server.port)
            heard("run_ended")
        self.assertEqual(self.entries()["starts"], None)

    def test_what_keeps_a_contest_from_its_start_is_in_the_log(self):
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.folder / "people.db")) as people:
            people.execute("INSERT INTO start VALUES ('contest', 1)")
            people.commit()
        with unittest.mock.patch.dict(os.environ, HILLTOP_WARDEN="/nowhere"), self.server.hearing() as heard:
            self.server.start(self.server.port)
            heard("start_failed")
        self.assertIn("sandbox", self.as_(self.host, "GET", "/log")[1])
        self.server.restart(signal.SIGTERM)


class BehindAProxy(Host, OwnServer):
    @classmethod
    def options(cls, folder):
        return *super().options(folder), "--behind-proxy"

    def test_nobody_holds_all_room_for_bodies(self):
        ann = self.author("Ann")

        def announce(method, path, size, address):
            """Says that so much will come, and sends nothing; returns what the server says to that."""
            silent = self.server.connect()
            self.addCleanup(silent.close)
            silent.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
                           f"Authorization: Bearer {ann}\r\nExpect: 100-continue\r\n"
                           f"Content-Length: {size}\r\n\r\n".encode())
            return int(silent.recv(100).split()[1])

        def upload(address):
            return announce("PUT", "/api/host/bots/a", 16 << 20, address)

        def load(address):
            return announce("POST", "/api/rooms", 2 << 20, address)

        self.assertEqual([upload("2001:db8::1") for _ in range(3)], [100] * 3)
        for address, status in ("2001:db8::ffff", 503), ("2001:db8:0:1::1", 100):
            self.assertEqual(upload(address), status, address)
        self.assertEqual([upload(f"192.0.2.{i}") for i in range(5)], [100] * 4 + [503], "all room for uploads")
        # Rooms have room of their own, which others can fill;
        self.assertEqual([load("2001:db8::1") for _ in range(9)], [100] * 8 + [503])
        self.assertEqual([load(f"192.0.2.{i // 8}") for i in range(25)], [100] * 24 + [503])
        # but a new game needs none.
        self.assertEqual(self.server.ask("POST", "/api/rooms", b"{}" + b" " * 16_000,
                                         X_Forwarded_For="2001:db8::1")[0], 422)


class StandardError(Host, OwnServer):
    game = "gomoku"

    def test_standard_error_is_for_the_author(self):
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
        put_folder(self.bots / "other", free_first("Other"))
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


class Paths(Host, OwnServer):
    game = "gomoku"

    def test_what_a_bot_prints_shows_no_path_of_the_host(self):
        ann = self.author("Ann")
        build = "import os, sys\nfor i in range(60_000): print(os.getcwd() + '/'{})\nsys.exit(3)\n"
        for bot, end in (("lines", ""), ("line", ", end=''")):
            files = {**free_first(bot.title()), "build.py": build.format(end)}
            files["bot.toml"] += 'build = "python3 build.py"\n'
            self.assertEqual(self.as_(ann, "PUT", "/bots/" + bot, packed(files))[0], 202)
            self.verdict(ann, bot)
            found = json.dumps(self.as_(ann, "GET", f"/bots/{bot}/check")[1])
            self.assertIn("build.log", found)
            # No part of it either: the folder's last step, and the bots' folder.
            for part in (self.folder.name, "/bots/", ".withdrawn"):
                self.assertNotIn(part, found)
        # It passes its check, and tells later.
        later = FIRST_FREE.replace("import re, sys", "import os, re, sys\nif sys.argv[1] == 'Other':\n"
                                   "    print(os.getcwd(), file=sys.stderr)\n    sys.exit(3)", 1)
        self.assertEqual(self.as_(ann, "PUT", "/bots/later", packed({**free_first("Later"), "bot.py": later}))[0], 202)
        self.assertTrue(self.verdict(ann, "later")["plays"])
        put_folder(self.bots / "other", free_first("Other"))
        self.play()
        faults = self.as_(ann, "GET", "/bots/later/faults")[1]["faults"]
        self.assertEqual(faults[0]["stderr"].strip(), "later")


class Contest(Host, OwnServer):
    def test_a_contest_from_uploads_to_the_ranking(self):
        ann, bob = self.author("Ann"), self.author("Bob")
        told = {"meta": "First\npython3\nbot.py {move_ms}\n0\n",  # also in its check
                "bot.py": "import sys\nassert sys.argv[1] == '60000'\n" + STARTER["bot.py"]}
        self.assertEqual(self.as_(ann, "PUT", "/bots/first", packed(starter("First", **told)))[0], 202)
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
        self.play()
        stream.next()
        while not (state := self.server.get("/api/contests/contest"))["complete"]:
            stream.next()
        self.assertEqual({row["bot"] for row in state["standings"]}, {"First", "Second"})
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


class Runs(Host, OwnServer):
    def put_two_bots(self, games=2):
        """Puts two bots into the host's folder, and gives the contest a number of games."""
        for name in ("one", "two"):
            put_folder(self.bots / name, starter(name.title()))
        (self.folder / "contest.toml").write_text(CONTEST.format("pazaak", games))

    def begin_run(self):
        """Begins a run of the contest, and waits for its first line and game."""
        with contextlib.closing(Events(self.server, "/api/contests/contest/live")) as stream:
            self.assertEqual(self.as_(self.host, "POST", "/run")[0], 202)
            while not self.server.get("/api/contests")["contests"]:
                stream.next()
        while not self.as_(self.host, "GET", "/log")[1]:
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

    def test_a_run_keeps_its_seed_until_the_host_shows_it(self):
        """A shown seed would play all games again for each bot that comes later."""
        def contest():
            return self.server.get("/api/contests/contest")

        self.put_two_bots()
        self.play()
        first = contest()
        self.assertTrue(first["complete"])
        self.assertIsNone(first["seed"])
        put_folder(self.bots / "three", starter("Three"))
        self.play()
        self.assertIn("reused 1 of 3 stored pairings", self.as_(self.host, "GET", "/log")[1])
        second = contest()
        self.assertIsNone(second["seed"])
        self.play("/reveal")
        shown = contest()
        for key in ("digest", "commitment"):
            self.assertEqual(shown[key], second[key])
        self.assertEqual(first["commitment"], shown["commitment"])
        done = subprocess.run(["b2sum", "-l", "256"], input=shown["seed"], capture_output=True, text=True)
        self.assertEqual(done.stdout.split()[0], shown["commitment"])

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
