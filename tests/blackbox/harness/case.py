"""What the black-box test classes share."""

import unittest

from .mails import letter
from .site import Site


class SiteCase(unittest.TestCase):
    """One site for the tests of a class. Each test uses a sender of its own, so that the order of
    tests does not matter. SITE holds Site's arguments."""

    SITE = {}
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.site = Site(**cls.SITE)
        cls.addClassCleanup(cls._end)

    @classmethod
    def _end(cls):
        """The daemon ends as told and has nothing to confess (a sanitizer would, by its status)."""
        daemon = cls.site.daemon
        try:
            status = daemon.stop() if daemon else 0
            assert status == 0, f"plainbounced ended with {status}:\n{daemon.log()[-4000:]}"
        finally:
            cls.site.close()

    def tearDown(self):
        self.site.check_harmless()

    def bounce(self, sender, *recipients, message=None, **options):
        """Sends a letter that the remote server refuses; the Explained report of it."""
        self.site.send(sender, list(recipients), message or letter(sender, recipients[0]),
                       **options)
        return self.site.check_explained(self.site.report_for(sender)[0])

    def _callTestMethod(self, method):
        try:
            method()
        except BaseException:
            daemon = self.site.daemon
            print(f"--- {self.id()} failed; mail log:\n{self.site.postfix.log()[-6000:]}\n"
                  f"--- daemon:\n{daemon.log()[-4000:] if daemon else 'none'}", flush=True)
            raise
