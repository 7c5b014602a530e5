// Queries, keys and values of two heads, with extents that are constants or known when the test runs, and a mask of every pair.
#pragma once

#include <laws/invariance.hpp>

namespace laws {

/// q {Head, Query, Feature}, k {Head, Key, Feature}, v {Head, Key, Value}, and kept {Query, Key}, true for five pairs in seven.
template <class Q, class K> struct two_heads {
  tensor<float, Head[2], Q, Feature[8]> q;
  tensor<float, Head[2], K, Feature[8]> k;
  tensor<float, Head[2], K, Value[5]> v;
  tensor<bool, Q, K> kept;
  two_heads() { set(); }
  two_heads(index_t queries, index_t keys) : q(sized<Query>(queries)), k(sized<Key>(keys)), v(sized<Key>(keys)), kept(sized<Query>(queries), sized<Key>(keys)) { set(); }
  void set() {
    generated::fill(q, 1, -1, 1), generated::fill(k, 2, -1, 1), generated::fill(v, 3, -1, 1);
    kept = (position<Query> * 5 + position<Key> * 3) % 7 > 1;
  }
};

}  // namespace laws
