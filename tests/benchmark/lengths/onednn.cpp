#include "attention/onednn.hpp"

namespace {
using namespace heed_benchmark;
const auto all = peer_lengths("onednn", onednn::attention);
}  // namespace
