"""plainbounce setup postfix --undo: what an admin changed meanwhile stays, the rest goes."""

import os
import re
import subprocess
import unittest

from harness import postfix_files
from harness.configuration import Configuration
from harness.setup_program import SetupCase, environment, meaning, said, setup_postfix, text_of


class ChangedMeanwhileTest(SetupCase):
    def test_what_an_admin_changed_stays_and_is_named(self):
        configuration = Configuration(self)
        before = meaning(configuration.directory)
        self.good(configuration, "--apply")
        postconf = os.path.join(postfix_files.COMMANDS, "postconf")

        def change(*arguments):
            subprocess.run([postconf, "-c", configuration.directory, *arguments], env=environment(),
                           check=True, timeout=60, capture_output=True)

        change("-e", "smtpd_reject_footer_maps = static:{call us}")
        change("-e", "soft_bounce = yes")
        change("-F", "bounce/unix/process_limit = 7")
        change("-P", "trace/unix/cleanup_service_name = mine")
        configuration.add(configuration.main, "# A note of mine.\nbounce_queue_lifetime = 2d\n")
        undone = self.good(configuration, "--undo")
        self.assertIn("note: main.cf: smtpd_reject_footer_maps = static:{call us} was set since and stays\n",
                      undone.err)
        self.assertIn("note: master.cf: trace has -o cleanup_service_name=mine by now, which stays\n", undone.err)
        main, master, options = meaning(configuration.directory)
        self.assertEqual(set(main.splitlines()) - set(before[0].splitlines()),
                         {"smtpd_reject_footer_maps = static:{call us}", "soft_bounce = yes",
                          "bounce_queue_lifetime = 2d"})
        self.assertEqual(set(options.splitlines()) - set(before[2].splitlines()),
                         {"trace/unix/cleanup_service_name = mine"})
        self.assertRegex(master, r"(?m)^bounce +unix +- +- +y +- +7 +bounce$")
        self.assertIn("# A note of mine.\n", text_of(configuration.main))
        for path in (configuration.main, configuration.master):
            self.assertNotIn("plainbounce", text_of(path))

    def test_a_service_that_others_use_by_now_stays(self):
        configuration = Configuration(self)
        self.good(configuration, "--apply")
        configuration.add(configuration.master,
                          "mine unix - - y - 0 bounce\n  -o cleanup_service_name=cleanup-dsn\n")
        undone = self.good(configuration, "--undo")
        self.assertIn("the service cleanup-dsn is used by mine by now and stays", undone.err)
        self.assertIn("cleanup-dsn", said(configuration.directory, "-M", "cleanup-dsn/unix"))

    def test_another_size_limit_goes_to_the_daemon(self):
        configuration = Configuration(self)
        self.good(configuration, "--apply")
        configuration.add(configuration.main, "message_size_limit = 30000000\n")
        self.assertIn("mta_size_limit = 30000000\n", self.good(configuration).out)
        self.good(configuration, "--apply")
        self.assertIn("mta_size_limit = 30000000\n", text_of(configuration.own_ini))

    def test_a_socket_that_postfix_uses_by_now_stays(self):
        configuration = Configuration(self)
        before = configuration.files()
        self.good(configuration, "--apply")
        line = "smtpd_milters = unix:plainbounce/plainbounce.sock\n"
        configuration.add(configuration.main, line)
        undone = self.good(configuration, "--undo")
        self.assertIn(f"note: {configuration.own_ini} stays, for the daemon's socket is still named in main.cf: {line}",
                      undone.err)
        self.assertIn("plainbounce.sock\n", text_of(configuration.own_ini))
        self.assertNotIn("dsn_milters", text_of(configuration.main))
        configuration.write("etc/main.cf", text_of(configuration.main).replace(line, ""))
        self.good(configuration, "--undo")
        after = configuration.files()
        for name in ("main.cf", "master.cf"):  # copies that were not quite the files that were left
            after.pop(os.path.join(configuration.directory, "plainbounce-setup", name))
        self.assertEqual(after, before)

    def test_errors_in_the_daemons_configuration_are_in_nobodys_way(self):
        configuration = Configuration(self)
        before = meaning(configuration.directory)
        self.good(configuration, "--apply")
        configuration.add(configuration.ini, "[text]\nlanguage = de\n")
        self.assertEqual(setup_postfix(configuration.directory, configuration.ini).status, 2)
        undone = self.good(configuration, "--undo")
        self.assertIn(f"note: {configuration.ini}:4: ", undone.err)
        self.assertEqual(meaning(configuration.directory), before)
        self.assertFalse(os.path.exists(configuration.own_ini))

    def test_the_daemons_file_changed_by_hand(self):
        configuration = Configuration(self)
        self.good(configuration, "--apply")
        configuration.add(configuration.own_ini, "[text]\nlanguages = de\n")
        self.refused(configuration, configuration.own_ini + " was changed by hand")
        undone = self.good(configuration, "--undo")
        self.assertIn("50-setup.ini was changed by hand and stays", undone.err)
        self.assertTrue(os.path.exists(configuration.own_ini))

    def test_part_of_it_taken_out_by_hand_is_put_back(self):
        configuration = Configuration(self)
        files = configuration.files()
        self.good(configuration, "--apply")
        applied = meaning(configuration.directory)
        text = text_of(configuration.main)
        configuration.write("etc/main.cf", text.replace("postscreen_reject_footer_maps =\n", ""))
        self.good(configuration, "--apply")
        self.assertEqual(meaning(configuration.directory), applied)
        self.good(configuration, "--undo")
        self.assertEqual(configuration.files(), files)


class LostRecordTest(SetupCase):
    MAIN = "non_smtpd_milters = unix:opendkim/opendkim.sock\ndisable_mime_output_conversion = no\n"

    def lose_record(self, configuration):
        folder = os.path.join(configuration.directory, "plainbounce-setup")
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        os.rmdir(folder)

    def test_the_comments_show_what_is_ours(self):
        configuration = Configuration(self, main=self.MAIN)
        files = configuration.files()
        self.good(configuration, "--apply")
        self.lose_record(configuration)
        undone = self.good(configuration, "--undo")
        self.assertIn("note: there is no record", undone.err)
        self.assertEqual(configuration.files(), files)

    def test_without_comments_what_points_at_us_goes(self):
        configuration = Configuration(self, main=self.MAIN)
        before = meaning(configuration.directory)
        self.good(configuration, "--apply")
        self.lose_record(configuration)
        for path in (configuration.main, configuration.master):
            text = re.sub(r"(?m)^# plainbounce setup: .*\n", "", text_of(path))
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        self.good(configuration, "--undo")
        main, master, options = meaning(configuration.directory)
        self.assertEqual((master, options), before[1:])
        self.assertNotIn("plainbounce", main)

if __name__ == "__main__":
    unittest.main()
