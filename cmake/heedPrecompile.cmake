# heed_quiet_precompiled(target): for what starts with a precompiled header. g++ keeps no state of pragmas in it: it forgets that it is
# not to warn about its own AVX-512 intrinsics (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593), about members that are set where
# a block begins, types of vectors as template arguments, and loops of 2^57 elements.
function(heed_quiet_precompiled target)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized;-Wno-uninitialized;-Wno-ignored-attributes;-Wno-aggressive-loop-optimizations>")
endfunction()

# heed_precompile(target): <heed/heed.hpp> is parsed once for all sources of the target.
function(heed_precompile target)
  target_precompile_headers(${target} PRIVATE <heed/heed.hpp>)
  heed_quiet_precompiled(${target})
endfunction()
