// Plan invariance: other scores. What keeps the meaning keeps the plan and the values.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("Rewrites keep the plan: other scores") {
  check_plans<form::additive>();
  check_plans<form::cosine>();
  check_plans<form::bilinear>();
  check_plans<form::projected>();
  check_plans<form::grouped_heads>();
}

TEST_CASE("Rewrites keep the values: other scores") {
  check_rewritten_values<form::additive, 11>();
  check_rewritten_values<form::cosine, 12>();
  check_rewritten_values<form::bilinear, 13>();
  check_rewritten_values<form::projected, 14>();
  check_rewritten_values<form::grouped_heads, 15>();
}
