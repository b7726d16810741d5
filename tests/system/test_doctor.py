"""`plainbounce doctor` on a system with the package: all is well; then one thing after the other is broken, is named,
and is mended by the very lines that are printed."""

import json
import unittest

from harness.waiting import wait_until
from machines.mail_host import CHROOT_PLACE, REFUSAL, SENDER, MailHost

OWN = ("{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s, content_timeout=30s, "
       "default_action=accept }")
SIGNER = "unix:opendkim/opendkim.sock"
SIGNED = "postconf -e disable_mime_output_conversion=yes; "  # as is right beside a signer
MAP = "socketmap:unix:plainbounce/replies.sock:footer"

# What breaks it, the check that names it, words of what it says.
POSTFIX_FAULTS = (
    ("postconf -P bounce/unix/cleanup_service_name=cleanup", "bounce-service", "bounce: the cleanup service"),
    ("postconf -P trace/unix/internal_mail_filter_classes=", "bounce-service", "trace: without"),
    (SIGNED + f"postconf -e 'dsn_milters = {SIGNER}'", "bounce-service", "hands nothing to plainbounce"),
    ("postconf -P cleanup-dsn/unix/milter_macro_daemon_name=other", "own-service", '"other"'),
    ("postconf -PX cleanup-dsn/unix/body_checks; postconf -e body_checks=regexp:/etc/postfix/checks",
     "header-checks", "body_checks of main.cf"),
    ("postconf -e dsn_milters=unix:plainbounce/plainbounce.sock", "default-action", "tempfail"),
    (SIGNED + f"postconf -e 'dsn_milters = {SIGNER} {OWN}'", "milter-order", "signs before plainbounce"),
    (f"postconf -e 'dsn_milters = {OWN} {SIGNER}'", "mime-conversion", "reports are signed"),
    ("postconf -e milter_protocol=4", "milter-protocol", "version 4"),
    (f"postconf -e 'dsn_milters = {OWN.replace('30s', '1s')}'", "milter-timeouts", "content_timeout is 1s"),
    (f"postconf -e 'dsn_milters = {OWN.replace('unix:', 'unix:/run/')}'", "socket-name", "but it listens at"),
    ("postconf -e message_size_limit=5000000", "size-limit", "5000000"),
    (f"postconf -e 'smtpd_milters = {OWN}' receive_override_options=no_milters", "smtp-reports", "no_milters"),
    ("postconf -e smtpd_reject_footer_maps=", "reply-map", "does not name it"),
    (f"postconf -e smtpd_reject_footer_maps=proxy:{MAP}", "reply-map", "through proxy:"),
    ("postconf -X postscreen_reject_footer_maps", "postscreen", "postscreen asks"),
    (f"postconf -e smtp_reply_filter={MAP}", "reply-filters", "smtp_reply_filter"),
    ("systemctl stop postfix", "postfix", "does not run"),
)
MACHINE_FAULTS = (
    ("systemctl disable plainbounce", {"unit"}),
    ("systemctl stop plainbounce", {"daemon", "unit"}),
    ("systemctl mask --now plainbounce", {"daemon", "unit"}),
    ("kill -STOP $(systemctl show -P MainPID plainbounce)", {"daemon"}),
    (f"chmod 700 {CHROOT_PLACE}", {"socket-access", "reply-map"}),
    (f"chgrp plainbounce {CHROOT_PLACE}", {"socket-access", "reply-map"}),
    (f"chmod 600 {CHROOT_PLACE}/plainbounce.sock", {"socket-access"}),
)
# What says so much without a fault of its own: it is mended with the one that is named.
FOLLOW = {"version", "socket-access", "reply-map"}


class DoctorTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = MailHost("doctor")
        cls.addClassCleanup(cls.host.close)
        cls.host.wire()

    def examine(self, *arguments):
        """The checks that are not right, by name."""
        done = self.host.run("plainbounce", "doctor", "--json", *arguments, check=False)
        report = json.loads(done.out)
        ill = {check["check"]: check for check in report["checks"] if check["state"] != "ok"}
        self.assertEqual((done.status, done.err), (1 if ill else 0, ""), done.text)
        return ill

    def mend(self, check):
        for line in check["mend"]:
            self.host.shell(line)

    def wait_until_green(self):
        wait_until("doctor finds nothing", lambda: not self.examine(), timeout=30)

    def test_1_once_set_up_all_is_green(self):
        self.assertEqual(self.examine(), {})
        done = self.host.run("plainbounce", "doctor")
        self.assertTrue(all(line.startswith("ok ") for line in done.out.splitlines()[:-2]), done.out)

    def test_2_what_can_be_wrong_in_postfix(self):
        self.host.shell("cp -p /etc/postfix/main.cf /etc/postfix/master.cf /srv")
        for fault, check, words in POSTFIX_FAULTS:
            with self.subTest(fault):
                try:
                    self.break_and_mend(fault, check, words)
                finally:
                    self.host.shell("cp -p /srv/main.cf /srv/master.cf /etc/postfix; postfix reload; "
                                    "rm -f /etc/plainbounce/conf.d/90-*.ini; systemctl reload plainbounce")

    def break_and_mend(self, fault, check, words):
        self.host.shell(fault)
        ill = self.examine()
        self.assertEqual(set(ill), {check}, ill)
        self.assertIn(words, ill[check]["says"])
        self.mend(ill[check])
        self.wait_until_green()

    def test_3_what_can_be_wrong_with_the_daemon_and_its_socket(self):
        for fault, checks in MACHINE_FAULTS:
            with self.subTest(fault):
                self.host.shell(fault)
                ill = self.examine()
                self.assertEqual(set(ill) - FOLLOW, checks - FOLLOW, ill)
                self.assertLessEqual(checks, set(ill), ill)
                for check in sorted(checks - {"unit"}) + sorted(checks & {"unit"}):
                    if check in (again := self.examine()):
                        self.mend(again[check])
                self.wait_until_green()

    def test_4_a_wrong_setting_is_named_by_its_place(self):
        wrong = self.host.path("/etc/plainbounce/conf.d/70-wrong.ini")
        wrong.write_text("[bounce]\nbody = addd\n")
        self.assertIn("/etc/plainbounce/conf.d/70-wrong.ini:2: ", self.examine()["configuration"]["says"])
        wrong.unlink()
        self.wait_until_green()

    def test_5_a_test_message_bounces_explained(self):
        """The sender's mail leaves this machine, so that the log has to tell."""
        self.host.remote.refuse("trial@far.example", REFUSAL)
        done = self.host.run("plainbounce", "doctor", "--send", "--from", SENDER, "--to", "trial@far.example")
        self.assertRegex(done.out, r"\nok +test-bounce +the bounce \w+ for alice@box.example is sent, and by the log")


if __name__ == "__main__":
    unittest.main()
