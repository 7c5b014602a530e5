#!/usr/bin/env python3
"""check.py finds what it is there to find."""
import shutil
import tempfile
import unittest
from pathlib import Path

from check import Compiler, Page, check, quoted, shows


def page(text):
    file = Path(tempfile.mkdtemp()) / "page.md"
    file.write_text(text, encoding="utf-8")
    return file


@unittest.skipUnless(shutil.which("g++"), "needs g++")
class Pages(unittest.TestCase):
    def check(self, text):
        return check(page(text), [Compiler("g++", [])])

    def test_blocks_are_one_unit(self):
        self.assertEqual(self.check("```cpp\nstruct A {};\n```\nand\n\n```cpp\n#include <vector>\nstd::vector<A> a;\n```\n"), [])

    def test_code_that_does_not_compile(self):
        found = self.check("Words.\n\n```cpp\nint f() { return g(); }\n```\n")
        self.assertEqual(len(found), 1)
        self.assertIn("page.md:4", found[0])

    def test_hidden_code(self):
        self.assertEqual(self.check("<!-- hidden\nvoid f() {\n-->\n```cpp\nint i = 1;\n```\n<!-- hidden\n(void)i; }\n-->\n"), [])

    def test_output(self):
        program = "<!-- run -->\n```cpp\n#include <cstdio>\nint main() { std::puts(\"one two three\"); }\n```\n<!-- output -->\n"
        self.assertEqual(self.check(program + "```text\none … three\n```\n"), [])
        self.assertEqual(len(self.check(program + "```text\nfour\n```\n")), 1)

    def test_program_that_fails(self):
        self.assertEqual(len(self.check("<!-- run -->\n```cpp\nint main() { return 3; }\n```\n")), 1)

    def test_mistakes(self):
        wrong = "```cpp\nstruct A {};\n```\n<!-- wrong -->\n```cpp\nint a = A{};\n```\n<!-- error g++ -->\n"
        self.assertEqual(self.check(wrong + "```text\nerror: cannot convert 'A' to 'int'\n```\n"), [])
        self.assertEqual(len(self.check(wrong + "```text\nerror: something else\n```\n")), 1)

    def test_mistake_that_is_none(self):
        self.assertEqual(len(self.check("<!-- wrong -->\n```cpp\nint a = 1;\n```\n")), 1)

    def test_quotes(self):
        found = self.check("<!-- quote examples/01_attention.cpp attention -->\n```cpp\nint i;\n```\n")
        self.assertEqual(len(found), 1)
        self.assertIn("no longer", found[0])

    def test_page_that_is_run_and_does_not_compile(self):
        self.assertEqual(len(self.check("```cpp\nint main() { return a; }\n```\n<!-- ran page -->\n<!-- output -->\n```text\n1\n```\n")), 1)

    def test_links(self):
        self.assertEqual(len(self.check("[here](page.md#part), [there](https://example.org) and\n[nowhere](gone.md); `[&](auto x)`\n")), 1)


class Pieces(unittest.TestCase):
    def test_parts_of_a_quote(self):
        file = Path(tempfile.mkdtemp()) / "a.cpp"
        file.write_text("// [x]\nint a;\n// [/x]\nint b;\nvoid f() {\n  // [x]\n  int c;\n  // [/x]\n}\n", encoding="utf-8")
        self.assertEqual(quoted(file, "x"), "int a;\n\nint c;")
        self.assertIsNone(quoted(file, "y"))

    def test_what_is_about_no_block(self):
        self.assertEqual(len(Page(page("<!-- run -->\n\nno block\n")).complaints), 1)

    def test_lines_are_shown_in_their_order(self):
        self.assertTrue(shows("a\nc", "a\nb\nc"))
        self.assertFalse(shows("c\na", "a\nb\nc"))


if __name__ == "__main__":
    unittest.main()
