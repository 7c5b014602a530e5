# Finds xsimd. Debian's package links xtl, which it neither needs for what heed uses nor depends on; without a target of
# that name the linker would look for a library -lxtl.
find_package(xsimd ${HEED_XSIMD_REQUIRED} QUIET) # 8.1 to 14: its own version file accepts one major version only
if(TARGET xsimd AND NOT TARGET xtl)
  get_target_property(heed_xsimd_links xsimd INTERFACE_LINK_LIBRARIES)
  if("xtl" IN_LIST heed_xsimd_links)
    find_package(xtl QUIET)
    if(NOT TARGET xtl)
      add_library(xtl INTERFACE IMPORTED)
    endif()
  endif()
  unset(heed_xsimd_links)
endif()
