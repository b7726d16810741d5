"""A private Postfix on loopback: its own configuration, queue, data, log and ports. The machine's
own Postfix is neither used nor touched."""

import os
import pwd
import re
import shutil
import smtplib
import subprocess

from . import postfix_files
from .maildir import Maildir
from .processes import Process
from .waiting import answers, free_port, wait_until

HOST = "mx.box.example"
DOMAIN = "box.example"
# Who has a mailbox here; everybody else is unknown.
USERS = ("alice", "bob", "carol", "postmaster", "list-bounces", "jörg")

HARMLESS = (
    "delay template", "bounce(5) manual",  # a delay shorter than its notice can say
    "file system clock", "resetting file time stamps",  # a busy machine's clock
    "postfix/postfix-script[",  # the rights of programs that are only unpacked
)

# name, type, private, unprivileged, chroot (None: as asked), wake-up, processes, command
SERVICES = (
    ("pickup", "unix", "n", "-", None, "60", "1", "pickup"),
    ("cleanup", "unix", "n", "-", None, "-", "0", "cleanup"),
    ("qmgr", "unix", "n", "-", "n", "300", "1", "qmgr"),
    ("rewrite", "unix", "-", "-", None, "-", "-", "trivial-rewrite"),
    ("bounce", "unix", "-", "-", None, "-", "0", "bounce"),
    ("defer", "unix", "-", "-", None, "-", "0", "bounce"),
    ("trace", "unix", "-", "-", None, "-", "0", "bounce"),
    ("verify", "unix", "-", "-", None, "-", "1", "verify"),
    ("flush", "unix", "n", "-", None, "1000?", "0", "flush"),
    ("proxymap", "unix", "-", "-", "n", "-", "-", "proxymap"),
    ("smtp", "unix", "-", "-", None, "-", "-", "smtp"),
    ("relay", "unix", "-", "-", None, "-", "-", "smtp"),
    ("showq", "unix", "n", "-", None, "-", "-", "showq"),
    ("error", "unix", "-", "-", None, "-", "-", "error"),
    ("retry", "unix", "-", "-", None, "-", "-", "error"),
    ("discard", "unix", "-", "-", None, "-", "-", "discard"),
    ("virtual", "unix", "-", "n", "n", "-", "-", "virtual"),
    ("anvil", "unix", "-", "-", None, "-", "1", "anvil"),
    ("scache", "unix", "-", "-", None, "-", "1", "scache"),
    ("postlog", "unix-dgram", "n", "-", "n", "-", "1", "postlogd"),
)

# The dedicated cleanup service, as docs/postfix.md gives it to admins.
DEDICATED_CLEANUP = """\
cleanup-dsn unix n - {chroot} - 0 cleanup
    -o non_smtpd_milters=$dsn_milters
    -o header_checks= -o mime_header_checks= -o nested_header_checks= -o body_checks=
    -o milter_header_checks=
    -o milter_macro_daemon_name=postfix-dsn
"""
DEDICATED_OPTIONS = (" -o cleanup_service_name=cleanup-dsn"
                     " -o internal_mail_filter_classes=bounce")
# The same for what smtpd and smtp write to the postmaster (notify_classes).
NOTICE_CLEANUP = """\
cleanup-notice unix n - {chroot} - 0 cleanup
    -o non_smtpd_milters=$dsn_milters
    -o milter_macro_daemon_name=postfix-dsn
"""
NOTICE_OPTIONS = (" -o cleanup_service_name=cleanup-notice"
                  " -o internal_mail_filter_classes=notify")


def own_entry(address):
    """A milter that fails open, as a list element of main.cf."""
    return (f"{{ {address}, connect_timeout=5s, command_timeout=10s, content_timeout=30s,"
            " default_action=accept }")


