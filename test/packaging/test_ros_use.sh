#!/bin/bash
# A program that gives a robot of urdfdom to a world, built out of the tree against the component `ros` of the installed package.
#   test_ros_use.sh SOURCE_DIR PREFIX BUILD_DIR COMPILER
set -euo pipefail

source=$1
prefix=$2
build=$3
compiler=$4

if ! find "$prefix" -name cardanRosTargets.cmake | grep -q .; then
  echo "skipped: this build has no component ros"
  exit 77
fi
rm -rf "$build"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$build"
output=$("$build"/ros_use 2>/dev/null)
echo "$output"
[ "$output" = "0 and 1 shapes, 100 steps" ]
# libcardan needs no urdfdom, and the package asks for none without the component.
library=$(find "$prefix" -name 'libcardan.so' | head -1)
if ldd "$library" | grep -i urdfdom; then
  echo "failed: libcardan needs urdfdom"
  exit 1
fi
mkdir "$build"/plain && cat >"$build"/plain/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(plain CXX)
find_package(cardan REQUIRED)
if(TARGET cardan::ros OR TARGET urdfdom::urdfdom_model)
  message(FATAL_ERROR "the component was found without being asked for")
endif()
CMAKE
cmake -S "$build"/plain -B "$build"/plain/build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
