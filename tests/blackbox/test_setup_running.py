"""plainbounce setup postfix beside a Postfix that runs: bounces and replies are explained after
--apply, and no more after --undo."""

import os
import pwd
import shutil
import smtplib
import tempfile
import unittest

from harness.daemon import Daemon
from harness.explained import Explained
from harness.mails import letter
from harness.postfix import Postfix
from harness.remote import RemoteServer
from harness.setup_program import meaning, setup_postfix
from harness.signer import Signer
from harness.waiting import wait_until

NOBODY = pwd.getpwnam("nobody")


class RunningTest(unittest.TestCase):
    CHROOT = True

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="pb-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        os.chmod(self.directory, 0o755)
        self.remote = RemoteServer()
        self.addCleanup(self.remote.close)
        self.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        # As it is without a word of plainbounce, but for the signer of local submissions.
        self.signing = {"non_smtpd_milters": "unix:opendkim/opendkim.sock",
                        "disable_mime_output_conversion": "no"}
        self.postfix = Postfix(os.path.join(self.directory, "mta"), f"[127.0.0.1]:{self.remote.port}",
                               chroot=self.CHROOT, settings=self.signing)
        folder = os.path.join(self.postfix.queue, "opendkim")
        os.mkdir(folder, 0o755)
        self.signer = Signer(os.path.join(self.directory, "signer"), os.path.join(folder, "opendkim.sock"))
        self.signer.start()
        self.addCleanup(self.signer.stop)
        self.postfix.socket_directory(owner=NOBODY.pw_uid)
        self.addCleanup(self.postfix.stop)
        self.postfix.start()
        socket = os.path.join(self.postfix.queue, "plainbounce", "plainbounce.sock")
        self.daemon = Daemon(os.path.join(self.directory, "daemon"), spec=("unix", socket),
                             user=NOBODY.pw_uid, group=NOBODY.pw_gid)
        self.daemon.configure_with("[knowledge]\noverlay =\n")
        self.addCleanup(self.daemon.stop)

    def setup(self, *arguments):
        done = setup_postfix(self.postfix.configuration, self.daemon.configuration, *arguments)
        self.assertEqual(done.status, 0, done)
        return done

    def bounce(self, sender):
        with self.postfix.smtp() as client:
            client.sendmail(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
        box = self.postfix.mailbox(sender)
        box.wait_for(1)
        self.postfix.wait_until_idle()
        self.assertEqual(box.count(), 1)
        return Explained(box.messages()[0])

    def refusal(self):
        """What Postfix says about a recipient that it does not know."""
        with self.postfix.smtp() as client:
            with self.assertRaises(smtplib.SMTPRecipientsRefused) as refused:
                client.sendmail("alice@box.example", ["nobody@box.example"], b"")
        return refused.exception.recipients["nobody@box.example"][1].decode()

    def test_explained_between_apply_and_undo(self):
        before = meaning(self.postfix.configuration)
        self.assertIn("postfix -c ", self.setup().out)
        self.assertEqual(meaning(self.postfix.configuration), before)

        self.assertIn("reload\n", self.setup("--apply").out)
        self.daemon.start()
        explained = self.bounce("alice@box.example")
        self.assertEqual(explained.causes, ["address-unknown"])
        self.assertTrue(self.signer.verifies(explained.delivered))
        self.assertIn("This address does not exist.", self.refusal())
        self.assertEqual(self.postfix.warnings(), [])
        self.assertIn("nothing to do", self.setup("--apply").out)

        self.assertIn("reload\n", self.setup("--undo").out)
        self.assertEqual(meaning(self.postfix.configuration), before)
        self.assertEqual(self.daemon.stop(), 0)
        undone = self.bounce("bob@box.example")
        self.assertEqual(undone.ours, [])
        self.assertIn("This is the mail system", undone.text())
        wait_until("an smtpd has the old settings",
                   lambda: "does not exist" not in self.refusal())

    def test_without_the_daemon_bounces_go_out_as_before(self):
        self.setup("--apply")
        self.assertEqual(self.bounce("carol@box.example").ours, [])
        self.assertIn("User unknown", self.refusal())


class NotChrootedTest(RunningTest):
    CHROOT = False


if __name__ == "__main__":
    unittest.main()
