# One folder of the source tree = one target.
#
#   cardan_folder(dynamics SOURCES crba.cpp … USES core LINKS Eigen3::Eigen PRIVATE_LINKS urdfdom …)
#
# Public headers are in include/cardan and are included as "cardan/<file>.h"; all others are included by their path from the
# root of the repository (cardan_build_options). Which folder may include which is a test (test/packaging/test_walls.py),
# because every folder finds every header. OBJECT targets become part of libcardan; INTERFACE targets contain only headers.
# PRECOMPILED_BY: folder whose precompiled header is used. NOT_IN_A_STEP: pattern of the sources that no step runs. CARDAN_UNITY_LEAVES compiles several of them at once.

function(cardan_folder name)
  cmake_parse_arguments(F "INTERFACE" "NOT_IN_A_STEP;PRECOMPILED_BY" "SOURCES;USES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target cardan_${name})

  set(uses "")
  foreach(used IN LISTS F_USES)
    list(APPEND uses cardan_${used}_headers)
  endforeach()

  # What the headers of a folder need is a separate target, so that using a folder never links its objects twice.
  add_library(${target}_headers INTERFACE)
  target_include_directories(${target}_headers INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${target}_headers INTERFACE ${uses} ${F_LINKS})
  if(F_INTERFACE)
    add_library(${target} ALIAS ${target}_headers)
    return()
  endif()

  add_library(${target} OBJECT ${F_SOURCES})
  target_link_libraries(${target} PUBLIC ${target}_headers PRIVATE ${F_PRIVATE_LINKS} cardan_build_options)
  target_compile_definitions(${target} PRIVATE CARDAN_BUILDING_LIBRARY)
  if(F_PRECOMPILED_BY)
    target_precompile_headers(${target} REUSE_FROM cardan_${F_PRECOMPILED_BY})
  else()
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h)
  endif()
  set_property(GLOBAL APPEND PROPERTY CARDAN_OBJECTS ${target})
  if(F_NOT_IN_A_STEP AND CARDAN_UNITY_LEAVES AND NOT CARDAN_UNITY)
    set(in_a_step ${F_SOURCES})
    list(FILTER in_a_step EXCLUDE REGEX "${F_NOT_IN_A_STEP}")
    set_source_files_properties(${in_a_step} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
    # GCC treats an included source like a header, whose types must not have members of unnamed
    # namespaces.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()
