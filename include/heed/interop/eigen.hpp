// Eigen: `named` over its matrices, vectors, arrays, maps, references, blocks and expressions.
#pragma once

// (as heed.hpp says: a user's global q is no mistake of ours)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

#include <heed/interop/eigen_expression.hpp>
#include <heed/interop/eigen_memory.hpp>

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
