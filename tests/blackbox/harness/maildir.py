"""A mailbox as Postfix's delivery agent fills it."""

import pathlib

from .waiting import wait_until


class Maildir:
    """One Maildir; it need not exist before the first message."""

    def __init__(self, path):
        self._new = pathlib.Path(path, "new")

    def paths(self):
        """The messages' files, in order of their names."""
        return sorted(self._new.iterdir()) if self._new.is_dir() else []

    def messages(self):
        """All messages, with the CRLF line ends that SMTP would carry them with."""
        return [path.read_bytes().replace(b"\n", b"\r\n") for path in self.paths()]

    def count(self):
        return len(self.paths())

    def wait_for(self, count, timeout=60):
        wait_until(f"{count} messages in {self._new}", lambda: self.count() >= count, timeout)

    def empty(self):
        for path in self.paths():
            path.unlink()
