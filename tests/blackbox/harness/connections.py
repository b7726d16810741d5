"""What every server of the harness does: a thread for each connection."""

import threading


def serve_connections(listener, serve):
    """Calls serve(stream) in a thread for each connection, from now until the listener is shut."""
    threading.Thread(target=_accept, args=(listener, serve), daemon=True).start()


def _accept(listener, serve):
    while True:
        try:
            stream, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=serve, args=(stream,), daemon=True).start()
