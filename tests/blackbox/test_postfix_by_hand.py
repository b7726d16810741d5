"""The lines that docs/postfix.md gives to admins, as one piece: attach, explain, undo."""

import os
import pathlib
import pwd
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import postfix_files
from harness.daemon import Daemon, binary
from harness.explained import Explained
from harness.mails import RECEIVED_BY_US, letter, report
from harness.postfix import NOTICE_CLEANUP, NOTICE_OPTIONS, Postfix
from harness.remote import RemoteServer

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs/postfix.md"
NOBODY = pwd.getpwnam("nobody")


def block(name):
    """The code block behind the comment <!-- name --> in docs/postfix.md."""
    found = re.search(rf"<!-- {re.escape(name)} -->\n```\w*\n(.*?)^```$", DOCUMENT.read_text("utf-8"),
                      re.DOTALL | re.MULTILINE)
    assert found, f"docs/postfix.md has no block {name!r}"
    return found[1]


class ByHandTest(unittest.TestCase):
    """Each test attaches the daemon to a Postfix as Debian sets it up, following docs/postfix.md."""
    CHROOT = True

    def setUp(self):
        directory = tempfile.mkdtemp(prefix="pb-")
        self.addCleanup(shutil.rmtree, directory, ignore_errors=True)
        os.chmod(directory, 0o755)
        self.remote = RemoteServer()
        self.addCleanup(self.remote.close)
        self.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        self.postfix = Postfix(os.path.join(directory, "mta"),
                               f"[127.0.0.1]:{self.remote.port}", chroot=self.CHROOT)
        self.directory = directory

    def here(self, text):
        """The document's places and names, as this test has them."""
        chroot = "y" if self.CHROOT else "n"
        for general, ours in (("/var/spool/postfix", self.postfix.queue),
                              ("mail.example.org", "mx.box.example"),
                              ("example.org", "box.example"),
                              ("-o plainbounce", f"-o {NOBODY.pw_name}"),
                              ("-g postfix", f"-g {postfix_files.OWNER}"),
                              (" - y - 0 ", f" - {chroot} - 0 ")):
            text = text.replace(general, ours)
        return text

    def attach(self, main_blocks=("attach: main.cf",)):
        subprocess.run(self.here(block("attach: directory")), shell=True, check=True, timeout=30)
        socket = os.path.join(self.postfix.queue, "plainbounce", "plainbounce.sock")
        # As the unit runs it: its own user and group, umask 007.
        daemon = Daemon(os.path.join(self.directory, "daemon"), spec=("unix", socket),
                        user=NOBODY.pw_uid, group=NOBODY.pw_gid)
        daemon.configure_with(self.here(block("attach: plainbounce.ini")))
        subprocess.run([binary("plainbounced"), "-n", "-c", daemon.configuration], check=True,
                       timeout=30)
        self.addCleanup(daemon.stop)
        daemon.start()
        self.postfix.main_text = "".join(self.here(block(name)) for name in main_blocks)
        self.postfix.master_text = self.here(block("attach: master.cf"))
        self.addCleanup(self.postfix.stop)
        self.postfix.start()
        return daemon

    def bounce(self, sender):
        with self.postfix.smtp() as client:
            client.sendmail(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
        return self.one_message_for(sender)

    def one_message_for(self, address):
        box = self.postfix.mailbox(address)
        box.wait_for(1)
        self.postfix.wait_until_idle()
        self.assertEqual(box.count(), 1)
        return Explained(box.messages()[0])

    def test_attached_explained_and_undone(self):
        daemon = self.attach()
        explained = self.bounce("alice@box.example")
        self.assertEqual(explained.causes, ["address-unknown"])
        text = " ".join(explained.text().split())
        self.assertIn("nouser@far.example", text)
        self.assertIn("ask the help desk: +49 30 555 0100, help@box.example", text)
        self.assertRegex(daemon.log(), r"explained original=\S+ .*cause=address-unknown")
        self.assertEqual(self.postfix.warnings(), [])

        self.postfix.rewrite("", self.here(block("undo: master.cf")))
        self.assertEqual(daemon.stop(), 0)
        undone = self.bounce("bob@box.example")
        self.assertEqual(undone.ours, [])
        self.assertIn("This is the mail system", undone.text())

    def test_reports_from_elsewhere(self):
        self.attach(("attach: main.cf", "attach: smtpd"))
        with self.postfix.smtp() as client:
            client.sendmail("", ["alice@box.example"],
                            report("alice@box.example", received=RECEIVED_BY_US))
            client.sendmail("", ["bob@box.example"], report("bob@box.example"))
        mine = self.one_message_for("alice@box.example")
        self.assertIn("nouser@far.example", mine.text())
        others = self.one_message_for("bob@box.example")
        self.assertEqual(others.causes, ["address-unknown"])
        self.assertNotIn("nouser@far.example", others.text())
        self.assertEqual(self.postfix.warnings(), [])

    def test_the_lines_for_notices_are_those_that_test_notices_runs(self):
        lines = block("attach: notices")
        self.assertTrue(lines.startswith(NOTICE_CLEANUP.format(chroot="y")), lines)
        self.assertEqual(lines.count("\n   " + NOTICE_OPTIONS + "\n"), 3)


class NotChrootedTest(ByHandTest):
    CHROOT = False


if __name__ == "__main__":
    unittest.main()
