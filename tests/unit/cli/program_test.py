"""The command line as its users have it: the real program, its output, its exit status.

Run as: program_test.py PROGRAM ROOT
"""
import email
import email.policy
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(2))
PROGRAM = sys.argv.pop(1)
CASES = ROOT / "tests" / "messages" / "cases"
NOT_BOUNCES = ROOT / "tests" / "messages" / "not-bounces"
FULL = CASES / "01-postfix-one-recipient.eml"

MESSAGE_KEYS = ["kind", "reporting_mta", "queue_id", "refusal", "backscatter", "recipients"]
REPORT_KEYS = ["recipient", "original_recipient", "final_recipient", "action", "status"]
DIAGNOSTIC_KEYS = ["diagnostic_type", "diagnostic", "remote_mta"]
CODE_KEYS = ["reply_code", "enhanced_code"]
DIAGNOSIS_KEYS = ["cause", "outlook", "kind", "actor", "confidence", "code", "provider", "rule",
                  "explanation", "evidence"]
RECIPIENT_KEYS = REPORT_KEYS + CODE_KEYS + DIAGNOSTIC_KEYS + DIAGNOSIS_KEYS
REPLY_KEYS = CODE_KEYS + DIAGNOSIS_KEYS
PAGE_KEYS = ["code", "title", "kind", "class", "actor", "cause", "server_text", "meaning", "causes", "fix",
             "related", "sources", "author"]


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="plainbounce-cli-")
        self.addCleanup(self.folder.cleanup)
        self.ini = self.write("plain.ini", "[knowledge]\noverlay =\n[text]\ntime_zone = UTC\n")

    def write(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def run_program(self, *arguments, stdin=b"", config=True):
        """Exit status, standard output and standard error; the configuration of this test is named."""
        command = [PROGRAM, *map(str, arguments)]
        if config:
            command += ["-c", self.ini]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=60)
        return done.returncode, done.stdout, done.stderr.decode()

    def objects(self, *arguments, stdin=b"", status=0):
        code, out, err = self.run_program(*arguments, "--json", stdin=stdin)
        self.assertEqual(code, status, err)
        return [json.loads(line) for line in out.decode("utf-8").splitlines()]


