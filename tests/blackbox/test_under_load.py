"""Reloads, restarts and kills of the daemon while bounces stream: none is lost or damaged, and none
is unexplained that the daemon could have explained."""

import os
import time
import unittest

from harness.case import SiteCase
from harness.load import BounceLoad, account
from harness.waiting import wait_until

TIMES = 50


class UnderLoadTest(SiteCase):
    def setUp(self):
        self.site.postfix.mailbox("alice@box.example").empty()
        self.load = BounceLoad(self.site)

    def tearDown(self):
        pass  # each class knows its own warnings


class ReloadTest(UnderLoadTest):
    def test_fifty_reloads(self):
        self.load.start()
        pid = self.site.daemon.pid
        for number in range(TIMES):
            base = f"https://help.box.example/{number}"
            self.site.daemon.configure({"text": {"link_base": base}})
            self.site.daemon.reload()
            wait_until(f"reload {number} shows in a bounce",
                       lambda wanted=f"<{base}/".encode(): any(
                           wanted in header for header in self.load.headers()))
        self.load.stop()
        explained, passed = account(self.site, self.load)
        self.assertEqual(passed, 0)
        self.assertGreaterEqual(explained, TIMES)
        self.assertEqual(self.site.daemon.pid, pid)
        self.site.check_harmless()

    def test_a_broken_configuration_keeps_the_old_one(self):
        self.site.daemon.configure({"text": {"link_base": "https://help.box.example/good"}})
        self.site.daemon.reload()
        self.load.start()
        wait_until("the good configuration shows in a bounce",
                   lambda: any(b"/good/" in header for header in self.load.headers()))
        self.site.daemon.configure({"bounce": {"body": "sideways"}})
        before = len(self.site.daemon.log())
        self.site.daemon.reload()
        wait_until("the daemon says what is wrong",
                   lambda: "sideways" in self.site.daemon.log()[before:])
        count = len(self.load.delivered())
        wait_until("more bounces", lambda: len(self.load.delivered()) > count + 20)
        self.load.stop()
        explained, passed = account(self.site, self.load)
        self.assertEqual(passed, 0)
        self.assertGreater(explained, 20)


class RestartTest(UnderLoadTest):
    def interrupt(self, end):
        """One stop and start; the time that the daemon was away."""
        down = time.monotonic()
        end()
        count = len(self.load.delivered())
        wait_until("a bounce while the daemon is away",
                   lambda: len(self.load.delivered()) > count)
        self.site.daemon.start()
        up = time.monotonic()
        count = self.explained()
        wait_until("a bounce is explained again", lambda: self.explained() > count)
        return down, up

    def explained(self):
        return sum(b"X-Bounce-Explained-By" in header for header in self.load.headers())

    def stop(self):
        self.assertEqual(self.site.daemon.stop(), 0, "exit status of the daemon")

    def run_interrupted(self, times, end):
        self.load.start()
        interruptions = [self.interrupt(end) for _ in range(times)]
        self.load.stop()
        explained, passed = account(self.site, self.load, interruptions)
        self.assertGreaterEqual(explained, times)
        self.assertGreaterEqual(passed, times)
        self.assertNotIn("corrupt", self.site.postfix.queued())

    def test_fifty_stops_and_restarts(self):
        self.run_interrupted(TIMES, self.stop)
        self.assertTrue(os.path.exists(self.site.daemon.spec[1]))

    def test_twenty_kills(self):
        self.run_interrupted(20, self.site.daemon.kill)


if __name__ == "__main__":
    unittest.main()
