"""Servers and clients of this program within a machine's network."""

import ctypes
import os
import socket
import threading

import dns.exception
import dns.message
import dns.rcode

CLONE_NEWNET = 0x40000000


def in_network(machine, work):
    """Calls work() in a thread that stands in the machine's network, and returns what it returns. Sockets that it
    makes, and threads that it starts, stay there."""
    outcome = {}

    def thread():
        try:
            place = os.open(f"/proc/{machine.leader}/ns/net", os.O_RDONLY | os.O_CLOEXEC)
            try:
                libc = ctypes.CDLL(None, use_errno=True)
                if libc.setns(place, CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "setns")
            finally:
                os.close(place)
            outcome["value"] = work()
        except BaseException as error:  # pylint: disable=broad-except
            outcome["error"] = error

    entering = threading.Thread(target=thread, daemon=True)
    entering.start()
    entering.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["value"]


class NoNames:
    """A name server on the machine's 127.0.0.1:53 that knows no name at all (NXDOMAIN)."""

    def __init__(self, machine):
        self._closing = False
        self._socket = in_network(machine, self._bind)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @staticmethod
    def _bind():
        listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        listener.bind(("127.0.0.1", 53))
        listener.settimeout(0.2)
        return listener

    def _serve(self):
        while not self._closing:
            try:
                packet, client = self._socket.recvfrom(4096)
                reply = dns.message.make_response(dns.message.from_wire(packet), recursion_available=True)
                reply.set_rcode(dns.rcode.NXDOMAIN)
                self._socket.sendto(reply.to_wire(), client)
            except (OSError, dns.exception.DNSException):
                continue  # a time-out, or a client that makes no sense

    def close(self):
        self._closing = True
        self._thread.join()
        self._socket.close()
