"""The package on a fresh system with Postfix as Debian configures it."""

import unittest

from harness.waiting import wait_until
from machines.base_root import TREE
from machines.mail_host import CHROOT_PLACE, UNIT, MailHost, is_explained, is_untouched


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = MailHost("installed")
        cls.addClassCleanup(cls.host.close)
        cls.before = cls.postfix_says()

    @classmethod
    def postfix_says(cls):
        return cls.host.shell("postconf -n; postconf -Mf; postconf -P").out

    def test_1_the_daemon_runs_and_mail_is_left_alone(self):
        host = self.host
        self.assertTrue(host.is_active(UNIT))
        self.assertEqual(host.show(UNIT, "Type"), "notify")
        self.assertEqual(host.show(UNIT, "NRestarts"), "0")
        self.assertEqual(host.run("systemctl", "is-enabled", UNIT).out.strip(), "enabled")
        self.assertEqual(host.run("stat", "-c", "%U:%G %a", CHROOT_PLACE).out.strip(), "plainbounce:postfix 2750")
        self.assertEqual(host.run("ps", "-o", "user=", "-p", host.main_pid()).out.strip(), "plainbounce")
        self.assertTrue(is_untouched(host.bounce_of("first@far.example")))

    def test_2_once_set_up_a_bounce_is_explained(self):
        host = self.host
        host.wire()
        for name in ("plainbounce.sock", "replies.sock"):
            place = f"{CHROOT_PLACE}/{name}"
            self.assertEqual(host.run("stat", "-c", "%U:%G %a %F", place).out.strip(),
                             "plainbounce:postfix 660 socket")
        self.assertTrue(is_explained(host.bounce_of("second@far.example")))
        self.assertIn("cause=mailbox-full", host.journal(UNIT))

    def test_3_doctor_is_content(self):
        told = self.host.run("plainbounce", "doctor", check=False)
        self.assertEqual(told.status, 0, told.text)
        self.assertRegex(told.text, r"\d+ checks: \d+ ok\n")

    def test_4_reload_reads_the_settings_anew(self):
        host, pid = self.host, self.host.main_pid()
        more = host.path("/etc/plainbounce/conf.d/60-local.ini")
        more.write_text("[text]\nlanguages = de\nchoose = fixed\n")
        host.run("systemctl", "reload", UNIT)
        wait_until("it is told of in the log", lambda: "reloaded" in host.journal(UNIT))
        self.assertIn("Postfach", host.bounce_of("german@far.example").decode("utf-8", "replace"))
        more.write_text("[text]\nlanguages = klingon\n")
        host.run("systemctl", "reload", UNIT)
        wait_until("it says that the old settings stay", lambda: "the old configuration stays" in host.journal(UNIT))
        self.assertIn("Postfach", host.bounce_of("stays@far.example").decode("utf-8", "replace"))
        more.unlink()
        host.run("systemctl", "reload", UNIT)
        self.assertEqual(host.main_pid(), pid)

    def test_5_the_machine_starts_with_it(self):
        """The order at boot: the socket is there before Postfix."""
        host = self.host
        host.reboot()
        host.wait_until_served()
        started = {unit: int(host.show(unit, "ActiveEnterTimestampMonotonic")) for unit in (UNIT, "postfix@-.service")}
        self.assertLess(started[UNIT], started["postfix@-.service"])
        self.assertTrue(is_explained(host.bounce_of("booted@far.example")))

    def test_6_the_packages_own_test_passes(self):
        script = self.host.path("/srv/bounce")
        script.write_bytes((TREE / "packaging/debian/tests/bounce").read_bytes())
        self.host.run("/bin/sh", "/srv/bounce", env={"AUTOPKGTEST_TMP": "/tmp"})

    def test_6_set_up_again_there_is_nothing_to_do_and_the_undo_leaves_nothing(self):
        host = self.host
        self.assertIn("nothing to do", host.run("plainbounce", "setup", "postfix", "--apply").out)
        self.assertNotEqual(self.postfix_says(), self.before)
        host.run("plainbounce", "setup", "postfix", "--undo")
        self.assertEqual(self.postfix_says(), self.before)
        self.assertFalse(host.path("/etc/postfix/plainbounce-setup").exists())
        self.assertFalse(host.path("/etc/plainbounce/conf.d/50-setup.ini").exists())
        self.assertTrue(host.is_active(UNIT))
        self.assertTrue(is_untouched(host.bounce_of("undone@far.example")))


if __name__ == "__main__":
    unittest.main()
