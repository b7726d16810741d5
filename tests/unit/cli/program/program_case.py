"""The command line as its users have it: the real program, its output, its exit status.

Each test_*.py here is run as: PLAINBOUNCE_PROGRAM=build/dev/bin/plainbounce python3 test_decode.py
"""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
PROGRAM = os.environ["PLAINBOUNCE_PROGRAM"]
CASES = ROOT / "tests" / "messages" / "cases"
NOT_BOUNCES = ROOT / "tests" / "messages" / "not-bounces"
REPORTS = ROOT / "tests" / "messages" / "reports"
SESSIONS = ROOT / "tests" / "messages" / "sessions"
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
             "related", "sources", "author", "answer", "confidence", "origin", "family", "class_allowed", "asked",
             "substitute", "rules"]
RULE_KEYS = ["rule", "provider", "title", "kind", "actor", "cause", "confidence", "priority", "scope", "provider_name",
             "provider_url", "listed_under", "origin", "examples", "meaning", "causes", "fix", "related", "sources"]


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

    def mailbox(self, paths):
        quoted = [re.sub(rb"(?m)^(>*From )", rb">\1", path.read_bytes().replace(b"\r\n", b"\n")) for path in paths]
        return self.write("mbox", b"".join(b"From x Tue Mar  3 08:15:02 2026\n" + text + b"\n\n" for text in quoted))
