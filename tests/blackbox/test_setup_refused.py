"""plainbounce setup postfix: what it refuses, and what it puts back when something fails."""

import os
import unittest

from harness import postfix_files
from harness.configuration import MASTER, Configuration
from harness.setup_program import SetupCase, setup_postfix, text_of, value

OWN = ("{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, command_timeout=10s,"
       " content_timeout=30s, default_action=accept }")


class RefusedTest(SetupCase):
    CASES = (
        # label, main.cf, master.cf, reason
        ("another dsn_milters", "dsn_milters = unix:other.sock\n", "", "dsn_milters = unix:other.sock is set"),
        ("behind the signer", "dsn_milters = inet:localhost:8891, " + OWN + "\n", "",
         "dsn_milters names the signer inet:localhost:8891 before plainbounce"),
        ("that would wait", "dsn_milters = unix:plainbounce/plainbounce.sock\n", "",
         "dsn_milters names plainbounce without default_action=accept"),
        ("no list", "dsn_milters = { unix:x\n", "", "dsn_milters cannot be read: the brace"),
        ("another footer map", "smtpd_reject_footer_maps = static:{call us}\n", "",
         "smtpd_reject_footer_maps = static:{call us} is set already; with --no-replies"),
        ("a signer that cannot be placed", "non_smtpd_milters = { unix:opendkim.sock\n", "",
         "non_smtpd_milters cannot be read, and a signer among them not be placed: the brace"),
        ("another cleanup-dsn", "", "cleanup-dsn unix n - y - 0 cleanup\n",
         "there is a service cleanup-dsn in master.cf that is not plainbounce's"),
        ("a name that the daemon does not know", "",
         "cleanup-dsn unix n - y - 0 cleanup -o non_smtpd_milters=$dsn_milters"
         " -o milter_macro_daemon_name=mine\n",
         "the service cleanup-dsn has milter_macro_daemon_name=mine, which own_service"),
        ("bounces that go another way", "", "defer unix - - y - 0 bounce -o cleanup_service_name=pre-cleanup\n",
         "the service defer in master.cf has cleanup_service_name=pre-cleanup already"),
        ("other classes", "", "trace unix - - y - 0 bounce -o internal_mail_filter_classes=notify\n",
         "the service trace in master.cf has internal_mail_filter_classes=notify, which leaves"),
        ("no cleanup", "cleanup_service_name = pre-cleanup\n", "", "master.cf has no service pre-cleanup"),
        ("no cleanup of Postfix's", "cleanup_service_name = error\n", "",
         "the service error, which takes bounces today, runs error and not"),
    )

    def test_what_cannot_be_safe(self):
        for label, main, master, reason in self.CASES:
            with self.subTest(label):
                self.refused(Configuration(self, main=main, master=MASTER + master), reason)

    def test_a_socket_out_of_reach(self):
        outside = "[milter]\nsocket = unix:/run/elsewhere.sock\n"
        self.refused(Configuration(self, ini=outside),
                     "the daemon's socket /run/elsewhere.sock is out of reach")
        configuration = Configuration(self, ini=outside, chroot="n")
        self.good(configuration, "--apply", "--no-replies")
        self.assertIn("{ unix:/run/elsewhere.sock,", value(configuration.directory, "dsn_milters"))

    def test_a_socket_that_postfix_uses_is_not_moved_away(self):
        by_hand = "unix:/run/plainbounce/plainbounce.sock"
        for main, master, line in (
                (f"smtpd_milters = {by_hand}\n", "", f"main.cf: smtpd_milters = {by_hand}: that is where"),
                (f"ours = {by_hand}\n", "submission inet n - n - - smtpd\n  -o { smtpd_milters = inet:[::1]:1, $ours }\n",
                 "master.cf: submission/inet -o smtpd_milters=inet:[::1]:1, $ours: that is where")):
            with self.subTest(line):
                master = MASTER.format(chroot="y") + master
                configuration = Configuration(self, main=main)
                configuration.write("etc/master.cf", master)
                before = configuration.files()
                done = setup_postfix(configuration.directory, configuration.ini, "--apply")
                self.assertEqual((done.status, done.out), (1, ""), done)
                self.assertIn("refused: " + line, done.err)
                self.assertEqual(configuration.files(), before)
        configuration = Configuration(self, main=f"smtpd_milters = {by_hand}\n", chroot="n",
                                      ini=f"[milter]\nsocket = {by_hand}\n")
        self.good(configuration, "--apply", "--no-replies")

    def test_what_cannot_be_read(self):
        configuration = Configuration(self)
        for arguments, error in (
                ((configuration.top, configuration.ini), "Postfix's configuration cannot be read: "),
                ((configuration.top + "/nowhere", configuration.ini), "No such file or directory"),
                ((configuration.directory, configuration.top + "/no.ini"), "no.ini: cannot be read")):
            done = setup_postfix(*arguments)
            self.assertEqual((done.status, done.out), (2, ""), done)
            self.assertIn(error, done.err)

    def test_a_configuration_that_the_daemon_could_not_use(self):
        configuration = Configuration(self, ini="[text]\nlanguages = xx\n")
        before = configuration.files()
        done = setup_postfix(configuration.directory, configuration.ini, "--apply")
        self.assertEqual(done.status, 1, done)
        self.assertIn("plainbounce.ini:2: ", done.err)
        self.assertIn("nothing was changed", done.err)
        self.assertEqual(configuration.files(), before)

    def test_usage(self):
        configuration = Configuration(self)
        for arguments in (("--apply", "--undo"), ("--apply", "--json"), ("--lang", "de")):
            with self.subTest(arguments):
                done = setup_postfix(configuration.directory, configuration.ini, *arguments)
                self.assertEqual((done.status, done.out), (2, ""), done)


