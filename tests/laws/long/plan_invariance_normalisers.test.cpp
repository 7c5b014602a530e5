// Plan invariance: more than one pass, and other axes. What keeps the meaning keeps the plan and the values.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("Rewrites keep the plan: more than one pass, and other axes") {
  check_plans<form::standardised>();
  check_plans<form::entropy>();
  check_plans<form::squared>();
  check_plans<form::twice>();
  check_plans<form::over_both>();
  check_plans<form::slots>();
}

TEST_CASE("Rewrites keep the values: more than one pass, and other axes") {
  check_rewritten_values<form::standardised, 16>();
  check_rewritten_values<form::entropy, 17>();
  check_rewritten_values<form::squared, 18>();
  check_rewritten_values<form::twice, 19>();
  check_rewritten_values<form::over_both, 20>();
  check_rewritten_values<form::slots, 21>();
}
