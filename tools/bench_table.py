#!/usr/bin/python3
"""One table out of the figures of several programs (JSON arrays of name, unit, value, beside, ratio,
bar, bar_of and better), on standard output or in a page between its two marks. --against compares
the ratios with a page kept: exit 1 when one got worse by more than 10 %."""

import argparse
import datetime
import json
import os
import re
import sys

BEGIN = "<!-- figures: begin -->"
END = "<!-- figures: end -->"
TOLERATED = 1.10
COUNTED = "number"  # a unit that is the same on every machine: the value is compared itself
HEAD = ["what", "ours", "beside us", "ratio", "bar", "met"]


def number(value):
    """Three digits that count."""
    if value is None:
        return ""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def with_unit(value, unit):
    text = number(value)
    return f"{text} {unit}" if text and unit != COUNTED else text


def has_bar_of_ratio(measure):
    chosen = measure.get("bar_of") or ("ratio" if measure.get("ratio") is not None else "value")
    return chosen == "ratio"


def is_met(measure):
    """None without a bar."""
    if measure.get("bar") is None:
        return None
    figure = measure["ratio"] if has_bar_of_ratio(measure) else measure["value"]
    if measure.get("better", "lower") == "lower":
        return figure <= measure["bar"]
    return figure >= measure["bar"]


def bar_text(measure):
    bar = measure.get("bar")
    if bar is None:
        return ""
    sign = "<=" if measure.get("better", "lower") == "lower" else ">="
    text = number(bar) if has_bar_of_ratio(measure) else with_unit(bar, measure["unit"])
    return f"{sign} {text}"


def row(measure):
    met = is_met(measure)
    return [measure["name"], with_unit(measure["value"], measure["unit"]),
            with_unit(measure.get("beside"), measure["unit"]), number(measure.get("ratio")),
            bar_text(measure), {True: "yes", False: "NO", None: ""}[met]]


def table(measures):
    rows = [HEAD] + [row(measure) for measure in measures]
    widths = [max(len(cells[i]) for cells in rows) for i in range(len(HEAD))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"
             for cells in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def comparable(measure):
    """What may be compared between machines; None: nothing."""
    return measure["value"] if measure["unit"] == COUNTED else measure.get("ratio")


def kept_figures(page):
    """Of a page's table: name to what row() wrote as its comparable figure."""
    figures = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != len(HEAD) or cells[0] == HEAD[0]:
            continue
        text = cells[3] or (cells[1] if re.fullmatch(r"[\d.,e+-]+", cells[1]) else "")
        if re.fullmatch(r"[\d.,e+-]*\d[\d.,e+-]*", text):
            figures[cells[0]] = float(text.replace(",", ""))
    return figures


def worsened(measures, kept):
    """Lines about what got worse; figures that are not in both are left out."""
    lines = []
    for measure in measures:
        now, before = comparable(measure), kept.get(measure["name"])
        if now is None or before is None or before <= 0 or now <= 0:
            continue
        factor = now / before if measure.get("better", "lower") == "lower" else before / now
        if factor > TOLERATED:
            lines.append(f"{measure['name']}: {number(now)}, was {number(before)}, worse by "
                         f"{(factor - 1) * 100:.0f} %")
    return lines


def first_match(path, pattern, default):
    with open(path, encoding="utf-8") as file:
        found = re.search(pattern, file.read(), re.MULTILINE)
    return found.group(1).strip() if found else default


def machine():
    cpu = first_match("/proc/cpuinfo", r"^model name\s*:\s*(.+)$", "unknown CPU")
    debian = "Debian " + first_match("/etc/debian_version", r"^(.+)$", "of unknown version")
    load = os.getloadavg()[0]  # ours is 1 to 3: more is other work, which spoils the times
    return f"{cpu}, {os.cpu_count()} cores, {debian}, load {load:.0f}"


def with_figures(page, measures, today):
    before, rest = page.split(BEGIN)
    behind = rest.split(END)[1]
    return (f"{before}{BEGIN}\nMeasured {today} on {machine()}.\n\n{table(measures)}\n{END}{behind}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+")
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("--against", metavar="PAGE")
    arguments = parser.parse_args()
    measures = []
    for path in arguments.results:
        with open(path, encoding="utf-8") as file:
            measures += json.load(file)
    if arguments.write:
        with open(arguments.write, encoding="utf-8") as file:
            page = file.read()
        with open(arguments.write, "w", encoding="utf-8") as file:
            file.write(with_figures(page, measures, datetime.date.today().isoformat()))
        return 0
    print(table(measures))
    if not arguments.against:
        return 0
    with open(arguments.against, encoding="utf-8") as file:
        lines = worsened(measures, kept_figures(file.read()))
    print("\n" + ("\n".join(lines) if lines else "nothing got worse"))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
