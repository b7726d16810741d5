"""A mailbox as Postfix's delivery agent fills it."""

import os

from .waiting import wait_until


class Maildir:
    """One Maildir; it need not exist before the first message."""

    def __init__(self, path):
        self._new = os.path.join(path, "new")

    def messages(self):
        """All messages with CRLF line ends, as SMTP would carry them, in order of their names."""
        try:
            names = sorted(os.listdir(self._new))
        except FileNotFoundError:
            return []
        found = []
        for name in names:
            with open(os.path.join(self._new, name), "rb") as file:
                found.append(file.read().replace(b"\n", b"\r\n"))
        return found

    def count(self):
        try:
            return len(os.listdir(self._new))
        except FileNotFoundError:
            return 0

    def wait_for(self, count, timeout=60):
        wait_until(f"{count} messages in {self._new} (there are {self.count()})",
                   lambda: self.count() >= count, timeout)
        return self.messages()
