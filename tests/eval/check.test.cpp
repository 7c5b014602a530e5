// Run-time extents that do not fit together: the words of every shape_error, and that nothing else is refused.
#include <heed/eval/check.hpp>
#include <heed/eval/in_float64.hpp>
#include <heed/expression/concat.hpp>
#include <heed/expression/extent.hpp>
#include <heed/expression/gather.hpp>
#include <heed/expression/index.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/expression/window.hpp>
#include <heed/node/results.hpp>
#include <heed/tensor/named.hpp>
#include <heed/tensor/slice.hpp>

#include <support/axes.hpp>
#include <support/catch.hpp>

using namespace heed;

namespace {
template <class E> std::string error_of(const E& expression) {
  try {
    detail::check_at_run_time(expression);
  } catch (const shape_error& e) {
    return e.what();
  }
  return "none";
}
template <class T, class E> std::string target_error_of(const T& target, const E& e, assign_op o = assign_op::set) {
  try {
    detail::check_target(target, e, o);
  } catch (const shape_error& error) {
    return error.what();
  }
  return "none";
}
const tensor<float, Query[2], Feature[]> q(sized<Feature>(64));
const tensor<float, Key[], Feature[]> k(sized<Key>(3), sized<Feature>(32)), l(sized<Key>(3), sized<Feature>(64));
const tensor<float, Key[4]> four;
const tensor<float, Key[]> some_four(sized<Key>(4)), three(sized<Key>(3));
}  // namespace

TEST_CASE("Contractions say which axis, and both extents") {
  CHECK(error_of(dot<Feature>(q, k)) == "dot<Feature>: Feature is 64 in the left operand and 32 in the right");
  CHECK(error_of(dot<Feature, Key>(k, l)) ==
        "dot<Feature, Key>: Feature is 32 in the left operand and 64 in the right");
  CHECK(error_of(dot<Feature>(q * 1, l)) == "none");
  // an axis that both have and that is not contracted
  CHECK(error_of(dot<Feature>(l, l + broadcast<Feature>(some_four, 64))) ==
        "operator+: Key is 3 in the left operand and 4 in the right");
  CHECK(error_of(dot<Feature>(l, broadcast<Feature>(some_four, 64))) ==
        "dot<Feature>: Key is 3 in the left operand and 4 in the right");
}

TEST_CASE("Point-wise operations say which operands") {
  CHECK(error_of(four + three) == "operator+: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(three - four) == "operator-: Key is 3 in the left operand and 4 in the right");
  CHECK(error_of(some_four * three) == "operator*: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four / three) == "operator/: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four % three) == "operator%: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four == three) == "operator==: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four != three) == "operator!=: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four < three) == "operator<: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four <= three) == "operator<=: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four > three) == "operator>: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four >= three) == "operator>=: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four && three) == "operator&&: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(some_four || three) == "operator||: Key is 4 in the left operand and 3 in the right");
  CHECK(error_of(minimum(some_four, three)) == "minimum: Key is 4 in the first operand and 3 in the second");
  CHECK(error_of(maximum(some_four, three)) == "maximum: Key is 4 in the first operand and 3 in the second");
  CHECK(error_of(pow(some_four, three)) == "pow: Key is 4 in the first operand and 3 in the second");
  CHECK(error_of(where(some_four > 0, 0, three)) == "where: Key is 4 in the first operand and 3 in the third");
  CHECK(error_of(where(three > 0, three, four)) == "where: Key is 3 in the first operand and 4 in the third");
  CHECK(error_of(pointwise([](auto a, auto b, auto c) { return a + b + c; }, 1.f, some_four, three)) ==
        "pointwise: Key is 4 in the second operand and 3 in the third");
  CHECK(error_of(four + some_four) == "none");
  CHECK(error_of(where(position<Key> < 2, some_four, 0)) == "none");
}

