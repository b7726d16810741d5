"""[replies] watch = yes: a real Postfix tells of the recipients that it rejects; its clients see no
difference."""

import smtplib
import unittest

from harness.case import SiteCase
from harness.mails import letter, letter_of_size
from harness.waiting import wait_until

SENDER = "dave@far.example"


class RejectedRecipientsTest(SiteCase):
    SITE = {
        "ours": ("dsn", "smtpd"),
        "sections": {"replies": {"watch": "yes"}, "log": {"addresses": "yes"}},
        "settings": {
            "smtpd_relay_restrictions": "reject_unauth_destination",
            "smtpd_recipient_restrictions": "check_recipient_access inline:{"
                                            " {carol@box.example = 450 4.2.0 Greylisted, come back}"
                                            " {bob@box.example = reject Service unavailable;"
                                            " Client host [192.0.2.7] blocked using bl.example} }",
        },
    }

    def lines(self, text):
        return [line for line in self.site.daemon.log().splitlines()
                if "rejected" in line and text in line]

    def refusal(self, recipient):
        """The reply to RCPT TO, in a session that then delivers a letter."""
        with self.site.postfix.smtp() as client:
            client.ehlo()
            client.mail(SENDER)
            code, text = client.rcpt(recipient)
            client.rset()
            client.sendmail(SENDER, ["postmaster@box.example"],
                            letter(SENDER, "postmaster@box.example"))
        return code, text.decode()

    def test_each_refusal_is_logged_with_its_cause_and_the_reply_stays(self):
        for recipient, reply, cause in (
                ("nouser@box.example", 550, "address-unknown"),
                ("bob@elsewhere.example", 554, "relay-denied"),
                ("carol@box.example", 450, "greylisted"),
                ("bob@box.example", 554, "blocked-ip")):
            with self.subTest(cause):
                code, text = self.refusal(recipient)
                self.assertEqual(code, reply, text)
                self.assertNotIn("\n", text)
                wait_until("the line", lambda: self.lines(f"rcpt={recipient}"))
                line, = self.lines(f"rcpt={recipient}")
                self.assertIn(f"cause={cause} ", line)
                self.assertIn("client=127.0.0.1 ", line)

    def test_no_header_and_no_body_of_ordinary_mail_crosses(self):
        sessions = len(self.site.recorder.sessions)
        message = letter_of_size(SENDER, "alice@box.example", 1 << 20)
        with self.site.postfix.smtp() as client:
            refused = client.sendmail(SENDER, ["alice@box.example", "unknown@box.example"], message)
        self.assertEqual(list(refused), ["unknown@box.example"])
        self.site.report_for("alice@box.example")
        sent = [(command, data) for session in self.site.recorder.sessions[sessions:]
                for from_mta, command, data in session.packets if from_mta]
        self.assertNotIn(b"B", {command for command, _ in sent})
        self.assertNotIn(b"L", {command for command, _ in sent})
        self.assertLess(sum(len(data) for _, data in sent), 1000)
        wait_until("the line", lambda: self.lines("rcpt=unknown@box.example"))

    def test_sums_are_logged_at_a_reload(self):
        with self.assertRaises(smtplib.SMTPRecipientsRefused):
            self.site.send(SENDER, ["nobody-of-that-name@box.example"],
                           letter(SENDER, "nobody-of-that-name@box.example"))
        wait_until("the line", lambda: self.lines("rcpt=nobody-of-that-name@box.example"))
        self.site.daemon.reload()
        wait_until("the sums", lambda: self.lines("since the start: "))
        self.assertIn("address-unknown=", self.lines("since the start: ")[0])


if __name__ == "__main__":
    unittest.main()
