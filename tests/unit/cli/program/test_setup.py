import re
import unittest

from program_case import Program, ROOT

HOOKS = {"confRELAY_MSG": "", "confREJECT_MSG": "5.7.1 ", "confRCPTREJ_MSG": "", "LUSER_RELAY": ""}
NO_NAME = ("plainbounce: own_service = sendmail-dsn has to stand under [milter] in plainbounce.ini, "
           "the name of the second port\n")


class Setup(Program):
    def definitions(self, text):
        return dict(re.findall(r"(?m)^define\(`(\w+)', `(.*)'\)dnl$", text))

    def test_sendmail(self):
        status, out, err = self.run_program("setup", "sendmail")
        self.assertEqual((status, err), (0, NO_NAME))
        text = out.decode("ascii")
        self.assertIn((ROOT / "packaging" / "sendmail" / "plainbounce.mc").read_text(), text)
        found = self.definitions(text)
        self.assertEqual(found["PLAINBOUNCE_SOCKET"], "unix:/run/plainbounce/plainbounce.sock")
        self.assertEqual(found["PLAINBOUNCE_NAME"], "sendmail-dsn")

    def test_the_replies_are_the_sentences_of_the_knowledge(self):
        for language in (None, "en", "de"):
            with self.subTest(language):
                chosen = ["--lang", language] if language else []
                status, out, _ = self.run_program("setup", "sendmail", *chosen)
                self.assertEqual(status, 0)
                found = self.definitions(out.decode("ascii"))
                texts = (ROOT / "core" / "knowledge" / "text" / f"{language or 'en'}.toml").read_text()
                for hook, enhanced in HOOKS.items():
                    value = re.fullmatch(rf'(?:error:5\.1\.1:\\)?"550 {enhanced}([^"\\]*)\\?"', found[hook])
                    self.assertTrue(value, found[hook])
                    self.assertIn(f'\nline = "{value[1]}"\n', texts)
                    self.assertLess(len(found[hook]), 250)

    def test_socket_and_port_are_those_of_the_configuration(self):
        self.ini = self.write("p.ini", "[milter]\nsocket = inet:8895@127.0.0.1\n"
                                       "own_service = postfix-dsn, bounces\n[knowledge]\noverlay =\n")
        status, out, err = self.run_program("setup", "sendmail")
        self.assertEqual((status, err), (0, ""))
        found = self.definitions(out.decode("ascii"))
        self.assertEqual(found["PLAINBOUNCE_SOCKET"], "inet:8895@127.0.0.1")
        self.assertEqual(found["PLAINBOUNCE_NAME"], "bounces")

    def test_the_language_of_replies_is_the_default(self):
        self.ini = self.write("p.ini", "[replies]\nlanguage = de\n[knowledge]\noverlay =\n")
        _, chosen, _ = self.run_program("setup", "sendmail")
        self.assertEqual(chosen, self.run_program("setup", "sendmail", "--lang", "de")[1])
        self.assertNotEqual(chosen, self.run_program("setup", "sendmail", "--lang", "en")[1])

    def test_a_sentence_that_sendmail_cannot_say_is_left_out(self):
        texts = (ROOT / "core" / "knowledge" / "text" / "en.toml").read_text()
        own = re.search(r'(?ms)^\[cause\.relay-denied\].*?(?=^\[)', texts)[0]
        self.write("overlay/x.toml", '[language]\nid = "en"\nname = "English"\n'
                   + re.sub(r'(?m)^line = .*$', 'line = "It costs $5."', own))
        self.ini = self.write("p.ini", f"[milter]\nown_service = bounces\n[knowledge]\noverlay = {self.folder.name}/overlay\n")
        status, out, err = self.run_program("setup", "sendmail")
        self.assertEqual((status, err), (1, "plainbounce: left out: the line about relay-denied in en holds $, "
                                            "which m4 and Sendmail read as their own\n"))
        self.assertNotIn("confRELAY_MSG", self.definitions(out.decode("ascii")))
        self.assertIn("confREJECT_MSG", self.definitions(out.decode("ascii")))

    def test_what_there_is_no_setup_for(self):
        self.assertEqual(self.run_program("setup", "exim"), (
            2, b"", 'plainbounce: there is no setup for "exim"; there is one for postfix and one for sendmail\n'))

    def test_options_that_are_the_other_servers(self):
        for options in (["--apply"], ["--undo"], ["--no-replies"], ["--no-reload"], ["--json"],
                        ["--postfix-config", "/etc/postfix"]):
            with self.subTest(options):
                self.assertEqual(self.run_program("setup", "sendmail", *options), (
                    2, b"", "plainbounce: for sendmail there is text alone: --lang and -c are its options\n"))
        self.assertEqual(self.run_program("setup", "postfix", "--lang", "de"), (
            2, b"", 'plainbounce: --lang is for sendmail; for Postfix, "language" under [replies] says it\n'))

    def test_an_unknown_language(self):
        status, out, err = self.run_program("setup", "sendmail", "--lang", "xx")
        self.assertEqual((status, out), (2, b""))
        self.assertRegex(err, r'^plainbounce: there are no texts in "xx"; there are texts in (\w+, )*en\n$')


if __name__ == "__main__":
    unittest.main()
