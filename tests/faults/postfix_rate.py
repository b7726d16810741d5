#!/usr/bin/python3
"""Time that a real Postfix takes for 2,000 bounces with plainbounce, with a program that makes the
same edit with plain libmilter and does nothing else, and with no milter. They run in turns, block by
block. Needs root. --json prints an array of measurements."""

import argparse
import contextlib
import json
import os
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(TOP, "tests", "blackbox")]
from harness import postfix_files  # noqa: E402 (needs the path)
from harness.ctest import status_if_impossible  # noqa: E402
from harness.daemon import Daemon, binary  # noqa: E402
from harness.postfix import Postfix, own_entry  # noqa: E402
from harness.processes import Process, cpu_seconds, end_on_signals  # noqa: E402
from harness.waiting import answers, free_port, wait_until  # noqa: E402

BAR = 1.15
SENDER = "alice@box.example"
MARKER = b"X-Bounce-Explained-By"
LETTER = 2000   # bytes
AT_ONCE = 4     # SMTP sessions that bring letters


class MinimalMilter(Daemon):
    """What libmilter itself costs (tests/load/minimal_milter.cc)."""

    def __init__(self, directory, spec, edits):
        super().__init__(directory, spec=spec)
        self._edits = os.path.join(directory, "edits")
        with open(self._edits, "wb") as file:
            file.write(edits)

    def command(self):
        return [binary("minimal_milter"), "-c", self.configuration, "lean", self._edits]


class Lane:
    """A Postfix whose letters are all refused by the server at `port`. `make_milter`, where there is
    one, gives the milter that listens where it is told (a Daemon's `spec`)."""

    def __init__(self, directory, port, exits, make_milter=None):
        os.makedirs(directory, 0o755)
        ours = [own_entry("unix:plainbounce/plainbounce.sock")] if make_milter else []
        self._postfix = Postfix(os.path.join(directory, "mta"), f"[127.0.0.1]:{port}",
                                dsn_milters=ours)
        self._box = self._postfix.mailbox(SENDER)
        self._milter = None
        if make_milter:
            path = os.path.join(self._postfix.socket_directory(), "plainbounce.sock")
            self._milter = make_milter(os.path.join(directory, "milter"), ("unix", path))
            exits.callback(self._milter.stop)
            self._milter.start()
        exits.callback(self._postfix.stop)
        self._postfix.start()

    def seconds_for(self, count):
        """From the first letter to the last bounce in the mailbox."""
        self._box.empty()
        begin = time.time()
        subprocess.run(
            [os.path.join(postfix_files.COMMANDS, "smtp-source"), "-s", str(AT_ONCE), "-m",
             str(count), "-l", str(LETTER), "-f", SENDER, "-t", "nouser@far.example",
             f"127.0.0.1:{self._postfix.port}"], check=True, timeout=600)
        wait_until("all bounces are delivered", lambda: self._box.count() >= count, 600)
        end = max(path.stat().st_mtime for path in self._box.paths())
        explained = self._milter is not None
        for path in self._box.paths():
            assert (MARKER in path.read_bytes()) == explained, path
        return end - begin

    def cpu_seconds(self):
        """Of Postfix and of the milter since their start."""
        milter = self._milter.pid if self._milter else None
        return (cpu_seconds(lambda pid, group: group == self._postfix.process_group),
                cpu_seconds(lambda pid, group: pid == milter))

    def edits_made(self):
        """The edits of a bounce in the mailbox, as milter packets."""
        return edits_of(next(iter(self._box.paths())).read_bytes())


def edits_of(explained):
    """The edits of an explained bounce (with LF) as milter packets."""
    head, _, body = explained.partition(b"\n\n")
    packets = packet(b"b", body.replace(b"\n", b"\r\n"))
    for name, value in re.findall(rb"^(X-Bounce-[^:]+): ((?:.*)(?:\n[ \t].*)*)", head, re.M):
        packets += packet(b"h", name + b"\0" + value + b"\0")
    return packets


def packet(command, content):
    return struct.pack(">I", len(content) + 1) + command + content


