#!/bin/bash
# A program that reads and writes SDF, built out of the tree against the component `sdf` of the installed package.
#   test_sdf_use.sh SOURCE_DIR PREFIX BUILD_DIR COMPILER
set -euo pipefail

source=$1
prefix=$2
build=$3
compiler=$4

# A build without libsdformat has no such component, and asking for it fails.
if ! find "$prefix" -name cardanSdfTargets.cmake | grep -q .; then
  echo "skipped: this build has no component sdf"
  exit 77
fi
rm -rf "$build"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$build"
output=$("$build"/sdf_use)
echo "$output"
[ "$output" = "2 models, 100 steps, written" ]
if grep -rl "${prefix%/prefix}/" "$prefix"/lib*/cmake 2>/dev/null; then
  echo "failed: the files above remember where they were built"
  exit 1
fi
# libcardan needs no libsdformat, and the package asks for none without the component.
library=$(find "$prefix" -name 'libcardan.so' | head -1)
if ldd "$library" | grep -i sdformat; then
  echo "failed: libcardan needs libsdformat"
  exit 1
fi
mkdir "$build"/plain && cat >"$build"/plain/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(plain CXX)
find_package(cardan REQUIRED)
if(TARGET cardan::sdf OR TARGET sdformat12::sdformat12)
  message(FATAL_ERROR "the component was found without being asked for")
endif()
CMAKE
cmake -S "$build"/plain -B "$build"/plain/build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
# A package of a build without libsdformat lacks the file of the component.
cp -r "$prefix" "$build"/without
find "$build"/without -name 'cardanSdfTargets*.cmake' -delete
cat >"$build"/plain/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(plain CXX)
find_package(cardan QUIET COMPONENTS sdf)
if(cardan_FOUND)
  message(FATAL_ERROR "a component that is not installed was found")
endif()
CMAKE
cmake -S "$build"/plain -B "$build"/plain/again -G Ninja -DCMAKE_PREFIX_PATH="$build"/without -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
rm -rf "$build"/without
