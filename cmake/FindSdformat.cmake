# Looks for libsdformat for the component `sdf`. Sets CARDAN_SDF_MISSING to what is missing.
find_package(sdformat12 QUIET)
find_package(console_bridge QUIET)
set(CARDAN_SDF_MISSING "")
if(NOT TARGET sdformat12::sdformat12 OR NOT TARGET console_bridge::console_bridge)
  set(CARDAN_SDF_MISSING "libsdformat 12 (Debian: libsdformat-dev) and console_bridge")
endif()
