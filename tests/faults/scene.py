"""A private Postfix that bounces everything, its witness, and the milter that is tried."""

import contextlib
import os
import re
import shutil
import tempfile

from harness.daemon import Daemon, binary
from harness.postfix import Postfix, own_entry
from harness.waiting import free_port

from witness import Witness

# Bounces of 60 KB carry their letter; each queue id is used once; nothing is tried twice.
SETTINGS = {
    "relayhost": "",
    "default_transport": "error:5.1.1 User unknown",
    "smtpd_reject_unlisted_recipient": "no",  # or it is refused when it comes in
    "bounce_size_limit": "200000",
    "enable_long_queue_ids": "yes",
}
class PlainMilter(Daemon):
    """plain_milter in the daemon's place."""

    def command(self):
        kind, *rest = self.spec
        return [binary("plain_milter"),
                f"unix:{rest[0]}" if kind == "unix" else f"inet:{rest[1]}@{rest[0]}"]


class Scene:
    """`kind` is Daemon or PlainMilter, `socket` "unix" or "inet"."""

    def __init__(self, kind, socket):
        self.socket = socket
        self._exits = contextlib.ExitStack()
        try:
            self._build(kind, socket)
        except BaseException:
            self.close()
            raise

    def _build(self, kind, socket):
        base = tempfile.gettempdir()
        self.directory = tempfile.mkdtemp(prefix="pb-", dir=base if len(base) < 40 else "/tmp")
        self._exits.callback(shutil.rmtree, self.directory, ignore_errors=True)
        os.chmod(self.directory, 0o755)
        port = free_port() if socket == "inet" else None
        self._address = (f"inet:127.0.0.1:{port}" if port
                         else "unix:plainbounce/plainbounce.sock")
        self.postfix = Postfix(
            os.path.join(self.directory, "mta"), "", settings=SETTINGS,
            dsn_milters=[own_entry("unix:plainbounce/witness.sock"), own_entry(self._address)])
        sockets = self.postfix.socket_directory()
        self.witness = Witness(os.path.join(sockets, "witness.sock"))
        self._exits.callback(self.witness.close)
        self.milter = kind(
            os.path.join(self.directory, "milter"),
            spec=("inet", "127.0.0.1", port) if port
            else ("unix", os.path.join(sockets, "plainbounce.sock")))
        self._exits.callback(self._end_milter)
        self.milter.start()
        self._exits.callback(self.postfix.stop)
        self.postfix.start()

    def close(self):
        self._exits.close()

    def milter_failures(self):
        """How often Postfix has said so far that the milter did not answer, once for a message."""
        address = re.escape(self._address)
        return len(re.findall(
            f"warning: (?:connect to Milter service {address}: "
            f"|milter {address}: (?:can't read|error writing))", self.postfix.log()))

    def _end_milter(self):
        """A sanitizer's findings show in the exit status."""
        status = self.milter.stop()
        assert status in (0, None), f"the milter ended with {status}:\n{self.milter.log()[-4000:]}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
