import unittest

from program_case import CASES, FULL, MESSAGE_KEYS, NOT_BOUNCES, Program, RECIPIENT_KEYS, REPORTS, SESSIONS


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

    def test_what_is_no_bounce(self):
        path = CASES / "32-out-of-office-null-sender.eml"
        status, out, err = self.run_program("decode", path)
        self.assertEqual((status, out), (1, b""))
        self.assertRegex(err, r"^plainbounce: no bounce that can be explained( \(auto-reply\))?: .+\n$")
        paths = sorted(NOT_BOUNCES.glob("*.eml")) + [path]
        self.assertGreaterEqual(len(paths), 60)
        found = self.objects("decode", self.mailbox(paths), status=1)
        self.assertEqual(len(found), len(paths))
        for path, message in zip(paths, found):
            with self.subTest(path.name):
                self.assertIn(message["kind"], ("none", "auto-reply", "receipt", "abuse-report"))
                self.assertEqual(message["recipients"], [])

    def test_a_session_with_errors(self):
        for name, side, causes, commands in [
                ("server-unknown-user", "server", ["address-unknown"], ["RCPT TO"]),
                ("server-unknown-command", "server", ["protocol-problem"], [None]),
                ("client-answer-that-does-not-fit", "client", ["protocol-problem"], ["RCPT TO"])]:
            with self.subTest(name):
                [found] = self.objects("decode", SESSIONS / (name + ".eml"))
                self.assertEqual(list(found), MESSAGE_KEYS + ["session"])
                self.assertEqual((found["kind"], found["session"]["side"]), ("notice", side))
                self.assertEqual([r["cause"] for r in found["recipients"]], causes)
                self.assertEqual([r["command"] for r in found["session"]["replies"]], commands)
        status, out, err = self.run_program("decode", SESSIONS / "server-unknown-command.eml")
        self.assertEqual((status, err), (0, ""))
        lines = out.decode().splitlines()
        self.assertEqual(lines[:2], ["Technical misunderstanding", ""])
        self.assertIn("Nobody has to act. What you can do:", lines)
        self.assertIn("  client      unknown[203.0.113.9]", lines)

    def test_a_copy_for_the_postmaster(self):
        for name, told in [
                ("postmaster-copy", "A message from alice@box.example to nouser@far.example was not delivered"),
                ("double-bounce", "An automatic notice to gone@near.example was not delivered")]:
            [found] = self.objects("decode", REPORTS / ("postfix-" + name + ".eml"))
            self.assertTrue(found["recipients"][0]["explanation"]["what"].startswith(told), found)

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

    def test_several_files(self):
        files = [str(FULL), str(CASES / "32-out-of-office-null-sender.eml")]
        found = self.objects("decode", *files)
        self.assertEqual([list(message)[:2] for message in found], [["file", "kind"]] * 2)
        self.assertEqual([(message["file"], len(message["recipients"])) for message in found],
                         [(files[0], 1), (files[1], 0)])
        status, out, err = self.run_program("decode", *files, "/nonexistent")
        self.assertEqual(status, 2)
        self.assertTrue(out.decode().startswith(f"{FULL}: Undelivered Mail Returned to Sender\n\n"))
        self.assertTrue(err.startswith(f"plainbounce: {files[1]}: no bounce that can be explained"))
        self.assertIn("/nonexistent: cannot be read", err)

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
        for text in [b"Dear all, the meeting is at noon.\n", b"We went to 5.2.2 today.\n", b"Room: 500 people\n", b"", b"\n\n", b"\0\xff\xfe"]:
            with self.subTest(text):
                status, out, err = self.run_program("decode", stdin=text)
                self.assertEqual((status, out), (1, b""))
                self.assertIn("no bounce that can be explained: ", err)

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


if __name__ == "__main__":
    unittest.main()
