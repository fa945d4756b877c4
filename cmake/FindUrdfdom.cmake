# Looks for urdfdom for the component `ros`. Sets CARDAN_ROS_MISSING to the missing parts, or sets
# CARDAN_URDFDOM_VERSION.
find_package(urdfdom_headers QUIET)
find_package(console_bridge QUIET)
find_package(urdfdom QUIET)
set(CARDAN_ROS_MISSING "")
if(NOT urdfdom_FOUND OR NOT urdfdom_headers_FOUND OR NOT console_bridge_FOUND OR NOT TARGET urdfdom::urdfdom_model)
  set(CARDAN_ROS_MISSING "urdfdom 3 or later (Debian: liburdfdom-dev)")
  return()
endif()
# Its CMake package has no version, and its .pc file may have an older one than its manifest.
find_file(CARDAN_URDFDOM_MANIFEST package.xml PATH_SUFFIXES share/urdfdom
  HINTS ${urdfdom_DIR}/../../../.. NO_CACHE)
if(CARDAN_URDFDOM_MANIFEST)
  file(STRINGS ${CARDAN_URDFDOM_MANIFEST} line REGEX "<version>" LIMIT_COUNT 1)
  string(REGEX REPLACE ".*<version>([^<]*)</version>.*" "\\1" CARDAN_URDFDOM_VERSION "${line}")
else()
  pkg_check_modules(CARDAN_URDFDOM_PC QUIET urdfdom)
  set(CARDAN_URDFDOM_VERSION ${CARDAN_URDFDOM_PC_VERSION})
endif()
