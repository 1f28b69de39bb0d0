#!/usr/bin/env python3
"""Measures what a second machine gains, and what a cluster costs, on two idle cores: a contest by `run --jobs 2`,
and by one and two workers of a queue in PostgreSQL, or by one and two nodes of Slurm, all started here.

    bench/clusters.py queue slurm      gain (1.9 is asked) and overhead (5 % is asked), about twelve minutes
    bench/clusters.py rate             rows of the queue per second, by the number of workers that ask at once

Nothing else may run meanwhile. Exit code 1: a figure is not what is asked, or a digest differs."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
import postgresql_server  # noqa: E402
import slurm_cluster  # noqa: E402
from postgresql_server import PostgresqlServer  # noqa: E402

GAIN_MIN, OVERHEAD_MAX = 1.9, 0.05
Q = "hilltop_queue_1"
# Rows for which workers of the rate ask, and seconds of each measurement.
ROWS, RATE_S = 400_000, 10
ASKING = (1, 4, 16, 64)
# As a server has it that nobody has configured.
SETTINGS = "shared_buffers = 128MB\n"
# About what an answer takes with the records of a hundred games of processes.
ANSWER_BYTES = 40_000

RATE = f"""
SELECT token FROM {Q}.worker WHERE id = :client_id + 1 \\gset
SELECT run, batch, fence FROM {Q}.claim(':token') \\gset
SELECT {Q}.deliver(':token', :run, :batch, :fence, 1, false, (SELECT games FROM sample));
"""


class Measured:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.environment = os.environ | {"HILLTOP_STORE": "none",
                                         "HILLTOP_HOME": str(options.bin.parent / "share" / "hilltop")}
        self.words = ["koth-pazaak" if options.contest is None else options.contest, "--games", str(options.games),
                      "--seed", "7"]

    def started(self, *words, **more):
        return subprocess.Popen([self.options.bin / "hilltop", *map(str, words)], cwd=self.folder,
                                env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                text=True, **more)

    def here(self):
        """Returns (seconds, digest) of this machine alone."""
        begun = time.monotonic()
        run = self.started("run", *self.words, "--store", "none", "--jobs", 2, "--format", "json",
                           stdout=subprocess.PIPE)
        out, used = ended(run)
        seconds = time.monotonic() - begun
        print(f"    {used:.2f} s of the processor", flush=True)
        return seconds, json.loads(out)["digest"]

    def queue(self, workers):
        """Returns (seconds, digest) of workers with a batch at once each; prints what they played."""
        with PostgresqlServer(SETTINGS) as server:
            url = server.create("arena")
            run = self.started("run", *self.words, "--store", "none", "--workers", url, "--format", "json",
                               stdout=subprocess.PIPE)
            slurm_cluster.wait_until("the run is in the queue", lambda: server.run_sql(
                f"SELECT to_regclass('{Q}.batch') IS NOT NULL", "arena") == [["t"]] and server.run_sql(
                f"SELECT count(*) > 0 FROM {Q}.batch", "arena") == [["t"]])
            begun = time.monotonic()
            playing = [self.started("worker", url, "--jobs", 1, "--format", "json", stdout=subprocess.PIPE)
                       for _ in range(workers)]
            out, of_run = ended(run)
            seconds = time.monotonic() - begun
            of_server = used_by(server)
            batches, of_workers = [], 0
            for each in playing:
                each.terminate()
                told, used = ended(each)
                of_workers += used
                batches += [json.loads(line) for line in told.splitlines()]
            batches = [each["seconds"] for each in batches if each["event"] == "played"]
        print(f"    {len(batches)} batches of {sum(batches) / len(batches):.1f} s on average; s of the processor: "
              f"workers {of_workers:.2f}, run {of_run:.2f}, database {of_server:.2f}; together "
              f"{of_workers + of_run + of_server:.2f}", flush=True)
        return seconds, json.loads(out)["digest"]

    def slurm(self, nodes):
        """Returns (seconds, digest) of nodes of one core each, from `submit` to the ranking."""
        folder = self.folder / f"slurm-{nodes}"
        with slurm_cluster.Cluster(folder / "cluster") as cluster:
            self.environment |= cluster.environment
            begun, used = time.monotonic(), used_by_machine()
            others = ",".join(slurm_cluster.NODES[nodes:])
            submitting = subprocess.run(
                [self.options.bin / "hilltop", "slurm", "submit", self.words[0], folder / "run", *self.words[1:],
                 "--seconds", str(self.options.shard),
                 *[f"--sbatch=--exclude={others}"] * (nodes < len(slurm_cluster.NODES))],
                cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
            if submitting.returncode:
                raise SystemExit(submitting.stderr)
            submitted = time.monotonic() - begun
            # To ask the controller instead would take a share of the processors.
            slurm_cluster.wait_until("the ranking is printed", lambda: any(
                "digest" in each.read_text() for each in (folder / "run" / "slurm").glob("*-merge.txt")), seconds=3600)
            seconds, used = time.monotonic() - begun, used_by_machine() - used
            played = max(each.stat().st_mtime for each in (folder / "run").glob("stage-1/played/*"))
            merging = time.time() - played
            slurm_cluster.wait_until("the jobs end", lambda: not cluster.answer("squeue", "-h"))
            merged = subprocess.run([self.options.bin / "hilltop", "shard", "merge", folder / "run", "--format",
                                     "json"], env=self.environment, capture_output=True, text=True, check=True)
        playing = [float(re.search(r"played now in ([\d.]+) s", each.read_text())[1])
                   for each in (folder / "run" / "slurm").glob("*.txt") if "played now" in each.read_text()]
        print(f"    {len(playing)} shards of {sum(playing):.1f} s together; planned and submitted after "
              f"{submitted:.1f} s, over {merging:.1f} s after the last one; {used:.2f} s of all processors", flush=True)
        return seconds, json.loads(merged.stdout)["digest"]

    def gain(self, engine, play):
        """Prints what a second one gains, and what the engine costs; returns whether that is what is asked."""
        here, digest = self.here()
        print(f"{engine}: run --jobs 2 takes {here:.1f} s", flush=True)
        two, digest_of_two = play(2)
        print(f"{engine}: two take {two:.1f} s", flush=True)
        one, digest_of_one = play(1)
        gain, overhead = one / two, two / here - 1
        print(f"{engine}: one takes {one:.1f} s\n{engine}: gain {gain:.3f}, overhead {100 * overhead:.1f} %", flush=True)
        if digest != digest_of_one or digest != digest_of_two:
            print(f"{engine}: the digests differ")
        return digest == digest_of_one == digest_of_two and gain >= GAIN_MIN and overhead <= OVERHEAD_MAX


def ended(process):
    """Returns what a program prints, once it has ended, and the seconds of the processor that it has used."""
    out = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{process.args}: exit code {process.returncode}")
    return out, used.ru_utime + used.ru_stime


def used_by_machine():
    """Returns the seconds that the processors of this machine have worked, for any program."""
    user, nice, system = map(int, pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def used_by(server):
    """Returns the seconds of the processor of a server and of its processes, also those that have ended."""
    pid = (server.data / "postmaster.pid").read_text().split()[0]
    pids = [pid, *pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    ticks = 0
    for each in pids:
        fields = pathlib.Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def rate(options, folder):
    """Prints how many batches a second workers claim and deliver, and how long both take."""
    print("| workers that ask at once | batches per second | ms for a claim and an answer | ms of the server's "
          "processor |\n|---|---|---|---|")
    for clients in ASKING:
        with PostgresqlServer(SETTINGS) as server:
            url = server.create("arena")
            measured = Measured(options, folder)
            run = measured.started("run", "koth-pazaak", "--games", 10, "--store", "none", "--workers", url,
                                   stdout=subprocess.DEVNULL)
            slurm_cluster.wait_until("the run is in the queue", lambda: server.run_sql(
                f"SELECT to_regclass('{Q}.batch_1') IS NOT NULL", "arena") == [["t"]])
            run.kill()
            run.wait()
            server.run_sql(
                f"TRUNCATE {Q}.batch; INSERT INTO {Q}.batch (run, id, orders, seconds)"
                f" SELECT 1, n, convert_to(repeat('an order ', 200), 'UTF8'), 1 FROM generate_series(1, {ROWS}) n;"
                f" SELECT {Q}.join_queue((SELECT build FROM {Q}.run), 'here') FROM generate_series(1, {clients});"
                f" CREATE TABLE sample AS SELECT string_agg(sha256(n::text::bytea), '') AS games"
                f" FROM generate_series(1, {ANSWER_BYTES // 32}) n; ANALYZE", "arena")
            script = folder / "rate.sql"
            script.write_text(RATE, encoding="utf-8")
            before = used_by(server)
            done = subprocess.run([postgresql_server.program("pgbench"), "-n", "-f", script, "-c", str(clients),
                                   "-j", "2", "-T", str(RATE_S), url], capture_output=True, text=True, check=True)
            used = used_by(server) - before
            tps = float(re.search(r"tps = ([\d.]+)", done.stdout)[1])
            latency = float(re.search(r"latency average = ([\d.]+)", done.stdout)[1])
            batches = int(re.search(r"actually processed: (\d+)", done.stdout)[1])
        print(f"| {clients} | {tps:,.0f} | {latency:.1f} | {1000 * used / batches:.2f} |", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+", choices=["queue", "slurm", "rate"])
    parser.add_argument("--games", type=int, default=36_000_000, help="of each pairing")
    parser.add_argument("--shard", type=float, default=30, help="seconds of a shard")
    parser.add_argument("--contest", help="another than koth-pazaak")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "bin")
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    holds = True
    with tempfile.TemporaryDirectory(prefix="hilltop-clusters-") as folder:
        measured = Measured(options, pathlib.Path(folder))
        for what in options.what:
            holds &= rate(options, pathlib.Path(folder)) if what == "rate" else measured.gain(
                what, getattr(measured, what))
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
