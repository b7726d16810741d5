"""A private Sendmail on loopback, unpacked and never installed: its own configuration, queue, log
and ports. Nothing of the machine's own mail server is used or touched."""

import os
import pwd
import smtplib
import subprocess

from . import sendmail_files
from .maildir import Maildir
from .processes import Process
from .waiting import answers, wait_until

DOMAIN = "box.example"
# System accounts that play the mailboxes here. The second answers like a full one, the third with
# a passing error.
USER, FULL_USER, BUSY_USER = "nobody", "mail", "games"
SUBMITTER = "uucp"  # the account of the submission program, which must not be root

# Exit statuses of a queue run in which a message could not be delivered (sysexits.h).
DELIVERY_FAILED = (os.EX_NOUSER, os.EX_UNAVAILABLE, os.EX_TEMPFAIL)

BASE = """\
divert(-1)
define(`_USE_ETC_MAIL_')
divert(0)dnl
VERSIONID(`plainbounce tests')
OSTYPE(`linux')dnl
define(`ALIAS_FILE', `{directory}/aliases')dnl
define(`HELP_FILE', `{directory}/helpfile')dnl
define(`STATUS_FILE', `{directory}/statistics')dnl
define(`QUEUE_DIR', `{directory}/queue')dnl
define(`confPID_FILE', `{directory}/pid')dnl
define(`confSERVICE_SWITCH_FILE', `{directory}/service.switch')dnl
define(`confHOSTS_FILE', `{directory}/hosts')dnl
define(`confDOMAIN_NAME', `{host}')dnl
define(`confTRUSTED_USER', `root')dnl
define(`confDEF_USER_ID', `0:0')dnl
define(`confDONT_BLAME_SENDMAIL', `TrustStickyBit,MapInUnsafeDirPath,RunProgramInUnsafeDirPath')dnl
define(`confLOG_LEVEL', `14')dnl
define(`confMILTER_LOG_LEVEL', `12')dnl
define(`confQUEUE_LA', `1000')dnl
define(`confREFUSE_LA', `1000')dnl
define(`confTO_IDENT', `0')dnl
define(`confTO_CONNECT', `5s')dnl
define(`confTO_ICONNECT', `5s')dnl
define(`confPRIVACY_FLAGS', `authwarnings')dnl
define(`confFORWARD_PATH', `')dnl
define(`LOCAL_MAILER_PATH', `{directory}/deliver')dnl
define(`LOCAL_MAILER_ARGS', `deliver $u')dnl
define(`LOCAL_SHELL_PATH', `/bin/sh')dnl
MODIFY_MAILER_FLAGS(`LOCAL', `+S')dnl
"""

# Of a Sendmail that takes mail in; submit.cf has neither.
LISTENING = """\
LOCAL_DOMAIN(`box.example')dnl
FEATURE(`no_default_msa')dnl
FEATURE(`accept_unresolvable_domains')dnl
FEATURE(`access_db', `hash -T<TMPF> -o {directory}/access')dnl
FEATURE(`blocklist_recipients')dnl
FEATURE(`mailertable', `hash -o {directory}/mailertable')dnl
"""

MAILERS = "MAILER(`local')dnl\nMAILER(`smtp')dnl\n"

DELIVER = """\
#!/bin/sh
[ "$1" != -f ] || shift 2
case $1 in
  {full})
    cat >/dev/null
    echo 'procmail: Quota exceeded while writing "/var/mail/{full}"'
    exit 73
    ;;
  {busy})
    cat >/dev/null
    exit 75
    ;;
esac
mkdir -p {directory}/boxes/$1/new && file=$(mktemp {directory}/boxes/$1/part.XXXXXX) &&
  cat >"$file" && mv "$file" {directory}/boxes/$1/new/
"""

ACCESS = """\
Connect:127.0.0.1\tRELAY
To:rejected@far.example\tREJECT
From:spam@rejected.example\tREJECT
"""


