"""Messages to send."""


def letter(sender, recipient, subject="Lunch on Friday", lines=("Hello,", "", "are you coming?")):
    """A short mail by a person, bytes with CRLF."""
    head = [f"From: {sender}", f"To: {recipient}", f"Subject: {subject}",
            "Message-ID: <letter@box.example>", "Date: Mon, 2 Nov 2026 09:00:00 +0000",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit", ""]
    return ("\r\n".join([*head, *lines]) + "\r\n").encode()


def letter_of_size(sender, recipient, size):
    """A letter of at least `size` bytes, in lines of ordinary length."""
    line = "All work and no play makes a dull letter, line after line of it."
    return letter(sender, recipient, lines=[line] * (size // (len(line) + 2) + 1))


def report(recipient, reporting_mta="mx.far.example", received="", extra="", note="", size=0,
           sender="MAILER-DAEMON@far.example", boundary="=_report"):
    """A delivery status notification as another system would send it to `recipient`, bytes with
    CRLF. `extra` goes into the outer header, `received` into the returned message's."""
    filler = "x" * 70 + "\n"
    text = f"""\
From: Mail Delivery Subsystem <{sender}>
To: {recipient}
Subject: Returned mail
Message-ID: <report@far.example>
Date: Mon, 2 Nov 2026 09:00:00 +0000
{extra}MIME-Version: 1.0
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="{boundary}"

--{boundary}
Content-Type: text/plain; charset=us-ascii

Your mail could not be delivered. {note}

--{boundary}
Content-Type: message/delivery-status

Reporting-MTA: dns; {reporting_mta}

Final-Recipient: rfc822; nouser@far.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; {reporting_mta}
Diagnostic-Code: smtp; 550 5.1.1 <nouser@far.example>: User unknown

--{boundary}
Content-Type: message/rfc822

{received}From: {recipient}
To: nouser@far.example
Subject: Lunch on Friday
Message-ID: <letter@box.example>

Hello,
{filler * (size // 71)}
--{boundary}--
"""
    return text.replace("\n", "\r\n").encode()


RECEIVED_BY_US = ("Received: from client.example (unknown [127.0.0.1])\n"
                  "\tby mx.box.example (Postfix) with ESMTP id 4AbCdE; "
                  "Mon, 2 Nov 2026 09:00:00 +0000\n")
