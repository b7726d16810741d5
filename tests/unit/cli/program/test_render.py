import email
import email.policy
import pathlib
import re
import unittest

from program_case import CASES, FULL, MESSAGE_KEYS, NOT_BOUNCES, Program, REPORTS, SESSIONS


class Render(Program):
    OWN = ("--daemon-name", "postfix-dsn", "--host", "mx.example.org")

    def rendered(self, path_or_bytes, *arguments):
        text = path_or_bytes if isinstance(path_or_bytes, bytes) else path_or_bytes.read_bytes()
        status, out, err = self.run_program("render", *arguments, stdin=text)
        self.assertEqual(status, 0, err)
        return text, out, err

    def test_what_is_no_bounce_stays(self):
        for path in sorted(NOT_BOUNCES.glob("*.eml"))[::8]:
            with self.subTest(path.name):
                lf = path.read_bytes().replace(b"\r\n", b"\n")
                for text in [lf, lf.replace(b"\n", b"\r\n")]:
                    _, out, err = self.rendered(text)
                    self.assertEqual(out, text)
                    self.assertTrue(err.startswith("plainbounce: unchanged: "), err)

    def test_odd_bytes_stay(self):
        for text in [b"", b"\0", b"\r", b"\n", b"\r\n", b"no header", b"A: b\r\rc\n\r\n\xff", b"From x\n", b":\n\n"]:
            with self.subTest(text):
                self.assertEqual(self.rendered(text)[1], text)

    def test_a_bounce_is_explained(self):
        lf = FULL.read_bytes().replace(b"\r\n", b"\n")
        for label, text, line_end in [("LF", lf, b"\n"), ("CRLF", lf.replace(b"\n", b"\r\n"), b"\r\n")]:
            with self.subTest(label):
                _, out, err = self.rendered(text, *self.OWN)
                self.assertEqual(err, "")
                self.assertEqual(out.count(b"\r\n"), out.count(b"\n") if line_end == b"\r\n" else 0)
                header, body = text.split(line_end * 2, 1)
                self.assertTrue(out.startswith(header + line_end + b"X-Bounce-Explanation: "))
                tail = text[text.index(b"Content-Description: Delivery report"):]
                self.assertTrue(out.endswith(tail))
                message = email.message_from_bytes(out, policy=email.policy.default)
                self.assertEqual(message["X-Bounce-Explained-By"], "plainbounce " + self.version() + " (mx.example.org)")
                parts = message.get_payload()
                self.assertEqual([part.get_content_type() for part in parts],
                                 ["multipart/mixed", "message/delivery-status", "message/rfc822"])
                self.assertTrue(parts[0].get_body(("plain",)).get_content().startswith("Address not found"))

    def version(self):
        return self.run_program("--version", config=False)[1].decode().split()[1]

    def test_the_two_forms_say_the_same(self):
        lf = FULL.read_bytes().replace(b"\r\n", b"\n")
        crlf = lf.replace(b"\n", b"\r\n")
        self.assertEqual(self.rendered(crlf, *self.OWN)[1].replace(b"\r\n", b"\n"), self.rendered(lf, *self.OWN)[1])

    def test_a_report_from_elsewhere_gets_headers_only(self):
        text, out, err = self.rendered(FULL, "--host", "mx.example.org")
        self.assertEqual(err, "plainbounce: header fields only: elsewhere "
                              "(--daemon-name postfix-dsn renders it as your own server's)\n")
        line_end = b"\r\n" if b"\r\n" in text else b"\n"
        self.assertEqual(text.split(line_end * 2, 1)[1], out.split(line_end * 2, 1)[1])
        self.assertIn(b"X-Bounce-Cause: address-unknown;", out)

    def test_an_ordinary_sender_passes(self):
        text, out, err = self.rendered(FULL, "--from", "alice@example.net")
        self.assertEqual(out, text)
        self.assertEqual(err, "plainbounce: unchanged: no bounce (the envelope sender is not null)\n")
        self.assertNotEqual(self.rendered(FULL, "--from", "<>")[1], text)
        self.assertNotEqual(self.rendered(FULL, "--from", "")[1], text)

    def test_what_was_rendered_once_passes(self):
        _, once, _ = self.rendered(FULL, *self.OWN)
        _, twice, err = self.rendered(once, *self.OWN)
        self.assertEqual(twice, once)
        self.assertTrue(err.startswith("plainbounce: unchanged: marker"), err)
        # From somewhere else the marker proves nothing: it is replaced, never doubled.
        _, forged, _ = self.rendered(once, "--client-address", "192.0.2.1", "--host", "mx.example.org")
        self.assertEqual(forged.count(b"X-Bounce-Explained-By:"), 1)

    def test_what_was_rendered_decodes_as_before(self):
        for name in ["01-postfix-one-recipient", "02-many-recipients-mixed-actions", "16-extra-blank-lines-in-status"]:
            with self.subTest(name):
                path = CASES / f"{name}.eml"
                _, out, _ = self.rendered(path, *self.OWN)
                self.assertEqual(*[
                    [[r[key] for key in ("recipient", "action", "status", "cause", "outlook", "actor")]
                     for r in found["recipients"]]
                    for found in self.objects("decode", stdin=out) + self.objects("decode", path)])

    def test_settings_steer_it(self):
        self.ini = self.write("observe.ini", "[knowledge]\noverlay =\n[bounce]\nmode = observe\n")
        text, out, err = self.rendered(FULL, *self.OWN)
        self.assertEqual(out, text)
        self.assertTrue(err.startswith("plainbounce: unchanged: observe"), err)
        self.ini = self.write("off.ini", "[knowledge]\noverlay =\n[bounce]\nbody = off\n")
        text, out, _ = self.rendered(FULL, *self.OWN)
        line_end = b"\r\n" if b"\r\n" in text else b"\n"
        self.assertEqual(out.split(line_end * 2, 1)[1], text.split(line_end * 2, 1)[1])
        self.assertIn(b"X-Bounce-Explained-By: ", out)
        self.ini = self.write("marker.ini", "[knowledge]\noverlay =\n[bounce]\nheaders = no\n")
        text, out, _ = self.rendered(FULL, *self.OWN)
        self.assertEqual(re.findall(rb"(?m)^X-Bounce[^:]*", out), [b"X-Bounce-Explained-By"])
        self.ini = self.write("wrong.ini", "[bounce]\nboddy = off\n")
        status, out, err = self.run_program("render", FULL)
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, f'{self.ini}:2: unknown key "boddy" in [bounce]; did you mean "body"?\n')

    def test_a_local_reader_is_told_whom_to_ask(self):
        self.ini = self.write("help.ini", "[knowledge]\noverlay =\n[site]\nlocal_domains = example.org\n"
                              "[help]\nname = the help desk\nemail = help@example.org\n")
        self.assertIn(b"help@example.org", self.rendered(FULL, *self.OWN, "--to", "ann@example.org")[1])
        self.assertNotIn(b"help@example.org", self.rendered(FULL, *self.OWN, "--to", "ann@far.example")[1])

    def test_a_recipient_does_not_take_the_file_for_another(self):
        self.ini = self.write("ours.ini", "[knowledge]\noverlay =\n[site]\nlocal_domains = example.org\n"
                              "[help]\nname = the help desk\n")
        for before in [["--to", "ann@example.org"], ["--to", "ann@example.org", "--to", "bob@example.org"]]:
            status, out, err = self.run_program("render", *self.OWN, *before, FULL)
            self.assertEqual((status, err), (0, ""))
            self.assertIn(b"ask the help desk.", out)

    def test_diff(self):
        status, diff, err = self.run_program("render", "--diff", *self.OWN, FULL)
        self.assertEqual((status, err), (0, ""))
        lines = diff.decode().splitlines()
        self.assertEqual(lines[:2], [f"--- {FULL}", f"+++ {FULL} (explained)"])
        self.assertTrue(lines[2].startswith("@@ -"))
        self.assertIn("+Address not found", lines)
        patched = self.write("copy.eml", FULL.read_bytes())
        _, wanted, _ = self.rendered(FULL, *self.OWN)
        self.assertEqual(self.apply(pathlib.Path(patched).read_bytes(), lines), wanted.replace(b"\r\n", b"\n"))
        status, diff, _ = self.run_program("render", "--diff", NOT_BOUNCES / "cron-output.eml")
        self.assertEqual((status, diff), (0, b""))

    @staticmethod
    def apply(text, diff_lines):
        """The text with a unified diff applied, LF line ends."""
        before = text.replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape").split("\n")
        after, at = [], 0
        for line in diff_lines[2:]:
            if line.startswith("@@"):
                begin = int(line.split()[1][1:].split(",")[0]) - 1
                after += before[at:begin]
                at = begin
            elif line.startswith("+"):
                after.append(line[1:])
            else:
                assert before[at] == line[1:], (before[at], line)
                if line.startswith(" "):
                    after.append(before[at])
                at += 1
        return "\n".join(after + before[at:]).encode("utf-8", "surrogateescape")

    def test_json(self):
        [found] = self.objects("render", *self.OWN, FULL)
        self.assertEqual(list(found), MESSAGE_KEYS + ["done"])
        done = found["done"]
        self.assertEqual(list(done), ["changed", "passed", "body", "body_growth", "headers_added",
                                      "headers_removed", "lang", "why"])
        self.assertEqual((done["changed"], done["passed"], done["body"], done["lang"]), (True, None, True, "en"))
        self.assertEqual([field["name"] for field in done["headers_added"]],
                         ["X-Bounce-Explanation", "X-Bounce-Cause", "X-Bounce-Explained-By"])
        self.assertGreater(done["body_growth"], 1000)
        [found] = self.objects("render", CASES / "32-out-of-office-null-sender.eml")
        self.assertNotIn(found["kind"], ("report", "legacy"))
        self.assertEqual((found["recipients"], found["done"]["changed"]), ([], False))

    def test_a_session_with_errors(self):
        path = SESSIONS / "server-relay-denied.eml"
        status, out, err = self.run_program("render", path)
        self.assertEqual((status, out), (0, path.read_bytes()))
        self.assertEqual(err, "plainbounce: unchanged: notice (Postfix session transcript, not handed over by our own "
                              "mail system) (--daemon-name postfix-dsn renders it as your own server's)\n")
        [found] = self.objects("render", *self.OWN, path)
        self.assertEqual((found["kind"], found["refusal"], found["done"]["body"]), ("notice", None, False))
        self.assertEqual([field["name"] for field in found["done"]["headers_added"]],
                         ["X-Bounce-Explanation", "X-Bounce-Cause", "X-Bounce-Explained-By"])
        self.assertEqual([r["cause"] for r in found["recipients"]], ["relay-denied"])

    def test_a_copy_for_the_postmaster(self):
        [found] = self.objects("render", *self.OWN, REPORTS / "postfix-postmaster-copy.eml")
        self.assertTrue(found["recipients"][0]["explanation"]["what"].startswith("A message from alice@box.example"))

    def test_a_mailbox_of_several_is_refused(self):
        status, out, err = self.run_program("render", self.mailbox([FULL, FULL]))
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, "plainbounce: the mailbox holds 2 messages; give one of them\n")

    def test_a_from_line_stays_in_front(self):
        text = b"From MAILER-DAEMON Tue Mar  3 08:15:02 2026\n" + FULL.read_bytes().replace(b"\r\n", b"\n")
        _, out, _ = self.rendered(text, *self.OWN)
        self.assertTrue(out.startswith(text[:200]))
        self.assertIn(b"\nX-Bounce-Explained-By: ", out)


if __name__ == "__main__":
    unittest.main()
