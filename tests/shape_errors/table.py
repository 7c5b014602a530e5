#!/usr/bin/env python3
"""What compilers say about the wrong programs of table/mistakes.cpp: lines of output, errors, and the first error line.

    tests/shape_errors/table.py [--compiler g++]... [--jobs 2] [--only N]... [--show] [--write docs/explanation/PAGE.md]

Without --compiler: g++, clang++ and what HEED_EXTRA_CLANG names. --write puts the table between the marks of the page.
"""
import argparse
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from check import ERROR, Compiler

PROGRAMS = Path(__file__).parent / "table" / "mistakes.cpp"
TITLE = re.compile(r"^#(?:el)?if MISTAKE == (\d+)  // (.+)$", re.MULTILINE)
BEGIN, END = "<!-- table.py -->", "<!-- end of table.py -->"
# What a reader of an error cannot use.
INTERNAL = re.compile(r"hana|heed::planner|heed::kernel|heed::simd")
MOST_LINES = {"gcc": 8, "clang": 9}  # clang ends with a line that counts the errors


def look(compiler, number):
    result = compiler.run(f"-DMISTAKE={number}", "-Wall", "-Wextra", PROGRAMS)
    lines = result.stderr.splitlines()
    errors = [line for line in lines if ERROR.match(line)]
    warnings = [line for line in lines if " warning: " in line]
    said = (errors or warnings or ["nothing"])[0]
    good = len(errors) == 1 and len(lines) <= MOST_LINES[compiler.family] and not INTERNAL.search(result.stderr)
    return len(lines), len(errors), len(warnings), shorten(said), result.stderr, good


def shorten(line):
    """The line as a person reads it: without paths, and without words that every line has."""
    line = re.sub(r"^\S+?:\d+:\d+: (?:fatal )?", "", line).replace("‘", "'").replace("’", "'").replace(f"{PROGRAMS.parent}/", "")
    line = re.sub(r"(?<=\w) \[(\d*)\](?!\()", r"[\1]", re.sub(r"\s+", " ", line))
    line = re.sub(r"^(?:error|warning): ", "", line)
    return re.sub(r"static assertion failed(?: due to requirement|:) |static_assert failed (?:due to requirement )?", "", line)


def news(line, said):
    """What a line says beside the sentences that are said already: the whole line, only its condition, or nothing."""
    for sentence in said:
        if sentence in line:
            condition = re.match(r"'(.*?)'(?::| \")", line)
            line = condition[1] if condition else line
    return line if line and not any(line in sentence for sentence in said) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", action="append", type=int)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()

    names = arguments.compiler or [name for name in ("g++", "clang++", os.environ.get("HEED_EXTRA_CLANG", "")) if name and shutil.which(name.split()[0])]
    compilers = [Compiler(name, arguments.include) for name in names]
    titles = [(int(n), title) for n, title in TITLE.findall(PROGRAMS.read_text(encoding="utf-8"))]
    chosen = [(n, title) for n, title in titles if not arguments.only or n in arguments.only]
    pairs = [(n, compiler) for n, _ in chosen for compiler in compilers]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        looks = dict(zip(((n, c.name) for n, c in pairs), pool.map(lambda pair: look(pair[1], pair[0]), pairs)))

    rows = ["| | mistake | " + " | ".join(f"{c.version}: lines" for c in compilers) + " | first line, then what the others say beside it |",
            "| --- | --- | " + "--- | " * (len(compilers) + 1)]
    best = {c.name: 0 for c in compilers}
    for n, title in chosen:
        cells, said = [], []
        for c in compilers:
            lines, errors, warnings, first, text, good = looks[n, c.name]
            best[c.name] += good
            note = "" if errors == 1 else f", {errors} errors" if errors else ", a warning" if warnings else ", compiles"
            cells.append(f"{lines}{note}")
            words = news(first, said)
            if words:
                said.append(words if len(words) <= 260 else f"{words[:120]} … {words[-130:]}")
            if arguments.show:
                print(f"--- {n} {title}, {c.name}\n{text}")
        rows.append(f"| {n} | {title} | " + " | ".join(cells) + " | " + "<br>".join("`" + words.replace("|", "\\|").replace("`", "'") + "`" for words in said) + " |")
    table = "\n".join(rows) + "\n\n" + "; ".join(
        f"{c.version}: {best[c.name]} of {len(chosen)} are one error of at most {MOST_LINES[c.family]} lines, without a name of heed's insides" for c in compilers) + "."
    if arguments.write:
        page = arguments.write.read_text(encoding="utf-8")
        before, rest = page.split(BEGIN)
        arguments.write.write_text(before + BEGIN + "\n" + table + "\n" + END + rest.split(END)[1], encoding="utf-8")
    else:
        print(table)


if __name__ == "__main__":
    main()
