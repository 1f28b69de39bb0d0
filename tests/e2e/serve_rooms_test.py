"""`hilltop serve`: rooms and saves by their protocol (docs/http.md)."""

import contextlib
import functools
import json
import os
import resource
import signal
import sqlite3
import subprocess
import time
import unittest
import unittest.mock

from program import HOME, hilltop, scratch
from served import (BOXES, FIRST_FREE, PEOPLE, YAHTZEE, OwnServer, SharedServer, put_folder)
from web import Events, Guest, Server


class Rooms(SharedServer):
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
        state = guest.do("answer", seat=0, text="hold 1", position=state["position"])
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
            state = guest.do("answer", seat=0, text="stand", position=state["position"])
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

    def test_nobody_shares_a_seat_or_asks_for_hints_in_secret(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        ann, bob = self.guest(room, [keys[0]]), self.guest(room, [keys[1]])
        third = self.guest(room, [keys[1]])
        for guest in ann, bob, third:
            guest.until(lambda state: [player["clients"] for player in state["players"]] == [1, 2])
        third.close()
        ann.until(lambda state: state["players"][1]["clients"] == 1)
        self.assertIn("all players of this game have to allow them", ann.do("hint", seat=0)["text"])
        ann.do("hints", on=True)
        bob.do("hints", on=True)
        ann.until(lambda state: state["can"]["hint"])
        ann.do("hint", seat=0)
        bob.until(lambda state: [player["hints"] for player in state["players"]] == [1, 0])

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

    def test_those_that_look_on_are_told_once_a_second_at_most(self):
        room, keys = self.server.begin(game="gomoku", players=PEOPLE)
        ann, watcher = self.guest(room, keys.values()), self.guest(room)
        before, begun = ann.state["version"], time.monotonic()
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
            # Besides the answer to its own keys, one for each second that has begun.
            self.assertLessEqual(heard.count(before), 3 + time.monotonic() - begun)
        looker = self.guest(room)
        ann.until(lambda state: state["watchers"] == 2)
        looker.close()
        ann.until(lambda state: state["watchers"] == 1)

    def test_a_draw_is_agreed_on_and_saved(self):
        room, keys = self.server.begin(game="gomoku", rules="freestyle", players=PEOPLE)
        ann, bob = self.guest(room, [keys[0]]), self.guest(room, [keys[1]])
        self.assertEqual(ann.do("draw")["text"], "'on' is true or false")
        ann.mine_to_move()
        ann.do("answer", seat=0, text="7 7")
        bob.mine_to_move()
        bob.do("draw", on=True)
        ann.until(lambda state: state["draw"] == [1])
        ann.do("draw", on=True)
        state = bob.until(lambda state: state["over"])
        self.assertEqual((state["agreed"], state["over"]["points"]), (True, [0, 0]))
        self.assertEqual(state["events"][-1]["key"], "gomoku.agreed")
        _, _, text = self.server.ask("GET", f"/api/rooms/{room}/record")
        self.assertIn("switch agreed_draw 1\n", text if isinstance(text, str) else text.decode())

    def test_a_rematch_swaps_the_seats_and_the_same_keys_open_it(self):
        room, keys = self.server.begin(game="gomoku", rules="freestyle", players=PEOPLE)
        ann, bob = self.guest(room, [keys[0]]), self.guest(room, [keys[1]])
        wish = {"rematch": room, "keys": [keys[0]]}
        self.assertEqual(self.server.post("/api/rooms", wish)[0], 403)
        ann.mine_to_move()
        ann.do("leave", seat=0)
        bob.until(lambda state: state["over"])
        self.assertEqual(self.server.post("/api/rooms", {"rematch": room, "keys": ["x"]})[0], 403)
        status, made = self.server.post("/api/rooms", wish)
        self.assertEqual((status, made["keys"]), (201, [{"seat": 1, "key": keys[0]}]))
        again = self.server.post("/api/rooms", {"rematch": room, "keys": [keys[1]]})[1]
        self.assertEqual(again["room"], made["room"])
        bob.until(lambda state: state["rematch"] == made["room"])
        next_bob = self.guest(made["room"], [keys[1]])
        self.assertEqual([(p["name"], p["mine"]) for p in next_bob.state["players"]],
                         [(PEOPLE[1]["name"], True), (PEOPLE[0]["name"], False)])

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
        self.assertEqual(guest.do("answer", seat=0, text="ch", position="0.0.99")["text"],
                         "the game has moved on since")


class Listeners(SharedServer):
    def speaker(self, room, keys):
        """Returns the events of a room, and what says something to it."""
        stream = Events(self.server, f"/api/rooms/{room}/events", {"$ref": "#/components/schemas/Message"})
        self.addCleanup(stream.close)
        first = stream.next()
        self.assertEqual(first["type"], "guest")
        address = f"/api/rooms/{room}/events/{first['guest']}"

        def say(message):
            return self.server.ask("POST", address, json.dumps(message))[0]
        self.assertEqual(say({"keys": list(keys)}), 204)
        return stream, say, address

    def until(self, stream, holds):
        while not holds(message := stream.next()):
            pass
        return message

    def test_a_room_is_heard_by_events_and_spoken_to_by_requests(self):
        room, keys = self.server.begin(game="tictactoe", players=[PEOPLE[0], {"player": "perfect"}])
        stream, say, address = self.speaker(room, keys.values())
        state = self.until(stream, lambda each: each["type"] == "state" and each["players"][0]["mine"])
        self.assertEqual(say({"do": "answer", "seat": 0, "text": "5", "position": "9.9.9", "id": 7}), 204)
        self.assertEqual(self.until(stream, lambda each: each["type"] == "refused")["id"], 7)
        self.assertEqual(say({"do": "answer", "seat": 0, "text": "5", "position": state["position"]}), 204)
        self.until(stream, lambda each: each["type"] == "state" and each["step"] == 2)
        # Nobody else speaks with its voice, nor it after it has gone.
        self.assertEqual(self.server.ask("POST", f"/api/rooms/{room}/events/{'0' * 32}", "{}")[0], 404)
        self.assertEqual(self.server.ask("POST", address, "{}", Origin="http://evil.example")[0], 403)
        self.assertEqual(self.server.ask("POST", address, "x" * 20_000)[0], 413)
        stranger, say_as_stranger, _ = self.speaker(room, [])
        self.assertEqual(say_as_stranger({"do": "undo", "seat": 0}), 204)
        self.assertEqual(self.until(stranger, lambda each: each["type"] == "refused")["text"], "only players can do that")
        guest = self.guest(room)
        stream.close()
        guest.until(lambda state: not state["players"][0]["present"])
        self.assertEqual(self.server.ask("POST", address, "{}")[0], 404)

    def test_games_are_listed_without_their_secrets(self):
        room, keys = self.server.begin(game="pazaak", players=PEOPLE, seed=7)
        listed = lambda: {each["room"]: each for each in self.server.get("/api/rooms")["rooms"]}
        self.assertNotIn(room, listed(), "nobody is in")
        ann = self.guest(room, keys.values())
        self.assertNotIn(room, listed(), "nobody has moved")
        ann.do("answer", seat=0, text="end", position=ann.state["position"])
        line = listed()[room]
        self.assertEqual(line, {"room": room, "game": "pazaak", "title": "Simple Pazaak", "rules": "koth",
                                "players": ["Ann", "Bob"], "mine": [], "turn": ann.state["pending"]})

        def mine(asked):
            status, answer = self.server.post("/api/rooms/mine", asked)
            self.assertEqual(status, 200, answer)
            return answer["rooms"]
        other, other_keys = self.server.begin(game="yahtzee", rules="cab201-basic", players=PEOPLE)
        asked = {other: [other_keys[0]], "none": ["x"], room: [keys[1], "x", 5], "odd": 3}
        self.assertEqual([(each["room"], each["mine"], each["turn"]) for each in mine(asked)],
                         [(other, [0], 0), (room, [1], ann.state["pending"])])
        self.assertEqual(mine({room: ["0" * 32]})[0]["mine"], [])
        # A turn that has ended is still its player's.
        guest = self.guest(other, other_keys.values())
        guest.do("confirm", seat=0)
        self.assertEqual(guest.do("answer", seat=0, text="ch")["moment"], "after")
        self.assertEqual(mine({other: []})[0]["turn"], 0)
        for seat in (1, 0):
            ann.do("leave", seat=seat)
        ann.until(lambda state: state["over"])
        self.assertIsNone(mine({room: []})[0]["turn"])
        self.assertNotIn(room, listed(), "it is over")
        self.assertEqual(self.server.post("/api/rooms/mine", {str(i): [] for i in range(201)})[0], 422)
        self.assertEqual(self.server.post("/api/rooms/mine", [1])[0], 400)


class Restarts(SharedServer):
    def test_a_damaged_save_is_listed_with_its_reason(self):
        _, headers, body = self.server.ask("POST", "/api/rooms", json.dumps({**YAHTZEE, "players": PEOPLE}))
        cookie = headers["Set-Cookie"].split(";")[0]
        made = json.loads(body)
        guest = self.guest(made["room"], [each["key"] for each in made["keys"]], cookie=cookie)
        for _ in range(2):
            guest.say({"do": "save"})
            while guest.hear()["type"] != "saved":
                pass
        newer, older = (save["id"] for save in self.server.get("/api/saves", Cookie=cookie)["saves"])
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.folder / "people.db")) as people, people:
            people.execute("UPDATE save SET record = 'no record' WHERE id = ?", (newer, ))
        self.server.start(self.server.port)
        damaged, whole = self.server.get("/api/saves", Cookie=cookie)["saves"]
        self.assertEqual((whole["id"], whole["game"], whole["problem"]), (older, "yahtzee", None))
        self.assertEqual((damaged["id"], damaged["game"], damaged["players"]), (newer, "", []))
        self.assertIn("hilltop record 1", damaged["problem"])
        status, answer = self.server.post("/api/rooms", {"save": newer}, Cookie=cookie)
        self.assertEqual((status, answer["error"]["text"]), (422, damaged["problem"]))
        self.assertEqual(self.server.ask("DELETE", f"/api/saves/{newer}", Cookie=cookie)[0], 204)
        self.assertEqual(len(self.server.get("/api/saves", Cookie=cookie)["saves"]), 1)

    def test_two_browsers_a_reload_and_a_killed_server(self):
        room, keys = self.server.begin(game="pazaak", players=PEOPLE, seed=1)
        ann = self.guest(room, keys.values())
        link = self.link(ann, 1)
        bob = self.guest(room, [link])
        ann.until(lambda state: not state["players"][1]["mine"])
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
            mover.do("answer", seat=state["pending"], text="end", position=state["position"])
            if step == 1:  # a reload
                bob.close()
                bob = guests[1] = self.guest(room, [link])
            if step == 3:  # a crash
                ann.until(lambda state: state["step"] == 4)
                before = {name: ann.state[name] for name in ("step", "pending", "moment", "scene")}
                self.server.restart(signal.SIGKILL)
                ann = guests[0] = self.guest(room, [keys[0]])
                bob = guests[1] = self.guest(room, [link])
                self.assertEqual({name: ann.state[name] for name in before}, before)

    def test_what_is_dealt_after_an_invitation_was_known_to_nobody(self):
        """Who begins a room has all its keys, and can take the record before others come."""
        def begun(**more):
            room, keys = self.server.begin(game="pazaak", players=PEOPLE, **more)
            return room, list(keys.values()), self.guest(room, keys.values())

        def record_of(room, keys):
            return self.server.ask("GET", f"/api/rooms/{room}/record",
                                   Authorization="Bearer " + ",".join(keys))

        def luck_of(body):
            return next(line for line in body.decode().splitlines() if line.startswith("luck "))

        def finished(room, keys):
            """Everybody stands till the end, when the record tells the luck to all."""
            guest = self.guest(room, keys)
            while (state := guest.mine_to_move())["moment"] != "over":
                guest.do("answer", seat=state["pending"], text="stand", position=state["position"])
            return state, luck_of(record_of(room, keys)[2])

        with self.subTest("before the first move the game is dealt anew"):
            room, keys, ann = begun()
            self.assertIsNone(ann.state["luck_key"], "the luck is told to nobody who need not know")
            known = luck_of(record_of(room, keys)[2])
            self.assertEqual(ann.until(lambda state: state["luck_known"])["luck_known"], "record")
            bob = self.guest(room, [self.link(ann, 1)])
            self.assertIsNone(bob.state["luck_known"])
            self.assertEqual(record_of(room, keys)[0], 403, "a key was replaced")
            while not (ann.state["over"] or bob.state["over"]):
                step = max(ann.state["step"], bob.state["step"])
                ann.until(lambda state: state["step"] >= step)
                bob.until(lambda state: state["step"] >= step)
                mover = (ann, bob)[ann.state["pending"]]
                mover.do("answer", seat=ann.state["pending"], text="stand", position=ann.state["position"])
            self.assertNotEqual(luck_of(record_of(room, [])[2]), known)
            # The next game has luck of its own, which this one's does not tell.
            before = luck_of(record_of(room, [])[2]).split()[1]
            ann.until(lambda state: state["over"])
            again = ann.do("again")
            self.assertIsNone(again["luck_key"])
            self.assertEqual(record_of(room, keys)[0], 403)
            bob.until(lambda state: state["step"] == 0)
            bob.say({"do": "leave", "seat": 1})
            ann.say({"do": "leave", "seat": 0})
            over = ann.until(lambda state: state["over"])
            self.assertNotEqual(over["luck_key"].split()[0], before)

        with self.subTest("in the middle of a game whose record was taken nobody is invited"):
            room, keys, ann = begun()
            ann.do("answer", seat=0, text="end", position=ann.state["position"])
            self.assertEqual(record_of(room, keys)[0], 200)
            refused = ann.do("invite", seat=1)
            while refused["type"] == "state":
                refused = ann.hear()
            self.assertIn("record", refused["text"])
            # Who comes with a key of the beginning is told.
            bob = self.guest(room, keys[1:])
            self.assertEqual(bob.state["luck_known"], "record")
            self.server.restart(signal.SIGKILL)
            self.assertEqual(self.guest(room, keys[1:]).state["luck_known"], "record")

        with self.subTest("once others are here, the keys of the beginning give no record"):
            room, keys, ann = begun()
            ann.do("answer", seat=0, text="end", position=ann.state["position"])
            self.guest(room, keys[1:])
            self.assertEqual(record_of(room, keys)[0], 403)
            ann.until(lambda state: not state["can"]["save"])
            self.assertIn("others play too", ann.do("save")["text"])
            self.server.restart(signal.SIGKILL)
            self.assertEqual(record_of(room, keys)[0], 403)

        with self.subTest("a game of a chosen luck says so to everybody"):
            game = {**YAHTZEE, "players": PEOPLE}
            for wish in ({**game, "seed": 7}, {"record": record_of(*begun()[:2])[2].decode()},
                         {**game, "files": {"dice": "1 2 3 4 5 " * 100}}):
                room, keys = self.server.begin(**wish)
                keys = list(keys.values())
                self.assertEqual(self.guest(room, keys[1:]).state["luck_known"], "choice", wish)
                self.assertEqual(self.guest(room, []).state["luck_known"], "choice", wish)
            room, keys = self.server.begin(game="gomoku", rules="koth", players=PEOPLE,
                                           files={"openings": "koth"})
            self.assertIsNone(self.guest(room, keys.values()).state["luck_known"])

    def link(self, guest, seat):
        """Returns the key of an invitation."""
        answer = guest.do("invite", seat=seat)
        while answer["type"] != "link":
            answer = guest.hear()
        return answer["key"]

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


