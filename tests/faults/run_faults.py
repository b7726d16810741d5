#!/usr/bin/python3
"""Reloads, restarts, kills and pauses of plainbounced beside a real Postfix while bounces stream;
the same kills of a plain libmilter program for comparison. Run by tools/faults; docs/faults.md says
what is counted. Needs root and PLAINBOUNCE_BIN."""

import argparse
import os
import random
import shutil
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "blackbox")]
from harness.ctest import limit_time, status_if_impossible  # noqa: E402 (needs the path)
from harness.daemon import Daemon  # noqa: E402
from harness.processes import end_on_signals  # noqa: E402

from scene import PlainMilter, Scene  # noqa: E402
from tally import DOUBLED, EXPLAINED, HALF_EDITED, MISSED, MIXED, PASSED  # noqa: E402
from trial import KINDS, run_trial  # noqa: E402

SOCKETS = ("unix", "inet")
QUICK_FAULTS = 5
QUICK_BOUNCES = 30
BOUNCES = 3000
SIZES = (2, 20, 60)
LARGEST = 149  # kilobytes; what does not fit one write gets header fields only
COLUMNS = ("milter", "fault", "socket", "size", "faults", "sent", "delivered", "explained",
           "passed unexplained", "missed", "lost", "doubled", "mixed", "half-edited",
           "corrupt/deferred", "slowest")


def rows_of(milter, trial):
    """One row for each size; the queues stand in the first, since a queue file has no size."""
    queue = {name: len(files) for name, files in trial.queue.items()}
    for size, count in trial.counts.items():
        yield (milter, trial.fault, trial.socket, f"{size} KB", trial.faults, count["sent"],
               count["delivered"], count[EXPLAINED], count[PASSED], count[MISSED], count["lost"],
               count[DOUBLED], count[MIXED], count[HALF_EDITED],
               f"{queue.pop('corrupt', 0)}/{sum(queue.values())}", f"{count['slowest']:.1f} s")
        queue = {}


def print_table(rows):
    cells = [[str(cell) for cell in row] for row in (COLUMNS, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells)]
    cells.insert(1, ["-" * width for width in widths])
    for row in cells:
        print("| " + " | ".join(cell.ljust(width) if cell[:1].isalpha() else cell.rjust(width)
                                for cell, width in zip(row, widths)) + " |")
    print(flush=True)


def kilobytes(text):
    if not 2 <= int(text) <= LARGEST:
        raise ValueError
    return int(text)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help=f"{QUICK_FAULTS} faults of each kind, no comparison")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32),
                        help="of the random moments")
    parser.add_argument("--fault", action="append", choices=KINDS, help="only this kind")
    parser.add_argument("--socket", action="append", choices=SOCKETS, help="only this kind")
    parser.add_argument("--times", type=int, help="faults of each kind")
    parser.add_argument("--bounces", type=int, help=f"explained bounces in each trial ({BOUNCES})")
    parser.add_argument("--sizes", nargs="+", type=kilobytes, default=SIZES, metavar="KB",
                        help=f"of a bounce, 2 to {LARGEST}")
    parser.add_argument("--milter", action="append", choices=("plainbounce", "plain"))
    parser.add_argument("--evidence", default=os.path.join(HERE, "../../build/faults"),
                        help="directory for damaged messages and the logs of their trials")
    return parser.parse_args()


def chosen(arguments):
    """(name of the milter, its class, socket, faults): what runs with one Postfix, in order."""
    milters = arguments.milter or (["plainbounce"] if arguments.quick else ["plainbounce", "plain"])
    faults = arguments.fault or list(KINDS)
    for socket in arguments.socket or SOCKETS:
        if "plainbounce" in milters:
            yield "plainbounce", Daemon, socket, faults
        if "plain" in milters and "kill -9" in faults:
            yield "plain libmilter", PlainMilter, socket, ["kill -9"]


def main():
    arguments = parse_arguments()
    status = status_if_impossible()
    if status is not None:
        return status
    end_on_signals()
    if arguments.quick:
        limit_time()
    bounces = arguments.bounces or (QUICK_BOUNCES if arguments.quick else BOUNCES)
    evidence = os.path.realpath(arguments.evidence)
    print(f"seed {arguments.seed}", flush=True)
    begin = time.monotonic()
    rows, harmful = [], []
    for milter, kind, socket, faults in chosen(arguments):
        with Scene(kind, socket) as scene:
            for fault in faults:
                times = arguments.times or (QUICK_FAULTS if arguments.quick else KINDS[fault][1])
                kept = os.path.join(evidence, f"{milter}-{fault}-{socket}".replace(" ", "-"))
                shutil.rmtree(kept, ignore_errors=True)
                trial = run_trial(scene, fault, times, bounces, arguments.sizes, arguments.seed,
                                  kept)
                rows += rows_of(milter, trial)
                print(f"{milter}: {times} x {fault}, {socket}: {trial.seconds:.0f} s; "
                      f"{trial.total(PASSED)} passed unexplained, {trial.failures} milter failures "
                      "in Postfix's log", flush=True)
                if kind is Daemon and not trial.harmless():
                    harmful.append(kept)
                    break  # what is left in the queue would count for the next trial, too
    print_table(rows)
    print(f"{time.monotonic() - begin:.0f} s in all")
    for kept in harmful:
        print(f"FAILED: {kept} holds what is wrong")
    return 1 if harmful else 0


if __name__ == "__main__":
    sys.exit(main())
