"""Processes that end with the test, on every way out, each by its own id."""

import os
import signal
import subprocess

from .waiting import wait_until


class Process:
    """A child in a process group of its own. It also gets SIGTERM when this program dies without a
    chance to clean up (setpriv --pdeathsig)."""

    def __init__(self, command, log, user=None, group=None, group_leader=False, **options):
        priv = ["/usr/bin/setpriv", "--pdeathsig", "TERM"]
        if user is not None:
            priv += ["--reuid", str(user), "--regid", str(group), "--clear-groups"]
        self.log = log
        self._group_leader = group_leader
        with open(log, "ab") as output:
            self._child = subprocess.Popen(
                priv + ["--"] + command, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=group_leader, **options)
        self.pid = self._child.pid

    @property
    def running(self):
        return self._child.poll() is None

    @property
    def status(self):
        return self._child.poll()

    def signal(self, number):
        if self.running:
            self._child.send_signal(number)

    def wait(self, timeout=30):
        return self._child.wait(timeout)

    def stop(self, timeout=30):
        """TERM, and KILL when that does not help; returns the exit status."""
        if self.running:
            self._child.terminate()
            try:
                self._child.wait(timeout)
            except subprocess.TimeoutExpired:
                self._child.kill()
        status = self._child.wait(timeout)
        if self._group_leader:
            wait_until("its own children ended", self._group_is_gone)
        return status

    def _group_is_gone(self):
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return True
        return False

    def output(self):
        with open(self.log, "rb") as log:
            return log.read().decode("utf-8", "replace")


def cpu_seconds(wanted):
    """User and system time so far of all processes for which wanted(pid, process group) is true,
    and of their children that have ended."""
    ticks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(") ")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if wanted(int(name), int(fields[2])):
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def end_on_signals():
    """TERM and HUP end this program like an error does: with all cleaning up."""
    def leave(number, _frame):
        raise SystemExit(128 + number)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
