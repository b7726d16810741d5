"""A whole site for one test class: private Postfix, daemon, a recorder between them, a remote
server, a directory that holds it all and goes with it."""

import contextlib
import os
import re
import shutil
import tempfile

from . import milter_protocol as wire
from .daemon import Daemon
from .explained import check_explained, check_untouched
from .postfix import Postfix, own_entry
from .recorder import Recorder
from .remote import EXTENSIONS, RemoteServer
from .waiting import free_port, wait_until


class Site:
    """`ours` says which milter lists name the daemon: "dsn", "smtpd" or both. `behind` are further
    milters of these lists, in main.cf spelling. `socket`: "unix" or "inet", between Postfix and
    what it talks to. `sections` may name Postfix's "$queue_directory". `recorded` False: no recorder, Postfix talks to the daemon. `milter` runs in
    the daemon's place (an object with spec and close). `owner` is the uid that the daemon runs as;
    then its group is Postfix's. The rest goes to Daemon, Postfix and RemoteServer."""

    def __init__(self, sections=None, settings=None, ours=("dsn",), behind=(), socket="unix",
                 recorded=True, milter=None, owner=None, chroot=False, extensions=EXTENSIONS,
                 files=None, hosts=None, remote_host="127.0.0.1", notices=False):
        self._exits = contextlib.ExitStack()
        try:
            self._build(sections, settings, ours, behind, socket, recorded, milter, owner, chroot,
                        extensions, files, hosts, remote_host, notices)
        except BaseException:
            self.close()
            raise

    def _build(self, sections, settings, ours, behind, socket, recorded, milter, owner, chroot,
               extensions, files, hosts, remote_host, notices):
        base = tempfile.gettempdir()
        # A unix socket's path has 107 bytes, and other users must reach what is theirs.
        self.directory = tempfile.mkdtemp(prefix="pb-", dir=base if len(base) < 40 else "/tmp")
        self._exits.callback(shutil.rmtree, self.directory, ignore_errors=True)
        os.chmod(self.directory, 0o755)
        self.remote = RemoteServer(extensions)
        self._exits.callback(self.remote.close)

        port = free_port() if socket == "inet" else None
        address = f"inet:127.0.0.1:{port}" if port else "unix:plainbounce/plainbounce.sock"
        entry = own_entry(address)
        self.postfix = Postfix(
            os.path.join(self.directory, "mta"), f"[{remote_host}]:{self.remote.port}",
            settings=settings, files=files, hosts=hosts, notices=notices,
            dsn_milters=[entry, *behind] if "dsn" in ours else [],
            smtpd_milters=[entry, *behind] if "smtpd" in ours else [], chroot=chroot)
        socket_directory = self.postfix.socket_directory(owner)
        if port:
            public = ("inet", "127.0.0.1", port)
        else:
            public = ("unix", os.path.join(socket_directory, "plainbounce.sock"))

        self.daemon = None
        if milter is None:
            group = os.stat(socket_directory).st_gid if owner else None
            sections = {name: {key: str(value).replace("$queue_directory", self.postfix.queue)
                               for key, value in keys.items()}
                        for name, keys in (sections or {}).items()}
            self.daemon = Daemon(os.path.join(self.directory, "daemon"), sections, user=owner,
                                 group=group, spec=None if recorded else public)
            self._exits.callback(self.daemon.stop)
            self.daemon.start()
        self.recorder = None
        if recorded:
            upstream = (milter or self.daemon).spec
            self.recorder = Recorder(public, upstream)
            self._exits.callback(self.recorder.close)
            if public[0] == "unix":  # by the directory's setgid bit it has Postfix's group
                os.chmod(public[1], 0o770)
        self._exits.callback(self.postfix.stop)
        self.postfix.start()

    def close(self):
        self._exits.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, sender, recipients, message, mail_options=(), rcpt_options=()):
        """By SMTP, as a mail program or another server would."""
        with self.postfix.smtp() as client:
            client.sendmail(sender, recipients, message, mail_options, rcpt_options)

    def report_for(self, address, count=1, timeout=60):
        """Waits for `count` messages in this box and until nothing is queued; returns them. More
        than `count` is a failure: a report is delivered once."""
        box = self.postfix.mailbox(address)
        box.wait_for(count, timeout)
        self.postfix.wait_until_idle()
        delivered = box.messages()
        assert len(delivered) == count, f"{len(delivered)} messages for {address}, not {count}"
        return delivered

    def given_for(self, delivered):
        """The recorded message that a delivered one was: by the queue id in Postfix's Received
        field."""
        top = delivered.partition(b"\r\n\r\n")[0]
        ids = set(re.findall(rb"\sid ([0-9A-Za-z]+)[;\s]", top))
        wanted = [message for message in self.recorder.messages()
                  if message.macros.get(b"i") in ids]
        assert len(wanted) == 1, f"{len(wanted)} recorded messages with one of the ids {ids}"
        return wanted[0]

    def check_explained(self, delivered, body="add"):
        return check_explained(self.given_for(delivered), delivered, body)

    def check_untouched(self, delivered):
        check_untouched(self.given_for(delivered), delivered)

    def check_harmless(self):
        """The daemon sent nothing that could stop, delay or readdress a message, and Postfix had
        nothing to complain about."""
        for session in self.recorder.sessions if self.recorder else ():
            for from_mta, command, _ in session.packets:
                assert from_mta or command in wire.HARMLESS, f"the daemon answered {command!r}"
        corrupt = self.postfix.queued().get("corrupt")
        assert not corrupt, f"corrupt queue files: {corrupt}"
        assert not self.postfix.warnings(), "\n".join(self.postfix.warnings())

    def wait_for_attempt(self, recipient, attempts=1):
        wait_until(f"{attempts} delivery attempts for {recipient}",
                   lambda: self.remote.attempts[recipient] >= attempts)
