#include "sizes.hpp"

namespace {
using namespace heed_benchmark;
const measured attention = static_attention<8, 1024, 128>(heads8_n1024_d128);
}  // namespace
