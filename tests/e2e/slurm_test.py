"""A contest that a Slurm cluster plays has the ranking and the digest of one machine, whatever happens to its
nodes. With HILLTOP_CLUSTERS=all each test runs; else what a user sees in the first minute."""

import fcntl
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import time
import unittest

import program
import slurm_cluster
from postgresql_server import PostgresqlServer
from program import (PAZAAK, PROGRAM, contest_file, forgetful, hilltop, house_bots, quitter, scratch,
                     threshold_bot)
from slurm_cluster import Cluster, CutCluster, wait_until

ALL = os.environ.get("HILLTOP_CLUSTERS") == "all"
at_night = unittest.skipUnless(ALL, "HILLTOP_CLUSTERS=all runs it")


class WithoutCluster(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)

    def slurm(self, *words):
        return hilltop("slurm", *words, cwd=self.folder)

    def test_a_dry_run_prints_scripts_and_leaves_nothing(self):
        # Its output is for Slurm: no reader copies commands from it.
        done = subprocess.run(
            [PROGRAM, "slurm", "submit", "koth-pazaak", "run", "--games", "300", "--shards", "3", "--dry-run",
             "--sbatch=--partition=short", "--before", "module load gcc", "--scratch", "$TMPDIR/x"],
            cwd=self.folder, capture_output=True, text=True, timeout=program.PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in ("#SBATCH --partition=short", "module load gcc", "shards=(1 2 3)", "#SBATCH --array=0-2",
                     "#SBATCH --requeue", "slurm resume . --unattended"):
            self.assertIn(f"{line}\n", done.stdout)
        self.assertIn('--scratch "$TMPDIR/x"', done.stdout)
        self.assertEqual(list(self.folder.iterdir()), [])
        for script in done.stdout.split("#!/bin/bash")[1:]:
            checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
            self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_mistakes(self):
        for words, said in (
                (("submit", "koth-pazaak"), "`slurm submit` has 2 arguments: CONTEST DIR"),
                (("submitt", "x"), "did you mean 'submit'"),
                (("status", "nowhere"), "it is no folder that `shard plan` has made"),
                (("cancel", "nowhere"), "it is no folder that `shard plan` has made"),
                (("resume", "nowhere"), "it is no folder that `shard plan` has made"),
                (("status", "x", "--dry-run"), "--dry-run is an option of submit, not of `slurm status`"),
                (("cancel", "x", "--sbatch=--mem=1G"), "--sbatch is an option of submit, resume"),
                (("submit", "koth-pazaak", "x", "--sbatch=--arr=1-2"), "the run sets '--array' itself"),
                (("submit", "koth-pazaak", "x", "--sbatch=-J x"), "the run sets '-J' itself"),
                (("submit", "koth-pazaak", "x", "--sbatch=-Jx"), "the run sets '-J' itself"),
                (("submit", "koth-pazaak", "x", "--sbatch=--mem=1G\ntouch y"), "it is no option of sbatch"),
                (("submit", "koth-pazaak", "x", "--sbatch=mem=1G"), "it is no option of sbatch"),
                (("submit", "koth-pazaak", "x", "--scratch", 'x"; touch y; "'), "it is no folder"),
                (("submit", "koth-pazaak", "x", "--scratch", "$(touch y)"), "it is no folder")):
            with self.subTest(words):
                done = self.slurm(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(said, done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_run_that_was_only_planned_says_how_to_go_on(self):
        subprocess.run([PROGRAM, "shard", "plan", "koth-pazaak", "run", "--games", "300"], cwd=self.folder,
                       capture_output=True, timeout=program.PATIENCE_S, check=True)
        for verb in ("status", "cancel"):
            done = self.slurm(verb, "run")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, "none of it was given to Slurm; `.*slurm resume run` does that")


    def test_status_does_not_wait_for_a_merge(self):
        without_slurm = {"PATH": str(self.folder)}
        submitted = hilltop("slurm", "submit", "koth-pazaak", "run", "--games", "20", "--shards", "1",
                            cwd=self.folder, env=without_slurm)
        self.assertEqual(submitted.returncode, 1, submitted.stderr)
        held = os.open(self.folder / "run/stage-1", os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        done = hilltop("slurm", "status", "run", "--format", "json", cwd=self.folder, env=without_slurm)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(json.loads(done.stdout)["shards"], 1)


class Slurm(unittest.TestCase):
    array_max = 1001

    def setUp(self):
        if why := slurm_cluster.missing():
            self.skipTest(why)
        self.folder = scratch(self)
        self.run_folder = self.folder / "run"
        self.cluster = self.enterContext(self.made_cluster(self.folder / "slurm"))

    def made_cluster(self, folder):
        return Cluster(folder, self.array_max)

    def slurm(self, *words, **environment):
        return hilltop("slurm", *words, cwd=self.folder, env=self.cluster.environment | environment)

    def submit(self, contest, *options):
        done = self.slurm("submit", contest, "run", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def status(self):
        done = self.slurm("status", "run", "--format", "json")
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return json.loads(done.stdout)

    def listed(self):
        return self.cluster.answer("squeue", "-h", "-r", "-o", "%i %T %r").split("\n")[:-1]

    def texts(self):
        """Returns what each job has printed."""
        return [each.read_text() for each in (self.run_folder / "slurm").glob("*.txt")]

    def jobs(self):
        """Returns the jobs that have not ended, and lets those go on that Slurm holds back after a requeue."""
        listed = self.listed()
        for line in listed:
            name, state, reason = line.split(" ", 2)
            if state == "PENDING" and reason == "BeginTime":
                self.cluster.answer("scontrol", "update", f"jobid={name}", "starttime=now")
        return listed

    def finish(self):
        """Waits until the jobs have ended; submits again what they left; returns the ranking as JSON."""
        for _ in range(20):
            wait_until("the jobs end", lambda: not self.jobs(), seconds=program.PATIENCE_S)
            merged = hilltop("shard", "merge", "run", "--format", "json", cwd=self.folder)
            if merged.returncode == 0:
                return json.loads(merged.stdout)
            resumed = self.slurm("resume", "run")
            self.assertIn(resumed.returncode, (0, 3), resumed.stderr)
        return self.fail("it never ends")

    def here(self, contest, *options):
        return json.loads(program.ran("run", contest, "--format", "json", "--store", "none", *options,
                                      cwd=self.folder))

    def assert_as_here(self, elsewhere, contest, *options):
        here = self.here(contest, *options)
        for told in (elsewhere, here):
            for ranked in told.get("ranking", []):
                ranked.pop("timings", None)
        self.assertEqual(elsewhere["digest"], here["digest"])
        self.assertEqual(elsewhere, here)

    def slow_contest(self, games=400):
        """Returns a contest whose shards take a while."""
        for draws in (16, 19):
            forgetful(self.folder / "bots", f"bot{draws}", threshold_bot(draws))
        return contest_file(self.folder, PAZAAK.format(games=games) + '[bots]\nfolder = "bots"\n')

    def players(self):
        """Returns the processes that play shards."""
        found = []
        for each in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (each / "cmdline").read_bytes().split(b"\0")
                if words[1:3] == [b"shard", b"run"] and (each / "cwd").readlink() == self.run_folder:
                    found.append(int(each.name))
            except (FileNotFoundError, ProcessLookupError):
                continue
        return found

    def wait_for_player(self):
        return wait_until("a shard is played", self.players)[0]


class Smoke(Slurm):
    def test_the_result_is_that_of_one_machine(self):
        options = ("--games", 300, "--seed", 7)
        self.assertIn("3 shards submitted", self.submit("koth-pazaak", *options, "--shards", 3))
        elsewhere = self.finish()
        told = self.status()
        self.assertTrue(told["complete"])
        self.assertEqual((told["whole"], told["shards"], told["lost"]), (3, 3, []))
        self.assert_as_here(elsewhere, "koth-pazaak", *options)


@at_night
class Contests(Slurm):
    def test_a_cup_goes_on_by_itself(self):
        self.submit("pazaak-cup", "--games", 200, "--shards", 2)
        elsewhere = self.finish()
        self.assertGreater(self.status()["stage"], 2)
        self.assertGreater(len(json.loads((self.run_folder / "slurm.json").read_text())["submissions"]), 2)
        self.assert_as_here(elsewhere, "pazaak-cup", "--games", 200)

    def test_a_swiss_of_processes(self):
        for draws in (15, 16, 17, 19):
            forgetful(self.folder / "bots", f"bot{draws}", threshold_bot(draws))
        contest = contest_file(self.folder, '[contest]\ngame = "pazaak"\n[format]\nkind = "swiss"\nrounds = 2\n'
                               'games = 8\n[bots]\nfolder = "bots"\n')
        self.submit(contest, "--shards", 2, "--seed", 3)
        self.assert_as_here(self.finish(), contest, "--seed", 3)

    def test_a_disqualification(self):
        bots = self.folder / "bots"
        forgetful(bots, "sixteen", threshold_bot(16))
        forgetful(bots, "quits", quitter(17))
        text = PAZAAK.format(games=40).replace('illegal = "substitute"',
                                               'illegal = "disqualify"\nbroken = "disqualify"')
        contest = contest_file(self.folder, text + house_bots("kid") + '[bots]\nfolder = "bots"\n')
        self.submit(contest, "--shards", 2)
        elsewhere, here = self.finish(), self.here(contest)
        self.assertEqual(elsewhere["digest"], here["digest"])
        self.assertEqual([each["bot"] for each in here["disqualified"]], ["quits"])
        self.assertEqual(elsewhere["disqualified"], here["disqualified"])

    def test_bots_are_built_on_a_scratch_disk(self):
        contest = self.slow_contest(games=6)
        for each in (self.folder / "bots").glob("*/bot.toml"):
            each.write_text('state = "none"\nbuild = "true"\n')
        disk = self.folder / "disk"
        self.submit(contest, "--shards", 2, "--scratch", "$DISK", "--before", f"export DISK={disk}")
        elsewhere = self.finish()
        self.assertEqual(len(list(disk.glob("hilltop-*/*/*/bot"))), 2)
        self.assert_as_here(elsewhere, contest)


@at_night
class Accidents(Slurm):
    def test_a_player_is_killed(self):
        contest = self.slow_contest()
        self.submit(contest, "--shards", 2)
        os.kill(self.wait_for_player(), signal.SIGKILL)
        self.assert_as_here(self.finish(), contest)
        (printed,) = (text for text in self.texts() if "Killed" in text)
        self.assertRegex(printed, r"Killed(.|\n)*shard \d of stage 1: ", "the task was put back into the queue")

    def test_a_node_is_lost(self):
        contest = self.slow_contest()
        self.submit(contest, "--shards", 2)
        self.wait_for_player()
        node = self.folder / "slurm" / "w1.pid"
        os.kill(int(node.read_text()), signal.SIGKILL)
        for player in self.players():
            os.kill(player, signal.SIGKILL)
        self.assert_as_here(self.finish(), contest)

    def test_the_time_of_a_task_ends(self):
        contest = self.slow_contest(games=3000)
        self.submit(contest, "--shards", 2)
        self.wait_for_player()
        self.cluster.answer("scancel", "--batch", "--signal=USR1", *(
            each.split()[0] for each in self.jobs() if " RUNNING " in each))
        wait_until("a task is put back", lambda: any("BeginTime" in each for each in self.listed()))
        self.assert_as_here(self.finish(), contest)
        self.assertIn("the same command goes on", "".join(self.texts()))

    def test_the_controller_is_restarted(self):
        contest = self.slow_contest()
        self.submit(contest, "--shards", 4)
        self.wait_for_player()
        self.cluster.stop_controller()
        self.cluster.start_controller()
        self.assert_as_here(self.finish(), contest)

    def test_a_disk_is_full_on_one_node(self):
        contest = self.slow_contest(games=100)
        self.submit(contest, "--shards", 4, "--before", '[ "$SLURMD_NODENAME" != w1 ] || ulimit -f 2')
        wait_until("the jobs end", lambda: not self.jobs(), seconds=program.PATIENCE_S)
        self.assertEqual(self.slurm("resume", "run", "--before", "true").returncode in (0, 3), True)
        self.assert_as_here(self.finish(), contest)

    def test_cancelled_and_resumed(self):
        contest = self.slow_contest(games=800)
        self.submit(contest, "--shards", 6)
        wait_until("a shard is whole", lambda: list(self.run_folder.glob("stage-1/played/[0-9]")))
        self.wait_for_player()
        self.assertIn("jobs cancelled", self.slurm("cancel", "run").stderr)
        wait_until("the jobs end, and none comes back", lambda: not self.listed())
        told = self.status()
        self.assertEqual((told["running"], told["waiting"]), (0, 0))
        self.assertIn("submits them", self.slurm("status", "run").stderr)
        self.slurm("resume", "run")
        (array,) = json.loads((self.run_folder / "slurm.json").read_text())["submissions"][-1]["arrays"]
        self.assertEqual(array, told["lost"])
        self.assertLess(len(array), 6)
        again = self.slurm("resume", "run")  # all are in the queue
        self.assertIn("0 shards submitted", again.stderr)
        self.assert_as_here(self.finish(), contest)

    def test_a_site_that_refuses_and_one_that_is_busy(self):
        done = self.slurm("submit", "koth-pazaak", "run", "--games", 300, "--seed", 7, "--shards", 2,
                          "--sbatch=--partition=nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertIn("invalid partition", done.stderr)
        self.assertIn("slurm resume run` submits what is missing", done.stderr)
        # The controller has the first job all the same, as one that is too slow to answer.
        tools = self.folder / "tools"
        tools.mkdir()
        busy = tools / "sbatch"
        busy.write_text(f"""#!/bin/sh
PATH={self.cluster.environment['PATH']}
echo x >>{tools}/calls
case $(wc -l <{tools}/calls) in
  1) echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation' >&2; exit 1 ;;
  2) sbatch "$@" >/dev/null; echo 'sbatch: error: Unable to contact slurm controller' >&2; exit 1 ;;
esac
exec sbatch "$@"
""")
        busy.chmod(0o755)
        resumed = self.slurm("resume", "run", "--sbatch=--partition=hilltop",
                             PATH=f"{tools}:{self.cluster.environment['PATH']}")
        self.assertEqual(resumed.returncode, 3, resumed.stderr)
        self.assertIn("asks again in 2 s", resumed.stderr)
        self.assertEqual(len(self.jobs()), 3, "two tasks and what goes on after them")
        self.assert_as_here(self.finish(), "koth-pazaak", "--games", 300, "--seed", 7)

    def test_jobs_that_play_nothing_are_not_submitted_for_ever(self):
        self.submit("koth-pazaak", "--games", 300, "--seed", 7, "--shards", 2, "--before", "exit 1")
        wait_until("the jobs end", lambda: not self.jobs())
        self.assertEqual(self.status()["lost"], [1, 2])
        self.slurm("resume", "run", "--before", '[ "$SLURM_ARRAY_TASK_ID" = "" ] || exit 1')
        wait_until("the jobs end", lambda: not self.jobs())
        (printed,) = (self.run_folder / "slurm").glob("*-2-merge.txt")
        self.assertIn("have played none of 2 missing shards", printed.read_text())
        self.slurm("resume", "run", "--before", "true")
        self.assert_as_here(self.finish(), "koth-pazaak", "--games", 300, "--seed", 7)


@at_night
@unittest.skipIf(CutCluster.missing(), CutCluster.missing())
class Networks(Slurm):
    def made_cluster(self, folder):
        return CutCluster(folder)

    def test_a_node_is_cut_off_and_plays_on(self):
        contest = self.slow_contest(games=1200)
        self.submit(contest, "--shards", 2)
        wait_until("both nodes play", lambda: len(self.players()) == 2)
        self.cluster.cut("w1")
        wait_until("the node is missed", lambda: "w1 down" in self.cluster.answer("sinfo", "-h", "-N", "-o", "%N %T"),
                   seconds=300)
        elsewhere = self.finish()
        self.cluster.join("w1")
        self.assert_as_here(elsewhere, contest)


@at_night
class SmallArrays(Slurm):
    array_max = 3

    def test_arrays_are_cut(self):
        options = ("--games", 300, "--seed", 7)
        self.submit("koth-pazaak", *options, "--shards", 8)
        (submission,) = json.loads((self.run_folder / "slurm.json").read_text())["submissions"]
        self.assertEqual(submission["arrays"], [[1, 2, 3], [4, 5, 6], [7, 8]])
        self.assert_as_here(self.finish(), "koth-pazaak", *options)

    def test_status_waits(self):
        self.submit("koth-pazaak", "--games", 300, "--seed", 7, "--shards", 2)
        waited = self.slurm("status", "run", "--wait")
        self.assertEqual(waited.returncode, 0, waited.stderr)
        self.assertIn("digest", waited.stdout)


@at_night
class WithoutArrays(Slurm):
    array_max = 1

    def test_each_shard_is_a_job(self):
        contest = self.slow_contest()
        self.assertIn("2 shards submitted", self.submit(contest, "--shards", 2))
        for line in self.listed():
            self.assertRegex(line.split()[0], r"^\d+$", "it is no task of an array")
        os.kill(self.wait_for_player(), signal.SIGKILL)

        def both_are_in_jobs():  # not while the one that was killed ends, before it is in the queue again
            told = self.status()
            return (told["running"] + told["waiting"], told["lost"]) == (2, [])
        wait_until("both are in jobs", both_are_in_jobs)
        self.assert_as_here(self.finish(), contest)
        self.assertEqual(sum("Killed" in text for text in self.texts()), 1)
        self.assertEqual(len(json.loads((self.run_folder / "slurm.json").read_text())["submissions"]), 1,
                         "the job that was killed came back by itself")


@at_night
class Workers(Slurm):
    """Slurm starts workers of a queue, from which `compare` and `tune` have their games (decision 0090)."""

    def setUp(self):
        super().setUp()
        self.url = self.enterContext(PostgresqlServer()).create("arena")

    def assert_workers_play(self, *words):
        running = subprocess.Popen([PROGRAM, *map(str, words), "--format", "json", "--store", "none", "--workers",
                                    self.url], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(running.__exit__, None, None, None)
        self.addCleanup(running.kill)
        worker = shlex.join([str(PROGRAM), "worker", self.url, "--jobs", "1", "--scratch", str(self.folder / "scratch")])
        done = subprocess.run(["sbatch", "--array=1-2", f"--output={self.folder}/worker-%a.txt", "--wrap",
                               f"exec {worker}"], env=self.cluster.environment, capture_output=True, text=True,
                              cwd=self.folder, timeout=program.PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        there = json.loads(running.communicate(timeout=program.PATIENCE_S)[0])
        here = json.loads(program.ran(*words, "--format", "json", "--store", "none", cwd=self.folder))
        self.assertEqual(running.returncode, 0)
        self.assertEqual(there, here)
        wait_until("both workers run", lambda: [each.split()[1] for each in self.listed()] == ["RUNNING"] * 2)
        self.cluster.answer("scancel", "--name=wrap")
        wait_until("the jobs end", lambda: not self.listed())
        counts = [re.search(r"worker \d+: ([\d,]+) games? in", (self.folder / f"worker-{task}.txt").read_text())
                  for task in (1, 2)]
        games = sum(int(each[1].replace(",", "")) for each in counts if each)
        self.assertGreater(games, 0, "a task that is cancelled says what it has played")

    def test_compare(self):
        self.assert_workers_play("compare", "pazaak", "nestor", "kid", "--seed", 7)

    def test_tune(self):
        file = self.folder / "tune.toml"
        file.write_text('[contest]\ngame = "pig"\n[tune]\nbot = "pace"\niterations = 30\ngames = 16\n'
                        '[parameters.race]\n')
        self.assert_workers_play("tune", file)


if __name__ == "__main__":
    unittest.main()
