"""A contest whose store is a database of PostgreSQL has the digest and the JSON of one without a store, also if
the program is killed, the server restarted or a pooler in between.

HILLTOP_CLUSTERS=all runs all of them, else a smoke."""

import json
import os
import subprocess
import unittest

import program
from postgresql_server import PostgresqlServer
from program import (PAZAAK, PROGRAM, complaints, contest_file, forgetful, hilltop, house_bots, quitter, scratch,
                     threshold_bot)
from web import Events, Server

ALL = os.environ.get("HILLTOP_CLUSTERS") == "all"
at_night = unittest.skipUnless(ALL, "HILLTOP_CLUSTERS=all runs it")


def started(test_class):
    server = PostgresqlServer()
    server.__enter__()
    test_class.addClassCleanup(server.__exit__)
    return server


class Library(unittest.TestCase):
    def test_libpq_is_loaded_for_a_database_alone(self):
        """It and what it needs take longer than everything else at a start."""
        def loaded(store):
            done = hilltop("show", "--store", store, env={"LD_DEBUG": "files"})
            return "file=libpq.so.5" in done.stderr
        self.assertFalse(loaded("nothing.db"))
        self.assertTrue(loaded("postgresql://127.0.0.1:1/nothing"))

    def test_a_store_in_a_file_needs_no_libpq(self):
        folder = scratch(self)
        (folder / "libpq.so.5").write_bytes(b"")
        without = {"LD_LIBRARY_PATH": str(folder)}
        done = hilltop("run", "koth-pazaak", "--games", 2, "--store", folder / "results.db", env=without)
        self.assertEqual((done.returncode, complaints(done.stderr)), (0, ""))
        for command in (["show", "--store"], ["worker"]):
            done = hilltop(*command, "postgresql://127.0.0.1:1/nothing", env=without)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"hilltop: the library of PostgreSQL cannot be used \(.*libpq.so.5.*\); "
                                          "on Debian it is the package libpq5\n$")


