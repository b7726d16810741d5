"""What decode tells of bounces in running text, of logs and of sending services' events."""
import unittest

from program_case import ROOT, Program

NOTICES = ROOT / "tests" / "messages" / "notices"

# file: action, reply code, cause; each is about bob@x.test
READ = {
    "aborted-after": ("failed", None, "expired"),
    "courier": ("failed", 550, "address-unknown"),
    "czech": ("failed", 550, "address-unknown"),
    "delay-german": ("delayed", 450, "greylisted"),
    "delay-japanese": ("delayed", 451, "greylisted"),
    "delay-russian": ("delayed", 451, "greylisted"),
    "delay-swedish": ("delayed", 451, "greylisted"),
    "delivered-to-others-below": ("failed", 550, "address-unknown"),
    "delivered-to-others-first": ("failed", 550, "address-unknown"),
    "domino": ("failed", 550, "address-unknown"),
    "exchange-2003-german": ("failed", None, "address-unknown"),
    "exchange-french": ("failed", 550, "relay-denied"),
    "exchange-german": ("failed", 550, "address-unknown"),
    "exchange-hungarian": ("failed", 550, "address-unknown"),
    "exchange-italian": ("failed", 552, "mailbox-full"),
    "exchange-online": ("failed", 550, "address-unknown"),
    "french-without-accents": ("failed", 550, "address-unknown"),
    "gateway-delay": ("delayed", 450, "greylisted"),
    "given-up-french": ("failed", 451, "greylisted"),
    "gmail-delay": ("delayed", None, "unreachable"),
    "gmail-not-found": ("failed", 550, "address-unknown"),
    "groupwise": ("failed", 550, "address-unknown"),
    "help-desk-german": ("failed", 550, "address-unknown"),
    "host-not-found": ("failed", None, "domain-not-found"),
    "html-table": ("failed", 550, "address-unknown"),
    "james": ("failed", 550, "address-unknown"),
    "japanese": ("failed", 550, "address-unknown"),
    "korean": ("failed", 552, "mailbox-full"),
    "label-failed-recipient": ("failed", 550, "address-unknown"),
    "list-owner-domino": ("failed", 550, "address-unknown"),
    "mailbox-rejects": ("failed", None, "mailbox-full"),
    "mailbox-rejects-names-another": ("failed", None, "mailbox-full"),
    "mdaemon": ("failed", 550, "address-unknown"),
    "outlook-chinese": ("failed", 550, "spam-suspected"),
    "polish": ("failed", 552, "mailbox-full"),
    "postfix-cut-short": ("failed", None, "unreachable"),
    "postfix-delay-text": ("delayed", None, "unreachable"),
    "postfix-text": ("failed", 552, "mailbox-full"),
    "qmail-german": ("failed", 550, "mailbox-disabled"),
    "qq-chinese": ("failed", 550, "address-unknown"),
    "surgemail": ("failed", None, "address-unknown"),
    "temporary-reply": (None, 451, "greylisted"),
}

POSTFIX = ("Nov 30 03:28:06 m postfix/smtp[1]: B2EB: to=<bob@x.test>, relay=mx.x.test[192.0.2.1]:25, dsn=5.2.2, "
           "status=bounced (host mx.x.test[192.0.2.1] said: 552 5.2.2 Mailbox full (in reply to RCPT TO command))")