class FullDisk(OwnServer):
    def setUp(self):
        # The signal of a file that may not grow is ignored, so that writing fails as on a full disk.
        with unittest.mock.patch("subprocess.Popen", functools.partial(subprocess.Popen, restore_signals=False)):
            super().setUp()

    def test_a_full_disk_takes_no_step_for_good(self):
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


class BotsThatPrepare(OwnServer):
    def setUp(self):
        with unittest.mock.patch.dict(os.environ, XDG_CACHE_HOME=str(scratch(self))):
            super().setUp()

    @staticmethod
    def against_champion(seats):
        people = [{"player": "human", "name": f"Ann {i}"} for i in range(seats - 1)]
        return {"game": "yahtzee", "rules": "koth", "players": people + [{"player": "champion"}]}

    def test_a_game_begins_while_its_bot_prepares(self):
        room, keys = self.server.begin(**self.against_champion(2))
        guest = self.guest(room, keys.values())
        self.assertEqual((guest.state["pending"], guest.state["preparing"]), (0, [1]))
        state = guest.do("confirm", seat=0, position=guest.state["position"])
        state = guest.do("answer", seat=0, text="ch", position=state["position"])
        state = guest.do("confirm", seat=0)
        self.assertEqual((state["thinking"], state["preparing"]), (1, [1]))
        # Nobody else waits, and the server ends at once.
        room, keys = self.server.begin(game="pazaak", players=[PEOPLE[0], {"player": "kid"}])
        other = self.guest(room, keys.values())
        state = other.mine_to_move()
        self.assertEqual(other.do("answer", seat=0, text="stand", position=state["position"])["type"], "state")
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


