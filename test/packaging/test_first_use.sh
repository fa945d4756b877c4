#!/bin/bash
# The program of the README, built out of the tree against the installed package, and run.
#   test_first_use.sh cmake|pkg-config SOURCE_DIR PREFIX BUILD_DIR ROBOT COMPILER
set -euo pipefail

way=$1
source=$2
prefix=$3
build=$4
robot=$5
compiler=$6

lines=$(wc -l <"$source/main.cpp")
if [[ $lines -gt 25 ]]; then
  echo "failed: main.cpp has $lines lines; the first use of cardan takes 25 at the most"
  exit 1
fi
rm -rf "$build"
mkdir -p "$build"
case $way in
  cmake)
    cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
      -DCMAKE_CXX_COMPILER="$compiler"
    cmake --build "$build"
    ;;
  pkg-config)
    pc=$(dirname "$(find "$prefix" -name cardan.pc)")
    read -ra flags < <(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs cardan)
    libdir=$(PKG_CONFIG_PATH=$pc pkg-config --variable=libdir cardan)
    "$compiler" -std=c++20 -O1 "$source/main.cpp" "${flags[@]}" -Wl,-rpath,"$libdir" -o "$build/first_use"
    ;;
esac
cd "$build"  # any folder: nothing is found through the current one
output=$(./first_use "$robot")
echo "$output"
if ! grep -q '^q = ' <<<"$output" || ! grep -q '^v = ' <<<"$output" || ! grep -q ' N$' <<<"$output"; then
  echo "failed: q, v and contacts are to be printed"
  exit 1
fi
if grep -qi nan <<<"$output"; then
  echo "failed: not a number"
  exit 1
fi
# Balance of forces at rest: the ground carries the weight of 14.4 kg and holds against the push of 20 N along x.
awk '/ N$/ { x += $2; z += $4 } END { exit !(x > -20.2 && x < -19.8 && z > 141 && z < 141.5) }' <<<"$output" || {
  echo "failed: the contact forces do not balance weight and push"
  exit 1
}
# A file that is not there is one line of error and status 2.
status=0
message=$(./first_use no-such-robot.urdf 2>&1) || status=$?
if [[ $status -ne 2 || $message != *no-such-robot.urdf* || $(wc -l <<<"$message") -ne 1 ]]; then
  echo "failed: a missing URDF ended with status $status and: $message"
  exit 1
fi
