import os
import pty
import subprocess
import unittest

from program_case import FULL, PROGRAM, Program


class Usage(Program):
    def test_help_has_examples(self):
        status, out, _ = self.run_program("--help", config=False)
        self.assertEqual(status, 0)
        for command in ["explain", "decode", "render", "check", "codes", "setup", "log"]:
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

    def test_wrong_usage_is_named(self):
        more = "Run with --help for more information.\n"
        for arguments, message in [
                ([], "a command is needed"),
                (["decoed", "x"], 'there is no command "decoed"; did you mean "decode"?'),
                (["nonsense"], 'there is no command "nonsense"'),
                (["-c", "x.ini", "explain", "4.3.1"], '"-c" stands where a command is needed; options come behind it'),
                (["explain"], "WHAT is required"),
                (["decode", "--nonsense"], "The following argument was not expected: --nonsense")]:
            with self.subTest(arguments):
                self.assertEqual(self.run_program(*arguments, config=False)[2], f"plainbounce: {message}\n{more}")

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