TEST_CASE("The mistake is found wherever it stands") {
  auto wrong = three + some_four;
  const std::string expected = "operator+: Key is 3 in the left operand and 4 in the right";
  CHECK(error_of(sum<Key>(exp(wrong))) == expected);
  CHECK(error_of(cast<int>(-wrong)) == expected);
  CHECK(error_of(rename<Key, Token>(wrong)) == expected);
  CHECK(error_of(at<Key>(wrong, 0)) == expected);
  CHECK(error_of(slice<Key>(wrong, 0, 1)) == expected);
  CHECK(error_of(slice<Key, 0, 1>(wrong)) == expected);
  CHECK(error_of(merge<Token, Key>(wrong)) == expected);
  CHECK(error_of(split<Key, Token[3], Head[1]>(wrong)) == expected);
  CHECK(error_of(broadcast<Token[2]>(wrong)) == expected);
  CHECK(error_of(pointwise([](auto a) { return a; }, wrong)) == expected);
  CHECK(error_of(softmax<Key>(wrong)) == expected);
  CHECK(error_of(let(wrong, [](auto t) { return t * t; })) == expected);
  CHECK(error_of(let(three * 2, [](auto t) { return t + some_four; })) == expected);
  CHECK(error_of(let(three * 2, [](auto t) { return let(some_four * 2, [&](auto u) { return t + u; }); })) == expected);
  CHECK(error_of(dot<Key>(three, wrong)) == expected);
  CHECK(error_of(in_float64(wrong)) == expected);
  CHECK(error_of(detail::make_results(-three, wrong)) == expected);
  CHECK_THROWS_AS(eval(in_float64(wrong)), shape_error);
}

TEST_CASE("Indices and slices stay within the axis") {
  CHECK(error_of(at<Key>(three + 0, 3)) == "at<Key>: 3 is outside Key, which is 3");
  CHECK(error_of(at<Key>(four + 0, -1)) == "at<Key>: -1 is outside Key, which is 4");
  CHECK(error_of(at<Key>(position<Key> + 0, -1)) == "at<Key>: -1 is outside Key");
  CHECK(error_of(at<Key>(three + 0, 2)) == "none");
  CHECK(error_of(slice<Key>(four + 0, 2, 3)) == "slice<Key>: 3 from 2 is outside Key, which is 4");
  CHECK(error_of(slice<Key>(four + 0, 2, -1)) == "slice<Key>: -1 from 2 is outside Key, which is 4");
  CHECK(error_of(slice<Key>(four + 0, 2, PTRDIFF_MAX)) ==
        "slice<Key>: 9223372036854775807 from 2 is outside Key, which is 4");
  CHECK(error_of(slice<Key, 1, 3>(three + 0)) == "slice<Key>: 3 from 1 is outside Key, which is 3");
  CHECK(error_of(slice<Key>(position<Key> + 0, -1, 3)) == "slice<Key>: 3 from -1 is outside Key");
  CHECK(error_of(slice<Key, 1, 2>(three + 0)) == "none");
  CHECK(error_of(slice<Key>(four + 0, 4, 0)) == "none");
  CHECK(error_of(slice<Key>(four + 0, 0, 4) + slice<Key>(four + 0, 0, 3)) ==
        "operator+: Key is 4 in the left operand and 3 in the right");
}

TEST_CASE("Parts make the whole, and extents are not negative") {
  CHECK(error_of(split<Key, Head[2], Token[2]>(three)) ==
        "split<Key, Head[2], Token[2]>: the parts make 4, and Key is 3");
  CHECK(error_of(split<Key, Head[2], Token[2]>(some_four)) == "none");
  CHECK(error_of(broadcast<Token>(three, -2)) == "broadcast<Token>: the extent is negative: -2");
  CHECK(error_of(broadcast<Token>(three, 0)) == "none");
  CHECK(error_of(merge<Token, Key, Feature>(k) + broadcast<Token>(1, 95)) ==
        "operator+: Token is 96 in the left operand and 95 in the right");
}