class Roster(SharedServer):
    @classmethod
    def options(cls, folder):
        cls.put(folder, "Pebble 2", (HOME / "examples/gomoku/python/bot.py").read_text())
        # Time for an overloaded machine.
        return "--bots", folder / "bots", "--limit", "move_ms=60000", "--limit", "start_ms=60000"

    @staticmethod
    def put(folder, name, program, arguments=""):
        """Adds a bot of Gomoku to those of a server's folder; returns its own."""
        bot = folder / "bots" / name
        put_folder(bot, {"meta": f"{name}\npython3\nbot.py{arguments}\n0\n",
                         "bot.toml": 'game = "gomoku"\n', "bot.py": program})
        return bot

    def test_a_game_against_a_bot_in_a_folder_survives_the_server(self):
        bots = [bot for bot in self.server.get("/api/games")["bots"] if bot["name"] == "Pebble 2"]
        self.assertEqual(bots, [{"player": "bot:Pebble%202", "name": "Pebble 2", "game": "gomoku"}])
        self.assertEqual(self.server.post("/api/rooms", {"game": "gomoku", "players": [
            PEOPLE[0], {"player": "bot:Nobody"}]})[0], 422)
        self.assertEqual(self.server.post("/api/rooms", {"game": "pazaak", "players": [
            PEOPLE[0], {"player": bots[0]["player"]}]})[0], 422)
        room, keys = self.server.begin(game="gomoku", rules="koth", switches={"move_ms": 60_000}, players=[
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
                message = guest.do("answer", seat=0, text=free.pop(), position=state["position"])
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
        # Its first stones show the limits that it gets as arguments.
        self.put(self.folder, "Told", "import sys\nfor line in sys.stdin:\n"
                 "    ms, nodes = map(int, sys.argv[1:3])\n"
                 "    print(f'({ms // 1000},{nodes}) (0,0) (8,8)', flush=True)\n", " {move_ms} {move_nodes}")
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
        bot = self.put(self.folder, "Slow", "import signal\nwhile True:\n    signal.pause()\n")
        room, keys = self.server.begin(game="gomoku", switches={"move_ms": 60_000},
                                       players=[PEOPLE[0], {"player": "bot:Slow"}])
        state = self.guest(room, keys.values()).do("answer", seat=0, text="7 7  8 8  7 9")
        self.assertEqual((state["step"], state["thinking"]), (1, 1))
        before = len(self.server.log())
        self.assertEqual(self.server.stop(), 0)
        self.assertIn("its game goes on at the next start", self.server.log()[before:])
        # The bot is asked again, as it is now.
        (bot / "bot.py").write_text(FIRST_FREE)
        self.server.start(self.server.port)
        self.assertGreater(self.guest(room, keys.values()).mine_to_move()["step"], 1)

    def test_nobody_waits_while_more_bots_think_than_people_have_threads(self):
        self.put(self.folder, "Sleeper", "import signal\nwhile True:\n    signal.pause()\n")
        guests = []
        for _ in range(20):
            room, keys = self.server.begin(game="gomoku", switches={"move_ms": 60_000, "start_ms": 60_000},
                                           players=[PEOPLE[0], {"player": "bot:Sleeper"}])
            guests.append(self.guest(room, keys.values()))
            guests[-1].do("answer", seat=0, text="7 7  8 8  7 9")
            guests[-1].until(lambda state: state["thinking"] == 1)
        self.assertEqual(self.server.get("/api/saves")["saves"], [])
        room, keys = self.server.begin(game="pazaak", players=[PEOPLE[0], {"player": "kid"}])
        other = self.guest(room, keys.values())
        state = other.mine_to_move()
        self.assertEqual(other.do("answer", seat=0, text="stand", position=state["position"])["type"], "state")
        for guest in guests:
            state = guest.do("rename", seat=0, name="Zoë")
            self.assertEqual((state["thinking"], state["step"]), (1, 1), "it thinks all the time")
        # And a move is taken back.
        self.assertEqual(guests[0].do("undo", seat=0)["pending"], 0)
        self.server.restart(signal.SIGKILL)

    def test_hosts_say_what_a_game_may_allow_bots(self):
        with Server(scratch(self), "--bots", self.folder / "bots", "--limit", "move_ms=700",
                    "--limit", "game_ms=9000") as server:
            players = [PEOPLE[0], {"player": "bot:Pebble%202"}]
            for name, most in (("move_ms", 700), ("start_ms", 10_000), ("game_ms", 9000)):
                wish = {"game": "gomoku", "players": players, "switches": {name: most + 1}}
                status, answer = server.post("/api/rooms", wish)
                self.assertEqual((status, str(most) in answer["error"]["text"]), (422, True), answer)
                server.begin(**wish | {"switches": {name: most}})
        for wrong in ("move_ms=0", "move_ms=x", "size=15", "move_ms"):
            done = hilltop("serve", "--port", 0, "--people", self.folder / "other.db", "--limit", wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)

    def test_a_bot_takes_the_seat_of_a_person(self):
        room, keys = self.server.begin(game="gomoku", switches={"move_ms": 60_000}, players=PEOPLE)
        guest = self.guest(room, keys.values())
        state = guest.do("replace", seat=1, player="bot:Pebble%202")
        self.assertFalse(state["players"][1]["person"])
        guest.do("answer", seat=0, text="7 7  8 8  7 9")
        self.assertGreater(guest.mine_to_move()["step"], 1)


if __name__ == "__main__":
    unittest.main()
