// Printing, and NumPy's files.
#pragma once

#include <heed/interop/npy.hpp>
#include <heed/interop/print.hpp>
