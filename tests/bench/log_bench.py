#!/usr/bin/python3
"""How fast `plainbounce log` reads a mail log, beside pflogsumm: log_bench.py --bin DIRECTORY [--json] [--once].

Both read the same made-up log of a week in turns; the best of each counts, so that other work on the
machine does. --once shows with a small log that it runs. Exit status 77 without pflogsumm."""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mail_log import MailLog  # noqa: E402 (needs the path)

MEGABYTE = 1_000_000
PFLOGSUMM = "/usr/sbin/pflogsumm"


def seconds_of(command):
    """On the wall, and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=900)
    wall = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def figure(name, value, beside, bar=None):
    """With a ratio where there is a bar: what other work does to times on the wall is no difference."""
    return {"name": name, "unit": "MB/s", "value": value, "beside": beside,
            "ratio": value / beside if bar else None, "bar": bar, "better": "higher"}


def measure(program, size, rounds):
    with tempfile.TemporaryDirectory(prefix="plainbounce-log-") as folder:
        log = os.path.join(folder, "mail.log")
        MailLog().write(log, size)
        megabytes = os.path.getsize(log) / MEGABYTE
        ours, theirs = [program, "log", log], [PFLOGSUMM, log]
        times = {"ours": [], "theirs": []}
        for _ in range(rounds):
            times["ours"].append(seconds_of(ours))
            times["theirs"].append(seconds_of(theirs))
        best = {who: [megabytes / min(column) for column in zip(*runs)] for who, runs in times.items()}
        return [
            figure(f"mail log of {megabytes:.0f} MB, read, by processor time (beside: pflogsumm)", best["ours"][1],
                   best["theirs"][1], 50),
            figure("the same on the wall", best["ours"][0], best["theirs"][0]),
        ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    if not shutil.which(PFLOGSUMM):
        print("SKIPPED: no pflogsumm")
        return 77
    size = 2 * MEGABYTE if arguments.once else arguments.megabytes * MEGABYTE
    figures = measure(os.path.join(arguments.bin, "plainbounce"), size, 1 if arguments.once else arguments.rounds)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for one in figures:
            print(f"{one['name']}: {one['value']:.1f} MB/s beside {one['beside']:.2f}, "
                  f"{one['value'] / one['beside']:.1f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
