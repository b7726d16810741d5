"""What the daemon tells of itself, read as Prometheus and its friends read it."""

import http.client
import os
import re
import socket
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PROMTOOL = os.path.join(ROOT, "build/unpacked/prometheus/usr/bin/promtool")
SAMPLE = re.compile(r"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$")
LABEL = re.compile(r'([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)')


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self._path)


def page(socket_path, path):
    """(status, text) of a page of the daemon's."""
    connection = _UnixConnection(socket_path)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


class Figures:
    """The samples of an exposition."""

    def __init__(self, text):
        self.text = text
        self.samples = []
        for line in text.splitlines():
            if line and not line.startswith("#"):
                name, labels, value = SAMPLE.match(line).groups()
                self.samples.append((name, dict(LABEL.findall(labels or "")), float(value)))

    @property
    def names(self):
        return {name for name, _, _ in self.samples}

    def labels_of(self, name):
        """The names of its labels, without those that its type brings."""
        return {label for one, labels, _ in self.samples if one == name for label in labels} - {"le"}

    def sum(self, name, **wanted):
        return sum(value for one, labels, value in self.samples
                   if one == name and wanted.items() <= labels.items())


def promtool(*arguments, text=None):
    """(exit status, everything it says)."""
    done = subprocess.run([PROMTOOL, *arguments], input=text, capture_output=True, text=True,
                          timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr
