// What a change that keeps the meaning of an expression may do to its plan, and to its values.
#pragma once

#include <laws/plan_checks.hpp>
#include <laws/rewrites.hpp>

namespace laws {

// Large enough that a buffer with Query and Key shows.
inline constexpr extents large{8, 1024, 1024, 64, 64};

template <class Form, class O, class R> using expression_of = decltype(Form::of(std::declval<const O&>(), R()));
#ifndef HEED_REFERENCE_ONLY
template <class Form, class O, class R> constexpr auto plan_under() { return heed::plan_of<expression_of<Form, O, R>>; }

/// The plan of a form under every rewrite.
template <class Form> void check_plans() {
  INFO(Form::title);
  using as_stored = inputs<usual_names, large>;
  constexpr summary written = plan_under<Form, as_stored, as_written>();
  CHECK(written.passes <= Form::passes);
  CHECK(written.scratch_bytes < 2 << 20);
  // projected keys and values are Head × Key × Feature; nothing is Query × Key
  CHECK(written.temporary_bytes <= heed::index_t{sizeof(float)} * large.query * large.key);
  check_same("fresh names", written, plan_under<Form, inputs<fresh_names, large>, as_written>());
  check_same_but_copies("another storage order", written, plan_under<Form, inputs<usual_names, large, stored::permuted>, as_written>());
  check_same("an opaque function of the scores", written, plan_under<Form, as_stored, opaque_scores>());
  check_same("dot spelled out", written, plan_under<Form, as_stored, spelled_out>());
  check_same("parts with names", written, plan_under<Form, as_stored, named_parts>());
  // q, k, v and what else a form reads may each be stored once more, computed
  check_adds("computed operands", written, plan_under<Form, as_stored, computed_operands>(), 3);
  // an extent that is not known may be large: what is repeated for every block of it is stored
  check_adds("run-time extents", written, plan_under<Form, inputs<usual_names, large, stored::run_time>, as_written>(), 1);
}
#endif

/// The values of a form, for two sets of operands of one type and constants that differ in value.
template <class Form, class O, class R = as_written> void check_values(extents now = O::sizes) {
  for (const unsigned n : {1u, 2u}) {
    const O o(n, now);
    INFO(Form::title << ", operands " << n << ", " << now.query << " queries and " << now.key << " keys of " << now.feature << " and " << now.value);
    generated::check_eval(Form::of(o, R()));
  }
}

/// The values of a form with static extents, and of one compiled expression for all others.
template <class Form> void check_form() {
  check_values<Form, inputs<usual_names, usual>>();
  for (const extents now : {ragged, tiny, single, one_query, many_queries, no_keys, no_queries, no_features})
    check_values<Form, inputs<usual_names, usual, stored::run_time>>(with_heads_of(now, usual));
}

/// The values under rewrites: all of them at once, and one alone, which one depends on the form. (Each costs the compiler
/// some seconds. With HEED_EVERY_LAW all are taken alone.)
template <class Form, int alone> void check_rewritten_values() {
  check_values<Form, inputs<fresh_names, ragged, stored::permuted>, everything>();
#ifdef HEED_EVERY_LAW
  constexpr bool every = true;
#else
  constexpr bool every = false;
#endif
  if constexpr (every || alone % 6 == 0) check_values<Form, inputs<usual_names, ragged>, opaque_scores>();
  if constexpr (every || alone % 6 == 1) check_values<Form, inputs<usual_names, ragged>, spelled_out>();
  if constexpr (every || alone % 6 == 2) check_values<Form, inputs<usual_names, ragged>, named_parts>();
  if constexpr (every || alone % 6 == 3) check_values<Form, inputs<usual_names, ragged>, computed_operands>();
  if constexpr (every || alone % 6 == 4) check_values<Form, inputs<fresh_names, usual>, as_written>();
  if constexpr (every || alone % 6 == 5) {  // a second result
    using O = inputs<usual_names, usual>;
    for (const unsigned n : {1u, 2u}) {
      const O o(n);
      INFO(Form::title << " and the largest score, operands " << n);
      generated::check_both(Form::of(o, as_written()), max<typename O::Key>(scaled_scores(o, as_written())));
    }
  }
}

}  // namespace laws
