#include "attention/loops.hpp"

namespace {
using namespace heed_benchmark;
const auto all = peer_lengths("loops", loops::attention);
}  // namespace
