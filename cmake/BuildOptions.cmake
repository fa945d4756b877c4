# Compile options of every target of the project (never exported to users).
add_library(cardan_build_options INTERFACE)
target_compile_features(cardan_build_options INTERFACE cxx_std_20)
# Headers that are not public are included by their path from the root.
target_include_directories(cardan_build_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_compile_options(cardan_build_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-psabi
  # GCC treats an included source like a header, whose types must not have members of unnamed
  # namespaces.
  $<$<AND:$<BOOL:${CARDAN_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  $<$<BOOL:${CARDAN_WERROR}>:-Werror>
  $<$<BOOL:${CARDAN_NATIVE}>:-march=native>)
if(CARDAN_SANITIZE)
  target_compile_options(cardan_build_options INTERFACE -fsanitize=${CARDAN_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(cardan_build_options INTERFACE -fsanitize=${CARDAN_SANITIZE})
  # The dynamics check the order of calls (dynamics/data_contents.h).
  target_compile_definitions(cardan_build_options INTERFACE CARDAN_CHECK_CALLS)
else()
  # None of these options has a cost in a step (bench/counts): the sizes of buffers are checked if
  # the compiler knows them, and the tables of the linker are read-only after a library is loaded.
  target_compile_options(cardan_build_options INTERFACE
    $<$<CONFIG:Release,RelWithDebInfo>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release,RelWithDebInfo>:-D_FORTIFY_SOURCE=2>)
  target_link_options(cardan_build_options INTERFACE LINKER:-z,relro LINKER:-z,now)
endif()

# For folders that read files and call plugins. The kernels of a step are built without it: a guard
# of the stack costs them a few instructions for every local array.
add_library(cardan_stack_protector INTERFACE)
target_compile_options(cardan_stack_protector INTERFACE -fstack-protector-strong)

# Eigen derives struct alignment and its malloc from the instruction set; these two definitions fix
# both, so that a caller built with
# -march=native and a generic library agree (docs/architecture.md, "Alignment").
add_library(cardan_eigen INTERFACE)
target_link_libraries(cardan_eigen INTERFACE Eigen3::Eigen)
target_compile_definitions(cardan_eigen INTERFACE EIGEN_MAX_ALIGN_BYTES=16 EIGEN_MALLOC_ALREADY_ALIGNED=1)
