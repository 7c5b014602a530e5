// expect: takes_batches
// expect-fixed: batchwise(f): f must take batches, as a generic lambda does; one that takes single elements goes into pointwise as it is
// expect-computed: batchwise: the function takes single elements; pass it to pointwise as it is
// max-lines-gcc: 8
// max-lines-clang: 9
#include <heed/heed.hpp>

struct Query {};
heed::tensor<float, Query[3]> values;

#ifndef HEED_FIXED
[[maybe_unused]] auto y = pointwise(heed::batchwise([](float e) { return e * e; }), values);
#else
[[maybe_unused]] auto y = pointwise(heed::batchwise([](auto e) { return e * e; }), values);
#endif
