"""The sentence behind Postfix's own replies, and behind what other servers answered."""

import os
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

from harness import postfix_files
from harness.case import SiteCase
from harness.explained import Explained
from harness.mails import letter
from harness.milters import RefuseContent
from harness.policy import PolicyService
from harness.waiting import wait_until

MAP = "socketmap:unix:plainbounce/replies.sock:"
SECTIONS = {"replies": {"socket": "unix:$queue_directory/plainbounce/replies.sock"}}
SETTINGS = {"smtpd_reject_footer_maps": MAP + "footer", "postscreen_reject_footer_maps": ""}
NO_ADDRESS = ("This address does not exist. Look for a typing mistake, or ask the recipient for the"
              " current address.")
FULL = "The mailbox is full. Only the recipient can make room."
HELLO = letter("alice@box.example", "bob@box.example")


class RepliesCase(SiteCase):
    """A daemon with a reply map, and Postfix that asks it."""

    def tearDown(self):
        pass  # the daemon is away in some of these tests; each says what it expects of the log

    def text_of(self, reply):
        """smtplib's (code, text) as one text without the codes, and its lines."""
        return reply[0], reply[1].decode().split("\n")

    def lookup(self, table, key):
        """(status, answer) of postmap -q."""
        path = os.path.join(self.site.postfix.queue, "plainbounce", "replies.sock")
        result = subprocess.run(
            [os.path.join(postfix_files.COMMANDS, "postmap"), "-q", key,
             f"socketmap:unix:{path}:{table}"],
            env=postfix_files.environment(self.site.postfix.configuration), timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.stderr, b"")
        return result.returncode, result.stdout.decode()


