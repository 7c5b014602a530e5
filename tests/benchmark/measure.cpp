#include "measure.hpp"

#include <benchmark/benchmark.h>
#include <heed/tensor/tensor.hpp>

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

#include "peak.hpp"

namespace heed_benchmark {
namespace {

using benchmark::Counter;

double& calibrated_peak() {
  static double peak = 0;
  return peak;
}
int benchmarks = 0;

// A benchmark's state over its repetitions: prepared and checked once.
class checked_run {
 public:
  checked_run(work w, std::function<prepared()> prepare) : work_(std::move(w)), prepare_(std::move(prepare)) {}

  void operator()(benchmark::State& state) {
    if (!checked_) check();
    if (!mistake_.empty()) {
      state.SkipWithError(mistake_.c_str());
      return;
    }
    for (auto _ : state) {
      prepared_.run();
      benchmark::ClobberMemory();
    }
    state.counters["error"] = error_;
    if (work_.float64) state.counters["float64"] = 1;
    if (work_.wall) state.counters["wall"] = 1;
    for (const auto& [name, value] : facts_) state.counters["fact:" + name] = value;
    if (work_.flops > 0) {
      state.counters["flops"] = work_.flops;
      state.counters["flops_per_second"] = Counter(work_.flops, Counter::kIsIterationInvariantRate);
    }
    if (work_.bytes > 0) {
      state.counters["bytes"] = work_.bytes;
      state.counters["bytes_per_second"] = Counter(work_.bytes, Counter::kIsIterationInvariantRate, Counter::kIs1024);
    }
    for (const share& s : work_.expected) state.counters["expected:" + s.of] = s.times;
  }

 private:
  void check() {
    checked_ = true;
    static int number = 0;
    std::fprintf(stderr, "\r\033[K  %d of %d", ++number, benchmarks);
    try {
      prepared_ = prepare_();
      prepared_.run();
      error_ = prepared_.error();
      if (!(error_ <= work_.tolerance)) mistake_ = "wrong result: relative error " + std::to_string(error_);
      if (prepared_.facts) facts_ = prepared_.facts();
    } catch (const std::exception& problem) {
      mistake_ = problem.what();
    }
  }

  work work_;
  std::function<prepared()> prepare_;
  prepared prepared_;
  bool checked_ = false;
  double error_ = 0;
  std::string mistake_;
  facts facts_;
};

// The yardsticks, as benchmarks of their own: repetitions interleave, so that they see the same noise.
void add_peaks() {
  benchmark::RegisterBenchmark("peak/fma", [](benchmark::State& state) {
    double operations = 0;
    for (auto _ : state) operations += run_fma(1'000'000);
    state.counters["flops_per_second"] = Counter(operations, Counter::kIsRate);
  });
  benchmark::RegisterBenchmark("peak/fma_float64", [](benchmark::State& state) {
    double operations = 0;
    for (auto _ : state) operations += run_fma_float64(1'000'000);
    state.counters["flops_per_second"] = Counter(operations, Counter::kIsRate);
  });
  benchmark::RegisterBenchmark("peak/cycles", [](benchmark::State& state) {
    double cycles = 0;
    for (auto _ : state) cycles += run_cycles(1'000'000);
    state.counters["cycles_per_second"] = Counter(cycles, Counter::kIsRate);
  });
  static constexpr long size = 64L << 20;
  // (in the memory of tensors, which may have larger pages)
  struct Byte {};
  const auto block = std::make_shared<heed::tensor<signed char, Byte[size]>>(), other = std::make_shared<heed::tensor<signed char, Byte[size]>>();
  std::memset(block->data(), 1, size);
  std::memset(other->data(), 1, size);
  benchmark::RegisterBenchmark("peak/read_64MiB", [block](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(read_bytes(block->data(), size));
    state.counters["bytes_per_second"] = Counter(size, Counter::kIsIterationInvariantRate, Counter::kIs1024);
  });
  benchmark::RegisterBenchmark("peak/copy_64MiB", [block, other](benchmark::State& state) {
    for (auto _ : state) {
      std::memcpy(other->data(), block->data(), size);
      benchmark::ClobberMemory();
    }
    state.counters["bytes_per_second"] = Counter(2 * size, Counter::kIsIterationInvariantRate, Counter::kIs1024);
  });
}

}  // namespace

measured::measured(std::string name, work w, std::function<prepared()> prepare) {
  ++benchmarks;
  auto run = std::make_shared<checked_run>(std::move(w), std::move(prepare));
  benchmark::RegisterBenchmark(name.c_str(), [run](benchmark::State& state) { (*run)(state); })->Unit(benchmark::kMillisecond);
}

}  // namespace heed_benchmark

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  heed_benchmark::calibrated_peak() = heed_benchmark::fma_peak();
  std::fprintf(stderr, "peak of one core: %.1f GFLOP/s\n", heed_benchmark::calibrated_peak() * 1e-9);
  benchmark::AddCustomContext("fma_peak", std::to_string(heed_benchmark::calibrated_peak()));
  heed_benchmark::add_peaks();
  benchmark::RunSpecifiedBenchmarks();
  std::fputs("\r\033[K", stderr);
  return 0;
}
