// Tensors with several elements for every pair: edges of a graph, keys and values that depend on the query, forces between points.
#include <array>

#include <laws/inputs.hpp>

using namespace heed;
using generated::check_eval;
using generated::fill;

struct Body {};
struct Other {};
struct Dimension {};

namespace {
template <class Q, class K, class V, class A, class B> void check_edges(const Q& q, const K& k, const V& v, const A& edge_keys, const B& edge_values) {
  const auto scores = dot<Feature>(q, k) / 3;
  check_eval(dot<Key>(softmax<Key>(scores + dot<Feature>(q, edge_keys)), v));
  check_eval(dot<Key>(softmax<Key>(dot<Feature>(q, k + edge_keys)), v + edge_values));
  check_eval(dot<Key>(softmax<Key>(where(position<Key> <= position<Query>, scores, -inf)), v * edge_values));
  check_eval(sum<Key>(where(position<Key> % 3 == 1, exp(scores), 0.f) * maximum(v, edge_values)));
  check_eval(max<Key>(edge_values + v + sum<Feature>(edge_keys * edge_keys)));
  check_eval(let(dot<Feature>(edge_keys, k), [&](auto s) { return dot<Key>(softmax<Key>(s), edge_values) + dot<Key>(s, edge_values * edge_values); }));
}
}  // namespace

TEST_CASE("Edges with keys and values of their own, whole and ragged") {
  tensor<float, Query[24], Feature[8]> q;
  tensor<float, Key[32], Feature[8]> k;
  tensor<float, Key[32], Value[16]> v;
  tensor<float, Query[24], Key[32], Feature[8]> keys;
  tensor<float, Query[24], Key[32], Value[16]> values;
  fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(keys, 4, -1, 1), fill(values, 5, -1, 1);
  check_edges(q, k, v, keys, values);
  tensor<float, Query[53], Feature[5]> q2;
  tensor<float, Key[71], Feature[5]> k2;
  tensor<float, Key[71], Value[13]> v2;
  tensor<float, Query[53], Key[71], Feature[5]> keys2;
  tensor<double, Query[53], Key[71], Value[13]> values2;
  fill(q2, 1, -1, 1), fill(k2, 2, -1, 1), fill(v2, 3, -1, 1), fill(keys2, 4, -1, 1), fill(values2, 5, -1, 1);
  check_edges(q2, k2, v2, keys2, values2);
}

TEST_CASE("Edges of run-time numbers of queries and keys, more keys than a block, and none") {
  for (const auto [queries, keys] : {std::array<index_t, 2>{50, 300}, {1, 29}, {31, 1}, {5, 0}, {0, 5}}) {
    tensor<float, Query[], Feature[4]> q(sized<Query>(queries));
    tensor<float, Key[], Feature[4]> k(sized<Key>(keys));
    tensor<float, Key[], Value[9]> v(sized<Key>(keys));
    tensor<float, Query[], Key[], Feature[4]> edge_keys(sized<Query>(queries), sized<Key>(keys));
    tensor<float, Query[], Key[], Value[9]> edge_values(sized<Query>(queries), sized<Key>(keys));
    fill(q, 1, -1, 1), fill(k, 2, -1, 1), fill(v, 3, -1, 1), fill(edge_keys, 4, -1, 1), fill(edge_values, 5, -1, 1);
    CAPTURE(queries, keys);
    check_edges(q, k, v, edge_keys, edge_values);
  }
}

TEST_CASE("What is turned for a block may be shifted, joined, of truth values or of small integers, with its axes in any order") {
  tensor<float, Query[29], Key[40]> s;
  tensor<float, Query[29], Key[40], Value[12]> x;
  tensor<std::int8_t, Key[40], Query[29], Value[12]> small;
  tensor<bool, Query[29], Key[40], Value[12]> there;
  tensor<float, Query[29], Value[12], Key[40]> keys_last;
  tensor<float, Query[29], Key[33], Value[12]> first;
  tensor<float, Query[29], Key[7], Value[12]> last;
  fill(s, 1, -1, 1), fill(x, 2, -1, 1), fill(small, 3, -9, 9), fill(there, 4, 0, 2), fill(keys_last, 5, -1, 1), fill(first, 6, -1, 1), fill(last, 7, -1, 1);
  tensor<float, Query[29], Feature[3]> q;
  tensor<float, Key[40], Feature[3]> k;
  fill(q, 8, -1, 1), fill(k, 9, -1, 1);
  const auto weights = softmax<Key>(s + dot<Feature>(q, k));
  check_eval(dot<Key>(weights, shift<Key>(x, 3, 0.5f)));
  check_eval(dot<Key>(weights, shift<Query>(x, -2, 0.f) + x));
  check_eval(dot<Key>(weights, reverse<Key>(x)));
  check_eval(dot<Key>(weights, reverse<Value>(x)));
  check_eval(dot<Key>(weights, cast<float>(small)));
  check_eval(dot<Key>(weights, where(there, x, 0.25f)));
  check_eval(dot<Key>(weights, keys_last * x));
  check_eval(dot<Key>(weights, concat<Key>(first, last)));
  check_eval(dot<Key>(weights, slice<Value, 3, 8>(x)));
  check_eval(any_of<Key>(there && s > 0));
}

TEST_CASE("Forces between points: vectors times what all their components share") {
  const auto check_forces = [](const auto& x, const auto& mass) {
    const auto other = rename<Body, Other>(x);
    const auto weight = rename<Body, Other>(mass);
    const auto apart = sum<Dimension>((other - x) * (other - x)) + 0.1f;
    check_eval(let(other - x, [&](auto d) { return sum<Other>(d * (weight * let(rsqrt(sum<Dimension>(d * d) + 0.1f), [](auto r) { return r * r * r; }))); }));
    check_eval(let(apart, [&](auto r) { return sum<Other>((other - x) * (weight / (r * sqrt(r)))); }));
    check_eval(let(apart, [&](auto r) { return sum<Other>((other - x) / (r * sqrt(r))); }));
    check_eval(sum<Other>((other - x) * weight * pow(apart, -1.5f)));
    check_eval(sum<Other>(exp(-apart) * (other - x)));
    check_eval(let(apart, [&](auto r) { return sum<Other>(where(r < 0.5f, (other - x) / r, 0)); }));
    check_eval(max<Other>(abs(other - x) / sqrt(apart)));
  };
  tensor<float, Body[61], Dimension[3]> x;
  tensor<float, Body[61]> mass;
  fill(x, 1, -1, 1), fill(mass, 2, 0, 1);
  check_forces(x, mass);
  tensor<float, Dimension[2], Body[]> run_time(sized<Body>(300));
  tensor<float, Body[]> masses(sized<Body>(300));
  fill(run_time, 3, -1, 1), fill(masses, 4, 0, 1);
  check_forces(run_time, masses);
}