class Sendmail:
    """`lines` are m4 lines before the MAILER() lines, {directory} in them is the given one; with
    `submission` it becomes a submit.cf and does not listen. `routes` ({domain: mailer:host}) say
    where mail goes, `hosts` ({name: address}) are names that only this instance knows."""

    def __init__(self, directory, lines, routes=None, host="mx.box.example", submission=False,
                 hosts=None):
        self.directory = directory
        self.host = host
        self.log_file = os.path.join(directory, "mail.log")
        self._configuration = os.path.join(directory, "sendmail.cf")
        self._daemon = None
        self._submission = submission
        self._hosts = hosts or {}
        self._lay_out()
        self._write_configuration(lines)
        if not submission:
            self._write_map("mailertable", "".join(f"{domain}\t{route}\n"
                                                   for domain, route in (routes or {}).items()))
            self._write_map("access", ACCESS)
            self.run("-bi")

    # Life

    def start(self, port):
        """Listens as the lines say, `port` among others."""
        self._daemon = Process(
            self._with_hosts(self._command("-bD")), os.path.join(self.directory, "out"),
            cwd=self.directory, env=sendmail_files.environment(self.host, self.log_file))
        wait_until("Sendmail answers", lambda: not self._daemon.running
                   or answers(("inet", "127.0.0.1", port)))
        if not self._daemon.running:
            raise AssertionError("Sendmail did not start: " + self._daemon.output() + self.log())
        return self

    def stop(self):
        """The daemon, and each process of ours that it left behind, by its id."""
        if self._daemon is not None:
            self._daemon.stop()
        for pid in self._left_behind():
            try:
                os.kill(pid, 15)
            except ProcessLookupError:
                pass
        wait_until("its children ended", lambda: not self._left_behind(), 30)

    @property
    def pid(self):
        return self._daemon.pid

    # Mail

    def mailbox(self, user):
        return Maildir(os.path.join(self.directory, "boxes", user))

    def smtp(self, port):
        return smtplib.SMTP("127.0.0.1", port, local_hostname="client.example", timeout=120)

    def run_queue(self):
        """Tries all that is queued, now, and waits for the end of it."""
        self.run("-qf", statuses=(0, *DELIVERY_FAILED))

    def queued(self):
        """Control files of the queue, those that are just being delivered included."""
        return self._control_files("qf", "tf", "hf")

    def given_up(self):
        """Control files of what Sendmail could bring to nobody, not even to the postmaster."""
        return self._control_files("Qf")

    def settled(self):
        """How many messages wait in the queue; None while somebody is at work."""
        return None if self._workers() else len(self.queued())

    def discard_queue(self):
        """Takes out what waits, without a word to anybody."""
        queue = os.path.join(self.directory, "queue")
        wait_until("nobody is at work", lambda: not self._workers())
        for name in os.listdir(queue):
            os.unlink(os.path.join(queue, name))

    def idle(self):
        """Nothing queued, and nobody at work who could still queue something."""
        return not self.queued() and not self._workers()

    def log(self):
        with open(self.log_file, encoding="utf-8", errors="replace") as log:
            return log.read()

    def run(self, *arguments, data=b"", statuses=(0,)):
        """The program with this configuration, as a command; its output."""
        result = subprocess.run(
            self._command(*arguments), input=data, cwd=self.directory,
            env=sendmail_files.environment(self.host, self.log_file), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=120, check=False)
        text = result.stdout.decode("utf-8", "replace")
        if result.returncode not in statuses:
            raise AssertionError(f"sendmail {arguments}: {result.returncode}: {text}")
        return text

    # Within

    def _control_files(self, *kinds):
        return sorted(name for name in os.listdir(os.path.join(self.directory, "queue"))
                      if name[:2] in kinds)

    def _command(self, *arguments):
        mode = ["-Ac"] if self._submission else []
        return [str(sendmail_files.PROGRAM), *mode, "-C", self._configuration, *arguments]

    def _with_hosts(self, command):
        """In a mount namespace of its own, so that only these processes see the names."""
        if not self._hosts:
            return command
        return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c",
                'mount --bind "$1" /etc/hosts && shift && exec "$@"', "sh",
                os.path.join(self.directory, "hosts")] + command

    def _lay_out(self):
        for name in ("", "queue", "boxes"):
            os.makedirs(os.path.join(self.directory, name), mode=0o755)
        queue = os.path.join(self.directory, "queue")
        os.chmod(queue, 0o700)
        if self._submission:
            submitter = pwd.getpwnam(SUBMITTER)
            os.chown(queue, submitter.pw_uid, submitter.pw_gid)
        hosts = "127.0.0.1 localhost\n" + "".join(
            f"{address} {name}\n" for name, address in self._hosts.items())
        for name, text in (("aliases", "postmaster: root\n"), ("helpfile", ""), ("statistics", ""),
                           ("hosts", hosts),
                           ("service.switch", "hosts\tfiles\naliases\tfiles\n"),
                           ("deliver", DELIVER.format(directory=self.directory, full=FULL_USER,
                                                      busy=BUSY_USER))):
            with open(os.path.join(self.directory, name), "w", encoding="ascii") as file:
                file.write(text)
        os.chmod(os.path.join(self.directory, "deliver"), 0o755)
        os.close(os.open(self.log_file, os.O_CREAT))
        os.chmod(self.log_file, 0o666)

    def _write_configuration(self, lines):
        mc = BASE + (lines if self._submission else LISTENING + lines + MAILERS)
        mc = mc.replace("{directory}", self.directory).replace("{host}", self.host)
        with open(self._configuration, "w", encoding="ascii") as file:
            file.write(sendmail_files.configuration(mc))

    def _write_map(self, name, text):
        result = subprocess.run(
            [sendmail_files.MAKEMAP, "-C", self._configuration, "hash",
             os.path.join(self.directory, name)], input=text.encode(), timeout=60, check=False,
            env=sendmail_files.environment(self.host, self.log_file), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        if result.returncode:
            raise AssertionError(f"makemap: {result.stdout.decode('utf-8', 'replace')}")

    def _processes(self):
        """Ids of the processes that run the unpacked program in this directory. (Sendmail writes
        over its arguments and environment.)"""
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                if (os.readlink(f"/proc/{name}/exe") == str(sendmail_files.PROGRAM.resolve())
                        and os.readlink(f"/proc/{name}/cwd").startswith(self.directory + "/")):
                    yield int(name)
            except OSError:
                continue  # it has ended, or is a kernel's

    def _left_behind(self):
        return list(self._processes())

    def _workers(self):
        daemon = self._daemon.pid if self._daemon is not None else None
        return [pid for pid in self._processes() if pid != daemon]
