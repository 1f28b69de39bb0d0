"""A contest that workers of a queue in PostgreSQL play has the ranking and the digest of one machine, whatever
happens to the workers and to the server. With HILLTOP_CLUSTERS=all each test runs; else what a user sees in the
first minute."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
import unittest

import postgresql_server
import program
from postgresql_server import PostgresqlServer
from program import (PAZAAK, PROGRAM, bot_folder, contest_file, forgetful, hilltop, house_bots, quitter, scratch,
                     threshold_bot)

ALL = os.environ.get("HILLTOP_CLUSTERS") == "all"
at_night = unittest.skipUnless(ALL, "HILLTOP_CLUSTERS=all runs it")

Q = "hilltop_queue_1"
# Batches that the fleet plays at least.
BATCHES = 10_000

# Alters answers on their way into the database: those of some workers, now and then. So a worker lies that
# otherwise is a true one.
LIE = f"""
CREATE TABLE {Q}.liar (worker bigint, share real);
CREATE TABLE {Q}.lies (batch bigint, worker bigint);
CREATE FUNCTION {Q}.lie() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF random() < (SELECT share FROM {Q}.liar WHERE worker = NEW.worker) THEN
    NEW.games := decode(regexp_replace(encode(NEW.games, 'escape'), '"won":', '"won":1'), 'escape');
    INSERT INTO {Q}.lies VALUES (NEW.batch, NEW.worker);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lie BEFORE INSERT ON {Q}.answer FOR EACH ROW EXECUTE FUNCTION {Q}.lie();
