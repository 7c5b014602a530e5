#include "attention/openblas.hpp"

namespace {
using namespace heed_benchmark;
const auto all = peer_lengths("openblas", openblas::attention);
}  // namespace
