"""Reports under other settings, of Postfix and of ours."""

import email
import email.policy
import unittest

from harness.case import SiteCase
from harness.explained import split_at_parts
from harness.mails import letter

UNKNOWN = b"550 5.1.1 User unknown"
TEMPLATE = """\
failure_template = <<END
Charset: iso-8859-1
From: Postzustellung <MAILER-DAEMON>
Subject: Unzustellbar
Postmaster-Subject: Kopie: Unzustellbar

Die Nachricht ließ sich nicht zustellen. Schöne Grüße vom Server $myhostname.

END
""".encode("latin-1")
BOUNCE = ("alice@box.example", "nouser@far.example")


class LatinTemplateTest(SiteCase):
    SITE = {"settings": {"bounce_template_file": "$config_directory/bounce.cf"},
            "files": {"bounce.cf": TEMPLATE}}

    def test_a_template_in_another_charset_keeps_its_bytes(self):
        self.site.remote.refuse(BOUNCE[1], UNKNOWN)
        report = self.bounce(*BOUNCE)
        self.assertIn(b"Subject: Unzustellbar", report.delivered)
        self.assertIn("Schöne Grüße vom Server mx.box.example".encode("latin-1"), report.body)
        message = email.message_from_bytes(report.delivered, policy=email.policy.default)
        texts = [part.get_content() for part in message.walk()
                 if part.get_content_type() == "text/plain"]
        self.assertIn("nouser@far.example", texts[0])
        self.assertIn("Schöne Grüße", texts[1])


class LatinTemplateWithoutHtmlTest(SiteCase):
    SITE = {**LatinTemplateTest.SITE, "sections": {"bounce": {"html": "no"}}}

    def test_our_text_stands_before_the_template_in_its_charset(self):
        self.site.remote.refuse(BOUNCE[1], UNKNOWN)
        report = self.bounce(*BOUNCE)
        self.assertNotIn(b"text/html", report.body)
        text = report.text()
        self.assertLess(text.index("nouser@far.example"), text.index("Schöne Grüße"))


class WithoutHtmlTest(SiteCase):
    SITE = {"sections": {"bounce": {"html": "no"}}}

    def test_our_text_stands_first_in_the_same_part(self):
        self.site.remote.refuse(BOUNCE[1], UNKNOWN)
        report = self.bounce(*BOUNCE)
        message = email.message_from_bytes(report.delivered, policy=email.policy.default)
        shape = [part.get_content_type() for part in message.walk()]
        self.assertEqual(shape[:3], ["multipart/report", "text/plain", "message/delivery-status"])
        text = report.text()
        self.assertLess(text.index("nouser@far.example"), text.index("This is the mail system"))


class ReplaceTest(SiteCase):
    SITE = {"sections": {"bounce": {"body": "replace"}}}

    def test_our_text_stands_in_place_of_the_notice(self):
        sender, recipient = BOUNCE
        self.site.remote.refuse(recipient, UNKNOWN)
        self.site.send(sender, [recipient], letter(sender, recipient))
        report = self.site.check_explained(self.site.report_for(sender)[0], "replace")
        part = split_at_parts(report.fields, report.body)[1]
        self.assertNotIn(b"This is the mail system", part)
        self.assertIn("nouser@far.example", report.text())


class HeadersOnlyTest(SiteCase):
    SITE = {"sections": {"bounce": {"body": "off"}}}

    def test_the_body_stays(self):
        sender, recipient = BOUNCE
        self.site.remote.refuse(recipient, UNKNOWN)
        self.site.send(sender, [recipient], letter(sender, recipient))
        report = self.site.check_explained(self.site.report_for(sender)[0], "off")
        self.assertEqual(report.causes, ["address-unknown"])


class ObserveTest(SiteCase):
    SITE = {"sections": {"bounce": {"mode": "observe"}}}

    def test_nothing_changes_and_the_log_says_what_would(self):
        sender, recipient = BOUNCE
        self.site.remote.refuse(recipient, UNKNOWN)
        self.site.send(sender, [recipient], letter(sender, recipient))
        delivered = self.site.report_for(sender)[0]
        self.site.check_untouched(delivered)
        queue_id = self.site.given_for(delivered).macros[b"i"].decode()
        lines = [line for line in self.site.daemon.log().splitlines() if queue_id in line]
        self.assertEqual(len(lines), 1, self.site.daemon.log())
        self.assertIn("address-unknown", lines[0])


if __name__ == "__main__":
    unittest.main()
