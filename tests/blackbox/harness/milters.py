"""Small filters written here, to try the harness itself: one that does nothing, and one that
damages what it should leave alone."""

import socket
import struct

from . import milter_protocol as wire
from .connections import serve_connections


class DoNothing:
    """Listens on a unix socket and answers everything with continue."""

    def __init__(self, path):
        self.spec = ("unix", path)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen(50)
        serve_connections(self._listener, self._serve)

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self, stream):
        body = b""
        with stream:
            try:
                while True:
                    command, data = wire.read_packet(stream)
                    if command == wire.NEGOTIATE:
                        stream.sendall(wire.packet(command, struct.pack("!III", 6, 0x1ff, 0)))
                    elif command == wire.QUIT:
                        return
                    elif command == wire.ABORT:
                        body = b""
                    elif command != wire.MACRO:
                        if command in (wire.BODY, wire.END_OF_MESSAGE):
                            body += data
                        if command == wire.END_OF_MESSAGE:
                            stream.sendall(self.edits(body))
                            body = b""
                        stream.sendall(self.reply(command))
            except (wire.Closed, OSError):
                pass

    def edits(self, _body):
        """Packets to send before the reply to the end of the message."""
        return b""

    def reply(self, _command):
        """The packet that answers this step."""
        return wire.packet(wire.CONTINUE)


class RefuseContent(DoNothing):
    """Refuses every message at its end, with `text` (bytes, SMTP reply of one or several lines)."""

    def __init__(self, path, text):
        self._text = text
        super().__init__(path)

    def reply(self, command):
        if command == wire.END_OF_MESSAGE:
            return wire.packet(wire.REPLY_CODE, self._text + b"\0")
        return super().reply(command)


class DamageRest(DoNothing):
    """Pretends to explain, and changes one letter of the returned message."""

    def edits(self, body):
        body = body.replace(b"This is the mail system", b"Explained. This is the mail system", 1)
        position = body.rindex(b"Hello")
        body = body[:position] + b"J" + body[position + 1:]
        return wire.packet(wire.REPLACE_BODY, body) + b"".join(
            wire.packet(wire.ADD_HEADER, name + b"\0unclear; because\0")
            for name in (b"X-Bounce-Explanation", b"X-Bounce-Cause", b"X-Bounce-Explained-By"))
