// The headers of xtensor, which moved: 0.24 (Debian 12) has them in one folder, 0.26 and later in several.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xfixed.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/views/xdynamic_view.hpp>
#include <xtensor/views/xstrided_view.hpp>
#include <xtensor/views/xview.hpp>
#elif __has_include(<xtensor/xtensor.hpp>)
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xdynamic_view.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#else
#error "heed/interop/xtensor.hpp needs xtensor (0.24 or later), which was not found"
#endif

HEED_QUIET_END
