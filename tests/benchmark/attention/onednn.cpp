#include "attention/onednn.hpp"

namespace {
using namespace heed_benchmark;

const measured all[] = {
    peer_benchmark("onednn", heads8_n1024_d64, onednn::attention),  peer_benchmark("onednn", heads1_n512_d64, onednn::attention),
    peer_benchmark("onednn", heads8_n4096_d64, onednn::attention),  peer_benchmark("onednn", heads8_n1024_d128, onednn::attention),
    peer_benchmark("onednn", heads8_n1000_d80, onednn::attention),
};

}  // namespace