class Explain(Program):
    def test_codes(self):
        for asked, code, kind, cause in [
                ("4.3.1", "4.3.1", "temporary", "system-storage-full"),
                ("452", "452", "temporary", None),
                ("X.3.1", "X.3.1", None, "system-storage-full"),
                ("x.3.1", "X.3.1", None, "system-storage-full"),
                ("4.3.X", "4.3.X", "temporary", None),
                ("X.3.X", "X.3.X", None, None),
                ("4.X.X", "4.X.X", "temporary", None)]:
            with self.subTest(asked):
                [page] = self.objects("explain", asked)
                self.assertEqual(list(page), PAGE_KEYS)
                self.assertEqual((page["code"], page["kind"]), (code, kind))
                self.assertTrue(page["title"])
                if cause:
                    self.assertEqual(page["cause"], cause)
                status, out, err = self.run_program("explain", asked)
                self.assertEqual((status, err), (0, ""))
                self.assertTrue(out.decode().startswith(f"{code}  {page['title']}\n"), out)
                self.assertIn(f"  cause       {page['cause']}", out.decode())

    def test_a_page(self):
        status, out, err = self.run_program("explain", "5.1.1")
        self.assertEqual((status, err), (0, ""))
        labels = [line[2:14].strip() for line in out.decode().splitlines()[1:5] if line[2] != " "]
        self.assertEqual(labels, ["kind", "class", "who acts", "cause"])

    def test_unknown_codes_tell_the_nearest(self):
        for asked in ["9.9.9", "5.9.1", "600"]:
            with self.subTest(asked):
                status, out, err = self.run_program("explain", asked)
                self.assertEqual((status, out), (1, b""))
                self.assertRegex(err, rf"^plainbounce: {asked} is no code that is known; nearest are "
                                      r"[\dX.]+(, [\dX.]+)*\n$")
        status, out, err = self.run_program("explain", "hello")
        self.assertEqual((status, out), (1, b""))
        self.assertEqual(err, 'plainbounce: "hello" is neither a code nor a reply\n')

    def test_known_and_unknown_together(self):
        status, out, err = self.run_program("explain", "5.1.1", "9.9.9", "452")
        self.assertEqual(status, 1)
        self.assertEqual([line.split()[0] for line in out.decode().split("\n\n")], ["5.1.1", "452"])
        self.assertIn("9.9.9", err)

    def test_replies(self):
        for reply, code, enhanced, cause, outlook in [
                ("550 5.1.1 <bob@example.net>: User unknown", 550, "5.1.1", "address-unknown", "final"),
                ("552 5.2.2 Mailbox full", 552, "5.2.2", "mailbox-full", "final"),
                ("452 4.2.2 Mailbox full", 452, "4.2.2", "mailbox-full", "retrying"),
                ("550 5.7.26 This mail has been blocked because the sender is unauthenticated.", 550, "5.7.26",
                 "authentication-failed", "final"),
                ("250 2.0.0 OK", 250, "2.0.0", "delivered", "done")]:
            with self.subTest(reply):
                [found] = self.objects("explain", reply)
                self.assertEqual(list(found), REPLY_KEYS)
                self.assertEqual((found["reply_code"], found["enhanced_code"], found["cause"], found["outlook"]),
                                 (code, enhanced, cause, outlook))
                self.assertTrue(found["explanation"]["title"])
                self.assertTrue(found["evidence"])
                status, out, err = self.run_program("explain", reply)
                self.assertEqual((status, err), (0, ""))
                self.assertTrue(out.decode().startswith(found["explanation"]["title"] + "\n\n"))

    def test_language(self):
        status, out, err = self.run_program("explain", "--lang", "xx", "5.1.1")
        self.assertEqual((status, out), (2, b""))
        self.assertRegex(err, r'^plainbounce: there are no texts in "xx"; there are texts in en\b')
        self.assertEqual(self.run_program("explain", "--lang", "en", "5.1.1")[0], 0)

    def test_an_overlay_adds_codes_and_a_named_broken_one_is_an_error(self):
        self.write("overlay/mine.toml", '[[code]]\ncode = "5.9.1"\ntitle = "Ours"\nkind = "permanent"\n'
                   'class = "Undefined"\nactor = "sender"\ncause = "unclear"\norigin = "de-facto"\n')
        self.ini = self.write("overlay.ini", f"[knowledge]\noverlay = {self.folder.name}/overlay\n")
        [page] = self.objects("explain", "5.9.1")
        self.assertEqual(page["title"], "Ours")
        path = self.write("overlay/mine.toml", '[[code]]\ncode = "5.9.1"\ntitel = "Ours"\n')
        status, out, err = self.run_program("explain", "5.9.1")
        self.assertEqual((status, out), (2, b""))
        self.assertIn(f"{path}:3: ", err)