def refusing_server(directory, exits):
    """smtp-sink on a free port, that refuses each recipient; the port."""
    port = free_port()
    sink = Process([os.path.join(postfix_files.COMMANDS, "smtp-sink"), "-u", "nobody", "-f",
                    "RCPT", "-B", "550 5.1.1 User unknown", f"127.0.0.1:{port}", "100"],
                   os.path.join(directory, "sink"))
    exits.callback(sink.stop)
    wait_until("the remote server answers", lambda: answers(("inet", "127.0.0.1", port)))
    return port


class Figures:
    """Of one lane: the seconds of each block, and processor time for a bounce, in milliseconds."""

    def __init__(self):
        self.blocks = []
        self.mta = self.milter = 0.0

    @property
    def seconds(self):
        return sum(self.blocks)

    @property
    def processor(self):
        return self.mta + self.milter

    def ratio_to(self, other):
        """The middle one of the blocks' own: a busy moment of the machine spoils one or two."""
        return statistics.median(a / b for a, b in zip(self.blocks, other.blocks))


def measure(bounces, blocks):
    """Figures with us, with minimal_milter, and with no milter: `blocks` blocks that come to
    `bounces` each."""
    with contextlib.ExitStack() as exits:
        directory = exits.enter_context(tempfile.TemporaryDirectory(prefix="pb-", dir="/tmp"))
        os.chmod(directory, 0o755)
        port = refusing_server(directory, exits)
        ours = Lane(os.path.join(directory, "ours"), port, exits,
                    lambda path, spec: Daemon(path, spec=spec))
        ours.seconds_for(20)  # its processes are there now
        edits = ours.edits_made()
        minimal = Lane(os.path.join(directory, "minimal"), port, exits,
                       lambda path, spec: MinimalMilter(path, spec, edits))
        without = Lane(os.path.join(directory, "without"), port, exits)
        lanes = [ours, minimal, without]
        for lane in lanes:
            lane.seconds_for(20)
        before = [lane.cpu_seconds() for lane in lanes]
        figures = [Figures() for _ in lanes]
        for block in range(blocks):
            for which in (0, 1, 2) if block % 2 else (2, 1, 0):
                figures[which].blocks.append(lanes[which].seconds_for(bounces // blocks))
        for lane, begin, of_lane in zip(lanes, before, figures):
            of_lane.mta, of_lane.milter = (
                (after - earlier) * 1000 / bounces
                for after, earlier in zip(lane.cpu_seconds(), begin))
        return figures


def measurements(bounces, ours, minimal, without):
    """As tools/bench wants them."""
    name = f"real Postfix, {bounces:,} bounces"
    beside = "the same with a minimal libmilter program"
    yield {"name": name, "unit": "s", "value": round(ours.seconds, 2),
           "beside": round(without.seconds, 2), "ratio": round(ours.ratio_to(without), 3),
           "bar": BAR, "better": "lower"}
    yield {"name": beside, "unit": "s", "value": round(minimal.seconds, 2),
           "beside": round(without.seconds, 2), "ratio": round(minimal.ratio_to(without), 3)}
    for label, lane in ((f"{name}, processor time of each", ours),
                        (f"{beside}, processor time of each", minimal)):
        yield {"name": label, "unit": "ms", "value": round(lane.processor, 2),
               "beside": round(without.processor, 2),
               "ratio": round(lane.processor / without.processor, 3)}
    yield {"name": "of that, the milter (beside: the minimal program)", "unit": "ms",
           "value": round(ours.milter, 3), "beside": round(minimal.milter, 3),
           "ratio": round(ours.milter / minimal.milter, 3) if minimal.milter else None}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=os.path.join(TOP, "build", "release", "bin"),
                        help="directory of plainbounced")
    parser.add_argument("--bounces", type=int, default=2000)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ["PLAINBOUNCE_BIN"] = os.path.realpath(arguments.bin)
    status = status_if_impossible()
    if status is not None:
        return status
    end_on_signals()
    figures = measure(arguments.bounces, arguments.blocks)
    results = list(measurements(arguments.bounces, *figures))
    if arguments.json:
        print(json.dumps(results))
        return 0
    for result in results:
        print(f"{result['name']}: {result['value']} {result['unit']}, beside {result['beside']}, "
              f"ratio {result['ratio']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
