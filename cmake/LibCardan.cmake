# libcardan: the objects of all folders as one library, installed and exported as the package `cardan`.
include(CMakePackageConfigHelpers)
get_property(objects GLOBAL PROPERTY CARDAN_OBJECTS)

if(CARDAN_STATIC)
  add_library(cardan STATIC)
else()
  add_library(cardan SHARED)
  # In addition to hidden visibility, because templates of FCL and Boost request default visibility
  # wherever they are instantiated.
  target_link_options(cardan PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/libcardan.map)
  # Calls within the library go straight to their function, not through a table that a program could change.
  target_link_options(cardan PRIVATE -Wl,-Bsymbolic-functions)
  if(NOT CARDAN_SANITIZE)
    target_link_options(cardan PRIVATE -Wl,--no-undefined)
  endif()
  set_property(TARGET cardan APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/libcardan.map)
endif()
add_library(cardan::cardan ALIAS cardan)

foreach(object IN LISTS objects)
  target_sources(cardan PRIVATE $<TARGET_OBJECTS:${object}>)
  # Libraries that the folder links beside the project's own targets (FCL, Qhull, …): the folder's CMakeLists.txt is the one list.
  get_target_property(links ${object} LINK_LIBRARIES)
  list(FILTER links EXCLUDE REGEX "^cardan_")
  target_link_libraries(cardan PRIVATE ${links})
endforeach()
target_link_libraries(cardan PUBLIC cardan_eigen PRIVATE ${CMAKE_DL_LIBS} Threads::Threads $<BUILD_INTERFACE:cardan_build_options>)
target_compile_features(cardan PUBLIC cxx_std_20)
set_target_properties(cardan PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

target_include_directories(cardan PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# Public headers; those of components are installed by their folders. This install component alone, without a build, is what
# scripts/site describes.
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/cardan/*.h)
list(FILTER headers EXCLUDE REGEX "/(viewer|urdfdom|sdf)\\.h$")
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cardan COMPONENT headers)

# Target that plugins compile against: only headers, C++17. A separate target, because the target of
# the tree contains paths of build folders.
add_library(cardan_exported_sdk INTERFACE)
target_include_directories(cardan_exported_sdk INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(cardan_exported_sdk INTERFACE cardan_eigen)
target_compile_features(cardan_exported_sdk INTERFACE cxx_std_17)
set_target_properties(cardan_exported_sdk PROPERTIES EXPORT_NAME solver_sdk)
set_target_properties(cardan_eigen PROPERTIES EXPORT_NAME eigen)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cardan)
install(TARGETS cardan cardan_eigen cardan_exported_sdk EXPORT cardanTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT cardanTargets NAMESPACE cardan:: DESTINATION ${package_dir})
configure_package_config_file(cmake/cardanConfig.cmake.in ${PROJECT_BINARY_DIR}/cardanConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CARDAN_SOLVER_DIR CMAKE_INSTALL_BINDIR)
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cardanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cardanConfig.cmake ${PROJECT_BINARY_DIR}/cardanConfigVersion.cmake
  cmake/AddSceneTests.cmake cmake/AddSolverPlugin.cmake cmake/solver_plugin.map DESTINATION ${package_dir})

file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_pc ${prefix_from_pc})
configure_file(cmake/cardan.pc.in ${PROJECT_BINARY_DIR}/cardan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cardan.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