PASTED = [
    ("a log line", POSTFIX, 552, "mailbox-full"),
    ("a log line, in a question", "What is this?\n\n> " + POSTFIX + "\n", 552, "mailbox-full"),
    ("SendGrid", '[{"email": "bob@x.test", "event": "bounce", "reason": "550 5.1.1 User unknown"}]', 550,
     "address-unknown"),
    ("Amazon SES", '{"notificationType": "Bounce", "bounce": {"bouncedRecipients": [{"emailAddress": "bob@x.test", '
                   '"status": "5.2.2", "diagnosticCode": "smtp; 552 5.2.2 Mailbox full"}]}}', 552, "mailbox-full"),
    ("Mailgun", '{"event-data": {"event": "failed", "recipient": "bob@x.test", "delivery-status": {"code": 550, '
                '"message": "5.1.1 User unknown"}}}', 550, "address-unknown"),
    ("SMTP2GO", '{"event": "bounce", "email_id": "1", "rcpt": "bob@x.test", "message": "552 5.2.2 Mailbox full"}', 552,
     "mailbox-full"),
    ("Exchange's tracking log", "2026-11-30T03:28:06.123Z,,,,,,,SMTP,FAIL,1,<1@m.test>,bob@x.test,{LED=550 5.1.1 "
                                "User unknown};{FQDN=mx.x.test},2048\n", 550, "address-unknown"),
    ("qmail's log", "@40000000 starting delivery 7: msg 1 to remote bob@x.test\n"
                    "@40000000 delivery 7: failure: Remote_host_said:_550_5.1.1_User_unknown/\n", 550,
     "address-unknown"),
    ("Postfix's queue", "-Queue ID-  --Size-- ----Arrival Time---- -Sender/Recipient-------\n"
                        "B2EB1F00AA     1234 Mon Nov  2 09:00:00  ann@y.test\n"
                        "(host mx.x.test[192.0.2.1] said: 450 4.2.0 <bob@x.test>: Recipient address rejected: "
                        "Greylisted (in reply to RCPT TO command))\n"
                        "                                         bob@x.test\n\n-- 1 Kbytes in 1 Request.\n", 450,
     "greylisted"),
    ("Postfix's queue as JSON", '{"queue_name": "deferred", "queue_id": "B2EB", "arrival_time": 1, "message_size": 1, '
                                '"sender": "ann@y.test", "recipients": [{"address": "bob@x.test", "delay_reason": "host '
                                'mx.x.test[192.0.2.1] said: 452 4.2.2 Mailbox full"}]}\n', 452, "mailbox-full"),
    ("Sendmail's queue", "4A28x0VE012345     1234 Mon Nov  2 09:00 <ann@y.test>\n"
                         "                 (Deferred: Connection timed out with mx.x.test.)\n"
                         "\t\t\t\t\t <bob@x.test>\n\t\tTotal requests: 1\n", None, "unreachable"),
    ("quoted below a question", "I got this:\n\n> <bob@x.test>: host mx.x.test[192.0.2.1] said: 550 5.1.1\n"
                                ">     <bob@x.test>: User unknown\n", 550, "address-unknown"),
    ("quoted twice", ">> <bob@x.test>: host mx.x.test said: 552 5.2.2\n>> Mailbox full\n", 552, "mailbox-full"),
    ("fields below a greeting", "Hello,\n\nFinal-Recipient: rfc822; bob@x.test\nAction: failed\n"
                                "Diagnostic-Code: smtp; 550 5.1.1 User unknown\n", 550, "address-unknown"),
    ("an Exchange notice", "Delivery has failed to these recipients or groups:\nbob@x.test (bob@x.test)\nNo room.\n\n"
                           "bob@x.test\nRemote Server returned '554 5.2.2 mailbox full'\n", 554, "mailbox-full"),
]


class Notices(Program):
    def test_of_many_systems(self):
        self.assertEqual(sorted(READ), sorted(path.stem for path in NOTICES.glob("*.eml")))
        for name, read in READ.items():
            with self.subTest(name):
                [message] = self.objects("decode", NOTICES / f"{name}.eml")
                [recipient] = message["recipients"]
                self.assertEqual(message["kind"], "legacy")
                self.assertEqual(recipient["recipient"], "bob@x.test")
                self.assertEqual((recipient["action"], recipient["reply_code"], recipient["cause"]), read)
                self.assertNotEqual(recipient["confidence"], "unsure")
                if recipient["action"] is None:
                    self.assertIsNone(recipient["outlook"])
                    self.assertIn("does not say whether", recipient["explanation"]["outlook"])

    def test_pasted(self):
        for label, text, code, cause in PASTED:
            with self.subTest(label):
                [message] = self.objects("decode", stdin=text.encode())
                [recipient] = message["recipients"]
                self.assertEqual((recipient["recipient"], recipient["reply_code"], recipient["cause"]),
                                 ("bob@x.test", code, cause))

    def test_what_somebody_forwards(self):
        text = ("From: anna@example.net\nSubject: Fwd: Undelivered Mail Returned to Sender\n\nWhat now?\n\n"
                "> <bob@x.test>: host mx.x.test said: 550 5.1.1 User unknown\n")
        status, _, err = self.run_program("decode", stdin=text.encode())
        self.assertEqual(status, 1)
        self.assertIn(": a bounce that somebody forwards", err)


if __name__ == "__main__":
    unittest.main()
