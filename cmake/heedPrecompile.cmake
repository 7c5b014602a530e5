# Precompiled headers of g++ keep no state of pragmas: it forgets that it is not to warn about its own AVX-512 intrinsics
# (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593), about members that are set where a block begins, and about types of vectors
# as template arguments.
set(HEED_PRECOMPILED_OPTIONS "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized;-Wno-uninitialized;-Wno-ignored-attributes>")

# heed_precompile(target): <heed/heed.hpp> is parsed once for all sources of the target.
function(heed_precompile target)
  target_precompile_headers(${target} PRIVATE <heed/heed.hpp>)
  target_compile_options(${target} PRIVATE ${HEED_PRECOMPILED_OPTIONS})
endfunction()
