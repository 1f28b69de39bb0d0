"""`hilltop verify` recomputes instead of trusting: edits of a store are detected."""

import hashlib
import json
import sqlite3
import unittest

import program
from program import PAZAAK, bot_folder, contest_file, house_bots, scratch, threshold_bot

# An edit of the tables, and a word of the resulting message.
EDITS = [
    ("UPDATE line SET won = 40 - won WHERE block = (SELECT min(id) FROM block)", "written"),
    ("UPDATE line SET sum = sum + 1 WHERE place = 0", "written"),
    ("UPDATE contest SET seed = '6'", "damaged"),
    ("UPDATE contest SET file = replace(file, 'illegal', '#illegal')", "damaged"),
    ("UPDATE contest SET games = 20", "damaged"),
    ("UPDATE bot SET name = CASE name WHEN 'kid' THEN 'bold' WHEN 'bold' THEN 'kid' ELSE name END "
     "WHERE 0; UPDATE bot SET name = 'x' WHERE name = 'kid'; UPDATE bot SET name = 'kid' WHERE "
     "name = 'bold'; UPDATE bot SET name = 'bold' WHERE name = 'x'", "damaged"),
    ("DELETE FROM entrant WHERE place = 0", "damaged"),
    ("DELETE FROM fixture WHERE id = 2", "5 of 6 pairings, 1 missing"),
    ("DELETE FROM block WHERE id = (SELECT max(id) FROM block)", "5 of 6 pairings, 1 missing"),
    ("INSERT INTO fault VALUES ((SELECT max(id) FROM block), 9, 0, 3, 'crashed', 'invented', 0, '', '', '', "
     "NULL, 0)",
     "written"),
    ("UPDATE block SET layers = 1 WHERE layers IS NOT NULL", "written"),
    ("UPDATE block SET results = substr(results, 2) WHERE results IS NOT NULL", "written"),
    ("UPDATE game_record SET text = replace(text, ' END', ' STAND')", "a-bold:1: "),
    ("DELETE FROM game_record WHERE game = 7", "a-bold:8 has no record"),
    ("UPDATE game_record SET game = game + 1000", "a-bold:1 has no record"),
]


class Hash:
    """A running BLAKE2b-256, as in src/core/digest.hpp."""

    def __init__(self):
        self.hash = hashlib.blake2b(digest_size=32)

    def number(self, number):
        self.hash.update((number & (1 << 64) - 1).to_bytes(8, "little"))

    def text(self, text):
        text = text.encode() if isinstance(text, str) else text
        self.number(len(text))
        self.hash.update(text)


def reseal(database, block):
    """Seals a block of two house bots again, as in src/store/seal.cpp: a forger's tool."""
    fixture, first, games, layers, digest, results = database.execute(
        "SELECT fixture, first_game, games, layers, digest, results FROM block WHERE id = ?",
        (block,)).fetchone()
    seal = Hash()
    seal.text("hilltop block")
    seal.hash.update(database.execute("SELECT key FROM fixture WHERE id = ?",
                                      (fixture,)).fetchone()[0])
    seal.number(first)
    seal.number(games)
    lines = database.execute("SELECT games, won, tied, faults, sum, best FROM line WHERE block = ? "
                             "ORDER BY place", (block,)).fetchall()
    seal.number(len(lines))
    for line in lines:
        for number in line[:5]:
            seal.number(number)
        seal.number(line[5] is not None)
        seal.number(line[5] or 0)
    notes = database.execute("SELECT place, game, kind, detail FROM fault WHERE block = ? AND NOT "
                             "disqualifies ORDER BY number", (block,)).fetchall()
    seal.number(len(notes))
    for place, game, kind, detail in notes:
        seal.number(place)
        seal.number(game)
        seal.text(kind)
        seal.text(detail)
    seal.number(0)
    seal.number(layers is not None)
    seal.number(layers or 0)
    seal.text(digest.hex())
    seal.text(results or b"")
    database.execute("UPDATE block SET seal = ? WHERE id = ?", (seal.hash.digest(), block))


