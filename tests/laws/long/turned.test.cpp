// Masks, ids and biases of every pair of a query and a key, with Key contiguous: they lie across the lanes and are turned a
// block at a time, whatever the size of their elements.
#include <limits>

#include <laws/inputs.hpp>

using namespace laws;
using namespace heed;
using generated::check_eval;
using generated::fill;

TEST_CASE("Elements of every size that lie across the lanes") {
  for (const auto& [queries, keys] : {std::pair<index_t, index_t>{37, 90}, {24, 16}, {1, 1}, {1, 100}, {65, 1}, {7, 7}, {70, 301}, {8, 0}}) {
    INFO(queries << " queries and " << keys << " keys");
    const auto n = sized<Query>(queries);
    const auto m = sized<Key>(keys);
    tensor<float, Head[2], Query[], Feature[5]> q(n);
    tensor<float, Head[2], Key[], Feature[5]> k(m);
    tensor<float, Head[2], Key[], Value[3]> v(m);
    tensor<bool, Query[], Key[]> seen(n, m);
    tensor<std::int8_t, Head[2], Query[], Key[]> kind(n, m);
    tensor<std::uint16_t, Query[], Head[2], Key[]> step(n, m);
    tensor<std::int32_t, Query[], Key[]> id(n, m);
    tensor<std::int64_t, Query[], Key[]> number(n, m);
    tensor<float, Head[2], Query[], Key[]> bias(n, m);
    tensor<double, Query[], Key[]> exact(n, m);
    fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(seen, 4, 0, 1), fill(kind, 5, -3, 3), fill(step, 6, 65530, 65535);
    fill(id, 7, -4, 4), fill(number, 8, -5, 5), fill(bias, 9, -1, 1), fill(exact, 10, -1, 1);
    const auto integers = cast<float>(kind) + cast<float>(step - std::uint16_t{65530}) + cast<float>(number);
    const auto scores = where(seen || id == 2, dot<Feature>(q, k) + bias + integers / 8 + cast<float>(exact), -inf);
    const auto context = dot<Key>(softmax<Key>(scores), v);
    check_eval(context);
#ifndef HEED_REFERENCE_ONLY
    if (queries == 1 && keys == 1) {
      const std::string text = explain(context);
      int turned = 0;
      for (std::size_t at = 0; (at = text.find("turned for the block", at)) != std::string::npos; ++at) ++turned;
      CHECK(turned == 7);
    }
#endif
  }
}

TEST_CASE("A mask of every pair chooses the keys that it says") {
  tensor<bool, Query[50], Key[77]> seen;
  tensor<float, Key[77], Value[2]> v;
  for (int i = 0; i < 77; ++i) v(i, 0) = static_cast<float>(i), v(i, 1) = 1;
  // query i sees key i and what is 31 keys after it, 49 none
  for (int i = 0; i < 49; ++i) seen(i, i) = true, seen(i, (i + 31) % 77) = true;
  const auto mean = eval(dot<Key>(softmax<Key>(where(seen, 0 * position<Query> + 0.f * position<Key>, -inf)), v));
  int wrong = 0;
  for (int i = 0; i < 49; ++i) wrong += mean(i, 0) == static_cast<float>(i + (i + 31) % 77) / 2 && mean(i, 1) == 1 ? 0 : 1;
  CHECK(wrong == 0);
  CHECK((mean(49, 0) == 0 && mean(49, 1) == 0));
}

TEST_CASE("In float64, where the mask is a view, and where the target is an operand") {
  tensor<double, Head[2], Query[29], Feature[5]> q;
  tensor<double, Head[2], Key[83], Feature[5]> k;
  tensor<double, Head[2], Key[83], Value[3]> v;
  tensor<bool, Query[29], Key[83]> seen;
  tensor<double, Query[29], Key[83]> bias;
  tensor<bool, Head[2], Query[40], Key[100], Tap[2]> pairs;  // keys lie two apart
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(seen, 4, 0, 1), fill(bias, 5, -1, 1), fill(pairs, 6, 0, 1);
  const auto view = at<Tap>(slice<Key, 10, 83>(slice<Query, 3, 29>(pairs)), 1);
  tensor<double, Head[2], Query[29], Value[3]> target;
  fill(target, 7, -1, 1);
  const auto context = target + dot<Key>(softmax<Key>(where(seen || view, dot<Feature>(q, k) / 3 + bias, -inf)), v);
  check_eval(context);
  bias(3, 5) = std::numeric_limits<double>::quiet_NaN();
  seen(3, 5) = true;
  auto expected = eval(in_float64(context));
  target = context;  // (what it was is an operand)
  CHECK((std::isnan(target(0, 3, 0)) && std::isnan(target(1, 3, 2)) && !std::isnan(target(0, 2, 0)) && !std::isnan(target(1, 28, 2))));
  for (int h = 0; h < 2; ++h)
    for (int i = 0; i < 3; ++i) target(h, 3, i) = 0, expected(h, 3, i) = 0;
  CHECK(all_close(target, expected, 1e-12, 1e-12));
}

