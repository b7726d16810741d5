"""The ways that Postfix reaches the daemon: no recorder between them, the daemon without root."""

import os
import pwd
import stat
import unittest

from harness import postfix_files
from harness.case import SiteCase
from harness.explained import Explained
from harness.mails import letter

NOBODY = pwd.getpwnam("nobody").pw_uid


class SocketCase:
    """The tests of each way."""

    def explained(self, sender):
        self.site.remote.refuse("nouser@far.example", b"550 5.1.1 User unknown")
        self.site.send(sender, ["nouser@far.example"], letter(sender, "nouser@far.example"))
        return Explained(self.site.report_for(sender)[0])

    def test_a_bounce_is_explained(self):
        report = self.explained("alice@box.example")
        self.assertEqual(report.causes, ["address-unknown"])
        self.assertIn("nouser@far.example", report.text())

    def test_the_bounce_goes_out_unexplained_while_the_daemon_is_down(self):
        self.site.daemon.stop()
        report = self.explained("bob@box.example")
        self.assertEqual(report.ours, [])
        self.site.daemon.start()
        self.site.postfix.mailbox("bob@box.example").empty()
        self.assertEqual(self.explained("bob@box.example").causes, ["address-unknown"])

    def tearDown(self):
        warnings = [line for line in self.site.postfix.warnings()
                    if "connect to Milter service" not in line]
        self.assertEqual(warnings, [])


class UnixSocketTest(SocketCase, SiteCase):
    SITE = {"recorded": False, "owner": NOBODY}

    def test_the_socket_is_for_postfix_and_the_daemon_only(self):
        path = self.site.daemon.spec[1]
        status = os.stat(path)
        self.assertEqual(stat.filemode(status.st_mode), "srw-rw----")
        self.assertEqual(status.st_uid, NOBODY)
        self.assertEqual(status.st_gid, pwd.getpwnam(postfix_files.OWNER).pw_gid)


class ChrootedUnixSocketTest(UnixSocketTest):
    SITE = {**UnixSocketTest.SITE, "chroot": True}


class InetSocketTest(SocketCase, SiteCase):
    SITE = {"recorded": False, "owner": NOBODY, "socket": "inet"}


class ChrootedInetSocketTest(InetSocketTest):
    SITE = {**InetSocketTest.SITE, "chroot": True}


if __name__ == "__main__":
    unittest.main()
