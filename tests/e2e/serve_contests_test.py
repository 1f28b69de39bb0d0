"""`hilltop serve`: contests that were played, and that are played meanwhile (docs/http.md)."""

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import time
import unittest

from program import (ENDLESS, GOMOKU, PAZAAK, PROGRAM, bot_folder, contest_file, house_bots, ran, report)
from served import OwnServer, SharedServer, free_first, put_folder, starter
from web import PATIENCE_S, Events


# Draws no card. In its second process, and every later one, it says at the third game that it is
# here, and waits until it may go on.
HELD = """
import os, sys
try:
    os.mkdir("BEGUN")
    gate = None
except FileExistsError:
    gate = "2"
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop":
        print("ready 1", flush=True)
    elif kind == "begin" and words[0] == gate:
        open("HERE", "w").close()
        open("GO").close()
    elif kind == "turn":
        print("move", words[0], "STAND", flush=True)
    elif kind == "bye":
        break
"""


class Page:
    """A page of a contest: the newest document, by what has changed."""

    def __init__(self, server, contest):
        self.server, self.contest = server, contest
        self.version, self.document = 0, None

    def look(self):
        answer = self.server.get(f"/api/contests/{self.contest}/changes?since={self.version}")
        self.version = answer["version"]
        if "document" in answer:
            self.document = answer["document"]
        for *path, value in answer.get("changes", []):
            whole = {"document": self.document}
            *way, last = ["document", *path]
            at = whole
            for key in way:
                at = at[key]
            if isinstance(at, list) and last == len(at):
                at.append(value)
            else:
                at[last] = value
            self.document = whole["document"]
        return self.document


def unpacked(document):
    """Returns the games won by each two of a page's bots, by name, and the ties."""
    lists, names = document["pairs"], [bot["bot"] for bot in document["bots"]]
    twos = [(a, b) for place, a in enumerate(names) for b in names[place + 1:]]
    return [won_of(a, b, won, games - won - tied, tied)
            for (a, b), games, won, tied in zip(twos, lists["games"], lists["a_won"], lists["tied"])]


def won_of(a, b, a_won, b_won, tied):
    return {a: a_won, b: b_won, "tied": tied}


class Stored(SharedServer):
    @classmethod
    def options(cls, folder):
        ran("run", "koth-pazaak", "--games", 20, "--store", folder / "results.db")
        return ()

    def test_a_contest_that_nobody_watched_has_a_race_too(self):
        contest = self.server.get("/api/contests/koth-pazaak")
        race = contest["race"]
        self.assertEqual(race["unit"], "won")
        # Six bots: five laps of three pairings.
        self.assertEqual([point["games"] for point in race["points"]], [60, 120, 180, 240, 300])
        self.assertEqual(dict(zip(race["bots"], race["points"][-1]["points"])),
                         {line["bot"]: line["won"] for line in contest["standings"]})
        for point in race["points"]:
            self.assertEqual(sum(point["points"]), point["games"])
        ran("report", "koth-pazaak", "--html", self.folder / "page", "--store", self.folder / "results.db")
        page = (self.folder / "page" / "index.html").read_text("utf-8")
        self.assertEqual(json.loads(re.search(r"id=data>(.*?)</script>", page)[1])["contest"]["race"], race)

    def test_a_game_is_shown_step_by_step(self):
        game = self.server.get("/api/contests/koth-pazaak/games/bold,kid:3?seat=0")
        replayed = json.loads(ran("replay", "bold,kid:3", "koth-pazaak", "--store",
                                  self.folder / "results.db", "--format", "json"))
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

    def test_luck_is_told_beside_the_results(self):
        self.assertTrue(self.server.get("/api/contests/koth-pazaak")["has_luck"])
        luck = self.server.get("/api/contests/koth-pazaak/luck")
        shown = report("show", "koth-pazaak", "--luck", "--store", self.folder / "results.db")
        self.assertEqual((luck["luck"], luck["luck_missing"]), (shown["luck"], []))
        self.assertEqual((luck["games"], luck["of_games"]), (300, 300))

    def test_what_a_bots_choices_cost(self):
        store = self.folder / "results.db"
        choices = self.server.get("/api/contests/koth-pazaak/bots/bold/choices")
        self.assertEqual((choices["bot"], choices["games"]), ("bold", 100))
        kinds = [kind["lost"][0] for kind in choices["kinds"]]
        self.assertEqual(kinds, sorted(kinds, reverse=True))
        self.assertAlmostEqual(sum(kinds), choices["lost"][0], 4)
        better = self.server.get("/api/contests/koth-pazaak/bots/kid/choices")
        self.assertLess(better["lost"][0], choices["lost"][0])
        against = report("analyse", "bold", "--contest", "koth-pazaak", "--against", "kid", "--store", store)
        self.assertLessEqual({kind["kind"] for kind in against["kinds"]}, {kind["kind"] for kind in choices["kinds"]})

    def test_luck_that_nobody_knows(self):
        contest = contest_file(self.folder, GOMOKU.format(rules="koth", games=2) + house_bots("random", "greedy"),
                               "stones.toml")
        ran("run", contest, "--store", self.folder / "results.db")
        self.assertFalse(self.server.get("/api/contests/stones")["has_luck"])
        for path in ("/api/contests/stones/luck", "/api/contests/stones/bots/random/choices",
                     "/api/contests/none/luck", "/api/contests/koth-pazaak/bots/none/choices"):
            self.assertEqual(self.server.ask("GET", path)[0], 404, path)

    def test_a_bots_page_has_its_versions_and_slowest_answers(self):
        store, bots = self.folder / "results.db", self.folder / "bots"
        for name in ("anvil", "bellows"):
            put_folder(bots / name, free_first(name))
        contest = contest_file(self.folder, GOMOKU.format(rules="koth", games=4), "forge.toml")
        for comment in ("first", "second"):
            with (bots / "anvil/bot.py").open("a") as file:
                file.write(f"# {comment}\n")
            ran("run", contest, "--bots", bots, "--store", store)
        page = self.server.get("/api/contests/forge/bots/anvil")
        newest, oldest = page["versions"]
        self.assertEqual([newest["plays"], oldest["plays"]], [True, False])
        self.assertEqual([newest["contests"], oldest["contests"]], [["forge"], []])
        self.assertEqual([newest["games"], oldest["games"]], [4, 4])
        shown = report("show", "forge", "--store", store)
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
            game = self.server.get(f"/api/contests/forge/games/{answer['game']}")
            step = game["steps"][answer["step"] + 1]
            self.assertEqual(game["players"][step["seat"]]["bot"], "anvil")
            self.assertEqual(step["ms"], answer["ms"])
        self.assertEqual(self.server.get("/api/contests/forge/bots/bellows")["versions"][0]["games"], 8)


