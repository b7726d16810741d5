"""Reports that reach Sendmail's ordinary ports: those of a host behind it, of its own submission
program, of other systems. The filter stands there, and own bounces take the second port."""

import unittest

from harness.mails import RECEIVED_BY_US, letter, report
from harness.sendmail import FULL_USER, SUBMITTER, USER
from harness.sendmail_site import ORDINARY_PORTS, PORT_NAME, SendmailCase, listening
from harness.waiting import free_port

INNER = """\
define(`SMART_HOST', `relay:[127.0.0.1]')dnl
define(`RELAY_MAILER_ARGS', `TCP $h {port}')dnl
MODIFY_MAILER_FLAGS(`RELAY', `+k')dnl
"""
SUBMISSION = """\
define(`MSP_QUEUE_DIR', `{directory}/queue')dnl
define(`confRUN_AS_USER', `{account}')dnl
define(`RELAY_MAILER_ARGS', `TCP $h {port}')dnl
FEATURE(`msp', `[127.0.0.1]')dnl
"""


class OtherWaysTest(SendmailCase):
    SITE = {"mc": ORDINARY_PORTS}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.inner_port = free_port()
        cls.inner = cls.site.add(
            "inner", listening(cls.inner_port) + INNER.format(port=cls.site.port),
            host="inner.box.example")
        cls.inner.start(cls.inner_port)
        cls.submission = cls.site.add(
            "submission", SUBMISSION.replace("{port}", str(cls.site.port))
            .replace("{account}", SUBMITTER), submission=True)

    def setUp(self):
        self.site.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")

    def explained_once(self, sender, port_name, body="add"):
        [delivered] = self.site.reports_for(sender)
        result = self.site.check_explained(delivered, body)
        given = self.site.given_for(delivered)
        self.assertEqual(given.macros[b"{daemon_name}"], port_name.encode())
        return result

    def test_a_bounce_of_a_host_behind(self):
        self.site.send("inner@home.example", [f"{FULL_USER}@box.example"], port=self.inner_port)
        result = self.explained_once("inner@home.example", "MTA")
        self.assertEqual(result.causes, ["mailbox-full"])
        self.assertIn(b"Reporting-MTA: dns; inner.box.example", result.body)

    def test_a_success_report_of_a_host_behind(self):
        self.site.send("happy@home.example", [f"{USER}@box.example"], port=self.inner_port,
                       rcpt_options=["NOTIFY=SUCCESS"])
        result = self.explained_once("happy@home.example", "MTA", "off")
        self.assertEqual(result.causes, ["delivered"])

    def test_a_bounce_of_the_hub_for_a_host_behind(self):
        self.site.send("hub@home.example", ["nouser@far.example"], port=self.inner_port)
        result = self.explained_once("hub@home.example", PORT_NAME)
        self.assertEqual(result.causes, ["address-unknown"])

    def test_a_bounce_of_the_submission_program(self):
        sender = "local@home.example"
        self.submission.run("-f", sender, "nosuch@box.example", statuses=(0, 67),
                            data=letter(sender, "nosuch@box.example").replace(b"\r\n", b"\n"))
        result = self.explained_once(sender, "MTA")
        self.assertEqual(result.causes, ["address-unknown"])

    def test_what_the_submission_program_hands_over_may_bounce_later(self):
        sender = "later@home.example"
        self.submission.run("-f", sender, "nouser@far.example",
                            data=letter(sender, "nouser@far.example").replace(b"\r\n", b"\n"))
        result = self.explained_once(sender, PORT_NAME)
        self.assertEqual(result.causes, ["address-unknown"])

    def test_a_report_of_another_system_about_our_mail(self):
        self.site.send("", ["ours@home.example"],
                       report("ours@home.example", received=RECEIVED_BY_US))
        result = self.explained_once("ours@home.example", "MTA")
        self.assertEqual(result.causes, ["address-unknown"])

    def test_a_report_of_another_system_that_nothing_proves(self):
        self.site.send("", ["theirs@home.example"], report("theirs@home.example"))
        self.explained_once("theirs@home.example", "MTA", "off")

    def test_a_report_for_a_mailbox_here(self):
        self.site.send("", [f"{USER}@box.example"], report(f"{USER}@box.example",
                                                           received=RECEIVED_BY_US))
        box = self.site.sendmail.mailbox(USER)
        box.wait_for(1)
        [delivered] = box.messages()
        self.assertIn(b"X-Bounce-Cause: address-unknown", delivered)
        box.empty()

    def test_no_body_of_ordinary_mail_crosses_the_socket(self):
        self.site.send("writer@home.example", ["reader@far.example"])
        self.site.wait_until_idle()
        self.assertEqual(len(self.site.remote.accepted_for("reader@far.example")), 1)
        [given] = [message for message in self.site.recorder.messages()
                   if message.sender == b"<writer@home.example>"]
        self.assertEqual((given.fields, given.body), ([], b""))


if __name__ == "__main__":
    unittest.main()
