"""What the packages say is what the tree says: versions, build dependencies.

Run as: packaging_test.py ROOT
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ".").resolve()
DEBIAN = ROOT / "packaging" / "debian"
# On every Debian that builds packages, or not needed to build one.
NOT_NAMED = {"ccache", "g++"}
MAKERS = {"debhelper-compat", "po-debconf"}


def text(path):
    return (ROOT / path).read_text()


def version():
    return re.search(r"^project\(plainbounce VERSION ([\d.]+)", text("CMakeLists.txt"), re.M).group(1)


def control_field(name):
    found = re.search(rf"^{name}:(.*(?:\n .*)*)", text("packaging/debian/control"), re.M).group(1)
    return {re.match(r"[^\s(:]+", part.strip()).group(0) for part in found.split(",")}


class Packaging(unittest.TestCase):
    def test_one_version_everywhere(self):
        changelog = re.match(r"plainbounce \(([\d.]+)-", text("packaging/debian/changelog"))
        spec = re.search(r"^Version:\s*(\S+)", text("packaging/rpm/plainbounce.spec"), re.M)
        self.assertEqual([changelog.group(1), spec.group(1)], [version(), version()])

    def test_build_dependencies_are_those_of_the_tree(self):
        wanted = {line for line in text("tools/packages/build").splitlines() if line and not line.startswith("#")}
        self.assertEqual(control_field("Build-Depends") - MAKERS, wanted - NOT_NAMED)

    def test_what_a_removal_says_names_a_command_that_is_there(self):
        self.assertIn("plainbounce setup postfix --undo", text("packaging/debian/prerm"))
        self.assertIn("plainbounce setup postfix --undo", text("packaging/rpm/plainbounce.spec"))


if __name__ == "__main__":
    unittest.main(verbosity=1)
