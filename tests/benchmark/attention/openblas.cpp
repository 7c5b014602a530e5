#include "attention/openblas.hpp"

namespace {
using namespace heed_benchmark;

const measured all[] = {
    peer_benchmark("openblas", heads8_n1024_d64, openblas::attention),  peer_benchmark("openblas", heads1_n512_d64, openblas::attention),
    peer_benchmark("openblas", heads8_n4096_d64, openblas::attention),  peer_benchmark("openblas", heads8_n1024_d128, openblas::attention),
    peer_benchmark("openblas", heads8_n1000_d80, openblas::attention),  peer_benchmark("openblas", causal_n1024, openblas::attention),
};

}  // namespace
