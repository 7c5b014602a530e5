// Weights that a choice replaces after they were normalised, as dropout does: one pass, whatever stands in their place.
#include <cmath>

#include <laws/two_heads.hpp>

using namespace laws;
using generated::check_eval;

namespace {
template <class Q, class K> struct attention_operands : two_heads<Q, K> {
  using two_heads<Q, K>::two_heads, two_heads<Q, K>::q, two_heads<Q, K>::k, two_heads<Q, K>::v;
  auto scores() const { return dot<Feature>(q, k) / 3; }
  auto weights() const { return softmax<Key>(scores()); }
  template <class W> auto context(const W& w) const { return dot<Key>(w, v); }
};

#ifndef HEED_REFERENCE_ONLY
template <class E> void is_one_pass(const E& e) {
  INFO(explain(e)); CHECK(plan_of<E>.passes == 1);
  CHECK(plan_of<E>.temporaries == 0);
}
#endif

template <class O> void check_choices(const O& o, float fill_value) {
  const auto check = [](const auto& e) {
#ifndef HEED_REFERENCE_ONLY
    is_one_pass(e);
#endif
    check_eval(e);
  };
  check(o.context(where(o.kept, o.weights() / 0.9f, fill_value)));
  check(-o.context(where(o.kept, fill_value, -o.weights())));
  check(o.context(where(position<Key> <= position<Query>, o.weights(), fill_value)));
  check(o.context(where(o.kept, o.weights(), normalize<Key>(softplus(o.scores())))));       // both wait, each for its own
  check(o.context(where(o.kept, o.weights(), where(position<Key> < 3, fill_value, o.weights() * 2))));
  check(o.context(o.kept * where(o.kept, o.weights(), 0.125f * position<Key>)));
  check(dot<Head, Key>(where(o.kept, softmax<Head, Key>(o.scores()), fill_value), o.v));    // nested folds
}
}  // namespace

TEST_CASE("Weights that are replaced after their normaliser are of the same pass, whatever replaces them") {
  for (const float fill_value : {0.f, -0.f, 0.25f}) {
    check_choices(attention_operands<Query[70], Key[300]>(), fill_value);
    check_choices(attention_operands<Query[], Key[]>(3, 37), fill_value);
  }
  check_choices(attention_operands<Query[], Key[]>(1, 1), 0.f);
}

// A mask leaves blocks of the second walk out, too, where the normaliser of no query of theirs is 0.
TEST_CASE("Weights above a threshold, under masks that leave queries nothing") {
  attention_operands<Query[61], Key[333]> o;
  const auto sparse = [&](const auto& scores) {
    return o.context(let(let(exp(scores - max<Key>(scores)), [](auto e) { return e / sum<Key>(e); }), [](auto p) { return maximum(p - 0.001f, 0); }));
  };
  const auto of = [&](const auto& mask) { return let(where(mask, o.scores(), -inf), sparse); };
  check_eval(of(position<Key> <= 3 * position<Query>));
  check_eval(of(position<Key> < 20 || position<Key> <= position<Query>));
  check_eval(of(abs(position<Key> - 5 * position<Query>) < 40));
  check_eval(of(position<Key> < position<Query> * 2 - 30));  // the first queries have no keys: 0 / 0
  check_eval(of(o.kept && position<Key> > position<Query>));
  check_eval(o.context(let(where(position<Key> <= position<Query>, relu(o.scores()), 0.f), [](auto r) { return exp(-10 * r / sum<Key>(r)) - 1; })));
}
