// Register blocks, blocks of keys and lanes other than the planner's.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;
using heed::tiles;

const auto attend = [](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(dot<Feature>(q, k) / 8.f), v); };
template <tiles Tiles> measured tiled_as(const char* name) {
  return {std::string("rules/") + name, over_plain(plain_flops), [] {
            return fused([](auto& q, auto& k, auto& v) { return heed::tiled<Tiles>(attend(q, k, v)); }, q(), k(), v());
          }};
}
const measured one_vector = tiled_as<tiles{.vectors = 1}>("one_vector_of_lanes");
const measured one_row = tiled_as<tiles{.vectors = 1, .rows = 1}>("one_row_and_one_vector");
const measured small_blocks = tiled_as<tiles{.block = 16}>("blocks_of_16_keys");
const measured large_blocks = tiled_as<tiles{.block = 1024}>("blocks_of_1024_keys");
const measured other_lanes("rules/lanes_along_values", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) { return heed::lanes_along<Value>(attend(q, k, v)); }, q(), k(), v());
});

}  // namespace
