"""`hilltop verify` recomputes instead of trusting: edits of a store are detected."""

import json
import sqlite3
import unittest

import forger
import program
from program import EXAMPLES, GOMOKU, PAZAAK, bot_folder, contest_file, house_bots, scratch, threshold_bot

# An edit of the tables, and a word of the resulting message.
EDITS = [
    ("UPDATE line SET won = 40 - won WHERE block = (SELECT min(id) FROM block)", "what Hilltop stored"),
    ("UPDATE line SET sum = sum + 1 WHERE place = 0", "what Hilltop stored"),
    ("UPDATE contest SET seed = '6'", "damaged"),
    ("UPDATE contest SET file = replace(file, 'illegal', '#illegal')", "damaged"),
    ("UPDATE contest SET games = 20", "damaged"),
    ("UPDATE bot SET name = CASE name WHEN 'kid' THEN 'bold' WHEN 'bold' THEN 'kid' ELSE name END "
     "WHERE 0; UPDATE bot SET name = 'x' WHERE name = 'kid'; UPDATE bot SET name = 'kid' WHERE "
     "name = 'bold'; UPDATE bot SET name = 'bold' WHERE name = 'x'", "damaged"),
    ("DELETE FROM entrant WHERE place = 0", "damaged"),
    ("UPDATE bot SET title = 'The Kid' WHERE name = 'bold'", "damaged"),
    ("UPDATE bot SET author = 'Bob' WHERE name = 'a'", "damaged"),
    ("UPDATE sitter SET place = place + 7; UPDATE sitter SET place = 8 - place", "what Hilltop stored"),
    ("DELETE FROM fixture WHERE id = 2", "5 of 6 pairings, 1 missing"),
    ("DELETE FROM block WHERE id = (SELECT max(id) FROM block)", "5 of 6 pairings, 1 missing"),
    ("INSERT INTO fault VALUES ((SELECT max(id) FROM block), 9, 0, 3, 'crashed', 'invented', 0, '', '', '', "
     "NULL, 0)",
     "what Hilltop stored"),
    ("UPDATE block SET layers = 1 WHERE layers IS NOT NULL", "what Hilltop stored"),
    ("UPDATE block SET results = substr(results, 2) WHERE results IS NOT NULL", "what Hilltop stored"),
    ("UPDATE game_record SET text = replace(text, ' END', ' STAND')", "a-bold:1: "),
    ("DELETE FROM game_record WHERE game = 7", "a-bold:8: it has no record"),
    ("UPDATE game_record SET game = game + 1000", "a-bold:1: it has no record"),
]


# Edits of blocks of two house bots, all sealed again, and what `verify` says of each.
OF_HOUSE = "(SELECT min(id) FROM block WHERE results IS NULL)"
FORGERIES_OF_HOUSE_GAMES = [
    (f"UPDATE line SET won = won + 1, tied = 0 WHERE place = 0 AND block = {OF_HOUSE}",
     "games won.* in the store, .* when played again"),
    (f"UPDATE line SET sum = sum + 1 WHERE place = 0 AND block = {OF_HOUSE}",
     "hands: .* in the store, .* when played again"),
    (f"UPDATE line SET tied = tied + 1, won = won - 1 WHERE place = 0 AND block = {OF_HOUSE}",
     "games won.* in the store, .* when played again|its traces and its tallies differ"),
    (f"UPDATE block SET digest = zeroblob(32) WHERE id = {OF_HOUSE}",
     "digest.* in the store, .* when played again"),
    (f"INSERT INTO fault_count VALUES ({OF_HOUSE}, 3, 1, 'crashed', 0, 1); "
     f"UPDATE line SET faults = 1 WHERE place = 1 AND block = {OF_HOUSE}",
     "faults: 1 in the store, 0 when played again"),
    (f"INSERT INTO fault VALUES ({OF_HOUSE}, 0, 1, 3, 'crashed', 'invented', 0, '', '', '', NULL, 0)",
     "its list and its number of faults differ"),
    (f"INSERT INTO fault VALUES ({OF_HOUSE}, 0, 1, 3, 'crashed', 'x', 1, '', '', '', NULL, 0); "
     f"INSERT INTO fault_count VALUES ({OF_HOUSE}, 3, 1, 'crashed', 0, 1); "
     f"UPDATE line SET faults = 1 WHERE place = 1 AND block = {OF_HOUSE}",
     "it is complete, although it disqualifies a bot"),
    (f"INSERT INTO fault VALUES ({OF_HOUSE}, 0, 1, 3, 'crashed', 'x', 0, '', '', '', NULL, 0); "
     f"INSERT INTO fault_count VALUES ({OF_HOUSE}, 3, 1, 'crashed', 0, 0)",
     "it counts no fault of a kind"),
    (f"UPDATE block SET layers = 63 WHERE id = {OF_HOUSE}", "no process played"),
    (f"UPDATE line SET answers = 5, took_ns = 100, slowest_ns = 50 WHERE block = {OF_HOUSE}",
     "how long a house bot took"),
    ("UPDATE line SET answers = -1 WHERE answers IS NOT NULL", "a time that cannot have been"),
    ("UPDATE line SET took_ns = -1 WHERE answers IS NOT NULL", "a time that cannot have been"),
    ("DELETE FROM entrant WHERE bot = (SELECT id FROM bot WHERE name = 'bold')",
     "the house bot 'bold' is listed, and is not entered"),
]