"""


def wait_until(what, happened):
    end = time.monotonic() + program.PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"it never happens that {what}"
        time.sleep(0.02)


class WithoutServer(unittest.TestCase):
    def test_mistakes(self):
        secret = "postgresql://me:secretword@/arena?host=/nowhere"
        nowhere = "postgresql://me@/arena?host=/nowhere"
        for words, said in (
                (("worker", "arena.db"), "DATABASE: not the address of a database"),
                (("worker", nowhere), "/nowhere/arena: "),
                (("worker", secret), "was given with a password"),
                (("worker", nowhere + "&nonsense=1"), "not the address of a database"),
                (("worker",), "DATABASE"),
                (("run", "koth-pazaak", "--workers", nowhere), "--workers: /nowhere/arena: "),
                (("run", "koth-pazaak", "--workers", secret), "was given with a password"),
                (("run", "koth-pazaak", "--workers", "secretword"), "--workers: not the address"),
                (("run", "koth-pazaak", "--recheck", "3"), "--recheck needs --workers"),
                (("run", "koth-pazaak", "--lease", "3"), "--lease needs --workers"),
                (("compare", "pazaak", "kid", "bold", "--batch", "3"), "--batch needs --workers"),
                (("run", "koth-pazaak", "--workers", nowhere, "--recheck", "101%"), "--recheck"),
                (("run", "koth-pazaak", "--workers", nowhere, "--lease", "0"), "--lease")):
            with self.subTest(words):
                done = hilltop(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(said, done.stderr)
                self.assertNotIn("secretword", done.stderr)


class Queue(unittest.TestCase):
    """A server with a database for each test."""

    @classmethod
    def setUpClass(cls):
        cls.server = PostgresqlServer().__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def setUp(self):
        self.folder = scratch(self)
        self.database = f"arena{random.getrandbits(40)}"
        self.url = self.server.create(self.database)

    def sql(self, text):
        return self.server.run_sql(text, self.database)

    def started(self, *words, stdout=subprocess.PIPE):
        process = subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.folder, stdout=stdout,
                                   stderr=subprocess.PIPE, text=True, env={**os.environ, "HILLTOP_STORE": "none"})
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        return process

    def run_of(self, *words):
        """Starts a command whose games workers play, and waits until its batches are in the queue."""
        running = self.started(*words, "--format", "json", "--workers", self.url)
        self.wait_for(running, f"SELECT to_regclass('{Q}.bot') IS NOT NULL")
        self.wait_for(running, f"SELECT count(*) > 0 FROM {Q}.batch")
        return running

    def wait_for(self, running, question):
        def holds():
            assert running.poll() is None, running.communicate()
            return self.sql(question) == [["t"]]
        wait_until(question, holds)

    def worker(self, *options, url=None):
        return self.started("worker", url or self.url, "--jobs", 1, "--scratch", self.folder / "scratch", *options)

    def told(self, process, code=0):
        out, said = process.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(process.returncode, code, said)
        return out, said

    def assert_as_here(self, running, *words):
        """Waits for a command whose games workers play; returns what it said, and its account."""
        out, said = self.told(running)
        here = json.loads(program.ran(*words, "--format", "json", cwd=self.folder))
        there = json.loads(out)
        for found in (there, here):
            for ranked in found.get("ranking", []):
                ranked.pop("timings", None)
        self.assertEqual(there["digest"], here["digest"])
        self.assertEqual(there, here)
        self.assertEqual(self.sql(f"SELECT count(*) FROM {Q}.run"), [["0"]], "its rows are dropped")
        self.assertEqual(self.sql(f"SELECT count(*) FROM {Q}.bot"), [["0"]])
        return said

    # A worker of SQL alone: it can stop between any two calls.

    def join(self, machine="sql", build=None):
        build = build or self.sql(f"SELECT build FROM {Q}.run LIMIT 1")[0][0]
        return self.sql(f"SELECT id, token FROM {Q}.join_queue('{build}', '{machine}')")[0]

    def claim(self, token):
        rows = self.sql(f"SELECT run, batch, fence FROM {Q}.claim('{token}')")
        return rows[0] if rows else None

    def deliver(self, token, lease, games, failed=False):
        """`games`: SQL for bytes."""
        run, batch, fence = lease
        return self.sql(f"SELECT {Q}.deliver('{token}', {run}, {batch}, {fence}, 1, {failed}, {games})") == [["t"]]

    KOTH = ("run", "koth-pazaak", "--games", 300, "--seed", 7)

    def test_workers_give_what_one_machine_gives(self):
        running = self.run_of(*self.KOTH)
        workers = [self.worker("--until-idle") for _ in range(2)]
        self.assert_as_here(running, *self.KOTH)
        games = [int(re.fullmatch(r"worker \d+: ([\d,]+) games? in \d+ batch(?:es)?\n", self.told(each)[0])[1].replace(",", ""))
                 for each in workers]
        self.assertEqual(sum(games), 15 * 300, "each game was played once")

    def test_a_worker_of_another_program_is_refused(self):
        running = self.run_of(*self.KOTH)
        build = self.sql(f"SELECT build FROM {Q}.run")[0][0]
        _, token = self.join(build="hilltop 0.0")
        self.assertIsNone(self.claim(token))
        self.sql(f"UPDATE {Q}.run SET build = 'hilltop 0.0'")
        _, said = self.told(self.worker(), code=2)
        self.assertIn(f"the queue wants another program than this one: hilltop 0.0, not {build}", said)
        self.sql(f"UPDATE {Q}.run SET build = '{build}'")
        self.worker("--until-idle")
        self.assert_as_here(running, *self.KOTH)

    def test_games_are_delivered_while_the_next_ones_are_played(self):
        running = self.run_of(*self.KOTH, "--batch", 0.001)
        # The first answer waits until its worker has claimed another batch.
        self.sql(f"""
            CREATE FUNCTION {Q}.await() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              FOR i IN 1..1000 LOOP
                IF EXISTS (SELECT FROM {Q}.batch WHERE id <> NEW.batch AND NEW.worker = ANY (leases)) THEN
                  RETURN NEW;
                END IF;
                PERFORM pg_sleep(0.01);
              END LOOP;
              RAISE EXCEPTION 'its worker claims no other batch meanwhile';
            END $$;
            CREATE TRIGGER await BEFORE INSERT ON {Q}.answer FOR EACH ROW WHEN (NEW.batch = 1)
            EXECUTE FUNCTION {Q}.await()""")
        worker = self.worker("--until-idle")
        self.told(worker)
        self.assert_as_here(running, *self.KOTH)

    def test_a_lying_worker_is_named_and_gets_no_more(self):
        running = self.run_of(*self.KOTH, "--batch", 0.001, "--recheck", "100%")
        self.sql(LIE + f"INSERT INTO {Q}.liar VALUES (1, 1)")
        liar = self.worker()
        self.wait_for(running, f"SELECT count(*) > 1 FROM {Q}.lies")
        self.worker("--until-idle")
        said = self.assert_as_here(running, *self.KOTH)
        self.assertRegex(said, r"worker 1 \(.*\): its results differ from those of this machine in \w+, \w+: game \d+; "
                               r"it gets no more batches, and [1-9]\d* of its batches are played again")
        self.assertNotIn("worker 2 (", said)
        _, refused = self.told(liar, code=2)
        self.assertIn("the queue gives worker 1 no more batches: its results differ", refused)

    def test_a_batch_fails_on_three_machines_before_its_run_does(self):
        running = self.run_of(*self.KOTH)
        batch = None
        for machine in ("ann", "bob", "cid"):
            self.assertIsNone(running.poll())
            _, token = self.join(machine)
            lease = self.claim(token)
            batch = batch or lease[1]
            self.assertEqual(lease[1], batch, "another machine gets the batch that failed")
            self.assertTrue(self.deliver(token, lease, f"'no disk on {machine}'", failed=True))
            other = self.claim(token)
            self.assertTrue(other is None or other[1] != batch, "it gets the batch itself again")
        _, said = self.told(running, code=1)
        self.assertIn(f"batch {batch} failed on ann (no disk on ann); another machine gets it", said)
        self.assertIn(f"batch {batch} failed on ann, bob, cid: no disk on cid", said)

    def test_least_rights_suffice(self):
        running = self.run_of(*self.KOTH)
        role = f"player{random.getrandbits(40)}"
        self.sql(f"CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {Q} TO {role};"
                 f"GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {Q} TO {role}")
        for table in ("answer", "batch", "run", "bot", "worker"):
            with self.assertRaisesRegex(AssertionError, "permission denied"):
                self.sql(f"SET ROLE {role}; SELECT * FROM {Q}.{table}")
        self.worker("--until-idle", url=self.server.url(self.database, role))
        self.assert_as_here(running, *self.KOTH)

    def test_a_worker_waits_for_the_first_run(self):
        out, said = self.told(self.worker("--until-idle"))
        self.assertRegex(out, r"worker 0: 0 games in 0 batches")
        self.assertIn("has no queue yet; the first `run --workers` makes it\n", said)
        worker = self.worker()
        self.assertIn("has no queue yet; the first `run --workers` makes it, and this worker waits for it",
                      worker.stderr.readline())
        self.assert_as_here(self.started(*self.KOTH, "--format", "json", "--workers", self.url), *self.KOTH)
        worker.terminate()
        self.told(worker)

    # What follows takes longer.

    @at_night
    def test_rounds_of_a_cup_and_of_a_swiss(self):
        for words in (("run", "pazaak-cup", "--games", 200),
                      ("run", program.HOME / "examples" / "contests" / "swiss.toml")):
            running = self.run_of(*words)
            self.worker("--until-idle")
            self.assert_as_here(running, *words)

    def bots(self, names, games=40):
        bots = self.folder / "bots"
        for name in names:
            forgetful(bots, name, quitter(17) if name == "quits" else threshold_bot(int(name[3:])))
        contest = contest_file(self.folder, PAZAAK.format(games=games) + house_bots("kid"))
        with contest.open("a") as file:
            for name in names:
                file.write(f'[[bot]]\nfolder = "bots/{name}"\n')
        return contest

    @at_night
    def test_a_swiss_of_process_bots(self):
        contest = self.bots(("bot15", "bot16", "bot18", "bot19"))
        contest.write_text(contest.read_text().replace('"round-robin"\n', '"swiss"\nrounds = 3\n'))
        running = self.run_of("run", contest)
        self.worker("--until-idle")
        shutil.rmtree(self.folder / "bots" / "bot15")  # the worker has it from the queue
        out, _ = self.told(running)
        forgetful(self.folder / "bots", "bot15", threshold_bot(15))
        here = program.report("run", contest, cwd=self.folder)
        self.assertEqual(json.loads(out)["digest"], here["digest"])

    @at_night
    def test_a_disqualification(self):
        contest = self.bots(("bot16", "quits"))
        contest.write_text(contest.read_text().replace('illegal = "substitute"',
                                                       'illegal = "disqualify"\nbroken = "disqualify"'))
        running = self.run_of("run", contest)
        self.worker("--until-idle")
        out, _ = self.told(running)
        here = program.report("run", contest, cwd=self.folder)
        there = json.loads(out)
        self.assertEqual(there["digest"], here["digest"])
        self.assertEqual([each["bot"] for each in here["disqualified"]], ["quits"])
        self.assertEqual([each["bot"] for each in there["disqualified"]], ["quits"])

    @at_night
    def test_a_bot_that_keeps_files_stays_at_home(self):
        bot_folder(self.folder / "bots", "writer", threshold_bot(17), interpreter="python3")
        contest = contest_file(self.folder, PAZAAK.format(games=4) + house_bots("kid") +
                               '[[bot]]\nfolder = "bots/writer"\n')
        done = hilltop("run", contest, "--workers", self.url, cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("writer may keep files from game to game", done.stderr)

    @at_night
    def test_a_worker_that_is_killed(self):
        words = ("run", "koth-pazaak", "--games", 20_000, "--seed", 7)
        running = self.run_of(*words, "--lease", 1, "--batch", 0.1)
        killed = self.worker("--format", "json")
        self.assertEqual(json.loads(killed.stdout.readline())["event"], "joined")
        self.assertEqual(json.loads(killed.stdout.readline())["event"], "played")
        killed.send_signal(signal.SIGKILL)
        self.worker("--until-idle")
        self.assert_as_here(running, *words)

    @at_night
    def test_a_server_that_restarts(self):
        words = ("run", "koth-pazaak", "--games", 20_000, "--seed", 7)
        running = self.run_of(*words, "--batch", 0.1)
        worker = self.worker("--format", "json", "--until-idle")
        for _ in range(3):
            worker.stdout.readline()
        self.server.restart("immediate")
        said = self.assert_as_here(running, *words)
        self.told(worker)
        self.assertIn("answers again", said)

    @at_night
    def test_nothing_is_taken_back_for_one_lease_after_a_restart(self):
        running = self.run_of(*self.KOTH, "--lease", 3600)
        _, token = self.join()
        lease = self.claim(token)
        overdue = f"UPDATE {Q}.batch SET leased_until = now() - interval '1 day' WHERE id = {lease[1]}"
        self.sql(overdue)
        _, other = self.join()
        self.server.restart()
        wait_until("the run is back", lambda: self.sql(f"SELECT count(*) FROM {Q}.run") == [["1"]])
        self.assertNotEqual(self.claim(other)[1], lease[1])
        self.sql(f"UPDATE {Q}.run SET lease = interval '0'")
        again = self.claim(other)
        self.assertEqual((again[1], int(again[2])), (lease[1], int(lease[2]) + 1), "its fence is higher")
        self.sql(f"UPDATE {Q}.batch SET leased_until = NULL")
        self.worker("--until-idle")
        self.assert_as_here(running, *self.KOTH)

    @at_night
    def test_late_and_double_answers(self):
        running = self.run_of(*self.KOTH, "--batch", 0.001)
        _, late = self.join("late")
        old = self.claim(late)
        self.sql(f"UPDATE {Q}.batch SET leased_until = NULL WHERE id = {old[1]}")
        worker = self.worker("--format", "json")
        wait_until("it plays the batch", lambda: f'"batch":{old[1]},' in worker.stdout.readline())
        true = f"(SELECT games FROM {Q}.answer WHERE batch = {old[1]} LIMIT 1)"
        for _ in range(3):
            self.assertTrue(self.deliver(late, old, true))
        self.assertEqual(self.sql(f"SELECT count(*) FROM {Q}.answer WHERE batch = {old[1]}"), [["2"]])
        self.assertFalse(self.deliver(late, (old[0], old[1], 99), true), "a fence that was never given")
        said = self.assert_as_here(running, *self.KOTH)
        self.assertNotIn("differ", said)

    @at_night
    def test_a_late_answer_that_differs_is_an_alarm(self):
        running = self.run_of(*self.KOTH, "--batch", 0.001)
        number, late = self.join("late")
        old = self.claim(late)
        self.sql(LIE + f"INSERT INTO {Q}.liar VALUES ({number}, 1);"
                       f"UPDATE {Q}.batch SET leased_until = NULL WHERE id = {old[1]}")
        worker = self.worker("--format", "json")
        wait_until("it plays the batch", lambda: f'"batch":{old[1]},' in worker.stdout.readline())
        self.deliver(late, old, f"(SELECT games FROM {Q}.answer WHERE batch = {old[1]} LIMIT 1)")
        said = self.assert_as_here(running, *self.KOTH)
        self.assertRegex(said, rf"worker {number} \(late\): its results differ from those of this machine in .*: game \d+")
        with self.assertRaisesRegex(AssertionError, "its results differ"):
            self.claim(late)

    @at_night
    def test_a_clock_that_is_one_hour_wrong(self):
        if not shutil.which("faketime"):
            self.skipTest("not installed (package faketime)")
        running = self.run_of(*self.KOTH, "--lease", 60)
        for shift in ("-1h", "+1h"):
            wrong = subprocess.Popen(["faketime", "-m", "-f", shift, PROGRAM, "worker", self.url, "--until-idle"],
                                     cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                     env={**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
            self.addCleanup(wrong.__exit__, None, None, None)
            self.addCleanup(wrong.kill)
        self.assert_as_here(running, *self.KOTH)

    @at_night
    def test_a_worker_that_is_told_to_end_gives_its_batch_back(self):
        contest = self.bots(("bot16", "bot19"), games=20_000)
        running = self.run_of("run", contest)
        worker = self.worker("--format", "json")
        open_leases = f"SELECT count(*) > 0 FROM {Q}.batch WHERE leased_until > now()"
        self.wait_for(running, open_leases)
        worker.send_signal(signal.SIGTERM)
        out, _ = self.told(worker)
        self.assertEqual(json.loads(out.splitlines()[-1])["event"], "given_back")
        self.assertEqual(self.sql(open_leases), [["f"]])
        running.send_signal(signal.SIGTERM)
        self.told(running, code=130)
        self.assertEqual(self.sql(f"SELECT count(*) FROM {Q}.run"), [["0"]])

    @at_night
    def test_behind_a_pooler(self):
        if why := postgresql_server.missing_pooler():
            self.skipTest(why)
        pooled = self.server.pooled_url(self.database)
        running = self.started(*self.KOTH, "--format", "json", "--workers", pooled, "--recheck", "50%")
        self.wait_for(running, f"SELECT to_regclass('{Q}.bot') IS NOT NULL")
        workers = [self.worker("--until-idle", url=pooled) for _ in range(5)]
        self.assert_as_here(running, *self.KOTH)
        for each in workers:
            self.told(each)

    @at_night
    def test_comparisons_stop_where_they_stop_on_one_machine(self):
        for words in (("compare", "pazaak", "kid", "bold"), ("compare", "pazaak", "bold", "kid"),
                      ("compare", "pazaak", "kid", "nestor", "--max-games", 2000)):
            with self.subTest(words):
                running = self.run_of(*words, "--batch", 0.001, "--recheck", "20%")
                workers = [self.worker("--until-idle") for _ in range(3)]
                self.assert_as_here(running, *words)
                for each in workers:
                    self.told(each)

    @at_night
    def test_a_tuning(self):
        file = self.folder / "tune.toml"
        file.write_text('[contest]\ngame = "pig"\n[tune]\nbot = "pace"\niterations = 30\ngames = 16\n'
                        '[parameters.race]\n')
        running = self.run_of("tune", file)
        workers = [self.worker("--until-idle") for _ in range(2)]
        self.assert_as_here(running, "tune", file)
        for each in workers:
            self.told(each)

    @at_night
    def test_a_fleet(self):
        """Many small batches, 50 workers that are killed, and five that lie now and then."""
        words = ("run", "koth-pazaak", "--games", 3_000_000, "--seed", 7)
        running = self.run_of(*words, "--batch", 0.001, "--lease", 5, "--recheck", "2%")
        liars, honest, kills = 5, 5, 50
        self.sql(LIE + "".join(f"INSERT INTO {Q}.liar VALUES ({each}, 0.5);" for each in range(1, liars + 1)))
        told = self.heard(running)
        workers = [self.quiet_worker() for _ in range(liars)]
        self.wait_for(running, f"SELECT count(*) = {liars} FROM {Q}.worker")
        fleet = [self.quiet_worker() for _ in range(honest)]
        while kills and running.poll() is None:
            played = int(self.sql(f"SELECT coalesce(sum(answers), 0) FROM {Q}.batch")[0][0])
            if played < (51 - kills) * BATCHES // 100:
                time.sleep(0.02)
                continue
            fleet.pop(random.randrange(len(fleet))).kill()
            fleet.append(self.quiet_worker())
            kills -= 1
        batches = 0
        while running.poll() is None:
            with contextlib.suppress(AssertionError, ValueError):
                batches = max(batches, int(self.sql(f"SELECT count(*) FROM {Q}.batch")[0][0]))
            time.sleep(0.2)
        out, text = told()
        self.assertEqual(running.returncode, 0, text)
        here = program.report(*words)
        self.assertEqual(json.loads(out)["digest"], here["digest"])
        self.assertEqual(kills, 0)
        for liar in range(1, liars + 1):
            self.assertRegex(text, rf"worker {liar} \(.*\): its results differ")
        self.assertEqual(len(re.findall(r"its results differ", text)), liars, text)
        twice, games, voided = (int(each.replace(",", "")) for each in re.search(
            r"recheck: ([\d,]+) of ([\d,]+) games played by two machines, ([\d,]+) void", text).groups())
        print(f"fleet: {batches} batches, {twice} of {games} games twice, {voided} void", flush=True)
        self.assertGreaterEqual(batches, BATCHES)
        self.assertLessEqual(twice, 0.03 * games)
        for each in workers + fleet:
            each.kill()

    def quiet_worker(self):
        worker = subprocess.Popen([PROGRAM, "worker", self.url, "--jobs", "1"], cwd=self.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(worker.__exit__, None, None, None)
        self.addCleanup(worker.kill)
        return worker

    def heard(self, running):
        """Reads what a process says, and returns a function that waits for all of it."""
        found = []
        thread = threading.Thread(target=lambda: found.extend(running.communicate()))
        thread.start()

        def all_of_it():
            thread.join()
            return found
        return all_of_it


if __name__ == "__main__":
    unittest.main()