class Decode(Program):
    def test_every_case(self):
        for name, kind, refusal, causes in [
                ("01-postfix-one-recipient", "report", None, ["address-unknown"]),
                ("03-delayed-not-failed", "report", None, ["unreachable"]),
                ("04-success-relayed", "report", None, ["relayed"]),
                ("06-exchange-online-enhanced-ndr", "report", "friendly", ["address-unknown"]),
                ("10-qmail-no-mime", "legacy", None, ["address-unknown"]),
                ("14-no-final-boundary", "report", "unproven", ["address-unknown"]),
                ("16-extra-blank-lines-in-status", "report", None, ["address-unknown", "mailbox-full"]),
                ("18-mixed-lf-and-crlf", "report", None, ["address-unknown"]),
                ("21-user-forwards-a-bounce", "report", "unproven", ["address-unknown"]),
                ("22-dkim-signed-remote-dsn", "report", "signed", ["domain-not-found"]),
                ("29-rewrapped-as-multipart-mixed", "report", "unproven", ["address-unknown"])]:
            with self.subTest(name):
                [found] = self.objects("decode", CASES / f"{name}.eml")
                self.assertEqual(list(found), MESSAGE_KEYS)
                self.assertEqual((found["kind"], found["refusal"]), (kind, refusal))
                self.assertEqual([r["cause"] for r in found["recipients"]], causes)
                for recipient in found["recipients"]:
                    self.assertEqual(list(recipient), RECIPIENT_KEYS)

    def test_the_fields_of_a_recipient(self):
        [found] = self.objects("decode", FULL)
        [recipient] = found["recipients"]
        self.assertEqual(found["reporting_mta"], "mail.example.net")
        self.assertEqual(found["queue_id"], "AB12C3D4E5")
        self.assertIsNone(found["backscatter"])
        expected = {"recipient": "bob@example.com", "action": "failed", "status": "5.1.1", "reply_code": 550,
                    "enhanced_code": "5.1.1", "diagnostic_type": "smtp", "remote_mta": "mx1.example.com",
                    "outlook": "final", "kind": "permanent", "actor": "sender", "code": "5.1.1"}
        self.assertEqual({key: recipient[key] for key in expected}, expected)
        self.assertEqual(recipient["explanation"]["lang"], "en")
        self.assertIn("bob@example.com", recipient["explanation"]["what"])

    def test_every_message_gives_an_object(self):
        found = self.objects("decode", self.mailbox(sorted(CASES.glob("*.eml"))))
        self.assertEqual(len(found), len(list(CASES.glob("*.eml"))))
        for message in found:
            self.assertEqual(list(message), MESSAGE_KEYS)
            self.assertEqual(bool(message["recipients"]), message["kind"] in ("report", "legacy"))

    def mailbox(self, paths):
        quoted = [re.sub(rb"(?m)^(>*From )", rb">\1", path.read_bytes().replace(b"\r\n", b"\n")) for path in paths]
        return self.write("mbox", b"".join(b"From x Tue Mar  3 08:15:02 2026\n" + text + b"\n\n" for text in quoted))

    def test_what_is_no_bounce(self):
        path = CASES / "32-out-of-office-null-sender.eml"
        status, out, err = self.run_program("decode", path)
        self.assertEqual((status, out), (1, b""))
        self.assertRegex(err, r"^plainbounce: no bounce that can be explained \((none|auto-reply)\): .+\n$")
        paths = sorted(NOT_BOUNCES.glob("*.eml")) + [path]
        self.assertGreaterEqual(len(paths), 60)
        found = self.objects("decode", self.mailbox(paths), status=1)
        self.assertEqual(len(found), len(paths))
        for path, message in zip(paths, found):
            with self.subTest(path.name):
                self.assertIn(message["kind"], ("none", "auto-reply", "receipt", "abuse-report", "notice"))
                self.assertEqual(message["recipients"], [])

    def test_standard_input_and_both_line_ends(self):
        text = FULL.read_bytes().replace(b"\r\n", b"\n")
        by_file = self.run_program("decode", FULL)
        self.assertEqual(by_file[0], 0)
        self.assertEqual(self.run_program("decode", stdin=text), by_file)
        self.assertEqual(self.run_program("decode", "-", stdin=text.replace(b"\n", b"\r\n")), by_file)

    def test_text_for_people(self):
        status, out, err = self.run_program("decode", FULL)
        self.assertEqual((status, err), (0, ""))
        lines = out.decode().splitlines()
        self.assertEqual(lines[:2], ["Address not found", ""])
        self.assertIn("  recipient   bob@example.com", lines)
        self.assertIn("  cause       address-unknown (permanent, final, certain)", lines)
        self.assertEqual(lines[-1], "  reported by mail.example.net")
        self.assertFalse([line for line in lines if line.startswith("  why ")])
        self.assertLessEqual(max(map(len, lines)), 78)

    def test_why(self):
        status, out, _ = self.run_program("decode", "--why", FULL)
        self.assertEqual(status, 0)
        self.assertIn('\n  why         action "failed": ', out.decode())

    def test_mailbox(self):
        messages = [FULL, CASES / "32-out-of-office-null-sender.eml", CASES / "02-many-recipients-mixed-actions.eml"]
        path = self.mailbox(messages)
        found = self.objects("decode", path)
        self.assertEqual([len(message["recipients"]) for message in found], [1, 0, 5])
        status, out, err = self.run_program("decode", path)
        self.assertEqual(status, 0)
        self.assertTrue(out.decode().startswith("message 1: Undelivered Mail Returned to Sender\n\n"))
        self.assertIn("\nmessage 3: ", out.decode())
        self.assertIn("\nRecipient 5 of 5\n", out.decode())
        self.assertTrue(err.startswith("plainbounce: message 2: no bounce that can be explained"))

    def test_pasted_text(self):
        for label, text, kind, cause in [
                ("status fields", "Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; bob@example.net\n"
                                  "Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full\n",
                 "report", "mailbox-full"),
                ("a reply", "550 5.1.1 <bob@example.net>: User unknown\n", "legacy", "address-unknown"),
                ("a notice", "I'm sorry to have to inform you that your message could not be delivered.\n\n"
                             "<bob@example.net>: host mx.example.net[192.0.2.1] said: 550 5.1.1\n"
                             "    <bob@example.net>: User unknown (in reply to RCPT TO command)\n",
                 "legacy", "address-unknown")]:
            with self.subTest(label):
                [found] = self.objects("decode", stdin=text.encode())
                self.assertEqual((found["kind"], [r["cause"] for r in found["recipients"]]), (kind, [cause]))
        for text in [b"Dear all, the meeting is at noon.\n", b"", b"\n\n", b"\0\xff\xfe"]:
            with self.subTest(text):
                status, out, err = self.run_program("decode", stdin=text)
                self.assertEqual((status, out), (1, b""))
                self.assertIn("no bounce that can be explained (none): ", err)

    def test_strangers_cannot_steer_the_terminal(self):
        hostile = (b"Reporting-MTA: dns; \x1b[2Jmx\n\nFinal-Recipient: rfc822; a\xe2\x80\xaeb@example.net\n"
                   b"Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 \x1b]0;owned\x07 \xc2\x9b31m \x9b no\n")
        for arguments in [["decode"], ["decode", "--why"], ["decode", "--json"]]:
            status, out, err = self.run_program(*arguments, stdin=hostile)
            self.assertEqual(status, 0, err)
            text = out.decode("utf-8")
            for character in text:
                self.assertTrue(character == "\n" or (character.isprintable()), f"{character!r} in {text}")

    def test_unreadable_input(self):
        status, out, err = self.run_program("decode", "/nonexistent/bounce.eml")
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, "plainbounce: /nonexistent/bounce.eml: cannot be read: No such file or directory\n")
        self.assertEqual(self.run_program("decode", self.folder.name)[0], 2)

    def test_backscatter_needs_our_hosts(self):
        self.ini = self.write("ours.ini", "[knowledge]\noverlay =\n[site]\nour_hosts = mx.ours.example\n")
        [found] = self.objects("decode", CASES / "25-backscatter-not-sent-by-us.eml")
        self.assertIn(found["backscatter"], (True, None))
        self.assertEqual(found["refusal"], "elsewhere")


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
        text, out, _ = self.rendered(FULL, "--host", "mx.example.org")
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

    def test_a_from_line_stays_in_front(self):
        text = b"From MAILER-DAEMON Tue Mar  3 08:15:02 2026\n" + FULL.read_bytes().replace(b"\r\n", b"\n")
        _, out, _ = self.rendered(text, *self.OWN)
        self.assertTrue(out.startswith(text[:200]))
        self.assertIn(b"\nX-Bounce-Explained-By: ", out)


