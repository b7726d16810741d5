"""What `plainbounce log` says of a real Postfix's log and queue."""

import json
import os
import subprocess
import unittest

from harness import postfix_files
from harness.case import SiteCase
from harness.mails import letter
from harness.waiting import wait_until

PROGRAM = os.path.join(os.environ["PLAINBOUNCE_BIN"], "plainbounce")
UNKNOWN = b"550 5.1.1 User unknown"
FULL = b"452 4.2.2 Mailbox full"
GREYLISTED = b"450 4.7.1 Greylisted, try again"


def told_of(*files, data=b"", status=0):
    done = subprocess.run([PROGRAM, "log", "--json", "--refused", *files], input=data,
                          capture_output=True, timeout=60, check=False)
    assert done.returncode == status, done.stderr.decode()
    return json.loads(done.stdout)


def groups_of(told, state):
    """cause: (count, queue ids)"""
    return {group["cause"]: (group["count"], group["queue_ids"])
            for group in told["groups"] if group["state"] == state}


class MailLogTest(SiteCase):
    SITE = {"recorded": False,
            "settings": {"queue_run_delay": "1s", "minimal_backoff_time": "1s", "maximal_backoff_time": "1s",
                         "smtpd_relay_restrictions": "reject_unlisted_recipient, permit_mynetworks, reject"}}

    def queue_id(self, recipient):
        lines = [line for line in self.site.postfix.log().splitlines() if f"to=<{recipient}>" in line]
        return lines[0].split(": ")[1] if lines else None

    def sent(self, recipient):
        return f"to=<{recipient}>" in self.site.postfix.log() and any(
            f"to=<{recipient}>" in line and "status=sent" in line
            for line in self.site.postfix.log().splitlines())

    def test_failed_waiting_resolved_and_refused(self):
        remote = self.site.remote
        remote.refuse("nouser@far.example", UNKNOWN)
        remote.refuse("full@far.example", FULL)
        remote.refuse("late@far.example", GREYLISTED)
        for recipient in ("nouser@far.example", "full@far.example", "late@far.example", "welcome@far.example"):
            self.site.send("alice@box.example", [recipient], letter("alice@box.example", recipient))
        with self.site.postfix.smtp() as client:
            client.ehlo()
            client.mail("alice@box.example")
            self.assertEqual(client.rcpt("nobody-here@box.example")[0], 550)
        self.site.wait_for_attempt("late@far.example")
        remote.refuse("late@far.example", b"250 2.1.5 Ok")
        wait_until("the late one is sent", lambda: self.sent("late@far.example"))
        wait_until("the full one waits", lambda: self.queue_id("full@far.example"))
        wait_until("the unknown one's report is delivered", lambda: self.sent("alice@box.example"))

        told = told_of(self.site.postfix.log_file)
        self.assertEqual(groups_of(told, "failed"), {"address-unknown": (1, [self.queue_id("nouser@far.example")])})
        self.assertEqual(groups_of(told, "waiting"), {"mailbox-full": (1, [self.queue_id("full@far.example")])})
        self.assertEqual(groups_of(told, "refused"), {"address-unknown": (1, [])})
        self.assertEqual((told["resolved_later"], told["unreadable_lines"]), (1, 0))
        self.assertEqual(told["delivered"], 3)  # late, welcome, and the report to alice
        with open(self.site.postfix.log_file, "rb") as log:
            self.assertEqual(told_of(data=log.read()), told)

        for command in (["postqueue", "-p"], ["postqueue", "-j"]):
            listing = subprocess.run(
                [os.path.join(postfix_files.COMMANDS, command[0]), command[1]], capture_output=True, check=True,
                env=postfix_files.environment(self.site.postfix.configuration), timeout=60).stdout
            queue = told_of(data=listing)
            self.assertEqual(groups_of(queue, "waiting"), {"mailbox-full": (1, [self.queue_id("full@far.example")])})

        remote.refuse("full@far.example", b"250 2.1.5 Ok")
        wait_until("the full one is sent", lambda: self.sent("full@far.example"))
        self.site.postfix.wait_until_idle()
        after = told_of(self.site.postfix.log_file)
        self.assertEqual((after["waiting"], after["resolved_later"], after["failed"]), (0, 2, 1))


if __name__ == "__main__":
    unittest.main()
