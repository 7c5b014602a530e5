// Axes, lets and parts of expressions that only their names tell apart: attention of two axes that are called alike but for
// where they are declared, a let in a let, and what is written twice.
#include <cmath>
#include <cstdio>

#include <heed/heed.hpp>

using namespace heed;

namespace {
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
namespace other {
struct Key {};
}  // namespace other

static_assert(!planner::detail::addresses_compare);
static_assert(planner::tag_of<Key> != planner::tag_of<other::Key> && planner::tag_of<Key> != planner::tag_of<Query> && planner::tag_of<Key> == planner::tag_of<struct Key>);

int problems = 0;
template <class E> void check(const char* what, const E& e) {
  if (all_close(eval(e), eval(in_float64(e)), 1e-4, 1e-5)) return;
  std::printf("%s is not what plain loops make of it\n", what);
  ++problems;
}
}  // namespace

int main() {
  tensor<float, Query[19], Feature[8]> q;
  tensor<float, Key[], Feature[8]> k(sized<Key>(23));
  tensor<float, Key[], Value[5]> v(sized<Key>(23));
  for (index_t i = 0; i < q.size(); ++i) q.data()[i] = std::sin(0.3f * static_cast<float>(i));
  for (index_t i = 0; i < k.size(); ++i) k.data()[i] = std::sin(0.7f * static_cast<float>(i));
  for (index_t i = 0; i < v.size(); ++i) v.data()[i] = std::sin(0.2f * static_cast<float>(i));

  const auto scores = where(position<Key> <= position<Query>, dot<Feature>(q, k) / 3, -inf);
  check("causal attention", dot<Key>(softmax<Key>(scores), v));
  check("a softmax over pairs of keys", softmax<Key, other::Key>(scores + sum<Feature>(rename<Key, other::Key>(k))));
  check("a let in a let", let(scores, [](auto s) { return let(max<Key>(s), [&](auto m) { return sum<Key>(exp(s - m)) + m; }); }));
  check("what is written twice", (q - mean<Feature>(q)) * rsqrt(var<Feature>(q) + 1e-5f) + (q - mean<Feature>(q)));
  check("sums up to each key", cumsum<Key>(v));
  return problems;
}
