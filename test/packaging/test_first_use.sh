#!/bin/bash
# The program of the README, built out of the tree against the installed package with the commands of the README, and run.
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
cp "$source"/* "$build"
cd "$build"
case $way in
  cmake) first='cmake -S \. ' program=build/first_use ;;
  pkg-config) first='g[+][+] ' program=./first_use ;;
esac
lines=$(grep -E "^$first|^$program " "$source/../../../README.md" | sed 's/  *#.*//')
if [[ $(wc -l <<<"$lines") -ne 2 ]]; then
  echo "failed: the README is to build the program and to run it in two lines, not:"$'\n'"$lines"
  exit 1
fi
# The words of the README in capitals, its compiler and its robot.
lines=$(sed -e "s|=PREFIX|=$prefix|" -e "s|^g++ |$compiler |" -e "s|quadruped.urdf|'$robot'|" <<<"$lines")
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name cardan.pc)") CXX=$compiler
export PKG_CONFIG_PATH CXX
echo "$lines"
output=$(env -u LD_LIBRARY_PATH bash -euc "$lines")
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
message=$("$program" no-such-robot.urdf 2>&1) || status=$?
if [[ $status -ne 2 || $message != *no-such-robot.urdf* || $(wc -l <<<"$message") -ne 1 ]]; then
  echo "failed: a missing URDF ended with status $status and: $message"
  exit 1
fi
