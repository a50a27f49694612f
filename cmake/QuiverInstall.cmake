# cmake --install: both libraries, the header, the command, and what find_package(quiver) and pkg-config read.

include(CMakePackageConfigHelpers)

install(TARGETS quiver quiver_shared EXPORT quiver-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/quiver DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
if(TARGET quiver_cli)
  install(TARGETS quiver_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/quiver) # for `quiver demo`
endif()
install(FILES LICENSE-MIT LICENSE-APACHE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(quiver_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/quiver)
install(EXPORT quiver-targets NAMESPACE quiver:: DESTINATION ${quiver_cmake_dir})
configure_package_config_file(cmake/quiver-config.cmake.in quiver-config.cmake
  INSTALL_DESTINATION ${quiver_cmake_dir} NO_SET_AND_CHECK_MACRO)
# Below 1.0 a new minor version may change the ABI.
write_basic_package_version_file(quiver-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/quiver-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/quiver-config-version.cmake"
  DESTINATION ${quiver_cmake_dir})

# Relative to the .pc file where possible, so that the installed tree can be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
  set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  file(RELATIVE_PATH pc_up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
  set(pc_prefix "\${pcfiledir}/${pc_up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/quiver.pc.in quiver.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/quiver.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
