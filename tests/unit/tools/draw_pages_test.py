"""What tools/draw-pages draws. draw_pages_test.py DRAW_PAGES PLAINBOUNCE"""
import importlib.machinery
import importlib.util
import subprocess
import sys
import unittest

DRAW_PAGES, PLAINBOUNCE = sys.argv[1:3]

loader = importlib.machinery.SourceFileLoader("draw_pages", DRAW_PAGES)
draw_pages = importlib.util.module_from_spec(importlib.util.spec_from_loader("draw_pages", loader))
loader.exec_module(draw_pages)


def run(*arguments):
    done = subprocess.run([DRAW_PAGES, "--program", PLAINBOUNCE, *arguments], capture_output=True,
                          text=True, timeout=60, check=True)
    return done.stdout


def names_in(drawn):
    return [line.strip() for line in drawn.splitlines() if line.startswith("  ")]


class Draw(unittest.TestCase):
    def test_a_seed_is_made_and_printed_and_draws_the_same_again(self):
        drawn = run()
        seed = drawn.splitlines()[0].removeprefix("seed ")
        self.assertEqual(run(seed), drawn)
        self.assertEqual(len(names_in(drawn)), 40)

    def test_another_seed_draws_others_and_as_many_codes_as_rules(self):
        names = names_in(run("bde4ea96", "7"))
        self.assertEqual(len(set(names)), 14)
        self.assertEqual([("/" in name) for name in names], [False] * 7 + [True] * 7)
        everything = [str(number) for number in range(1000)]
        self.assertNotEqual(draw_pages.draw("1", 20, everything), draw_pages.draw("2", 20, everything))

    def test_a_new_page_moves_no_other(self):
        names = [str(number) for number in range(100)]
        before = draw_pages.draw("seed", 20, names)
        after = draw_pages.draw("seed", 21, names + ["one more"])
        self.assertEqual([name for name in after if name != "one more"][:20], before)
        self.assertEqual(draw_pages.draw("seed", 20, reversed(names)), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