class Central(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = started(cls)

    def setUp(self):
        self.folder = scratch(self)
        self.database = self.id().rsplit(".", 1)[1]
        self.store = self.server.create(self.database)

    def played(self, contest, *options, store=None):
        done = hilltop("run", contest, "--format", "json", "--store", store or self.store, *options, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return without_times(json.loads(done.stdout))

    def here(self, contest, *options):
        return self.played(contest, *options, store="none")

    def assert_as_here(self, contest, *options):
        here = self.here(contest, *options)
        self.assertEqual(self.played(contest, *options), here)
        done = hilltop("show", "--format", "json", "--store", self.store)
        self.assertEqual(json.loads(done.stdout)["digest"], here["digest"], done.stderr)
        return here

    def blocks(self):
        return int(self.server.run_sql("SELECT count(*) FROM hilltop.block", self.database)[0][0])

    def bots(self, *names):
        """Returns the contest file's lines of bots in folders, which draw below a value."""
        for enough, name in enumerate(names, 15):
            forgetful(self.folder / "bots", name, threshold_bot(enough))
        return "".join(f'[[bot]]\nfolder = "bots/{name}"\n' for name in names)

    def begun(self, *arguments):
        """Returns a run that has stored something."""
        running = subprocess.Popen([PROGRAM, "run", *map(str, arguments), "--store", self.store],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'hilltop' AND tablename = 'block'"
        self.assertTrue(program.until(
            lambda: self.server.run_sql(tables, self.database) == [["1"]] and self.blocks(), running))
        return running

    def slow_contest(self, games=300):
        return contest_file(self.folder, PAZAAK.format(games=games) + house_bots("kid") + self.bots("ann", "bob"))

    def test_house_bots(self):
        self.assert_as_here("koth-pazaak", "--games", 300, "--seed", 7)
        done = hilltop("verify", "--store", self.store)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = hilltop("run", "koth-pazaak", "--games", 300, "--seed", 7, "--store", self.store)
        self.assertIn("reused 15 of 15 stored pairings", again.stderr)

    @at_night
    def test_a_cup(self):
        self.assert_as_here("pazaak-cup", "--games", 200)

    @at_night
    def test_a_swiss_of_bots_in_folders(self):
        text = PAZAAK.format(games=20).replace('kind = "round-robin"', 'kind = "swiss"\nrounds = 3')
        self.assert_as_here(contest_file(self.folder, text + self.bots("ann", "bob", "cid", "dan")))

    def test_a_disqualification(self):
        forgetful(self.folder / "bots", "quits", quitter(17))
        text = PAZAAK.format(games=40).replace('illegal = "substitute"',
                                               'illegal = "disqualify"\nbroken = "disqualify"')
        contest = contest_file(self.folder, text + house_bots("kid", "bold") +
                               '[[bot]]\nfolder = "bots/quits"\n')
        here = self.assert_as_here(contest)
        self.assertEqual([each["bot"] for each in here["disqualified"]], ["quits"])

    @at_night
    def test_a_run_that_was_killed_goes_on(self):
        contest = self.slow_contest()
        running = self.begun(contest, "--jobs", 2)
        running.kill()
        running.wait()
        kept = self.blocks()
        self.assertGreater(kept, 0)
        self.assertEqual(self.played(contest), self.here(contest))

    def test_the_server_restarts_under_a_run(self):
        contest = self.slow_contest()
        running = self.begun(contest, "--format", "json")
        self.server.restart("immediate")
        out, said = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(running.returncode, 0, said)
        self.assertEqual(without_times(json.loads(out)), self.here(contest))

    def test_through_a_pooler(self):
        pooled = self.server.pooled_url(self.database)
        contest = self.slow_contest(games=30)
        self.assertEqual(self.played(contest, store=pooled), self.here(contest))
        done = hilltop("show", "--format", "json", "--store", pooled)
        self.assertEqual(json.loads(done.stdout)["digest"], self.here(contest)["digest"])

    @at_night
    def test_two_programs_write_one_store(self):
        contest = self.slow_contest(games=100)
        both = [subprocess.Popen([PROGRAM, "run", contest, "--format", "json", "--store", self.store],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
                for _ in range(2)]
        here = self.here(contest)
        for running in both:
            out, said = running.communicate(timeout=program.PATIENCE_S)
            self.assertEqual(running.returncode, 0, said)
            self.assertEqual(without_times(json.loads(out)), here)

    @at_night
    def test_stores_merge_into_a_database_and_back(self):
        for seed in (1, 2):
            self.played("koth-pazaak", "--games", 20, "--seed", seed, store=self.folder / f"{seed}.db")
        for command in (["merge", "1.db", "2.db", "--store", self.store],
                        ["merge", self.store, "--store", "all.db"]):
            done = hilltop(*command, cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        for seed in (1, 2):
            reused = hilltop("run", "koth-pazaak", "--games", 20, "--seed", seed, "--store", "all.db", cwd=self.folder)
            self.assertIn("reused 15 of 15 stored pairings", reused.stderr)

    def test_a_server_shows_it_live(self):
        with Server(self.folder, store=self.store) as server:
            self.assertEqual(server.get("/api/contests")["contests"], [])
            contest = self.slow_contest()
            running = self.begun(contest)
            stream = Events(server, "/api/contests/contest/live")
            self.addCleanup(stream.close)
            while not (seen := server.get("/api/contests/contest"))["complete"]:
                stream.next()
            self.assertEqual(running.wait(program.PATIENCE_S), 0)
            self.assertEqual(seen["digest"], self.here(contest)["digest"])
            listed = server.get("/api/contests")
            self.assertEqual((listed["store"], len(listed["contests"])), (self.database, 1))


class Mistakes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = started(cls)
        cls.server.create("class")
        cls.server.run_sql("CREATE ROLE needs_password; CREATE ROLE bob LOGIN;"
                           "CREATE ROLE ann LOGIN PASSWORD 'right' IN ROLE needs_password")
        cls.server.run_sql("CREATE SCHEMA hilltop; CREATE TABLE hilltop.store (a INT)", "class")

    def refused(self, store, expected, **environment):
        for command in (["show"], ["run", "koth-pazaak", "--games", 1]):
            done = hilltop(*command, "--store", store, env=environment)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(expected, done.stderr)
            self.assertNotIn("secret", done.stdout + done.stderr)

    def test_they_are_named(self):
        self.refused(self.server.url("nothing"), 'database "nothing" does not exist')
        self.refused(self.server.url("class", "eve"), 'role "eve" does not exist')
        self.refused(self.server.url("class", "bob"), "by the role 'bob' (permission denied")
        self.refused(self.server.url("class", "ann"), "a password belongs into ~/.pgpass")
        self.refused(self.server.url("class", "ann"), "password authentication failed", PGPASSWORD="secret")
        self.refused(self.server.url("class", "ann", "secret"), "was given with a password")
        self.refused(self.server.url("class"), "is damaged, or was removed")
        self.refused("postgresql://localhost:1/class", "Connection refused")
        self.refused("postgresql://host.invalid/class", "could not translate host name")
        self.refused("postgresql://localhost:port/class", "port")
        self.refused("mysql://ann:secret@localhost/class", "is not the address of a database")


def without_times(told):
    """Returns a ranking as JSON without what depends on the clock."""
    for ranked in told.get("standings", []) + told.get("ranking", []):
        ranked.pop("timings", None)
    return told


if __name__ == "__main__":
    unittest.main()
