"""What the black-box test classes share."""

import unittest

from .site import Site


class SiteCase(unittest.TestCase):
    """One site for the tests of a class. Each test uses a sender of its own, so that the order of
    tests does not matter. SITE holds Site's arguments."""

    SITE = {}
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.site = Site(**cls.SITE)
        cls.addClassCleanup(cls.site.close)

    def tearDown(self):
        self.site.check_harmless()

    def _callTestMethod(self, method):
        try:
            method()
        except BaseException:
            daemon = self.site.daemon
            print(f"--- {self.id()} failed; mail log:\n{self.site.postfix.log()[-6000:]}\n"
                  f"--- daemon:\n{daemon.log()[-4000:] if daemon else 'none'}", flush=True)
            raise
