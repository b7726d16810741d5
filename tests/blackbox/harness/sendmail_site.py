"""A site whose mail server is Sendmail: one that is attached as packaging/sendmail/plainbounce.mc
says, the daemon, a recorder between them, a remote server, and what else hands mail to it."""

import contextlib
import os
import re
import shutil
import tempfile
import unittest

from . import milter_protocol as wire
from . import sendmail_files
from .daemon import Daemon
from .explained import check_explained, check_untouched
from .mails import letter
from .recorder import Recorder
from .remote import EXTENSIONS, RemoteServer
from .sendmail import Sendmail
from .waiting import free_port, wait_until

REMOTE_EXTENSIONS = tuple(item for item in EXTENSIONS if item != b"SMTPUTF8")
NOBODY_LISTENS = "127.0.0.2"
PORT_NAME = "sendmail-dsn"
ORDINARY_PORTS = "define(`PLAINBOUNCE_ORDINARY_PORTS')dnl\n"


def listening(port):
    return f"DAEMON_OPTIONS(`Name=MTA, Family=inet, Addr=127.0.0.1, Port={port}')dnl\n"


def attached(socket_path, second_port, out_port, flags="F=T, "):
    """The lines of packaging/sendmail/plainbounce.mc, for a milter at this unix socket; all mail
    leaves to `out_port`. `flags` stand in place of F=T."""
    definitions = "".join(
        f"define(`PLAINBOUNCE_{name}', `{value}')dnl\n" for name, value in (
            ("SOCKET", "local:" + socket_path), ("PORT", second_port), ("SMTP_PORT", out_port),
            ("RELAY_PORT", out_port)))
    with open(sendmail_files.PLAINBOUNCE_MC, encoding="ascii") as file:
        return definitions + file.read().replace("F=T, ", flags)


class SendmailSite:
    """`mc` are m4 lines beside those of plainbounce.mc. `recorded` False: no recorder, Sendmail
    talks to the daemon. `flags` stand in place of F=T of the second port's filter. `mailer`
    delivers what is not for this domain. `milter` runs in the daemon's place, `recorder` is the
    kind of proxy. Readers at home.example count as local, but their mail leaves by SMTP."""

    def __init__(self, mc="", recorded=True, flags="F=T, ", mailer="esmtp", milter=None,
                 extensions=REMOTE_EXTENSIONS, sections=None, recorder=Recorder, hosts=None):
        self._exits = contextlib.ExitStack()
        try:
            self._build(mc, recorded, flags, mailer, milter, extensions, sections or {}, recorder,
                        hosts)
        except BaseException:
            self.close()
            raise

    def _build(self, mc, recorded, flags, mailer, milter, extensions, sections, recorder, hosts):
        base = tempfile.gettempdir()
        self.directory = tempfile.mkdtemp(prefix="pb-", dir=base if len(base) < 40 else "/tmp")
        self._exits.callback(shutil.rmtree, self.directory, ignore_errors=True)
        os.chmod(self.directory, 0o755)
        self.remote = RemoteServer(extensions)
        self._exits.callback(self.remote.close)
        public = ("unix", os.path.join(self.directory, "filter.sock"))
        self.daemon = None
        if milter is None:
            sections = {"milter": {"own_service": PORT_NAME},
                        "site": {"local_domains": "box.example, home.example",
                                 "our_hosts": "mx.box.example, inner.box.example"}, **sections}
            self.daemon = Daemon(os.path.join(self.directory, "daemon"), sections,
                                 spec=None if recorded else public)
            self._exits.callback(self.daemon.stop)
            self.daemon.start()
        self.recorder = None
        if recorded:
            self.recorder = recorder(public, (milter or self.daemon).spec)
            self._exits.callback(self.recorder.close)
        self.port, self.second_port = free_port(), free_port()
        self._instances = []
        self.sendmail = self.add(
            "mta", listening(self.port) + mc
            + attached(public[1], self.second_port, self.remote.port, flags), hosts=hosts,
            routes={"dead.example": f"{mailer}:[{NOBODY_LISTENS}]", ".": f"{mailer}:[127.0.0.1]"})
        self.sendmail.start(self.port)

    def add(self, name, lines, **options):
        """One more Sendmail of the site; not started."""
        sendmail = Sendmail(os.path.join(self.directory, name), lines, **options)
        self._exits.callback(sendmail.stop)
        self._instances.append(sendmail)
        return sendmail

    def close(self):
        self._exits.close()

    def send(self, sender, recipients, message=None, mail_options=(), rcpt_options=(), port=None):
        """By SMTP, as a mail program or another server would."""
        with self.sendmail.smtp(port or self.port) as client:
            client.sendmail(sender, recipients, message or letter(sender, recipients[0]),
                            mail_options, rcpt_options)

    def is_idle(self):
        return all(one.idle() for one in self._instances)

    def wait_until_idle(self):
        wait_until("all queues are empty and nobody is at work", self.is_idle)

    def reports_for(self, address, count=1, idle=True):
        """Waits until the remote server took `count` messages for this address and nothing is
        queued; returns them. More than `count` is a failure."""
        wait_until(f"{count} reports for {address}",
                   lambda: len(self.remote.accepted_for(address)) >= count)
        if idle:
            self.wait_until_idle()
        accepted = self.remote.accepted_for(address)
        assert len(accepted) == count, f"{len(accepted)} messages for {address}, not {count}"
        for message in accepted:
            assert message.sender == b"", f"sent by {message.sender!r}"
        return [message.data for message in accepted]

    def given_for(self, delivered):
        """The recorded message that a delivered one was, by the queue ids of its Received fields;
        one only: what is shown to the filter twice may be explained twice."""
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
        """The daemon sent nothing that could stop, delay or readdress a message."""
        for session in self.recorder.sessions if self.recorder else ():
            for from_mta, command, _ in session.packets:
                assert from_mta or command in wire.HARMLESS, f"the daemon answered {command!r}"


class SendmailCase(unittest.TestCase):
    """One site for the tests of a class; each test uses senders of its own. SITE holds the
    arguments of SendmailSite."""

    SITE = {}
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.site = SendmailSite(**cls.SITE)
        cls.addClassCleanup(cls._end)

    @classmethod
    def _end(cls):
        """The daemon ends as told and has nothing to confess (a sanitizer would, by its status)."""
        daemon = cls.site.daemon
        try:
            status = daemon.stop() if daemon else 0
            assert status == 0, f"plainbounced ended with {status}:\n{daemon.log()[-4000:]}"
        finally:
            cls.site.close()

    def tearDown(self):
        self.site.check_harmless()

    def bounce(self, sender, *recipients, **options):
        """Sends a letter that does not arrive; the Explained report of it."""
        self.site.send(sender, list(recipients), **options)
        return self.site.check_explained(self.site.reports_for(sender)[0])

    def _callTestMethod(self, method):
        try:
            method()
        except BaseException:
            daemon = self.site.daemon
            print(f"--- {self.id()} failed; mail log:\n{self.site.sendmail.log()[-8000:]}\n"
                  f"--- daemon:\n{daemon.log()[-4000:] if daemon else 'none'}", flush=True)
            raise
