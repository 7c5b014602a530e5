// What happens where the program cannot go on: an exception, or, in builds without exceptions, HEED_ON_ERROR and abort().
#pragma once

#include <cstdlib>

#include <heed/config.hpp>

namespace heed::detail {

// (An argument of the template, so that objects with and without exceptions can be linked.)
template <class Error, bool throws = HEED_EXCEPTIONS != 0> [[noreturn]] void fail(const Error& error) {
#if HEED_EXCEPTIONS
  throw error;
#else
  HEED_ON_ERROR(error.what());
  std::abort();
#endif
}

}  // namespace heed::detail
