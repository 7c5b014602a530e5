# What heed's own tests, examples and benchmarks are built with. Never exported: users get heed::heed alone.
add_library(heed_developer INTERFACE)
target_link_libraries(heed_developer INTERFACE heed::heed)
target_compile_options(heed_developer INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(HEED_NATIVE)
  target_compile_options(heed_developer INTERFACE -march=native)
endif()

# The heavy part of a build is template instantiation, which ccache remembers.
find_program(HEED_CCACHE ccache)
mark_as_advanced(HEED_CCACHE)
if(PROJECT_IS_TOP_LEVEL AND HEED_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${HEED_CCACHE})
  # What it needs where headers are precompiled (its manual, "Precompiled headers").
  target_compile_options(heed_developer INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess> "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
