// Plan invariance: plain attention and its spellings. What keeps the meaning keeps the plan and the values.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("Rewrites keep the plan: plain attention and its spellings") {
  check_plans<form::plain>();
  check_plans<form::with_sums>();
  check_plans<form::own_normaliser>();
  check_plans<form::exp_over_sum>();
  check_plans<form::softplus>();
  check_plans<form::three_kept>();
}

TEST_CASE("Rewrites keep the values: plain attention and its spellings") {
  check_rewritten_values<form::plain, 0>();
  check_rewritten_values<form::with_sums, 1>();
  check_rewritten_values<form::own_normaliser, 2>();
  check_rewritten_values<form::exp_over_sum, 3>();
  check_rewritten_values<form::softplus, 4>();
  check_rewritten_values<form::three_kept, 5>();
}
