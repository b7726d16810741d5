"""A milter that stands before ours in Postfix's list, changes nothing, and keeps each report as
Postfix made it."""

import os
import socket
import struct
import threading
import time

from harness import milter_protocol as wire
from harness.connections import serve_connections
from harness.recorder import RecordedSession

# Steps that it does without, and steps that it does not answer (SMFIP_NO*, SMFIP_NR_* of mfdef.h).
NO_STEPS = 0x1 | 0x2 | 0x8 | 0x40 | 0x100 | 0x200
NO_REPLIES = 0x80 | 0x4000 | 0x80000


class Witness:
    """Listens on a unix socket at `path`. Gives, by queue id, what Postfix made and the time from
    the begin to the end of its dialogue with the milters."""

    def __init__(self, path):
        self._lock = threading.Lock()
        self._seen = {}
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        os.chmod(path, 0o770)
        self._listener.listen(200)
        serve_connections(self._listener, self._serve)

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def take(self, queue_id):
        """(GivenMessage, opened, closed) once, in monotonic seconds; None while there is none."""
        with self._lock:
            return self._seen.pop(queue_id, None)

    def _serve(self, stream):
        session = RecordedSession()
        with stream:
            try:
                while True:
                    command, data = wire.read_packet(stream)
                    if command == wire.NEGOTIATE:
                        stream.sendall(wire.packet(
                            command, struct.pack("!III", 6, 0, NO_STEPS | NO_REPLIES)))
                        continue
                    session.packets.append((True, command, data))
                    if command == wire.END_OF_MESSAGE:
                        stream.sendall(wire.packet(wire.CONTINUE))
                    elif command == wire.QUIT:
                        break
            except (wire.Closed, OSError):
                pass
        session.closed = time.monotonic()
        with self._lock:
            for message in session.messages():
                self._seen[message.macros.get(b"i")] = (message, session.opened, session.closed)
