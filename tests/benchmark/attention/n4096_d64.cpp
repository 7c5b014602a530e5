#include "sizes.hpp"

namespace {
using namespace heed_benchmark;
const measured attention = static_attention<8, 4096, 64>(heads8_n4096_d64);
}  // namespace
