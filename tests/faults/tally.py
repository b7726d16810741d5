"""What became of each bounce: a verdict on what was delivered, and the count of verdicts."""

import pathlib
import re
import threading
from collections import Counter

from harness.explained import (Damaged, Explained, check_body, check_header, check_our_fields,
                               check_untouched)

EXPLAINED = "explained"          # our whole edit; without it Postfix's bytes
PASSED = "passed"                # exactly what Postfix made, while the milter was away
MISSED = "missed"                # the same, though the milter was there all the time
DOUBLED = "doubled"              # a second bounce for one letter
MIXED = "mixed"                  # a body that is neither Postfix's nor our whole edit of it
HALF_EDITED = "half-edited"      # our body without all our header fields, or those without it
DAMAGE = (DOUBLED, MIXED, HALF_EDITED)


def holds(check, *arguments):
    try:
        check(*arguments)
        return True
    except Damaged:
        return False


def verdict(given, delivered):
    """EXPLAINED, PASSED, MIXED or HALF_EDITED."""
    if holds(check_untouched, given, delivered):
        return PASSED
    result = Explained(delivered)
    edited = result.body != given.body
    if edited and not holds(check_body, given, result):
        return MIXED
    if not holds(check_header, given, result.fields):
        return MIXED
    return EXPLAINED if edited and holds(check_our_fields, result) else HALF_EDITED


def queue_id_of(delivered):
    """By the Received field that cleanup(8) wrote."""
    found = re.search(rb"\sid ([0-9A-Za-z]+);", delivered.partition(b"\r\n\r\n")[0])
    return found[1] if found else b""


def number_of(message):
    """The number in the address of the letter that could not be delivered."""
    found = re.search(rb"Final-Recipient: rfc822; fault(\d+)@", message)
    return int(found[1]) if found else None


class Tally:
    """Counts by size; `sizes` are kilobytes. `evidence` is a directory for damaged messages and
    what was given, or None. send() is called from one thread, deliver() from another."""

    def __init__(self, witness, sizes, evidence=None):
        self.sizes = sizes
        self._witness = witness
        self._evidence = evidence
        self._lock = threading.Lock()
        self._sent = {}    # number: (size, time)
        self._seen = set()
        self._counts = {size: Counter() for size in sizes}
        self._passed = []  # (size, opened, closed)
        self._slowest = dict.fromkeys(sizes, 0.0)

    def send(self, number, size, when):
        with self._lock:
            self._sent[number] = (size, when)

    def deliver(self, delivered, when):
        """Judges a message; False when the witness has not finished it, then it comes again."""
        known = self._witness.take(queue_id_of(delivered))
        number = number_of(known[0].body if known else delivered)
        with self._lock:
            if known is None and number not in self._seen:
                return False
            size, begin = self._sent.get(number, (self.sizes[0], when))
            kind = DOUBLED if number in self._seen else verdict(known[0], delivered)
            self._seen.add(number)
            self._counts[size][kind] += 1
            self._slowest[size] = max(self._slowest[size], when - begin)
            if kind == PASSED:
                self._passed.append((size, *known[1:]))
        if kind in DAMAGE:
            self._keep(kind, number, delivered, known)
        return True

    def unwitnessed(self, delivered):
        """A message that the witness never saw: nobody can say what it should be."""
        with self._lock:
            self._counts[self.sizes[0]][MIXED] += 1
        self._keep(MIXED, "unknown", delivered, None)

    @property
    def sent(self):
        return len(self._sent)

    @property
    def delivered(self):
        return len(self._seen)

    @property
    def explained(self):
        return sum(counts[EXPLAINED] for counts in self._counts.values())

    def counts(self, interruptions):
        """{size: Counter}, with "sent", "delivered", "lost" and "slowest" (seconds). A bounce that
        passed is PASSED when its dialogue touched an interruption, (begin, end) in monotonic
        seconds, else MISSED."""
        counts = {size: Counter(count) for size, count in self._counts.items()}
        for size, opened, closed in self._passed:
            if not any(opened <= end and begin <= closed for begin, end in interruptions):
                counts[size][PASSED] -= 1
                counts[size][MISSED] += 1
        for number, (size, _) in self._sent.items():
            counts[size]["sent"] += 1
            counts[size]["delivered" if number in self._seen else "lost"] += 1
        for size, slowest in self._slowest.items():
            counts[size]["slowest"] = slowest
        return counts

    def _keep(self, kind, number, delivered, known):
        if self._evidence is None:
            return
        directory = pathlib.Path(self._evidence)
        directory.mkdir(parents=True, exist_ok=True)
        (directory / f"{kind}-{number}-delivered.eml").write_bytes(delivered)
        if known:
            (directory / f"{kind}-{number}-given.eml").write_bytes(
                known[0].header + b"\r\n" + known[0].body)
