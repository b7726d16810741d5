"""Bounces without a break, and the account of what became of each."""

import itertools
import re
import threading
import time

from harness.waiting import wait_until

from .mail_host import is_explained, is_untouched

AT_ONCE = 10  # letters whose bounce is not back yet


class BounceStream:
    """From start() to stop() it sends one letter after the other to addresses that are refused."""

    def __init__(self, host, name):
        self._host = host
        self._name = name
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._error = None
        self.sent = []

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, kind, _value, _trace):
        self._stopping.set()
        self._thread.join(120)
        if self._error is not None and kind is None:
            raise self._error

    def bounces(self):
        """Those that came back, by recipient."""
        found = {}
        for bounce in self._host.bounces():
            recipients = re.findall(rb"Final-Recipient: rfc822; (\S+)", bounce)
            assert len(recipients) == 1, f"a bounce for {recipients}"
            name = recipients[0].decode()
            if name.startswith(self._name + "-"):
                found.setdefault(name, []).append(bounce)
        return found

    def wait_for(self, wanted, timeout=60):
        """Until wanted(bounce) holds of one that was sent from now on."""
        begin = len(self.sent)
        return wait_until("such a bounce", lambda: self._find(begin, wanted), timeout)

    def _find(self, begin, wanted):
        later = set(self.sent[begin:])
        return any(wanted(bounce) for name, all_of_it in self.bounces().items() if name in later
                   for bounce in all_of_it)

    def account(self):
        """After the stream: each letter has one bounce, whole, explained or as Postfix wrote it. How many of each."""
        wait_until("every letter has its bounce", lambda: len(self.bounces()) == len(self.sent), timeout=120)
        wait_until("Postfix's queue is empty", self._host.queue_is_empty)
        explained = untouched = 0
        for name, all_of_it in self.bounces().items():
            assert len(all_of_it) == 1, f"{len(all_of_it)} bounces for {name}"
            self._check_whole(name, all_of_it[0])
            if is_explained(all_of_it[0]):
                explained += 1
            else:
                assert is_untouched(all_of_it[0]), f"half explained: {all_of_it[0].decode('utf-8', 'replace')}"
                untouched += 1
        assert explained + untouched == len(self.sent)
        return explained, untouched

    @staticmethod
    def _check_whole(name, bounce):
        boundary = re.search(rb'boundary="([^"]+)"', bounce).group(1)
        assert bounce.rstrip().endswith(b"--" + boundary + b"--"), f"the bounce for {name} is cut short"
        assert b"are you coming?" in bounce, f"the letter to {name} did not come back"

    def _run(self):
        try:
            with self._host.smtp() as client:
                for number in itertools.count():
                    while len(self.sent) - len(self.bounces()) > AT_ONCE and not self._stopping.is_set():
                        time.sleep(0.01)
                    if self._stopping.is_set():
                        return
                    recipient = f"{self._name}-{number}@far.example"
                    self._host.send_refused(client, recipient)
                    self.sent.append(recipient)
        except Exception as error:  # pylint: disable=broad-except
            self._error = error
