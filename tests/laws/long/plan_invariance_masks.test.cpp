// Plan invariance: masks, biases and caps. What keeps the meaning keeps the plan and the values.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("Rewrites keep the plan: masks, biases and caps") {
  check_plans<form::distance_bias>();
  check_plans<form::softcap>();
  check_plans<form::causal>();
  check_plans<form::sliding_window>();
  check_plans<form::combined_masks>();
}

TEST_CASE("Rewrites keep the values: masks, biases and caps") {
  check_rewritten_values<form::distance_bias, 6>();
  check_rewritten_values<form::softcap, 7>();
  check_rewritten_values<form::causal, 8>();
  check_rewritten_values<form::sliding_window, 9>();
  check_rewritten_values<form::combined_masks, 10>();
}
