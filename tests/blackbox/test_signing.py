"""Signatures: ours comes before the signer's, and a signed report keeps its own."""

import os
import tempfile
import unittest

from harness.case import SiteCase
from harness.mails import RECEIVED_BY_US, letter, report
from harness.signer import Signer

UNKNOWN = b"550 5.1.1 User unknown"


class BehindUsTest(SiteCase):
    """dsn_milters = plainbounce, opendkim."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(prefix="pb-")
        cls.addClassCleanup(directory.cleanup)
        os.chmod(directory.name, 0o755)
        socket = os.path.join(directory.name, "opendkim.sock")
        cls.signer = Signer(directory.name, socket)
        cls.signer.start()
        cls.addClassCleanup(cls.signer.stop)
        cls.SITE = {"behind": [f"unix:{socket}"]}
        super().setUpClass()

    def assert_signed(self, message):
        self.assertIn(b"\r\nDKIM-Signature:", b"\r\n" + message)
        self.assertTrue(self.signer.verifies(message))
        broken = message.replace(b"nouser@far.example", b"nobody@far.example")
        self.assertFalse(self.signer.verifies(broken))

    def test_the_signature_of_the_rewritten_report_verifies_in_the_mailbox(self):
        self.site.remote.refuse("nouser@far.example", UNKNOWN)
        explained = self.bounce("alice@box.example", "nouser@far.example")
        self.assertIn("nouser@far.example", explained.text())
        self.assert_signed(explained.delivered)

    def test_and_at_another_server(self):
        self.site.remote.refuse("nouser@far.example", UNKNOWN)
        sender = "someone@sink.example"
        self.site.send(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
        self.site.postfix.wait_until_idle()
        (accepted,) = self.site.remote.accepted_for(sender)
        self.site.check_explained(accepted.data)
        self.assert_signed(accepted.data)


class SignedReportTest(SiteCase):
    """A report that arrives signed, by SMTP."""
    SITE = {"ours": ("smtpd",)}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.signer = Signer(os.path.join(cls.site.directory, "signer"))

    def received(self, message, recipient):
        self.site.send("", [recipient], message)
        return self.site.report_for(recipient)[0]

    def test_it_gets_headers_only_and_still_verifies(self):
        recipient = "alice@box.example"
        signed = self.signer.sign(report(recipient, received=RECEIVED_BY_US,
                                         sender="MAILER-DAEMON@box.example"))
        self.assertTrue(self.signer.verifies(signed))
        delivered = self.received(signed, recipient)
        explained = self.site.check_explained(delivered, body="off")
        self.assertEqual(explained.causes, ["address-unknown"])
        self.assertTrue(self.signer.verifies(delivered))

    def test_the_same_report_unsigned_gets_its_body_explained(self):
        recipient = "bob@box.example"
        delivered = self.received(report(recipient, received=RECEIVED_BY_US), recipient)
        self.site.check_explained(delivered)

    def test_a_signature_over_our_fields_leaves_the_report_untouched(self):
        recipient = "carol@box.example"
        signed = self.signer.sign(
            report(recipient, received=RECEIVED_BY_US, sender="MAILER-DAEMON@box.example",
                   extra="X-Bounce-Explained-By: plainbounce 1.0 (mx.far.example)\n"),
            fields=(b"From", b"To", b"Subject", b"X-Bounce-Explained-By"))
        delivered = self.received(signed, recipient)
        self.site.check_untouched(delivered)
        self.assertTrue(self.signer.verifies(delivered))


if __name__ == "__main__":
    unittest.main()
