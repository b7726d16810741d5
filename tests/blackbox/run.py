#!/usr/bin/python3
"""Runs black-box test modules: run.py MODULE... [-k PATTERN]. Exit status 77 when this machine
cannot run them (CTest shows that as skipped); with PLAINBOUNCE_TESTS_MUST_RUN=1 that is a failure.
Modules whose names begin with test_sendmail need Sendmail, all others Postfix.
"""

import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import sendmail_files  # noqa: E402 (needs the path)
from harness.ctest import limit_time, postfix_obstacle, status_if_impossible  # noqa: E402
from harness.processes import end_on_signals  # noqa: E402


def main():
    with_sendmail = sys.argv[1:2] and sys.argv[1].startswith("test_sendmail")
    status = status_if_impossible(sendmail_files.obstacle if with_sendmail else postfix_obstacle)
    if status is not None:
        return status
    end_on_signals()
    limit_time()
    program = unittest.main(module=None, argv=[sys.argv[0], "-v", *sys.argv[1:]], exit=False)
    return 0 if program.result.wasSuccessful() and program.result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
