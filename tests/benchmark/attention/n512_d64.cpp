#include "sizes.hpp"

namespace {
using namespace heed_benchmark;
const measured attention = static_attention<1, 512, 64>(heads1_n512_d64);
}  // namespace
