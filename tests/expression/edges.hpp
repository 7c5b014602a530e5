// Attention over a graph whose edges have keys and values of their own.
#pragma once

#include <laws/inputs.hpp>

template <class Q, class K, class V, class A, class B> void check_edges(const Q& q, const K& k, const V& v, const A& edge_keys, const B& edge_values) {
  using namespace heed;
  using generated::check_eval;
  const auto scores = dot<Feature>(q, k) / 3;
  check_eval(dot<Key>(softmax<Key>(scores + dot<Feature>(q, edge_keys)), v));
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k + edge_keys)), v + edge_values));
  check_eval(dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf)), v * edge_values));
  check_eval(sum<Key>(where(position<Key> % 3 == 1, exp(scores), 0.f) * maximum(v, edge_values)));
  check_eval(max<Key>(edge_values + v + sum<Feature>(edge_keys * edge_keys)));
  check_eval(let(dot<Feature>(edge_keys, k), [&](auto s) { return dot<Key>(softmax<Key>(s), edge_values) + dot<Key>(s, edge_values * edge_values); }));
}
