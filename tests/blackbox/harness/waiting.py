"""Waiting for conditions, never for a time."""

import socket
import time


class WaitedTooLong(AssertionError):
    """A condition did not come true in time."""


def wait_until(what, condition, timeout=60.0):
    """Returns the first true value of condition(); `what` names it in the failure."""
    deadline = time.monotonic() + timeout
    pause = 0.005
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise WaitedTooLong(f"not within {timeout:.0f} s: {what}")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def free_port():
    """A loopback TCP port that nobody had a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(spec):
    """True when somebody accepts connections at ("unix", path) or ("inet", host, port)."""
    try:
        connect(spec, timeout=2).close()
        return True
    except OSError:
        return False


def connect(spec, timeout=None):
    """A connected stream socket to ("unix", path) or ("inet", host, port)."""
    if spec[0] == "unix":
        stream = socket.socket(socket.AF_UNIX)
        target = spec[1]
    else:
        stream = socket.socket()
        target = (spec[1], spec[2])
    stream.settimeout(timeout)
    try:
        stream.connect(target)
    except OSError:
        stream.close()
        raise
    return stream
