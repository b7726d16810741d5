"""A stream of letters that cannot be delivered, and of their bounces."""

import base64
import itertools
import random
import threading
import time

from harness.mails import letter

SENDER = "alice@box.example"
AT_ONCE = 20   # bounces that are under way
OWN = 1800     # bytes of a bounce beside the returned text, about
NUMBERS = itertools.count()  # of all letters of this program


def unlike_letter(number, size):
    """A letter whose bounce has about `size` kilobytes; no two have the same length or content."""
    dice = random.Random(number)
    wanted = max(60, size * 1000 - OWN + dice.randint(-size * 50, size * 50))
    text = base64.b64encode(dice.randbytes(wanted * 3 // 4)).decode()
    lines, at = [f"Letter {number}"], 0
    while at < len(text):
        length = dice.randint(20, 76)
        lines.append(text[at:at + length])
        at += length + 2
    recipient = f"fault{number}@far.example"
    return recipient, letter(SENDER, recipient, subject=f"Letter {number}", lines=lines)


class BounceStream:
    """Between start() and stop() letters go out and bounces come in, each into the tally. What the
    mailbox holds is taken out of it."""

    def __init__(self, postfix, tally):
        self._postfix = postfix
        self._tally = tally
        self._box = postfix.mailbox(SENDER)
        self._enough = threading.Event()
        self._drained = threading.Event()
        self._waiting = {}  # file name: (message, time); the witness has not finished it
        self._error = None
        self._threads = [threading.Thread(target=self._guard, args=(step,), daemon=True)
                         for step in (self._send, self._collect)]

    def start(self):
        for thread in self._threads:
            thread.start()

    def stop(self, drain_for):
        """No more letters; waits up to `drain_for` seconds for the bounces that are under way."""
        self._enough.set()
        self._threads[0].join(120)
        deadline = time.monotonic() + drain_for
        while (self._tally.delivered < self._tally.sent and time.monotonic() < deadline
               and self._error is None and self._in_work()):
            time.sleep(0.02)
        self._drained.set()
        self._threads[1].join(120)
        self.check()
        for message, _ in self._waiting.values():
            self._tally.unwitnessed(message)

    def check(self):
        """Raises what went wrong in a thread."""
        if self._error is not None:
            raise self._error

    def _in_work(self):
        """Whether anything is left that can still become a bounce without another attempt."""
        return self._postfix.in_work() or self._box.count() or self._waiting

    def _guard(self, step):
        try:
            step()
        except Exception as error:  # pylint: disable=broad-except
            self._error = error

    def _send(self):
        with self._postfix.smtp() as client:
            for number in NUMBERS:
                size = self._tally.sizes[number % len(self._tally.sizes)]
                while (self._tally.sent - self._tally.delivered > AT_ONCE
                       and not self._enough.is_set()):
                    time.sleep(0.002)
                if self._enough.is_set():
                    return
                recipient, message = unlike_letter(number, size)
                self._tally.send(number, size, time.time())
                client.sendmail(SENDER, [recipient], message)

    def _collect(self):
        while True:
            last = self._drained.is_set()
            for path in self._box.paths():
                self._waiting[path.name] = (path.read_bytes().replace(b"\n", b"\r\n"),
                                            path.stat().st_mtime)
                path.unlink()
            for name, (message, when) in list(self._waiting.items()):
                if self._tally.deliver(message, when):
                    del self._waiting[name]
            if last:
                return
            time.sleep(0.005)
