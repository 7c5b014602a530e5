// Attention in many forms is what float64 gives: other scores. Static extents, and one compiled expression for all others.
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

TEST_CASE("additive") { check_form<form::additive>(); }
TEST_CASE("cosine") { check_form<form::cosine>(); }
TEST_CASE("bilinear") { check_form<form::bilinear>(); }
TEST_CASE("projected") { check_form<form::projected>(); }
TEST_CASE("grouped_heads") { check_form<form::grouped_heads>(); }
