"""Bad input: exit code 2, a message that names the place and what is allowed, and no effect."""

import os
import unittest

from program import EXAMPLES, bot_folder, contest_file, hilltop, house_bots, ran, scratch

COMMANDS = ("run", "play", "debug", "check", "compare", "tune", "solve", "list", "doctor", "new", "help",
            "version")
CONTEST = '[contest]\ngame = "pazaak"\n[format]\nkind = "round-robin"\ngames = 2\n'
BOT = '[[bot]]\nhouse = "kid"\n[[bot]]\nhouse = "nestor"\n'

# A command line, and texts that the message must contain.
COMMAND_LINES = [
    ("--", ["there is no option '--'", "help` says more"]),
    ("rnu", ["no command 'rnu'", "did you mean 'run'"]),
    ("--nope", ["no option '--nope'"]),
    ("run", ["CONTEST is missing", "`hilltop help run` says more"]),
    ("run koth-pazak", ["no contest 'koth-pazak'", "did you mean 'koth-pazaak'", "koth-gomoku"]),
    ("run koth-pazaak koth-gomoku", ["one argument too many: 'koth-gomoku'"]),
    ("run koth-pazaak --see 4", ["no option '--see'", "did you mean '--seed'"]),
    ("run koth-pazaak --bots", ["--bots takes a value"]),
    ("run koth-pazaak --seed 1 --seed 2", ["--seed is given more than once"]),
    ("run koth-pazaak --games 0", ["--games", "from 1 to ", "not '0'"]),
    ("run koth-pazaak --games many", ["--games", "whole number", "not 'many'"]),
    ("run koth-pazaak --seed 1x", ["--seed cannot be '1x'", "whole number"]),
    ("run koth-pazaak --seed -1", ["--seed cannot be '-1'", "below 2^64"]),
    ("run koth-pazaak --seed 18446744073709551616", ["--seed", "'18446744073709551616'"]),
    ("run koth-pazaak --jobs 0", ["--jobs", "from 1 to ", "not '0'"]),
    ("run koth-pazaak --format xml", ["--format", "'xml'", "text, json, csv"]),
    ("run koth-pazaak --format jsn", ["did you mean 'json'"]),
    ("run koth-pazaak --sandbox on", ["--sandbox", "'on'", "require, best, off"]),
    ("run koth-pazaak --out /nowhere/ranking", ["--out", "/nowhere/ranking"]),
    ("run koth-gomoku --bots /nowhere", ["/nowhere: ", "meta"]),
    ("play", ["GAME is missing"]),
    ("play pazaak", ["BOT is missing"]),
    ("play chess kid nestor", ["no game 'chess'", "known: gomoku, pazaak"]),
    ("play pazak kid nestor", ["did you mean 'pazaak'"]),
    ("play pazaak kid", ["needs 2 players", "1 was"]),
    ("play pazaak kid nestor bold", ["needs 2 players", "3 were"]),
    ("play pazaak kid nester", ["no bot 'nester'", "did you mean 'nestor'"]),
    ("play pazaak kid nestor --rules koht", ["rule set 'koht'", "koth"]),
    ("play yahtzee greedy --rules cab201", ["rule set 'cab201'", "cab201-basic"]),
    ("play pazaak kid nestor --set side_card=5", ["switch 'side_card'", "'side_cards'"]),
    ("play pazaak kid nestor --set move_ms=0", ["switch 'move_ms'", "1 to 86400000"]),
    ("compare pazaak kid nestor --set game_ms=long", ["switch 'game_ms'", "1 to 86400000"]),
    ("play pazaak kid nestor --set side_cards", ["--set", "NAME=VALUE"]),
    ("play pazaak kid nestor --games 0", ["--games", "not '0'"]),
    ("play pazaak kid nestor --format csv", ["--format", "text, json"]),
    ("play pazaak kid nestor --dice /dev/null", ["--dice is not for pazaak"]),
    ("play yahtzee greedy --dice /nowhere", ["--dice", "/nowhere"]),
    ("play yahtzee greedy --dice /dev/null --games 2", ["--dice is for one game"]),
    ("play yahtzee greedy --names Ann", ["--names is for people"]),
    ("play yahtzee greedy --ascii", ["--ascii is for people"]),
    ("play yahtzee human --names Ann,Bob", ["--names", "2 names for 1"]),
    ("debug", ["BOT is missing"]),
    ("play pazaak kid nestor --sandbox bets", ["did you mean 'best'"]),
    (f"debug {EXAMPLES}/python --sandbox of", ["did you mean 'off'"]),
    ("debug human --game gomoku", ["no bot 'human'", "known: greedy, random, ", "champion)"]),
    ("debug human", ["'human': there is no such folder", "--game GAME"]),
    ("debug /nowhere", ["/nowhere", "no such folder"]),
    ("check", ["BOT is missing"]),
    ("check human --game gomoku", ["no bot 'human'", "known: greedy, random, ", "champion)"]),
    ("check greedy --game gomoku", ["'greedy' is a house bot", "folder"]),
    ("check /nowhere --game pazaak", ["/nowhere", "no such folder"]),
    (f"check {EXAMPLES}/python --game pazak", ["did you mean 'pazaak'"]),
    (f"check {EXAMPLES}/python --games 0", ["--games", "from 1 to 1000000", "not '0'"]),
    (f"ask {EXAMPLES}/python nowhere.record", ["'nowhere.record' is not a position", "not a file"]),
    (f"ask {EXAMPLES}/python bold-kid:17", ["'bold-kid:17' is not a position", "bold-kid:17/12"]),
    (f"check {EXAMPLES}/python --format csv", ["--format", "text, json"]),
    ("show nothing --store /nowhere/hilltop.db",
     ["there is no store '/nowhere/hilltop.db'", "hilltop run"]),
    ("show --store none", ["--store is none", "--store FILE"]),
    ("run koth-pazaak --store /nowhere/hilltop.db", ["/nowhere/hilltop.db", "cannot be opened"]),
    ("verify --sample 0 --store /nowhere", ["--sample", "not '0'"]),
    ("replay", ["PAIRING is missing"]),
    ("merge", ["STORES is missing"]),
    ("merge a.db", ["--store is missing"]),
    ("tune", ["FILE is missing"]),
    ("compare pig pace+race=x pace", ["'+race=x' is not a setting", "+nodes=5000"]),
    ("compare pig pace+race=101 pace", ["race is a whole number from 0 to 100, not 101"]),
    ("compare pig hold-20+race=1 pace", ["hold-20 has no parameter 'race'; it has none at all"]),
    ("compare", ["GAME is missing"]),
    ("compare pazaak kid", ["B is missing"]),
    ("compare pazaak kid nester", ["no bot 'nester'", "did you mean 'nestor'"]),
    ("compare pazaak kid human", ["no bot 'human'", "known: bold,"]),
    ("compare pazaak kid bold --elo0 ten", ["--elo0", "from -1000 to 1000", "not 'ten'"]),
    ("compare pazaak kid bold --elo1 nan", ["--elo1", "not 'nan'"]),
    ("compare pazaak kid bold --elo0 10", ["--elo0 must be less than --elo1", "10 and 10"]),
    ("compare pazaak kid bold --alpha 0", ["--alpha", "to 0.49", "not '0'"]),
    ("compare pazaak kid bold --beta 0.5", ["--beta", "not '0.5'"]),
    ("compare pazaak kid bold --max-games 1", ["--max-games", "from 2 to", "not '1'"]),
    ("compare pazaak kid bold --games 10", ["no option '--games'", "--max-games"]),
    ("compare pazaak kid bold --format csv", ["--format csv", "--luck", "--format json"]),
    ("solve", ["GAME is missing"]),
    ("solve yatzee", ["no game 'yatzee'", "did you mean 'yahtzee'"]),
    ("solve tictactoe", ["tictactoe has no solver", "yahtzee"]),
    ("solve yahtzee --rules cab201", ["rule set 'cab201'", "cab201-basic"]),
    ("solve yahtzee --set joker=free", ["switch 'joker'", "'joker_after_zero'"]),
    ("solve yahtzee --format csv", ["--format", "text, json"]),
    ("solve yahtzee --jobs 0", ["--jobs", "from 1 to ", "not '0'"]),
    ("solve yahtzee --dice 1,2,3,4", ["--dice", "five numbers from 1 to 6", "not '1,2,3,4'"]),
    ("solve yahtzee --dice 1,2,3,4,7", ["--dice", "not '1,2,3,4,7'"]),
    ("solve yahtzee --rolls 1", ["--rolls needs --dice"]),
    ("solve yahtzee --dice 1,2,3,4,5 --rolls 3", ["--rolls takes 0, 1 or 2", "not '3'"]),
    ("solve yahtzee --card ace=3", ["no box 'ace'", "did you mean 'aces'"]),
    ("solve yahtzee --card aces=7", ["aces cannot hold '7'"]),
    ("solve yahtzee --seats 1", ["--seats takes a number from 2 to 64", "not '1'"]),
    ("solve yahtzee --rules cab201-basic --seats 7",
     ["--seats takes a number from 2 to 6", "not '7'"]),
    ("solve yahtzee --seats 2 --card aces=1", ["--seats goes without --dice and --card"]),
    ("solve yahtzee --card aces", ["aces cannot hold ''"]),
    ("solve yahtzee --card aces=1,aces=2", ["aces twice"]),
    ("new", ["GAME is missing"]),
    ("new pazaak python", ["DIR is missing"]),
    ("new pazak python /nowhere", ["'pazak'", "did you mean 'pazaak'", "known: gomoku, pazaak"]),
    ("new pazaak pyton /nowhere", ["'pyton'", "did you mean 'python'", "javascript"]),
    ("new pazaak python /dev", ["/dev", "not an empty folder"]),
    ("new pazaak python /dev/null", ["/dev/null", "not an empty folder"]),
    ("new pazaak python /dev/null/bot", ["/dev/null/bot: "]),
    ("list game", ["no list of 'game'", "did you mean 'games'"]),
    ("list chess", ["no list of 'chess'", "known: games, bots", "tictactoe"]),
    ("help rnu", ["no command 'rnu'", "did you mean 'run'"]),
    ("run koth-pazaak --store none --games 10 --out --fresh",
     ["--out takes a value, and '--fresh' is an option"]),
    ("run koth-pazaak --out --games 10", ["--out takes a value, and '--games' is an option"]),
    ("report --html --csv", ["--html takes a value, and '--csv' is an option"]),
    ("play yahtzee human --names --ascii", ["--names takes a value, and '--ascii' is an option"]),
    ("merge /nowhere/a.db --store none", ["--store is none: name the file"]),
    ("play yahtzee human --dice /etc/hostname", ["hilltop: --dice: /etc/hostname:1: dice are"]),
    ("help run play", ["one argument too many: 'play'"]),
    ("koth-pazaak", ["'koth-pazaak' is a contest, not a command", "hilltop run koth-pazaak"]),
    ("pazaak", ["'pazaak' is a game, not a command", "hilltop list pazaak"]),
    ("kid", ["'kid' is a house bot of pazaak, not a command", "hilltop play pazaak human kid"]),
    ("games", ["'games' is a list, not a command", "hilltop list games"]),
    ("run pazaak", ["'pazaak' is a game, not a contest", "hilltop list pazaak"]),
    ("run kid", ["'kid' is a house bot of pazaak, not a contest"]),
    ("play koth-pazaak", ["'koth-pazaak' is a contest, not a game", "hilltop run koth-pazaak"]),
    ("play kid nestor", ["'kid' is a bot, not a game", "pazaak kid"]),
    ("compare kid nestor", ["'kid' is a bot, not a game", "pazaak kid"]),
    ("solve koth-pazaak", ["'koth-pazaak' is a contest, not a game"]),
    ("check kid", ["'kid' is a house bot", "give the folder of a bot"]),
    ("debug kid", ["'kid' is a house bot of pazaak", "--game pazaak"]),
    ("ask greedy x", ["'greedy' is a house bot of gomoku and yahtzee", "--game GAME"]),
    ("check koth-gomoku", ["'koth-gomoku' is a contest, not a bot", "hilltop run koth-gomoku"]),
    ("doctor --format csv", ["--format", "text, json"]),
]

