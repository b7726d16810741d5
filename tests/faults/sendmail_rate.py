#!/usr/bin/python3
"""Time that a real Sendmail takes for bounces with plainbounce on its second port, with a program
there that makes the same edit with plain libmilter, with no milter there, and without a second
port. They run in turns, block by block. Each session delivers before it answers (DeliveryMode
interactive), so that all processor time is some Sendmail's own. Needs root. --json prints an array
of measurements."""

import argparse
import contextlib
import json
import os
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(TOP, "tests", "blackbox")]
from harness import sendmail_files  # noqa: E402 (needs the path)
from harness.ctest import status_if_impossible  # noqa: E402
from harness.daemon import Daemon  # noqa: E402
from harness.mails import letter_of_size  # noqa: E402
from harness.processes import cpu_seconds, end_on_signals  # noqa: E402
from harness.remote import RemoteServer  # noqa: E402
from harness.sendmail import Sendmail  # noqa: E402
from harness.sendmail_site import PORT_NAME, attached, listening  # noqa: E402
from harness.waiting import free_port, wait_until  # noqa: E402

from postfix_rate import MARKER, Figures, MinimalMilter, edits_of  # noqa: E402

SENDER = "alice@home.example"
LETTER = 2000   # bytes
AT_ONCE = 4     # SMTP sessions that bring letters
MODE = "define(`confDELIVERY_MODE', `interactive')dnl\n"
# What stands in the way of a bounce: our daemon, the least libmilter program, nothing at the second
# port, no second port.
OURS, MINIMAL, BARE, PLAIN = range(4)


class Lane:
    """One Sendmail, its remote server that refuses each letter and takes each bounce, its milter.
    `make_milter` gives a Daemon for a directory and a `spec`."""

    def __init__(self, kind, directory, exits, make_milter=None):
        self._explains = make_milter is not None
        self._remote = RemoteServer()
        exits.callback(self._remote.close)
        self._remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        os.makedirs(directory, 0o755)
        socket = os.path.join(directory, "filter.sock")
        self._milter = None
        if make_milter:
            self._milter = make_milter(os.path.join(directory, "milter"), ("unix", socket))
            exits.callback(self._milter.stop)
            self._milter.start()
        self._port = free_port()
        lines = f"define(`ESMTP_MAILER_ARGS', `TCP $h {self._remote.port}')dnl\n"
        if kind != PLAIN:
            lines = attached(socket, free_port(), self._remote.port)
        if kind == BARE:
            lines = lines.replace("InputMailFilters=plainbounce", "InputMailFilters=")
        self._sendmail = Sendmail(os.path.join(directory, "mta"),
                                  MODE + listening(self._port) + lines,
                                  routes={".": "esmtp:[127.0.0.1]"})
        exits.callback(self._sendmail.stop)
        self._sendmail.start(self._port)

    def seconds_for(self, count):
        """From the first letter to the last bounce that the remote server took."""
        self._remote.forget()
        message = letter_of_size(SENDER, "nouser@far.example", LETTER)

        def send():
            with self._sendmail.smtp(self._port) as client:
                for _ in range(count // AT_ONCE):
                    client.sendmail(SENDER, ["nouser@far.example"], message)

        threads = [threading.Thread(target=send, daemon=True) for _ in range(AT_ONCE)]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(600)
        wanted = count // AT_ONCE * AT_ONCE
        wait_until("all bounces are out",
                   lambda: len(self._remote.accepted_for(SENDER)) >= wanted, 600)
        seconds = time.monotonic() - begin
        wait_until("nobody is at work", self._sendmail.idle)
        for accepted in self._remote.accepted_for(SENDER):
            assert (MARKER in accepted.data) == self._explains, accepted.data[:2000]
        return seconds

    def cpu_seconds(self):
        """Of Sendmail and of the milter since their start."""
        milter = self._milter.pid if self._milter else None
        return (cpu_seconds(lambda pid, group: pid == self._sendmail.pid),
                cpu_seconds(lambda pid, group: pid == milter))

    def edits_made(self):
        """The edits of a bounce that arrived, as milter packets."""
        return edits_of(self._remote.accepted_for(SENDER)[0].data.replace(b"\r\n", b"\n"))


def measure(bounces, blocks):
    """Figures of the four lanes; `blocks` blocks that come to `bounces` each."""
    with contextlib.ExitStack() as exits:
        directory = exits.enter_context(tempfile.TemporaryDirectory(prefix="pb-", dir="/tmp"))
        os.chmod(directory, 0o755)
        sections = {"milter": {"own_service": PORT_NAME}}
        ours = Lane(OURS, os.path.join(directory, "ours"), exits,
                    lambda path, spec: Daemon(path, sections, spec=spec))
        ours.seconds_for(AT_ONCE)
        edits = ours.edits_made()
        lanes = [ours,
                 Lane(MINIMAL, os.path.join(directory, "minimal"), exits,
                      lambda path, spec: MinimalMilter(path, spec, edits)),
                 Lane(BARE, os.path.join(directory, "bare"), exits),
                 Lane(PLAIN, os.path.join(directory, "plain"), exits)]
        for lane in lanes:
            lane.seconds_for(2 * AT_ONCE)
        before = [lane.cpu_seconds() for lane in lanes]
        figures = [Figures() for _ in lanes]
        for block in range(blocks):
            for which in range(4) if block % 2 else reversed(range(4)):
                figures[which].blocks.append(lanes[which].seconds_for(bounces // blocks))
        for lane, begin, of_lane in zip(lanes, before, figures):
            of_lane.mta, of_lane.milter = (
                (after - earlier) * 1000 / bounces
                for after, earlier in zip(lane.cpu_seconds(), begin))
        return figures


def measurements(bounces, figures):
    """As tools/bench wants them."""
    plain = figures[PLAIN]
    labels = ((OURS, f"real Sendmail, {bounces:,} bounces (beside: without the second port)"),
              (MINIMAL, "the same with a minimal libmilter program"),
              (BARE, "the same with the second port, but no milter there"))
    for which, label in labels:
        yield {"name": label, "unit": "s", "value": round(figures[which].seconds, 2),
               "beside": round(plain.seconds, 2),
               "ratio": round(figures[which].ratio_to(plain), 3)}
    for which, label in labels:
        yield {"name": f"{label}, processor time of each", "unit": "ms",
               "value": round(figures[which].processor, 2), "beside": round(plain.processor, 2),
               "ratio": round(figures[which].processor / plain.processor, 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=os.path.join(TOP, "build", "release", "bin"),
                        help="directory of plainbounced")
    parser.add_argument("--bounces", type=int, default=800)
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ["PLAINBOUNCE_BIN"] = os.path.realpath(arguments.bin)
    status = status_if_impossible(sendmail_files.obstacle)
    if status is not None:
        return status
    end_on_signals()
    results = list(measurements(arguments.bounces, measure(arguments.bounces, arguments.blocks)))
    if arguments.json:
        print(json.dumps(results))
        return 0
    for result in results:
        print(f"{result['name']}: {result['value']} {result['unit']}, beside {result['beside']}, "
              f"ratio {result['ratio']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
