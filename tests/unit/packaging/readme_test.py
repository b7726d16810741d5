"""What README.md promises is there: files, commands with their options, and what doctor is quoted with.

Run as: readme_test.py ROOT PLAINBOUNCE
"""
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

PLAINBOUNCE = sys.argv.pop()
ROOT = pathlib.Path(sys.argv.pop())
README = (ROOT / "README.md").read_text("utf-8")


def command_lines():
    """Lines of code that begin with plainbounce, without what stands behind them."""
    for block in re.findall(r"^```\w*\n(.*?)^```", README, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("plainbounce "):
                yield re.split(r"\s{2,}|\s#|\s>", line)[0]
    yield from re.findall(r"`(plainbounce \w[^`>]*?)(?: >[^`]*)?`", README)


def quotes_of_doctor():
    """From the table: the check, and the words that stand in the program as they are."""
    for cell in re.findall(r"^\|[^|]*\|([^|]*`\w[\w-]*`: [^|]*)\|", README, re.M):
        for check, says in re.findall(r"`([\w-]+)`: ([^`]+?)(?=, or `|\s*$)", cell):
            yield check, [part.strip() for part in re.split(r'\.\.\.|"cleanup"', says) if part.strip(" ,")]


class ReadmeTest(unittest.TestCase):
    def test_what_it_links_to_is_there(self):
        links = re.findall(r"\]\(([^)#]+)", README)
        self.assertGreater(len(links), 20)
        for link in links:
            if not link.startswith("https:"):
                self.assertTrue((ROOT / link).exists(), link)

    def test_what_it_runs_of_the_tree_is_there(self):
        for path in set(re.findall(r"(?:^|[\s`])(tools/[\w-]+)", README, re.M)):
            self.assertTrue((ROOT / path).exists(), path)

    def test_commands_exist_with_their_options(self):
        lines = list(command_lines())
        self.assertGreater(len(lines), 10)
        for line in lines:
            words = shlex.split(line)
            told = subprocess.run([PLAINBOUNCE, words[1], "--help"], capture_output=True, text=True, check=False)
            self.assertEqual(told.returncode, 0, line)
            known = {name for names in re.findall(r"^  (-[^\s{]+)", told.stdout, re.M) for name in names.split(",")}
            for word in words[2:]:
                if word.startswith("-"):
                    self.assertIn(word, known, line)

    def test_doctor_says_what_is_quoted(self):
        program = "\n".join(path.read_text("utf-8") for path in (ROOT / "cli/doctor").glob("*.cc"))
        program = re.sub(r'"\s*\n\s*"', "", program).replace('\\"', '"')
        quotes = list(quotes_of_doctor())
        self.assertGreater(len(quotes), 5)
        for check, parts in quotes:
            self.assertTrue(f'"{check}"' in program, check)
            for part in parts:
                self.assertTrue(part.strip(" ,") in program, f"{check}: {part}")


if __name__ == "__main__":
    unittest.main()
