"""Failure reports of Postfix's own: explained once, and nothing else about them changes."""

import email
import email.policy
import re
import socket
import unittest

from harness.case import SiteCase
from harness.mails import letter, letter_of_size


class FailureReportsTest(SiteCase):
    SITE = {"settings": {"bounce_size_limit": "100000"}}

    def setUp(self):
        for user in ("alice", "bob", "jörg"):
            self.site.postfix.mailbox(f"{user}@box.example").empty()

    def refuse(self, recipient, reply):
        self.site.remote.refuse(recipient, reply)

    def bounce_of(self, reply, recipient="nouser@far.example", **options):
        self.refuse(recipient, reply)
        return self.bounce("alice@box.example", recipient, **options)

    def assert_no_control_characters(self, explained):
        ours = b"".join(explained.ours) + explained.body[:explained.body.index(b"Final-Recipient")]
        self.assertIsNone(re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", ours))

    def test_one_recipient(self):
        report = self.bounce_of(b"550 5.1.1 <nouser@far.example>: User unknown")
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertIn("rcpt=nouser@far.example", report.values("X-Bounce-Cause")[0])
        self.assertIn("outlook=final", report.values("X-Bounce-Cause")[0])
        self.assertIn(f"({socket.gethostname()})", report.values("X-Bounce-Explained-By")[0])
        text = report.text()
        self.assertIn("nouser@far.example", text)
        self.assertIn("550 5.1.1 <nouser@far.example>: User unknown", " ".join(text.split()))

    def test_the_sender_reads_plain_text_and_html_with_the_notice_below(self):
        report = self.bounce_of(b"552 5.2.2 Mailbox full", "full@far.example")
        self.assertEqual(report.causes, ["mailbox-full"])
        message = email.message_from_bytes(report.delivered, policy=email.policy.default)
        shape = [(part.get_content_type(), part["Content-Description"]) for part in message.walk()]
        self.assertEqual(shape[:6], [
            ("multipart/report", None),
            ("multipart/mixed", "Notification"),
            ("multipart/alternative", None),
            ("text/plain", "Explanation"),
            ("text/html", "Explanation"),
            ("text/plain", "Notification")])
        self.assertEqual(shape[6][0], "message/delivery-status")
        self.assertEqual([part.defects for part in message.walk() if part.defects], [])

    def test_several_recipients_of_one_domain(self):
        self.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        self.refuse("nobody@far.example", b"550 5.1.1 User unknown")
        self.refuse("full@far.example", b"552 5.2.2 Mailbox full")
        report = self.bounce("alice@box.example", "nouser@far.example", "full@far.example",
                             "nobody@far.example", "welcome@far.example")
        self.assertEqual(sorted(report.causes),
                         ["address-unknown", "address-unknown", "mailbox-full"])
        for address in ("nouser@far.example", "full@far.example", "nobody@far.example"):
            self.assertIn(address, report.text())
        self.assertNotIn("welcome@far.example", report.text())
        self.assertEqual(len(self.site.remote.accepted_for("welcome@far.example")), 1)

    def test_several_domains(self):
        self.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        self.refuse("closed@near.example", b"550 5.2.1 The account is disabled")
        report = self.bounce("bob@box.example", "nouser@far.example", "closed@near.example")
        self.assertEqual(sorted(report.causes), ["address-unknown", "mailbox-disabled"])
        self.assertIn("nouser@far.example", report.text())
        self.assertIn("closed@near.example", report.text())

    def test_reply_of_four_lines(self):
        report = self.bounce_of(b"550-5.1.1 The email account that you tried to reach\r\n"
                                b"550-5.1.1 does not exist. Check for typing mistakes\r\n"
                                b"550-5.1.1 or unnecessary spaces. Learn more at\r\n"
                                b"550 5.1.1 https://help.far.example/unknown")
        self.assertEqual(report.causes, ["address-unknown"])
        text = " ".join(report.text().split())
        self.assertIn("hxxps://help.far.example/unknown", text)
        self.assertNotIn("https://help.far.example", text)

    def test_utf8_in_the_reply(self):
        report = self.bounce_of("550 5.1.1 Empfänger unbekannt – прощай".encode())
        self.assertIn("Empfänger unbekannt – прощай", report.text())
        self.assert_no_control_characters(report)

    def test_latin1_in_the_reply(self):
        report = self.bounce_of("550 5.1.1 Empfänger unbekannt".encode("latin-1"))
        self.assertEqual(report.causes, ["address-unknown"])
        self.assert_no_control_characters(report)

    def test_control_characters_in_the_reply(self):
        report = self.bounce_of(b"550 5.1.1 User\x07 \x1b[31munknown\x08 \x00here")
        self.assertEqual(report.causes, ["address-unknown"])
        self.assert_no_control_characters(report)

    def test_returned_message_of_60_kilobytes(self):
        self.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        report = self.bounce("alice@box.example", "nouser@far.example",
                             message=letter_of_size("alice@box.example", "nouser@far.example",
                                                    60 << 10))
        self.assertGreater(len(report.body), 60 << 10)
        self.assertIn(b"message/rfc822", report.body)

    def test_only_the_header_returned(self):
        self.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        report = self.bounce("alice@box.example", "nouser@far.example",
                             mail_options=["RET=HDRS"])
        self.assertIn(b"text/rfc822-headers", report.body)
        self.assertNotIn(b"are you coming?", report.body)

    def test_internationalised_addresses(self):
        self.refuse("jürgen@far.example", b"550 5.1.1 User unknown")
        self.site.send("jörg@box.example", ["jürgen@far.example"],
                       letter("jörg@box.example", "jürgen@far.example"),
                       mail_options=["SMTPUTF8", "BODY=8BITMIME"])
        report = self.site.check_explained(self.site.report_for("jörg@box.example")[0])
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertIn(b"message/global-delivery-status", report.body)
        self.assertIn("jürgen@far.example", report.text())
        self.assertIn("rcpt=j\\x{FC}rgen@far.example", report.values("X-Bounce-Cause")[0])

    def test_sent_on_by_smtp_the_same_bytes_arrive(self):
        self.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        sender = "someone@sink.example"
        self.site.send(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
        self.site.postfix.wait_until_idle()
        accepted = self.site.remote.accepted_for(sender)
        self.assertEqual(len(accepted), 1)
        self.assertEqual(accepted[0].sender, b"")
        report = self.site.check_explained(accepted[0].data)
        self.assertEqual(report.causes, ["address-unknown"])


if __name__ == "__main__":
    unittest.main()
