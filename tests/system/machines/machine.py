"""A Debian system of its own, booted with its own systemd and without a network but loopback."""

import os
import pathlib
import subprocess
import sys

from harness.processes import Process
from harness.waiting import wait_until

from .base_root import OFFERED, PLACE, base_archive, unpack
from .cgroup import OwnGroup

ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
               "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive", "TERM": "dumb"}


_alive = []


def close_all():
    """Those that are left when a run is broken off."""
    while _alive:
        _alive[-1].close()


class CommandFailed(AssertionError):
    """A command in the machine ended with a status that was not expected."""


class Done:
    """How a command ended: its status, and what it wrote, decoded."""

    def __init__(self, status, out, err):
        self.status = status
        self.out = out
        self.err = err

    @property
    def text(self):
        return self.out + self.err


class Machine:
    """Booted when made. close() powers it off and removes it, whatever state it is in; it also goes
    when this program dies."""

    def __init__(self, name):
        self.name = f"{name}-{os.getpid()}"
        self.root = PLACE / "machines" / self.name
        self.log = PLACE / "logs" / f"{name}.boot.log"
        self._process = self._group = self._leader = None
        _alive.append(self)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_bytes(b"")
        try:
            unpack(base_archive(), self.root)
            self._group = OwnGroup(f"plainbounce-test-{self.name}")
            self.boot()
        except BaseException:
            self.close()
            raise

    def boot(self):
        """Returns when all that starts at boot has started."""
        self._process = Process(
            [*self._group.command_prefix(), "systemd-nspawn", "-q", "-D", str(self.root), "--boot",
             "--register=no", "--keep-unit", "--private-network", "--machine", self.name[:60], "--hostname=mx",
             "--link-journal=no", "--resolv-conf=off", "--timezone=off", "--console=pipe"],
            str(self.log), group_leader=True)
        self._leader = wait_until("the machine's first process started", self._find_leader)
        wait_until("the machine's systemd answers", self._booted, timeout=90)

    def reboot(self):
        """Powers it off in order and boots it again; its network is a new one."""
        self._power_off()
        self.boot()

    def _find_leader(self):
        if not self._process.running:
            raise RuntimeError(f"systemd-nspawn ended:\n{self._process.output()[-3000:]}")
        # setpriv becomes systemd-nspawn by exec, so its one child is the machine's init.
        children = pathlib.Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for child in children:
            try:
                if os.readlink(f"/proc/{child}/exe").endswith("/systemd"):
                    return int(child)
            except OSError:
                pass
        return None

    def _booted(self):
        done = self.run("systemctl", "is-system-running", check=False)
        return done.out.strip() in ("running", "degraded")

    @property
    def leader(self):
        """The id of the machine's init, as this machine sees it."""
        return self._leader

    def _enter(self, argv, user=None):
        command = ["nsenter", "-t", str(self._leader), "-m", "-u", "-i", "-n", "-p", "-r", "-w", "--"]
        if user is not None:
            command += ["/usr/sbin/runuser", "-u", user, "--"]
        return command + [str(word) for word in argv]

    def run(self, *argv, check=True, stdin="", timeout=120, user=None, env=None):
        """Runs a command in the machine; `check`: its status has to be 0."""
        done = subprocess.run(self._enter(argv, user), input=stdin.encode() if isinstance(stdin, str) else stdin,
                              capture_output=True, timeout=timeout, env={**ENVIRONMENT, **(env or {})}, check=False)
        result = Done(done.returncode, done.stdout.decode("utf-8", "replace"),
                      done.stderr.decode("utf-8", "replace"))
        if check and done.returncode != 0:
            raise CommandFailed(f"{' '.join(map(str, argv))}: {done.returncode}\n{result.text[-6000:]}")
        return result

    def shell(self, script, **options):
        """Runs lines of sh; the first that fails ends them."""
        return self.run("/bin/sh", "-euc", script, **options)

    def start(self, *argv, log):
        """A command that goes on in the machine; stop() it."""
        return Process(self._enter(argv), str(log), group_leader=True, env=ENVIRONMENT)

    def path(self, name):
        """A file of the machine, seen from here."""
        return self.root / str(name).lstrip("/")

    def offer(self, package):
        """Puts a package file where apt in the machine can install it from; its path there."""
        place = self.root / OFFERED / "given"
        place.mkdir(exist_ok=True)
        (place / package.name).write_bytes(package.read_bytes())
        return f"/{OFFERED}/given/{package.name}"

    def apt(self, *arguments, **options):
        return self.run("apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends", *arguments,
                        **{"timeout": 300, **options})

    def preseed(self, *lines):
        """Answers for debconf."""
        self.run("debconf-set-selections", stdin="\n".join(lines) + "\n")

    def journal(self, unit=None):
        """The log of a unit, or all of it, messages only."""
        self.run("journalctl", "--sync")
        return self.run("journalctl", "--no-pager", "-o", "cat", *(["-u", unit] if unit else [])).out

    def show(self, unit, name):
        """A property of a unit."""
        return self.run("systemctl", "show", "-P", name, unit).out.strip()

    def is_active(self, unit):
        return self.run("systemctl", "is-active", unit, check=False).out.strip() == "active"

    def close(self):
        """Every process of it is gone afterwards, and its files."""
        if self in _alive:
            _alive.remove(self)
        try:
            if self._process is not None:
                self._power_off()
        finally:
            if self._group is not None:
                self._group.close()
            subprocess.run(["rm", "-rf", "--one-file-system", str(self.root)], check=False)

    def _power_off(self):
        # TERM lets systemd-nspawn power the machine off in order; when that hangs, its init is killed,
        # and with it all that runs in there.
        self._process.signal(15)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            print(f"{self.name}: killed, for it did not power off", file=sys.stderr)
            if self._leader is not None:
                try:
                    os.kill(self._leader, 9)
                except ProcessLookupError:
                    pass
            self._process.stop()
