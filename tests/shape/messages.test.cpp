// The computed sentences, as text: compilers that print them are few. (tests/shape_errors expects them of those.)
#define HEED_SENTENCES_AS_TEXT
#include <support/catch.hpp>

#include <heed/shape/assignment.hpp>
#include <heed/shape/fold.hpp>
#include <heed/shape/index.hpp>
#include <support/axes.hpp>

namespace {
using namespace heed;
struct Features {};
namespace other { struct Key {}; }
using q = shape<Head[8], Query[128], Feature[64]>;
using k = shape<Head[8], Key[96], Feature[32]>;
using tokens = shape<Token[9]>;
using none = axis_list<>;

// What a call that is refused with V says; L: the axes that it names, S: those of its operands.
template <detail::literal Call, class V, class L, class... S> std::string_view said() {
  using text = detail::sentence<Call, V, L, S...>;
  return {text::data(), text::size()};
}
template <class... A> using of = axis_list<A...>;

TEST_CASE("what a product says") {
  CHECK(said<"dot<Axis...>(x, y): …", detail::contraction_verdict<of<Feature>, q, k>, of<Feature>, q, k>() == "dot<Feature>: Feature is 64 in the left operand and 32 in the right");
  CHECK(said<"dot<Axis...>(x, y): …", detail::contraction_verdict<of<Key>, q, k>, of<Key>, q, k>() ==
        "dot<Key>: the left operand has no axis Key; its axes are Head[8], Query[128] and Feature[64]");
  CHECK(said<"dot<Axis...>(x, y): …", detail::contraction_verdict<of<>, q, k>, of<>, q, k>() ==
        "dot: name the axes, as in dot<Feature>; the left operand has Head[8], Query[128] and Feature[64]");
  CHECK(said<"dot<Axis...>(x, y): …", detail::contraction_verdict<of<Feature[64]>, q, k>, of<Feature[64]>, q, k>() == "dot<Feature[64]>: name the axis without its extent: Feature");
  using weights = shape<Query[4], Key[9]>;
  CHECK(said<"dot<Axis...>(x, y): …", detail::contraction_verdict<of<Key>, weights, tokens>, of<Key>, weights, tokens>() ==
        "dot<Key>: the right operand has no axis Key; its axes are Token[9]; was rename<Token, Key> forgotten?");
}

TEST_CASE("what a reduction says") {
  CHECK(said<"sum<Axis...>(x): …", detail::reduction_verdict<of<Features>, q>, of<Features>, q>() ==
        "sum<Features>: the operand has no axis Features; its axes are Head[8], Query[128] and Feature[64]; is Feature meant?");
  CHECK(said<"sum<Axis...>(x): …", detail::reduction_verdict<of<Key>, shape<>>, of<Key>, shape<>>() == "sum<Key>: the operand has no axis Key; it has no axes");
  CHECK(said<"softmax<Axis...>(x): …", detail::reduction_verdict<of<>, q>, of<>, q>() ==
        "softmax: name the axes, as in softmax<Feature>; the operand has Head[8], Query[128] and Feature[64]");
  CHECK(said<"sum<Axis...>(x): …", detail::reduction_verdict<of<Head, Query, Head>, q>, of<Head, Query, Head>, q>() == "sum<Head, Query, Head>: Head is named twice");
  CHECK(said<"argmax<Axis>(x): …", detail::place_verdict<of<Head, Query>, q>, of<Head, Query>, q>() ==
        "argmax<Head, Query>: name one axis, as in argmax<Head>; merge several into one first");
  CHECK(said<"sum<Axis...>(x): …", detail::reduction_verdict<of<Key>, shape<open<Key>>>, of<Key>, shape<open<Key>>>() ==
        "sum<Key>: nothing gives Key an extent; write position<Key[n]>");
  using name = shape<Key[2]>;  // another Key is written in full
  const auto full = said<"sum<Axis...>(x): …", detail::reduction_verdict<of<other::Key>, name>, of<other::Key>, name>();
  CHECK((full.starts_with("sum<Key>: the operand has no axis ") && full.find("other::Key; its axes are ") != full.npos && full.find("meant") == full.npos));
}

TEST_CASE("what assignments and expectations say") {
  using target = shape<Head[8], Query[128]>;
  CHECK(said<"operator=: …", detail::assignment_verdict<target, q>, none, target, q>() ==
        "operator=: the expression has an axis Feature and the target has none; its axes are Head[8] and Query[128]");
  CHECK(said<"operator=: …", detail::assignment_verdict<target, shape<Head[8]>>, none, target, shape<Head[8]>>() ==
        "operator=: the target has an axis Query and the expression has none; its axes are Head[8]");
  using longer = shape<Head[8], Query[99]>;
  CHECK(said<"operator+=: …", detail::compound_assignment_verdict<target, longer>, none, target, longer>() == "operator+=: Query is 128 in the target and 99 in the expression");
  CHECK(said<"assign(to(targets...), expressions...): …", detail::assignment_verdict<target, longer>, none, target, longer>() ==
        "assign: Query is 128 in the target and 99 in the expression");
  using renamed = shape<Head[8], Token[128]>;
  CHECK(said<"operator=: …", detail::assignment_verdict<target, renamed>, none, target, renamed>() ==
        "operator=: the expression has an axis Token and the target has none; its axes are Head[8] and Query[128]; was rename<Token, Query> forgotten?");
  CHECK(said<"expect<Axes...>(x): …", detail::exact<tokens, of<Query, Key>>::type, of<Query, Key>, tokens>() ==
        "expect<Query, Key>: the axes are Token[9]; Query is missing, Key is missing, Token is one too many; "
        "were rename<Token, Query> and rename<Token, Key> forgotten?");
  CHECK(said<"expect<Axes...>(x): …", detail::exact<tokens, of<Token[8]>>::type, of<Token[8]>, tokens>() == "expect<Token[8]>: the axes are Token[9]; Token is not 8");
}

TEST_CASE("what the other rules say") {
  const auto rest = [](std::string_view s) { return s.substr(s.find(": ") + 2); };
  CHECK(rest(said<"f(x): …", rule::axis_is_new<Head, q>, none, q>()) == "the operand has an axis Head already; prime<Head> is a second axis of the same kind");
  CHECK(rest(said<"f(x): …", rule::part_has_extent<Head>, none, q>()) == "Head needs its extent, as in Head[8]");
  CHECK(rest(said<"f(x): …", rule::parts_make_whole<Feature[64], shape<Head[7], Key[8]>>, none, q>()) == "the parts make 56, and Feature is 64");
  CHECK(rest(said<"f(x): …", rule::parts_make_whole<Feature[64], shape<Head[], Key[7]>>, none, q>()) == "the parts make a multiple of 7, and Feature is 64");
  CHECK(rest(said<"f(x): …", rule::slice_is_within<Query[128], 120, 136>, none, q>()) == "16 from 120 is outside Query, which is 128");
  CHECK(rest(said<"f(x): …", rule::slice_is_within<Query[128], 5, 5>, none, q>()) == "a slice has at least one element, not 0");
  CHECK(rest(said<"f(x): …", rule::window_is_within<Token[8], 9>, none, q>()) == "the window spans 9, and Token is 8");
  CHECK(rest(said<"f(x): …", rule::steps_are_positive<0, 1>, none, q>()) == "the stride is at least 1, not 0");
  CHECK(rest(said<"f(x): …", rule::diagonal_is_square<Query[3], Key[4]>, none, q>()) == "Query is 3 and Key is 4");
  CHECK(rest(said<"f(x): …", rule::callable_with<int, float, bool>, none, q>()) == "the function cannot be called with (float, bool), or gives no number");
  CHECK(rest(said<"f(x): …", rule::integer_places<float>, none, q>()) == "the ids are float, and must be integers");
  CHECK(rest(said<"f(x): …", rule::at_most_8_axes<q>, none, q>()) == "at most 8 axes can be evaluated together; there are Head[8], Query[128] and Feature[64]");
  CHECK(rest(said<"eval(x): …", rule::at_most_512_nodes, none, q>()).starts_with("the expression has more than 512 nodes; write let(x, f)"));
  CHECK(rest(said<"eval(x): …", rule::in_float64_stands_outside, none>()).starts_with("in_float64 is a whole evaluation"));
  CHECK(rest(said<"eval(x): …", rule::evaluated_after_let, none>()).starts_with("the value of a let has no elements inside the body: return the expression"));
  CHECK(rest(said<"let(x, f): …", rule::takes_value<int>, none>()) == "the body cannot be called with the value; write [&](auto x) { return ...; }");
  CHECK(rest(said<"batchwise(f): …", rule::takes_batches<int>, none>()).starts_with("the function takes single elements"));
  CHECK(rest(said<"f(x): …", rule::tiles_are_possible<9, 0, 0>, none>()) == "vectors is 0 to 8, not 9");
  CHECK(rest(said<"f(x): …", rule::arithmetic_element<void*>, none>()).ends_with(" is no arithmetic type"));
  CHECK(rest(said<"f(x): …", rule::length_is_known<Key>, none>()).starts_with("nothing gives Key an extent here; extent<Key>(x)"));
}
}  // namespace
