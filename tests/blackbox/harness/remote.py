"""A remote SMTP server that answers as told and keeps what it accepts."""

import socket
import threading
from collections import defaultdict

from .connections import serve_connections

EXTENSIONS = (b"PIPELINING", b"SIZE 100000000", b"8BITMIME", b"SMTPUTF8", b"DSN",
              b"ENHANCEDSTATUSCODES")


class Accepted:
    """A message that the server took: envelope and bytes, dot-stuffing undone, CRLF."""

    def __init__(self, sender, recipients, parameters, data):
        self.sender = sender
        self.recipients = recipients
        self.parameters = parameters
        self.data = data


class RemoteServer:
    """Listens on a loopback port from the start, a free one unless told which. Replies are bytes of
    one or several lines with CRLF, without the last; a list of replies is used up one by one, its
    last one stays."""

    def __init__(self, extensions=EXTENSIONS, name=b"mx.far.example", port=0):
        self._extensions = tuple(extensions)
        self._name = name
        self._at_rcpt = {}
        self._at_end = {}
        self._lock = threading.Lock()
        self._accepted = []
        self.attempts = defaultdict(int)
        self._listener = socket.create_server(("127.0.0.1", port), backlog=200)
        self.port = self._listener.getsockname()[1]
        serve_connections(self._listener, self._serve)

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
        self._listener.close()

    def refuse(self, recipient, reply):
        """Answer to RCPT for this address (text) from now on."""
        self._at_rcpt[recipient.encode()] = reply

    def refuse_domain(self, domain, reply):
        """The same for each address of a domain that has no answer of its own."""
        self._at_rcpt[b"@" + domain.encode()] = reply

    def refuse_content(self, recipient, reply):
        """Answer to the end of the data of a message to this address."""
        self._at_end[recipient.encode()] = reply

    def accepted_for(self, recipient):
        """What was accepted for this address, oldest first."""
        with self._lock:
            return [message for message in self._accepted
                    if recipient.encode() in message.recipients]

    def forget(self):
        """What was accepted until now."""
        with self._lock:
            self._accepted.clear()

    def _next_reply(self, table, recipient, default):
        with self._lock:
            domain = recipient[recipient.rfind(b"@"):]
            reply = table.get(recipient, table.get(domain, default))
            if isinstance(reply, list):
                reply = reply.pop(0) if len(reply) > 1 else reply[0]
            return reply

    def _serve(self, stream):
        with stream, stream.makefile("rb") as lines:
            try:
                self._dialogue(stream, lines)
            except OSError:
                pass  # the client went away

    def _dialogue(self, stream, lines):
        def say(reply):
            stream.sendall(reply + b"\r\n")

        say(b"220 " + self._name + b" ESMTP")
        sender, parameters, recipients = b"", b"", []
        for line in lines:
            verb, _, argument = line.rstrip(b"\r\n").partition(b" ")
            verb = verb.upper()
            if verb == b"EHLO":
                offered = (self._name,) + self._extensions
                say(b"\r\n".join([b"250-" + item for item in offered[:-1]]
                                 + [b"250 " + offered[-1]]))
            elif verb == b"MAIL":
                sender, parameters = path_and_parameters(argument)
                recipients = []
                say(b"250 2.1.0 Ok")
            elif verb == b"RCPT":
                recipient, _ = path_and_parameters(argument)
                with self._lock:
                    self.attempts[recipient.decode()] += 1
                reply = self._next_reply(self._at_rcpt, recipient, b"250 2.1.5 Ok")
                if reply.startswith(b"2"):
                    recipients.append(recipient)
                say(reply)
            elif verb == b"DATA":
                if not recipients:
                    say(b"554 5.5.1 No valid recipients")
                    continue
                say(b"354 Go on")
                data = read_data(lines)
                if data is None:
                    return
                reply = self._next_reply(self._at_end, recipients[0], b"250 2.0.0 Ok: queued")
                if reply.startswith(b"2"):
                    with self._lock:
                        self._accepted.append(Accepted(sender, recipients, parameters, data))
                say(reply)
            elif verb == b"QUIT":
                say(b"221 2.0.0 Bye")
                return
            elif verb in (b"HELO", b"RSET", b"NOOP"):
                say(b"250 2.0.0 Ok")
            else:
                say(b"502 5.5.2 Not here")


def path_and_parameters(argument):
    """b"FROM:<a@b> SIZE=1" -> (b"a@b", b"SIZE=1")."""
    path, _, parameters = argument.partition(b">")
    return path.partition(b"<")[2], parameters.strip()


def read_data(lines):
    """The bytes up to the lone dot, dot-stuffing undone; None when the client went away."""
    data = []
    for line in lines:
        if line == b".\r\n":
            return b"".join(data)
        data.append(line[1:] if line.startswith(b".") else line)
    return None
