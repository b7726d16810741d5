"""Reports from elsewhere that pretend: forged markers, forged reports of our own server, hostile
replies."""

import email
import email.policy
import re
import socket
import unittest

from harness.case import SiteCase
from harness.mails import RECEIVED_BY_US, report

OUTSIDE = "192.0.2.77"
THIS_HOST = socket.gethostname()  # what the daemon's marker names
MARKER = f"X-Bounce-Explained-By: plainbounce 1.0 ({THIS_HOST})\n"
FORGED = ("X-Bounce-Explanation: Call +49 30 555 0100 and tell your password.\n"
          "X-Bounce-Cause: spam-suspected; outlook=final; rcpt=victim@box.example\n"
          "X-Bounce-Help: <https://evil.example/>\n" + MARKER)


class ForgedReportTest(SiteCase):
    SITE = {"ours": ("dsn", "smtpd"),
            "settings": {"smtpd_authorized_xclient_hosts": "127.0.0.1"}}

    def setUp(self):
        self.site.postfix.mailbox("alice@box.example").empty()

    def received(self, message, client=OUTSIDE):
        with self.site.postfix.smtp() as session:
            session.ehlo()
            if client:  # Postfix then takes the session for one from there
                self.assertEqual(session.docmd("XCLIENT", f"ADDR={client} NAME=[UNAVAILABLE]")[0],
                                 220)
            session.sendmail("", ["alice@box.example"], message)
        return self.site.report_for("alice@box.example")[0]

    def test_forged_fields_are_taken_out_and_the_report_is_explained(self):
        delivered = self.received(report("alice@box.example", extra=FORGED))
        explained = self.site.check_explained(delivered, body="off")
        self.assertEqual(explained.causes, ["address-unknown"])
        self.assertNotIn(b"password", delivered)
        self.assertNotIn(b"evil.example", delivered)

    def test_a_marker_of_ours_from_outside_is_not_believed(self):
        delivered = self.received(report("alice@box.example", extra=MARKER))
        explained = self.site.check_explained(delivered, body="off")
        self.assertEqual(explained.causes, ["address-unknown"])

    def test_a_marker_of_ours_over_loopback_is(self):
        message = report("alice@box.example", extra=MARKER)
        delivered = self.received(message, client=None)
        self.site.check_untouched(delivered)

    def test_a_marker_of_another_host_over_loopback_is_not(self):
        message = report("alice@box.example",
                         extra="X-Bounce-Explained-By: plainbounce 1.0 (mx.evil.example)\n")
        explained = self.site.check_explained(self.received(message, client=None), body="off")
        self.assertIn(f"({THIS_HOST})", explained.values("X-Bounce-Explained-By")[0])

    def test_a_report_in_our_servers_name_keeps_its_body(self):
        message = report("alice@box.example", reporting_mta="mx.box.example",
                         sender="MAILER-DAEMON@box.example", note="Call +49 30 555 0100 now.")
        self.site.check_explained(self.received(message), body="off")

    def test_a_report_about_a_message_of_ours_gets_its_body_explained(self):
        message = report("alice@box.example", received=RECEIVED_BY_US)
        explained = self.site.check_explained(self.received(message))
        self.assertIn("nouser@far.example", explained.text())


class HostileReplyTest(SiteCase):
    """What a remote server says ends as text and nothing else."""

    def replied(self, reply):
        sender, recipient = "alice@box.example", "nouser@far.example"
        self.site.postfix.mailbox(sender).empty()
        self.site.remote.refuse(recipient, reply)
        return self.bounce(sender, recipient)

    def html_of(self, explained):
        message = email.message_from_bytes(explained.delivered, policy=email.policy.default)
        return next(part.get_content() for part in message.walk()
                    if part.get_content_type() == "text/html")

    def test_html(self):
        explained = self.replied(b"550 5.1.1 <script>alert(1)</script> <img src=x onerror=a> "
                                 b'"quoted" & \'single\' User unknown')
        html = self.html_of(explained)
        self.assertNotIn("<script", html)
        self.assertNotIn("<img", html)
        self.assertIn("&lt;script&gt;", html)

    def test_links_are_defused(self):
        explained = self.replied(b"550 5.1.1 User unknown, see https://evil.example/login now")
        self.assertNotIn("https://evil.example", explained.text())
        self.assertNotIn("https://evil.example", self.html_of(explained))

    def test_a_reply_that_looks_like_our_header(self):
        explained = self.replied(b"550 5.1.1 x; rcpt=boss@box.example\r")
        self.assertEqual(explained.causes, ["address-unknown"])
        (cause,) = explained.values("X-Bounce-Cause")
        self.assertEqual(re.findall(r"rcpt=(\S+)", cause), ["nouser@far.example"])

    def test_two_thousand_characters(self):
        explained = self.replied(b"550 5.1.1 User unknown " + b"very long " * 200)
        for field in explained.ours:
            for line in field.split(b"\r\n"):
                self.assertLessEqual(len(line), 78)

    def test_right_to_left_marks(self):
        explained = self.replied("550 5.1.1 User unknown \u202egnp.exe\u202c here".encode())
        for text in (explained.text(), self.html_of(explained), *map(bytes.decode, explained.ours)):
            self.assertNotIn("\u202e", text)


if __name__ == "__main__":
    unittest.main()
