// Caches of integers, and whether an expression reads one without a copy of it.
#pragma once

#include <support/agrees.hpp>

/// t with whole numbers from 0 to 112 as elements, others for another seed.
template <class T> T whole_numbers(T t, int seed) {
  for (heed::index_t i = 0; i < t.size(); ++i) t.data()[i] = static_cast<typename T::element_type>((i * 7919 + seed * 131) % 113);
  return t;
}
template <class E> bool stores_nothing(const E& e) { return heed::plan(e).temporaries == 0 && agrees(e); }
