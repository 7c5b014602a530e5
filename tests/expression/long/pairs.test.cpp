// Tensors with several elements for every pair: what is turned for a block, forces between points. (Edges of a graph have files of their own.)
#include <laws/inputs.hpp>

using namespace heed;
using generated::check_eval;
using generated::fill;

struct Body {};
struct Other {};
struct Dimension {};

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
