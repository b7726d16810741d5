"""`plainbounce doctor` beside a real Postfix: all is well; then one thing after the other is broken,
is named, and is mended by the very lines that are printed."""

import os
import pwd
import shutil
import socket
import stat
import struct
import unittest

from harness.case import SiteCase
from harness.doctor import Doctor
from harness.waiting import connect, wait_until

NOBODY = pwd.getpwnam("nobody").pw_uid
OWN = ("{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s, "
       "content_timeout=30s, default_action=accept }")


class DoctorCase(SiteCase):
    SITE = {
        "recorded": False, "owner": NOBODY, "chroot": True,
        "sections": {"replies": {"socket": "unix:$queue_directory/plainbounce/replies.sock"}},
        "settings": {
            "smtpd_reject_footer_maps": "socketmap:unix:plainbounce/replies.sock:footer",
            "postscreen_reject_footer_maps": ""},
    }

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.doctor = Doctor(cls.site)

    def setUp(self):
        """What a test has broken and mended is as it was afterwards, to the letter."""
        configuration = self.site.postfix.configuration
        for name in ("main.cf", "master.cf"):
            path = os.path.join(configuration, name)
            shutil.copy2(path, path + ".right")
            self.addCleanup(os.replace, path + ".right", path)
        self.addCleanup(shutil.rmtree, os.path.join(self.site.daemon.directory, "conf.d"),
                        ignore_errors=True)

    def tearDown(self):
        pass  # broken set-ups make Postfix warn

    def postconf(self, *arguments):
        for argument in arguments[1:]:
            self.doctor.shell(
                f"postconf -c {self.site.postfix.configuration} {arguments[0]} '{argument}'")

    def mended(self, check, says):
        """Doctor names this check and no other; its lines mend it."""
        ill = self.doctor.findings()
        self.assertEqual(list(ill), [check], ill)
        found = ill[check]
        self.assertIn(says, found["says"])
        self.assertTrue(found["means"] and found["mend"], found)
        for line in found["mend"]:
            self.doctor.shell(line)
        self.assertEqual(self.doctor.findings(), {})
        return found


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


class PostfixTest(DoctorCase):
    """What can be wrong in main.cf and master.cf."""

    def test_a_service_without_the_dedicated_cleanup(self):
        for service in ("bounce", "defer", "trace"):
            with self.subTest(service):
                self.postconf("-P", f"{service}/unix/cleanup_service_name=cleanup")
                self.mended("bounce-service",
                            f'{service}: the cleanup service "cleanup" hands nothing to plainbounce')

    def test_a_service_that_shows_its_mail_to_no_milter(self):
        self.postconf("-P", "defer/unix/internal_mail_filter_classes=notify")
        self.mended("bounce-service", "defer: without internal_mail_filter_classes=bounce")

    def test_a_cleanup_service_that_is_not_there(self):
        self.postconf("-P", "trace/unix/cleanup_service_name=cleanup-dns")
        self.mended("bounce-service", 'trace: the cleanup service "cleanup-dns" is not in master.cf')

    def test_a_list_without_us(self):
        self.postconf("-e", "dsn_milters = inet:127.0.0.1:8891")
        found = self.mended("bounce-service", 'bounce, defer, trace: the cleanup service "cleanup-dsn" hands')
        self.assertIn(f"dsn_milters = {OWN} inet:127.0.0.1:8891", found["mend"][0])

    def test_another_name_for_the_own_service(self):
        self.postconf("-P", "cleanup-dsn/unix/milter_macro_daemon_name=mx.box.example")
        self.mended("own-service", 'cleanup-dsn calls itself "mx.box.example"')

    def test_header_checks(self):
        self.postconf("-e", "header_checks = pcre:/etc/postfix/header_checks")
        self.postconf("-PX", "cleanup-dsn/unix/header_checks",
                      "cleanup-dsn/unix/nested_header_checks")
        self.mended("header-checks", "header_checks, nested_header_checks of main.cf are applied")

    def test_what_happens_while_the_daemon_is_down(self):
        self.postconf("-e", "dsn_milters = unix:plainbounce/plainbounce.sock")
        self.mended("default-action", 'milter_default_action is "tempfail"')

    def test_a_signer_in_front(self):
        self.postconf("-e", f"dsn_milters = unix:opendkim/opendkim.sock {OWN}")
        self.mended("milter-order", "unix:opendkim/opendkim.sock signs before plainbounce")

    def test_an_old_protocol(self):
        self.postconf("-e", "milter_protocol = 4")
        self.mended("milter-protocol", "version 4")

    def test_too_little_time(self):
        self.postconf("-e", "dsn_milters = " + OWN.replace("content_timeout=30s",
                                                           "content_timeout=1s"))
        self.mended("milter-timeouts", "content_timeout is 1s")

    def test_signed_reports_that_are_encoded_anew(self):
        self.postconf("-e", f"dsn_milters = {OWN} unix:opendkim/opendkim.sock",
                      "disable_mime_output_conversion = no")
        self.mended("mime-conversion", "reports are signed")

    def test_a_smaller_limit_than_the_daemon_was_told(self):
        self.postconf("-e", "message_size_limit = 5000000")
        found = self.mended("size-limit", "5000000 bytes, mta_size_limit says 10240000")
        self.assertEqual(found["state"], "problem")

    def test_a_larger_limit(self):
        self.postconf("-e", "message_size_limit = 52428800")
        self.assertEqual(self.mended("size-limit", "52428800")["state"], "warning")

    def test_milters_that_are_switched_off_for_smtp(self):
        self.postconf("-e", f"smtpd_milters = {OWN}", "receive_override_options = no_milters")
        self.mended("smtp-reports", "no_milters")

    def test_an_address_that_leads_elsewhere(self):
        self.postconf("-e", "dsn_milters = "
                      + OWN.replace("unix:plainbounce/", "unix:/run/plainbounce/"))
        self.mended("socket-name", "cleanup-dsn looks for the daemon at")


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