# A contest file, the line of the mistake, and texts that the message must contain.
CONTEST_FILES = [
    ("[contest\n", 1, []),
    ("\n\nx = = 1\n", 3, []),
    ("", 1, ["[contest]"]),
    ('[contest]\ngame = "pazak"\n', 2, ["did you mean 'pazaak'"]),
    ('[contest]\ngame = "pazaak"\nseed = -1\n', 3, ["seed", "from 0"]),
    ('[contest]\ngame = "pazaak"\nsede = 1\n', 3, ["'sede'", "did you mean 'seed'"]),
    ('[contest]\ngame = "pazaak"\nrules = "kth"\n', 3, ["rule set 'kth'", "koth"]),
    ('[contest]\ngame = "pazaak"\n[fromat]\n', 3, ["'fromat'", "did you mean 'format'"]),
    ('[contest]\ngame = "pazaak"\n', 1, ["[format]"]),
    (CONTEST.replace("round-robin", "round robin") + BOT, 4, ["'round robin'", "round-robin"]),
    (CONTEST.replace("= 2", "= 0") + BOT, 5, ["games", "from 1"]),
    (CONTEST + "[switches]\nside_cards = 'x'\n" + BOT, 6, ["side_cards"]),
    (CONTEST + '[[bot]]\nhouse = "kdi"\n', 7, ["no house bot 'kdi'", "did you mean 'kid'"]),
    (CONTEST + '[[bot]]\nhose = "kid"\n', 7, ["'hose'", "did you mean 'house'"]),
    (CONTEST + "[[bot]]\n", 6, ["house = ", "folder = "]),
    (CONTEST + '[bots]\nfolder = "nowhere"\n', 7, ["nowhere"]),
]


