#!/usr/bin/python3
"""Time that a real Postfix takes for 2,000 bounces with plainbounce and without. Both run in turns,
block by block. Needs root. --json prints an array of one measurement."""

import argparse
import contextlib
import json
import os
import statistics
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
from harness.daemon import Daemon  # noqa: E402
from harness.postfix import Postfix, own_entry  # noqa: E402
from harness.processes import Process, cpu_seconds, end_on_signals  # noqa: E402
from harness.waiting import answers, free_port, wait_until  # noqa: E402

BAR = 1.15
SENDER = "alice@box.example"
LETTER = 2000   # bytes
AT_ONCE = 4     # SMTP sessions that bring letters


class Lane:
    """A Postfix whose letters are all refused by the server at `port`; with the daemon or not."""

    def __init__(self, directory, port, exits, with_daemon):
        os.makedirs(directory, 0o755)
        ours = [own_entry("unix:plainbounce/plainbounce.sock")] if with_daemon else []
        self._postfix = Postfix(os.path.join(directory, "mta"), f"[127.0.0.1]:{port}",
                                dsn_milters=ours)
        self._box = self._postfix.mailbox(SENDER)
        self._daemon = None
        if with_daemon:
            path = os.path.join(self._postfix.socket_directory(), "plainbounce.sock")
            self._daemon = Daemon(os.path.join(directory, "daemon"), spec=("unix", path))
            exits.callback(self._daemon.stop)
            self._daemon.start()
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
        explained = self._daemon is not None
        for path in self._box.paths():
            assert (b"X-Bounce-Explained-By" in path.read_bytes()) == explained, path
        return end - begin

    def cpu_seconds(self):
        """Of Postfix and the daemon since their start."""
        daemon = self._daemon.pid if self._daemon else None
        return cpu_seconds(lambda pid, group: group == self._postfix.process_group or pid == daemon)


def refusing_server(directory, exits):
    """smtp-sink on a free port, that refuses each recipient; the port."""
    port = free_port()
    sink = Process([os.path.join(postfix_files.COMMANDS, "smtp-sink"), "-u", "nobody", "-f",
                    "RCPT", "-B", "550 5.1.1 User unknown", f"127.0.0.1:{port}", "100"],
                   os.path.join(directory, "sink"))
    exits.callback(sink.stop)
    wait_until("the remote server answers", lambda: answers(("inet", "127.0.0.1", port)))
    return port


def measure(bounces, blocks):
    """([seconds with us], [seconds without]) of `blocks` blocks that come to `bounces` each way,
    and the processor time (with us, without) of all blocks."""
    with contextlib.ExitStack() as exits:
        directory = exits.enter_context(tempfile.TemporaryDirectory(prefix="pb-", dir="/tmp"))
        os.chmod(directory, 0o755)
        port = refusing_server(directory, exits)
        lanes = [Lane(os.path.join(directory, name), port, exits, name == "with")
                 for name in ("with", "without")]
        for lane in lanes:
            lane.seconds_for(20)  # its processes are there now
        before = [lane.cpu_seconds() for lane in lanes]
        times = ([], [])
        for block in range(blocks):
            for which in (0, 1) if block % 2 else (1, 0):
                times[which].append(lanes[which].seconds_for(bounces // blocks))
        return times, [lane.cpu_seconds() - begin for lane, begin in zip(lanes, before)]


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
    (ours, without), cpu = measure(arguments.bounces, arguments.blocks)
    # The middle of the blocks' own ratios: a busy moment of the machine spoils one or two of them.
    ratio = statistics.median(a / b for a, b in zip(ours, without))
    if arguments.json:
        print(json.dumps([{"name": f"real Postfix, {arguments.bounces:,} bounces", "unit": "s",
                           "value": round(sum(ours), 2), "beside": round(sum(without), 2),
                           "ratio": round(ratio, 3), "bar": BAR, "better": "lower"}]))
    else:
        print(f"{arguments.bounces} bounces: {sum(ours):.1f} s with, {sum(without):.1f} s without, "
              f"ratio {ratio:.2f} (blocks: "
              + " ".join(f"{a / b:.2f}" for a, b in zip(ours, without)) + ")\n"
              f"processor time: {cpu[0]:.1f} s with, {cpu[1]:.1f} s without, "
              f"ratio {cpu[0] / cpu[1]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
