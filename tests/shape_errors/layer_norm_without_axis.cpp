// expect-line: layer_norm<Axis...>(x): name the axis, as in layer_norm<Model>(x)
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/attention.hpp>

struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[3], Key[4]> x;

#ifndef HEED_FIXED
auto y = heed::layer_norm(x);
#else
auto y = heed::layer_norm<Key>(x);
#endif
