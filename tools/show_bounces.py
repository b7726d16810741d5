"""Makes three bounces with a private Postfix and shows each before and after plainbounce. Run by
tools/demo."""

import email
import email.policy
import os
import subprocess
import sys
import textwrap

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, "tests", "blackbox"))
from harness.mails import letter  # noqa: E402 (needs the path)
from harness.processes import end_on_signals  # noqa: E402
from harness.site import Site  # noqa: E402

SENDER = "alice@box.example"
BOUNCES = (
    ("A mailbox that does not exist", "nouser@far.example",
     b"550 5.1.1 <nouser@far.example>: Recipient address rejected: User unknown in virtual mailbox "
     b"table"),
    ("A mailbox that is full", "full@far.example",
     b"552 5.2.2 <full@far.example>: Mailbox size limit exceeded"),
    ("A server that asks to come back later", "late@far.example",
     b"450 4.2.0 <late@far.example>: Recipient address rejected: Greylisted, see "
     b"https://postgrey.far.example/help"),
)
SECTIONS = {
    "knowledge": {"overlay": ""},
    "help": {"name": "the Example help desk", "phone": "+49 30 555 0100",
             "email": "help@box.example"},
    "text": {"time_zone": "UTC"},
}
# A delay notice after a second instead of hours; Postfix tries again all the time.
QUICK = {"delay_warning_time": "1s", "queue_run_delay": "1s", "minimal_backoff_time": "1s",
         "maximal_backoff_time": "2s"}
REMOTE = "mx.far.example"

COLOURS = sys.stdout.isatty() and "NO_COLOR" not in os.environ


def paint(code, text):
    return f"\033[{code}m{text}\033[0m" if COLOURS else text


def can_mount():
    """Whether a mount namespace can be had, in which the remote server's name is known."""
    return subprocess.run(["/usr/bin/unshare", "--mount", "/bin/true"], check=False,
                          capture_output=True).returncode == 0


def show(title, message, with_our_fields):
    """Prints a message as a mail program would: a few header fields, then its text."""
    parsed = email.message_from_bytes(message, policy=email.policy.default)
    text = next(part.get_content() for part in parsed.walk()
                if part.get_content_type() == "text/plain")
    print(paint("1", f"--- {title} ---"))
    for name in ("From", "To", "Subject"):
        print(paint("2", f"{name}: {parsed[name]}"))
    if with_our_fields:
        for name, value in parsed.items():
            if name.startswith("X-Bounce-"):
                print(paint("2", textwrap.fill(f"{name}: {' '.join(value.split())}", 76,
                                               subsequent_indent="  ")))
    print()
    print(text.replace("\r\n", "\n").strip("\n"))
    print()


def show_bounces(site):
    for _, recipient, reply in BOUNCES:
        site.remote.refuse(recipient, reply)
    print(f"\n{SENDER} writes to three people. Their server, {REMOTE}, is played by this script.")
    for number, (title, recipient, reply) in enumerate(BOUNCES, 1):
        box = site.postfix.mailbox(SENDER)
        box.empty()
        site.send(SENDER, [recipient], letter(SENDER, recipient))
        box.wait_for(1)
        delivered = box.messages()[0]
        given = site.given_for(delivered)
        site.check_explained(delivered)
        print("\n" + paint("1;7", f" {number}. {title} ".ljust(76)))
        print(f"{REMOTE} answers: {reply.decode()}\n")
        show("Before: the notice as Postfix made it", given.header + b"\r\n" + given.body, False)
        show("After: the same notice as it arrives with plainbounce", delivered, True)
    print(paint("2", "Below each text follow Postfix's own notice, the delivery report and the "
                     "returned message,\nbyte for byte as Postfix made them (this was just "
                     "checked)."))
    print("\nThe daemon's log:")
    for line in site.daemon.log().splitlines():
        print("  " + line)


def main():
    end_on_signals()
    network = {}
    if can_mount():
        network = {"hosts": {REMOTE: "127.0.0.1"}, "remote_host": REMOTE}
    try:
        with Site(sections=SECTIONS, settings=QUICK, **network) as site:
            show_bounces(site)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
