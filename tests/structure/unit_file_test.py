"""The units are ones that systemd understands whole, shut off what the program does not need, and let the daemon do
what its settings may ask for."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SYSTEMD = pathlib.Path(sys.argv[1]) / "systemd"
MAIL_UNIT = SYSTEMD / "plainbounce.service"
# Debian 12 runs Postfix itself in the second; the first only holds the instances together.
MAIL_SERVERS = {"postfix.service", "postfix@-.service", "sendmail.service"}
# For signals, the sockets, files.
NEEDED = {"signalfd4", "bind", "connect", "unlink", "umask", "openat", "rename"}
MAX_EXPOSURE = 1.3
INSTALLED = re.compile(r"/usr/s?bin/plainbounced?\b")


def analyze(*arguments):
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def complaints(unit):
    """What systemd says of the unit, with a program in place of the one that is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / unit.name
        copy.write_text(INSTALLED.sub("/bin/true", unit.read_text()))
        _, out, err = analyze("verify", "--man=no", "--recursive-errors=no", str(copy))
        # Of other units of this machine it may say what it likes.
        return [line for line in (out + err).splitlines() if unit.name in line]


def exposure(unit):
    """From 0 (shut off) to 10; the table when it cannot be read."""
    table = analyze("security", "--offline=yes", "--no-pager", str(unit))[1]
    found = re.search(r"Overall exposure level for \S+ (\d+\.\d+)", table)
    return float(found.group(1)) if found else table


def calls_of(name):
    """The calls of a group such as @chown, with those of the groups in it."""
    if not name.startswith("@"):
        return {name}
    calls = set()
    for line in analyze("syscall-filter", name)[1].splitlines()[1:]:
        if line.strip() and not line.strip().startswith("#"):
            calls |= calls_of(line.strip())
    return calls


def allowed_calls(unit):
    """As systemd reads the lines one after the other; the first one makes it a list of what is allowed."""
    allowed = set()
    for line in unit.read_text().splitlines():
        if line.startswith("SystemCallFilter="):
            names = line.removeprefix("SystemCallFilter=")
            calls = set().union(*(calls_of(name) for name in names.removeprefix("~").split()))
            allowed = allowed - calls if names.startswith("~") else allowed | calls
    return allowed


def started_before():
    lines = (line.removeprefix("Before=") for line in MAIL_UNIT.read_text().splitlines() if line.startswith("Before="))
    return set(" ".join(lines).split())


def main():
    if shutil.which("systemd-analyze") is None:
        print("SKIPPED: no systemd-analyze")
        return 77
    units = sorted(SYSTEMD.glob("*.service"))
    assert MAIL_UNIT in units
    wrong = []
    for unit in units:
        wrong += complaints(unit)
        level = exposure(unit)
        if not isinstance(level, float) or level > MAX_EXPOSURE:
            wrong.append(f"{unit.name}: exposure {level}, at most {MAX_EXPOSURE} is allowed")
    wrong += [f"not started before {name}" for name in sorted(MAIL_SERVERS - started_before())]
    wrong += [f"not allowed: {name}" for name in sorted(NEEDED - allowed_calls(MAIL_UNIT))]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
