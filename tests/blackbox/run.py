#!/usr/bin/python3
"""Runs black-box test modules: run.py MODULE... [-k PATTERN]. Exit status 77 when this machine
cannot run them (CTest shows that as skipped); with PLAINBOUNCE_TESTS_MUST_RUN=1 that is a failure.
"""

import os
import signal
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import postfix_files  # noqa: E402 (needs the path)
from harness.processes import end_on_signals  # noqa: E402

SKIPPED = 77
TIME_LIMIT = 280  # seconds; below CTest's limit, which kills without a chance to clean up


def obstacle():
    """Why the tests cannot run here, or nothing."""
    if os.geteuid() != 0:
        return "not root (Postfix's master needs it)"
    if not postfix_files.AVAILABLE:
        return "Postfix is neither installed nor unpacked (tools/install-dependencies test)"
    binary = os.path.join(os.environ.get("PLAINBOUNCE_BIN", ""), "plainbounced")
    if not os.access(binary, os.X_OK):
        return f"no daemon at {binary!r} (PLAINBOUNCE_BIN)"
    return None


def give_up(_number, _frame):
    raise TimeoutError(f"the tests ran longer than {TIME_LIMIT} s")


def main():
    why = obstacle()
    if why:
        print(f"SKIPPED: {why}", flush=True)
        return 1 if os.environ.get("PLAINBOUNCE_TESTS_MUST_RUN") else SKIPPED
    end_on_signals()
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TIME_LIMIT)
    program = unittest.main(module=None, argv=[sys.argv[0], "-v", *sys.argv[1:]], exit=False)
    return 0 if program.result.wasSuccessful() and program.result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
