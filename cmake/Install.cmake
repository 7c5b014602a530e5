# `cmake --install`, and what find_package(heed) reads afterwards.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(heed_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/heed)

install(TARGETS heed EXPORT heedTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT heedTargets NAMESPACE heed:: DESTINATION ${heed_package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/heedConfig.cmake.in ${PROJECT_BINARY_DIR}/heedConfig.cmake
  INSTALL_DESTINATION ${heed_package_dir})
# Before 1.0 a minor version may change names. Headers are the same for every architecture.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heedConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/heedConfig.cmake ${PROJECT_BINARY_DIR}/heedConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/heedXsimd.cmake ${PROJECT_SOURCE_DIR}/cmake/heedPrecompile.cmake DESTINATION ${heed_package_dir})
