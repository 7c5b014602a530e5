// Edges of a graph with features of their own, as many as there are when it runs.
#include <array>

#include <expression/edges.hpp>

using namespace heed;
using generated::fill;

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