# The same of the games of a process that leaves games by faults.
FORGERIES_OF_FAULTS = [
    ("DELETE FROM fault; DELETE FROM fault_count; UPDATE line SET faults = 0",
     r"w's faults in game \d+, '.*': 0 in the store, 1 in the records"),
    ("UPDATE fault_count SET faults = 9; UPDATE line SET faults = 9 * faults",
     "9 in the store, 1 in the records"),
    ("UPDATE fault SET place = 1 - place; UPDATE fault_count SET place = 1 - place; "
     "UPDATE line SET faults = (SELECT max(faults) FROM line AS other WHERE other.block = line.block) "
     "- faults", "kid's faults in game .* 1 in the store, 0 in the records"),
    ("UPDATE fault SET kind = 'crashed'; UPDATE fault_count SET kind = 'crashed'",
     "'not an answer': 0 in the store, 1 in the records"),
]


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
        for number, (script, said) in enumerate(EDITS):
            with self.subTest(script):
                self.file.write_bytes(sound)
                self.edit(script)
                done = self.command("verify")
                self.assertIn(done.returncode, (1, 2))
                self.assertIn(said, done.stdout + done.stderr)
                if program.SANITIZED and number % 3 != 0:
                    continue  # what the other commands say is shown by the optimized program
                if said == "what Hilltop stored":  # it shows no ranking of untrusted rows
                    for arguments in (("show",), ("report", "--csv", self.folder / "tables")):
                        told = self.command(*arguments)
                        self.assertEqual((told.returncode, told.stdout), (1, ""))
                        self.assertIn("plays the damaged games again", told.stderr)
                if not script.startswith("UPDATE bot SET name"):
                    again = self.command("run", self.contest, "--format", "json")
                    self.assertEqual(again.returncode, 0, again.stderr)
                    self.assertEqual(json.loads(again.stdout)["digest"], self.first["digest"])

    def forged(self, sound, script):
        """Edits the sound store, seals it again, and verifies it."""
        self.file.write_bytes(sound)
        with sqlite3.connect(self.file) as database:
            database.executescript(script)
            forger.reseal(database)
        done = self.command("verify")
        self.assertIn(done.returncode, (1, 2))
        return done.stdout + done.stderr

    def test_the_forger_seals_like_the_program(self):
        with sqlite3.connect(self.file) as database:
            for table, column, row, seal in forger.seals(database):
                self.assertEqual((seal,), database.execute(
                    f"SELECT seal FROM {table} WHERE {column} = ?", (row,)).fetchone(), table)

    def test_forged_games_of_house_bots_are_found(self):
        sound = self.file.read_bytes()
        for script, said in FORGERIES_OF_HOUSE_GAMES:
            with self.subTest(script):
                self.assertRegex(self.forged(sound, script), said)

    def test_games_that_a_pairing_cannot_have_are_played_again_once(self):
        self.forged(self.file.read_bytes(), "UPDATE block SET games = games + 1; "
                                            "UPDATE line SET games = games + 1")
        again = self.command("run", self.contest, "--format", "json")
        self.assertEqual(json.loads(again.stdout)["digest"], self.first["digest"])
        self.assertIn("the pairing has no such games; played again", again.stderr)
        self.assertIn("reused 6 of 6", self.command("run", self.contest).stderr)

    def test_forged_faults_of_a_process_are_found(self):
        odd = threshold_bot(20).replace(
            '"STAND"', '"HIT ME" if int(words[0]) % 3 == 0 else "STAND"')
        bot = bot_folder(self.folder, "w", odd, interpreter="python3")
        (bot / "bot.toml").write_text('state = "none"\n')
        text = PAZAAK.format(games=12).replace("substitute", "lose") + house_bots("kid")
        contest = contest_file(self.folder, text + f'[[bot]]\nfolder = "{bot}"\n', "w.toml")
        self.file = self.folder / "w.db"
        self.assertEqual(self.command("run", contest).returncode, 0)
        intact = self.command("verify")
        self.assertEqual(intact.returncode, 0, intact.stdout)
        sound = self.file.read_bytes()
        for script, said in FORGERIES_OF_FAULTS:
            with self.subTest(script):
                self.assertRegex(self.forged(sound, script), said)

    def test_forged_disqualifications_are_found(self):
        text = self.contest.read_text().replace(
            'illegal = "substitute"', 'illegal = "disqualify"\nbroken = "disqualify"')
        contest = contest_file(self.folder, text, "d.toml")
        self.file = self.folder / "d.db"
        self.assertEqual(self.command("run", contest).returncode, 0)
        self.assertEqual(self.command("verify").returncode, 0)
        sound = self.file.read_bytes()
        crash = ("INSERT INTO fault VALUES ({0}, 0, 1, 3, 'crashed', 'invented', 1, '', '', '', NULL, 0); "
                 "INSERT INTO fault_count VALUES ({0}, 3, 1, 'crashed', 0, 1); "
                 "UPDATE line SET faults = 1 WHERE place = 1 AND block = {0}; ")
        process = "(SELECT max(id) FROM block WHERE layers IS NOT NULL)"
        for block, part, said in [
                (OF_HOUSE, "", "it is complete, although it disqualifies a bot"),
                (process, "", "it is complete, although it disqualifies a bot"),
                (process, f"UPDATE block SET digest = x'' WHERE id = {process}",
                 "in game 4: crashed: invented, which its record does not tell")]:
            with self.subTest(block + part):
                self.assertRegex(self.forged(sound, crash.format(block) + part), said)

    def test_a_disqualification_is_replayed(self):
        odd = threshold_bot(20).replace('"STAND"', '"HIT ME" if int(words[0]) > 30 else "STAND"')
        bot = bot_folder(self.folder, "w", odd, interpreter="python3")
        (bot / "bot.toml").write_text('state = "none"\n')
        text = PAZAAK.format(games=50).replace("substitute", "disqualify") + house_bots("kid", "bold")
        contest = contest_file(self.folder, text + f'[[bot]]\nfolder = "{bot}"\n', "w.toml")
        self.file = self.folder / "w.db"
        ran = self.command("run", contest)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("w", ran.stdout)
        intact = self.command("verify")
        self.assertEqual(intact.returncode, 0, intact.stdout)

    def test_moves_of_a_house_bot_are_computed(self):
        """The games of a bot that plays worse under the name of a house bot are put in its place."""
        stores = {}
        for kind, entry in (("house", house_bots("kid")), ("folder", None)):
            if entry is None:
                worse = bot_folder(self.folder / "false", "kid", threshold_bot(10),
                                   interpreter="python3")
                (worse / "bot.toml").write_text('state = "none"\n')
                entry = f'[[bot]]\nfolder = "{worse}"\n'
            text = PAZAAK.format(games=20) + entry + f'[[bot]]\nfolder = "{self.folder}/bots/a"\n'
            self.file = stores[kind] = self.folder / f"{kind}.db"
            ran = self.command("run", contest_file(self.folder, text, "swapped.toml"))
            self.assertEqual(ran.returncode, 0, ran.stderr)
        with sqlite3.connect(stores["folder"]) as database:
            with sqlite3.connect(stores["house"]) as sound:
                for table in ("block", "line", "game_record"):
                    sound.execute(f"DELETE FROM {table}")
                    for row in database.execute(f"SELECT * FROM {table}"):
                        sound.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
                sound.execute("UPDATE line SET answers = NULL, took_ns = NULL, slowest_ns = NULL")
                forger.reseal(sound)
        self.file = stores["house"]
        self.assertEqual(self.command("show").returncode, 0)
        forged = self.command("verify")
        self.assertEqual(forged.returncode, 1, forged.stdout)
        self.assertRegex(forged.stdout, r"of the record: '.*', where kid answers '.*'")

    def test_traces_of_a_process_are_computed(self):
        text = GOMOKU.format(rules="koth", games=4) + house_bots("greedy")
        self.file = self.folder / "g.db"
        contest = contest_file(
            self.folder, text + f'[[bot]]\nfolder = "{EXAMPLES}/python"\n', "g.toml")
        ran = self.command("run", contest, "--seed", 1)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        intact = self.command("verify")
        self.assertEqual(intact.returncode, 0, intact.stdout)
        with sqlite3.connect(self.file) as database:
            traces, = database.execute("SELECT traces FROM block").fetchone()
            each = [traces[i:i + 8] for i in range(0, len(traces), 8)]
            alike = {trace[0] & 3: trace for trace in each}
            forged = b"".join(alike[trace[0] & 3] for trace in each)
            self.assertNotEqual(forged, traces)
            database.execute("UPDATE block SET traces = ?", (forged,))
            forger.reseal(database)
        done = self.command("verify")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the traces of the games differ from those of the records", done.stdout)

    def test_lines_about_a_store_are_printed_safely(self):
        self.edit("UPDATE game_record SET text = char(27) || '[2J' || text WHERE game = 1")
        done = self.command("verify")
        self.assertEqual(done.returncode, 1)
        self.assertIn(r"\x1b[2J", done.stdout)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

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
