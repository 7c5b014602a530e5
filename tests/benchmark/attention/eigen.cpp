#include "attention/eigen.hpp"

namespace {
using namespace heed_benchmark;

const measured all[] = {
    peer_benchmark("eigen", heads8_n1024_d64, eigen::attention),  peer_benchmark("eigen", heads1_n512_d64, eigen::attention),
    peer_benchmark("eigen", heads8_n1024_d128, eigen::attention), peer_benchmark("eigen", heads8_n1000_d80, eigen::attention),
};

}  // namespace