class FooterTest(RepliesCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.mkdtemp(prefix="pb-")
        cls.addClassCleanup(shutil.rmtree, directory, ignore_errors=True)
        os.chmod(directory, 0o755)
        path = os.path.join(directory, "refuse.sock")
        milter = RefuseContent(path, b"550 5.7.1 Spam message rejected")
        cls.addClassCleanup(milter.close)
        os.chmod(path, 0o777)
        policy = PolicyService({
            "grey@box.example": "DEFER Greylisted, see http://postgrey.example/help.html",
            "policy@box.example": "552 5.2.2 Mailbox full"})
        cls.addClassCleanup(policy.close)
        listed = "554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked using zen.spamhaus.org"
        cls.SITE = {"recorded": False, "sections": SECTIONS, "settings": {
            **SETTINGS,
            "smtpd_relay_restrictions": "reject_unauth_destination",
            "smtpd_recipient_restrictions":
                f"check_recipient_access inline:{{ {{ listed@box.example = {listed} }}"
                f" {{ no@box.example = REJECT }} }}, check_policy_service {policy.address}",
            "smtpd_milters": f"unix:{path}", "milter_default_action": "accept"}}
        super().setUpClass()

    def warnings(self):
        """Without what Postfix says of the client's mistake."""
        return [line for line in self.site.postfix.warnings() if "Illegal address" not in line]

    def refusals(self):
        """{what: (code, lines)} of one session with everything that Postfix refuses, and whether
        the session goes on after each."""
        told = {}
        with self.site.postfix.smtp() as client:
            client.ehlo()

            def tell(what, reply):
                told[what] = self.text_of(reply)
                self.assertEqual(client.noop()[0], 250, what)

            tell("bad command", client.docmd("FROB"))
            tell("bad sequence", client.docmd("DATA"))
            tell("size", client.docmd("MAIL FROM:<a@far.example> SIZE=99999999"))
            client.rset()  # Postfix remembers the size
            self.assertEqual(client.mail("alice@far.example")[0], 250)
            for what, recipient in (("unknown", "nouser@box.example"), ("relay", "x@far.example"),
                                    ("access text", "listed@box.example"),
                                    ("no reason", "no@box.example"),
                                    ("policy", "policy@box.example"),
                                    ("greylist", "grey@box.example")):
                tell(what, client.rcpt(recipient))
            tell("syntax", client.docmd("RCPT TO:<a b@box.example>"))
            self.assertEqual(client.rcpt("bob@box.example")[0], 250)
            tell("milter", client.data(HELLO))
        return told

    EXPECTED = {
        "bad command": None, "bad sequence": None, "no reason": None,
        "size": "The message is too large. Send large files as a link.",
        "unknown": NO_ADDRESS,
        "relay": "This mail service does not take messages for that address. Check the address and"
                 " your login.",
        "access text": "The mail service that sent the message is blocked here.",
        "policy": FULL,
        "greylist": "New senders have to wait a little. The sending mail service should try again"
                    " in some minutes.",
        "syntax": "This address is not written as an address must be. Look for blanks, commas and"
                  " missing signs.",
        "milter": "The message looks like spam. Write it in other words, with few links and no"
                  " attachments.",
    }

    def test_code_and_text_stay_and_our_sentence_follows(self):
        self.site.daemon.stop()
        began = time.monotonic()
        without = self.refusals()
        took = time.monotonic() - began
        self.assertLess(took, 10, "replies wait for a daemon that is not there")
        self.site.daemon.start()
        before = len(self.warnings())
        told = self.refusals()
        self.assertEqual(set(told), set(self.EXPECTED))
        for what, sentence in self.EXPECTED.items():
            code, lines = without[what]
            self.assertEqual(len(lines), 1, (what, lines))
            if sentence:
                first = lines[0].split(" ")[0]
                enhanced = first + " " if first[:2] in ("4.", "5.") else ""
                lines = [*lines, enhanced + sentence]
            self.assertEqual(told[what], (code, lines), what)
        self.assertEqual(self.warnings()[before:], [])

    def test_a_hung_daemon_slows_only_whom_it_would_answer(self):
        held = []

        def ask():
            with self.site.postfix.smtp() as client:
                client.ehlo()
                client.mail("alice@far.example")
                held.append(self.text_of(client.rcpt("hung@box.example")))

        self.site.daemon.pause()
        try:
            asking = threading.Thread(target=ask)
            asking.start()
            wait_until("Postfix asks", lambda: "reject: RCPT from unknown[127.0.0.1]: 550 5.1.1 <hung@box"
                       in self.site.postfix.log())
            began = time.monotonic()
            with self.site.postfix.smtp() as client:
                client.ehlo()
                self.assertEqual(client.mail("carol@far.example")[0], 250)
                self.assertEqual(client.rcpt("bob@box.example")[0], 250)
                self.assertEqual(client.noop()[0], 250)
                client.rset()
            self.assertLess(time.monotonic() - began, 5)
            self.assertEqual(held, [])
        finally:
            self.site.daemon.resume()
            asking.join(60)
        self.assertEqual(held, [(550, [
            "5.1.1 <hung@box.example>: Recipient address rejected: User unknown in virtual"
            " mailbox table", "5.1.1 " + NO_ADDRESS])])

    def test_postmap_asks_both_maps(self):
        self.assertEqual(self.lookup("footer", "552 5.2.2 <x@box.example>: Mailbox full"),
                         (0, FULL + "\n"))
        self.assertEqual(self.lookup("footer", "550-5.1.1 one\r\n550 5.1.1 User unknown"),
                         (0, NO_ADDRESS + "\n"))
        self.assertEqual(self.lookup("footer", "554 5.7.1 no"), (1, ""))
        status = "4.2.2 host mx.far.example[192.0.2.1] said: 452 4.2.2 Over quota"
        self.assertEqual(self.lookup("dsn", status), (0, f"{status} -- {FULL}\n"))
        self.assertEqual(self.lookup("dsn", "2.0.0 250 2.0.0 Ok: queued as 4C1D2"), (1, ""))


class OtherFooterTest(RepliesCase):
    """Chrooted, with a link, and with a footer of the admin's own."""
    SITE = {"recorded": False, "chroot": True,
            "sections": {**SECTIONS, "text": {"link_base": "https://help.box.example/b"}},
            "settings": {**SETTINGS, "smtpd_reject_footer": "Call $$5.",
                         "smtpd_recipient_restrictions":
                             "check_recipient_access inline:{{no@box.example = REJECT}}"}}

    def test_the_footer_of_the_admin_stands_where_the_table_has_nothing(self):
        with self.site.postfix.smtp() as client:
            client.ehlo()
            client.mail("alice@far.example")
            unknown = self.text_of(client.rcpt("nouser@box.example"))
            refused = self.text_of(client.rcpt("no@box.example"))
        self.assertEqual(unknown[1][1:],
                         [f"5.1.1 {NO_ADDRESS} https://help.box.example/b/codes/5.1.1"])
        self.assertEqual(refused[1][1:], ["5.7.1 Call $5."])
        self.assertEqual(self.site.postfix.warnings(), [])


class StatusFilterCase(RepliesCase):
    SITE = {"sections": SECTIONS, "settings": {"smtp_delivery_status_filter": MAP + "dsn"}}

    def status_line(self, recipient):
        """Postfix's log line about the delivery to this address."""
        def line():
            return next((line for line in self.site.postfix.log().splitlines()
                         if f"to=<{recipient}>" in line and " status=" in line), None)
        return wait_until(f"a delivery to {recipient}", line)


class StatusFilterTest(StatusFilterCase):
    def test_log_and_notice_tell_why_and_the_fields_keep_the_words(self):
        self.site.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        self.site.send("alice@box.example", ["nouser@far.example"],
                       letter("alice@box.example", "nouser@far.example"))
        delivered = self.site.report_for("alice@box.example")[0]
        line = self.status_line("nouser@far.example")
        self.assertIn(" dsn=5.1.1, status=bounced (host ", line)
        self.assertTrue(line.endswith("said: 550 5.1.1 User unknown (in reply to RCPT TO command)"
                                      f" -- {NO_ADDRESS})"), line)
        given = " ".join(delivered.decode().split())
        self.assertIn(f"(in reply to RCPT TO command) -- {NO_ADDRESS}", given)
        fields = delivered.partition(b"\r\nStatus: ")[2].partition(b"\r\n\r\n")[0].decode()
        self.assertTrue(fields.startswith("5.1.1\r\n"), fields)
        self.assertTrue(fields.endswith("Diagnostic-Code: smtp; 550 5.1.1 User unknown"), fields)
        self.site.check_explained(delivered)
        self.assertEqual(Explained(delivered).causes, ["address-unknown"])

    def test_successes_and_what_is_not_certain_stay(self):
        self.site.remote.refuse("vague@far.example", b"550 5.0.0 no")
        for recipient in ("okay@far.example", "vague@far.example"):
            self.site.send("bob@box.example", [recipient], letter("bob@box.example", recipient))
        self.assertTrue(self.status_line("okay@far.example").endswith(
            " dsn=2.0.0, status=sent (250 2.0.0 Ok: queued)"))
        self.assertTrue(self.status_line("vague@far.example").endswith(
            "said: 550 5.0.0 no (in reply to RCPT TO command))"))

    def test_without_the_daemon_deliveries_go_on(self):
        self.site.daemon.stop()
        self.site.send("alice@box.example", ["later@far.example"],
                       letter("alice@box.example", "later@far.example"))
        self.assertTrue(self.status_line("later@far.example").endswith(
            " dsn=2.0.0, status=sent (250 2.0.0 Ok: queued)"))
        self.site.daemon.start()


class DelayedStatusTest(StatusFilterCase):
    def test_a_delay_stays_a_delay(self):
        self.site.remote.refuse("full@far.example", b"452 4.2.2 Over quota")
        self.site.send("carol@box.example", ["full@far.example"],
                       letter("carol@box.example", "full@far.example"))
        line = self.status_line("full@far.example")
        self.assertIn(" dsn=4.2.2, status=deferred (host ", line)
        self.assertTrue(line.endswith(
            f"said: 452 4.2.2 Over quota (in reply to RCPT TO command) -- {FULL})"), line)


if __name__ == "__main__":
    unittest.main()
