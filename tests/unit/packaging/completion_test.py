"""Completion in bash: the file is sourced, and the words for a line are those the program knows.

Run as: completion_test.py ROOT PLAINBOUNCE
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PLAINBOUNCE = sys.argv.pop()
ROOT = pathlib.Path(sys.argv.pop())
SCRIPT = ROOT / "packaging/completions/plainbounce.bash"
# Asks as bash does: COMP_WORDS and COMP_CWORD hold the line; the last word is being written.
ASK = """
source "$0"
complete -p plainbounce >/dev/null || exit 3
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_plainbounce "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
"""


def help_of(*command):
    return subprocess.run([PLAINBOUNCE, *command, "--help"], capture_output=True, text=True, timeout=60,
                          check=True).stdout


class Completion(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="plainbounce-")
        self.addCleanup(self.folder.cleanup)
        for name in ("bounce one.eml", "plain.ini"):
            pathlib.Path(self.folder.name, name).touch()

    def words(self, *line):
        done = subprocess.run(["bash", "--norc", "-c", ASK, SCRIPT, PLAINBOUNCE, *line], capture_output=True,
                              text=True, timeout=60, cwd=self.folder.name, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def test_commands(self):
        commands = re.findall(r"^  ([a-z]+)  ", help_of().split("Subcommands:\n")[1], re.M)
        self.assertIn("explain", commands)
        self.assertEqual(self.words(""), commands)
        self.assertEqual(self.words("dec"), ["decode"])
        self.assertEqual(self.words("--v"), ["--version"])

    def test_options_of_each_command(self):
        for command in self.words(""):
            with self.subTest(command):
                lines = re.findall(r"^  (-[^\s{]+)", help_of(command), re.M)
                self.assertEqual(self.words(command, "-"), [name for line in lines for name in line.split(",")])

    def test_files(self):
        self.assertEqual(self.words("decode", "bounce"), ["bounce one.eml"])
        self.assertEqual(self.words("render", "--diff", "b"), ["bounce one.eml"])
        self.assertEqual(self.words("check", "-c", "p"), ["plain.ini"])
        self.assertEqual(self.words("check", "--config", "p"), ["plain.ini"])
        self.assertEqual(self.words("check", ""), [])

    def test_codes_and_rules(self):
        self.assertEqual(self.words("explain", "X.2.2"), ["X.2.2"])
        self.assertIn("gmail/over-quota", self.words("explain", "--json", "gmail/ov"))
        self.assertIn("452", self.words("explain", "4.3.1", "45"))

    def test_languages_are_those_of_the_texts(self):
        texts = sorted(path.stem for path in (ROOT / "core/knowledge/text").glob("*.toml"))
        self.assertEqual(sorted(self.words("decode", "--lang", "")), texts)

    def test_a_value_of_which_nothing_is_known(self):
        self.assertEqual(self.words("explain", "--host", ""), [])

    def test_mail_servers(self):
        self.assertIn("sendmail", self.words("setup", ""))


if __name__ == "__main__":
    unittest.main(verbosity=1)
