"""The service as an admin has it: its settings, its limits by client, its end, and HTTP as clients speak it."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from wiki import PROGRAM, ROOT, Wiki, everything

CASE = ROOT / "tests" / "messages" / "cases" / "02-many-recipients-mixed-actions.eml"
REPLY = b"552 5.2.2 Mailbox full"


class Service(unittest.TestCase):
    def test_json_is_that_of_the_command_line(self):
        with Wiki() as wiki:
            status, fields, body = wiki.decode(CASE.read_bytes(), "message/rfc822", "application/json")
            self.assertEqual((status, fields["Content-Type"]), (200, "application/json"))
            wanted = subprocess.run([PROGRAM, "decode", "--json", "-c", str(wiki.ini), str(CASE)], capture_output=True,
                                    check=True, timeout=60)
            self.assertEqual(body, wanted.stdout)
            self.assertEqual(json.loads(body)["kind"], "report")

    def test_a_bucket_for_each_client(self):
        with Wiki("decode_rate = 1\ndecode_burst = 2\nclient_header = X-Forwarded-For\n") as wiki:
            def status(client):
                answer = wiki.ask("POST", "/decode", REPLY,
                                  {"Content-Type": "text/plain", "X-Forwarded-For": client})
                return answer[0], answer[1].get("Retry-After")
            self.assertEqual([status("192.0.2.1")[0] for _ in range(2)], [200, 200])
            refused, after = status("192.0.2.1")
            self.assertEqual(refused, 429)
            self.assertTrue(1 <= int(after) <= 60, after)
            self.assertEqual(status("198.51.100.7, 192.0.2.1")[0], 429)
            self.assertEqual(status("192.0.2.1, 198.51.100.7")[0], 200)
            self.assertEqual(wiki.get("/codes/4.3.1")[0], 200)

    def test_nobody_names_another_client_without_the_setting(self):
        with Wiki("decode_rate = 1\ndecode_burst = 1\n") as wiki:
            statuses = [wiki.ask("POST", "/decode", REPLY, {"Content-Type": "text/plain", "X-Forwarded-For": client})[0]
                        for client in ("192.0.2.1", "192.0.2.2")]
            self.assertEqual(statuses, [200, 429])

    def test_nothing_of_what_is_pasted_is_logged(self):
        with Wiki() as wiki:
            wiki.decode(b"550 5.1.1 <very-secret@example.net>: no")
            wiki.get("/search?q=very-secret")
            self.assertEqual(wiki.process.output(), f"plainbounce: serving unix:{wiki.path}\n")

    def test_it_ends_and_takes_its_socket_away(self):
        with Wiki() as wiki:
            idle = wiki.raw()
            self.assertEqual(os.stat(wiki.path).st_mode & 0o777, 0o660)
            self.assertEqual(wiki.process.stop(), 0)
            self.assertFalse(pathlib.Path(wiki.path).exists())
            self.assertEqual(everything(idle), b"")
            idle.close()

    def test_http_as_clients_speak_it(self):
        with Wiki() as wiki:
            connection = wiki.connection()
            connection.request("GET", "/codes/4.3.1")
            first = connection.getresponse()
            body = first.read()
            connection.request("HEAD", "/codes/4.3.1")  # the same connection
            head = connection.getresponse()
            self.assertEqual((head.status, head.read()), (200, b""))
            self.assertEqual(int(head.getheader("Content-Length")), len(body))
            connection.request("GET", "/codes/4.3.1", headers={"If-None-Match": first.getheader("ETag")})
            known = connection.getresponse()
            self.assertEqual((known.status, known.read()), (304, b""))
            connection.close()

            stream = wiki.raw()
            stream.sendall(b"GET /codes/9.9.9 HTTP/1.1\r\nHost: x\r\n\r\n" * 2
                           + b"GET /codes/x.3.1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answers = everything(stream)
            self.assertEqual([answers.count(status) for status in (b"HTTP/1.1 404 ", b"HTTP/1.1 301 ")], [2, 1])
            stream.close()

            stream = wiki.raw()
            stream.sendall(b"GET / HTTP/1.0\r\n\r\n")
            self.assertIn(b"\r\nConnection: close\r\n", everything(stream))
            stream.close()

            stream = wiki.raw()
            stream.sendall(b"POST /decode HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 22\r\n"
                           b"Expect: 100-continue\r\nConnection: close\r\n\r\n")
            self.assertEqual(stream.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
            stream.sendall(REPLY)
            self.assertIn(b"HTTP/1.1 200 OK", everything(stream))
            stream.close()

    def test_wrong_settings_are_told(self):
        with tempfile.TemporaryDirectory(prefix="plainbounce-web-") as folder:
            ini = pathlib.Path(folder) / "p.ini"
            cases = {
                "[web]\nlisten = inet:8825@0.0.0.0\n": "inet:0.0.0.0:8825 can be reached from other machines; set "
                                                       "allow_remote = yes under [web] if that is wanted",
                "[web]\nbase = bounces\n": 'p.ini:2: base: "bounces" is not allowed',
                f"[web]\nlisten = unix:{folder}/p.ini\n": "is there and is no socket",
                "[web]\nlisten = unix:/nonexistent/web.sock\n": "cannot make a socket in /nonexistent/",
            }
            for text, wanted in cases.items():
                ini.write_text(text)
                done = subprocess.run([PROGRAM, "serve", "-c", str(ini)], capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(wanted.partition("is not allowed")[0], done.stderr)

    def test_a_live_socket_is_not_taken(self):
        with Wiki() as wiki:
            done = subprocess.run([PROGRAM, "serve", "-c", str(wiki.ini)], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr),
                             (2, f"plainbounce: {wiki.path} is in use by a running program\n"))


if __name__ == "__main__":
    unittest.main(verbosity=1)
