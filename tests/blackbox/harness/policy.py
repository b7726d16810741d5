"""A policy service (Postfix, SMTPD_POLICY_README) that answers by recipient."""

import socket

from .connections import serve_connections


class PolicyService:
    """Listens on a free loopback port. `actions` is {recipient: action}, all others get DUNNO."""

    def __init__(self, actions):
        self._actions = dict(actions)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.address = f"inet:127.0.0.1:{self._listener.getsockname()[1]}"
        serve_connections(self._listener, self._serve)

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self, stream):
        attributes = {}
        with stream, stream.makefile("r", encoding="utf-8") as lines:
            try:
                for line in lines:
                    name, _, value = line.rstrip("\n").partition("=")
                    if name:
                        attributes[name] = value
                        continue
                    action = self._actions.get(attributes.get("recipient"), "DUNNO")
                    stream.sendall(f"action={action}\n\n".encode())
                    attributes = {}
            except OSError:
                pass  # the client went away
