# A program of two translation units, as both projects build it.
foreach(property IN ITEMS INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_DEFINITIONS INTERFACE_LINK_OPTIONS)
  get_target_property(flags heed::heed ${property})
  if(flags)
    message(FATAL_ERROR "heed::heed forces ${flags} on its users")
  endif()
endforeach()

add_executable(user ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${CMAKE_CURRENT_LIST_DIR}/doubled.cpp)
target_link_libraries(user PRIVATE heed::heed)

# Precompiled headers keep no state of pragmas: nothing of heed may warn all the same, with this machine's intrinsics either.
heed_precompile(user)
target_compile_options(user PRIVATE -O1 -march=native -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
