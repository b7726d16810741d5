"""`plainbounce doctor` beside a real Postfix: the way to the daemon and its reply map is broken, one thing after
the other, is named, and is mended by the very lines that are printed."""

import os
import stat
import unittest

from harness.doctor import NOBODY, DoctorCase


class ReplyTest(DoctorCase):
    """What can be wrong with the reply map."""

    MAP = "socketmap:unix:plainbounce/replies.sock:footer"

    def test_a_map_that_nobody_asks(self):
        self.postconf("-e", "smtpd_reject_footer_maps = regexp:/etc/postfix/footers")
        found = self.mended("reply-map", "smtpd_reject_footer_maps does not name it")
        self.assertIn(self.MAP + " regexp:/etc/postfix/footers", found["mend"][0])

    def test_a_map_that_is_asked_through_another(self):
        self.postconf("-e", "smtpd_reject_footer_maps = proxy:" + self.MAP)
        self.mended("reply-map", "through proxy:")

    def test_a_map_by_another_name(self):
        self.postconf("-e", "smtpd_reject_footer_maps = " + self.MAP.replace(":footer", ":foot"))
        self.mended("reply-map", "is not where the daemon's map")

    def test_a_screen_that_asks(self):
        self.postconf("-X", "postscreen_reject_footer_maps")
        self.mended("postscreen", "postscreen asks")

    def test_a_filter_of_replies(self):
        self.postconf("-e", "smtp_reply_filter = " + self.MAP)
        self.mended("reply-filters", "smtp_reply_filter asks plainbounce")


class SocketTest(DoctorCase):
    """What keeps Postfix from the socket."""

    def tearDown(self):
        self.site.postfix.socket_directory(NOBODY)

    def test_a_directory_of_another_group(self):
        folder = os.path.dirname(self.site.daemon.spec[1])
        os.chown(folder, NOBODY, 0)
        os.chmod(folder, 0o750)
        ill = self.doctor.findings()
        self.assertEqual(sorted(ill), ["reply-map", "socket-access"])
        self.assertIn(f"may not enter {folder} (drwxr-x--- nobody root)",
                      ill["socket-access"]["says"])
        for line in ill["socket-access"]["mend"]:
            self.doctor.shell(line)
        self.assertEqual(self.doctor.findings(), {})

    def test_a_directory_above(self):
        queue = self.site.postfix.queue
        os.chmod(queue, 0o700)
        self.addCleanup(os.chmod, queue, 0o755)
        os.chown(queue, NOBODY, -1)
        self.addCleanup(os.chown, queue, 0, -1)
        ill = self.doctor.findings()
        self.assertIn(f"may not enter {queue} (drwx------ nobody", ill["socket-access"]["says"])
        for line in ill["socket-access"]["mend"]:
            self.doctor.shell(line)
        self.assertEqual(self.doctor.findings(), {})

    def test_a_socket_that_may_not_be_written_to(self):
        path = self.site.daemon.spec[1]
        os.chmod(path, 0o755)
        self.mended("socket-access", f"may not write to {path} (srwxr-xr-x nobody")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o660)

if __name__ == "__main__":
    unittest.main()
