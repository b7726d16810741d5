"""Where Sendmail's programs are: tools/install-dependencies unpacks them and installs none."""

import os
import pathlib
import subprocess

TOP = pathlib.Path(__file__).parents[3]
ROOT = TOP / "build" / "unpacked" / "sendmail"
PROGRAM = ROOT / "usr" / "libexec" / "sendmail" / "sendmail"
MAKEMAP = ROOT / "usr" / "libexec" / "sendmail" / "makemap"
M4 = ROOT / "usr" / "bin" / "m4"
CF = ROOT / "usr" / "share" / "sendmail" / "cf"
# What admins put before their MAILER() lines.
PLAINBOUNCE_MC = TOP / "packaging" / "sendmail" / "plainbounce.mc"
LIBRARIES = f"{ROOT}/usr/lib/x86_64-linux-gnu:{ROOT}/lib/x86_64-linux-gnu"


def preloaded():
    """The library that gives Sendmail a host name and a log of its own (private_host.cc)."""
    return os.path.abspath(os.path.join(os.environ.get("PLAINBOUNCE_BIN", ""), "private_host.so"))


def obstacle():
    """Why Sendmail cannot run here, or nothing."""
    if os.geteuid() != 0:
        return "not root (Sendmail's daemon needs it)"
    if not (os.access(PROGRAM, os.X_OK) and CF.is_dir()):
        return "Sendmail is not unpacked (tools/install-dependencies sendmail)"
    if not os.path.exists(preloaded()):
        return f"no {preloaded()!r} (PLAINBOUNCE_BIN)"
    return None


def environment(host="", log=""):
    """For the unpacked programs; with a `host` they take that for the machine's name."""
    variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C", "LD_LIBRARY_PATH": LIBRARIES}
    if host:
        variables.update(LD_PRELOAD=preloaded(), PRIVATE_HOST=host, PRIVATE_LOG=log)
    return variables


def configuration(mc):
    """What m4 makes of an .mc text; raises when m4 complains of anything."""
    result = subprocess.run(
        [M4, f"-D_CF_DIR_={CF}/", CF / "m4" / "cf.m4", "-"], input=mc.encode(),
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    if result.returncode or result.stderr:
        raise AssertionError(f"m4: {result.stderr.decode('utf-8', 'replace')}")
    return result.stdout.decode()
