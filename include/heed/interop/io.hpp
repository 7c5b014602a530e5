// Printing, and NumPy's files.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/interop/npy.hpp>
#include <heed/interop/print.hpp>

HEED_QUIET_END
