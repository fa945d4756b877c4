# libcardan: the objects of all folders as one library, installed and exported as the package `cardan`.
include(CMakePackageConfigHelpers)
get_property(objects GLOBAL PROPERTY CARDAN_OBJECTS)
get_property(folders GLOBAL PROPERTY CARDAN_FOLDERS)

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
foreach(folder IN LISTS folders)
  target_link_libraries(cardan PUBLIC $<BUILD_INTERFACE:cardan_${folder}_headers>)
endforeach()
target_link_libraries(cardan PUBLIC cardan_eigen PRIVATE ${CMAKE_DL_LIBS} Threads::Threads $<BUILD_INTERFACE:cardan_build_options>)
target_compile_features(cardan PUBLIC cxx_std_20)
set_target_properties(cardan PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# <cardan/cardan.h> has no folder in its name, so it gets an include root of its own.
set(umbrella_root ${CARDAN_INCLUDE_ROOT}/umbrella)
file(MAKE_DIRECTORY ${umbrella_root}/cardan)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/sim/cardan.h ${umbrella_root}/cardan/cardan.h SYMBOLIC)
target_include_directories(cardan PUBLIC
  $<BUILD_INTERFACE:${umbrella_root}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# Headers that have moved: their old paths lead to the new ones.
set(moved_headers
  constraint/analysis.h=constraint/judge/analysis.h
  constraint/base_problem.h=constraint/rows/base_problem.h
  constraint/compliance.h=constraint/rows/compliance.h
  constraint/contact_rate.h=constraint/rows/contact_rate.h
  constraint/impacts.h=constraint/impacts/impacts.h
  constraint/mass_form.h=constraint/rows/mass_form.h
  constraint/residual.h=constraint/judge/residual.h
  constraint/restitution.h=constraint/impacts/restitution.h
  constraint/rounding.h=constraint/judge/rounding.h
  constraint/row_basis.h=constraint/rows/row_basis.h
  dynamics/urdf/build_skeleton.h=dynamics/urdf/robot_model.h
  constraint/match.h=constraint/compatibility.h constraint/settle.h=constraint/sticking_sweep.h
  sim/batch.h=scene/batch.h sim/capture.h=sim/record/capture.h sim/check_robot.h=sim/build/check_robot.h
  sim/expect_spec.h=scene/expect_spec.h sim/geometry_inertia.h=sim/build/geometry_inertia.h
  sim/heightfield_file.h=scene/heightfield_file.h sim/island_view.h=sim/query/island_view.h
  sim/recorder.h=sim/record/recorder.h sim/recording.h=sim/record/recording.h sim/run_report.h=sim/record/run_report.h
  sim/scene.h=scene/scene.h sim/scene_needs.h=scene/needs.h sim/solver_source.h=sim/record/solver_source.h
  sim/state_file.h=sim/record/state_file.h)
set(forward_root ${CARDAN_INCLUDE_ROOT}/forward)
foreach(pair IN LISTS moved_headers)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 old)
  list(GET pair 1 new)
  file(CONFIGURE OUTPUT ${forward_root}/cardan/${old} CONTENT
    "#pragma once\n// Programs written for cardan 0.1 include this path.\n#include \"cardan/${new}\"\n")
endforeach()
target_include_directories(cardan PUBLIC $<BUILD_INTERFACE:${forward_root}>)
install(DIRECTORY ${forward_root}/cardan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Headers, at the paths by which they are included in the tree. A folder within another one installs its own. The component
# alone, without a build, is what scripts/site describes.
set(paths "")
foreach(folder IN LISTS folders)
  get_property(path GLOBAL PROPERTY CARDAN_FOLDER_PATH_${folder})
  list(APPEND paths ${path})
endforeach()
foreach(folder IN LISTS folders)
  get_property(path GLOBAL PROPERTY CARDAN_FOLDER_PATH_${folder})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${path} ${path}/*.h)
  list(FILTER headers EXCLUDE REGEX "_internal\\.h$|^cardan\\.h$")
  foreach(other IN LISTS paths)
    file(RELATIVE_PATH inner ${path} ${other})
    if(inner AND NOT inner MATCHES "^\\.\\.")
      list(FILTER headers EXCLUDE REGEX "^${inner}/")
    endif()
  endforeach()
  foreach(header IN LISTS headers)
    get_filename_component(subfolder ${header} DIRECTORY)
    install(FILES ${path}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cardan/${folder}/${subfolder} COMPONENT headers)
  endforeach()
endforeach()
install(FILES sim/cardan.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cardan COMPONENT headers)

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
