#!/usr/bin/env python3
"""names.py finds what headers declare, and says which of it the reference lacks."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import names

HEADER = """
// struct in_a_comment {};
#define HEED_SENTENCE(x) x
HEED_SENTENCES_BEGIN
namespace heed {
namespace detail { struct hidden {}; template <class X> void also_hidden(X); }
template <class X> concept named_thing = requires { typename X::type; };
/// A class.
template <class T, class... X> class box { void member(int); int count() const { return 0; } };
using number = int;
inline constexpr int ten = 10;
template <class X> inline constexpr bool is_box = false;
template <class A, class X, class V = std::conditional_t<(1 > 0), A, X>, bool ok = V::ok> requires(!is_box<A>)
constexpr auto squeeze(X&& x) -> detail::result<V, X> { return {"}"}; }
template <class X, class Y> requires pair<X, Y> constexpr auto operator<=(X&& x, Y&& y) -> int { return 0; }
template <class X> auto operator||(X a, X b) { return a; }
}  // namespace heed
HEED_SENTENCES_END
namespace other { void elsewhere(); }
"""
FOUND = ["named_thing", "box", "number", "ten", "is_box", "squeeze", "operator<=", "operator||"]


class Names(unittest.TestCase):
    def test_declarations_of_the_namespace_are_found(self):
        self.assertEqual(list(names.names_of(HEADER)), FOUND)

    def test_code_of_a_page_is_read_and_its_prose_is_not(self):
        words = names.words_in_code("Words in prose. `squeeze<A>(x)`, `operator||`.\n```cpp\nbox<int> b;\n```\nbetween ` and more")
        self.assertLessEqual({"squeeze", "box", "operator||"}, words)
        self.assertFalse({"prose", "Words", "more"} & words)

    def test_the_headers_are_understood(self):
        found = names.public_names(Path(__file__).resolve().parents[2])
        for name in ["tensor", "named", "dot", "softmax", "rename", "let", "eval", "plan_of", "operator+", "HEED_CHECK_BOUNDS"]:
            self.assertIn(name, found)
        self.assertNotIn("verdict_on", found)

    def test_a_name_that_the_reference_lacks_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            real = Path(__file__).resolve().parents[2]
            for header in [*(real / "include/heed").rglob("*.hpp")]:
                copy = root / header.relative_to(real)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(header.read_text())
            (root / "docs/reference").mkdir(parents=True)
            page = root / "docs/reference/all.md"
            every = list(names.public_names(root))
            with contextlib.redirect_stdout(io.StringIO()) as said:
                page.write_text("".join(f"`{name}`\n" for name in every))
                self.assertEqual(names.main([folder]), 0)
                page.write_text("".join(f"`{name}`\n" for name in every if name != "softmax"))
                self.assertEqual(names.main([folder]), 1)
            self.assertIn("does not have `softmax`, which include/heed/expression/", said.getvalue())


if __name__ == "__main__":
    unittest.main()