TEST_CASE("Targets") {
  tensor<float, Key[4]> fixed;
  tensor<float, Key[]> open_target(sized<Key>(9));
  auto memory = named<Key[]>(open_target.data(), sized<Key>(9));
  CHECK(target_error_of(fixed, three + 0) == "operator=: Key is 4 in the target and 3 in the expression");
  CHECK(target_error_of(fixed, some_four + 0) == "none");
  CHECK(target_error_of(memory, three + 0) == "operator=: Key is 9 in the target and 3 in the expression");
  CHECK(target_error_of(memory, four + 0) == "operator=: Key is 9 in the target and 4 in the expression");
  CHECK(target_error_of(open_target, three + 0) == "none");
  CHECK(target_error_of(open_target, three + 0, assign_op::add) ==
        "operator+=: Key is 9 in the target and 3 in the expression");
  CHECK(target_error_of(fixed, three + 0, assign_op::divide) ==
        "operator/=: Key is 4 in the target and 3 in the expression");
  CHECK(target_error_of(memory, position<Key> + 1) == "none");
  CHECK(target_error_of(memory, sum<Key>(three)) == "none");
  const tensor<float, Key[]> before(sized<Key>(9));
  CHECK_THROWS_AS(detail::assign_reference(memory, in_float64(three), assign_op::set), shape_error);
}

TEST_CASE("extent of an expression") {
  static_assert(extent<Key>(position<Key[5]> * 2) == 5);
  CHECK(extent<Key>(three + 0) == 3);
  CHECK(extent<Query>(dot<Feature>(q, l)) == 2);
  CHECK(extent<Key>(four + some_four) == 4);
  CHECK(extent<Token>(rename<Key, Token>(three)) == 3);
  CHECK(extent<Key>(slice<Key>(four + 0, 1, 2)) == 2);
  CHECK(extent<Token>(merge<Token, Key, Feature>(k)) == 96);
  CHECK(extent<Key>(softmax<Key>(three)) == 3);
  CHECK(extent<Key>(in_float64(three)) == 3);
  CHECK(extent<Key>(expect<Key[3]>(three + 0)) == 3);
  CHECK_THROWS_WITH((expect<Key[4]>(three + 0)), "expect<Key[4]>: Key is 3");
  CHECK(eval(in_float64(let(three, [](auto t) { return expect<Key[3]>(t); }))).size() == 3);
  auto inside = let(l * 1, [](auto t) { return t * static_cast<float>(extent<Feature>(t + l)); });
  CHECK(eval(in_float64(inside)).size() == 192);
  CHECK_THROWS_WITH(
      let(l * 1, [](auto t) { return t * static_cast<float>(extent<Feature>(t)); }),
      "extent<Feature>: inside a let, a run-time extent is not known yet; length<Feature> is the same as a value");
}

TEST_CASE("what is made of an extent that is not known yet is not known either") {
  const auto unknown = [](const char* axis) {
    const std::string a(axis);
    return "extent<" + a + ">: inside a let, a run-time extent is not known yet; length<" + a + "> is the same as a value";
  };
  const tensor<float, Key[], Feature[]> x{sized<Key>(3), sized<Feature>(4)};
  const tensor<int, Key[]> ids{sized<Key>(3)};
  const tensor<float, Vocab[5]> table;
  CHECK_THROWS_WITH(let(ids + 1, [&](auto i) { return gather<Vocab>(table, i) * static_cast<float>(extent<Key>(gather<Vocab>(table, i))); }), unknown("Key"));
  CHECK_THROWS_WITH(let(x + 1, [](auto t) { return t * static_cast<float>(extent<Token>(merge<Token, Key, Feature>(t))); }), unknown("Token"));
  CHECK_THROWS_WITH(let(x + 1, [&](auto t) { return t * static_cast<float>(extent<Key>(concat<Key>(t, x))); }), unknown("Key"));
  CHECK_THROWS_WITH(let(x + 1, [](auto t) { return t * static_cast<float>(extent<Key>(window<Key, Token[2]>(t))); }), unknown("Key"));
}
