// Two plans of one meaning, compared.
#pragma once

#include <generated/check.hpp>

namespace laws {

#ifndef HEED_REFERENCE_ONLY
using summary = heed::planner::summary;

// An operand that lies otherwise is copied to a tile, or need not be, as a mask of every pair is turned: what is stored stays.
inline void check_same_but_copies(const char* rewrite, const summary& written, const summary& rewritten) {
  INFO(rewrite);
  CHECK(rewritten.passes == written.passes);
  CHECK(rewritten.temporaries == written.temporaries);
  CHECK(rewritten.flops == written.flops);
  CHECK(rewritten.temporary_bytes == written.temporary_bytes);
  CHECK(rewritten.scratch_bytes <= 2 * written.scratch_bytes);
  CHECK(written.scratch_bytes <= 2 * rewritten.scratch_bytes);
}
// Names, opaque functions, spelling and names of parts are nothing to the planner.
inline void check_same(const char* rewrite, const summary& written, const summary& rewritten) {
  check_same_but_copies(rewrite, written, rewritten);
  CHECK(rewritten.scratch_bytes == written.scratch_bytes);
}
// Up to `more` values are stored in addition; passes stay.
inline void check_adds(const char* rewrite, const summary& written, const summary& rewritten, int more) {
  INFO(rewrite);
  CHECK(rewritten.passes == written.passes);
  CHECK(rewritten.temporaries <= written.temporaries + more);
}
/// Of any expression: up to `more` values are stored in addition, each in a nest of its own, where a fold is a pass.
inline void check_plan(const char* rewrite, const summary& written, const summary& rewritten, int more) {
  INFO(rewrite);
  CHECK(rewritten.passes >= written.passes);
  CHECK(rewritten.passes <= written.passes + more);
  CHECK(rewritten.temporaries >= written.temporaries);
  CHECK(rewritten.temporaries <= written.temporaries + more);
}
#endif

}  // namespace laws