class FailureTest(SetupCase):
    """A "postfix" that fails at the worst time, in front of the real one."""

    def broken_postfix(self, configuration, condition, words="postfix: fatal: on purpose"):
        folder = os.path.join(configuration.top, "bin")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "postfix")
        real = os.path.join(postfix_files.COMMANDS, "postfix")
        with open(path, "w", encoding="utf-8") as script:
            script.write(f"#!/bin/sh\nfor last; do :; done\ncd {configuration.directory}\n"
                         f"if {condition}; then echo '{words}' >&2; exit 1; fi\n"
                         f'[ "$last" = status ] && exit 0\n[ "$last" = reload ] && exit 0\nexec {real} "$@"\n')
        os.chmod(path, 0o755)
        return folder

    def test_everything_is_put_back(self):
        for label, condition in (
                ("the check of the new files", "[ $last = check ] && grep -q cleanup-dsn master.cf"),
                ("the reload", "[ $last = reload ] && grep -q cleanup-dsn master.cf")):
            with self.subTest(label):
                configuration = Configuration(self)
                folder = self.broken_postfix(configuration, condition)
                before = configuration.files()
                done = setup_postfix(configuration.directory, configuration.ini, "--apply", first_in_path=folder)
                self.assertEqual((done.status, done.out), (1, ""), done)
                self.assertIn("postfix: fatal: on purpose; everything is as it was\n", done.err)
                self.assertEqual(configuration.files(), before)
                self.assertEqual(sorted(os.listdir(configuration.directory)), ["main.cf", "master.cf"])

    def test_what_an_admin_changes_meanwhile_stays(self):
        edit = 'echo "soft_bounce = yes" >> main.cf'
        for label, condition, is_written in (
                ("before the files are written", f"[ $last = check ] && {edit}; false", False),
                ("before they are put back", f"[ $last = check ] && grep -q cleanup-dsn master.cf && {edit}", True)):
            with self.subTest(label):
                configuration = Configuration(self)
                folder = self.broken_postfix(configuration, condition)
                before = configuration.files()
                main, former = text_of(configuration.main), configuration.main + ".former"
                done = setup_postfix(configuration.directory, configuration.ini, "--apply", first_in_path=folder)
                self.assertEqual((done.status, done.out), (1, ""), done)
                after = configuration.files()
                if is_written:
                    self.assertIn(f" {configuration.main}: changed meanwhile and stays; as it was before, it is "
                                  f"kept in {former}\n", done.err)
                    self.assertEqual(after.pop(former), before[configuration.main])
                    self.assertTrue(text_of(configuration.main).endswith("\nsoft_bounce = yes\n"))
                else:
                    self.assertIn(f" {configuration.main}: changed meanwhile; nothing was written; everything is",
                                  done.err)
                    self.assertEqual(text_of(configuration.main), main + "soft_bounce = yes\n")
                del before[configuration.main], after[configuration.main]
                self.assertEqual(after, before)

    def test_an_undoing_is_put_back_too(self):
        configuration = Configuration(self)
        self.good(configuration, "--apply")
        before = configuration.files()
        folder = self.broken_postfix(configuration, "[ $last = reload ]")
        done = setup_postfix(configuration.directory, configuration.ini, "--undo", first_in_path=folder)
        self.assertEqual((done.status, done.out), (1, ""), done)
        self.assertEqual(configuration.files(), before)

    def test_a_configuration_that_is_wrong_already_is_left_alone(self):
        configuration = Configuration(self)
        before = configuration.files()
        for words, told in (("on purpose", "on purpose"), ("", "the mail log says why")):
            folder = self.broken_postfix(configuration, "[ $last = check ]", words)
            done = setup_postfix(configuration.directory, configuration.ini, "--apply", first_in_path=folder)
            self.assertEqual((done.status, done.out), (1, ""), done)
            self.assertIn(f" check\" ends with status 1: {told}\n", done.err)
        self.assertEqual(configuration.files(), before)

    def test_a_file_that_cannot_be_written(self):
        configuration = Configuration(self)
        before = configuration.files()
        os.symlink("/proc/none/conf.d", os.path.dirname(configuration.own_ini))
        done = setup_postfix(configuration.directory, configuration.ini, "--apply")
        self.assertEqual((done.status, done.out), (1, ""), done)
        self.assertIn("everything is as it was\n", done.err)
        os.unlink(os.path.dirname(configuration.own_ini))
        self.assertEqual(configuration.files(), before)


if __name__ == "__main__":
    unittest.main()