TEST_CASE("What lies across and is cut off along the lanes: shifted, and one behind the other") {
  for (const auto& [left, right] : {std::pair<index_t, index_t>{70, 33}, {5, 90}, {96, 1}, {1, 1}, {64, 128}, {0, 7}, {9, 0}}) {
    INFO(left << " and " << right << " queries");
    tensor<float, Head[2], Query[], Feature[5]> q(sized<Query>(left + right));
    tensor<float, Head[2], Key[19], Feature[5]> k;
    tensor<float, Head[2], Key[19], Value[3]> v;
    tensor<float, Query[], Key[19]> before(sized<Query>(left)), after(sized<Query>(right)), bias(sized<Query>(left + right));
    fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(before, 4, -1, 1), fill(after, 5, -1, 1), fill(bias, 6, -1, 1);
    check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k) + concat<Query>(before, after) + shift<Query>(bias, 3, 0.5f)), v));
    // what is there and products, of which each has some of the lanes
    tensor<float, Head[2], Query[], Value[3]> known(sized<Query>(right));
    fill(known, 7, -1, 1);
    tensor<float, Head[2], Query[], Value[3]> all;
    generated::check_assign(all, concat<Query>(concat<Query>(dot<Key>(before, v), known), dot<Key>(after, v)));
  }
}

TEST_CASE("Biases of every pair whose heads lie side by side, in elements of every size") {
  for (const auto& [queries, keys] : {std::pair<index_t, index_t>{37, 90}, {1, 1}, {1, 100}, {65, 1}, {70, 301}, {16, 64}, {8, 0}}) {
    INFO(queries << " queries and " << keys << " keys");
    const auto n = sized<Query>(queries);
    const auto m = sized<Key>(keys);
    tensor<float, Query[], Head[3], Feature[5]> q(n);
    tensor<float, Key[], Head[3], Feature[5]> k(m);
    tensor<float, Key[], Head[3], Value[2]> v(m);
    tensor<float, Query[], Key[], Head[3]> bias(n, m);
    tensor<std::int16_t, Key[], Query[], Head[3]> kind(n, m);
    tensor<double, Query[], Key[], Head[3]> exact(n, m);
    tensor<bool, Query[], Key[], Head[3]> seen(n, m);
    fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(bias, 4, -1, 1), fill(kind, 5, -3, 3), fill(exact, 6, -1, 1), fill(seen, 7, 0, 1);
    check_eval(dot<Key>(softmax<Key>(where(seen, dot<Feature>(q, k) + bias + cast<float>(kind) / 8 + cast<float>(exact), -inf)), v));
  }
  tensor<float, Head[3], Query[90], Feature[5]> q;
  tensor<float, Head[3], Key[70], Feature[5]> k;
  tensor<float, Head[3], Key[70], Value[2]> v;
  tensor<float, Query[90], Key[70], Head[3]> near;
  tensor<float, Query[90], Key[70], Head[3], Tap[9]> far;  // keys 27 elements apart: each on a line of its own
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(near, 4, -1, 1), fill(far, 5, -1, 1);
  const auto scores = dot<Feature>(q, k);
  check_eval(dot<Key>(softmax<Key>(scores + near), v));
  check_eval(dot<Key>(softmax<Key>(scores + at<Tap>(far, 4)), v));
#ifndef HEED_REFERENCE_ONLY
  const auto is_turned = [](const auto& context) { return explain(context).find("turned for the block") != std::string::npos; };
  CHECK(is_turned(dot<Key>(softmax<Key>(scores + near), v)));
  CHECK_FALSE(is_turned(dot<Key>(softmax<Key>(scores + at<Tap>(far, 4)), v)));
#endif
}

namespace {
struct Row {};
/// Attention along the rows of pairs, with a bias that is made of all of them (Jumper et al. 2021, algorithm 13), handed on.
template <index_t Rows, index_t Channels, index_t Features> void with_attention_of_pairs(const auto& f) {
  tensor<float, Row[Rows], Query[Rows], Head[2], Feature[Features]> q;
  tensor<float, Row[Rows], Key[Rows], Head[2], Feature[Features]> k;
  tensor<float, Row[Rows], Key[Rows], Head[2], Value[Features]> v;
  tensor<float, Row[Rows], Query[Rows], Channel[Channels]> pairs;
  tensor<float, Channel[Channels], Head[2]> w;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(pairs, 4, -1, 1), fill(w, 5, -1, 1);
  const auto bias = rename<Row, Query>(rename<Query, Key>(dot<Channel>(pairs, w)));
  f(dot<Key>(softmax<Key>(dot<Feature>(q, k) / 3 + bias), v));
}
}  // namespace

TEST_CASE("Lanes are chosen for what is left when a bias that is computed is stored") {
  with_attention_of_pairs<37, 6, 8>([](const auto& context) { check_eval(context); });
#ifndef HEED_REFERENCE_ONLY
  with_attention_of_pairs<128, 64, 16>([](const auto& context) {
    static_assert(plan_of<decltype(context)>.temporaries == 1);
    CHECK(explain(context).find("Query[128] in blocks of") != std::string::npos);  // not Row, along which the bias is one for all, and products are none
  });
#endif
}
