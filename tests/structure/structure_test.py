"""What must hold of the tree as a whole: the direction of includes, the size of files, the names.

Run as: structure_test.py ROOT
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ".").resolve()

# room -> rooms that it may include. The arrows of docs/architecture.md; a new one needs a decision.
ALLOWED = {
    "core/base": set(),
    "core/smtp": {"core/base"},
    "core/mime": {"core/base"},
    "core/dsn": {"core/base", "core/smtp", "core/mime"},
    "core/knowledge": {"core/base", "core/smtp"},
    "core/diagnosis": {"core/base", "core/smtp", "core/dsn", "core/knowledge"},
    "core/explain": {"core/base", "core/smtp", "core/mime", "core/dsn", "core/knowledge", "core/diagnosis"},
    "core/render": {"core/base", "core/smtp", "core/mime", "core/dsn", "core/knowledge", "core/diagnosis",
                    "core/explain"},
    "core/rewrite": {"core/base", "core/mime"},
    "core/bounce": {"core/base", "core/smtp", "core/mime", "core/dsn", "core/knowledge", "core/diagnosis",
                    "core/explain", "core/render", "core/rewrite"},
    "core/decode": {"core/base", "core/smtp", "core/mime", "core/dsn", "core/knowledge", "core/diagnosis",
                    "core/explain", "core/render", "core/bounce"},
    "core/reply": {"core/base", "core/smtp", "core/dsn", "core/knowledge", "core/diagnosis", "core/explain",
                   "core/render"},
    "config": {"core/base", "core/bounce", "core/dsn", "core/explain", "core/knowledge", "core/reply"},
}
OUTSIDE_CORE = re.compile(r"#include <(boost/|spdlog/|libmilter/|CLI/|kainjow/|systemd/)")
# Heavy or foreign headers never stand in a header of ours (STYLE 4).
HEAVY = re.compile(r"#include <(boost/|spdlog/|toml\+\+|toml|libmilter/|CLI/|kainjow/|systemd/|regex>)")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
MAX_LINES = 400


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                yield path


def room_of(relative):
    parts = relative.split("/")
    return "/".join(parts[:2]) if parts[0] == "core" else parts[0]


class Structure(unittest.TestCase):
    def test_includes_run_one_way(self):
        wrong = []
        for path in sources("core", "config"):
            relative = path.relative_to(ROOT).as_posix()
            room = room_of(relative)
            for included in INCLUDE.findall(path.read_text()):
                target = room_of(included)
                if target != room and target not in ALLOWED[room]:
                    wrong.append(f"{relative}: includes {included}")
        self.assertEqual(wrong, [])

    def test_every_room_of_core_is_known(self):
        rooms = {p.relative_to(ROOT).as_posix() for p in (ROOT / "core").iterdir() if p.is_dir()}
        self.assertEqual(rooms, {r for r in ALLOWED if r.startswith("core/")})

    def test_core_includes_no_foreign_library(self):
        wrong = [p.relative_to(ROOT).as_posix() for p in sources("core") if OUTSIDE_CORE.search(p.read_text())]
        self.assertEqual(wrong, [])

    def test_toml_is_read_in_one_file(self):
        users = [p.relative_to(ROOT).as_posix() for p in sources("core", "config", "milter", "web", "cli")
                 if re.search(r"#include <toml", p.read_text())]
        self.assertLessEqual(len(users), 1, users)

    def test_headers_stay_light(self):
        wrong = [p.relative_to(ROOT).as_posix() for p in sources("core", "config", "milter", "web", "cli")
                 if p.suffix == ".h" and HEAVY.search(p.read_text())]
        self.assertEqual(wrong, [])

    def test_headers_are_guarded(self):
        wrong = [p.relative_to(ROOT).as_posix() for p in sources("core", "config", "milter", "web", "cli", "tests")
                 if p.suffix == ".h" and not p.read_text().startswith("#pragma once\n")]
        self.assertEqual(wrong, [])

    def test_files_stay_short(self):
        wrong = []
        for path in sources("core", "config", "milter", "web", "cli", "tests"):
            lines = path.read_text().count("\n")
            if lines > MAX_LINES:
                wrong.append(f"{path.relative_to(ROOT).as_posix()}: {lines} lines")
        self.assertEqual(wrong, [])

    def test_core_has_no_clock_locale_or_log(self):
        forbidden = re.compile(r"\b(std::time|time\(nullptr\)|system_clock|setlocale|std::locale|localtime|"
                               r"std::cout|std::cerr|printf|std::isspace|std::tolower)\b")
        wrong = [p.relative_to(ROOT).as_posix() for p in sources("core") if forbidden.search(p.read_text())]
        self.assertEqual(wrong, [])

    def test_names_say_what_a_file_holds(self):
        vague = {"util", "utils", "helper", "helpers", "manager", "misc", "common", "data"}
        wrong = [p.relative_to(ROOT).as_posix() for p in sources("core", "config", "milter", "web", "cli", "tests")
                 if vague & set(p.stem.split("_"))]
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main(verbosity=1)
