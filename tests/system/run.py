#!/usr/bin/python3
"""Runs the tests of the installed system: run.py [MODULE...] [-k PATTERN]; all modules without a name. Each boots
machines of its own. The last line says how many passed."""

import os
import pathlib
import signal
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "blackbox")]
from machines.machine import close_all  # noqa: E402 (needs the path)

TIME_LIMIT = 1500  # seconds


def break_off(number, _frame):
    """Ends the run; of all exceptions unittest lets only this one through."""
    raise KeyboardInterrupt(f"longer than {TIME_LIMIT} s" if number == signal.SIGALRM else f"signal {number}")


def main():
    if os.geteuid() != 0:
        print("run.py: booting a machine needs root", file=sys.stderr)
        return 2
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, break_off)
    signal.alarm(TIME_LIMIT)
    arguments = sys.argv[1:]
    if not any(word.startswith("test_") for word in arguments):
        arguments += sorted(path.stem for path in HERE.glob("test_*.py"))
    try:
        result = unittest.main(module=None, argv=[sys.argv[0], "-v", *arguments], exit=False).result
    except KeyboardInterrupt as error:
        print(f"broken off: {error or 'interrupted'}", file=sys.stderr)
        return 130
    finally:
        close_all()
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    passed = max(result.testsRun - failed - skipped, 0)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if passed and not failed and not skipped else 1


if __name__ == "__main__":
    sys.exit(main())
