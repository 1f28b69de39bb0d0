"""A contest in shards has the ranking and the digest of one machine, whatever happens to the machines."""

import fcntl
import json
import os
import pathlib
import signal
import subprocess
import unittest

import program
from program import (PAZAAK, PROGRAM, bot_folder, contest_file, forgetful, hilltop, house_bots, quitter,
                     scratch, threshold_bot)


class Shards(unittest.TestCase):
    def setUp(self):
        self.folder = scratch(self)
        self.run_folder = self.folder / "run"

    def shard(self, *words):
        return hilltop("shard", *words, cwd=self.folder)

    def plan(self, contest, *options):
        done = self.shard("plan", contest, self.run_folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def orders(self):
        stage = max(self.run_folder.glob("stage-*"), key=lambda each: int(each.name.split("-")[1]))
        return sorted(int(each.name) for each in (stage / "orders").iterdir()), stage / "played"

    def merge(self, *options):
        done = self.shard("merge", self.run_folder, *options)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return done

    def finish(self):
        """Plays stage after stage; returns the ranking as JSON and the number of stages."""
        for stages in range(1, 100):
            for number in reversed(self.orders()[0]):
                done = self.shard("run", self.run_folder, number, "--jobs", 1)
                self.assertEqual(done.returncode, 0, done.stderr)
            merged = self.merge("--format", "json")
            if merged.returncode == 0:
                return json.loads(merged.stdout), stages
        return self.fail("it never ends")

    def here(self, contest, *options):
        return json.loads(program.ran("run", contest, "--format", "json", "--store", "none", *options,
                                      cwd=self.folder))

    def assert_as_here(self, contest, *options):
        self.plan(contest, "--shards", 3, *options)
        elsewhere, stages = self.finish()
        here = self.here(contest, *options)
        for told in (elsewhere, here):
            for ranked in told.get("ranking", []):
                ranked.pop("timings", None)
        self.assertEqual(elsewhere["digest"], here["digest"])
        self.assertEqual(elsewhere, here)
        return stages

    def test_house_bots(self):
        self.assert_as_here("koth-pazaak", "--games", 300, "--seed", 7)

    def test_rounds_of_a_cup_and_of_a_swiss(self):
        self.assertGreater(self.assert_as_here("pazaak-cup", "--games", 200), 1)
        self.run_folder = self.folder / "swiss"
        swiss = program.HOME / "examples" / "contests" / "swiss.toml"
        self.assertEqual(self.assert_as_here(swiss), 3)

    def test_bots_in_folders_and_a_disqualification(self):
        bots = self.folder / "bots"
        forgetful(bots, "sixteen", threshold_bot(16))
        forgetful(bots, "nineteen", threshold_bot(19))
        forgetful(bots, "quits", quitter(17))
        text = PAZAAK.format(games=40).replace('illegal = "substitute"',
                                               'illegal = "disqualify"\nbroken = "disqualify"')
        contest = contest_file(self.folder, text + house_bots("kid"))
        with contest.open("a") as file:
            for name in ("sixteen", "nineteen", "quits"):
                file.write(f'[[bot]]\nfolder = "bots/{name}"\n')
        self.plan(contest, "--shards", 2)
        elsewhere, _ = self.finish()
        here = self.here(contest)
        self.assertEqual(elsewhere["digest"], here["digest"])
        self.assertEqual([each["bot"] for each in here["disqualified"]], ["quits"])
        self.assertEqual(elsewhere["disqualified"], here["disqualified"])

    def test_a_bot_is_built_once_for_a_kind_of_machine(self):
        bots, scratch_disk = self.folder / "bots", self.folder / "disk"
        forgetful(bots, "sixteen", threshold_bot(16))
        (bots / "sixteen" / "bot.toml").write_text('state = "none"\nbuild = "date +%N >made; cp made ok"\n')
        contest = contest_file(self.folder, PAZAAK.format(games=6) + house_bots("kid", "bold") +
                               '[[bot]]\nfolder = "bots/sixteen"\n')
        self.plan(contest, "--shards", 2)
        (built,) = (self.run_folder / "machines").glob("*/*/made")
        before = built.read_text()
        for number in self.orders()[0]:
            done = self.shard("run", self.run_folder, number, "--scratch", scratch_disk)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(list(scratch_disk.glob("*/*/*/ok"))), 1)
        elsewhere, _ = self.finish()
        self.assertEqual(built.read_text(), before)
        self.assertEqual([each.name for each in (self.run_folder / "bots" / "2").iterdir() if each.name == "made"], [])
        self.assertEqual(elsewhere["digest"], self.here(contest)["digest"])
        for each in (*scratch_disk.iterdir(), self.run_folder):
            self.assertEqual(each.stat().st_mode & 0o077, 0)
        (theirs,) = scratch_disk.iterdir()
        theirs.chmod(0o777)
        refused = self.shard("run", self.run_folder, 1, "--scratch", scratch_disk)
        self.assertIn("another user can change it", refused.stderr)

    def test_what_a_machine_does_not_finish_is_played_by_another(self):
        self.plan("koth-pazaak", "--games", 20_000, "--seed", 1, "--shards", 2)
        with subprocess.Popen([PROGRAM, "shard", "run", self.run_folder, "1"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            running.send_signal(signal.SIGKILL)
        numbers, played = self.orders()
        self.assertEqual([each.name for each in played.iterdir() if each.name.isdigit()], [])
        merged = self.merge()
        self.assertEqual(merged.returncode, 3)
        self.assertIn("2 of its shards are missing or unfinished: 1-2", merged.stderr)
        self.assertEqual(self.shard("run", self.run_folder, 2).returncode, 0)
        whole = (played / "2").read_bytes()
        (played / "2").write_bytes(whole[: len(whole) // 2])
        refused = self.shard("merge", self.run_folder)
        self.assertEqual(refused.returncode, 2)
        self.assertIn(f"{played / '2'}: it is cut off; remove it, and play the shard again", refused.stderr)
        self.assertEqual(self.shard("run", self.run_folder, 2).returncode, 0)
        self.assertEqual((played / "2").read_bytes(), whole)
        self.assertEqual(self.shard("run", self.run_folder, 1).returncode, 0)
        self.assertEqual(self.merge("--format", "json").returncode, 0)
        self.assertEqual(numbers, [1, 2])

    def test_a_full_disk_loses_nothing(self):
        self.plan("koth-pazaak", "--games", 300, "--seed", 7, "--shards", 2)
        numbers, played = self.orders()
        self.assertEqual(self.shard("run", self.run_folder, numbers[0]).returncode, 0)
        limited = f"ulimit -f 1; exec {PROGRAM} shard run {self.run_folder} {numbers[1]}"
        done = subprocess.run(["bash", "-c", limited], cwd=self.folder, capture_output=True, text=True,
                              timeout=program.PATIENCE_S, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"the games of shard {numbers[1]} cannot be kept", done.stderr)
        self.assertEqual([each.name for each in played.iterdir()], ["1"])
        elsewhere, _ = self.finish()
        self.assertEqual(elsewhere["digest"], self.here("koth-pazaak", "--games", 300, "--seed", 7)["digest"])

    def test_a_plan_that_a_full_disk_ends_leaves_nothing(self):
        for blocks in (1, 200):  # the store has no room; the orders have none
            limited = f"ulimit -f {blocks}; exec {PROGRAM} shard plan koth-pazaak {self.run_folder} --games 300000"
            done = subprocess.run(["bash", "-c", limited], cwd=self.folder, capture_output=True, text=True,
                                  timeout=program.PATIENCE_S, check=False)
            self.assertIn(done.returncode, (1, 2), done.stderr)
            self.assertFalse(self.run_folder.exists())

    def test_a_shard_that_is_told_to_end_keeps_its_games(self):
        bots = self.folder / "bots"
        for draws in (16, 19):
            forgetful(bots, f"bot{draws}", threshold_bot(draws))
        contest = contest_file(self.folder, PAZAAK.format(games=2000) + '[bots]\nfolder = "bots"\n')
        self.plan(contest, "--shards", 1)
        with subprocess.Popen([PROGRAM, "shard", "run", self.run_folder, "1", "--format", "json"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            self.assertIn("sandbox: ", running.stderr.readline())
            running.send_signal(signal.SIGTERM)
            out, said = running.communicate(timeout=program.PATIENCE_S)
        self.assertEqual(running.returncode, 3, said)
        told = json.loads(out)
        self.assertFalse(told["whole"])
        done = self.shard("run", self.run_folder, 1, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["before"], told["played"])

    def test_a_second_merge_plans_nothing(self):
        self.plan("koth-pazaak", "--games", 20, "--shards", 1)
        held = os.open(self.run_folder / "stage-1", os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        refused = self.shard("merge", self.run_folder)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("another program merges it", refused.stderr)
        self.assertEqual(self.shard("run", self.run_folder, 1).returncode, 0, "a shard does not wait")

    def test_mistakes(self):
        bots = self.folder / "bots"
        bot_folder(bots, "writer", threshold_bot(17), interpreter="python3")
        with_files = contest_file(self.folder, PAZAAK.format(games=4) + house_bots("kid") +
                                  '[[bot]]\nfolder = "bots/writer"\n')
        for words, said in (
                (("plan", "koth-pazak", "run"), "did you mean 'koth-pazaak'"),
                (("plan", "koth-pazaak"), "`shard plan` has 2 arguments: CONTEST DIR"),
                (("plan", "koth-pazaak", "run", "--jobs", "2"), "--jobs is an option of `shard run`"),
                (("plan", "koth-pazaak", "run", "--seconds", "1", "--shards", "2"),
                 "--seconds and --shards exclude each other"),
                (("plan", with_files, "run"), "writer may keep files from game to game"),
                (("plan", "koth-pazaak", "."), "it is not empty"),
                (("run", ".", "1"), "it is no folder that `shard plan` has made"),
                (("merge", "nowhere"), "it is no folder that `shard plan` has made"),
                (("marge", "run"), "did you mean 'merge'")):
            with self.subTest(words):
                done = self.shard(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertIn(said, done.stderr)
        self.assertFalse(self.run_folder.exists())
        self.plan(with_files, "--without-files")
        self.assertIn("there is a run already", self.shard("plan", with_files, "run").stderr)
        self.assertIn("has the shards 1 to 1, and none 2", self.shard("run", "run", "2").stderr)
        (staged,) = (self.run_folder / "machines").glob("*/*/bot")
        staged.write_text("")
        self.assertIn("it was changed since the run was planned", self.shard("run", "run", "1").stderr)
        told = json.loads((self.run_folder / "run.json").read_text())
        told["build"] = "another"
        (self.run_folder / "run.json").write_text(json.dumps(told))
        self.assertIn("all machines need the same", self.shard("merge", "run").stderr)
        self.assertEqual(pathlib.Path(self.run_folder).stat().st_mode & 0o077, 0)


if __name__ == "__main__":
    unittest.main()
