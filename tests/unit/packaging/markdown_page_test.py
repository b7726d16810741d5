"""What of a document becomes what in a manual page.

Run as: markdown_page_test.py ROOT
"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(sys.argv.pop()) / "packaging/man"))
import markdown_page  # noqa: E402

CASES = {
    "the title is the page's own": ("# Title\n\nWords.\n", ["Words."]),
    "headings": ("## The format\n\n### One `key`\n", [".Sh THE FORMAT", ".Ss ONE KEY"]),
    "a section of the configuration": ('## [domain "a.example"]\n', [r".Sh [domain \(dqa.example\(dq]"]),
    "a table of the knowledge": ("## `[[rule]]`\n", [".Sh [[rule]]"]),
    "each sentence on its line": ("One. Two\nof `x-y`? It is\nthree.\n",
                                  ["One.", r"Two of \fB\%x\-y\fP?", "It is three."]),
    "paragraphs": ("One.\n\nTwo.\n", ["One.", ".Pp", "Two."]),
    "a line that looks like a request": ("'tis.\n\n.TH is none.\n", [r"\&'tis.", ".Pp", r"\&.TH is none."]),
    "a backslash": (r"Write `\"`, or \n." + "\n", [r'Write \fB\%\e"\fP, or \en.']),
    "bold and links": ("**Undo:** see [replies.md](replies.md) or [it](https://a.example/x).\n",
                       [r"\fBUndo:\fP see replies.md or it (https://a.example/x)."]),
    "a code block": ("```ini\n.a = 'b\n\n\\c\n```\n",
                     [".Bd -literal -offset indent", r"\&.a = 'b", "", r"\ec", ".Ed"]),
    "bullets": ("* one\n  and more.\n* two\n", [".Bl -bullet", ".It", "one and more.", ".It", "two", ".El"]),
    "a marker for tests": ("<!-- attach: it -->\nWords.\n", ["Words."]),
    "a table with names": ("| key | default | allowed | meaning |\n| --- | --- | --- | --- |\n"
                           "| `a_b` | `x\\|y` | any text | A thing. |\n| `c` | (empty) | yes or no | Another |\n",
                           [".Bl -tag -width Ds", r".It \fB\%a_b\fP", "A thing.", ".Pp",
                            r"Default: \fB\%x|y\fP.", "Allowed: any text.", r".It \fB\%c\fP", "Another.", ".Pp",
                            "Default: empty.", "Allowed: yes or no.", ".El"]),
    "a table with columns without names": ("| key | | |\n| --- | --- | --- |\n| `id` | needed | its name |\n"
                                           "| `n` | `5` | a number |\n",
                                           [".Bl -tag -width Ds", r".It \fB\%id\fP", "(needed) its name.",
                                            r".It \fB\%n\fP", r"(default \fB\%5\fP) a number.", ".El"]),
}
UNKNOWN = {"a numbered list": "Words.\n\n1. one\n", "a list of dashes": "Words.\n\n- one\n",
           "a quotation": "Words.\n\n> one\n", "a table without dashes": "Words.\n\n| a | b |\n| c | d |\n",
           "a heading too deep": "Words.\n\n##### Deep\n"}


class MarkdownPage(unittest.TestCase):
    def test_what_becomes_what(self):
        for name, (text, wanted) in CASES.items():
            with self.subTest(name):
                self.assertEqual(markdown_page.body(text, "a.md"), wanted)

    def test_what_it_does_not_know_is_named_with_its_place(self):
        for name, text in UNKNOWN.items():
            with self.subTest(name), self.assertRaisesRegex(markdown_page.Unreadable, "^a.md:3: "):
                markdown_page.body(text, "a.md")


if __name__ == "__main__":
    unittest.main(verbosity=1)
