// What one core of this machine can do, measured: the yardstick of every other figure.
#pragma once

namespace heed_benchmark {

/// Runs at least `rounds` rounds of independent fused multiply-adds of float in the widest registers that this build uses, kept in
/// registers all the time, and returns how many floating-point operations these were. In assembly, because compilers
/// leave such loops at a third to two thirds of the peak.
double run_fma(long rounds);

/// The same of double.
double run_fma_float64(long rounds);

/// Takes at least `count` cycles of the clock, as many as it returns: multiplications of integers that wait for one another, 3 cycles each.
/// 0 where nobody knows how long one takes.
double run_cycles(long count);

/// The best rate of run_fma over a tenth of a second, in operations a second of this thread's time.
double fma_peak();

/// Reads `bytes` bytes once, with four independent sums; the sum keeps the compiler from dropping it.
unsigned long long read_bytes(const void* from, long bytes);

/// CPU time of this thread in seconds: a core that another process takes meanwhile is not counted.
double thread_seconds();

}  // namespace heed_benchmark
