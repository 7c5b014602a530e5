# heed_precompile(target): <heed/heed.hpp> is parsed once for all sources of the target.
function(heed_precompile target)
  target_precompile_headers(${target} PRIVATE <heed/heed.hpp>)
  # In a precompiled header g++ forgets that it is not to warn about its own AVX-512 intrinsics
  # (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593).
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
endfunction()
