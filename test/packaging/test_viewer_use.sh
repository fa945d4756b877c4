#!/bin/bash
# A program with a viewer, built out of the tree against the component `viewer` of the installed package. The client of the
# tests of the live view connects to it.
#   test_viewer_use.sh SOURCE_DIR PREFIX BUILD_DIR COMPILER FOLDER_OF_CLIENT
set -euo pipefail

source=$1
prefix=$2
build=$3
compiler=$4
client=$5

rm -rf "$build"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler"
cmake --build "$build"
if grep -rl "${prefix%/prefix}/" "$prefix"/lib*/cmake 2>/dev/null; then
  echo "failed: the files above remember where they were built"
  exit 1
fi
cd "$build"
PYTHONPATH=$client python3 -B - <<'PYTHON'
import re
import subprocess
import urllib.request

from live import Client, Program

process = subprocess.Popen(["./viewer_use"], stdout=subprocess.PIPE, text=True)
url = process.stdout.readline().strip()
found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", url)
assert found, url
with urllib.request.urlopen(url, timeout=10) as page:
    assert b"viewer use" in page.read()
program = Program.__new__(Program)
program.port, program.token = int(found[1]), found[2]
with Client(program) as page:
    page.frame()
    output, _ = process.communicate(timeout=60)
print(output)
assert process.returncode == 0 and output == "1 page, 100 steps\n", output
PYTHON
# Without the component, the package has no such target, and asks for no zlib.
mkdir plain && cat >plain/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(plain CXX)
find_package(cardan REQUIRED)
if(TARGET cardan::viewer OR TARGET ZLIB::ZLIB)
  message(FATAL_ERROR "the component was found without being asked for")
endif()
find_package(cardan QUIET COMPONENTS painter)
if(cardan_FOUND)
  message(FATAL_ERROR "an unknown component was found")
endif()
CMAKE
cmake -S plain -B plain/build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" >/dev/null
