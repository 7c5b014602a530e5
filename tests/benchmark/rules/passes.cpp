// What a rule of the planner is worth: the same formula with the rule switched off by a hint, or by a spelling that it cannot see through.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;
using heed::position;

const auto scores = [](auto& q, auto& k) { return dot<Feature>(q, k) / 8.f; };

const measured stored_weights("rules/weights_stored", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Key>(stored(heed::softmax<Key>(scores(q, k))), v); }, q(), k(), v());
});
const measured stored_scores("rules/scores_stored", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(stored(scores(q, k))), v); }, q(), k(), v());
});
const measured proved("rules/causal", over_plain(plain_flops / 2), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Key>(where(position<Key> <= position<Query>, scores(q, k), -heed::inf)), v);
  }, q(), k(), v());
});
const measured not_proved("rules/causal_of_a_large_number", over_plain(plain_flops), [] {
  return fused([](auto& q, auto& k, auto& v) {
    return dot<Key>(heed::softmax<Key>(where(position<Key> <= position<Query>, scores(q, k), -1e9f)), v);
  }, q(), k(), v());
});
}  // namespace
