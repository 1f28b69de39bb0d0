"""Stored results: reused, resumed after a kill, verified, replayed and merged."""

import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import unittest

import program
from program import (PAZAAK, bot_folder, contest_file, drawer, house_bots, scratch,
                     threshold_bot)


class Store(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.file = self.folder / "results.db"

    def command(self, name, *arguments, **how):
        return program.hilltop(name, *arguments, "--store", self.file, **how)

    def ran(self, *arguments):
        done = self.command(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def report(self, *arguments):
        return json.loads(self.ran(*arguments, "--format", "json").stdout)

    def shown(self):
        """Returns the report of `show` as `run` prints it, without what only `show` has."""
        report = self.report("show") | {"schema": "hilltop/ranking/1"}
        del report["ratings"], report["seats"], report["bots"]
        return report

    def recalled(self, *arguments):
        """Returns how many stored pairings a run reused, and of how many."""
        found = re.search(r"reused ([\d,]+) of ([\d,]+) stored pairings", self.ran(*arguments).stderr)
        return (int(found[1]), int(found[2])) if found else (0, None)

    def contest(self, games, *house, bots=(), name="pairs.toml"):
        text = PAZAAK.format(games=games) + house_bots(*house)
        text += "".join(f'[[bot]]\nfolder = "{folder}"\n' for folder in bots)
        return contest_file(self.folder, text, name)

    def bot(self, name, enough, state="none"):
        folder = bot_folder(self.folder / "bots", name, drawer(enough))
        (folder / "bot.toml").write_text(f'state = "{state}"\n')
        return folder

    # ----------------------------------------------------------------------------- what is known

    def test_a_default_that_is_written_out_changes_nothing(self):
        contest = self.contest(100, "kid", "bold", bots=[self.bot("a", 20)])
        first = self.report("run", contest)
        for side_cards, known in ((4, (3, 3)), (5, (0, None))):
            text = contest.read_text().replace("[switches]",
                                               f"[switches]\nside_cards = {side_cards}")
            self.assertEqual(self.recalled("run", contest_file(self.folder, text)), known)
            same = self.report("show")["digest"] == first["digest"]
            self.assertEqual(same, side_cards == 4)

    def test_stored_fixtures_are_not_replayed(self):
        contest = self.contest(1000, "kid", "bold", "cautious")
        first = self.report("run", contest)
        self.assertEqual(first, program.report("run", contest))  # as without a store
        self.assertEqual(self.report("run", contest), first)
        self.assertEqual(self.recalled("run", contest), (3, 3))
        self.assertEqual(self.shown(), first)
        self.assertEqual(self.recalled("run", contest, "--fresh"), (0, None))
        self.assertEqual(self.recalled("run", contest, "--seed", 6), (0, None))
        self.assertEqual(self.recalled("run", contest, "--games", 900), (0, None))

    def test_other_numbers_of_games_stand_beside_it(self):
        few, many = (self.contest(games, "kid", bots=[self.folder / "bots" / "a"],
                                  name=f"{games}.toml") for games in (2, 4))
        self.bot("a", 20)
        for contest in (many, few):
            self.assertEqual(self.recalled("run", contest), (0, None))
        for contest in (many, few):
            self.assertEqual(self.recalled("run", contest), (1, 1))

    def test_adding_a_bot_changes_no_other_games(self):
        self.ran("run", self.contest(500, "kid", "bold"))
        self.assertEqual(self.recalled("run", self.contest(500, "kid", "bold", "nestor")), (1, 3))

    def test_only_a_changed_bot_is_replayed(self):
        a, b = self.bot("a", 20), self.bot("b", 15)
        contest = self.contest(3, "kid", "bold", bots=[a, b])
        first = self.report("run", contest)
        self.assertEqual(self.recalled("run", contest), (6, 6))  # what they wrote is their own
        (a / "bot").write_text(drawer(19))
        self.assertEqual(self.recalled("run", contest), (3, 6))
        (a / "bot").write_text(drawer(20))
        self.assertEqual(self.recalled("run", contest), (6, 6))
        self.assertEqual(self.shown(), first)

    # ----------------------------------------------------------------------------- going on

    def killed_at_random(self, contest, jobs):
        """Yields the results of runs that were killed and resumed."""
        def fresh_store():
            self.file = self.folder / f"{os.urandom(8).hex()}.db"
            return self.file
        for _ in program.killed_at_random("run", contest, "--jobs", jobs, fresh_store=fresh_store,
                                          kills=program.KILLS):
            yield self.report("run", contest, "--jobs", jobs)

    def test_a_bot_plays_as_it_was_when_the_run_began(self):
        """The first pairing of a slow bot says when the run has begun; the last bot changes then."""
        begun = self.folder / "begun"
        slow = threshold_bot(20).replace("for line", f"open({str(begun)!r}, 'w')\nfor line", 1)
        entries = house_bots("kid")
        for name, script in (("first", slow), ("last", threshold_bot(15))):
            bot = bot_folder(self.folder / "b", name, script, interpreter="python3")
            (bot / "bot.toml").write_text('state = "none"\n')
            entries += f'[[bot]]\nfolder = "{bot}"\n'
        contest = contest_file(self.folder, PAZAAK.format(games=10) + entries, "change.toml")
        store = self.folder / "change.db"
        command = ["run", str(contest), "--store", str(store), "--jobs", "1", "--sandbox", "off",
                   "--format", "json"]
        running = subprocess.Popen([program.PROGRAM, *command], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.assertTrue(program.until(begun.exists, running))
        script = self.folder / "b" / "last" / "bot"
        sound = script.read_text()
        script.write_text("raise SystemExit(3)\n")
        told = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(running.returncode, 0, told)
        self.assertEqual([line["faults"] for line in json.loads(told[0])["standings"]], [0, 0, 0])
        script.write_text(sound)
        fresh = program.report("run", contest, "--sandbox", "off")
        self.assertEqual(json.loads(told[0])["digest"], fresh["digest"])

    def test_a_run_that_is_killed_goes_on_and_ends_the_same(self):
        games = 20_000 if program.SANITIZED else 200_000
        contest = self.contest(games, "kid", "bold", "nestor")
        undisturbed = program.report("run", contest)
        for jobs in (1, 2):
            for again in self.killed_at_random(contest, jobs):
                self.assertEqual(again, undisturbed)

    def test_so_does_one_of_processes(self):
        for state in ("none", "pairing", "folder"):
            with self.subTest(state=state):
                bots = [self.bot(f"{state}-a", 20, state), self.bot(f"{state}-b", 15, state)]
                contest = self.contest(10, "kid", bots=bots)
                undisturbed = program.report("run", contest)
                for again in self.killed_at_random(contest, 2):
                    self.assertEqual(again["digest"], undisturbed["digest"])
                    self.assertEqual(again["standings"], undisturbed["standings"])
                    self.assertIn(" 0 that differ", self.ran("verify").stdout)

    def test_control_c_stops_and_says_how_to_go_on(self):
        contest = self.contest(program.ENDLESS, "kid", "nestor", "bold")
        code, out, said = program.stopped_midway("run", contest, store=self.file, stop=signal.SIGINT)
        self.assertEqual((code, out), (130, ""))
        self.assertIn("the same command resumes", said)
        self.assertIn(f"partial results; `hilltop run {contest} --store {self.file}` resumes", self.ran("show").stderr)
        for stop in (signal.SIGTERM, signal.SIGHUP):
            store = self.folder / f"{stop}.db"
            code, out, said = program.stopped_midway("run", contest, store=store, stop=stop)
            self.assertEqual((code, out), (130, ""))
            self.assertIn("the same command resumes", said)
        _, _, said = program.stopped_midway("run", contest, "--fresh",
                                            store=self.folder / "fresh.db", stop=signal.SIGINT)
        self.assertIn("the same command without --fresh resumes", said)

    def test_nohup_plays_on_without_a_terminal(self):
        contest = self.contest(4_000_000, "kid", "nestor")
        running = subprocess.Popen(["nohup", program.PROGRAM, "run", contest, "--store", self.file],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertTrue(program.until(lambda: program.blocks(self.file), running))
        running.send_signal(signal.SIGHUP)
        out, said = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(running.returncode, 0, said)
        self.assertIn("digest", out)

    # ----------------------------------------------------------------------------- reading it

    def test_two_halves_make_the_whole(self):
        whole = program.report("run", self.contest(300, "kid", "bold", "nestor"))
        halves = []
        for number, pair in enumerate((("kid", "bold"), ("bold", "nestor"), ("kid", "nestor"))):
            self.file = self.folder / f"half-{number}.db"
            self.ran("run", self.contest(300, *pair))
            halves.append(self.file)
        self.file = self.folder / "whole.db"
        self.ran("merge", *halves)
        contest = self.contest(300, "kid", "bold", "nestor")
        self.assertEqual(self.recalled("run", contest), (3, 3))
        self.assertEqual(self.report("run", contest)["digest"], whole["digest"])

    def test_show_rates_and_crosses(self):
        self.ran("run", self.contest(1000, "kid", "bold", "nestor"))
        rated = {row["bot"]: row["elo"] for row in self.report("show")["ratings"]}
        self.assertAlmostEqual(sum(rated.values()), 0)
        self.assertLess(rated["bold"], min(rated["kid"], rated["nestor"]))
        text = self.ran("show", "--pairs").stdout
        self.assertRegex(text, r"(?m)^ +3  bold .* -\d+\.\d +\d+\.\d$")
        played = {(row["a"], row["b"]): row for row in self.report("show")["pairs"]}
        share = played["bold", "kid"]["b_won"] / 10
        self.assertRegex(text, rf"\d  kid .*\b{share:.1f}\b")

    def test_contests_of_one_name_are_told_by_their_files(self):
        files = []
        for seed in (5, 6):
            folder = self.folder / str(seed)
            folder.mkdir()
            text = PAZAAK.format(games=20).replace("seed = 5", f"seed = {seed}")
            files.append(contest_file(folder, text + house_bots("kid", "bold"), "same.toml"))
            self.ran("run", files[-1])
        for file, seed in zip(files, (5, 6)):
            self.assertIn(f"seed {seed}", self.ran("show", file).stdout)
        self.assertIn("seed 6", self.ran("show", "same").stdout)

    def test_show_calls_a_contest_without_a_name_by_its_file(self):
        self.ran("run", self.contest(2, "bold", "kid"))
        self.assertTrue(self.ran("show").stdout.startswith("pairs  2 bots"))

    def test_show_rates_games_of_many_seats(self):
        """By the order in which bots met, which the tally does not tell."""
        text = (PAZAAK.format(games=60) + house_bots("greedy", "in-order", "dummy")).replace(
            "pazaak", "yahtzee").replace("round-robin", "everyone").replace("substitute", "lose")
        self.ran("run", contest_file(self.folder, text))
        rated = {row["bot"]: row["elo"] for row in self.report("show")["ratings"]}
        self.assertEqual(set(rated), {"greedy", "in-order", "dummy"})
        self.assertGreater(rated["greedy"], max(rated["in-order"], rated["dummy"]))
        self.assertAlmostEqual(sum(rated.values()), 0)

    def test_show_says_who_made_a_bot_and_how_long_it_took(self):
        folder = self.bot("a", 20)
        (folder / "bot.toml").write_text('author = "Ann"\nlanguage = "Python"\nstate = "none"\n')
        self.ran("run", self.contest(50, "kid", bots=[folder]))
        kid, a = self.report("show")["bots"]
        self.assertEqual((a["bot"], a["house"], a["author"], a["language"]),
                         ("a", False, "Ann", "Python"))
        self.assertGreater(a["answers"], 100)
        self.assertLess(0, a["mean_ms"])
        self.assertLessEqual(a["mean_ms"], a["slowest_ms"])
        self.assertEqual((kid["house"], kid["answers"], kid["mean_ms"]), (True, 0, None))
        self.assertRegex(self.ran("show").stdout, r"mean ms +slowest ms\n")

    def test_show_lists_all_faults_with_the_answers(self):
        """Illegal answers, replaced by standing; and malformed answers."""
        folder = self.bot("a", 20)
        contest = self.contest(40, "kid", bots=[folder])
        quoted = "illegal answer: .*; got 'PLAY 6'"
        (folder / "bot").write_text(drawer(20).replace("STAND", "PLAY 6"))
        self.ran("run", contest)
        told = self.report("show")
        faults = next(row["faults"] for row in told["standings"] if row["bot"] == "a")
        self.assertGreater(faults, 16)
        self.assertEqual(len(told["faults"]), 16)
        self.assertIn(f"a  {faults} × illegal answer: ", self.ran("show").stdout)
        self.assertEqual(len(re.findall(quoted, self.ran("show").stdout)), 1)
        self.assertEqual(len(re.findall(quoted, self.ran("show", "--faults").stdout)), 16)
        self.assertRegex(self.ran("show", "--faults").stdout,
                         r"    > turn \d+ player .*\n    < move \d+ PLAY 6\n")
        for fault in told["faults"]:
            self.assertRegex(fault["asked"], r"^turn \d+ player ")
            self.assertRegex(fault["said"], r"^move \d+ PLAY 6$")
        self.assertEqual([(row["bot"], row["fault"], row["faults"], row["overloaded"])
                          for row in told["fault_summary"]], [("a", "illegal answer", faults, 0)])
        (folder / "bot").write_text(drawer(20).replace("STAND", "HIT ME"))
        self.ran("run", contest)
        self.assertRegex(self.ran("show").stdout, r"malformed reply: .*; got 'move \d+ HIT ME'")

    def test_show_names_bots_that_failed_the_check(self):
        good, bad = self.bot("good", 20), self.bot("bad", 20)
        (bad / "bot").write_text("echo hello\n")
        contest = self.contest(20, "kid", bots=[good, bad])
        contest.write_text(contest.read_text().replace(
            'illegal = "substitute"', 'illegal = "disqualify"\nbroken = "disqualify"'))
        ran = self.report("run", contest)
        self.assertEqual([out["bot"] for out in ran["disqualified"]], ["bad"])
        self.assertIsNotNone(ran["disqualified"][0]["check"])
        self.assertEqual(self.shown(), ran)
        self.assertIn("bad did not pass the check", self.ran("show").stdout)
        with sqlite3.connect(self.file) as database:
            database.execute("UPDATE checked SET kind = 'no answer in time', detail = 'forged' "
                             "WHERE kind IS NULL")
        done = self.command("show")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("the check of good: it differs from what Hilltop stored", done.stderr)
        self.assertEqual(self.report("run", contest), ran)  # it is made again
        self.assertNotIn("forged", self.ran("show").stdout)

    def test_mirrored_deals_are_verified_and_replayed(self):
        contest = self.contest(8, "kid", bots=[self.bot("a", 20)])
        contest.write_text(contest.read_text().replace("games = 8", 'games = 8\ndeals = "mirrored"'))
        self.ran("run", contest)
        self.assertIn(" 0 that differ", self.ran("verify").stdout)

    def test_verify_knows_mirrored_deals(self):
        contest = self.contest('8\ndeals = "mirrored"', "kid", bots=[self.bot("a", 20)])
        self.ran("run", contest)
        self.assertIn("(0 played again, 1 replayed), 0 that differ", self.ran("verify").stdout)

    def test_replay_prints_a_game_as_the_log_has_it(self):
        contest = self.contest(20, "kid", "bold", bots=[self.bot("a", 20)])
        self.ran("run", contest)
        for fixture in ("bold-kid:7", "bold,kid:7", "kid-bold:7", "kid,bold:7", "a-kid:20"):
            self.assertIn("New Game!", self.ran("replay", fixture).stdout)
        self.assertNotEqual(self.ran("replay", "a,kid:20").stdout,
                            self.ran("replay", "a,kid:19").stdout)
        for fixture, why in (("bold-kit:7", "did you mean 'bold-kid'"),
                             ("bold,kid:21", "played games 1 to 20, but no game 21"),
                             ("bold,kid:x", "whole number")):
            done = self.command("replay", fixture)
            self.assertEqual(done.returncode, 2)
            self.assertIn(why, done.stderr)

    def test_replay_shows_the_board_at_the_end_and_before_a_decision(self):
        text = program.GOMOKU.format(rules="freestyle", games=2) + house_bots("greedy", "random")
        self.ran("run", contest_file(self.folder, text))

        def board(game):
            printed = self.ran("replay", game).stdout
            rows = re.findall(r"(?m)^ *\d+ ((?:[ \[][.XO][ \]]){15})$", printed)
            self.assertEqual(len(rows), 15, printed)
            return "".join(rows), printed

        moves = [step["move"] for step in self.report("replay", "greedy-random:1")["steps"]]
        end, whole = board("greedy-random:1")
        self.assertEqual(end.count("X") + end.count("O"), len(moves))
        for number in (1, 2, 5):
            now, printed = board(f"greedy-random:1/{number}")
            self.assertEqual((now.count("X"), now.count("O")), (number // 2, (number - 1) // 2))
            self.assertTrue(whole.startswith(printed.split("\n\n")[0]))
        for arguments, why in (((f"greedy-random:1/{len(moves) + 1}",), f"but no decision {len(moves) + 1}"),
                               (("greedy-random:1/2", "--format", "json"), "leave /2 out")):
            done = self.command("replay", *arguments)
            self.assertEqual((done.returncode, why in done.stderr), (2, True), done.stderr)

    def test_a_process_is_recorded_with_its_time(self):
        self.ran("run", self.contest(2, "kid", bots=[self.bot("a", 20, "folder")]))
        with sqlite3.connect(self.file) as database:
            for (text,) in database.execute("SELECT text FROM game_record"):
                self.assertRegex(text, r"(?m)^# \d+\.\d{3} ms\nmove [01] (END|STAND)$")

    # ------------------------------------------------------------------------------- other files

    def test_other_files_are_refused_and_left_unchanged(self):
        self.file.write_text("a letter to my aunt")
        contest = self.contest(2, "kid", "bold")
        for arguments in (("run", contest), ("show",), ("verify",), ("replay", "bold,kid:1"),
                          ("merge", self.file)):
            done = self.command(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("is not a Hilltop store", done.stderr)
        self.assertEqual(self.file.read_text(), "a letter to my aunt")

    def test_a_damaged_store_says_so(self):
        self.ran("run", self.contest(2000, "kid", "bold", "nestor", "cautious", "austin"))
        whole = self.file.read_bytes()
        self.file.write_bytes(whole[:len(whole) // 2])
        for arguments in (("show",), ("verify",)):
            done = self.command(*arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("damaged", done.stdout + done.stderr)

    def test_a_full_disk_ends_the_run_and_keeps_what_was_committed(self):
        contest = self.contest(300, "kid", bots=[self.bot("a", 20)], name="large.toml")  # records
        self.ran("run", self.contest(1000, "kid", "bold"))
        before = self.file.stat().st_size
        done = subprocess.run(
            ["sh", "-c", 'trap "" XFSZ; ulimit -f "$1"; shift; exec "$@"', "sh",
             str(before // 512 + 40), program.PROGRAM, "run", str(contest), "--store", str(self.file)],
            capture_output=True, text=True, timeout=program.PATIENCE_S)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(str(self.file), done.stderr)
        self.assertEqual(self.recalled("run", self.contest(1000, "kid", "bold")), (1, 1))

    def test_so_does_a_file_system_that_is_full(self):
        small, large = self.contest(1000, "kid", "bold"), self.contest(
            600, "kid", bots=[self.bot("a", 20)], name="large.toml")  # records
        script = """mount -t tmpfs -o size=300k none "$1" && store=$1/kept.db || exit 77
            "$2" run "$3" --store "$store" >"$5/first" || exit 1
            "$2" run "$4" --store "$store" --sandbox off >"$5/large" 2>"$5/said"
            echo "code $?"
            "$2" run "$3" --store "$store" >"$5/again" 2>"$5/known" || exit 2
            "$2" verify small --store "$store" """
        disk = self.folder / "disk"
        disk.mkdir()
        small = small.rename(self.folder / "small.toml")
        private = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        done = subprocess.run([*private, "sh", "-c", script, "sh", disk, program.PROGRAM, small,
                               large, self.folder], capture_output=True, text=True,
                              timeout=program.PATIENCE_S)
        if done.returncode == 77 or "unshare" in done.stderr:
            self.skipTest("no file system can be mounted here: " + done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("code 1\n", done.stdout)
        self.assertIn("the disk is full", (self.folder / "said").read_text())
        self.assertIn("reused 1 of 1 stored pairings", (self.folder / "known").read_text())
        self.assertIn(" 0 that differ", done.stdout)

    # ---------------------------------------------------------------------------------- free pages

    def sql(self, *statements):
        """Executes statements; returns the value of the last one."""
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as store:
            for statement in statements:
                value = store.execute(statement).fetchone()
        return value[0] if value else None

    def free_pages(self, many):
        """Makes free pages, as the results of games do whose pairing is completed."""
        self.sql("INSERT INTO checked (key, detail) VALUES (x'00', hex(zeroblob(%d)))" % many,
                 "DELETE FROM checked WHERE key = x'00'")
        self.assertGreater(self.sql("PRAGMA freelist_count"), 0)

    def test_free_pages_are_given_back(self):
        contest = self.contest(20, "kid", "bold")
        self.ran("run", contest)
        self.assertEqual(self.sql("PRAGMA freelist_count"), 0)
        before = self.file.stat().st_size
        for many in (10_000, 1_000_000):
            self.free_pages(many)
            self.assertEqual(self.recalled("run", contest), (1, 1))
            self.assertEqual(self.sql("PRAGMA freelist_count"), 0)
            self.assertEqual(self.file.stat().st_size, before)

    def test_a_reader_delays_that_and_sees_no_change(self):
        contest = self.contest(20, "kid", "bold")
        self.ran("run", contest)
        self.free_pages(1_000_000)
        self.sql("PRAGMA journal_mode = WAL")  # as while a run plays
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            pages = reader.execute("SELECT count(*) FROM block").fetchone()
            self.assertEqual(self.recalled("run", contest), (1, 1))
            self.assertEqual(reader.execute("SELECT count(*) FROM block").fetchone(), pages)
            reader.execute("COMMIT")
        self.ran("run", contest)
        self.assertLess(self.file.stat().st_size, 1_000_000)
        self.assertIn(" 0 that differ", self.ran("verify").stdout)

    def test_an_older_store_is_written_anew_if_most_of_it_is_free(self):
        contest = self.contest(20, "kid", "bold")
        self.ran("run", contest)
        self.sql("PRAGMA auto_vacuum = NONE", "VACUUM")
        self.free_pages(10_000)
        free = self.sql("PRAGMA freelist_count")
        self.ran("run", contest)
        self.assertEqual((self.sql("PRAGMA auto_vacuum"), self.sql("PRAGMA freelist_count")),
                         (0, free))
        self.free_pages(1_000_000)
        self.assertEqual(self.recalled("run", contest), (1, 1))
        self.assertEqual((self.sql("PRAGMA auto_vacuum"), self.sql("PRAGMA freelist_count")), (2, 0))
        self.assertIn(" 0 that differ", self.ran("verify").stdout)

    def test_the_usual_store_is_in_the_working_folder(self):
        contest = self.contest(2, "kid", "bold")
        program.hilltop("run", contest, cwd=self.folder, env={"HILLTOP_STORE": ""})
        self.assertTrue((self.folder / "hilltop.db").exists())
        quiet = scratch(self)
        program.hilltop("run", contest, "--store", "none", cwd=quiet, env={"HILLTOP_STORE": ""})
        self.assertEqual(list(quiet.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
