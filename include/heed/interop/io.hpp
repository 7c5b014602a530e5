// Printing, and NumPy's files.
#pragma once

// (as heed.hpp says: a user's global q is no mistake of ours)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

#include <heed/interop/npy.hpp>
#include <heed/interop/print.hpp>

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
