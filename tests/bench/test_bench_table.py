#!/usr/bin/python3
"""tools/bench_table.py: what it prints, and what it calls worse."""

import os
import sys
import unittest

sys.dont_write_bytecode = True
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "tools"))
import bench_table  # noqa: E402 (needs the path)


def measure(name, value, **more):
    return {"name": name, "unit": "us", "value": value, "beside": None, "ratio": None, "bar": None,
            "better": "lower", **more}


SAMPLE = [
    measure("whole way", 17.26, beside=46.0, ratio=0.3752, bar=20, bar_of="value"),
    measure("a real Postfix", 20.0, beside=18.0, ratio=1.111, bar=1.1, unit="s"),
    measure("messages", 5827.4, beside=8201, ratio=0.7105, bar=0.5, unit="1/s", better="higher"),
    measure("allocations", 140, unit="number", bar=150),
    measure("start", 9000.0),
]


class TableTest(unittest.TestCase):
    def test_rows(self):
        rows = [bench_table.row(one) for one in SAMPLE]
        self.assertEqual(rows, [
            ["whole way", "17.3 us", "46 us", "0.375", "<= 20 us", "yes"],
            ["a real Postfix", "20 s", "18 s", "1.11", "<= 1.1", "NO"],
            ["messages", "5,827 1/s", "8,201 1/s", "0.711", ">= 0.5", "yes"],
            ["allocations", "140", "", "", "<= 150", "yes"],
            ["start", "9,000 us", "", "", "", ""],
        ])

    def test_a_page_is_read_as_it_was_written(self):
        page = f"# Title\n{bench_table.BEGIN}\nold\n{bench_table.END}\nBehind.\n"
        written = bench_table.with_figures(page, SAMPLE, "2026-11-30")
        self.assertNotIn("old", written)
        self.assertTrue(written.startswith("# Title\n") and written.endswith("\nBehind.\n"))
        self.assertIn("Measured 2026-11-30 on ", written)
        self.assertEqual(bench_table.kept_figures(written),
                         {"whole way": 0.375, "a real Postfix": 1.11, "messages": 0.711,
                          "allocations": 140})
        self.assertEqual(bench_table.with_figures(written, SAMPLE, "2026-11-30"), written)

    def test_worse_by_more_than_a_tenth(self):
        kept = {"whole way": 0.3, "a real Postfix": 1.05, "messages": 0.8, "allocations": 120,
                "gone": 1.0}
        self.assertEqual(bench_table.worsened(SAMPLE, kept), [
            "whole way: 0.375, was 0.3, worse by 25 %",
            "messages: 0.711, was 0.8, worse by 13 %",
            "allocations: 140, was 120, worse by 17 %",
        ])
        self.assertEqual(bench_table.worsened(SAMPLE, {"whole way": 0.5, "messages": 0.7}), [])


if __name__ == "__main__":
    unittest.main()
