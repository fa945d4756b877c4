#!/bin/bash
# CARDAN_SDF: OFF leaves the component out and its command refuses SDF (test_sdf_commands.cpp); ON without libsdformat stops
# with the name of the missing package, and AUTO names it and goes on. Configures alone, and builds nothing.
#   test_sdf_option.sh SOURCE_DIR BUILD_DIR
set -euo pipefail

source=$1
build=$2

configure() {
  rm -rf "$build"
  cmake -S "$source" -B "$build" -G Ninja -DCARDAN_BUILD_TESTS=OFF -DCARDAN_BUILD_EXAMPLES=OFF -DCARDAN_PYTHON=OFF "$@" 2>&1
}

# A component without libsdformat: its sources are not built, and the command has the refusal.
expect_without() {
  if grep -q 'bindings/sdf/' "$build"/build.ninja; then
    echo "failed: $1 builds bindings/sdf"
    exit 1
  fi
  grep -q 'apps/without_sdf.cpp' "$build"/build.ninja
  ! grep -q 'apps/with_sdf.cpp' "$build"/build.ninja
}

configure -DCARDAN_SDF=OFF >/dev/null
expect_without OFF
configure -DCARDAN_SDF=AUTO -DCMAKE_DISABLE_FIND_PACKAGE_sdformat12=ON >"$build".log
expect_without AUTO
grep 'The component sdf is not built: it needs libsdformat' "$build".log
if configure -DCARDAN_SDF=ON -DCMAKE_DISABLE_FIND_PACKAGE_sdformat12=ON >"$build".log; then
  echo "failed: ON accepts a system without libsdformat"
  exit 1
fi
grep 'needs libsdformat 12' "$build".log
rm -rf "$build" "$build".log
