// Edges of a graph with features of their own, whose extents are known: whole blocks and ragged ones.
#include <expression/edges.hpp>

using namespace heed;
using generated::fill;

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
