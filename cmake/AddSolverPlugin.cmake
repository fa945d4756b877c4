# cardan_add_solver_plugin(my_solver SOURCES my_solver.cpp …)
#
# Builds my_solver.cardan-solver.so, a module that exports the one symbol cardan_solver_entry and
# links no part of the engine except the header-only cardan::solver_sdk. Works in the tree and after
# find_package(cardan).

set(CARDAN_PLUGIN_VERSION_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/solver_plugin.map)

function(cardan_add_solver_plugin name)
  cmake_parse_arguments(P "" "" "SOURCES" ${ARGN})
  add_library(${name} MODULE ${P_SOURCES})
  target_link_libraries(${name} PRIVATE cardan::solver_sdk)
  set_target_properties(${name} PROPERTIES
    PREFIX "" SUFFIX ".cardan-solver.so"
    CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_options(${name} PRIVATE -Wl,--version-script=${CARDAN_PLUGIN_VERSION_SCRIPT})
  # Sanitizers leave their runtime to the executable, so undefined symbols are legal there.
  if(NOT CARDAN_SANITIZE AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    target_link_options(${name} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()
