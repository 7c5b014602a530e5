#!/usr/bin/env python3
"""Keeps docs/reference/errors.md: every sentence that an assertion of heed prints, beside the page that is about it.

    tests/docs/sentences.py [repository]             fails, and says why, where the page is not what --write would make it
    tests/docs/sentences.py --write [repository]     writes the list between the marks of the page

A sentence belongs to the page whose `Header:` line names the file that it is in.
"""
import re
import sys
from pathlib import Path

BEGIN, END = "<!-- sentences.py -->", "<!-- end of sentences.py -->"
STRING = r'"(?:[^"\\\n]|\\.)*"'
# The sentence of an assertion is its last argument, or the first of HEED_SENTENCE; a deleted function has one, too.
SENTENCE = re.compile(rf"HEED_SENTENCE\(\s*({STRING}(?:\s*{STRING})*)|static_assert\((?:[^;\"]*?),\s*({STRING}(?:\s*{STRING})*)\s*\)|HEED_DELETED\(({STRING})\)")
# What has no page of its own: where its readers look.
PAGES = {"attention": "attention", "expression/index.hpp": "index_maps", "expression/container.hpp": "operand", "expression/number.hpp": "reduction", "expression/without_names.hpp": "reduction", "expression/other_calls.hpp": "operand", "expression/element_calls.hpp": "pointwise", "expression/activation.hpp": "pointwise", "eval/assign.hpp": "eval",
         "eval/open_length.hpp": "position", "plan": "look", "eval/reference": "eval", "node": "operand", "tensor/rules.hpp": "tensor", "interop/xtensor_expression.hpp": "xtensor",
         "interop/eigen_expression.hpp": "eigen", "tensor/memory.hpp": "named", "simd": "look", "kernel": "look", "config.hpp": "config"}


def sentences(header):
    text = re.sub(r"^\s*//.*$", "", header.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for match in SENTENCE.finditer(text):
        yield "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[1] or match[2] or match[3])).replace('\\"', '"')


def page_of(path, sentence, named):
    call = re.match(r"\w+", sentence)
    if call and call[0] in named.values():  # `expect<Axes...>(x): ...`
        return call[0]
    for prefix in (path, *(str(p) for p in Path(path).parents)):
        if prefix in PAGES:
            return PAGES[prefix]
        if prefix in named:
            return named[prefix]
    return None


def table(repository):
    named = {}
    for page in sorted((repository / "docs/reference").glob("*.md")):
        if page.stem in ("README", "errors"):
            continue
        line = re.search(r"^Headers?:(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        folder = ""
        for name in re.findall(r"`([\w/]+\.hpp)`", line[1] if line else ""):
            folder = name.rsplit("/", 1)[0] if "/" in name else folder
            full = name if "/" in name else f"heed/{page.stem}/{name}" if (repository / f"include/heed/{page.stem}/{name}").exists() else f"{folder}/{name}"
            named.setdefault(full.removeprefix("heed/"), page.stem)
    found, problems = {}, []
    for header in sorted((repository / "include/heed").rglob("*.hpp")):
        path = header.relative_to(repository / "include/heed").as_posix()
        for sentence in sentences(header):
            page = page_of(path, sentence, named)
            if page is None:
                problems.append(f"no page is about {path}: add it to a `Header:` line, or to PAGES of tests/docs/sentences.py")
            else:
                found.setdefault(page, [])
                if sentence not in found[page]:
                    found[page].append(sentence)
    lines = []
    for page in sorted(found):
        lines += ["", f"### [{page}]({page}.md)", ""] + [f"- `{sentence}`" for sentence in found[page]]
    return "\n".join(lines) + "\n\n", problems


def main():
    arguments = [a for a in sys.argv[1:] if a != "--write"]
    repository = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    page = repository / "docs/reference/errors.md"
    text = page.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    made, problems = table(repository)
    wanted = before + BEGIN + "\n" + made + END + after
    if "--write" in sys.argv:
        page.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        there = set(re.findall(r"^- (`.*`)$", text, re.MULTILINE))
        now = set(re.findall(r"^- (`.*`)$", wanted, re.MULTILINE))
        problems += [f"missing: {s}" for s in sorted(now - there)] + [f"no assertion says: {s}" for s in sorted(there - now)]
        problems.append("docs/reference/errors.md is out of date: tests/docs/sentences.py --write")
    for problem in problems:
        print(problem)
    print(f"{made.count(chr(10) + '- ')} sentences")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
