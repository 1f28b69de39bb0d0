"""Looking back at finished games of people: what the server says of them, and to whom."""

import json
import unittest

from program import hilltop, scratch
from web import Guest, Server

TWO = [{"player": "human", "name": "Ann"}, {"player": "pace"}]


class Review(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.server = Server(self.folder)
        self.server.start()
        self.addCleanup(self.server.stop)

    def refused(self, room, status, method="GET", path="/api/rooms/{}/review", wish=None):
        body = None if wish is None else json.dumps(wish)
        answered, _, text = self.server.ask(method, path.format(room), body)
        self.assertEqual(answered, status, text)
        return json.loads(text)["error"]["text"]

    def pig(self):
        """Plays Pig to 10 points to its end; returns the room."""
        room, keys = self.server.begin(game="pig", seed=3, switches={"target": 10}, players=TWO)
        self.play_to_its_end(room, keys)
        return room

    def play_to_its_end(self, room, keys):
        guest = Guest(self.server, room, keys.values())
        self.addCleanup(guest.socket.close)
        while (state := guest.mine_to_move())["moment"] != "over":
            self.assertFalse(state["can"]["review"])
            self.refused(room, 403)  # it would say what the dice bring
            self.refused(room, 403, "POST", "/api/rooms", {"room": room, "step": 0})
            text = "hold" if state["asks"].startswith("hold and win") else "roll"
            guest.do("answer", seat=0, text=text, position=state["position"])
        self.assertTrue(state["can"]["review"])

    def record(self, room):
        return self.server.ask("GET", f"/api/rooms/{room}/record")[2].decode()

    def test_it_equals_the_analysis_of_the_terminal_and_comes_after_the_end(self):
        room = self.pig()
        review = self.server.get(f"/api/rooms/{room}/review")  # its shape is checked there
        save = self.folder / "pig.save"
        save.write_text(self.record(room))
        told = json.loads(hilltop("analyse", save, "--format", "json").stdout)
        decisions = [one for one in told["steps"] if one["done"] is not None]
        self.assertEqual([one["lost"] for one in decisions],
                         [step["decision"]["lost"] for step in review["steps"][1:]])
        self.assertEqual([one["win"] for one in decisions],
                         [step["win"] for step in review["steps"][1:]])
        self.assertGreater(len(review["steps"]), 3)
        for seat, player in enumerate(review["players"]):
            of_player = next(one for one in told["players"] if one["player"] == player["name"])
            self.assertAlmostEqual(player["luck"]["win"], of_player["luck_win"], 5)
            self.assertAlmostEqual(player["lost"]["win"], of_player["lost_win"] or 0, 5)
            gave = sum(step["luck"][seat].get("win", 0) for step in review["steps"])
            self.assertAlmostEqual(gave, player["luck"]["win"], 4)
        self.assertEqual(review, self.server.get(f"/api/rooms/{room}/review"))

    def test_a_game_goes_on_from_any_of_its_positions(self):
        room = self.pig()
        steps = [line for line in self.record(room).splitlines() if line.startswith("move ")]
        again, keys = self.server.begin(room=room, step=1)
        self.assertNotEqual(again, room)
        self.assertEqual(list(keys), [0])
        guest = Guest(self.server, again, keys.values())
        self.addCleanup(guest.socket.close)
        self.assertGreaterEqual(guest.mine_to_move()["step"], 1)
        self.assertFalse(guest.state["over"])
        self.play_to_its_end(again, keys)
        self.assertEqual([line for line in self.record(again).splitlines()
                          if line.startswith("move ")], steps)  # the same dice
        for step in (-1, len(steps), 10**9, "1", None, True):
            self.refused(room, 422, "POST", "/api/rooms", {"room": room, "step": step})
        self.refused("nothing", 404, "POST", "/api/rooms", {"room": "nothing", "step": 0})

    def test_what_is_not_analysed_says_so(self):
        self.refused("nothing", 404)
        ended = ("hilltop record 1\ngame tictactoe\nrules classic\nluck 0000000000005eed 0\nseat human Ann\nseat human Bob\n"
                 "move 0 1\nmove 1 2\nmove 0 4\nmove 1 5\nmove 0 7\npoints 1 0\n")
        room, keys = self.server.begin(record=ended)
        guest = Guest(self.server, room, keys.values())
        self.addCleanup(guest.socket.close)
        self.assertFalse(guest.state["can"]["review"])
        self.assertEqual(self.refused(room, 422), "games of this kind are not reviewed")

    def test_many_requests_for_one_review_are_all_answered(self):
        room = self.pig()
        connections = [self.server.connect() for _ in range(40)]
        for connection in connections:
            self.addCleanup(connection.close)
            connection.sendall((f"GET /api/rooms/{room}/review HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                                "Connection: close\r\n\r\n").encode())
        for connection in connections:
            self.assertEqual(connection.makefile("rb").readline(), b"HTTP/1.1 200 OK\r\n")


if __name__ == "__main__":
    unittest.main()