class Stores(OwnServer):
    @contextlib.contextmanager
    def held_run(self):
        """Plays the contest `pairs` up to a game in which a bot waits; gives the run, and what lets the
        bot go on."""
        here, go = self.folder / "here", self.folder / "go"
        for fifo in (here, go):
            os.mkfifo(fifo)
        script = HELD.replace("BEGUN", str(self.folder / "begun")).replace("HERE", str(here)).replace("GO", str(go))
        held = bot_folder(self.folder, "Held", script, interpreter="python3")
        (held / "bot.toml").write_text('game = "pazaak"\nstate = "pairing"\n')
        text = PAZAAK.format(games=4).replace("60000", "86400000") + house_bots("kid", "bold")
        contest = contest_file(self.folder, f'{text}[[bot]]\nfolder = "{held}"\n', "pairs.toml")
        gate = os.open(here, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, gate)
        with subprocess.Popen([PROGRAM, "run", contest, "--jobs", "1", "--sandbox", "off", "--store",
                               self.folder / "results.db", "--out", "/dev/null"]) as run:
            try:
                self.assertTrue(select.select([gate], [], [], PATIENCE_S)[0])
                yield run, lambda: open(go, "w").close()
            finally:
                run.kill()

    def test_a_contest_that_another_process_plays_is_followed_live(self):
        for _ in range(2):
            self.assertEqual(self.server.get("/api/contests")["contests"], [])
            (self.folder / "results.db").touch()
        with self.held_run() as (run, go_on):
            stream = Events(self.server, "/api/contests/pairs/live")
            self.addCleanup(stream.close)
            page = Page(self.server, "pairs")
            state = page.look()
            while not state["live"]["games_done"]:
                stream.next()
                state = page.look()
            self.assertFalse(state["complete"])
            go_on()
            while not state["complete"]:
                self.assertGreaterEqual(stream.next()["version"], page.version)
                state = page.look()
            self.assertEqual(run.wait(PATIENCE_S), 0)
        shown = report("show", "pairs", "--store", self.folder / "results.db")
        whole = self.server.get("/api/contests/pairs")
        for name in ("digest", "standings", "pairs", "ratings", "faults"):
            self.assertEqual(whole[name], shown[name], name)
        fresh = Page(self.server, "pairs")
        self.assertEqual(fresh.look(), state, "all changes together make the newest document")
        self.assertCountEqual(unpacked(state), [won_of(*(pair[key] for key in ("a", "b", "a_won", "b_won", "tied")))
                                                for pair in shown["pairs"]])
        for name in ("digest", "standings", "ratings", "faults"):
            self.assertEqual(state[name], shown[name], name)
        # Versions that the server does not know get the whole.
        for since in (1, page.version - 1, page.version + 1):
            answer = self.server.get(f"/api/contests/pairs/changes?since={since}")
            self.assertEqual(answer["version"], page.version)
            self.assertTrue("document" in answer or since == page.version - 1)
        self.assertEqual(self.server.ask("GET", "/api/contests/pairs/changes?since=x")[0], 400)
        self.assertEqual(state["live"], {"games_done": 12, "games": 12, "running": False, "seconds_left": None})
        listed = self.server.get("/api/contests")["contests"]
        self.assertEqual([each["name"] for each in listed], ["pairs"])
        self.assertEqual(self.server.get("/api/contests/pairs")["digest"], shown["digest"])

    def test_a_contest_that_is_not_stored_has_no_stream(self):
        for name in ("none", "x" * 1900):
            status, _, body = self.server.ask("GET", f"/api/contests/{name}/live")
            self.assertEqual(status, 404)
            self.assertIn("there is no store", json.loads(body)["error"]["text"])

    def test_an_interrupted_contest_counts_the_games_that_are_missing(self):
        with self.held_run() as (run, _):
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(PATIENCE_S), 130)
        # An hour ahead counts as a moment ago, however slow the machine is.
        for running, written in ((True, time.time() + 3600), (False, time.time() - 3600)):
            self.server.stop()
            for file in self.folder.glob("results.db*"):
                os.utime(file, (written, written))
            self.server.start()
            contest = self.server.get("/api/contests/pairs")
            live = contest["live"]
            self.assertFalse(contest["complete"])
            self.assertEqual(live["games"], 12)
            self.assertIn(live["games_done"], range(1, 12))
            self.assertEqual(2 * live["games_done"], sum(row["games"] for row in contest["standings"]))
            self.assertEqual((live["running"], live["seconds_left"]), (running, None))

    def interrupt_run(self, name, *arguments):
        """Plays a contest until the server shows a pairing of it, and interrupts that."""
        with subprocess.Popen([PROGRAM, "run", *arguments, "--jobs", "1", "--store", self.folder / "results.db",
                               "--out", "/dev/null"], stderr=subprocess.DEVNULL) as run:
            self.addCleanup(run.kill)
            begun = []
            while not begun:
                status, _, body = self.server.ask("GET", f"/api/contests/{name}")
                begun = json.loads(body)["pairs"] if status == 200 else []
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(PATIENCE_S), 130)

    def test_games_of_a_pairing_that_is_not_complete_can_be_seen(self):
        self.interrupt_run("koth-pazaak", "koth-pazaak", "--games", str(ENDLESS))
        pairs = self.server.get("/api/contests/koth-pazaak")["pairs"]
        self.assertTrue([pair for pair in pairs if pair["games"] < ENDLESS])
        for pair in pairs:
            game = self.server.get(f"/api/contests/koth-pazaak/games/{pair['a']},{pair['b']}:1")
            self.assertEqual(game["number"], 1)

    def test_games_of_bots_in_folders_can_be_seen_while_their_pairing_is_played(self):
        for name in ("anvil", "bellows"):
            put_folder(self.folder / "bots" / name, starter(name))
        contest = contest_file(self.folder, PAZAAK.format(games=ENDLESS), "pairs.toml")
        self.interrupt_run("pairs", contest, "--bots", self.folder / "bots")
        pair, = self.server.get("/api/contests/pairs")["pairs"]
        self.assertLess(pair["games"], ENDLESS)
        for number in (1, pair["games"]):
            game = self.server.get(f"/api/contests/pairs/games/anvil-bellows:{number}")
            self.assertEqual((game["number"], game["games"]), (number, pair["games"]))
        self.assertEqual(self.server.ask("GET", f"/api/contests/pairs/games/anvil-bellows:{pair['games'] + 1}")[0], 404)

    def test_upsets_of_the_day_are_those_of_its_pairings(self):
        ran("run", "koth-pazaak", "--games", 20, "--seed", 1, "--store", self.folder / "results.db")
        for _ in range(2):
            contest = self.server.get("/api/contests/koth-pazaak")
            strength = {rating["bot"]: rating["elo"] for rating in contest["ratings"]}
            upsets = []
            for pair in contest["pairs"]:
                won, lost = sorted("ab", key=lambda side: -pair[f"{side}_won"])
                by = strength[pair[lost]] - strength[pair[won]]
                if pair["a_won"] != pair["b_won"] and by > 0:
                    upsets.append((pair[won], pair[lost], pair[f"{won}_won"]))
            self.assertTrue(upsets)
            told = [(upset["winner"], upset["loser"], upset["won"]) for upset in contest["upsets"]]
            self.assertLessEqual(set(told), set(upsets))
            self.assertEqual(len(told), min(len(upsets), 5))
            gaps = [upset["by"] for upset in contest["upsets"]]
            self.assertEqual(gaps, sorted(gaps, reverse=True))
            self.server.stop()
            self.server.start()

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


if __name__ == "__main__":
    unittest.main()
