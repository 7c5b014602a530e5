// Eigen: `named` over its matrices, vectors, arrays, maps, references, blocks and expressions.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/interop/eigen_expression.hpp>
#include <heed/interop/eigen_memory.hpp>

HEED_QUIET_END
