"""What CTest has to know: whether this machine can run a test, and how long one may take."""

import os
import signal

from . import postfix_files

SKIPPED = 77
TIME_LIMIT = 280  # seconds; below CTest's limit, which kills without a chance to clean up


def postfix_obstacle():
    """Why Postfix cannot run here, or nothing."""
    if os.geteuid() != 0:
        return "not root (Postfix's master needs it)"
    if not postfix_files.AVAILABLE:
        return "Postfix is neither installed nor unpacked (tools/install-dependencies test)"
    return None


def daemon_obstacle():
    """Why the daemon cannot run here, or nothing."""
    binary = os.path.join(os.environ.get("PLAINBOUNCE_BIN", ""), "plainbounced")
    if not os.access(binary, os.X_OK):
        return f"no daemon at {binary!r} (PLAINBOUNCE_BIN)"
    return None


def status_if_impossible(mta_obstacle=postfix_obstacle):
    """The exit status of a test that cannot run here, after saying why; None when it can.
    `mta_obstacle` tells it of the MTA that the test needs."""
    why = mta_obstacle() or daemon_obstacle()
    if why is None:
        return None
    print(f"SKIPPED: {why}", flush=True)
    return 1 if os.environ.get("PLAINBOUNCE_TESTS_MUST_RUN") else SKIPPED


def limit_time(seconds=TIME_LIMIT):
    """From now on; when they are over, TimeoutError rises in the main thread."""
    def give_up(_number, _frame):
        raise TimeoutError(f"the test ran longer than {seconds} s")
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
