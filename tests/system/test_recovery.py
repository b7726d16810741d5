"""The daemon ends, is killed, hangs, is replaced: mail flows, and it comes back by itself."""

import re
import subprocess
import unittest

from machines.base_root import built_package
from machines.bounce_stream import BounceStream
from machines.mail_host import UNIT, MailHost, is_explained, is_untouched


def next_version(package, folder):
    """The same package with a higher version."""
    tree = folder / "next"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"^Version: (.*)$", r"Version: \1+next", control.read_text(), flags=re.M))
    made = folder / "plainbounce_next.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, made], check=True, stdout=subprocess.DEVNULL)
    return made


class Recovery(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = MailHost("recovery")
        cls.addClassCleanup(cls.host.close)
        cls.host.wire()
        cls.host.wait_until_served()

    def test_stopped(self):
        host = self.host
        with BounceStream(host, "stopped") as stream:
            stream.wait_for(is_explained)
            host.run("systemctl", "stop", UNIT)
            stream.wait_for(is_untouched)
            host.run("systemctl", "start", UNIT)
            stream.wait_for(is_explained)
        explained, untouched = stream.account()
        self.assertGreater(explained, 1)
        self.assertGreater(untouched, 0)

    def test_killed_again_and_again(self):
        host = self.host
        with BounceStream(host, "killed") as stream:
            for _ in range(7):  # more often than systemd's own limit of starts
                stream.wait_for(is_explained)
                pid = host.wait_until_served()
                host.signal_daemon("KILL")
                host.wait_until_served(other_than=pid)
            stream.wait_for(is_explained)
        explained, _ = stream.account()
        self.assertGreater(explained, 7)

    def test_hanging(self):
        """The watchdog of the unit as it is; meanwhile no letter waits for ever."""
        host, pid = self.host, self.host.wait_until_served()
        with BounceStream(host, "hanging") as stream:
            stream.wait_for(is_explained)
            host.signal_daemon("STOP")
            host.wait_until_served(other_than=pid, timeout=90)
            stream.wait_for(is_explained)
        self.assertRegex(host.journal(), r"plainbounce\.service: Watchdog timeout")
        stream.account()

    def test_upgraded(self):
        host = self.host
        package = next_version(built_package(), host.path("/root"))
        pid = host.wait_until_served()
        with BounceStream(host, "upgraded") as stream:
            stream.wait_for(is_explained)
            said = host.install_package(package).text
            host.wait_until_served(other_than=pid)
            stream.wait_for(is_explained)
        stream.account()
        self.assertIn("+next", host.run("dpkg-query", "-W", "-f", "${Version}", "plainbounce").out)
        self.assertNotIn("still names", said)


if __name__ == "__main__":
    unittest.main()
