"""Postfix's limit on a message's size: nothing that it takes without us is refused with us."""

import unittest

from harness.case import SiteCase
from harness.mails import report

DEFAULT_LIMIT = 10240000
ALMOST = 10215000


class SizeLimitTest(SiteCase):
    SITE = {"ours": ("smtpd",)}

    def setUp(self):
        self.site.postfix.mailbox("alice@box.example").empty()

    def received(self, message):
        self.site.send("", ["alice@box.example"], message)
        return self.site.report_for("alice@box.example")[0]

    def test_a_report_just_below_the_limit_arrives_unchanged(self):
        rest = ALMOST - len(report("alice@box.example", size=ALMOST - 200000))
        filler = ("x" * 70 + "\n") * (rest // 72)
        message = report("alice@box.example", size=ALMOST - 200000,
                         note=filler + "x" * (rest % 72))
        self.assertEqual(len(message), ALMOST)
        self.assertLess(ALMOST, DEFAULT_LIMIT)
        delivered = self.received(message)
        self.assertTrue(delivered.endswith(message.partition(b"\r\n\r\n")[2]))
        self.assertNotIn(b"X-Bounce", delivered.partition(b"\r\n\r\n")[0])

    def test_a_smaller_one_is_explained(self):
        delivered = self.received(report("alice@box.example", size=5000))
        self.assertIn(b"X-Bounce-Cause: address-unknown", delivered)


if __name__ == "__main__":
    unittest.main()
