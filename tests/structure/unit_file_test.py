"""The unit is one that systemd understands whole, and lets the daemon do what its settings may ask for."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

UNIT = pathlib.Path(sys.argv[1]) / "systemd" / "plainbounce.service"
# Debian 12 runs Postfix itself in the second; the first only holds the instances together.
MAIL_SERVERS = {"postfix.service", "postfix@-.service", "sendmail.service"}
# For socket_group, signals, the socket, files.
NEEDED = {"chown", "lchown", "fchownat", "signalfd4", "bind", "connect", "unlink", "umask", "openat"}


def analyze(*arguments):
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def complaints():
    """What systemd says of the unit, with a program in place of the one that is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / UNIT.name
        copy.write_text(UNIT.read_text().replace("/usr/sbin/plainbounced", "/bin/true"))
        _, out, err = analyze("verify", "--man=no", "--recursive-errors=no", str(copy))
        # Of other units of this machine it may say what it likes.
        return "\n".join(line for line in (out + err).splitlines() if UNIT.name in line)


def calls_of(name):
    """The calls of a group such as @chown, with those of the groups in it."""
    if not name.startswith("@"):
        return {name}
    calls = set()
    for line in analyze("syscall-filter", name)[1].splitlines()[1:]:
        if line.strip() and not line.strip().startswith("#"):
            calls |= calls_of(line.strip())
    return calls


def allowed_calls():
    """As systemd reads the lines one after the other; the first one makes it a list of what is allowed."""
    allowed = set()
    for line in UNIT.read_text().splitlines():
        if line.startswith("SystemCallFilter="):
            names = line.removeprefix("SystemCallFilter=")
            calls = set().union(*(calls_of(name) for name in names.removeprefix("~").split()))
            allowed = allowed - calls if names.startswith("~") else allowed | calls
    return allowed


def started_before():
    lines = (line.removeprefix("Before=") for line in UNIT.read_text().splitlines() if line.startswith("Before="))
    return set(" ".join(lines).split())


def main():
    if shutil.which("systemd-analyze") is None:
        print("SKIPPED: no systemd-analyze")
        return 77
    found = complaints()
    missing = NEEDED - allowed_calls()
    if found:
        print(found)
    late = MAIL_SERVERS - started_before()
    if late:
        print("not started before:", *sorted(late))
    if missing:
        print("not allowed:", *sorted(missing))
    return 1 if found or missing or late else 0


sys.exit(main())
