#!/bin/bash
# Third-party libraries stay behind the library: none in an installed header, each in one file of the sources.
#   test_third_party_headers.sh SOURCE_DIR INSTALLED_INCLUDE_DIR
set -euo pipefail

source=$1
installed=$2
failures=0

third_party='^[[:space:]]*#[[:space:]]*include[[:space:]]*<(fcl/|ccd/|urdf_|assimp/|spdlog/|fmt/|yaml-cpp/|hdf5|H5|tbb/|oneapi/|dlfcn\.h|tinyxml2|libqhull|console_bridge|nlohmann/|CLI/)'
# The component `ros` is there to take what urdfdom has read.
if grep -rnE --exclude=urdfdom.h "$third_party" "$installed"; then
  echo "failed: the installed headers above show a third-party library"
  failures=$((failures + 1))
fi
if find "$installed/cardan" -mindepth 2 | grep .; then
  echo "failed: the headers above are not flat in include/cardan"
  failures=$((failures + 1))
fi

cd "$source"
expect_one_file() {  # name, regular expression of the included header
  local files
  files=$(grep -rlE --include='*.h' --include='*.cpp' "#[[:space:]]*include[[:space:]]*<($2)" \
    include core geometry dynamics collision constraint plugins solvers sim apps || true)
  if [[ $(grep -c . <<<"$files") -ne 1 ]]; then
    echo "failed: $1 belongs into one file; it is included by: ${files//$'\n'/ }"
    failures=$((failures + 1))
  else
    echo "$1: $files"
  fi
}
expect_one_file "FCL's narrow phase" 'fcl/narrowphase/'
expect_one_file assimp 'assimp/'
expect_one_file spdlog 'spdlog/'
callers=$(grep -rlE --include='*.h' --include='*.cpp' '\bdlopen *\(' include core geometry dynamics collision constraint plugins solvers sim apps || true)
if [[ $(grep -c . <<<"$callers") -ne 1 ]]; then
  echo "failed: dlopen belongs into one file; it is called by: ${callers//$'\n'/ }"
  failures=$((failures + 1))
fi
expect_one_file oneTBB 'tbb/|oneapi/'
[[ $failures -eq 0 ]]
