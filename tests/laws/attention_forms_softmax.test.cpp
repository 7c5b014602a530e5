// Attention in many forms is what float64 gives: plain attention and its spellings. Static extents, and one compiled expression for all others.
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

TEST_CASE("plain") { check_form<form::plain>(); }
TEST_CASE("with_sums") { check_form<form::with_sums>(); }
TEST_CASE("own_normaliser") { check_form<form::own_normaliser>(); }
TEST_CASE("exp_over_sum") { check_form<form::exp_over_sum>(); }
TEST_CASE("softplus") { check_form<form::softplus>(); }
TEST_CASE("three_kept") { check_form<form::three_kept>(); }
