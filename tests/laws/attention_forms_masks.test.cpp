// Attention in many forms is what float64 gives: masks, biases and caps. Static extents, and one compiled expression for all others.
#include <laws/invariance.hpp>

using namespace laws;

namespace {
using fixed = inputs<usual_names, usual>;
using sized_at_run_time = inputs<usual_names, usual, stored::run_time>;

template <class Form> void check_form() {
  check_values<Form, fixed>();
  for (const extents now : {ragged, tiny, single, one_query, many_queries, no_keys, no_queries, no_features})
    check_values<Form, sized_at_run_time>(with_heads_of(now, usual));
}
}  // namespace

TEST_CASE("distance_bias") { check_form<form::distance_bias>(); }
TEST_CASE("softcap") { check_form<form::softcap>(); }
TEST_CASE("causal") { check_form<form::causal>(); }
TEST_CASE("sliding_window") { check_form<form::sliding_window>(); }
TEST_CASE("combined_masks") { check_form<form::combined_masks>(); }