class Check(Program):
    def test_what_is_right(self):
        status, out, err = self.run_program("check")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out.decode(), r"^no errors; \d+ codes, \d+ rules\n$")
        [found] = self.objects("check")
        self.assertEqual(found, {"ok": True, "findings": [], "notices": []})

    def test_the_default_file_is_right(self):
        status, _, err = self.run_program("check", "-c", ROOT / "config" / "plainbounce.ini", config=False)
        self.assertEqual((status, err), (0, ""))

    def test_every_finding(self):
        overlay = self.write("overlay/x.toml", '[[code]]\ncode = "5.9.1"\ntitel = "x"\n')
        self.write("conf.d/later.ini", "[text]\nlanguages = xx\n")
        good = f"[knowledge]\noverlay = {self.folder.name}/overlay\n"
        self.ini = self.write("p.ini", good)
        status, out, err = self.run_program("check")
        self.assertEqual((status, out), (1, b""))
        self.assertIn(f"{overlay}:3: ", err)
        self.write("overlay/x.toml", "")
        status, out, err = self.run_program("check")
        self.assertEqual((status, out), (1, b""))
        self.assertRegex(err, r'/conf.d/later.ini:2: languages: there are no texts in "xx"; there are texts in en\b')
        self.ini = self.write("p.ini", good + "[bounce]\nhtlm = yes\nbody = x\n[nonsense]\n")
        status, out, err = self.run_program("check")
        self.assertEqual(status, 1)
        self.assertEqual([line.split(": ")[0] for line in err.splitlines()],
                         [f"{self.ini}:4", f"{self.ini}:5", f"{self.ini}:6"])
        [found] = self.objects("check", status=1)
        self.assertEqual((found["ok"], [f["line"] for f in found["findings"]]), (False, [4, 5, 6]))

    def test_notices_are_no_findings(self):
        self.ini = self.write("p.ini", "[knowledge]\noverlay =\n[bounce]\nhtml = yes\nhtml = no\n")
        status, _, err = self.run_program("check")
        self.assertEqual((status, err), (0, f'note: {self.ini}:5: "html" of line 4 is set again here\n'))

    def test_an_unreadable_file(self):
        status, out, err = self.run_program("check", "-c", "/nonexistent/p.ini", config=False)
        self.assertEqual((status, out), (2, b""))
        self.assertEqual(err, "plainbounce: /nonexistent/p.ini: cannot be read: No such file or directory\n")


