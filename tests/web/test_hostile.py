"""Clients that mean harm cost what they may cost, and others are served meanwhile."""
import re
import select
import time
import unittest

from wiki import ROOT, SANITIZED, PageReader, Wiki, everything

CASE = ROOT / "tests" / "messages" / "cases" / "02-many-recipients-mixed-actions.eml"
SCRIPT = "<script>alert(1)</script>"
ATTRIBUTE = "\"' onmouseover=alert(1) x=\""
# A sanitizer keeps freed memory for a while.
MOST_MORE_MEMORY = (600 if SANITIZED else 150) << 20
CONNECTIONS = 128


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wiki = Wiki(f"decode_rate = 100000\ndecode_burst = 100000\nmax_connections = {CONNECTIONS}\n")
        cls.addClassCleanup(cls.wiki.close)
        cls.wiki.get("/codes/4.3.1")

    def setUp(self):
        self.open = []
        self.addCleanup(lambda: [stream.close() for stream in self.open])

    def tearDown(self):
        self.assertTrue(self.wiki.process.running)
        self.assert_served()
        self.assertLess(self.wiki.memory(), MOST_MORE_MEMORY)

    def raw(self, *pieces, timeout=60):
        stream = self.wiki.raw(timeout)
        self.open.append(stream)
        for piece in pieces:
            stream.sendall(piece)
        return stream

    def assert_served(self):
        begun = time.monotonic()
        self.assertEqual(self.wiki.get("/codes/4.3.1")[0], 200)
        self.assertLess(time.monotonic() - begun, 5)

    def status_of(self, *pieces):
        """The status of the answer to whatever is sent; None when there is none."""
        stream = self.raw()
        try:
            for piece in pieces:
                stream.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has answered already
        found = re.match(rb"HTTP/1.1 (\d+) ", everything(stream))
        return int(found.group(1)) if found else None

    def test_script_in_every_field(self):
        message = CASE.read_bytes().decode("latin-1").replace("\r\n", "\n")
        for poison in (SCRIPT, ATTRIBUTE):
            poisoned = re.sub(r"(?m)^((?!Content-Type|MIME-Version|Content-Transfer)[A-Za-z-]+: [^\r\n]*)",
                              lambda field: field.group(1) + " " + poison, message)
            poisoned = re.sub(r"(?m)(said: )?(55\d [^\r\n]*)", lambda words: words.group(0) + poison, poisoned)
            for text in (poisoned, poisoned.partition("\n\n")[2], f"550 5.1.1 {poison}", f"<{poison}@a.example>: 550 no",
                         f"x postfix/smtp[1]: A: to=<{poison}>, relay={poison}, dsn=5.1.1, status=bounced ({poison})"):
                for kind in ("message/rfc822", "text/plain"):
                    status, _, body = self.wiki.decode(text.encode("latin-1"), kind)
                    self.assertIn(status, (200, 303))
                    page = PageReader(body.decode())
                    self.assertEqual(page.odd, [])
                    self.assertNotIn(SCRIPT.encode(), body)
            for target in ("/codes/", "/providers/", "/providers/gmail/", "/causes/", "/search?q=", "/codes?words=",
                           "/codes?kind=", "/codes?class=", "/de/codes/"):
                escaped = "".join(f"%{byte:02x}" for byte in poison.replace("/", "").encode())
                body = self.wiki.get(target + escaped)[2]
                self.assertEqual(PageReader(body.decode()).odd, [], target)
                self.assertNotIn(b"<script>", body)

    def test_path_tricks(self):
        for target in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                       "/assets/../etc/passwd", "/assets/..%5c..%5cx", "/codes/%00", "/codes/4.3.1%0d%0aX: y", "/%",
                       "/codes\\4.3.1", "/assets/style.css", "/assets/", "/.git/config", "/pages/home.mustache",
                       "http://other.example/", "*", "/" + "a/" * 3000):
            status = self.status_of(b"GET " + target.encode() + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            self.assertIn(status, (400, 404), target)

    def test_header_bombs(self):
        get = b"GET / HTTP/1.1\r\n"
        cases = {
            "one long field": get + b"X: " + b"a" * 200000 + b"\r\n\r\n",
            "many fields": get + b"".join(b"X-%d: y\r\n" % i for i in range(20000)) + b"\r\n",
            "a long line": b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\n\r\n",
            "no end": b"A" * 200000,
        }
        for label, request in cases.items():
            with self.subTest(label):
                self.assertIn(self.status_of(request), (400, 431, None))

    def test_broken_requests(self):
        post = b"POST /decode HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nConnection: close\r\n"
        cases = {
            "no HTTP": (b"hello\r\n\r\n", (400,)),
            "a null byte": (b"GET /\0 HTTP/1.1\r\n\r\n", (400,)),
            "two lengths": (post + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc", (400,)),
            "length and chunks": (post + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", (400,)),
            "a negative length": (post + b"Content-Length: -1\r\n\r\n", (400,)),
            "a huge length": (post + b"Content-Length: 99999999999999999999\r\n\r\n", (400, 413)),
            "too large": (post + b"Content-Length: 1048577\r\n\r\n", (413,)),
            "a broken chunk": (post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", (400,)),
            "a large chunk": (post + b"Transfer-Encoding: chunked\r\n\r\nffffff\r\n" + b"a" * 2000000, (413,)),
            "another type": (post.replace(b"text/plain", b"image/png") + b"Content-Length: 2\r\n\r\nab", (415,)),
            "another method": (b"DELETE /codes HTTP/1.1\r\nConnection: close\r\n\r\n", (405,)),
            "a body for a page": (b"GET / HTTP/1.1\r\nContent-Length: 900000\r\n\r\n" + b"a" * 900000, (200,)),
        }
        for label, (request, allowed) in cases.items():
            with self.subTest(label):
                self.assertIn(self.status_of(request), allowed)

    def test_what_is_allowed_to_the_byte(self):
        status, _, body = self.wiki.decode(b"550 5.1.1 " + b"x" * ((1 << 20) - 10))
        self.assertEqual(status, 200)
        self.assertLess(len(body), 60 << 10)
        self.assertEqual(self.wiki.decode(b"x" * ((1 << 20) + 1))[0], 413)

    def test_large_inputs_hold_up_no_page(self):
        size = 1 << 20
        inputs = {
            "angles": b"<" * size,
            "codes": b"550 5.1.1 " * (size // 10),
            "lines": b"550 no\n" * (size // 7),
            "addresses": b"<a@b.example>: 550 5.1.1 no\n" * (size // 28),
            "a mailbox": b"From a Mon Nov 30 03:28:06 2026\nSubject: x\n\n550 no\n\n" * (size // 54),
            "header fields": b"Subject: a\n" * (size // 11),
            "boundaries": b"Content-Type: multipart/report; boundary=x\n\n" + b"--x\n\n" * (size // 5 - 10),
        }
        for label, text in inputs.items():
            with self.subTest(label):
                head = f"POST /decode HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n"
                busy = self.raw(head.encode(), text, timeout=120)
                self.assert_served()
                self.assertTrue(select.select([busy], [], [], 120)[0], "no answer")
                self.assertRegex(busy.recv(64), rb"^HTTP/1.1 (200|303) ")

    def test_a_thousand_idle_connections(self):
        before = self.wiki.memory()
        for _ in range(1000):
            self.raw()
        for _ in range(5):
            self.assert_served()
        self.assertLessEqual(self.wiki.descriptors(), CONNECTIONS + 20)
        self.assertLess(self.wiki.memory() - before, 32 << 20)

    def test_slow_clients_are_closed_and_others_served(self):
        slow = [self.raw(b"GET / HTTP/1.1\r\nHo") for _ in range(40)]
        half = b"POST /decode HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nabc"
        slow += [self.raw(half) for _ in range(14)]
        begun = time.monotonic()
        self.assert_served()
        self.assertEqual(self.wiki.decode(b"552 5.2.2 Mailbox full")[0], 200)
        # A byte now and then does not prolong it: ten seconds for a request.
        waiting = set(slow)
        while waiting:
            self.assertLess(time.monotonic() - begun, 40, f"{len(waiting)} are still open")
            for stream in list(waiting):
                try:
                    stream.send(b"a")
                except OSError:
                    waiting.discard(stream)
            select.select([], [], [], 0.5)
        self.assertGreater(time.monotonic() - begun, 5)

    def test_many_half_bodies_do_not_keep_others_from_sending_theirs(self):
        half = b"POST /decode HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nabc"
        for _ in range(60):
            self.raw(half)
        statuses = []
        end = time.monotonic() + 30
        while 200 not in statuses and time.monotonic() < end:
            statuses.append(self.wiki.decode(b"552 5.2.2 Mailbox full")[0])
            select.select([], [], [], 0.2)
        self.assertEqual(statuses[-1], 200)
        self.assertLessEqual(set(statuses), {200, 503})

    def test_a_client_that_reads_nothing(self):
        request = b"GET /codes HTTP/1.1\r\nHost: x\r\n\r\n"
        stream = self.raw()
        stream.setblocking(False)
        sent = 0
        try:
            while sent < 8 << 20:
                sent += stream.send(request * 100)
        except BlockingIOError:
            pass  # it is not read from before it has taken its answers
        self.assertLess(sent, 8 << 20)


if __name__ == "__main__":
    unittest.main(verbosity=1)
