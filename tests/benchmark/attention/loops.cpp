#include "attention/loops.hpp"

namespace {
using namespace heed_benchmark;

const measured all[] = {peer_benchmark("loops", heads8_n1024_d64, loops::attention), peer_benchmark("loops", heads1_n512_d64, loops::attention)};

}  // namespace
