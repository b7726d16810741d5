"""A filter that dies at any moment beside Sendmail. With F=T, as packaging/sendmail/plainbounce.mc
has it, no bounce is lost, doubled or cut, and each is explained in the end. Without it some are."""

import itertools
import random
import threading
import time
import unittest

from harness import milter_protocol as wire
from harness.cutting_proxy import CuttingProxy
from harness.explained import Explained, name_of
from harness.mails import letter, letter_of_size
from harness.sendmail_site import SendmailCase
from harness.waiting import wait_until

# Before the edits. END_OF_MESSAGE with a number: after so many packets of the answer, which are
# the body in two pieces, three or four header fields, and the reply.
BEFORE = {"negotiation": (wire.NEGOTIATE,), "sender": (wire.MAIL,), "header": (wire.HEADER,),
          "body": (wire.BODY,), "end of the message": (wire.END_OF_MESSAGE,),
          "all read, nothing answered": (wire.END_OF_MESSAGE, 0)}
LINE = b"All work and no play"
EXPLANATION = b"Content-Description: Explanation"
LETTER = 90 << 10  # bytes; its bounce has a body of two packets
JITTER = 0.03  # seconds, at most, between a dialogue's begin and the kill


class DyingCase(SendmailCase):
    """The moments are those of a bounce's dialogue."""

    def setUp(self):
        self.site.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")

    def send_for(self, sender):
        self.site.send(sender, ["nouser@far.example"],
                       letter_of_size(sender, "nouser@far.example", LETTER))

    def answer(self):
        """The packets that end a dialogue that nobody disturbs, as commands."""
        self.send_for("undisturbed@home.example")
        given = self.site.given_for(self.site.reports_for("undisturbed@home.example")[0])
        commands = [command for command, _ in given.replies]
        return commands[commands.index(wire.REPLACE_BODY):]

    def moments(self):
        """(label, arguments of cut_at): each before the edits, then each within and behind them."""
        answer = self.answer()
        self.assertEqual(answer.count(wire.REPLACE_BODY), 2)
        self.assertEqual(answer[:2], [wire.REPLACE_BODY] * 2)
        self.assertEqual(set(answer[2:-1]), {wire.ADD_HEADER})
        self.assertIn(answer[-1], (wire.CONTINUE, wire.ACCEPT))
        return itertools.chain(BEFORE.items(), (
            (f"{count} of {len(answer)} packets", (wire.END_OF_MESSAGE, count))
            for count in range(1, len(answer))))

    def cut(self, label, moment):
        """Sends a letter whose bounce meets the moment; the bounce's recipient."""
        sender = f"{label.replace(' ', '-').replace(',', '')}@home.example"
        cuts = self.site.recorder.cuts
        self.site.recorder.cut_at(*moment)
        self.send_for(sender)
        wait_until(f"the dialogue is cut at: {label}", lambda: self.site.recorder.cuts > cuts)
        return sender


class WithTheFlagTest(DyingCase):
    SITE = {"recorder": CuttingProxy}

    def test_every_moment(self):
        for label, moment in self.moments():
            with self.subTest(label):
                sender = self.cut(label, moment)
                wait_until("the bounce waits", lambda: self.site.sendmail.settled() == 1)
                self.assertEqual(self.site.remote.accepted_for(sender), [])
                self.site.sendmail.run_queue()
                report = self.site.check_explained(self.site.reports_for(sender)[0])
                self.assertEqual(report.causes, ["address-unknown"])


class WithoutTheFlagTest(DyingCase):
    """What docs/sendmail.md says of a filter without F=T."""

    SITE = {"recorder": CuttingProxy, "flags": ""}

    def test_every_moment(self):
        lines = letter_of_size("", "", LETTER).count(LINE)
        found = {}
        for label, moment in self.moments():
            [delivered] = self.site.reports_for(self.cut(label, moment))
            fields = [name_of(field) for field in Explained(delivered).ours]
            found[label] = (delivered.count(LINE) == lines, EXPLANATION in delivered, len(fields))
        expected = {label: (True, False, 0) for label in BEFORE}
        expected["1 of 6 packets"] = (False, True, 0)  # the end of the returned message is gone
        expected.update({f"{count} of 6 packets": (True, True, count - 2) for count in range(2, 6)})
        self.assertEqual(found, expected)


class HungTest(SendmailCase):
    """A daemon that stands still for longer than Sendmail waits."""

    SITE = {"mc": "define(`PLAINBOUNCE_TIMES', `T=C:2s;S:2s;R:2s;E:4s')dnl\n"}

    def test_a_bounce_waits_for_a_daemon_that_stands_still(self):
        sender = "still@home.example"
        self.site.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        self.site.daemon.pause()
        try:
            self.site.send(sender, ["nouser@far.example"])
            wait_until("the bounce waits", lambda: self.site.sendmail.settled() == 1)
            self.assertEqual(self.site.remote.accepted_for(sender), [])
        finally:
            self.site.daemon.resume()
        self.site.sendmail.run_queue()
        report = self.site.check_explained(self.site.reports_for(sender)[0])
        self.assertEqual(report.causes, ["address-unknown"])


class KilledTest(SendmailCase):
    """kill -9 of the daemon while bounces are under way. The edits leave it in one write, so that
    even without F=T none is cut."""

    KILLS = 6
    AT_ONCE = 8

    def stream(self, stopping, sent):
        """Sends letters, each from a sender of its own, until told; `sent` gets the senders."""
        for number in itertools.count():
            wait_until("not too many bounces are under way", lambda: stopping.is_set()
                       or len(sent) < len(self.site.recorder.sessions) + self.AT_ONCE, 120)
            if stopping.is_set():
                return
            sender = f"s{number}@home.example"
            self.site.send(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
            sent.append(sender)

    def kill_in_stream(self):
        """The reports, all of them, once each."""
        dice = random.Random(5)
        self.site.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        stopping, sent = threading.Event(), []
        thread = threading.Thread(target=self.stream, args=(stopping, sent), daemon=True)
        thread.start()
        try:
            for _ in range(self.KILLS):
                begun = len(self.site.recorder.sessions)
                wait_until("more bounces come",
                           lambda: len(self.site.recorder.sessions) > begun)
                time.sleep(dice.uniform(0, JITTER))
                self.site.daemon.kill()
                self.site.daemon.start()
        finally:
            stopping.set()
            thread.join(120)

        def all_out():
            self.site.sendmail.run_queue()
            return self.site.is_idle()

        wait_until("the queue is empty", all_out, 120)
        self.assertTrue([session for session in self.site.recorder.sessions
                         if session.refused or not all(message.complete
                                                       for message in session.messages())])
        return [self.site.reports_for(sender, idle=False)[0] for sender in sent]

    def test_kills(self):
        for delivered in self.kill_in_stream():
            self.site.check_explained(delivered)


class KilledWithoutTheFlagTest(KilledTest):
    SITE = {"flags": ""}

    def test_kills(self):
        passed = 0
        for delivered in self.kill_in_stream():
            if Explained(delivered).ours:
                self.site.check_explained(delivered)
                continue
            passed += 1
            self.assertNotIn(EXPLANATION, delivered)
            self.assertIn(b"are you coming?", delivered)
            self.assertTrue(delivered.endswith(b"--\r\n\r\n"))
        self.assertGreater(passed, 0)


if __name__ == "__main__":
    unittest.main()
