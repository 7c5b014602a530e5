#!/usr/bin/env python3
"""check.py refuses programs whose error is not what they say."""
import shutil
import tempfile
import unittest
from pathlib import Path

from check import Compiler, check

COMPILERS = [Compiler(name) for name in ("g++", "clang++") if shutil.which(name)]

# The static assertion in a function body is what the library does.
PROGRAM = """
template <class T> int size_of(T) {{ static_assert(sizeof(T) == 1, "size_of: T is too large"); return 1; }}
struct Query {{}};
{comments}
#ifndef HEED_FIXED
{mistake}
#else
{fixed}
#endif
"""


def complaints(comments="// expect: size_of: T is too large", mistake="int n = size_of(2);", fixed="int n = size_of('a');"):
    file = Path(tempfile.mkdtemp()) / "program.cpp"
    file.write_text(PROGRAM.format(comments=comments, mistake=mistake, fixed=fixed), encoding="utf-8")
    return [complaint for compiler in COMPILERS for complaint in check(file, compiler)[0]]


class Check(unittest.TestCase):
    def assert_each(self, found, words):
        self.assertEqual(len(found), len(COMPILERS), found)
        for complaint in found:
            self.assertIn(words, complaint)

    def test_right(self):
        self.assertEqual(complaints(), [])

    def test_right_with_every_comment(self):
        self.assertEqual(complaints("// expect: size_of\n// expect-line: too large\n// expect-gcc: size_of\n"
                                    "// expect-clang: size_of\n// max-lines: 12\n// max-lines-clang: 10"), [])

    def test_spaces_before_brackets(self):
        self.assertEqual(complaints("// expect: Query [2]\n// expect: Query[2]",
                                    'template <class T> struct s { static_assert(sizeof(T) < 2); }; s<Query[2]> x;'), [])

    def test_other_words(self):
        self.assert_each(complaints("// expect: T is too small"), "does not say: T is too small")

    def test_words_not_on_the_error_line(self):
        self.assert_each(complaints("// expect: required from\n// expect-line: int n = size_of"
                                    .replace("// expect: required from\n", "")), "error line")

    def test_computed_words_are_skipped_on_old_compilers(self):
        self.assertEqual([c for c in complaints("// expect: size_of\n// expect-computed: never said")
                          if not all(compiler.computes for compiler in COMPILERS)], [])

    def test_two_errors(self):
        self.assert_each(complaints(mistake="int n = size_of(2); int m = size_of(2.0);"), "2 errors")

    def test_compiles(self):
        self.assertTrue(any("must not" in c for c in complaints(mistake="int n = 2;")))

    def test_too_long(self):
        self.assert_each(complaints("// expect: size_of\n// max-lines: 1"), "at most 1")

    def test_fixed_is_wrong(self):
        self.assert_each(complaints(fixed="int n = size_of(3);"), "does not compile without a warning")

    def test_fixed_warns(self):
        self.assert_each(complaints(fixed="int f() { int unused = size_of('a'); return 1; }"), "without a warning")

    def test_no_words(self):
        self.assert_each(complaints("// max-lines: 20"), "expects no words")

    def test_misspelled_comment(self):
        self.assert_each(complaints("// expect: size_of\n// expect-gc: size_of"), "expect-gc")


if __name__ == "__main__":
    unittest.main()
