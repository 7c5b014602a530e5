// The machine that plans are made for: what the compiler's flags say, and cache sizes that a user may set.
#pragma once

#include <heed/plan/nest.hpp>
#include <heed/simd/xsimd.hpp>

#ifndef HEED_L1_BYTES
#define HEED_L1_BYTES 32768
#endif
#ifndef HEED_L2_BYTES
#define HEED_L2_BYTES 524288
#endif
#ifndef HEED_L3_BYTES
#define HEED_L3_BYTES 33554432
#endif

namespace heed::detail {

inline constexpr planner::machine this_machine{simd::register_count, static_cast<int>(simd::batch<float>::size), HEED_L1_BYTES, HEED_L2_BYTES, HEED_L3_BYTES,
                                              simd::has_half_registers};

}  // namespace heed::detail
