"""Holds a delivered report against what the MTA gave to the filter."""

import email
import email.policy
import re

OURS = (b"X-Bounce-Explanation", b"X-Bounce-Cause", b"X-Bounce-Help", b"X-Bounce-Explained-By")
# What a delivery agent or the MTA itself puts on top, behind the filter's back.
ON_TOP = (b"Return-Path", b"X-Original-To", b"Delivered-To", b"Received", b"DKIM-Signature")


class Damaged(AssertionError):
    """The delivered message is not the given one with our additions."""


def demand(condition, text):
    if not condition:
        raise Damaged(text)


def split_fields(message):
    """(list of raw fields with line ends, body) of a message with CRLF line ends."""
    header, _, body = message.partition(b"\r\n\r\n")
    return re.findall(rb"[^\r\n][^\n]*\n(?:[ \t][^\n]*\n)*", header + b"\r\n"), body


def name_of(field):
    return field.partition(b":")[0]


class Explained:
    """A delivered report taken apart. `first` is all between the first two delimiters."""

    def __init__(self, delivered):
        self.delivered = delivered
        self.fields, self.body = split_fields(delivered)
        self.ours = [field for field in self.fields if name_of(field) in OURS]

    def values(self, name):
        """Unfolded values of our fields of that name."""
        return [re.sub(rb"\r\n[ \t]+", b" ", field.partition(b":")[2]).strip().decode()
                for field in self.ours if name_of(field) == name.encode()]

    @property
    def causes(self):
        """The cause ids of X-Bounce-Cause, one for each recipient."""
        return [value.partition(";")[0] for value in self.values("X-Bounce-Cause")]

    def text(self):
        """What a mail program shows of the explanation: the first text/plain, decoded."""
        message = email.message_from_bytes(self.delivered, policy=email.policy.default)
        part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
        return part.get_content().replace("\r\n", "\n")


def boundary_of(fields):
    for field in fields:
        if name_of(field).lower() == b"content-type":
            found = re.search(rb'boundary="?([^";\r\n]+)', field)
            if found:
                return found[1]
    raise Damaged("no boundary in the header")


def split_at_parts(fields, body):
    """(up to and with the first delimiter line, first part, rest from the second delimiter on)."""
    delimiter = b"--" + boundary_of(fields)
    first = (b"\r\n" + body).find(b"\r\n" + delimiter + b"\r\n")
    demand(first >= 0, "the first delimiter is missing")
    begin = first + len(delimiter) + 2
    end = body.find(b"\r\n" + delimiter, begin)
    demand(end >= 0, "the second delimiter is missing")
    return body[:begin], body[begin:end], body[end:]


def check_header(given, fields):
    """Every field as it was given and in that order, ours in between once, others only on top."""
    theirs = [field for field in fields if name_of(field) not in OURS]
    while theirs and name_of(theirs[0]) in ON_TOP and theirs[0].rstrip() not in given.fields:
        theirs.pop(0)
    expected = [field for field in given.fields if name_of(field) not in OURS]
    demand(b"".join(theirs) == b"".join(field + b"\r\n" for field in expected),
           f"header fields changed:\n{given.header!r}\nbecame\n{b''.join(theirs)!r}")


def check_our_fields(result):
    """All of our header fields that each explained bounce has."""
    for name in ("X-Bounce-Explanation", "X-Bounce-Explained-By"):
        demand(len(result.values(name)) == 1, f"{name} stands {len(result.values(name))} times")
    demand(result.causes, "no X-Bounce-Cause")


def check_body(given, result, body="add"):
    """The given body with our first part, whole, and nothing else changed."""
    if body == "off":
        demand(result.body == given.body, "the body changed")
        return
    if body == "before":
        demand(len(result.body) > len(given.body) and result.body.endswith(given.body),
               "the text is not whole behind ours")
        return
    head, original, rest = split_at_parts([field + b"\r\n" for field in given.fields], given.body)
    new_head, new_part, new_rest = split_at_parts(result.fields, result.body)
    demand(new_head == head, "something before the first part changed")
    demand(new_rest == rest, "something behind the first part changed")
    demand(new_part != original, "the first part is as it was")
    if body == "add":
        _, _, text = original.partition(b"\r\n\r\n")
        demand(original in new_part or new_part.endswith(text),
               "the original first part is not whole in the new one")
    for line in new_part.split(b"\r\n"):
        demand(len(line) <= 998 and b"\r" not in line and b"\n" not in line,
               f"a line that mail cannot carry: {line[:80]!r}")


def check_explained(given, delivered, body="add"):
    """Asserts that `delivered` is the message `given` to the filter, with our header fields and our
    first part and nothing else changed. `body`: "add", "replace" or "off", what was asked for;
    "before": our text stands before that of a message without parts.
    Returns the Explained message."""
    result = Explained(delivered)
    check_header(given, result.fields)
    check_our_fields(result)
    check_body(given, result, body)
    return result


def check_untouched(given, delivered):
    """Asserts that `delivered` is the message `given`, nothing added."""
    result = Explained(delivered)
    theirs = list(result.fields)
    while theirs and name_of(theirs[0]) in ON_TOP and theirs[0].rstrip() not in given.fields:
        theirs.pop(0)
    demand(b"".join(theirs) == given.header, f"the header changed: {b''.join(theirs)!r}")
    demand(result.body == given.body, "the body changed")
