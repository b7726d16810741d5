import re
import unittest

from program_case import PAGE_KEYS, Program, REPLY_KEYS, RULE_KEYS


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
        facts = out.decode().split("\n\n")[1]
        labels = [line[2:14].strip() for line in facts.splitlines() if line[2] != " "]
        self.assertEqual(labels, ["kind", "class", "family", "who acts", "cause", "standard"])

    def test_a_whole_page(self):
        status, out, err = self.run_program("explain", "4.3.1")
        self.assertEqual((status, err), (0, ""))
        text = out.decode()
        headings = [line for line in text.splitlines() if line and line[0] != " "]
        self.assertEqual([one for one in headings if len(one) < 22],
                         ["Example of a reply", "What it means", "Common causes", "How to fix it", "Sources",
                          "Related codes"])
        for words in ["  452 4.3.1 Insufficient system storage\n", "\n  The sender:\n    1. ", "\n  - ",
                      "rfc3463#section-3.4", "(checked 20", "\n  X.2.2       "]:
            self.assertIn(words, text)
        [page] = self.objects("explain", "4.3.1")
        self.assertEqual((page["family"], page["origin"], page["class_allowed"]), ("X.3.1", "standard", True))
        self.assertIn("tries again", page["meaning"])
        for key in ["server_text", "causes", "fix", "related", "sources", "answer"]:
            self.assertTrue(page[key], key)

    def test_a_success_is_nobodys_trouble(self):
        for code in ["250", "334", "2.1.0"]:
            with self.subTest(code):
                text = self.run_program("explain", code)[1].decode()
                self.assertIn("\n  who acts    nobody\n", text)
                self.assertNotIn("\n  cause ", text)
                self.assertNotIn("certainty", text)

    def test_unregistered_numbers_fall_back_and_say_so(self):
        for asked, code in [("5.7.999", "5.7.X"), ("5.9.1", "5.X.X"), ("2.2.2", "2.2.2")]:
            with self.subTest(asked):
                [page] = self.objects("explain", asked)
                self.assertEqual((page["code"], page["asked"]), (code, asked))
                self.assertTrue(page["substitute"].startswith(f"{asked} is not registered"))
                status, out, err = self.run_program("explain", asked)
                self.assertEqual((status, err), (0, ""))
                self.assertTrue(out.decode().splitlines()[1].startswith(f"{asked} is not registered"))
        [page] = self.objects("explain", "5.7.1")
        self.assertIsNone(page["substitute"])

    def test_rules_of_providers(self):
        for asked in ["gmail/no-such-user", "GMAIL/5.1.1", "S3150", "microsoft/5.7.620"]:
            with self.subTest(asked):
                rules = self.objects("explain", asked)
                self.assertTrue(rules)
                status, out, err = self.run_program("explain", asked)
                self.assertEqual((status, err), (0, ""))
                for rule in rules:
                    self.assertEqual(list(rule), RULE_KEYS)
                    self.assertTrue(rule["examples"] and rule["meaning"] and rule["fix"] and rule["sources"], rule)
                    self.assertIn(f"{rule['rule']}  {rule['title']}\n", out.decode())
                    self.assertIn(f"  provider    {rule['provider_name']}", out.decode())
        status, out, err = self.run_program("explain", "gmail/no-such-rule")
        self.assertEqual((status, out), (1, b""))

    def test_a_code_names_the_rules_that_are_listed_under_it(self):
        [page] = self.objects("explain", "5.7.26")
        self.assertIn("gmail/5.7.26", {f"{rule['provider']}/{rule['listed_under']}" for rule in self.objects("codes")
                                       if rule.get("rule") in page["rules"]})
        text = self.run_program("explain", "5.7.26")[1].decode()
        self.assertIn("\nAt providers and in programs\n", text)
        for rule in page["rules"]:
            self.assertIn(f"\n  - {rule}:", text)

    def test_unknown_codes_tell_the_nearest(self):
        for asked in ["9.9.9", "3.1.1", "600"]:
            with self.subTest(asked):
                status, out, err = self.run_program("explain", asked)
                self.assertEqual((status, out), (1, b""))
                self.assertRegex(err, rf"^plainbounce: {asked} is no code that is known; nearest are "
                                      r"[\dX.]+(, [\dX.]+)*\n$")
        status, out, err = self.run_program("explain", "hello")
        self.assertEqual((status, out), (1, b""))
        self.assertEqual(err, 'plainbounce: "hello" is neither a code nor a reply\n')

    def test_an_unquoted_reply_is_met_with_a_hint(self):
        status, out, err = self.run_program("explain", "550", "5.1.1", "unknown")
        self.assertEqual(status, 1)
        self.assertEqual(err, 'plainbounce: "unknown" is neither a code nor a reply; a reply of several words needs '
                              'quotes\n')

    def test_a_code_that_proves_nothing_says_so(self):
        for code, last in [
                ("550", "  certainty   unsure: the code alone proves no cause, the server's words do"),
                ("5.0.0", "  certainty   unsure: the code alone proves no cause, the server's words do")]:
            with self.subTest(code):
                self.assertIn(last, self.run_program("explain", code)[1].decode().splitlines())
        self.assertNotIn(b"certainty", self.run_program("explain", "5.2.2")[1])
        for unclear in ["5.0.0", "554 Transaction failed"]:
            self.assertIn("\n  who acts    not clear\n", self.run_program("explain", unclear)[1].decode())
        self.assertIn("\n  cause       unclear\n", self.run_program("explain", "5.0.0")[1].decode())

    def test_known_and_unknown_together(self):
        status, out, err = self.run_program("explain", "5.1.1", "9.9.9", "452")
        self.assertEqual(status, 1)
        self.assertEqual(re.findall(r"(?m)^([\d.]+)  ", out.decode()), ["5.1.1", "452"])
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

    def test_a_line_without_a_code_tells_no_outlook(self):
        line = "connect to mx.far.example[192.0.2.1]:25: Connection timed out"
        [answer] = self.objects("explain", line)
        self.assertEqual((answer["cause"], answer["explanation"]["outlook"]), ("unreachable", ""))
        status, out, err = self.run_program("explain", line)
        self.assertEqual((status, err), (0, ""))
        self.assertNotIn("attempts", out.decode())

    def test_language(self):
        status, out, err = self.run_program("explain", "--lang", "xx", "5.1.1")
        self.assertEqual((status, out), (2, b""))
        self.assertRegex(err, r'^plainbounce: there are no texts in "xx"; there are texts in (\w+, )*en\b')
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


if __name__ == "__main__":
    unittest.main()
