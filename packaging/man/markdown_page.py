"""Writes a manual page whose body is a document of docs/, so that each text stands once.

Run as: markdown_page.py ROOT TEMPLATE PAGE

The template is mdoc(7). A line "@docs/NAME.md@" in it stands for that document: its first paragraphs,
then a section for each "##". Tables become tagged lists; of Markdown it knows what docs/ uses, and ends
with the place where it meets something else.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r"@(docs/[\w-]+\.md)@")
FENCE = re.compile(r"```\w*$")
MARKER = re.compile(r"<!--.*-->$")
BULLET = re.compile(r"\* ")
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
# A code, a bold phrase or a link; what is within a code is taken as it stands.
INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|" + LINK.pattern)
SENTENCE_END = re.compile(r"(?<=[.?!]) (?=[A-Z*`\[])")


class Unreadable(Exception):
    """Something in the document that this program does not know."""


def escaped(text):
    return text.replace("\\", r"\e")


def literal(text):
    return r"\fB\%" + escaped(text).replace("-", r"\-") + r"\fP"


def inline(text):
    """One line of Markdown as roff text with fonts."""
    out, end = [], 0
    for found in INLINE.finditer(text):
        out.append(escaped(text[end:found.start()]))
        code, bold, words, target = found.groups()
        if code is not None:
            out.append(literal(code))
        elif bold is not None:
            out.append(r"\fB" + inline(bold) + r"\fP")
        else:
            out.append(inline(words) + (f" ({escaped(target)})" if target.startswith("http") else ""))
        end = found.end()
    return "".join(out) + escaped(text[end:])


def guarded(line):
    """A line that roff does not take for a request."""
    return r"\&" + line if line.startswith((".", "'")) else line


def paragraph(lines):
    """Sentences, each on a line of its own, as mdoc wants it."""
    text = " ".join(line.strip() for line in lines)
    return [guarded(inline(sentence)) for sentence in SENTENCE_END.split(text) if sentence]


def heading(text):
    plain = text.replace("`", "")
    if not plain.startswith("["):
        plain = plain.upper()
    return escaped(plain).replace('"', r"\(dq")


def cells_of(row):
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip()[1:-1])]


def described(names, cells):
    """What stands behind a row's first cell: its last cell, and the others by their column's name."""
    before, behind = [], []
    for name, cell in zip(names[1:-1], cells[1:-1]):
        if not cell:
            continue
        if cell.startswith("needed"):
            before.append(f"({cell})")
        elif name:
            behind.append(f"{name.capitalize()}: {'empty' if cell == '(empty)' else cell}.")
        else:
            before.append(f"(default {cell})")
    last = cells[-1]
    if last and not last.endswith((".", "?")):
        last += "."
    out = paragraph([" ".join([*before, last])])
    return [*out, ".Pp", *paragraph([" ".join(behind)])] if behind else out


def table(rows):
    names = cells_of(rows[0])
    if not re.fullmatch(r"[|\s-]+", rows[1]):
        raise Unreadable("a table without a line of dashes")
    out = [".Bl -tag -width Ds"]
    for row in rows[2:]:
        cells = cells_of(row)
        out.append(".It " + inline(cells[0]).replace('"', r"\(dq"))
        out += described(names, cells)
    return [*out, ".El"]


def code_block(lines):
    return [".Bd -literal -offset indent", *(guarded(escaped(line)) for line in lines), ".Ed"]


def bullets(lines):
    out = [".Bl -bullet"]
    item = []
    for line in lines:
        if BULLET.match(line):
            if item:
                out += [".It", *paragraph(item)]
            item = [line[2:]]
        else:
            item.append(line)
    return [*out, ".It", *paragraph(item), ".El"]


def blocks_of(lines):
    """The document's blocks: (kind, lines, number of the first line)."""
    number = 0
    while number < len(lines):
        begin, line = number, lines[number]
        number += 1
        if not line.strip() or MARKER.match(line):
            continue
        if FENCE.match(line):
            while lines[number] != "```":
                number += 1
            number += 1
            yield "code", lines[begin + 1:number - 1], begin
            continue
        if line.startswith("#"):
            yield "heading", [line], begin
            continue
        while number < len(lines) and lines[number].strip() and not FENCE.match(lines[number]):
            number += 1
        kind = "table" if line.startswith("|") else "bullets" if BULLET.match(line) else "text"
        yield kind, lines[begin:number], begin


def body(text, name):
    out = []
    needs_break = False
    for kind, lines, number in blocks_of(text.splitlines()):
        try:
            if kind == "heading":
                level, words = lines[0].split(" ", 1)
                if len(level) == 1:
                    continue  # the page has its own title
                out.append({2: ".Sh ", 3: ".Ss ", 4: ".Ss "}[len(level)] + heading(words))
                needs_break = False
                continue
            if re.match(r"(\d+\.|[-+>]) ", lines[0]):
                raise Unreadable("a kind of list")
            if needs_break and kind == "text":
                out.append(".Pp")
            out += {"code": code_block, "table": table, "bullets": bullets, "text": paragraph}[kind](lines)
            needs_break = True
        except (Unreadable, KeyError, ValueError) as error:
            raise Unreadable(f"{name}:{number + 1}: {error} that manual pages are not made from") from error
    return out


def page(root, template):
    out = []
    for line in template.read_text("utf-8").splitlines():
        found = INCLUDE.fullmatch(line)
        out += body((root / found[1]).read_text("utf-8"), found[1]) if found else [line]
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: markdown_page.py ROOT TEMPLATE PAGE")
    root, template, target = map(pathlib.Path, sys.argv[1:])
    try:
        target.write_text(page(root, template), "utf-8")
    except Unreadable as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
