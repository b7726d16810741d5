"""plainbounce log: files, standard input, exit statuses, the bar on a terminal."""
import gzip
import os
import pty
import select
import subprocess
import sys
import time
import unittest

from program_case import PROGRAM, ROOT, Program

sys.path.insert(0, str(ROOT / "tests" / "bench"))
from mail_log import MailLog  # noqa: E402 (needs the path)

LOGS = ROOT / "tests" / "unit" / "cli" / "maillog"
SENDMAIL = LOGS / "sendmail.log"
FIGURES = ["from", "to", "lines", "mail_lines", "unreadable_lines", "queue_entries", "delivered", "failed", "gave_up",
           "waiting", "untried", "held", "resolved_later", "ended_unseen", "refused", "not_followed", "groups"]
GROUP = ["state", "cause", "title", "provider", "provider_name", "actor", "count", "gave_up", "first", "last",
         "example", "code", "rule", "fix", "domains", "in_more_domains", "queue_ids", "more_queue_ids"]


class Log(Program):
    def test_a_file_a_packed_one_and_standard_input_give_the_same(self):
        plain = self.objects("log", SENDMAIL)
        self.assertEqual(len(plain), 1)
        self.assertEqual((plain[0]["failed"], plain[0]["waiting"], plain[0]["delivered"]), (4, 1, 3))
        packed = self.write("mail.log.1.gz", gzip.compress(SENDMAIL.read_bytes()))
        self.assertEqual(self.objects("log", packed), plain)
        self.assertEqual(self.objects("log", stdin=SENDMAIL.read_bytes()), plain)
        self.assertEqual(self.objects("log", "-", stdin=SENDMAIL.read_bytes()), plain)

    def test_the_keys_are_those_of_the_documentation(self):
        told = self.objects("log", "--refused", SENDMAIL)[0]
        self.assertEqual(list(told), FIGURES)
        documented = (ROOT / "docs" / "json.md").read_text().partition("## A log or a queue")[2]
        for group in told["groups"]:
            self.assertEqual(list(group), GROUP)
        for key in FIGURES + GROUP:
            with self.subTest(key):
                self.assertIn(f"`{key}`", documented)

    def test_exit_statuses(self):
        cut = self.write("cut.gz", gzip.compress(SENDMAIL.read_bytes())[:-300])
        for arguments, status, words in [
                ([SENDMAIL], 0, ""),
                ([__file__], 1, "no line of Postfix or Sendmail among"),
                ([SENDMAIL, "/nonexistent"], 2, "/nonexistent: cannot be read: No such file or directory"),
                ([cut], 2, "ends within its gzip data at byte"),
                ([SENDMAIL, self.folder.name], 2, "is a directory"),
                (["--since", "never", SENDMAIL], 2, '--since: "never" is no time'),
                (["--top", "x", SENDMAIL], 2, "--top")]:
            with self.subTest(arguments):
                code, _, err = self.run_program("log", *arguments)
                self.assertEqual(code, status, err)
                self.assertIn(words, err)

    def test_a_bar_only_on_a_terminal(self):
        piece = os.path.join(self.folder.name, "piece.log")
        MailLog().write(piece, 1_000_000)
        self.assertEqual(self.run_program("log", piece)[2], "")
        main, terminal = pty.openpty()
        process = subprocess.Popen([PROGRAM, "log", "-c", self.ini], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=terminal, env={**os.environ, "TERM": "xterm"})
        os.close(terminal)
        with open(piece, "rb") as file:
            lines = file.read()
        ends = time.monotonic() + 60
        while not select.select([main], [], [], 0)[0]:  # input goes on until the bar is there
            self.assertLess(time.monotonic(), ends, "no bar")
            process.stdin.write(lines)
        process.stdin.close()
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
        self.assertRegex(seen, rb"^\r\d+ MB  \x1b\[K")
        self.assertTrue(seen.endswith(b"\r\x1b[K"), seen[-40:])


if __name__ == "__main__":
    unittest.main()