class Verify(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.file = self.folder / "results.db"
        bot = bot_folder(self.folder / "bots", "a", threshold_bot(20), interpreter="python3")
        (bot / "bot.toml").write_text('state = "none"\n')
        text = PAZAAK.format(games=40) + house_bots("kid", "bold", "nestor")
        self.contest = contest_file(self.folder, text + f'[[bot]]\nfolder = "{bot}"\n', "c.toml")
        self.first = json.loads(self.command("run", self.contest, "--format", "json").stdout)

    def command(self, name, *arguments):
        return program.hilltop(name, *arguments, "--store", self.file)

    def edit(self, script):
        with sqlite3.connect(self.file) as database:
            database.executescript("PRAGMA foreign_keys = ON; " + script)

    def test_an_intact_store_is_found_intact(self):
        done = self.command("verify", "--digest", self.first["digest"])
        self.assertEqual((done.returncode, program.complaints(done.stderr)), (0, ""))
        self.assertIn("6 pairings with 240 games (3 played again, 3 replayed), 0 that differ",
                      done.stdout)

    def test_the_digest_that_was_published(self):
        other = self.command("verify", "--digest", "0" * 64)
        self.assertEqual(other.returncode, 1)
        self.assertIn(f"the digest is {self.first['digest']}, not 000", other.stdout)
        wrong = self.command("verify", "--digest", self.first["digest"][:8])
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("64 digits", wrong.stderr)

    def test_every_edit_is_found(self):
        sound = self.file.read_bytes()
        for script, said in EDITS:
            with self.subTest(script):
                self.file.write_bytes(sound)
                self.edit(script)
                done = self.command("verify")
                self.assertIn(done.returncode, (1, 2))
                self.assertIn(said, done.stdout + done.stderr)
                if said == "written":  # it shows no ranking of untrusted rows
                    for arguments in (("show",), ("report", "--csv", self.folder / "tables")):
                        told = self.command(*arguments)
                        self.assertEqual((told.returncode, told.stdout), (1, ""))
                        self.assertIn("plays the damaged games again", told.stderr)
                if said != "damaged" or "contest" in script or "entrant" in script:
                    again = self.command("run", self.contest, "--format", "json")
                    self.assertEqual(again.returncode, 0, again.stderr)
                    self.assertEqual(json.loads(again.stdout)["digest"], self.first["digest"])

    def test_a_forged_seal_is_found_by_replaying(self):
        sound = self.file.read_bytes()
        for change, figure in (
                ("won = won + 1, tied = 0", "games won"), ("sum = sum + 1", "hands"),
                ("tied = tied + 1, won = won - 1", "games"), ("faults = faults", "digest")):
            self.file.write_bytes(sound)
            with sqlite3.connect(self.file) as database:
                (block,) = database.execute("SELECT id FROM block WHERE results IS NULL").fetchone()
                reseal(database, block)
            self.assertEqual(self.command("verify").returncode, 0)  # the tool seals like the program
            with sqlite3.connect(self.file) as database:
                database.execute(f"UPDATE line SET {change} WHERE place = 0 AND block = ?", (block,))
                if figure == "digest":
                    database.execute("UPDATE block SET digest = zeroblob(32) WHERE id = ?", (block,))
                reseal(database, block)
            done = self.command("verify")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stdout, rf"{figure}.* in the store, .* when played again")
            self.assertIn(" 1 that differ", done.stdout)

    def test_a_block_without_lines_ends_nothing(self):
        self.edit("DELETE FROM line WHERE block = (SELECT max(id) FROM block)")
        other = self.folder / "other.db"
        for arguments in (("show",), ("verify",), ("report", "--csv", self.folder / "t"),
                          ("merge", other)):
            if arguments[0] == "merge":
                done = program.hilltop("merge", self.file, "--store", other)
            else:
                done = self.command(*arguments)
                self.assertEqual(done.returncode, 1)
            self.assertIn(done.returncode, (0, 1))
            self.assertIn("damaged" if arguments[0] == "merge" else "tallies",
                          done.stdout + done.stderr)

    def test_a_trigger_does_not_run(self):
        self.edit("CREATE TRIGGER sly AFTER UPDATE ON contest BEGIN DELETE FROM block; END")
        before = self.file.read_bytes()
        for name, *arguments in (("run", self.contest), ("show",), ("verify",)):
            done = self.command(name, *arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn("trigger 'sly'", done.stderr)
        self.assertEqual(self.file.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
