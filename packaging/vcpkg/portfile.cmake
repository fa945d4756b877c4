# Overlay port: vcpkg install cardan --overlay-ports=packaging/vcpkg. Untested: it was never built.
# The sources are those of this checkout.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DCARDAN_BUILD_TESTS=OFF -DCARDAN_BUILD_EXAMPLES=OFF -DCARDAN_PYTHON=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME cardan CONFIG_PATH lib/cmake/cardan)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES cardan AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/view/web/dist/LICENSES.txt"
  "${SOURCE_PATH}/view/mcap/LICENSES.txt")
