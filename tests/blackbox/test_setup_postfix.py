"""plainbounce setup postfix: lines of main.cf and master.cf shown, written, and not written twice."""

import json
import os
import pwd
import re
import shlex
import stat
import unittest

from harness import postfix_files
from harness.configuration import MASTER, Configuration
from harness.setup_program import NOTHING, SetupCase, setup_postfix, text_of, value

OWN = ("{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s,"
       " content_timeout=30s, default_action=accept }")
WIRED = {f"{name}/unix/{option}" for name in ("bounce", "defer", "trace")
         for option in ("cleanup_service_name = cleanup-dsn", "internal_mail_filter_classes = bounce")}


class AppliedTest(SetupCase):
    def test_the_whole_of_it(self):
        configuration = Configuration(self)
        done, (main, master, options) = self.apply_and_undo(configuration)
        self.assertEqual(done.err, "")
        self.assertIn(f"\ndsn_milters = {OWN}\n", "\n" + main)
        self.assertIn("smtpd_reject_footer_maps = socketmap:unix:plainbounce/replies.sock:footer\n", main)
        self.assertIn("postscreen_reject_footer_maps =\n", main)
        self.assertNotIn("disable_mime_output_conversion", main)
        self.assertLessEqual(WIRED, set(options.splitlines()))
        self.assertIn("bounce/unix/bounce_size_limit = 20000\n", options)
        self.assertIn("cleanup-dsn unix n - y - 0 cleanup -o non_smtpd_milters=$dsn_milters -o header_checks= "
                      "-o mime_header_checks= -o nested_header_checks= -o body_checks= -o milter_header_checks= "
                      "-o milter_macro_daemon_name=postfix-dsn", " ".join(master.split()))

    def test_owner_mode_comments_and_columns_stay(self):
        configuration = Configuration(self)
        os.chmod(configuration.main, 0o640)
        os.chown(configuration.main, 0, pwd.getpwnam("nobody").pw_gid)
        before = {path: text_of(path) for path in (configuration.main, configuration.master)}
        about = os.stat(configuration.main)
        self.good(configuration, "--apply")
        after = os.stat(configuration.main)
        self.assertEqual((after.st_mode, after.st_uid, after.st_gid),
                         (about.st_mode, about.st_uid, about.st_gid))
        kept = os.path.join(configuration.directory, "plainbounce-setup", "main.cf")
        self.assertEqual(stat.S_IMODE(os.stat(kept).st_mode), 0o640)
        for path, text in before.items():
            lines = iter(text_of(path).splitlines())
            for line in text.splitlines():  # all there, in their order
                self.assertIn(line, lines)
            self.assertEqual(text_of(os.path.join(os.path.dirname(kept), os.path.basename(path))), text)

    def test_what_is_shown_is_what_is_written(self):
        configuration = Configuration(self, main="disable_mime_output_conversion = no\n"
                                                 "non_smtpd_milters = inet:localhost:8891\n")
        before = text_of(configuration.main) + text_of(configuration.master)
        shown = self.good(configuration).out
        self.assertEqual(text_of(configuration.main) + text_of(configuration.master), before)
        self.assertFalse(os.path.exists(configuration.own_ini))
        self.good(configuration, "--apply")
        after = text_of(configuration.main) + text_of(configuration.master) + text_of(configuration.own_ini)
        written = [line for line in after.splitlines() if line and line not in before.splitlines()]
        self.assertGreater(len(written), 25)
        shown_lines = [line[4:] for line in shown.splitlines()]
        for line in written:
            self.assertIn(line.removeprefix("# plainbounce setup: was: "), shown_lines)

    def test_the_daemons_file_says_what_postfix_knows(self):
        configuration = Configuration(self)
        self.good(configuration, "--apply")
        text = re.sub(r"(?m)^#.*\n", "", text_of(configuration.own_ini))
        self.assertEqual(text, f"""
[milter]
socket = unix:{configuration.queue}/plainbounce/plainbounce.sock
mta_size_limit = 20480000

[site]
local_domains = mx.box.example, box.example, second.example
our_hosts = mx.box.example

[replies]
socket = unix:{configuration.queue}/plainbounce/replies.sock
""")

    def test_what_an_admin_set_for_the_daemon_is_not_set_again(self):
        configuration = Configuration(self, ini="[site]\nlocal_domains = other.example\n[milter]\n"
                                                "mta_size_limit = 1M\nsocket = inet:127.0.0.1:8895\n")
        self.good(configuration, "--apply")
        text = text_of(configuration.own_ini)
        self.assertNotRegex(text, r"(?m)^(local_domains|mta_size_limit)\b|plainbounce\.sock")
        self.assertIn("our_hosts = mx.box.example\n", text)
        self.assertIn("{ inet:127.0.0.1:8895, ", value(configuration.directory, "dsn_milters"))

    def test_the_chroot_column_is_the_cleanup_services(self):
        for chroot in ("y", "n", "-"):
            with self.subTest(chroot):
                _, (_, master, _) = self.apply_and_undo(Configuration(self, chroot=chroot))
                self.assertRegex(master, rf"(?m)^cleanup-dsn unix n +- +{chroot} +- +0 +cleanup$")

    def test_options_of_the_cleanup_service_are_kept(self):
        master = MASTER.replace("0       cleanup\n", "0       cleanup\n  -o syslog_name=mine -v\n"
                                                     "  -o header_checks=regexp:/x\n")
        _, (_, text, _) = self.apply_and_undo(Configuration(self, master=master))
        found = re.search(r"(?m)^cleanup-dsn .*\n(?: .*\n)*", text)[0]
        self.assertIn("-o syslog_name=mine\n", found)
        self.assertIn(" -v\n", found)
        self.assertEqual(found.count(" header_checks="), 1)
        self.assertIn("-o header_checks=\n", found)

    def test_a_main_cf_that_is_a_link_stays_one(self):
        configuration = Configuration(self)
        real = os.path.join(configuration.top, "main.cf.real")
        os.rename(configuration.main, real)
        os.symlink(real, configuration.main)
        self.apply_and_undo(configuration)
        self.assertTrue(os.path.islink(configuration.main))
        self.good(configuration, "--apply")
        self.assertIn("dsn_milters", text_of(real))

    def test_a_directory_for_the_sockets_is_made(self):
        configuration = Configuration(self, ini="[milter]\nuser = nobody\n")
        path = os.path.join(configuration.queue, "plainbounce")
        os.rmdir(path)
        self.assertIn("install -d -o nobody -g ", self.good(configuration).out)
        self.good(configuration, "--apply")
        about = os.stat(path)
        self.assertEqual((stat.S_IMODE(about.st_mode), about.st_uid, about.st_gid),
                         (0o2750, pwd.getpwnam("nobody").pw_uid, pwd.getpwnam(postfix_files.OWNER).pw_gid))
        self.assertEqual(self.good(configuration).out, NOTHING)

    def test_what_is_to_be_run_is_in_quotes_where_a_shell_needs_them(self):
        configuration = Configuration(self)
        for name, blank in (("etc", "my etc"), ("plainbounce", "the daemon's")):
            os.rename(os.path.join(configuration.top, name), os.path.join(configuration.top, blank))
        directory = os.path.join(configuration.top, "my etc")
        ini = os.path.join(configuration.top, "the daemon's", "plainbounce.ini")
        done = setup_postfix(directory, ini)
        self.assertEqual(done.status, 0, done)
        commands = [line.removeprefix("    # stop and start the ").removeprefix("    ")
                    for line in done.out.splitlines() if directory in line or ini.replace("'", "'\\''") in line]
        words = [shlex.split(line) for line in commands]
        own = ["plainbounce", "setup", "postfix", "--postfix-config", directory, "-c", ini]
        for expected in (["plainbounced", "that", "runs", "with", "-c", ini], ["postfix", "-c", directory, "check"],
                         ["postfix", "-c", directory, "reload"], own + ["--apply"], own + ["--undo"]):
            self.assertIn(expected, words)

    def test_as_json(self):
        configuration = Configuration(self)
        plan = json.loads(self.good(configuration, "--json").out)
        self.assertEqual((plan["directory"], plan["done"], plan["refusals"]),
                         (configuration.directory, False, []))
        self.assertEqual([one["name"] for one in plan["main_cf"]["parameters"]],
                         ["dsn_milters", "smtpd_reject_footer_maps", "postscreen_reject_footer_maps"])
        self.assertEqual(plan["main_cf"]["parameters"][0]["value"], OWN)
        self.assertEqual(len(plan["master_cf"]["options"]), 6)
        self.good(configuration, "--apply")
        self.assertTrue(json.loads(self.good(configuration, "--json").out)["done"])

    def test_without_replies(self):
        configuration = Configuration(self, main="smtpd_reject_footer_maps = static:{call us}\n")
        _, (main, _, _) = self.apply_and_undo(configuration, "--no-replies")
        self.assertIn("smtpd_reject_footer_maps = static:{call us}\n", main)
        self.assertNotIn("postscreen_reject_footer_maps", main)


