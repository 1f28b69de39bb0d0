"""What the program prints as JSON, against the schemas in docs/schema/, none of which allows a key
that it does not describe."""

import functools
import json
import os
import re
import subprocess
import time
import unittest
import unittest.mock

import program
from postgresql_server import PostgresqlServer
from program import (EXAMPLES, HOME, PATIENT, PAZAAK, bot_folder, contest_file, house_bots, scratch,
                     threshold_bot)

try:
    import jsonschema
    import openapi
except ImportError:  # a machine without python3-jsonschema
    jsonschema = None

SCHEMAS = HOME / "docs" / "schema"
ALL = sorted(SCHEMAS.glob("*.json"))
VERSIONS = {"compare": 2}  # of schemas that are not in their first
GAME = """[contest]
game = "{game}"
[format]
kind = "{kind}"
{rounds}[ranking]
by = "{by}"
"""
FEW_CARDS = {"pazaak": "side_cards=2"}  # its game is then solved at once
# Answers nonsense once it has a card.
RUDE = """
import sys
for line in sys.stdin:
    kind, *words = line.split()
    if kind == "hilltop": print("ready 1", flush=True)
    elif kind == "turn": print("tea", words[0], flush=True)
"""

# Plays a side card that it does not have.
CHEAT = RUDE.replace('"tea", words[0]', '"move", words[0], "PLAY 9"')


@functools.cache
def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator(schema)


