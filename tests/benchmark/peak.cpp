#include "peak.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>

namespace heed_benchmark {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Sixteen sums: latency 4 or 5 cycles, two units, so ten would do; none depends on another. The factors are no zeros
// and the sums never become denormal: either would change the power drawn, and with it the clock.
#if defined(__x86_64__) && defined(__FMA__)

#if defined(__AVX512F__)
#define HEED_REGISTER "zmm"
constexpr int width = 16;
#else
#define HEED_REGISTER "ymm"
constexpr int width = 8;
#endif
#define HEED_FMA(type, n) "vfmadd231" type " %%" HEED_REGISTER "14, %%" HEED_REGISTER "15, %%" HEED_REGISTER #n "\n\t"
#define HEED_ZERO(n) "vxorps %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
constexpr int chains = 14;
#define HEED_RUN_FMA(type, broadcast)                                                                                              \
  asm volatile(                                                                                                                    \
      broadcast " %[factor], %%" HEED_REGISTER "14\n\t"                                                                            \
      broadcast " %[other], %%" HEED_REGISTER "15\n\t"                                                                             \
      HEED_ZERO(0) HEED_ZERO(1) HEED_ZERO(2) HEED_ZERO(3) HEED_ZERO(4) HEED_ZERO(5) HEED_ZERO(6)                                   \
      HEED_ZERO(7) HEED_ZERO(8) HEED_ZERO(9) HEED_ZERO(10) HEED_ZERO(11) HEED_ZERO(12) HEED_ZERO(13)                               \
      ".p2align 5\n"                                                                                                               \
      "1:\n\t"                                                                                                                     \
      HEED_FMA(type, 0) HEED_FMA(type, 1) HEED_FMA(type, 2) HEED_FMA(type, 3) HEED_FMA(type, 4) HEED_FMA(type, 5)                  \
      HEED_FMA(type, 6) HEED_FMA(type, 7) HEED_FMA(type, 8) HEED_FMA(type, 9) HEED_FMA(type, 10) HEED_FMA(type, 11)                \
      HEED_FMA(type, 12) HEED_FMA(type, 13)                                                                                        \
      "dec %[left]\n\t"                                                                                                            \
      "jnz 1b\n\t"                                                                                                                 \
      "vzeroupper\n\t"                                                                                                             \
      : [left] "+r"(left)                                                                                                          \
      : [factor] "m"(factor), [other] "m"(other)                                                                                   \
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",  \
        "xmm14", "xmm15")

double run_fma(long rounds) {
  const float factor = 0.37f, other = 1.3e-3f;
  long left = rounds;
  HEED_RUN_FMA("ps", "vbroadcastss");
  return 2.0 * width * chains * static_cast<double>(rounds);
}
double run_fma_float64(long rounds) {
  const double factor = 0.37, other = 1.3e-3;
  long left = rounds;
  HEED_RUN_FMA("pd", "vbroadcastsd");
  return 1.0 * width * chains * static_cast<double>(rounds);
}

#elif defined(__aarch64__)

#define HEED_FMA(n) "fmla v" #n ".4s, v30.4s, v31.4s\n\t"

double run_fma(long rounds) {
  constexpr int sums = 20, width = 4;
  long left = rounds;
  asm volatile(
      "movi v30.4s, #0x3e, lsl #24\n\t"
      "movi v31.4s, #0x3c, lsl #24\n\t"
      "1:\n\t"
      HEED_FMA(0) HEED_FMA(1) HEED_FMA(2) HEED_FMA(3) HEED_FMA(4) HEED_FMA(5) HEED_FMA(6) HEED_FMA(7) HEED_FMA(8) HEED_FMA(9)
      HEED_FMA(10) HEED_FMA(11) HEED_FMA(12) HEED_FMA(13) HEED_FMA(14) HEED_FMA(15) HEED_FMA(16) HEED_FMA(17) HEED_FMA(18) HEED_FMA(19)
      "subs %[left], %[left], #1\n\t"
      "b.ne 1b\n\t"
      : [left] "+r"(left)
      :
      : "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16",
        "v17", "v18", "v19", "v30", "v31");
  return 2.0 * width * sums * static_cast<double>(rounds);
}

#else

double run_fma(long rounds) {
  constexpr int lanes = 64;
  float sums[lanes] = {};
  for (long round = 0; round < rounds; ++round) {
    for (float& sum : sums) sum = sum * 0.37f + 1.3e-3f;
    asm volatile("" : : "r"(sums) : "memory");
  }
  return 2.0 * lanes * static_cast<double>(rounds);
}

#endif

#if !(defined(__x86_64__) && defined(__FMA__))
// Half as many elements a register.
double run_fma_float64(long rounds) { return run_fma(rounds) / 2; }
#endif

double run_cycles(long count) {
#if defined(__x86_64__)
  long left = (count + 29) / 30, x = 3;
  const double cycles = 30.0 * static_cast<double>(left);
  asm volatile(
      "1:\n\t"
      "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t"
      "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t" "imul %[x], %[x]\n\t"
      "dec %[left]\n\t"
      "jnz 1b\n\t"
      : [left] "+r"(left), [x] "+r"(x)
      :
      : "cc");
  return cycles;
#else
  (void)count;
  return 0;
#endif
}

double fma_peak() {
  double best = 0;
  const double end = thread_seconds() + 0.1;
  for (double start = thread_seconds(); start < end; start = thread_seconds()) {
    const double operations = run_fma(100'000);
    best = std::max(best, operations / (thread_seconds() - start));
  }
  return best;
}

unsigned long long read_bytes(const void* from, long bytes) {
  // Integers, because compilers may not reorder a sum of floats; in vectors that say so, because clang would gather every 32nd of them.
  using words = std::uint64_t __attribute__((vector_size(32), aligned(8), may_alias));
  const auto* all = static_cast<const words*>(from);
  const long count = bytes / 32 / 8 * 8;
  words sums[8] = {};
  for (long i = 0; i < count; i += 8)
    for (long j = 0; j < 8; ++j) sums[j] += all[i + j];
  std::uint64_t sum = 0;
  for (const words& s : sums)
    for (int j = 0; j < 4; ++j) sum += s[j];
  return sum;
}

}  // namespace heed_benchmark
