"""The daily games of a server, and the games that its visitors finished: the same dice for everybody,
hidden until one's own try and the day are over, and what was played of them."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import unittest

from program import SANITIZED, hilltop, scratch
from served import BOXES
from web import Events, Guest, Server

DAY, NEXT_DAY, LATER = "2026-11-28", "2026-11-29", "2026-11-30"


class Clock:
    """The time of a server, which a test sets; only steady clocks go on by themselves."""

    def __init__(self, folder):
        self.file = folder / "now"
        key = folder / "state/hilltop/key"  # of the host, from which the daily games follow
        key.parent.mkdir(parents=True)
        key.write_text("5e" * 32 + "\n")
        key.chmod(0o600)
        library = subprocess.run(["faketime", "-m", "-f", "+0", "printenv", "LD_PRELOAD"],
                                 capture_output=True, text=True, check=True).stdout.strip()
        self.env = {**os.environ, "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(self.file),
                    "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
                    "XDG_STATE_HOME": str(folder / "state")}

    def set(self, day, time="12:00:00"):
        new = self.file.with_suffix(".new")
        new.write_text(f"{day} {time}\n")  # it stands still
        new.rename(self.file)


class Browser:
    """A browser with its cookie, and with a network of its own if it has an address."""

    def __init__(self, test, address=None, cookies=True):
        self.test, self.server, self.cookie, self.cookies = test, test.server, None, cookies
        self.headers = {"X_Forwarded_For": address} if address else {}

    def ask(self, method, path, wish=None):
        headers = dict(self.headers)
        if self.cookie:
            headers["Cookie"] = self.cookie
        body = None if wish is None else json.dumps(wish)
        status, heard, text = self.server.ask(method, path, body, **headers)
        if self.cookies and (given := heard.get("Set-Cookie")):
            self.test.assertIn("HttpOnly; SameSite=Strict", given)
            self.cookie = given.split(";")[0]
        return status, json.loads(text) if text else None

    def get(self, path):
        status, answer = self.ask("GET", path)
        self.test.assertEqual(status, 200, answer)
        return answer

    def day(self, day=DAY, game="yahtzee"):
        return self.get(f"/api/daily/{game}/{day}")

    def begin(self, day=DAY, game="yahtzee", **wish):
        """Begins a daily game; returns the room, and a guest who is in it."""
        self.get("/api/daily")
        status, opened = self.ask("POST", f"/api/daily/{game}/{day}", wish)
        self.test.assertEqual(status, 201, opened)
        return opened["room"], self.guest(opened["room"], [each["key"] for each in opened["keys"]])

    def guest(self, room, keys=()):
        guest = Guest(self.server, room, keys, self.cookie)
        self.test.addCleanup(guest.close)
        if guest.status == 101:
            guest.until(lambda state: True)
        return guest

    def play(self, guest, answers=BOXES):
        """Plays to the end with these answers, those first that the game takes; returns the state, and
        keeps what was taken in `guest.answers`."""
        guest.answers = []
        while (state := guest.mine_to_move())["moment"] != "over":
            if state["moment"] != "deciding":
                guest.do("confirm", seat=0, position=state["position"])
                continue
            for text in answers:
                if guest.do("answer", seat=0, text=text, position=state["position"])["type"] == "state":
                    guest.answers.append(text)
                    break
            else:
                self.test.fail(f"nothing of {answers} is taken: {state['asks']}")
        return guest.state


@unittest.skipIf(SANITIZED, "the clock's library cannot come before the sanitizer's")
@unittest.skipUnless(shutil.which("faketime"), "not installed (package faketime)")
class Daily(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.clock = Clock(self.folder)
        self.clock.set(DAY)
        self.server = Server(self.folder, "--behind-proxy")
        self.server.env = self.clock.env
        self.server.start()
        self.addCleanup(self.server.stop)

    def browser(self, **how):
        return Browser(self, **how)

    def known(self, **how):
        """Returns a browser that was here the day before, and sets the clock to DAY."""
        browser = self.browser(**how)
        self.clock.set("2026-11-27")
        browser.get("/api/daily")
        browser.ask("POST", "/api/rooms", {"game": "pig", "players": [{"player": "human"}, {"player": "pace"}]})
        self.clock.set(DAY)
        return browser

    def record(self, room):
        status, _, text = self.server.ask("GET", f"/api/rooms/{room}/record")
        self.assertEqual(status, 200)
        return text.decode()

    def dice(self, guest):
        return guest.until(lambda state: state["moment"] == "deciding")["scene"]["table"]["dice"]

    def rolled(self, browser, day=DAY, **wish):
        """Begins a game and returns its room, its guest and the first dice."""
        room, guest = browser.begin(day, **wish)
        if guest.mine_to_move()["moment"] == "before":
            guest.do("confirm", seat=0, position=guest.state["position"])
        return room, guest, self.dice(guest)

    def test_the_dice_are_those_of_everybody_and_of_no_other_day(self):
        one, other = self.browser(), self.browser()
        room, guest, dice = self.rolled(one, name="Ann")
        second, other_guest, others_dice = self.rolled(other, name="Bob")
        self.assertNotEqual(room, second)
        self.assertEqual(dice, others_dice)
        self.assertEqual(one.play(guest)["over"], other.play(other_guest)["over"])
        days = one.get("/api/daily")
        self.clock.set(NEXT_DAY)
        self.assertEqual(days["games"][0]["next_commitment"], one.get("/api/daily")["games"][0]["commitment"])
        seeds = [self.browser().day(day)["seed"] for day in (DAY, "2026-11-27", "2026-10-29")]
        self.assertEqual(len(set(seeds)), 3)

    def test_nobody_else_learns_what_falls_before_the_day_is_over(self):
        one, other = self.browser(), self.browser()
        room, guest = one.begin(name="Ann")
        keys = one.ask("POST", f"/api/daily/yahtzee/{DAY}", {})[1]["keys"]
        self.assertEqual(keys, [])  # its cookie opens it
        self.assertTrue(guest.state["players"][0]["mine"])

        def hidden():
            for browser in (other, self.browser()):
                browser.get("/api/daily")
                self.assertEqual(browser.guest(room).status, 404)
                for path in ("record", "review"):
                    self.assertEqual(browser.ask("GET", f"/api/rooms/{room}/{path}")[0], 404)
                events = Events(self.server, f"/api/rooms/{room}/events")
                self.addCleanup(events.close)
                self.assertEqual(events.status, 404)
                self.assertEqual(browser.ask("POST", "/api/rooms", {"room": room, "step": 0})[0], 404)
                self.assertIsNone(browser.day()["list"])
                self.assertIsNone(browser.day()["seed"])
            self.assertEqual(other.get("/api/rooms")["rooms"], [])
            # Nor does the player learn more than what fell, or hand it on.
            self.assertIsNone(guest.state["luck_key"])
            self.assertEqual(guest.state["day"], DAY)
            self.assertEqual(one.ask("GET", f"/api/rooms/{room}/record")[0], 403)
            self.assertEqual(one.ask("POST", "/api/rooms", {"room": room, "step": 0})[0], 403)
            for wish in ("hint", "undo", "again", "invite", "save"):
                refused = guest.do(wish, seat=0)
                self.assertEqual(refused["type"], "refused", wish)
            self.assertEqual(guest.do("replace", seat=0, player="greedy")["type"], "refused")
            can = guest.state["can"]
            self.assertEqual([can["undo"], can["hint"], can["save"]], [False] * 3)

        hidden()
        self.assertIsNone(one.day()["list"])
        one.play(guest)
        hidden()
        self.assertEqual(len(one.day()["list"]), 1)
        self.assertEqual(one.ask("GET", f"/api/rooms/{room}/review")[0], 200)
        self.clock.set(NEXT_DAY, "00:00:00")
        self.assertEqual(other.guest(room).status, 101)
        self.assertEqual(other.get(f"/api/rooms/{room}/review"), one.get(f"/api/rooms/{room}/review"))
        self.assertEqual(len(other.day()["list"]), 1)
        self.assertEqual(other.ask("POST", "/api/rooms", {"room": room, "step": 0})[0], 201)

    def test_one_try_a_browser_also_of_two_tabs_and_after_a_kill(self):
        one = self.browser()
        one.get("/api/daily")
        rooms = []
        tabs = [threading.Thread(target=lambda: rooms.append(
            one.ask("POST", f"/api/daily/yahtzee/{DAY}", {})[1]["room"])) for _ in range(4)]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()
        self.assertEqual(len(set(rooms)), 1)
        room, guest, dice = self.rolled(one)
        self.assertEqual(room, rooms[0])
        guest.do("answer", seat=0, text="1s", position=guest.state["position"])
        self.server.restart(signal.SIGKILL)
        again, guest = one.begin()
        self.assertEqual(again, room)
        self.assertEqual(guest.mine_to_move()["step"], 1)
        self.assertEqual(self.rolled(self.browser())[2], dice)
        over = one.play(guest)["over"]
        self.server.restart(signal.SIGKILL)
        again, guest = one.begin()
        self.assertEqual((again, guest.state["over"]), (room, over))
        mine = one.day()["mine"]
        self.assertEqual((mine["room"], mine["line"]["points"]), (room, over["points"][0]))

    def test_after_the_day_the_seed_gives_the_game_at_the_terminal_and_par_is_that_of_the_analysis(self):
        one = self.known()
        room, guest = one.begin(name="Ann")
        points = one.play(guest)["over"]["points"]
        today = one.day()
        line = today["mine"]["line"]
        self.clock.set(NEXT_DAY)
        day = self.browser().day()
        self.assertEqual(hashlib.blake2b(day["seed"].encode(), digest_size=32).hexdigest(), today["commitment"])
        self.assertEqual(day["commitment"], today["commitment"])
        save = self.folder / "day.save"
        save.write_text(self.record(room))
        told = json.loads(hilltop("analyse", save, "--format", "json").stdout)
        self.assertAlmostEqual(line["lost"], told["players"][0]["lost_score"], 5)
        self.assertGreater(line["lost"], 1)
        self.assertEqual(line["points"], points[0])
        # The same answers at the terminal make the same game.
        typed = "".join(f"\n{box}\n\n" for box in guest.answers) + "\nno\n"
        done = hilltop("play", "yahtzee", *day["players"], "--rules", day["rules"], "--seed", day["seed"], stdin=typed)
        key = re.search(r"^luck (\w+)", save.read_text(), re.M)[1]
        self.assertIn(f"Key {key}.", done.stdout)
        self.assertIn(f"Player 1 wins with {points[0]}\n", done.stdout)
        # A past day is played without counting, with the same dice.
        other = self.browser()
        status, opened = other.ask("POST", f"/api/daily/yahtzee/{DAY}", {"name": "Bob"})
        self.assertEqual(status, 201)
        past = other.guest(opened["room"], [opened["keys"][0]["key"]])
        self.assertIsNone(past.state["day"])
        self.assertEqual(other.play(past)["over"]["points"], points)
        self.assertEqual(len(other.day()["list"]), 1)

    def test_only_known_browsers_have_a_rank_and_only_games_that_end_in_time_count(self):
        known, rival, new, late, leaver = (self.known(), self.known(), self.browser(), self.known(), self.known())
        known.play(known.begin(name="Known")[1])
        rival.play(rival.begin(name="Rival")[1], BOXES[::-1])
        new.play(new.begin(name="New")[1])
        guest = leaver.begin(name="Leaver")[1]
        leaver_state = guest.mine_to_move()
        guest.do("leave", seat=0)
        guest.until(lambda state: state["moment"] == "over")
        _, last = late.begin(name="Late")
        self.assertEqual(late.day()["mine"]["over"], False)
        self.clock.set(NEXT_DAY, "00:00:00")
        late.play(last)
        lines = {line["name"]: line for line in self.browser().day()["list"]}
        self.assertEqual(sorted(lines), ["Known", "New", "Rival"])
        self.assertIsNone(lines["New"]["rank"])
        self.assertEqual(sorted(lines[name]["rank"] for name in ("Known", "Rival")), [1, 2])
        best = max(("Known", "Rival"), key=lambda name: lines[name]["points"])
        self.assertEqual(lines[best]["rank"], 1)
        mine = late.day()["mine"]["line"]
        self.assertEqual((mine["rank"], mine["in_time"], mine["left"]), (None, False, False))
        self.assertEqual((leaver.day()["mine"]["line"]["rank"], leaver.day()["mine"]["line"]["left"]), (None, True))

    def test_pazaak_is_played_against_the_same_bot_with_the_same_cards(self):
        answers = ["end", "stand"]
        states = []
        for browser in (self.browser(), self.browser()):
            states.append(browser.play(browser.begin(game="pazaak", name="Ann")[1], answers))
        self.assertEqual(states[0]["events"], states[1]["events"])
        day = browser.day(game="pazaak")
        own, others = states[0]["over"]["points"]
        self.assertEqual(day["mine"]["line"]["points"], own - others)
        self.assertEqual(day["unit"], "share")
        self.assertIsNotNone(day["mine"]["line"]["lost"])

    def test_what_cannot_be_had(self):
        browser = self.browser(cookies=False)
        status, said = browser.ask("POST", f"/api/daily/yahtzee/{DAY}", {})
        self.assertEqual(status, 403)
        self.assertIn("no cookie", said["error"]["text"])
        for game, day in (("yahtzee", NEXT_DAY), ("yahtzee", "2026-10-27"), ("yahtzee", "2026-11-31"),
                          ("yahtzee", "today"), ("yahtzee", "2026-11-2x"), ("pig", DAY), ("nothing", DAY)):
            for method, wish in (("GET", None), ("POST", {})):
                self.assertEqual(browser.ask(method, f"/api/daily/{game}/{day}", wish)[0], 404, (game, day))
        self.assertEqual(browser.day("2026-10-28")["is_over"], True)
        one = self.browser()
        one.get("/api/daily")
        self.assertEqual(one.ask("POST", f"/api/daily/yahtzee/{DAY}", [])[0], 400)
        self.assertEqual(one.ask("POST", f"/api/daily/yahtzee/{DAY}", {"name": "x" * 30})[0], 422)

    def test_the_seed_of_a_day_stays_when_the_key_of_the_host_is_lost(self):
        commitment = self.browser().day()["commitment"]
        shutil.rmtree(self.folder / "state")
        self.server.restart(signal.SIGTERM)
        self.assertEqual(self.browser().day()["commitment"], commitment)
        self.assertEqual((self.folder / "state/hilltop/key").stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.folder / "people.db").stat().st_mode & 0o777, 0o600)

    def test_an_address_has_its_share_of_a_day(self):
        of_address = 200  # docs/http.md
        def tried(number, address="192.0.2.1"):
            browser = self.browser(address=address)
            browser.cookie = f"hilltop_visitor={number:032}"
            return browser.ask("POST", f"/api/daily/yahtzee/{DAY}", {})
        self.assertEqual({tried(number)[0] for number in range(of_address)}, {201})
        status, said = tried(of_address)
        self.assertEqual(status, 503)
        self.assertIn("of your network", said["error"]["text"])
        self.assertEqual(tried(0)[0], 201)  # its own try is there
        self.assertEqual(tried(of_address, "192.0.2.2")[0], 201)
        self.assertEqual(self.browser().get("/api/daily")["games"][0]["tries"], of_address + 1)

    # What a browser finished.

    def test_finished_games_are_those_of_the_browser_that_played(self):
        one, other = self.known(), self.browser()
        for number in range(2):
            status, opened = one.ask("POST", "/api/rooms", {"game": "yahtzee", "rules": "cab201-advanced", "seed": number,
                                                             "players": [{"player": "human", "name": "Ann"}, {"player": "greedy"}]})
            self.assertEqual(status, 201)
            guest = one.guest(opened["room"], [opened["keys"][0]["key"]])
            one.play(guest)
        first = guest.state["over"]
        guest.do("again")
        one.play(guest)
        played = one.get("/api/played")
        self.assertEqual([game["game"] for game in played["games"]], ["yahtzee"] * 3)
        self.assertEqual(played["games"][1]["points"], first["points"])
        self.assertEqual(played["games"][2]["points"], guest.state["over"]["points"])
        self.assertEqual(played["games"][2]["winners"], guest.state["over"]["winners"])
        self.assertEqual(played["waiting"], 0)
        for game in played["games"]:
            self.assertEqual((game["seat"], game["aided"], game["unit"]), (0, False, "points"))
            self.assertGreater(game["decisions"], 10)
        save = self.folder / "game.save"
        save.write_text(self.record(opened["room"]))
        told = json.loads(hilltop("analyse", save, "--format", "json").stdout)
        ann = next(player for player in told["players"] if player["player"] == "Ann")
        self.assertAlmostEqual(played["games"][2]["lost"], ann["lost_score"], 5)
        self.server.restart(signal.SIGKILL)
        self.assertEqual(one.get("/api/played"), played)
        self.assertEqual(other.get("/api/played")["games"], [])
        # Help is told, and the same game that ends again is one.
        guest = one.guest(opened["room"], [opened["keys"][0]["key"]])
        guest.do("undo", seat=0)
        one.play(guest)
        played = one.get("/api/played")
        self.assertEqual([game["aided"] for game in played["games"]], [False, False, True])
        self.assertEqual(one.ask("DELETE", "/api/played")[0], 204)
        self.assertEqual(one.get("/api/played")["games"], [])

    def test_a_game_that_is_not_analysed_has_no_losses_and_two_at_one_browser_are_nobody(self):
        one = self.browser()
        for players in ([{"player": "human"}, {"player": "first"}], [{"player": "human"}, {"player": "human"}]):
            bots = [bot["name"] for game in one.get("/api/games")["games"] if game["name"] == "tictactoe"
                    for bot in game["house_bots"]]
            seats = [player if player["player"] == "human" else {"player": bots[0]} for player in players]
            one.get("/api/daily")
            _, opened = one.ask("POST", "/api/rooms", {"game": "tictactoe", "players": seats})
            guest = one.guest(opened["room"], [each["key"] for each in opened["keys"]])
            while (state := guest.mine_to_move())["moment"] != "over":
                for cell in [f"{column}{row}" for column in "abc" for row in "123"] + [str(n) for n in range(1, 10)]:
                    if guest.do("answer", seat=state["pending"], text=cell, position=state["position"])["type"] == "state":
                        break
        games = one.get("/api/played")["games"]
        self.assertEqual(len(games), 1)
        self.assertEqual([games[0][key] for key in ("decisions", "lost", "unit")], [None] * 3)


if __name__ == "__main__":
    unittest.main()