class Postfix:
    """`dsn_milters` get Postfix's own reports through the dedicated cleanup service,
    `smtpd_milters` what comes by SMTP; both in main.cf spelling. Mail to USERS at box.example lands
    in Maildirs, one for each, all other mail goes to `relayhost`. `settings` go
    into main.cf, `files` ({name: bytes}) beside it, `hosts` ({name: address}) are names that only
    this instance knows. `notices`: the filter gets session transcripts, too."""

    def __init__(self, directory, relayhost, dsn_milters=(), smtpd_milters=(), chroot=False,
                 settings=None, files=None, hosts=None, notices=False):
        self.directory = directory
        self.configuration = os.path.join(directory, "etc")
        self.queue = os.path.join(directory, "queue")
        self.log_file = os.path.join(directory, "mail.log")
        self.port = None
        self._boxes = os.path.join(directory, "boxes")
        self._dsn_milters = list(dsn_milters)
        self._smtpd_milters = list(smtpd_milters)
        self._chroot = chroot
        self._settings = dict(settings or {})
        self._relayhost = relayhost
        self._hosts = hosts or {}
        self._notices = notices
        # Lines as an admin adds them; a service named here replaces the one of that name.
        self.main_text = ""
        self.master_text = ""
        self._master = None
        self._lay_out()
        for name, content in (files or {}).items():
            with open(os.path.join(self.configuration, name), "wb") as file:
                file.write(content)

    # Life

    def start(self):
        for attempt in range(3):  # another program may have taken the port meanwhile
            self.port = free_port()
            self._write_configuration()
            self._run("postfix", "check")
            self._master = Process(
                self._master_command(), os.path.join(self.directory, "out"), group_leader=True,
                env=postfix_files.environment(self.configuration))
            try:
                wait_until("Postfix answers", lambda: not self._master.running or self.answers())
            except AssertionError:
                self.stop()
                raise
            if self._master.running:
                return self
            if "Address already in use" not in self.log() or attempt == 2:
                break
        raise AssertionError("Postfix did not start: " + self._master.output() + self.log())

    def stop(self):
        if self._master is not None:
            self._master.stop()

    @property
    def process_group(self):
        return self._master.pid

    def answers(self):
        return answers(("inet", "127.0.0.1", self.port))

    def rewrite(self, main_text, master_text):
        """Other lines of the admin, and a reload."""
        self.main_text, self.master_text = main_text, master_text
        self._write_configuration()
        self._run("postfix", "reload")

    # Mail

    def mailbox(self, address):
        return Maildir(os.path.join(self._boxes, address.lower()))

    def smtp(self):
        """A client's session with this Postfix."""
        return smtplib.SMTP("127.0.0.1", self.port, local_hostname="client.example", timeout=120)

    def flush(self):
        """Tries what is deferred again, now."""
        self._run("postqueue", "-f")

    def sendmail(self, *arguments, message):
        """Hands a message to the sendmail command, as local programs do."""
        self._run("sendmail", *arguments, data=message)

    def queued(self):
        """Queue files that wait for something, by queue."""
        return {name: files for name in ("maildrop", "incoming", "active", "deferred", "hold",
                                         "corrupt")
                if (files := self._files_in(name))}

    def in_work(self):
        """Whether anything is left that Postfix acts on without waiting for another attempt."""
        queued = self.queued()
        return any(name in queued for name in ("maildrop", "incoming", "active"))

    def wait_until_idle(self, timeout=120):
        wait_until("the queue is empty", lambda: not self.queued(), timeout)

    def log(self):
        try:
            with open(self.log_file, encoding="utf-8", errors="replace") as log:
                return log.read()
        except FileNotFoundError:
            return ""

    def warnings(self):
        """What Postfix complained about, without what comes of the way it is run here."""
        return [line for line in self.log().splitlines()
                if re.search(r": (warning|error|fatal|panic):", line)
                and not any(harmless in line for harmless in HARMLESS)]

    def socket_directory(self, owner=None):
        """A directory for a milter socket in the queue directory, as docs/postfix.md tells admins:
        the daemon's user, Postfix's group, 2750."""
        path = os.path.join(self.queue, "plainbounce")
        os.makedirs(path, exist_ok=True)
        os.chown(path, owner or 0, pwd.getpwnam(postfix_files.OWNER).pw_gid)
        os.chmod(path, 0o2750)
        return path

    # Within

    def _lay_out(self):
        for path in (self.configuration, self.queue, self._boxes):
            os.makedirs(path)
            os.chmod(path, 0o755)
        nobody = pwd.getpwnam("nobody")
        os.chown(self._boxes, nobody.pw_uid, nobody.pw_gid)
        data = os.path.join(self.directory, "data")
        os.mkdir(data, 0o700)
        os.chown(data, pwd.getpwnam(postfix_files.OWNER).pw_uid, -1)
        if self._chroot:  # what the resolver of a chrooted process looks for
            os.mkdir(os.path.join(self.queue, "etc"))
            for name in ("hosts", "services", "nsswitch.conf", "resolv.conf"):
                if os.path.exists("/etc/" + name):
                    shutil.copy("/etc/" + name, os.path.join(self.queue, "etc"))
        with open(os.path.join(self.directory, "hosts"), "w", encoding="ascii") as hosts:
            hosts.write("127.0.0.1 localhost\n")
            hosts.writelines(f"{address} {name}\n" for name, address in self._hosts.items())

    def _write_configuration(self):
        nobody = pwd.getpwnam("nobody")
        main = {
            "compatibility_level": "3.6",
            "queue_directory": self.queue,
            "data_directory": os.path.join(self.directory, "data"),
            **postfix_files.main_cf_entries(),
            "maillog_file": self.log_file,
            "maillog_file_prefixes": self.directory,
            "myhostname": HOST,
            "mydomain": DOMAIN,
            "myorigin": DOMAIN,
            "mydestination": "localhost",
            "mynetworks": "127.0.0.0/8",
            "inet_interfaces": "127.0.0.1",
            "inet_protocols": "ipv4",
            "smtp_host_lookup": "native",
            "relayhost": self._relayhost,
            "alias_maps": "",
            "alias_database": "",
            "virtual_mailbox_domains": DOMAIN,
            "virtual_mailbox_base": self._boxes,
            "virtual_mailbox_maps": "texthash:" + os.path.join(self.configuration, "boxes"),
            "virtual_uid_maps": f"static:{nobody.pw_uid}",
            "virtual_gid_maps": f"static:{nobody.pw_gid}",
            "virtual_mailbox_limit": "0",
            "smtpd_relay_restrictions": "permit_mynetworks, reject_unauth_destination",
            "smtpd_peername_lookup": "no",
            "smtpd_tls_security_level": "none",
            "smtp_tls_security_level": "none",
            "disable_mime_output_conversion": "yes",
            "milter_protocol": "6",
            "in_flow_delay": "0",
            "smtpd_client_connection_rate_limit": "0",
            "smtpd_client_connection_count_limit": "0",
            "smtpd_error_sleep_time": "0",
        }
        if self._dsn_milters:
            main["dsn_milters"] = " ".join(self._dsn_milters)
        if self._smtpd_milters:
            main["smtpd_milters"] = " ".join(self._smtpd_milters)
        main.update(self._settings)
        with open(os.path.join(self.configuration, "main.cf"), "w", encoding="utf-8") as file:
            file.writelines(f"{name} = {value}\n" for name, value in main.items())
            file.write(self.main_text)
        with open(os.path.join(self.configuration, "boxes"), "w", encoding="utf-8") as file:
            file.writelines(f"{user}@{DOMAIN} {user}@{DOMAIN}/\n" for user in USERS)
        with open(os.path.join(self.configuration, "master.cf"), "w", encoding="ascii") as file:
            file.write("\n".join(self._services()) + "\n")

    def _services(self):
        chroot = "y" if self._chroot else "n"
        notices = NOTICE_OPTIONS if self._notices else ""
        yield f"127.0.0.1:{self.port} inet n - {chroot} - - smtpd{notices}"
        yield self.master_text
        replaced = re.findall(r"^(\S+)", self.master_text, re.MULTILINE)
        for service in SERVICES:
            if service[0] in replaced:
                continue
            line = " ".join(chroot if column is None else column for column in service)
            if self._dsn_milters and service[0] in ("bounce", "defer", "trace"):
                line += DEDICATED_OPTIONS
            if service[0] in ("smtp", "relay"):
                line += notices
            yield line
        if self._notices:
            yield NOTICE_CLEANUP.format(chroot=chroot)
        if self._dsn_milters:
            yield DEDICATED_CLEANUP.format(chroot=chroot)

    def _master_command(self):
        command = [os.path.join(postfix_files.DAEMONS, "master"), "-c", self.configuration, "-d"]
        if not self._hosts:
            return command
        # A mount namespace of its own: only these processes see the names.
        return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c",
                'mount --bind "$1" /etc/hosts && shift && exec "$@"', "sh",
                os.path.join(self.directory, "hosts")] + command

    def _run(self, program, *arguments, data=b""):
        result = subprocess.run(
            [os.path.join(postfix_files.COMMANDS, program), *arguments], input=data,
            env=postfix_files.environment(self.configuration), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=120, check=False)
        if result.returncode:
            raise AssertionError(f"{program}: {result.stdout.decode('utf-8', 'replace')}")

    def _files_in(self, name):
        found = []
        for _, _, files in os.walk(os.path.join(self.queue, name)):
            found += files
        return found
