"""`plainbounce doctor` beside a real Postfix: what main.cf and master.cf say is broken, one thing after
the other, is named, and is mended by the very lines that are printed."""

import unittest

from harness.doctor import OWN, DoctorCase


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

    def test_a_service_without_a_list_of_its_own(self):
        self.postconf("-PX", "cleanup-dsn/unix/non_smtpd_milters")
        self.postconf("-X", "dsn_milters")
        self.postconf("-e", "non_smtpd_milters = unix:clamav/clamav-milter.ctl")
        found = self.mended("bounce-service", 'the cleanup service "cleanup-dsn" hands nothing')
        self.assertNotIn("-e", " ".join(found["mend"]), "the list of all mail stays")

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

    def test_a_signer_that_is_named_by_a_parameter(self):
        self.postconf("-e", "signer = unix:opendkim/opendkim.sock", f"dsn_milters = $signer {OWN}")
        found = self.mended("milter-order", "unix:opendkim/opendkim.sock signs before plainbounce")
        self.assertIn(f"dsn_milters = {OWN} $signer", found["mend"][0])

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
        self.postconf("-e", f"smtpd_milters = {OWN}", "receive_override_options = no_address_mappings, no_milters")
        found = self.mended("smtp-reports", "no_milters")
        self.assertIn("'receive_override_options = no_address_mappings'", found["mend"][0])

    def test_an_address_that_leads_elsewhere(self):
        self.postconf("-e", "dsn_milters = "
                      + OWN.replace("unix:plainbounce/", "unix:/run/plainbounce/"))
        self.mended("socket-name", "cleanup-dsn looks for the daemon at")

if __name__ == "__main__":
    unittest.main()
