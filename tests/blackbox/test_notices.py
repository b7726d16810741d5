"""What Postfix writes to its postmaster: transcripts of sessions with errors (notify_classes)."""

import socket
import unittest

from harness.case import SiteCase
from harness.explained import Explained
from harness.mails import letter

CLASSES = "bounce, 2bounce, protocol, policy, resource"
POSTMASTER = "postmaster@box.example"


class NoticeCase(SiteCase):
    SITE = {"settings": {"notify_classes": CLASSES}, "notices": True}
    BODY = "off"

    def setUp(self):
        self.site.postfix.mailbox(POSTMASTER).empty()

    def speak(self, *lines):
        """A session of these lines, each sent when the one before was answered."""
        with socket.create_connection(("127.0.0.1", self.site.postfix.port), timeout=60) as stream:
            with stream.makefile("rb") as replies:
                self.answer(replies)
                for line in lines:
                    stream.sendall(line + b"\r\n")
                    self.answer(replies)

    @staticmethod
    def answer(replies):
        while True:
            line = replies.readline()
            if line[3:4] != b"-":
                return line

    def notice(self):
        """The one notice, as it was delivered; that it is the given one with ours is checked."""
        delivered = self.site.report_for(POSTMASTER)[0]
        given = self.site.given_for(delivered)
        self.assertEqual(given.sender, b"double-bounce@mx.box.example")
        return self.site.check_explained(delivered, self.BODY)


class NoticesTest(NoticeCase):
    def test_refused_recipient(self):
        self.speak(b"EHLO client.example", b"MAIL FROM:<ann@far.example>",
                   b"RCPT TO:<nobody@box.example>", b"QUIT")
        notice = self.notice()
        self.assertEqual(notice.causes, ["address-unknown"])
        self.assertIn("rcpt=nobody@box.example", notice.values("X-Bounce-Cause")[0])
        told = notice.values("X-Bounce-Explanation")[0]
        self.assertTrue(told.startswith(
            "Your mail system took no message from unknown[127.0.0.1] to nobody@box.example because"
            " this address does not exist. The other side was told that this is final."), told)

    def test_unknown_command_needs_nobody(self):
        self.speak(b"EHLO client.example", b"BOGUS", b"QUIT")
        notice = self.notice()
        self.assertEqual(notice.causes, ["protocol-problem"])
        self.assertIn("actor=nobody", notice.values("X-Bounce-Cause")[0])
        self.assertIn("Nobody has to act.", notice.values("X-Bounce-Explanation")[0])

    def test_the_last_error_stands_first(self):
        self.speak(b"EHLO client.example", b"MAIL FROM:<ann@far.example>",
                   b"RCPT TO:<nobody@box.example>", b"BOGUS", b"QUIT")
        self.assertEqual(self.notice().causes, ["protocol-problem", "address-unknown"])

    def test_lost_connection(self):
        self.speak(b"EHLO client.example", b"MAIL FROM:<ann@far.example>",
                   b"RCPT TO:<nobody@box.example>")
        notice = self.notice()
        self.assertEqual(notice.causes, ["address-unknown"])
        self.assertIn(b"Session aborted, reason: lost connection", notice.body)

    def test_a_remote_answer_that_does_not_fit(self):
        sender, recipient = "alice@box.example", "odd@far.example"
        self.site.remote.refuse(recipient, b"999 what")
        self.site.send(sender, [recipient], letter(sender, recipient))
        # The bounce of it has a copy for the postmaster, too.
        delivered = self.site.report_for(POSTMASTER, count=2)
        transcripts = [one for one in delivered if b"Transcript of session follows." in one]
        self.assertEqual(len(transcripts), 1)
        notice = self.site.check_explained(transcripts[0], self.BODY)
        self.assertEqual(notice.causes, ["protocol-problem"])
        self.assertIn("127.0.0.1[127.0.0.1] gave an answer that your mail system could not use.",
                      notice.values("X-Bounce-Explanation")[0])

    def test_ordinary_mail_by_the_same_service_is_not_seen(self):
        before = len(self.site.recorder.messages())
        self.site.send("bob@box.example", ["carol@box.example"],
                       letter("bob@box.example", "carol@box.example"))
        delivered = self.site.report_for("carol@box.example")[0]
        self.assertEqual(Explained(delivered).ours, [])
        self.assertEqual(len(self.site.recorder.messages()), before)


class NoticesOfResourcesTest(NoticeCase):
    """More free space is asked for than any disk has."""
    SITE = {**NoticeCase.SITE, "settings": {**NoticeCase.SITE["settings"],
                                            "queue_minfree": "4000000000000000000"}}
    FULL = "not enough free space in mail queue"

    def tearDown(self):
        self.assertTrue(self.site.postfix.warnings())
        self.assertEqual([line for line in self.site.postfix.warnings() if self.FULL not in line],
                         [])

    def test_our_own_trouble_needs_its_admin(self):
        self.speak(b"EHLO client.example", b"MAIL FROM:<ann@far.example>", b"QUIT")
        notice = self.notice()
        self.assertEqual(notice.causes, ["system-storage-full"])
        self.assertIn("actor=recipient-admin", notice.values("X-Bounce-Cause")[0])
        told = notice.values("X-Bounce-Explanation")[0]
        self.assertIn("You have to act: Look into your mail system.", told)


class NoticesWithTextTest(NoticeCase):
    """legacy = body: our text stands before the transcript."""
    SITE = {**NoticeCase.SITE, "sections": {"bounce": {"legacy": "body"}}}
    BODY = "before"

    def test_refused_recipient(self):
        self.speak(b"EHLO client.example", b"MAIL FROM:<ann@far.example>",
                   b"RCPT TO:<someone@third.example>", b"RCPT TO:<nobody@box.example>", b"QUIT")
        notice = self.notice()
        self.assertEqual(notice.causes, ["address-unknown"])
        self.assertTrue(notice.body.startswith(b"Address not found\r\n"), notice.body[:200])
        self.assertIn(b"\r\nIn reply to: RCPT TO\r\n", notice.body)
        self.assertIn(b"\r\nClient: unknown[127.0.0.1]\r\n", notice.body)


if __name__ == "__main__":
    unittest.main()
