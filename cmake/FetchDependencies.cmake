# For machines whose package manager has no Boost or xsimd: what find_package does not find is downloaded.
include(FetchContent)

find_package(Boost 1.74 QUIET)
if(NOT TARGET Boost::headers)
  # Hana needs no other part of Boost, and nothing of it has to be built.
  FetchContent_Declare(heed_hana
    URL https://github.com/boostorg/hana/archive/refs/tags/boost-1.86.0.tar.gz
    SOURCE_SUBDIR headers-only) # does not exist: download, add no targets
  FetchContent_MakeAvailable(heed_hana)
  add_library(heed_boost_headers INTERFACE)
  target_include_directories(heed_boost_headers SYSTEM INTERFACE ${heed_hana_SOURCE_DIR}/include)
  add_library(Boost::headers ALIAS heed_boost_headers)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/heedXsimd.cmake)
if(NOT TARGET xsimd)
  FetchContent_Declare(heed_xsimd
    URL https://github.com/xtensor-stack/xsimd/archive/refs/tags/13.2.0.tar.gz
    SOURCE_SUBDIR headers-only)
  FetchContent_MakeAvailable(heed_xsimd)
  add_library(xsimd INTERFACE)
  target_include_directories(xsimd SYSTEM INTERFACE ${heed_xsimd_SOURCE_DIR}/include)
endif()

# An installed heed would have to find what was downloaded here, which it cannot.
if(TARGET heed_boost_headers OR DEFINED heed_xsimd_SOURCE_DIR)
  set(HEED_INSTALL OFF)
endif()
