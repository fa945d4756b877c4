# One folder of the source tree = one target = one include root.
#
#   cardan_folder(dynamics SOURCES crba.cpp … USES core LINKS Eigen3::Eigen PRIVATE_LINKS urdfdom …)
#
# Headers are included as "cardan/<folder>/<file>.h". The root build/include/<folder>/cardan/<folder>
# leads to the source folder. The include path of a target has its own root and the roots of the
# folders it USES, so that an include against the direction of the design does not compile
# (tested in test/packaging). OBJECT targets become part of libcardan; INTERFACE targets contain
# only headers. NOT_IN_A_STEP: pattern of the sources that no step runs. CARDAN_UNITY_LEAVES
# compiles several of them at once.

set(CARDAN_INCLUDE_ROOT ${PROJECT_BINARY_DIR}/include)

function(cardan_folder name)
  cmake_parse_arguments(F "INTERFACE" "PATH;NOT_IN_A_STEP" "SOURCES;USES;LINKS;PRIVATE_LINKS" ${ARGN})
  set(target cardan_${name})
  set(path ${CMAKE_CURRENT_SOURCE_DIR})
  if(F_PATH)
    set(path ${F_PATH})
  endif()
  set(root ${CARDAN_INCLUDE_ROOT}/${name})
  file(MAKE_DIRECTORY ${root}/cardan)
  file(CREATE_LINK ${path} ${root}/cardan/${name} SYMBOLIC)

  set(uses "")
  foreach(used IN LISTS F_USES)
    list(APPEND uses cardan_${used}_headers)
  endforeach()

  # The headers of a folder and of all folders that it uses are a separate target, so that using a
  # folder never links its objects twice.
  add_library(${target}_headers INTERFACE)
  target_include_directories(${target}_headers INTERFACE ${root})
  target_link_libraries(${target}_headers INTERFACE ${uses} ${F_LINKS})
  set_property(GLOBAL APPEND PROPERTY CARDAN_FOLDERS ${name})
  set_property(GLOBAL PROPERTY CARDAN_FOLDER_PATH_${name} ${path})
  if(F_INTERFACE)
    add_library(${target} ALIAS ${target}_headers)
    return()
  endif()

  add_library(${target} OBJECT ${F_SOURCES})
  target_link_libraries(${target} PUBLIC ${target}_headers PRIVATE ${F_PRIVATE_LINKS} cardan_build_options)
  target_compile_definitions(${target} PRIVATE CARDAN_BUILDING_LIBRARY)
  target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.h)
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
