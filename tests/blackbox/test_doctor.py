"""`plainbounce doctor` beside a real Postfix: all is well; a test message; the daemon and its configuration are
broken, are named, and are mended by the very lines that are printed."""

import os
import shutil
import socket
import struct
import unittest

from harness.doctor import NOBODY, DoctorCase
from harness.waiting import connect, wait_until


class WellTest(DoctorCase):
    def test_all_is_green(self):
        status, out, err = self.doctor.run()
        self.assertEqual((status, err), (0, ""), out)
        lines = out.splitlines()
        count = len(lines) - 2
        self.assertTrue(all(line.startswith("ok ") for line in lines[:count]), out)
        self.assertEqual(lines[count:], ["", f"{count} checks: {count} ok"])
        self.assertIn("cleanup-dsn (user postfix, chrooted to " + self.site.postfix.queue
                      + ") reaches the daemon at", out.replace("user uucp", "user postfix"))

    def test_nothing_is_touched(self):
        before = self.seen()
        self.doctor.findings()
        self.assertEqual(self.seen(), before)

    def seen(self):
        found = {}
        for top in (self.site.postfix.configuration, self.site.daemon.directory):
            for folder, _, names in os.walk(top):
                for name in names:
                    path = os.path.join(folder, name)
                    if name != "log":
                        status = os.lstat(path)
                        found[path] = (status.st_mtime_ns, status.st_size, status.st_mode)
        return found

    def test_another_user_is_told_what_was_not_seen(self):
        ill = self.doctor.findings(user=NOBODY, group=NOBODY, extra_groups=[])
        self.assertEqual({check["state"] for check in ill.values()}, {"not examined"}, ill)
        self.assertIn("socket-access", ill)


class DaemonTest(DoctorCase):
    """What can be wrong with the daemon. Its lines start another one, which is ended here."""

    def tearDown(self):
        self.end_listener()
        self.site.daemon.start()

    def listener(self):
        with connect(self.site.daemon.spec, timeout=10) as stream:
            packed = stream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return struct.unpack("iii", packed)[0]

    def end_listener(self):
        self.site.daemon.resume()
        process = self.listener()
        os.kill(process, 15)
        wait_until("the daemon has ended", lambda: not self.site.daemon.running
                   and not os.path.exists(f"/proc/{process}"))

    def check_daemon_is_mended(self, says):
        ill = self.doctor.findings()
        self.assertIn(says, ill["daemon"]["says"])
        for line in ill["daemon"]["mend"]:
            self.doctor.shell(line)
        self.assertEqual(self.doctor.findings(), {})

    def test_a_daemon_that_is_not_there(self):
        self.site.daemon.stop()
        self.check_daemon_is_mended("nobody listens at")

    def test_a_daemon_that_was_killed(self):
        self.site.daemon.kill()
        self.check_daemon_is_mended("nobody listens at")

    def test_a_daemon_that_hangs(self):
        self.site.daemon.pause()
        self.check_daemon_is_mended("does not answer")


class TrialTest(DoctorCase):
    """--send: a bounce is provoked, and seen by the sender's mailbox or by the log."""

    def send(self, *arguments, status=0):
        got, out, err = self.doctor.run("--send", "--from", "alice@box.example", *arguments)
        self.assertEqual((got, err), (status, ""), out)
        return out

    def setUp(self):
        super().setUp()
        self.site.remote.refuse_domain("plainbounce.invalid", b"550 5.1.2 Host unknown")

    def tearDown(self):
        self.site.postfix.wait_until_idle()
        self.site.postfix.mailbox("alice@box.example").empty()

    def test_the_explained_bounce_is_shown(self):
        out = self.send()
        self.assertRegex(out, r"\nok           test-bounce      the bounce of a message to "
                              r"plainbounce-test-\w+@plainbounce\.invalid came back explained\n")
        shown = out.partition("The bounce that came back\n")[2]
        self.assertIn("  Subject: Undelivered Mail Returned to Sender\n", shown)
        self.assertIn("  X-Bounce-Cause: domain-not-found;", shown)
        self.assertIn("was not delivered", shown)

    def test_one_that_is_not_explained_is_a_problem(self):
        self.postconf("-e", "dsn_milters =")
        self.doctor.shell(f"postfix -c {self.site.postfix.configuration} reload")
        self.addCleanup(self.doctor.shell,
                        f"postfix -c {self.site.postfix.configuration} reload")
        out = self.send(status=1)
        self.assertRegex(out, r"\nproblem      test-bounce .* came back without an explanation\n")
        self.assertIn("  Subject: Undelivered Mail Returned to Sender\n", out)

    def test_where_the_mailbox_is_not_seen_the_log_tells(self):
        out = self.send("--mailbox", "/nonexistent/alice", "--wait", "3", status=1)
        self.assertRegex(out, r"\nnot examined test-bounce      the bounce \w+ for alice@box.example is "
                              r"sent; whether it was explained is not seen\n")
        self.assertIn("nothing came to /nonexistent/alice", out)

    def test_a_message_that_waits(self):
        self.site.remote.refuse("waits@far.example", b"450 4.2.0 Later")
        out = self.send("--to", "waits@far.example", "--wait", "4", status=1)
        self.assertIn("the test message waits in the queue and has not bounced", out)
        [line] = [line.strip() for line in out.splitlines() if "postsuper" in line]
        self.doctor.shell(line)


class ConfigurationTest(DoctorCase):
    def test_an_error_is_named_by_its_place(self):
        path = os.path.join(self.site.daemon.directory, "conf.d", "later.ini")
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="ascii") as file:
            file.write("[bounce]\nbody = addd\n")
        ill = self.doctor.findings()
        self.assertIn(f"{path}:2: ", ill["configuration"]["says"])
        os.unlink(path)
        self.assertEqual(self.doctor.findings(), {})

    def test_a_file_that_only_root_reads(self):
        path = os.path.join(self.site.daemon.directory, "conf.d", "later.ini")
        self.doctor.shell(f"umask 027; mkdir {os.path.dirname(path)}; umask 077; echo '[bounce]' > {path}")
        self.assertIn(f"may not read {os.path.dirname(path)} (drwxr-x--- root root)",
                      self.doctor.findings()["configuration"]["says"])
        for says in ("conf.d (drwxr-x--- root root)", f"{path} (-rw------- root root)"):
            found = self.doctor.findings()["configuration"]
            self.assertIn(says, found["says"])
            for line in found["mend"]:
                self.doctor.shell(line)
        self.assertEqual(self.doctor.findings(), {})

    def test_an_unreadable_file(self):
        status, out, err = self.doctor.run(config="/nonexistent.ini")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("/nonexistent.ini", err)

    def test_an_overlay_with_an_error(self):
        folder = os.path.join(self.site.daemon.directory, "knowledge.d")
        os.makedirs(folder)
        self.addCleanup(shutil.rmtree, folder)
        with open(os.path.join(folder, "own.toml"), "w", encoding="ascii") as file:
            file.write('[[code]]\ncode = "5.9.1"\ntitel = "x"\n')
        ill = self.doctor.findings()
        self.assertEqual(list(ill), ["configuration"])
        self.assertIn("own.toml:1: ", ill["configuration"]["says"])


if __name__ == "__main__":
    unittest.main()