def objects_in(schema):
    """Returns all parts of a schema that describe an object."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = schema.values()
    elif not isinstance(schema, list):
        return
    for part in schema:
        yield from objects_in(part)


@unittest.skipUnless(jsonschema, "there is no python3-jsonschema")
class Schema(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.store = self.folder / "results.db"

    def assertValid(self, name, text):
        document = json.loads(text)
        self.assertEqual(next(iter(document)), "schema")
        self.assertEqual(document["schema"], f"hilltop/{name}/{VERSIONS.get(name, 1)}")
        validator(name).validate(document)
        return document

    def printed(self, *arguments, ends=(0, )):
        done = program.hilltop(*arguments)
        self.assertIn(done.returncode, ends, done.stderr)
        return done.stdout

    @staticmethod
    def games():
        return sorted({row["game"] for row in program.listed("games")})

    @staticmethod
    def bots(game):
        """Returns the first two house bots of a game; those that solve it come last."""
        return [row["bot"] for row in program.listed("bots") if row["game"] == game][:2]

    def contests(self):
        """Contests of every kind of format, unit and fault."""
        rude = bot_folder(self.folder, "Rude", RUDE, interpreter="python3")
        rude_bot = f'[[bot]]\nfolder = "{rude}"\n'
        yield from sorted((HOME / "examples/contests").glob("*.toml"))  # of each format: catalog_test.py
        amounts_count = set()
        for game in self.games():
            for by in ["points", "unit"]:
                file = contest_file(self.folder, GAME.format(game=game, kind="round-robin", rounds="", by=by) +
                                    house_bots(*self.bots(game)), f"{game}-{by}.toml")
                if by == "unit":
                    if program.hilltop("run", file, "--games", "4").returncode != 0:
                        continue
                    amounts_count.add(game)
                yield file
        self.assertIn("yahtzee", amounts_count)
        yield contest_file(self.folder, PAZAAK.format(games=4) + house_bots("kid") + rude_bot, "rude.toml")
        yield contest_file(self.folder, '[contest]\nname = "out"\ngame = "pazaak"\n[format]\nkind = '
                           '"round-robin"\ngames = 4\n[faults]\nbroken = "disqualify"\n'
                           + house_bots("kid", "bold") + rude_bot, "out.toml")

    def test_schemas_are_strict(self):
        self.assertGreater(len(ALL), 9)
        for file in ALL:
            schema = json.loads(file.read_text("utf-8"))
            jsonschema.Draft202012Validator.check_schema(schema)
            # Absolute, because python3-jsonschema of Debian 12 finds no part of a relative one.
            self.assertEqual(schema["$id"],
                             f"urn:hilltop:{file.stem}:{VERSIONS.get(file.stem, 1)}")
            for part in objects_in(schema):
                self.assertIn("additionalProperties", part, f"{file.name}: {part}")

    def test_a_key_that_no_schema_has(self):
        document = json.loads(self.printed("play", "pig", "hold-20", "hold-20", "--format",
                                           "json"))
        validator("play").validate(document)
        document["games"][0]["seats"][0]["colour"] = "red"
        with self.assertRaises(jsonschema.ValidationError):
            validator("play").validate(document)

    def test_scenes_of_recorded_games(self):
        for schema in sorted(SCHEMAS.glob("scene-*.json")):
            game = schema.stem.removeprefix("scene-")
            kept = json.loads(
                (HOME / "src/games" / game / "golden/scenes.json").read_text("utf-8"))
            for name, shown in kept.items():
                with self.subTest(game=game, scene=name):
                    validator(schema.stem).validate(shown)

    def test_samples_of_the_pages(self):
        for sample in sorted((HOME / "src/server/page/samples").glob("*.json")):
            with self.subTest(sample.stem):
                shape = "Contest" if sample.stem.startswith("contest_") else sample.stem.capitalize()
                openapi.check_shape(shape, json.loads(sample.read_text("utf-8")))

    def test_every_event_has_its_schema(self):
        for schema in sorted(SCHEMAS.glob("scene-*.json")):
            game = schema.stem.removeprefix("scene-")
            events = json.loads(schema.read_text("utf-8"))["properties"]["events"]["items"]["oneOf"]
            source = (HOME / "src/games" / game / "scene.cpp").read_text("utf-8")
            self.assertEqual({event["properties"]["key"]["const"] for event in events},
                             set(re.findall(rf'"({game}\.\w+)"', source)))

    def test_contests(self):
        for contest in self.contests():
            with self.subTest(contest.stem):
                log = self.folder / f"{contest.stem}.jsonl"
                ranking = self.printed("run", contest, "--games", "4", "--format", "json", "--store",
                                       self.store, "--log", log)
                self.assertValid("ranking", ranking)
                self.assertValid("show", self.printed("show", "--format", "json", "--store",
                                                      self.store))
                self.assertValid("runs", self.printed("show", "--list", "--format", "json", "--store", self.store))
                self.assertValid("since", self.printed("show", "--since", f"{contest.stem}@1", "--format", "json",
                                                       "--store", self.store))
                everything, games, samples, page = (self.folder / name for name in
                                                    ("all.json", "games.jsonl", "samples.jsonl", "page"))
                self.printed("report", "--json", everything, "--games", games, "--moves",
                             "--samples", samples, "--html", page, "--store", self.store)
                data = re.search('id=data>(.*?)</script>', (page / "index.html").read_text("utf-8"), re.DOTALL)
                openapi.check_shape("ReportPage", json.loads(data[1]))
                for line in samples.read_text("utf-8").splitlines():
                    self.assertValid("sample", line)
                self.assertValid("report", everything.read_text("utf-8"))
                lines = games.read_text("utf-8").splitlines()
                self.assertGreater(len(lines), 0)
                for line in lines:
                    first = self.assertValid("game", line)
                self.assertValid("replay", self.printed("replay", first["game"], "--format", "json",
                                                        "--store", self.store))
                events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
                self.assertEqual(next(iter(events[0].items())), ("schema", "hilltop/log/1"))
                for event in events:
                    validator("log").validate(event)

    def test_games_of_every_kind(self):
        for game in self.games():
            with self.subTest(game):
                self.assertValid("play", self.printed("play", game, *self.bots(game), "--format", "json"))

    def test_commands_about_bots(self):
        rude = bot_folder(self.folder, "Rude", RUDE, interpreter="python3")
        (rude / "bot.toml").write_text('game = "pazaak"\n')
        self.assertValid("check", self.printed("check", rude, "--games", "4", "--format", "json",
                                               ends=(1, )))
        cheat = bot_folder(self.folder, "Cheat", CHEAT, interpreter="python3")
        (cheat / "bot.toml").write_text('game = "pazaak"\n')
        cheated = self.assertValid("check", self.printed("check", cheat, "--games", "4", "--format",
                                                         "json", *PATIENT, ends=(1, )))
        self.assertIn("substitute", [each["cost"] for each in cheated["contests"]])
        self.assertValid("check", self.printed("check", EXAMPLES / "python", "--games", "4",
                                               "--format", "json", *PATIENT))
        view = "player 1 wins 0,0 hand 7,9 theirs 9 side 1,2,3,4 their_side 4 action none played no"
        plain = bot_folder(self.folder, "Plain", threshold_bot(17), interpreter="python3")
        (plain / "bot.toml").write_text('game = "pazaak"\n')
        for bot, ends in [(rude, 1), (plain, 0)]:
            self.assertValid("ask", self.printed("ask", bot, view, "--format", "json",
                                                 ends=(ends, )))
        self.assertValid("compare", self.printed("compare", "pazaak", "kid", "bold", "--max-games",
                                                 "64", "--format", "json"))
        self.assertValid("compare", self.printed("compare", "pazaak", "kid", "kid", "--max-games",
                                                 "4", "--format", "json"))

        for game, bots in [("pazaak", ("kid", "bold")), ("yahtzee", ("optimal", "greedy"))]:
            self.assertValid("compare", self.printed("compare", game, *bots, "--luck", "--max-games", "64",
                                                     *(("--set", FEW_CARDS[game]) if game in FEW_CARDS else ()),
                                                     "--format", "json"))

    def test_analyse(self):
        for game, bots in [("pazaak", ("bold", "kid")), ("yahtzee", ("dummy", "optimal"))]:
            file = contest_file(self.folder, GAME.format(game=game, kind="round-robin", rounds="games = 4\n",
                                                         by="points") +
                                f"[switches]\n{FEW_CARDS.get(game, '')}\n" + house_bots(*bots), f"{game}.toml")
            self.printed("run", file, "--store", self.store)
            for what in (f"{bots[0]}-{bots[1]}:2", "-".join(bots), bots[0]):
                self.assertValid("analyse", self.printed("analyse", what, "--store", self.store,
                                                         "--format", "json"))

    def test_tune(self):
        file = self.folder / "pace.toml"
        file.write_text('[contest]\ngame = "pig"\n[tune]\nbot = "pace"\niterations = 3\ngames = 2\n'
                        '[parameters.race]\n')
        self.assertValid("tune", self.printed("tune", file, "--format", "json"))

    def test_shard(self):
        program.hilltop("shard", "plan", "koth-pazaak", self.folder / "run", "--games", 20)
        self.assertValid("shard", self.printed("shard", "run", self.folder / "run", 1, "--format", "json"))

    def test_slurm(self):
        with unittest.mock.patch.dict("os.environ", {"SLURM_CONF": "/dev/null"}):
            submitted = program.hilltop("slurm", "submit", "koth-pazaak", self.folder / "run", "--games", 20)
            self.assertEqual(submitted.returncode, 1, submitted.stderr)
            told = self.printed("slurm", "status", self.folder / "run", "--format", "json", ends=(3, ))
        self.assertValid("slurm", told)
        self.assertFalse(json.loads(told)["queue_known"])

    def test_worker(self):
        with PostgresqlServer() as server:
            words = ["run", "koth-pazaak", "--games", "20", "--workers", server.url()]
            with subprocess.Popen([program.PROGRAM, *words], stdout=subprocess.DEVNULL,
                                  env={**os.environ, "HILLTOP_STORE": "none"}) as running:
                self.addCleanup(running.kill)
                while server.run_sql("SELECT to_regclass('hilltop_queue_1.bot')") == [[""]]:
                    time.sleep(0.05)
                lines = self.printed("worker", server.url(), "--until-idle", "--format", "json").splitlines()
        for line in lines:
            self.assertValid("worker", line)
        self.assertEqual([json.loads(line)["event"] for line in lines[:2]], ["joined", "played"])

    def test_doctor(self):
        self.assertValid("doctor", self.printed("doctor", "--format", "json"))

    def test_solutions(self):
        for question in [["yahtzee"], ["yahtzee", "--dice", "1,3,3,5,6"], ["yahtzee", "--card", "aces=3"],
                         ["pazaak", "--set", "side_cards=1"], ["pig"], ["pig", "--turn", "27"],
                         ["gomoku", "--position", "f6a1g6c10h6m4"],
                         ["gomoku", "--position", "h8", "--nodes", "1000"]]:
            self.assertValid("solve", self.printed("solve", *question, "--format", "json"))


if __name__ == "__main__":
    unittest.main()
