#include "sizes.hpp"

namespace {
using namespace heed_benchmark;
const measured attention = static_attention<8, 1024, 64>(heads8_n1024_d64);
}  // namespace
