#!/usr/bin/env python3
"""Simulates many machines that play one stage of a contest, from measured times of batches: how busy they are by
the number of workers, the seconds of a batch, and what starting one costs.

    bench/fleet.py                                     the table of docs/clusters.md
    hilltop worker DATABASE --format json | tee times  measured batches, then: bench/fleet.py --times times

Each event is a batch that ends or a worker that fails. Starts pass one after the other through a server that needs
`--start` seconds for each: half a second in Slurm, and in a queue what `bench/clusters.py rate` measures."""

import argparse
import heapq
import json
import random
import statistics

HOURS = 3600


def spread_of(file):
    """Returns the times of batches by their mean, as `hilltop worker --format json` printed them."""
    seconds = [event["seconds"] for event in map(json.loads, file) if event["event"] == "played"]
    mean = statistics.fmean(seconds)
    return [each / mean for each in seconds]


def simulated(workers, batches, seconds, start_s, spread, options, luck):
    """Returns (busy, twice): the share of the machines' time in which games were played that count, and the share
    of batches that were begun more than once."""
    slow = {each for each in range(workers) if luck.random() < options.stragglers}
    unplayed = [seconds * luck.choice(spread) for _ in range(batches)]
    work = sum(unplayed)
    free_at = 0.0  # the server that starts batches
    waiting, done, begun, now = [], 0, 0, 0.0
    events = [(0.0, each, "asks", 0.0) for each in range(workers)]  # when, worker, what, its batch's length
    while done < batches:
        now, worker, what, length = heapq.heappop(events)
        if what == "lost":  # its lease has ended
            unplayed.append(length)
            worker, what = (waiting.pop(), "asks") if waiting else (worker, "")
        done += what == "ends"
        if what == "":
            continue
        if not unplayed:
            waiting.append(worker)
            continue
        length = unplayed.pop()
        begun += 1
        free_at = max(free_at, now) + start_s
        took = length * (options.slowness if worker in slow else 1)
        fails_after = luck.expovariate(1 / (options.fails * HOURS))
        if fails_after < took:
            heapq.heappush(events, (free_at + fails_after + options.lease, worker, "lost", length))
            heapq.heappush(events, (free_at + fails_after + options.lease, worker, "asks", 0.0))  # a new one
        else:
            heapq.heappush(events, (free_at + took, worker, "ends", length))
    return work / (workers * now), begun / batches - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=argparse.FileType(), help="measured batches; else lengths from 0.5 to 1.5")
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 10, 100, 1000, 10_000])
    parser.add_argument("--seconds", type=float, nargs="+", default=[1, 10, 60, 120, 300])
    parser.add_argument("--start", type=float, nargs="+", default=[0.5, 0.001], help="seconds of the server per start")
    parser.add_argument("--hours", type=float, default=2, help="of play for each worker")
    parser.add_argument("--fails", type=float, default=50, help="hours between two failures of a worker")
    parser.add_argument("--lease", type=float, default=300, help="seconds until a lost batch is given away")
    parser.add_argument("--stragglers", type=float, default=0.01, help="share of workers that are slow")
    parser.add_argument("--slowness", type=float, default=3)
    options = parser.parse_args()
    luck = random.Random(1)
    spread = spread_of(options.times) if options.times else [0.5, 0.75, 1, 1.25, 1.5]
    for start_s in options.start:
        print(f"\n| {start_s:g} s per start: workers | " + " | ".join(f"{each:g} s" for each in options.seconds) + " |")
        print("|---" * (len(options.seconds) + 1) + "|")
        for workers in options.workers:
            cells = []
            for seconds in options.seconds:
                batches = max(workers, round(workers * options.hours * HOURS / seconds))
                if batches > 400_000:  # shows the limit sooner
                    batches = 400_000
                busy, twice = simulated(workers, batches, seconds, start_s, spread, options, luck)
                cells.append(f"{100 * busy:.0f} % ({100 * twice:.1f} %)")
            print(f"| {workers:,} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
