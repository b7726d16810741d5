"""A proxy between an MTA and a filter that keeps every packet that crosses it."""

import os
import socket
import threading
import time

from . import milter_protocol as wire
from .waiting import connect


class GivenMessage:
    """One message as the MTA gave it to the filter, and what the filter answered to it."""

    def __init__(self, sender):
        self.sender = sender
        self.recipients = []
        self.macros = {}
        self.fields = []       # raw: b"Name: value", folds with CRLF
        self.body = b""
        self.body_packets = 0
        self.replies = []      # (command, data) of the filter, in order
        self.whole = False     # the MTA came to the end of the message
        self.complete = False  # and the filter answered it

    @property
    def header(self):
        return b"".join(field + b"\r\n" for field in self.fields)

    def replies_of(self, command):
        return [data for name, data in self.replies if name == command]

    @property
    def edited(self):
        edits = {wire.ADD_HEADER, wire.INSERT_HEADER, wire.CHANGE_HEADER, wire.REPLACE_BODY}
        return any(name in edits for name, _ in self.replies)


class RecordedSession:
    """One milter connection."""

    def __init__(self):
        self.opened = time.monotonic()
        self.closed = None
        self.packets = []  # (from_mta, command, data)
        self.refused = False

    def messages(self):
        """Splits the packets into messages."""
        found = []
        current = None
        colon = b": "
        macros = {}
        at_end = False
        for from_mta, command, data in list(self.packets):
            if not from_mta:
                if command == wire.NEGOTIATE:
                    if wire.negotiated_protocol(data) & wire.LEADING_SPACE:
                        colon = b":"
                elif current is not None:
                    current.replies.append((command, data))
                    if at_end and command in (wire.CONTINUE, wire.ACCEPT):
                        current.complete = True
                continue
            at_end = command == wire.END_OF_MESSAGE
            if command == wire.MACRO:
                pairs = wire.strings(data[1:])
                macros.update(zip(pairs[::2], pairs[1::2]))
                if current is not None:
                    current.macros.update(macros)
            elif command == wire.MAIL:
                current = GivenMessage(wire.strings(data)[0])
                current.macros.update(macros)
                found.append(current)
            elif current is None:
                continue
            elif command == wire.RCPT:
                current.recipients.append(wire.strings(data)[0])
            elif command == wire.HEADER:
                name, value = wire.strings(data)[:2]
                value = value.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
                current.fields.append(name + colon + value)
            elif command == wire.BODY:
                current.body += data
                current.body_packets += 1
            elif command == wire.END_OF_MESSAGE:
                current.body += data
                current.whole = True
        return found


class Recorder:
    """Listens at `listen`, ("unix", path) or ("inet", host, port), and hands everything on to
    `upstream`. When the filter does not answer, the MTA's connection is closed at once, as a
    missing socket would do."""

    def __init__(self, listen, upstream):
        self.listen = listen
        self._upstream = upstream
        self._lock = threading.Lock()
        self._sessions = []
        if listen[0] == "unix":
            self._listener = socket.socket(socket.AF_UNIX)
            old_mask = os.umask(0o007)
            try:
                self._listener.bind(listen[1])
            finally:
                os.umask(old_mask)
            self._listener.listen(200)
        else:
            self._listener = socket.create_server((listen[1], listen[2]), backlog=200)
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
        self._listener.close()

    @property
    def sessions(self):
        with self._lock:
            return list(self._sessions)

    def forget(self):
        """What was kept until now."""
        with self._lock:
            self._sessions.clear()

    def messages(self):
        return [message for session in self.sessions for message in session.messages()]

    def _accept(self):
        while True:
            try:
                mta, _ = self._listener.accept()
            except OSError:
                return
            session = RecordedSession()
            with self._lock:
                self._sessions.append(session)
            threading.Thread(target=self._serve, args=(mta, session), daemon=True).start()

    def _serve(self, mta, session):
        with mta:
            try:
                upstream = connect(self._upstream)
            except OSError:
                session.refused = True
                session.closed = time.monotonic()
                return
            with upstream:
                back = threading.Thread(target=self._pump, args=(upstream, mta, session, False),
                                        daemon=True)
                back.start()
                self._pump(mta, upstream, session, True)
                back.join()
        session.closed = time.monotonic()

    @staticmethod
    def _pump(source, target, session, from_mta):
        try:
            while True:
                command, data = wire.read_packet(source)
                session.packets.append((from_mta, command, data))
                target.sendall(wire.packet(command, data))
        except (wire.Closed, OSError):
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
