"""Ordinary mail: it goes its way, and its body never crosses the milter socket."""

import unittest

from harness import milter_protocol as wire
from harness.case import SiteCase
from harness.mails import letter, letter_of_size

MEGABYTE = 1 << 20


class OrdinaryMailTest(SiteCase):
    SITE = {"ours": ("dsn", "smtpd")}

    def sent_over_the_socket(self):
        return [(command, len(data)) for session in self.site.recorder.sessions
                for from_mta, command, data in session.packets if from_mta]

    def test_a_megabyte_by_smtp_costs_a_few_hundred_bytes(self):
        before = len(self.sent_over_the_socket())
        sender, recipient = "alice@box.example", "bob@box.example"
        message = letter_of_size(sender, recipient, MEGABYTE)
        self.site.send(sender, [recipient], message)
        delivered = self.site.report_for(recipient)[0]
        self.assertEqual(delivered.partition(b"\r\n\r\n")[2], message.partition(b"\r\n\r\n")[2])
        self.assertNotIn(b"X-Bounce", delivered)
        packets = self.sent_over_the_socket()[before:]
        self.assertGreater(len(packets), 0)
        self.assertEqual([p for p in packets if p[0] in (wire.BODY, wire.END_OF_MESSAGE,
                                                         wire.HEADER, wire.RCPT)], [])
        self.assertLess(sum(size for _, size in packets), 500)

    def test_a_null_sender_in_the_same_session_is_still_seen(self):
        note = (b"From: MAILER-DAEMON@near.example\r\nTo: carol@box.example\r\n"
                b"Subject: nothing of note\r\n\r\nNo bounce.\r\n")
        with self.site.postfix.smtp() as client:
            client.sendmail("bob@box.example", ["postmaster@box.example"],
                            letter("bob@box.example", "postmaster@box.example"))
            client.sendmail("", ["carol@box.example"], note)
        delivered = self.site.report_for("carol@box.example")[0]
        self.assertEqual(delivered.partition(b"\r\n\r\n")[2], b"No bounce.\r\n")
        self.assertNotIn(b"X-Bounce", delivered)
        self.assertEqual(self.site.given_for(delivered).sender, b"<>")

    def test_local_submission_never_reaches_us(self):
        before = len(self.site.recorder.sessions)
        self.site.postfix.sendmail(
            "-f", "alice@box.example", "list-bounces@box.example",
            message=letter_of_size("alice@box.example", "list-bounces@box.example", MEGABYTE))
        self.site.report_for("list-bounces@box.example")
        self.assertEqual(len(self.site.recorder.sessions), before)


if __name__ == "__main__":
    unittest.main()
