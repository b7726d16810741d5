"""A private opendkim with a key of its own, and the check of what it signed."""

import base64
import os
import re
import subprocess

import dkim

from .processes import Process
from .waiting import answers, wait_until

DOMAIN = "box.example"
SELECTOR = "test"


class Signer:
    """Makes a key in `directory`; start() runs opendkim on a unix socket at `socket_path`."""

    def __init__(self, directory, socket_path=None):
        os.makedirs(directory, exist_ok=True)
        self._directory = directory
        self._socket = socket_path
        self._process = None
        subprocess.run(["/usr/sbin/opendkim-genkey", "-D", directory, "-d", DOMAIN, "-s", SELECTOR,
                        "-b", "2048"], check=True, capture_output=True, timeout=60)
        with open(os.path.join(directory, SELECTOR + ".private"), "rb") as file:
            self.private_key = file.read()
        with open(os.path.join(directory, SELECTOR + ".txt"), encoding="ascii") as file:
            self._record = "".join(re.findall(r'"([^"]*)"', file.read())).encode()
        base64.b64decode(self._record.partition(b"p=")[2], validate=True)

    def start(self):
        configuration = os.path.join(self._directory, "opendkim.conf")
        with open(configuration, "w", encoding="ascii") as file:
            file.write(f"""\
Syslog no
Mode s
Domain {DOMAIN}
Selector {SELECTOR}
KeyFile {self._directory}/{SELECTOR}.private
Canonicalization simple/simple
OversignHeaders From
InternalHosts 127.0.0.1
Socket local:{self._socket}
UMask 000
RequireSafeKeys no
""")
        self._process = Process(["/usr/sbin/opendkim", "-f", "-x", configuration],
                                os.path.join(self._directory, "log"))
        wait_until("opendkim listens",
                   lambda: not self._process.running or answers(("unix", self._socket)))
        if not self._process.running:
            raise AssertionError("opendkim ended: " + self._process.output())

    def stop(self):
        if self._process is not None:
            self._process.stop()

    def sign(self, message, fields=(b"From", b"To", b"Subject", b"Date", b"Message-ID")):
        """The message with a DKIM signature of box.example on top, without opendkim."""
        signature = dkim.sign(message, SELECTOR.encode(), DOMAIN.encode(), self.private_key,
                              include_headers=list(fields))
        return signature + message

    def verifies(self, message):
        """Whether the message's signature holds, with our key as DNS would give it."""
        name = f"{SELECTOR}._domainkey.{DOMAIN}."

        def text_record(asked, timeout=5):
            return self._record if asked.decode() == name else None

        return dkim.verify(message, dnsfunc=text_record)
