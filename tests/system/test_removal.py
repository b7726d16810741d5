"""Removal, purge and what stays; the order of installation does not matter."""

import unittest

from machines.mail_host import CHROOT_PLACE, UNIT, MailHost, is_explained, is_untouched

STILL = "Postfix still names plainbounce"
KEPT = "/usr/share /proc /sys /dev /run /tmp /var/cache /var/log/journal /srv /var/lib/dpkg /var/lib/apt"


class Removal(unittest.TestCase):
    def setUp(self):
        self.host = MailHost("removal")
        self.addCleanup(self.host.close)

    def postfix_says(self):
        return self.host.shell("postconf -n; postconf -Mf; postconf -P").out

    def left_files(self):
        """Every file whose name has ours in it, but for the packages that wait to be installed."""
        found = self.host.run("find", "/", "-xdev", "(", "-path", "/srv", "-o", "-path", "/proc", ")", "-prune", "-o",
                              "-name", "*plainbounce*", "-print").out.split("\n")
        return sorted(name for name in found if name)

    def test_while_postfix_still_names_it(self):
        host = self.host
        host.wire()
        said = host.apt("remove", "plainbounce").text
        self.assertIn(STILL, said)
        self.assertIn("plainbounce setup postfix --undo", said)
        self.assertIn("/etc/postfix: ", said)
        self.assertTrue(is_untouched(host.bounce_of("removed@far.example")))
        # Installed again it goes on as before.
        host.install_package()
        host.wait_until_served()
        self.assertTrue(is_explained(host.bounce_of("again@far.example")))

    def test_with_the_undo_wanted_and_a_purge(self):
        host = self.host
        before = self.postfix_says()
        host.wire()
        self.assertNotEqual(self.postfix_says(), before)
        host.preseed("plainbounce plainbounce/undo boolean true")
        said = host.apt("remove", "plainbounce").text
        self.assertNotIn(STILL, said)
        self.assertEqual(self.postfix_says(), before)
        host.apt("purge", "plainbounce")
        self.assertEqual(self.left_files(), [])
        self.assertFalse(host.path(CHROOT_PLACE).exists())
        self.assertIn("plainbounce", host.run("getent", "passwd", "plainbounce").out)  # locked
        self.assertEqual(host.run("passwd", "-S", "plainbounce").out.split()[1], "L")
        self.assertEqual(host.run("systemctl", "list-units", "--failed", "--no-legend").out, "")
        self.assertTrue(is_untouched(host.bounce_of("purged@far.example")))
        host.install_package()
        host.wait_until_served()


class WithoutPostfix(unittest.TestCase):
    def test_installed_before_postfix(self):
        host = MailHost("before", with_postfix=False)
        self.addCleanup(host.close)
        host.wait_until_served()
        self.assertFalse(host.path("/var/spool/postfix").exists())
        host.run("test", "-S", "/run/plainbounce/plainbounce.sock")
        host.install_postfix()
        host.run("systemctl", "restart", UNIT)
        self.assertEqual(host.run("stat", "-c", "%U:%G %a", CHROOT_PLACE).out.strip(), "plainbounce:postfix 2750")
        host.wire()
        self.assertTrue(is_explained(host.bounce_of("later@far.example")))


if __name__ == "__main__":
    unittest.main()
