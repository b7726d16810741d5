"""The packets of the milter protocol, version 6: four bytes of length, a command byte, its data."""

import struct

# From the MTA.
NEGOTIATE, MACRO, CONNECT, HELO = b"O", b"D", b"C", b"H"
MAIL, RCPT, DATA, HEADER, END_OF_HEADER = b"M", b"R", b"T", b"L", b"N"
BODY, END_OF_MESSAGE, ABORT, QUIT, QUIT_NEW = b"B", b"E", b"A", b"Q", b"K"
# From the filter.
CONTINUE, ACCEPT, SKIP, PROGRESS = b"c", b"a", b"s", b"p"
REPLY_CODE = b"y"
ADD_HEADER, INSERT_HEADER, CHANGE_HEADER, REPLACE_BODY = b"h", b"i", b"m", b"b"
# What a filter that loses no mail may send: negotiation, these replies, these edits.
HARMLESS = {NEGOTIATE, CONTINUE, ACCEPT, SKIP, PROGRESS,
            ADD_HEADER, INSERT_HEADER, CHANGE_HEADER, REPLACE_BODY}
LEADING_SPACE = 0x100000  # protocol bit: header values keep their leading blanks


class Closed(Exception):
    """The other side closed the connection between or within packets."""


def read_packet(stream):
    """(command, data) from a socket."""
    size = struct.unpack("!I", read_exactly(stream, 4))[0]
    packet = read_exactly(stream, size)
    return packet[:1], packet[1:]


def read_exactly(stream, size):
    pieces = []
    while size:
        piece = stream.recv(min(size, 1 << 20))
        if not piece:
            raise Closed
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def packet(command, data=b""):
    return struct.pack("!I", len(data) + 1) + command + data


def strings(data):
    """The NUL-terminated strings of a packet."""
    return data.split(b"\0")[:-1]


def negotiated_protocol(data):
    return struct.unpack("!III", data[:12])[2]
