"""The manual pages say what the programs are: every command, option, key, field and exit status.

Run as: manual_pages_test.py ROOT PAGES PLAINBOUNCE PLAINBOUNCED, where PAGES holds the pages that the
build makes.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PLAINBOUNCED = sys.argv.pop()
PLAINBOUNCE = sys.argv.pop()
MADE = pathlib.Path(sys.argv.pop())
ROOT = pathlib.Path(sys.argv.pop())
PAGES = {"plainbounce.1": ROOT / "packaging/man/plainbounce.1",
         "plainbounced.8": ROOT / "packaging/man/plainbounced.8",
         "plainbounce.ini.5": MADE / "plainbounce.ini.5",
         "plainbounce-knowledge.5": MADE / "plainbounce-knowledge.5"}

# A table of the knowledge format, written with a key that there is not: the answer names those there are.
TABLES = {"document": "@ = 1", "code": "[[code]]\n@ = 1", "page": "[[page]]\n@ = 1",
          "fix": "[[page]]\nfix = [{@ = 1}]", "related": "[[page]]\nrelated = [{@ = 1}]",
          "a source of a page": "[[page]]\nsources = [{@ = 1}]", "source": "[source.a]\n@ = 1",
          "cause": "[cause.mailbox-full]\n@ = 1", "provider": "[[provider]]\n@ = 1", "rule": "[[rule]]\n@ = 1",
          "language": "[language]\nid = \"en\"\n@ = 1",
          "texts of a cause": "[language]\nid = \"en\"\n[cause.mailbox-full]\n@ = 1"}
NO_SUCH_KEY = "qqqqqqqqqqqqqqqq"


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)


def source(page):
    return PAGES[page].read_text("utf-8")


def part(page, heading):
    """The lines below ".Sh HEADING" or ".Ss HEADING", up to the next heading."""
    found = re.search(rf"^\.S[hs] {re.escape(heading)}\n(.*?)(?=^\.S[hs] |\Z)", source(page), re.M | re.S)
    assert found, f"{page} has no section {heading!r}"
    return found[1]


def options_of_page(text):
    """Every option that an ".It" names: {"-c", "--config", ...}."""
    items = re.findall(r"^\.It (.*Fl .*)$", text, re.M)
    return {"-" + name for item in items for name in re.findall(r"\bFl (\S+)", item)}


def options_of_help(text):
    """CLI11 writes "  -c,--config INI   words"."""
    lines = re.findall(r"^  (-[^\s{]+)", text, re.M)
    return {name for line in lines for name in line.split(",")}


def words(page):
    """What a reader sees of the page."""
    done = run("mandoc", "-T", "utf8", "-O", "width=1000", PAGES[page])
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"[\w./+=*-]+", re.sub(".\x08", "", done.stdout)))


class Lint(unittest.TestCase):
    def test_mandoc_has_nothing_to_warn_of(self):
        for page, path in PAGES.items():
            with self.subTest(page):
                self.assertEqual(run("mandoc", "-T", "lint", "-W", "warning", path).stdout, "")

    def test_groff_has_nothing_to_warn_of(self):
        for page, path in PAGES.items():
            with self.subTest(page):
                done = run("man", "--warnings", "-E", "UTF-8", "-l", path)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_other_pages_are_there(self):
        names = {page.rsplit(".", 1)[0] + " " + page[-1] for page in PAGES}
        for page in PAGES:
            with self.subTest(page):
                others = set(re.findall(r"\bXr (\S+ \d)", source(page)))
                self.assertEqual(others - names, set())
                self.assertEqual(names - others, {page.rsplit(".", 1)[0] + " " + page[-1]})


class CommandLine(unittest.TestCase):
    def setUp(self):
        text = run(PLAINBOUNCE, "--help").stdout
        self.own = options_of_help(text)
        self.commands = re.findall(r"^  (\w+)  ", text.split("Subcommands:\n")[1], re.M)

    def test_every_command_has_its_part_and_its_options(self):
        self.assertIn("explain", self.commands)
        parts = re.findall(r"^\.Ss (\w+)$", part_of_commands(), re.M)
        self.assertEqual(sorted(parts), sorted(self.commands))
        for command in self.commands:
            with self.subTest(command):
                self.compare_command(command)

    def compare_command(self, command):
        help_text = run(PLAINBOUNCE, command, "--help").stdout
        text = part("plainbounce.1", command)
        self.assertEqual(options_of_page(text), options_of_help(help_text))
        if "Positionals:" in help_text:
            for name in re.findall(r"^  ([A-Z]+)\b", help_text.split("Positionals:\n")[1].split("\n\n")[0], re.M):
                self.assertRegex(text, rf"\bAr {name}\b")
        self.assertRegex(part("plainbounce.1", "SYNOPSIS"), rf"\.Nm\n\.Cm {command}\n")

    def test_what_stands_before_a_command(self):
        synopsis = part("plainbounce.1", "SYNOPSIS")
        for option in self.own:
            self.assertRegex(synopsis, rf"Fl {option[1:]}\b")

    def test_exit_status(self):
        values = re.findall(r"= (\d)", (ROOT / "cli/exit_status.h").read_text("utf-8"))
        self.assertEqual(items("plainbounce.1", "EXIT STATUS"), values)


def part_of_commands():
    return source("plainbounce.1").split("\n.Sh COMMANDS\n")[1].split("\n.Sh ")[0]


def items(page, heading):
    return re.findall(r"^\.It Li (\d+)$", part(page, heading), re.M)


class DaemonLine(unittest.TestCase):
    def test_every_option(self):
        read = set(re.findall(r'word == "(-[^"]+)"', (ROOT / "milter/options.cc").read_text("utf-8")))
        self.assertIn("--config", read)
        self.assertEqual(options_of_page(source("plainbounced.8")), read)

    def test_exit_status(self):
        told = run(PLAINBOUNCED, "--help").stdout
        values = re.findall(r"(\d) ", re.search(r"^Exit status: (.*)$", told, re.M)[1])
        self.assertEqual(items("plainbounced.8", "EXIT STATUS"), values)
        constants = re.findall(r"constexpr int k\w+ = (\d);", (ROOT / "milter/daemon.h").read_text("utf-8"))
        self.assertEqual(values, sorted(constants))

    def test_signals(self):
        told = re.search(r"^Signals: (.*)$", run(PLAINBOUNCED, "--help").stdout, re.M)[1]
        for name in re.findall(r"\b[A-Z][A-Z0-9]+\b", told):
            self.assertIn(f"SIG{name}", part("plainbounced.8", "SIGNALS"))


class Configuration(unittest.TestCase):
    """config/plainbounce.ini is what the schema says; a test of config/ sees to that."""

    def test_every_key_stands_in_its_section(self):
        section, count = None, 0
        for line in (ROOT / "config/plainbounce.ini").read_text("utf-8").splitlines():
            if heading := re.fullmatch(r"#?(\[.*\])", line):
                section = part("plainbounce.ini.5", heading[1].replace('"', r"\(dq"))
            elif key := re.fullmatch(r"#([a-z_]+) =(?: (.*))?", line):
                count += 1
                with self.subTest(line):
                    item = re.search(rf"^\.It \\fB\\%{key[1]}\\fP\n(.*?)^\.(?:It|El)", section, re.M | re.S)
                    self.assertIsNotNone(item)
                    shown = re.search(r"^Default: (.*?)\.$", item[1], re.M)[1]
                    plain = re.sub(r"\\f[BP]|\\%", "", shown).replace(r"\-", "-")
                    self.assertEqual(plain, key[2] or "empty")
                    self.assertRegex(item[1], r"(?m)^Allowed: .+\.$")
        self.assertGreater(count, 30)


class Knowledge(unittest.TestCase):
    def test_every_field_of_every_table(self):
        page = words("plainbounce-knowledge.5")
        for table, text in TABLES.items():
            with self.subTest(table):
                missing = self.known_keys(text) - page
                self.assertEqual(missing, set())

    def known_keys(self, text):
        with tempfile.TemporaryDirectory() as folder:
            overlay = pathlib.Path(folder) / "overlay"
            overlay.mkdir()
            (overlay / "a.toml").write_text(text.replace("@", NO_SUCH_KEY), "utf-8")
            ini = pathlib.Path(folder) / "a.ini"
            ini.write_text(f"[knowledge]\noverlay = {overlay}\n", "utf-8")
            told = run(PLAINBOUNCE, "check", "-c", ini).stderr + run(PLAINBOUNCE, "check", "-c", ini).stdout
        found = re.search(rf'unknown key "{NO_SUCH_KEY}"; known: (.*)$', told, re.M)
        self.assertIsNotNone(found, told)
        return set(found[1].split(", "))

    def test_the_causes_that_an_entry_may_name(self):
        ids = re.findall(r'"([a-z0-9-]+)"', (ROOT / "core/knowledge/cause_ids.h").read_text("utf-8"))
        self.assertIn("mailbox-full", ids)
        self.assertEqual(set(ids) - words("plainbounce-knowledge.5"), set())


if __name__ == "__main__":
    unittest.main(verbosity=1)