class OtherMiltersTest(SetupCase):
    OTHERS = "unix:rspamd/rspamd.sock, { inet:localhost:8891, connect_timeout=3s }"

    def list_of(self, main):
        configuration = Configuration(self, main=main)
        _, (text, _, _) = self.apply_and_undo(configuration)
        found = re.search(r"(?m)^dsn_milters = (.*)", text)[1]
        self.assertTrue(found.startswith(OWN), found)
        return found.removeprefix(OWN).strip(), "disable_mime_output_conversion = yes\n" in text

    def test_those_that_see_bounces_today_stand_behind(self):
        behind = self.list_of(f"non_smtpd_milters = {self.OTHERS}\ninternal_mail_filter_classes = bounce\n")
        self.assertEqual(behind, ("unix:rspamd/rspamd.sock { inet:localhost:8891, connect_timeout=3s }", True))

    def test_through_another_parameter(self):
        behind = self.list_of("smtpd_milters = inet:localhost:8891\nnon_smtpd_milters = $smtpd_milters\n"
                              "internal_mail_filter_classes = notify, bounce\n")
        self.assertEqual(behind, ("inet:localhost:8891", True))

    def test_of_those_that_see_no_bounces_only_a_signer_comes_along(self):
        behind = self.list_of(f"non_smtpd_milters = {self.OTHERS}\n")
        self.assertEqual(behind, ("{ inet:localhost:8891, connect_timeout=3s, default_action=accept }", True))

    def test_a_signer_of_what_comes_by_smtp_signs_no_bounces(self):
        configuration = Configuration(self, main="smtpd_milters = unix:opendkim/opendkim.sock\n")
        done, (main, _, _) = self.apply_and_undo(configuration)
        self.assertIn("bounces stay without a signature", done.err)
        self.assertNotIn("disable_mime_output_conversion", main)
        self.assertIn("smtpd_milters = unix:opendkim/opendkim.sock\n", main)

    def test_a_value_that_is_put_out_of_force_comes_back(self):
        configuration = Configuration(
            self, main="non_smtpd_milters = unix:opendkim/opendkim.sock\n"
                       "disable_mime_output_conversion =\n  # why?\n    no\n"
                       "smtpd_reject_footer_maps =\n")
        _, (main, _, _) = self.apply_and_undo(configuration)
        self.assertIn("disable_mime_output_conversion = yes\n", main)


class SecondInstanceTest(SetupCase):
    def test_it_uses_the_daemon_of_the_first(self):
        first = Configuration(self)
        self.good(first, "--apply")
        ini = text_of(first.own_ini)
        second = Configuration(self, chroot="n", master=MASTER.replace("inet  n       -       y",
                                                                       "inet  n       -       n"))
        second.ini = first.ini
        done = self.good(second, "--apply")
        self.assertIn("was written for another Postfix instance and stays", done.err)
        self.assertIn(f"{{ unix:{first.queue}/plainbounce/plainbounce.sock,",
                      value(second.directory, "dsn_milters"))
        self.assertEqual(self.good(second, "--undo").status, 0)
        self.assertEqual(text_of(first.own_ini), ini)

    def test_a_chrooted_one_cannot_reach_it(self):
        first, second = Configuration(self), Configuration(self)
        self.good(first, "--apply")
        second.ini = first.ini
        self.refused(second, f"the daemon's socket {first.queue}/plainbounce/plainbounce.sock is out of reach")

if __name__ == "__main__":
    unittest.main()
