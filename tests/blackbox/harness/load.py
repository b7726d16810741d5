"""A steady stream of bounces, and the account of what became of each."""

import itertools
import re
import threading
import time

from .explained import OURS, Explained, boundary_of, check_explained, check_untouched, name_of
from .mails import letter

AT_ONCE = 20  # bounces that are under way


class BounceLoad:
    """From start() on it sends letters from `sender`, each to another unknown address at
    far.example, until stop(). The bounces gather in the sender's Maildir."""

    def __init__(self, site, sender="alice@box.example"):
        self._site = site
        self._sender = sender
        self._box = site.postfix.mailbox(sender)
        self._seen = {}
        self._stopping = threading.Event()
        self._sent = []
        self._error = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self._thread.start()

    def stop(self):
        self._stopping.set()
        self._thread.join(60)
        if self._error is not None:
            raise self._error
        self._site.postfix.wait_until_idle()

    @property
    def sent(self):
        return list(self._sent)

    def delivered(self):
        """All bounces so far."""
        for path in self._box.paths():
            if path.name not in self._seen:
                self._seen[path.name] = path.read_bytes().replace(b"\n", b"\r\n")
        return list(self._seen.values())

    def headers(self):
        return [message.partition(b"\r\n\r\n")[0] for message in self.delivered()]

    def _run(self):
        try:
            with self._site.postfix.smtp() as client:
                for number in itertools.count():
                    while (len(self._sent) - self._box.count() > AT_ONCE
                           and not self._stopping.is_set()):
                        time.sleep(0.002)
                    if self._stopping.is_set():
                        return
                    recipient = f"nouser{number}@far.example"
                    self._site.remote.refuse(recipient, b"550 5.1.1 User unknown")
                    client.sendmail(self._sender, [recipient], letter(self._sender, recipient))
                    self._sent.append(recipient)
        except Exception as error:  # pylint: disable=broad-except
            self._error = error


def recipient_of(message):
    return re.search(rb"Final-Recipient: rfc822; (\S+)", message)[1].decode()


def account(site, load, interruptions=()):
    """Asserts that each letter has its bounce once, whole, and explained unless its milter session
    touched an interruption (begin, end in monotonic seconds). Returns (explained, passed)."""
    delivered = load.delivered()
    assert sorted(map(recipient_of, delivered)) == sorted(load.sent), \
        f"{len(load.sent)} letters, {len(delivered)} bounces"
    sessions = {}
    for session in site.recorder.sessions:
        for message in session.messages():
            sessions[message.macros.get(b"i")] = (session, message)
    explained = passed = 0
    for message in delivered:
        queue_id = re.search(rb"\sid ([0-9A-Za-z]+);", message)[1]
        has_ours = any(name_of(field) in OURS for field in Explained(message).fields)
        if queue_id not in sessions:  # nobody listened
            assert not has_ours and interruptions, f"{queue_id}: not seen by the daemon"
            passed += 1
            continue
        session, given = sessions[queue_id]
        if has_ours:
            check_explained(given, message)
            explained += 1
            continue
        if given.whole:
            check_untouched(given, message)
        else:  # cut off while the message was given: the delivered one must be whole by itself
            result = Explained(message)
            assert result.body.startswith(given.body), f"{queue_id}: the body changed"
            assert result.body.endswith(b"--" + boundary_of(result.fields) + b"--\r\n"), queue_id
        end = session.closed or time.monotonic()
        assert any(session.opened <= up and down <= end for down, up in interruptions), \
            f"{queue_id}: not explained, though the daemon was there all the time"
        passed += 1
    return explained, passed
