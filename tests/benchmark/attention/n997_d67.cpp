#include "sizes.hpp"

namespace {
using namespace heed_benchmark;
const measured attention = static_attention<8, 997, 67>(heads8_n997_d67);
}  // namespace
