"""The root of a fresh Debian 12, made once and kept below build/, with packages to install from."""

import fcntl
import hashlib
import os
import pathlib
import signal
import subprocess
import tarfile

TREE = pathlib.Path(__file__).resolve().parents[3]
PLACE = TREE / "build" / "system"
PACKAGES = TREE / "build" / "packages"
LISTS = TREE / "tools" / "packages"
SUITE = "bookworm"
# Where a machine finds packages to install, as a repository of its own.
OFFERED = "srv/packages"
MAKING = 3  # goes up when this file makes another root out of the same lists


def packages(name):
    lines = (LISTS / name).read_text().splitlines()
    return sorted({line.strip() for line in lines if line.strip() and not line.startswith("#")})


def built_package():
    """The plainbounce package as tools/package has built it."""
    found = sorted(PACKAGES.glob("plainbounce_*.deb"))
    if len(found) != 1:
        raise FileNotFoundError(f"one plainbounce_*.deb is wanted in {PACKAGES}, there are {len(found)} "
                                "(tools/package builds it)")
    return found[0]


def dependencies():
    """The names of the packages that ours depends on."""
    fields = subprocess.run(["dpkg-deb", "-f", built_package(), "Depends"], check=True,
                            capture_output=True, text=True).stdout
    # Of alternatives the first one, as apt takes it.
    return sorted({part.split("|")[0].split("(")[0].strip() for part in fields.split(",")} - {""})


def _mirror():
    """Where this machine's apt has the suite from."""
    lines = subprocess.run(["apt-get", "indextargets", "Created-By: Packages", f"Codename: {SUITE}",
                            "Component: main", "--format", "$(REPO_URI)"],
                           check=True, capture_output=True, text=True).stdout.split()
    if not lines:
        raise LookupError(f"apt has no source of Debian {SUITE} main (sources.list(5)) to make a system from")
    return lines[0]


def _environment():
    """apt's way through a proxy, for debootstrap."""
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    for scheme in ("http", "https"):
        shown = subprocess.run(["apt-config", "shell", "proxy", f"Acquire::{scheme}::Proxy"],
                               capture_output=True, text=True, check=False).stdout
        proxy = shown.partition("'")[2].rpartition("'")[0]
        proxy = proxy or os.environ.get(f"{scheme}_proxy", "")
        if proxy and proxy != "DIRECT":
            env[f"{scheme}_proxy"] = proxy
    return env


def _run(command, log):
    """What it started ends with it when this program is told to end."""
    with open(log, "ab") as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                 env=_environment(), start_new_session=True)
        try:
            status = child.wait()
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            raise
    if status != 0:
        tail = pathlib.Path(log).read_bytes()[-4000:].decode("utf-8", "replace")
        raise RuntimeError(f"{command[0]} failed ({status}):\n{tail}")


def _key(installed, offered):
    text = "\n".join([SUITE, str(MAKING), *installed, "", *offered])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def base_archive():
    """The tar file of the root; made when there is none for what the lists say now. Takes minutes then."""
    installed, offered = packages("system-installed"), sorted({*packages("system-offered"), *dependencies()})
    archive = PLACE / f"base-{_key(installed, offered)}.tar"
    PLACE.mkdir(parents=True, exist_ok=True)
    with open(PLACE / "base.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not archive.exists():
            _make(archive, installed, offered)
    return archive


def _make(archive, installed, offered):
    root, log = PLACE / f"making-{os.getpid()}", PLACE / "base.log"
    log.write_bytes(b"")
    try:
        _run(["debootstrap", "--variant=minbase", f"--include={','.join(installed)}", SUITE, str(root),
              _mirror()], log)
        _offer(root, offered, log)
        _settle(root)
        part = archive.with_suffix(".part")
        _run(["tar", "-C", str(root), "-cf", str(part), "."], log)
        for old in PLACE.glob("base-*.tar"):
            old.unlink()
        part.rename(archive)
    finally:
        subprocess.run(["rm", "-rf", "--one-file-system", str(root)], check=True)


def _offer(root, names, log):
    """Puts the packages, and what they need, into the root's own repository."""
    chroot = ["chroot", str(root)]
    _run([*chroot, "apt-get", "-q", "update"], log)
    _run([*chroot, "apt-get", "-q", "-y", "--no-install-recommends", "--download-only", "install", *names], log)
    place = root / OFFERED
    place.mkdir(parents=True)
    for package in (root / "var/cache/apt/archives").glob("*.deb"):
        package.rename(place / package.name)
    with open(place / "Packages", "wb") as index:
        subprocess.run(["dpkg-scanpackages", "--multiversion", "."], cwd=place, stdout=index,
                       stderr=subprocess.DEVNULL, check=True)


def _settle(root):
    """Nothing of this machine's network stays in it; apt knows the root's own packages only."""
    for path in [*root.glob("etc/apt/sources.list*"), *root.glob("etc/apt/apt.conf.d/*proxy*")]:
        if path.is_file():
            path.unlink()
    (root / "etc/apt/sources.list").write_text(f"deb [trusted=yes] file:/{OFFERED} ./\n")
    for path in (root / "var/lib/apt/lists").rglob("*"):
        if path.is_file():
            path.unlink()
    _run(["chroot", str(root), "apt-get", "-q", "update"], PLACE / "base.log")
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    (root / "etc/resolv.conf").write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    (root / "etc/hostname").write_text("mx\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 mx.box.example mx\n")
    (root / "etc/mailname").write_text("box.example\n")
    # Timers of the system are no part of any test.
    for name in ("apt-daily.timer", "apt-daily-upgrade.timer", "e2scrub_all.timer", "fstrim.timer"):
        link = root / "etc/systemd/system" / name
        link.unlink(missing_ok=True)
        link.symlink_to("/dev/null")


def unpack(archive, root):
    root.mkdir(parents=True)
    with tarfile.open(archive):  # says it when the file is cut short
        pass
    subprocess.run(["tar", "-C", str(root), "-xpf", str(archive)], check=True)