class Codes(Program):
    def test_one_a_line(self):
        status, out, err = self.run_program("codes")
        self.assertEqual((status, err), (0, ""))
        lines = out.decode().splitlines()
        found = self.objects("codes")
        self.assertEqual(len(found), len(lines))
        self.assertEqual([line.split()[0] for line in lines], [o.get("code") or o["rule"] for o in found])
        self.assertGreaterEqual(len([o for o in found if "code" in o]), 300)
        for one in found:
            if "code" in one:
                self.assertEqual(list(one), PAGE_KEYS)
            else:
                self.assertEqual(list(one), ["rule", "provider", "title", "kind", "actor", "cause", "confidence",
                                             "priority", "scope"])


class Usage(Program):
    def test_help_has_examples(self):
        status, out, _ = self.run_program("--help", config=False)
        self.assertEqual(status, 0)
        for command in ["explain", "decode", "render", "check", "codes"]:
            with self.subTest(command):
                self.assertIn(f"\n  {command} ", out.decode())
                status, text, err = self.run_program(command, "--help", config=False)
                self.assertEqual((status, err), (0, ""))
                self.assertIn(f"Examples:\n  plainbounce {command}", text.decode())

    def test_wrong_usage(self):
        for arguments in [[], ["nonsense"], ["explain"], ["decode", "--nonsense"], ["decode", "a", "b"],
                          ["render", "--json", "--diff"]]:
            with self.subTest(arguments):
                status, out, err = self.run_program(*arguments, config=False)
                self.assertEqual((status, out), (2, b""))
                self.assertTrue(err)

    def test_a_broken_named_file_is_an_error_everywhere(self):
        self.ini = self.write("wrong.ini", "[bounce]\nboddy = off\n")
        for arguments in [["explain", "5.1.1"], ["decode", FULL], ["codes"], ["render", FULL]]:
            with self.subTest(arguments[0]):
                status, out, err = self.run_program(*arguments)
                self.assertEqual((status, out), (2, b""))
                self.assertEqual(err, f'{self.ini}:2: unknown key "boddy" in [bounce]; did you mean "body"?\n')

    def on_terminal(self, *arguments, **environment):
        """What a terminal gets to see."""
        main, terminal = pty.openpty()
        env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        env.update({"TERM": "xterm", **environment})
        process = subprocess.Popen([PROGRAM, *map(str, arguments), "-c", self.ini], stdout=terminal,
                                   stdin=subprocess.DEVNULL, env=env)
        os.close(terminal)
        seen = b""
        while True:
            try:
                chunk = os.read(main, 65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        os.close(main)
        self.assertEqual(process.wait(timeout=60), 0)
        return seen

    def test_colours(self):
        for command in [("explain", "5.1.1"), ("decode", FULL),
                        ("render", "--diff", "--daemon-name", "postfix-dsn", FULL)]:
            with self.subTest(command[0]):
                self.assertIn(b"\x1b[", self.on_terminal(*command))
                self.assertNotIn(b"\x1b", self.on_terminal(*command, NO_COLOR="1"))
                self.assertNotIn(b"\x1b", self.on_terminal(*command, TERM="dumb"))
                self.assertNotIn(b"\x1b", self.run_program(*command)[1])
                if command[0] != "render":
                    self.assertNotIn(b"\x1b", self.on_terminal(*command, "--json"))


if __name__ == "__main__":
    unittest.main()
