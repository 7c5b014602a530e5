// One benchmark: its work, how it is run, and how its result is checked before it is timed. Nothing of heed's here, so
// that peers use it too.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace heed_benchmark {

/// How many times the time of another benchmark a fair implementation would take.
struct share {
  std::string of;
  double times;
};

struct work {
  double flops = 0;  // 2 x multiply-adds of contractions, every pass counted once
  double bytes = 0;  // to be read and written at least
  std::vector<share> expected = {};  // the sum is what the measured time is held against
  double tolerance = 2e-5;  // largest error, relative to the largest element
  bool float64 = false;     // held against the peak of float64
  bool wall = false;        // the time that passes, not that of one thread
};

/// What else there is to say of a benchmark: "scratch_bytes", 180224.
using facts = std::vector<std::pair<std::string, double>>;

/// What is timed, the largest error of its result after it has run, and facts that are asked for then.
struct prepared {
  std::function<void()> run;
  std::function<double()> error;
  std::function<heed_benchmark::facts()> facts = nullptr;
};

/// A benchmark; `prepare` is called when it is first run, so that leaving it out costs nothing.
///   const measured benchmark("scores/cosine", {.flops = 4e9}, [] { return prepared{...}; });
struct measured {
  measured(std::string name, work, std::function<prepared()> prepare);
};

}  // namespace heed_benchmark
