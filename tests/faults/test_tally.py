#!/usr/bin/python3
"""The judge of tests/faults: every kind of damage is found and counted as what it is."""

import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "blackbox")]
from harness.mails import report  # noqa: E402 (needs the path)
from harness.recorder import GivenMessage  # noqa: E402

from tally import (DOUBLED, EXPLAINED, HALF_EDITED, MISSED, MIXED, PASSED,  # noqa: E402
                   Tally)

OURS = (b"X-Bounce-Explanation: It was not delivered.\r\n"
        b"X-Bounce-Cause: unclear; outlook=final\r\n"
        b"X-Bounce-Explained-By: plainbounce (mx.box.example)\r\n")
NOTICE = b"Your mail could not be delivered."


class OneReport:
    """A witness of one bounce, that of letter 7; its dialogue lasted from 10 to 11 seconds."""

    def __init__(self):
        header, _, body = report("alice@box.example", size=3000).partition(b"\r\n\r\n")
        self.given = GivenMessage(b"")
        self.given.fields = header.split(b"\r\n")
        self.given.fields = [b"Content-Type: multipart/report; boundary=\"=_report\""]
        self.given.body = body.replace(b"nouser@", b"fault7@")

    def take(self, queue_id):
        return (self.given, 10.0, 11.0) if queue_id == b"4jdDRg" else None

    def delivered(self, headers=OURS, body=None):
        received = b"Received: by mx.box.example (Postfix)\r\n\tid 4jdDRg; Mon, 30 Nov 2026\r\n"
        return received + self.given.header + headers + b"\r\n" + (body or self.edited())

    def edited(self):
        return self.given.body.replace(NOTICE, b"Explained.\r\n\r\n" + NOTICE, 1)


class TallyTest(unittest.TestCase):
    def setUp(self):
        self.witness = OneReport()
        self.evidence = tempfile.TemporaryDirectory()
        self.addCleanup(self.evidence.cleanup)
        self.tally = Tally(self.witness, (2, 20, 60), self.evidence.name)
        self.tally.send(7, 20, 100.0)

    def counts(self, *delivered, interruptions=()):
        for message in delivered:
            self.assertTrue(self.tally.deliver(message, 103.0))
        counts = self.tally.counts(interruptions)
        self.assertFalse(+counts[2] or +counts[60])
        return {kind: count for kind, count in counts[20].items() if count}

    def is_judged(self, kind, message):
        self.assertEqual(self.counts(message),
                         {kind: 1, "sent": 1, "delivered": 1, "slowest": 3.0})

    def test_the_whole_edit_is_explained(self):
        self.is_judged(EXPLAINED, self.witness.delivered())
        self.assertEqual(os.listdir(self.evidence.name), [])

    def test_what_never_came_is_lost(self):
        self.assertEqual(self.counts(), {"sent": 1, "lost": 1})

    def test_unexplained_without_an_interruption_is_missed(self):
        self.is_judged(MISSED, self.witness.delivered(b"", self.witness.given.body))

    def test_unexplained_in_an_interruption_has_passed(self):
        plain = self.witness.delivered(b"", self.witness.given.body)
        self.assertEqual(self.counts(plain, interruptions=[(1.0, 2.0), (10.5, 20.0)])[PASSED], 1)

    def test_a_second_bounce_is_doubled(self):
        counts = self.counts(self.witness.delivered(), self.witness.delivered())
        self.assertEqual((counts[EXPLAINED], counts[DOUBLED], counts["delivered"]), (1, 1, 1))
        self.assertIn("doubled-7-delivered.eml", os.listdir(self.evidence.name))

    def test_a_cut_body_is_mixed(self):
        self.is_judged(MIXED, self.witness.delivered(OURS, self.witness.edited()[:-40]))
        self.assertEqual(sorted(os.listdir(self.evidence.name)),
                         ["mixed-7-delivered.eml", "mixed-7-given.eml"])

    def test_a_new_body_that_ends_in_the_old_one_is_mixed(self):
        edited, given = self.witness.edited(), self.witness.given.body
        half = len(given) // 2
        self.is_judged(MIXED, self.witness.delivered(OURS, edited[:half] + given[half:]))

    def test_a_changed_field_of_postfix_is_mixed(self):
        damaged = self.witness.delivered().replace(b"multipart/report", b"multipart/mixed", 1)
        self.is_judged(MIXED, damaged)

    def test_our_body_without_all_our_fields_is_half_edited(self):
        fields = OURS.splitlines(True)
        for headers in (b"", fields[0], b"".join(fields[:2])):
            with self.subTest(headers):
                self.setUp()
                self.is_judged(HALF_EDITED, self.witness.delivered(headers))

    def test_our_fields_without_our_body_are_half_edited(self):
        self.is_judged(HALF_EDITED, self.witness.delivered(OURS, self.witness.given.body))

    def test_a_message_that_the_witness_has_not_finished_comes_again(self):
        unknown = self.witness.delivered().replace(b"4jdDRg", b"5aaaaa")
        self.assertFalse(self.tally.deliver(unknown, 103.0))
        self.tally.unwitnessed(unknown)
        self.assertEqual(self.tally.counts([])[2][MIXED], 1)


if __name__ == "__main__":
    unittest.main()
