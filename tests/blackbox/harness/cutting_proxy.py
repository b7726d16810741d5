"""A recorder that cuts a dialogue off at a chosen moment, as a filter that dies there would."""

import socket

from . import milter_protocol as wire
from .recorder import Recorder


class CuttingProxy(Recorder):
    """cut_at() arms it for one dialogue; all others go through whole."""

    def __init__(self, listen, upstream):
        super().__init__(listen, upstream)
        self._command = self._packets = None
        self.cuts = 0

    def cut_at(self, command, packets=None):
        """The next dialogue that comes to this command of the MTA ends there: before the filter
        gets it, or after `packets` packets of the filter's answer to it have reached the MTA."""
        self._command, self._packets = command, packets

    def _pump(self, source, target, session, from_mta):
        try:
            while True:
                command, data = wire.read_packet(source)
                session.packets.append((from_mta, command, data))
                if self._ends_here(session, from_mta, command):
                    break
                target.sendall(wire.packet(command, data))
        except (wire.Closed, OSError):
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _ends_here(self, session, from_mta, command):
        if self._command is None:
            return False
        if from_mta:
            ends = self._packets is None and command == self._command
        else:
            answered = [mta for mta, name, _ in session.packets if mta and name == self._command]
            answers = 0
            for mta, _, _ in reversed(session.packets):
                if mta:
                    break
                answers += 1
            ends = self._packets is not None and bool(answered) and answers > self._packets
        if ends:
            self._command = None
            self.cuts += 1
        return ends