class Mistakes(unittest.TestCase):
    def refused(self, *arguments):
        """Returns the message; stdout must be empty and the program must not have crashed."""
        done = hilltop(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertTrue(done.stderr.startswith("hilltop: "), done.stderr)
        return done.stderr

    def test_command_lines(self):
        for line, wanted in COMMAND_LINES:
            with self.subTest(line=line):
                message = self.refused(*line.split())
                for text in wanted:
                    self.assertIn(text, message)

    def test_folders_and_files_in_each_others_place(self):
        folder = scratch(self)
        bots = folder / "bots"
        bot = bot_folder(bots, "Good", "exit 0\n")
        (bot / "bot.toml").write_text('game = "gomoku"\n')
        bot_folder(bots, "Other", "exit 0\n")
        empty = folder / "empty"
        empty.mkdir()
        contest = contest_file(folder, CONTEST + BOT)
        store, notes = folder / "s.db", folder / "notes.txt"
        notes.write_text("notes\n")
        ran("run", contest, "--store", store)
        save = folder / "game.save"
        hilltop("play", "pazaak", "human", "kid", stdin=f"save {save}\nquit\n")
        meta, program = bot / "meta", bot / "bot"
        for line, wanted in [
            (["run", bot], [f"'{bot}' is a bot's folder, not a contest", f"hilltop check {bot}"]),
            (["run", bots], [f"'{bots}' is a folder of bots, not a contest", f"--bots {bots}"]),
            (["run", empty], [f"'{empty}' is a folder, not a contest", "hilltop list contests"]),
            (["run", meta], [f"'{meta}' is a file of a bot, not a contest", str(bot)]),
            (["run", store], [f"'{store}' is a store, not a contest", f"show --store {store}"]),
            (["run", save], [f"'{save}' is a record, not a contest", f"load {save}"]),
            (["watch", bot, "--store", store], [f"'{bot}' is a bot's folder, not a contest"]),
            (["run", "koth-gomoku", "--bots", bot],
             [f"{bot}: it is the folder of one bot: name the folder above it"]),
            (["run", "koth-gomoku", "--bots", contest],
             [f"{contest}: it is a file, not a folder of bots"]),
            (["run", contest, "--store", bots], [f"'{bots}' is not a Hilltop store", "a folder"]),
            (["run", contest, "--store", notes], [f"'{notes}' is not a Hilltop store"]),
            (["run", contest, "--out", bots], [f"--out: cannot write '{bots}'", "a folder"]),
            (["run", contest, "--log", bots], [f"--log: cannot write '{bots}'", "a folder"]),
            (["run", contest, "--grades", bots], [f"--grades: cannot write '{bots}'", "a folder"]),
            (["check", contest], [f"'{contest}' is a contest's file, not a bot", "hilltop run"]),
            (["check", bots], [f"{bots}: there are 2 bots in folders below, such as 'Good'"]),
            (["check", meta], [f"'{meta}' is a file of a bot, not a bot", f"its folder, {bot}"]),
            (["debug", program], [f"'{program}' is a file of a bot, not a bot", str(bot)]),
            (["ask", meta, "x"], [f"'{meta}' is a file of a bot, not a bot", str(bot)]),
            (["check", notes], [f"'{notes}' is a file, not a bot", "meta"]),
            (["check", store], [f"'{store}' is a store, not a bot"]),
            (["play", bot], [f"'{bot}' is a bot, not a game", f"gomoku {bot}"]),
            (["play", bots], [f"'{bots}' is a folder of bots, not a game"]),
            (["play", contest], [f"'{contest}' is a contest's file, not a game", "hilltop run"]),
            (["play", save], [f"'{save}' is a record, not a game", f"load {save}"]),
            (["play", "gomoku", meta, "greedy"], [f"'{meta}' is a file of a bot, not a bot"]),
            (["play", "pazaak", contest, "kid"], [f"'{contest}' is a contest's file, not a bot"]),
            (["compare", bot, bot], [f"'{bot}' is a bot, not a game"]),
            (["compare", "gomoku", meta, "greedy"], [f"'{meta}' is a file of a bot, not a bot"]),
            (["solve", bot], [f"'{bot}' is a bot, not a game"]),
            (["show", store], [f"'{store}' is a store, not the name of", f"show --store {store}"]),
            (["show", bots, "--store", store],
             [f"'{bots}' is a folder of bots, not the name of a stored contest"]),
            (["report", bot, "--html", empty, "--store", store], [f"'{bot}' is a bot's folder"]),
            (["verify", store, "--store", store], [f"'{store}' is a store"]),
            (["replay", store, "--store", store],
             [f"'{store}' is a store, not a stored game, such as bold-kid:17"]),
            (["replay", bots, "--store", store], [f"'{bots}' is a folder of bots"]),
            (["replay", "kid", "--store", store], ["no completed pairing 'kid'", "kid-nestor"]),
            (["report", "--store", store, "--html", notes], ["--html", "a file, not a folder"]),
            (["report", "--store", store, "--json", bots], ["--json", "a folder"]),
            (["merge", bots, "--store", folder / "all.db"], [f"'{bots}' is not", "a folder"]),
            (["manual", "--all", notes], [f"--all: '{notes}' is a file; name a folder"]),
            ([bot], [f"'{bot}' is a bot's folder, not a command", f"hilltop check {bot}"]),
            ([contest], [f"'{contest}' is a contest's file, not a command", "hilltop run"]),
        ]:
            with self.subTest(line=line):
                message = self.refused(*line)
                for text in wanted:
                    self.assertIn(text, message)

    def test_a_stored_contest_is_found_by_its_file(self):
        folder = scratch(self)
        contest, store = contest_file(folder, CONTEST + BOT), folder / "s.db"
        ran("run", contest, "--store", store)
        self.assertEqual(ran("show", contest, "--store", store), ran("show", "--store", store))

    def test_a_folder_with_the_name_of_a_contest_hides_nothing(self):
        folder = scratch(self)
        (folder / "koth-pazaak").mkdir()
        done = hilltop("run", "koth-pazaak", "--games", "0", cwd=folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--games takes a whole number from 1", done.stderr)

    def test_contest_files(self):
        folder = scratch(self)
        for text, line, wanted in CONTEST_FILES:
            with self.subTest(text=text):
                file = contest_file(folder, text)
                message = self.refused("run", file)
                self.assertIn(f"{file}:{line}: ", message)
                for part in wanted:
                    self.assertIn(part, message)

    def test_contests_without_enough_bots_or_with_namesakes(self):
        folder = scratch(self)
        for bots, wanted in [
            ([], "no bots"),
            (["kid"], "2 bots or more"),
            (["kid", "kid"], "two bots are called 'kid'"),
        ]:
            file = contest_file(folder, CONTEST + house_bots(*bots))
            message = self.refused("run", file)
            self.assertIn(wanted, message)
            self.assertIn(str(file), message)

    def test_a_contest_is_a_file(self):
        self.assertIn("/nowhere.toml", self.refused("run", "/nowhere.toml"))
        self.refused("run", scratch(self))

    def test_nothing_is_half_done(self):
        out = scratch(self) / "ranking"
        out.write_text("of last year")
        self.refused("run", "koth-pazaak", "--games", "0", "--out", out)
        self.refused("run", "koth-gomoku", "--bots", "/nowhere", "--out", out)
        self.assertEqual(out.read_text(), "of last year")

    def test_no_output_becomes_a_file_of_a_bot(self):
        bots = scratch(self) / "bots"
        bot = bot_folder(bots, "Good", "exit 0\n") / "bot"
        bot_folder(bots, "Other", "exit 0\n")
        before = bot.read_text()
        for option in ("--out", "--log", "--grades"):
            said = self.refused("run", "koth-gomoku", "--bots", bots, option, bot)
            self.assertIn("is in the folder of a bot", said)
        self.assertEqual(bot.read_text(), before)

    def test_names_of_stores_are_names_of_files(self):
        self.assertIn("it is a folder", self.refused("show", "--store", ""))
        folder = scratch(self)
        for name in (":memory:", "file:r.db"):
            done = hilltop("run", "koth-pazaak", "--games", "1", "--store", name, cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((folder / name).exists())


class Folders(unittest.TestCase):
    """Bots with invalid folders."""

    def setUp(self):
        self.bots = scratch(self) / "bots"
        bot_folder(self.bots, "Good", "exit 0\n")

    def refused(self, *wanted):
        done = hilltop("run", "koth-gomoku", "--bots", self.bots)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        for text in wanted:
            self.assertIn(text, done.stderr)

    def test_meta_files(self):
        meta = bot_folder(self.bots, "Other", "exit 0\n") / "meta"
        for text, line, wanted in [
            ("Other\nsh\nbot\n", 4, "four lines"),
            ("Other\nsh\nbot\n0\n\n", 5, "four lines"),
            ("TIE\nsh\nbot\n0\n", 1, "TIE"),
            ("\nsh\nbot\n0\n", 1, "name"),
            ("Other\n\nbot\n0\n", 2, "command"),
            ("Other\nsh\nbot\nyes\n", 4, "neither 0 nor 1"),
            ("Good\nsh\nbot\n0\n", 1, "'Good'"),
            ("Ot\033her\nsh\nbot\n0\n", 1, "control character"),
        ]:
            with self.subTest(text=text):
                meta.write_text(text)
                self.refused(f"{meta}:{line}: ", wanted)

    def test_a_folder_without_bots(self):
        empty = scratch(self)
        done = hilltop("run", "koth-gomoku", "--bots", empty)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"{empty}: ", done.stderr)
        self.assertIn("meta", done.stderr)

    def test_one_bot_is_not_enough(self):
        self.refused("2 bots or more")


class Help(unittest.TestCase):
    def test_each_command_has_its_own_with_examples(self):
        everything = ran("--help")
        for command in COMMANDS:
            self.assertIn(command, everything)
            text = ran(command, "--help")
            self.assertRegex(text, r"Examples?:\n  hilltop " + command)
            self.assertEqual(text, ran(command, "-h"))
            self.assertLess(max(map(len, text.splitlines())), 101)

    def test_help_is_a_command_too(self):
        self.assertEqual(ran("help"), ran("--help"))
        for command in COMMANDS:
            self.assertEqual(ran("help", command), ran(command, "--help"))

    def test_version(self):
        self.assertEqual({ran("version"), ran("-V")}, {ran("--version")})
        self.assertRegex(ran("--version"), r"^hilltop \d+\.\d+\.\d+\S* "
                         r"\((commit [0-9a-f]+( modified)?, )?\S+ \d+\.\S+, \w+\)\n$")


class TypedPaths(unittest.TestCase):
    """A word that the system cannot even look up is a mistake like others: no command breaks off."""

    COMMANDS = [("play", "pazaak", "{}", "kid"), ("debug", "{}"), ("check", "{}"), ("check", "{}", "--game", "pazaak"),
                ("compare", "pazaak", "{}", "kid"), ("run", "{}"), ("watch", "{}"), ("tune", "{}"),
                ("run", "koth-pazaak", "--bots", "{}"), ("ask", "{}", "0 []"), ("ask", "kid", "{}", "--game", "pazaak"),
                ("show", "--store", "{}"), ("report", "--store", "{}"), ("verify", "--store", "{}"),
                ("replay", "a-b:1", "--store", "{}"), ("merge", "{}", "{}"), ("show", "{}"),
                ("play", "yahtzee", "greedy", "--dice", "{}"), ("play", "gomoku", "greedy", "random", "--openings", "{}"),
                ("solve", "{}"), ("list", "{}"), ("new", "{}"), ("new", "pazaak", "python", "{}"), ("help", "{}"),
                ("run", "koth-pazaak", "--out", "{}"), ("run", "koth-pazaak", "--log", "{}"), ("manual", "{}"),
                ("play", "pazaak", "kid", "nestor", "--readable", "{}"),
                ("serve", "--store", "{}", "--people", "{}", "--bots", "{}"), ("serve", "{}")]

    def test_are_refused_in_words(self):
        folder = scratch(self)
        (folder / "loop").symlink_to("loop")
        (folder / "closed").mkdir(mode=0o600)
        (folder / "file").write_text("x")
        words = ["x" * 300, "loop", "loop/below", "file/below", "x/" * 2500 + "x"]
        if os.geteuid() != 0:  # root enters every folder
            words.append("closed/below")
        for command in self.COMMANDS:
            for word in words:
                with self.subTest(command=command, word=word[:20]):
                    done = hilltop(*(each.format(word) for each in command), cwd=folder)
                    self.assertNotIn("filesystem error", done.stderr)
                    self.assertIn(done.returncode, (1, 2), done.stderr)
                    self.assertIn("hilltop: ", done.stderr)

    def test_what_is_no_folder_is_named_with_its_place(self):
        folder = scratch(self)
        bot_folder(folder, "bot", "")
        for at in ("bot/bot", "none", "x" * 300):
            file = contest_file(folder, CONTEST + '[[bot]]\nhouse = "kid"\n[[bot]]\nfolder = "' + at + '"\n')
            done = hilltop("run", file)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{file}:8", done.stderr)
        self.assertIn("it is a file", hilltop("run", contest_file(folder, CONTEST + BOT + '[[bot]]\nfolder = "bot/bot"\n')).stderr)


class Lists(unittest.TestCase):
    def test_all_without_a_word(self):
        everything = ran("list")
        for name in ["games", "bots", "contests", "formats", "languages"]:
            self.assertIn(f"{name}\n{ran('list', name)}", everything)

    def test_those_of_a_game(self):
        lines = ran("list", "pazaak").splitlines()
        self.assertEqual([line for line in lines if not line.startswith(" ")],
                         ["games", "", "bots", "", "contests"])
        rows = [line.split() for line in lines if line.startswith(" ")]
        self.assertIn(["pazaak", "kid"], [row[:2] for row in rows])
        self.assertIn(["koth-pazaak", "pazaak"], [row[:2] for row in rows])
        for row in rows:
            self.assertIn("pazaak" if row[-1] != "about" and row[-1] != "file" else "game", row[:2])

    def test_a_game_without_contests(self):
        self.assertNotIn("contests", ran("list", "tictactoe"))


if __name__ == "__main__":
    unittest.main()
