#include "sizes.hpp"

namespace {
using namespace heed_benchmark;
const measured attention = static_attention<8, 1000, 80>(heads8_n1000_d80);
}  // namespace
