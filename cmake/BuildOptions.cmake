# Compile options of every target of the project (never exported to users).
add_library(cardan_build_options INTERFACE)
target_compile_features(cardan_build_options INTERFACE cxx_std_20)
target_compile_options(cardan_build_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-psabi
  # A source that is included looks like a header, whose types must not have members of unnamed namespaces.
  $<$<AND:$<BOOL:${CARDAN_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  $<$<BOOL:${CARDAN_WERROR}>:-Werror>
  $<$<BOOL:${CARDAN_NATIVE}>:-march=native>)
if(CARDAN_SANITIZE)
  target_compile_options(cardan_build_options INTERFACE -fsanitize=${CARDAN_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(cardan_build_options INTERFACE -fsanitize=${CARDAN_SANITIZE})
endif()

# Eigen derives struct alignment and its malloc from the instruction set; these two pin both, so that a caller built with
# -march=native and a generic library agree (docs/architecture.md, "Alignment").
add_library(cardan_eigen INTERFACE)
target_link_libraries(cardan_eigen INTERFACE Eigen3::Eigen)
target_compile_definitions(cardan_eigen INTERFACE EIGEN_MAX_ALIGN_BYTES=16 EIGEN_MALLOC_ALREADY_ALIGNED=1)
