"""The harness itself: what a filter that does nothing leaves, and what the checks find."""

import os
import tempfile
import unittest

from harness.explained import Damaged
from harness.mails import letter, letter_of_size
from harness.milters import DamageRest, DoNothing
from harness.site import Site

UNKNOWN = b"550 5.1.1 <nouser@far.example>: User unknown"


class HarnessTest(unittest.TestCase):
    def site_with(self, kind, **arguments):
        directory = tempfile.TemporaryDirectory(prefix="pb-")
        self.addCleanup(directory.cleanup)
        milter = kind(os.path.join(directory.name, "filter.sock"))
        self.addCleanup(milter.close)
        site = Site(milter=milter, **arguments)
        self.addCleanup(site.close)
        site.remote.refuse("nouser@far.example", UNKNOWN)
        return site

    def test_nothing_done_is_found_untouched_and_not_explained(self):
        site = self.site_with(DoNothing)
        site.send("alice@box.example", ["nouser@far.example"],
                  letter("alice@box.example", "nouser@far.example"))
        delivered = site.report_for("alice@box.example")[0]
        site.check_untouched(delivered)
        with self.assertRaisesRegex(Damaged, "X-Bounce-Explanation stands 0 times"):
            site.check_explained(delivered)
        given = site.given_for(delivered)
        self.assertEqual(given.sender, b"")
        self.assertEqual(given.recipients, [b"alice@box.example"])
        self.assertEqual(given.macros[b"{daemon_name}"], b"postfix-dsn")
        self.assertGreater(given.body_packets, 0)
        site.check_harmless()

    def test_one_changed_letter_in_the_returned_message_is_found(self):
        site = self.site_with(DamageRest)
        site.send("alice@box.example", ["nouser@far.example"],
                  letter("alice@box.example", "nouser@far.example"))
        delivered = site.report_for("alice@box.example")[0]
        with self.assertRaisesRegex(Damaged, "something behind the first part changed"):
            site.check_explained(delivered)
        with self.assertRaisesRegex(Damaged, "the header changed"):
            site.check_untouched(delivered)

    def test_a_body_that_crosses_the_socket_is_seen(self):
        site = self.site_with(DoNothing, ours=("smtpd",))
        site.send("alice@box.example", ["bob@box.example"],
                  letter_of_size("alice@box.example", "bob@box.example", 1 << 20))
        site.report_for("bob@box.example")
        message = site.recorder.messages()[0]
        self.assertGreaterEqual(len(message.body), 1 << 20)
        self.assertGreaterEqual(message.body_packets, 16)


if __name__ == "__main__":
    unittest.main()
