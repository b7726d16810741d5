"""Bounces of Sendmail's own, taken through its second port as packaging/sendmail/plainbounce.mc
says: each is explained once, nothing else about it changes, nothing loops and nothing is lost."""

import re
import unittest

from harness.explained import split_at_parts, split_fields
from harness.mails import letter
from harness.sendmail import BUSY_USER, FULL_USER, USER
from harness.sendmail_site import PORT_NAME, SendmailCase
from harness.waiting import wait_until

UNKNOWN = b"550 5.1.1 <nouser@far.example>: User unknown"


def received_by_us(message):
    head = message.partition(b"\r\n\r\n")[0]
    return len(re.findall(rb"(?m)^Received:[^\n]*(?:\n[ \t][^\n]*)*by mx\.box\.example", head))


class OwnReportsTest(SendmailCase):
    SITE = {"mc": "define(`confTO_QUEUEWARN', `1s')dnl\n"}

    def setUp(self):
        self.site.remote.refuse("nouser@far.example", UNKNOWN)

    def seen(self):
        return len(self.site.recorder.messages())

    def test_one_recipient(self):
        report = self.bounce("one@home.example", "nouser@far.example")
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertIn("rcpt=nouser@far.example", report.values("X-Bounce-Cause")[0])
        self.assertIn("We have stopped trying.", report.text())
        given = self.site.given_for(report.delivered)
        self.assertEqual(given.sender, b"<>")
        self.assertEqual(given.macros[b"{daemon_name}"], PORT_NAME.encode())

    def test_a_first_part_without_headers_gets_one(self):
        report = self.bounce("headless@home.example", "nouser@far.example")
        given = self.site.given_for(report.delivered)
        _, original, _ = split_at_parts([field + b"\r\n" for field in given.fields], given.body)
        self.assertTrue(original.startswith(b"\r\nThe original message was"), original[:60])
        _, part, _ = split_at_parts(*split_fields(report.delivered))
        self.assertTrue(part.startswith(b"Content-Type: multipart/mixed;"), part[:60])
        self.assertIn(b"\r\nContent-Type: text/plain\r\n" + original[:40], part)

    def test_several_recipients(self):
        self.site.remote.refuse("full@far.example", b"552 5.2.2 Mailbox full")
        report = self.bounce("several@home.example", "nouser@far.example", "full@far.example",
                             "welcome@far.example")
        self.assertEqual(sorted(report.causes), ["address-unknown", "mailbox-full"])
        self.assertEqual(len(self.site.remote.accepted_for("welcome@far.example")), 1)

    def test_a_reply_of_several_lines_is_cut_in_its_field_but_not_in_the_transcript(self):
        self.site.remote.refuse(
            "policy@far.example",
            b"550-5.7.26 This mail has been blocked because the sender is unauthenticated.\r\n"
            b"550-5.7.26 All senders must authenticate with either SPF or DKIM.\r\n"
            b"550 5.7.26 Learn more at https://help.far.example/auth")
        report = self.bounce("cut@home.example", "policy@far.example")
        field = re.search(rb"Diagnostic-Code: [^\r]*", report.body)[0]
        self.assertNotIn(b"authenticate with either", field)
        self.assertIn(b"authenticate with either", report.body)
        self.assertEqual(report.causes, ["authentication-failed"])

    def test_a_bare_code_is_not_taken_for_the_status_that_sendmail_makes_of_it(self):
        self.site.remote.refuse("banned@far.example", b"550 Your IP address 192.0.2.1 is blocked")
        report = self.bounce("bare@home.example", "banned@far.example")
        self.assertIn(b"Status: 5.1.1", report.body)
        self.assertEqual(report.causes, ["blocked-ip"])

    def test_the_reason_of_the_local_mailer_stands_in_the_transcript_alone(self):
        report = self.bounce("local@home.example", f"{FULL_USER}@box.example")
        self.assertEqual(report.causes, ["mailbox-full"])
        self.assertNotIn(b"Quota", report.body[report.body.index(b"message/delivery-status"):])

    def test_utf8_in_the_reply(self):
        self.site.remote.refuse("utf8@far.example", "550 5.1.1 Empfänger unbekannt".encode())
        report = self.bounce("utf8@home.example", "utf8@far.example")
        self.assertEqual(report.causes, ["address-unknown"])

    def test_a_warning_of_delay(self):
        self.site.remote.refuse("later@far.example", b"451 4.7.1 Greylisted, try again later")
        self.site.send("delay@home.example", ["later@far.example"])

        def warned():
            self.site.sendmail.run_queue()
            return self.site.remote.accepted_for("delay@home.example")

        wait_until("Sendmail warns of the delay", warned)
        report = self.site.check_explained(
            self.site.reports_for("delay@home.example", idle=False)[0])
        self.assertEqual(report.causes, ["greylisted"])
        self.assertIn("outlook=retrying", report.values("X-Bounce-Cause")[0])
        self.site.remote.refuse("later@far.example", b"250 2.1.5 Ok")
        self.site.sendmail.run_queue()
        self.site.wait_until_idle()
        self.assertEqual(len(self.site.remote.accepted_for("later@far.example")), 1)
        self.site.reports_for("delay@home.example")

    def test_a_passing_error_of_the_local_mailer(self):
        self.site.send("busy@home.example", [f"{BUSY_USER}@box.example"])

        def warned():
            self.site.sendmail.run_queue()
            return self.site.remote.accepted_for("busy@home.example")

        wait_until("Sendmail warns of the delay", warned)
        report = self.site.check_explained(
            self.site.reports_for("busy@home.example", idle=False)[0])
        self.assertIn("outlook=retrying", report.values("X-Bounce-Cause")[0])
        self.site.sendmail.discard_queue()

    def test_success(self):
        self.site.send("happy@home.example", [f"{USER}@box.example"],
                       rcpt_options=["NOTIFY=SUCCESS"])
        report = self.site.check_explained(self.site.reports_for("happy@home.example")[0], "off")
        self.assertEqual(report.causes, ["delivered"])
        self.assertEqual(self.site.sendmail.mailbox(USER).count(), 1)

    def test_a_bounce_that_waits_for_its_sender_is_explained_once(self):
        self.site.remote.refuse("slow@home.example", b"451 4.3.2 Not now")
        self.site.send("slow@home.example", ["nouser@far.example"])
        wait_until("the bounce was tried",
                   lambda: self.site.remote.attempts["slow@home.example"] >= 1)
        wait_until("the bounce waits", lambda: self.site.sendmail.settled() == 1)
        seen = self.seen()
        self.site.sendmail.run_queue()
        wait_until("tried again", lambda: self.site.remote.attempts["slow@home.example"] >= 2)
        self.site.remote.refuse("slow@home.example", b"250 2.1.5 Ok")
        self.site.sendmail.run_queue()
        report = self.site.check_explained(self.site.reports_for("slow@home.example")[0])
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertEqual(self.seen(), seen)

    def test_a_bounce_waits_for_the_daemon(self):
        self.site.daemon.stop()
        try:
            self.site.send("patient@home.example", ["nouser@far.example"])
            wait_until("the bounce waits", lambda: self.site.sendmail.settled() == 1)
            self.site.sendmail.run_queue()
            self.assertEqual(self.site.remote.accepted_for("patient@home.example"), [])
        finally:
            self.site.daemon.start()
        self.site.sendmail.run_queue()
        report = self.site.check_explained(self.site.reports_for("patient@home.example")[0])
        self.assertEqual(report.causes, ["address-unknown"])

    def test_a_bounce_that_nobody_takes_goes_to_the_postmaster(self):
        seen = self.seen()
        self.site.remote.refuse("gone@home.example", b"550 5.1.1 User unknown")
        self.site.send("gone@home.example", ["nouser@far.example"])
        postmaster = self.site.sendmail.mailbox("root")
        postmaster.wait_for(1)
        self.site.wait_until_idle()
        self.assertEqual(postmaster.count(), 1)
        self.assertIn(b"gone@home.example", postmaster.messages()[0])
        self.assertEqual(self.seen(), seen + 1)  # the bounce; mail for mailboxes here passes by
        postmaster.empty()

    def test_a_double_bounce_of_others_marks_no_later_message_of_its_session(self):
        sender, notice = "session@home.example", "notice@far.example"
        with self.site.sendmail.smtp(self.site.port) as client:
            client.sendmail("", [notice], b"Auto-Submitted: auto-generated "
                            b"(postmaster-notification)\r\n" + letter("", notice))
            client.sendmail(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
        report = self.site.check_explained(self.site.reports_for(sender)[0])
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertEqual(len(self.site.remote.accepted_for(notice)), 1)

    def test_ordinary_mail_passes_by(self):
        seen = self.seen()
        self.site.send("writer@home.example", ["reader@far.example"])
        self.site.wait_until_idle()
        [accepted] = self.site.remote.accepted_for("reader@far.example")
        self.assertEqual(accepted.sender, b"writer@home.example")
        self.assertEqual(received_by_us(accepted.data), 1)
        self.assertEqual(self.seen(), seen)

    def test_mail_handed_to_the_program_itself_takes_the_second_port_and_stays_as_it_is(self):
        sender = "program@home.example"
        message = letter(sender, "pal@far.example").replace(b"\r\n", b"\n")
        self.site.sendmail.run("-f", sender, "pal@far.example", data=message)
        self.site.wait_until_idle()
        [accepted] = self.site.remote.accepted_for("pal@far.example")
        self.assertEqual(accepted.sender, sender.encode())
        self.assertEqual(received_by_us(accepted.data), 2)
        self.site.check_untouched(accepted.data)


class RelayMailerTest(SendmailCase):
    """All mail leaves by a smart host's mailer, to servers that know no DSN; double bounces go to a
    postmaster elsewhere."""

    SITE = {"mailer": "relay", "extensions": (b"PIPELINING", b"8BITMIME", b"ENHANCEDSTATUSCODES"),
            "mc": "define(`confDOUBLE_BOUNCE_ADDRESS', `postmaster@home.example')dnl\n"}

    def test_one_recipient(self):
        self.site.remote.refuse("full@far.example", b"552 5.2.2 Mailbox full")
        report = self.bounce("relay@home.example", "full@far.example")
        self.assertEqual(report.causes, ["mailbox-full"])

    def test_handed_on(self):
        self.site.send("handed@home.example", ["welcome@far.example"],
                       rcpt_options=["NOTIFY=SUCCESS"])
        report = self.site.check_explained(self.site.reports_for("handed@home.example")[0], "off")
        self.assertEqual(report.causes, ["relayed"])

    def double_bounce(self, sender, postmaster_replies):
        """Nobody takes the bounce to this sender; postmaster@home.example answers like that."""
        self.site.remote.refuse("nouser@far.example", UNKNOWN)
        self.site.remote.refuse(sender, b"550 5.1.1 User unknown")
        self.site.remote.refuse("postmaster@home.example", postmaster_replies)
        self.site.recorder.forget()
        self.site.remote.attempts["postmaster@home.example"] = 0
        self.site.send(sender, ["nouser@far.example"])

    def test_a_double_bounce_is_explained_to_the_postmaster_once(self):
        self.double_bounce("gone@home.example", b"250 2.1.5 Ok")
        report = self.site.check_explained(self.site.reports_for("postmaster@home.example")[0])
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertIn("gone@home.example", report.text())
        self.assertEqual(len(self.site.recorder.messages()), 2)

    def test_a_double_bounce_that_nobody_takes_does_not_go_round(self):
        self.double_bounce("lost@home.example", b"550 5.1.1 User unknown")
        wait_until("Sendmail gives up", self.site.sendmail.given_up)
        self.site.wait_until_idle()
        self.assertEqual(len(self.site.recorder.messages()), 2)  # the bounce, the double bounce
        self.assertLessEqual(self.site.remote.attempts["postmaster@home.example"], 3)
        self.site.sendmail.discard_queue()

    def test_nor_does_one_that_is_refused_when_it_is_tried_again(self):
        self.double_bounce("late@home.example", [b"451 4.3.2 Not now", b"550 5.1.1 User unknown"])
        wait_until("it waits", lambda: self.site.sendmail.settled() == 1)
        self.site.sendmail.run_queue()
        wait_until("Sendmail gives up", self.site.sendmail.given_up)
        self.site.wait_until_idle()
        self.assertEqual(len(self.site.recorder.messages()), 2)
        self.assertLessEqual(self.site.remote.attempts["postmaster@home.example"], 4)
        self.site.sendmail.discard_queue()


if __name__ == "__main__":
    unittest.main()
