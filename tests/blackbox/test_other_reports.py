"""Reports that are no plain failures: delays, successes, copies for the postmaster."""

import unittest

from harness.case import SiteCase
from harness.mails import letter
from harness.remote import EXTENSIONS
from harness.waiting import wait_until

UNKNOWN = b"550 5.1.1 User unknown"
GREYLISTED = b"450 4.7.1 <late@far.example>: Recipient address rejected: Greylisted, try again"


class DelayTest(SiteCase):
    SITE = {"settings": {"delay_warning_time": "1s", "queue_run_delay": "1s",
                         "minimal_backoff_time": "1s", "maximal_backoff_time": "1s"}}

    def test_a_delay_is_no_failure_and_the_message_still_arrives(self):
        sender, recipient = "alice@box.example", "late@far.example"
        self.site.remote.refuse(recipient, GREYLISTED)
        self.site.send(sender, [recipient], letter(sender, recipient))
        box = self.site.postfix.mailbox(sender)
        box.wait_for(1, timeout=60)
        report = self.site.check_explained(box.messages()[0])
        self.assertEqual(report.causes, ["greylisted"])
        self.assertIn("outlook=retrying", report.values("X-Bounce-Cause")[0])
        self.assertIn(b"Action: delayed", report.body)
        self.assertIn(recipient, report.text())
        self.site.remote.refuse(recipient, b"250 2.1.5 Ok")
        wait_until("the message arrives", lambda: self.site.remote.accepted_for(recipient))
        self.site.postfix.wait_until_idle()
        self.assertEqual(box.count(), 1)


class SuccessTest(SiteCase):
    SITE = {"sections": {"bounce": {"success": "body"}},
            "extensions": [item for item in EXTENSIONS if item != b"DSN"]}
    BODY = "add"

    def reports_of_success(self, sender, recipient, cause):
        self.site.send(sender, [recipient], letter(sender, recipient),
                       rcpt_options=["NOTIFY=SUCCESS"])
        delivered = self.site.report_for(sender)[0]
        report = self.site.check_explained(delivered, self.BODY)
        self.assertEqual(report.causes, [cause])
        self.assertIn("outlook=done", report.values("X-Bounce-Cause")[0])

    def test_delivered_here(self):
        self.reports_of_success("alice@box.example", "carol@box.example", "delivered")

    def test_relayed_to_a_server_without_reports(self):
        self.reports_of_success("bob@box.example", "friend@far.example", "relayed")


class SuccessByDefaultTest(SuccessTest):
    """success = headers is the default: the body of good news stays."""
    SITE = {**SuccessTest.SITE, "sections": {}}
    BODY = "off"


class PostmasterTest(SiteCase):
    SITE = {"settings": {"notify_classes": "bounce, 2bounce"}}

    def setUp(self):
        self.site.postfix.mailbox("postmaster@box.example").empty()

    def test_postmaster_copy(self):
        sender, recipient = "alice@box.example", "nouser@far.example"
        self.site.remote.refuse(recipient, UNKNOWN)
        self.site.send(sender, [recipient], letter(sender, recipient))
        mine = self.site.check_explained(self.site.report_for(sender)[0])
        copy = self.site.report_for("postmaster@box.example")[0]
        given = self.site.given_for(copy)
        self.assertEqual(given.sender, b"double-bounce@mx.box.example")
        explained = self.site.check_explained(copy)
        self.assertEqual(explained.causes, mine.causes)
        self.assertIn("A message from alice@box.example to nouser@far.example was not delivered",
                      " ".join(explained.text().split()))
        self.assertIn("The sender got a notice too", explained.text())
        self.assertIn("Message from: alice@box.example", explained.text())
        self.assertIn("Your message to nouser@far.example", mine.text())

    def test_double_bounce(self):
        sender, recipient = "gone@near.example", "nouser@far.example"
        self.site.remote.refuse(recipient, UNKNOWN)
        self.site.remote.refuse(sender, UNKNOWN)
        self.site.send(sender, [recipient], letter(sender, recipient))
        # The first bounce has a copy of its own; the second could not be delivered.
        copies = self.site.report_for("postmaster@box.example", count=2)
        double = [copy for copy in copies if b"rcpt=gone@near.example" in copy]
        self.assertEqual(len(double), 1)
        report = self.site.check_explained(double[0])
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertTrue(report.values("X-Bounce-Explanation")[0].startswith(
            "An automatic notice to gone@near.example was not delivered because this address does"
            " not exist. We have stopped trying. So the sender of the first message may not know"))
        # What it returns is a report that was explained itself, once.
        self.assertEqual(report.body.count(b"X-Bounce-Explained-By:"), 1)


if __name__ == "__main__":
    unittest.main()
