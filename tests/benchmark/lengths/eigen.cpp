#include "attention/eigen.hpp"

namespace {
using namespace heed_benchmark;
const auto all = peer_lengths("eigen", eigen::attention);
}  // namespace
