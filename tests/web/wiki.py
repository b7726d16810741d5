"""The wiki of codes, served by the real program, and its pages read.

Each test_*.py here is run as: PLAINBOUNCE_PROGRAM=build/dev/bin/plainbounce python3 test_pages.py
"""
import html.parser
import http.client
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "blackbox"))
from harness.processes import Process  # noqa: E402
from harness.waiting import wait_until  # noqa: E402

PROGRAM = os.environ["PLAINBOUNCE_PROGRAM"]
SANITIZED = bool(os.environ.get("PLAINBOUNCE_SANITIZED"))


class Connection(http.client.HTTPConnection):
    """HTTP over a unix socket."""

    def __init__(self, path, timeout=60):
        super().__init__("wiki.example.org", timeout=timeout)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Wiki:
    """`plainbounce serve` on a unix socket in a folder of its own."""

    def __init__(self, settings="", arguments=()):
        self._folder = tempfile.TemporaryDirectory(prefix="plainbounce-web-")
        self.folder = pathlib.Path(self._folder.name)
        self.path = str(self.folder / "web.sock")
        self.ini = self.folder / "web.ini"
        self.ini.write_text(f"[knowledge]\noverlay =\n[text]\ntime_zone = UTC\n[web]\nlisten = unix:{self.path}\n"
                            f"{settings}")
        self.process = Process([PROGRAM, "serve", "-c", str(self.ini), *arguments], str(self.folder / "log"))
        try:
            wait_until("the wiki serves", lambda: "serving" in self.process.output() or not self.process.running)
            assert self.process.running, self.process.output()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.stop()
        self._folder.cleanup()

    def connection(self, timeout=60):
        return Connection(self.path, timeout)

    def ask(self, method, target, body=None, headers=None, timeout=60):
        """Status, header fields and body of one request on a connection of its own."""
        connection = self.connection(timeout)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def get(self, target, **headers):
        return self.ask("GET", target, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def decode(self, text, content_type="text/plain", accept="text/html", timeout=120):
        return self.ask("POST", "/decode", text, {"Content-Type": content_type, "Accept": accept}, timeout)

    def raw(self, timeout=60):
        """A connected socket, to send whatever one likes."""
        stream = socket.socket(socket.AF_UNIX)
        stream.settimeout(timeout)
        stream.connect(self.path)
        return stream

    def memory(self):
        """Bytes that are resident."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.M).group(1)) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def everything(stream):
    """All that comes until the other end closes."""
    out = b""
    while True:
        try:
            piece = stream.recv(65536)
        except ConnectionResetError:
            return out
        if not piece:
            return out
        out += piece


class PageReader(html.parser.HTMLParser):
    """What a page links to, and what it says of itself."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.ids, self.title, self.description = [], [], set(), "", ""
        self.language, self.odd, self._in_title = "", [], False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.odd += [f"<{tag} {name}>" for name in values if name.startswith("on") or name == "style"]
        if "id" in values:
            if values["id"] in self.ids:
                self.odd.append(f"id {values['id']} twice")
            self.ids.add(values["id"])
        if tag == "html":
            self.language = values.get("lang", "")
        if tag == "a":
            self.links.append(values["href"])
        if tag in ("link", "script"):
            self.loads.append((tag, values.get("rel"), values.get("href") or values.get("src")))
            self.odd += ["inline script"] if tag == "script" and "src" not in values else []
        if tag in ("style", "iframe", "object", "embed"):
            self.odd.append(f"<{tag}>")
        if tag == "meta" and values.get("name") == "description":
            self.description = values["content"]
        self._in_title = tag == "title"

    def handle_data(self, data):
        if self._in_title:
            self.title += data

    def handle_endtag(self, tag):
        self._in_title = False


def write_site(folder, *arguments):
    """Runs `plainbounce site`; what it says."""
    ini = folder.parent / "site.ini"
    ini.write_text("[knowledge]\noverlay =\n")
    done = subprocess.run([PROGRAM, "site", str(folder), "-c", str(ini), *arguments],
                          capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr
