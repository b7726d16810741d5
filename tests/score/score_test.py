"""What tools/score counts, and what makes it fail. score_test.py SCORE PLAINBOUNCE"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCORE, PLAINBOUNCE = sys.argv[1:3]

REPORT = """From: MAILER-DAEMON@mx.example.net
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b

The mail system

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; bob@example.org
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 Mailbox full

--b--
"""
HOLIDAY = """From: bob@example.org
Subject: Away
Auto-Submitted: auto-replied

I am back on Monday.
"""
SAID = {"recipient": "bob@example.org", "action": "failed", "deliverystatus": "5.2.2",
        "replycode": "552", "reason": "mailboxfull"}


def row(file, said=None, agree=None, **changed):
    said = None if said is False else {**SAID, **changed}
    return {"file": file, "index": 1, "agree": agree or (list(SAID) if said else None), "a": said,
            "b": said}


class Score(unittest.TestCase):
    def run_score(self, rows, judgements=""):
        with tempfile.TemporaryDirectory() as folder:
            directory = pathlib.Path(folder)
            (directory / "not").mkdir()
            for name, text in (("report.eml", REPORT), ("holiday.eml", HOLIDAY),
                               ("not/letter.eml", HOLIDAY), ("not/report.eml", REPORT)):
                (directory / name).write_text(text, encoding="utf-8")
            (directory / "expected.jsonl").write_text(
                "".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
            (directory / "judgements.txt").write_text(judgements, encoding="utf-8")
            run = subprocess.run(
                [sys.executable, SCORE, "--program", PLAINBOUNCE, "--judgements",
                 directory / "judgements.txt", directory, directory / "expected.jsonl"],
                capture_output=True, text=True, timeout=60, check=False)
        self.lines = run.stdout.splitlines()
        self.errors = run.stderr
        return run.returncode

    def figure(self, name):
        """(right, of) of a line of the table."""
        line = next(line for line in self.lines if line.startswith(name + " "))
        return tuple(int(word) for word in line[len(name):].split()[:2])

    def test_what_both_say_holds_every_bar(self):
        self.assertEqual(0, self.run_score([row("report.eml")]))
        for name in ("decoded", "recipients", "action", "code", "replycode", "cause", "certain"):
            self.assertEqual((1, 1), self.figure(name), name)
        self.assertEqual((0, 1), self.figure("unclear"))
        self.assertIn("disagreements: 0 ()", self.lines)

    def test_another_cause_fails_until_it_is_judged(self):
        rows = [row("report.eml", reason="userunknown")]
        self.assertEqual(1, self.run_score(rows))
        self.assertEqual((0, 1), self.figure("certain"))
        line = "report.eml\t1\tcause\tmailbox-full\tuserunknown"
        self.assertIn(line, self.lines)
        self.assertEqual(1, self.run_score(rows, line + "\ttheirs\tthe words say so\n"))
        self.assertEqual(0, self.run_score(rows, line + "\tours\tthe words say so\n"))
        self.assertEqual((1, 1), self.figure("cause"))
        self.assertNotIn(line, self.lines)

    def test_a_reason_that_is_no_opinion_is_not_compared(self):
        self.run_score([row("report.eml", reason="undefined")])
        self.assertFalse([line for line in self.lines if line.startswith("cause ")])

    def test_fields_on_which_they_differ_are_not_compared(self):
        self.run_score([row("report.eml", agree=["recipient"], action="delayed")])
        self.assertFalse([line for line in self.lines if line.startswith("action ")])

    def test_other_values(self):
        self.assertEqual(1, self.run_score([row("report.eml", recipient="eve@example.org",
                                                action="delayed", replycode="550")]))
        for line in ("report.eml\t1\trecipient\tbob@example.org\teve@example.org",
                     "report.eml\t1\taction\tfailed\tdelayed",
                     "report.eml\t1\treplycode\t552\t550"):
            self.assertIn(line, self.lines)

    def test_a_recipient_too_many(self):
        self.run_score([row("report.eml"), {**row("report.eml", recipient="eve@example.org"),
                                            "index": 2}])
        self.assertEqual((1, 2), self.figure("recipients"))

    def test_a_bounce_that_is_not_read(self):
        self.assertEqual(1, self.run_score([row("holiday.eml")]))
        self.assertEqual((0, 1), self.figure("decoded"))
        self.assertEqual((0, 1), self.figure("cause"))

    def test_other_mail(self):
        self.run_score([row("not/letter.eml", False), row("holiday.eml", reason="vacation"),
                        row("not/report.eml", False)])
        self.assertEqual((2, 3), self.figure("other mail told apart"))
        self.assertIn("not/report.eml\t1\tkind\treport\tnone", self.lines)

    def test_wrong_use(self):
        for rows, judgements, error in (
                ([row("missing.eml")], "", "missing.eml"),
                ([{"index": 1}], "", "expected.jsonl:1: no JSON object with a file"),
                ([row("report.eml")], "report.eml\t1\n", "judgements.txt:1: seven columns")):
            self.assertEqual(2, self.run_score(rows, judgements), error)
            self.assertIn(error, self.errors)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
