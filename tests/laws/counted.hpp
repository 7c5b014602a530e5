// How many scores an evaluation computes: those that pass through a function that counts its calls. What is skipped is not counted.
#pragma once

#include <atomic>

#include <generated/check.hpp>

namespace laws {

inline std::atomic<long> calls{0};

template <class X> auto counted(X scores) {
  return heed::pointwise([](auto s) { return ++calls, s; }, scores);
}
template <class E> long scores_computed(const E& e) {
  calls = 0;
  generated::evaluate(e);
  return calls;
}

}  // namespace laws
