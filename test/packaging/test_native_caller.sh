#!/bin/bash
# Callers compiled for this machine against the portable library (77: this CPU has no AVX).
#   test_native_caller.sh SOURCE_DIR PREFIX BUILD_DIR COMPILER
set -euo pipefail

source=$1
prefix=$2
build=$3
compiler=$4

if [[ $("$compiler" -march=native -dM -E -x c++ /dev/null) != *__AVX__* ]]; then
  echo "skipped: this CPU has no AVX, so native code aligns as portable code does"
  exit 77
fi
mkdir -p "$build"
pc=$(dirname "$(find "$prefix" -name cardan.pc)")
export PKG_CONFIG_PATH=$pc
read -ra compile < <(pkg-config --cflags cardan)
read -ra link < <(pkg-config --libs cardan)
link+=("-Wl,-rpath,$(pkg-config --variable=libdir cardan)")

"$compiler" -std=c++20 -O1 "${compile[@]}" "$source/layout.cpp" -o "$build/layout_portable"
"$compiler" -std=c++20 -O1 -march=native "${compile[@]}" "$source/layout.cpp" -o "$build/layout_native"
diff <("$build/layout_portable") <("$build/layout_native")

"$compiler" -std=c++20 -O2 -march=native "${compile[@]}" "$source/native_caller.cpp" "${link[@]}" \
  -o "$build/native_caller"
# glibc then aborts on a heap that was damaged or freed through the wrong pointer.
MALLOC_CHECK_=3 MALLOC_PERTURB_=165 "$build/native_caller"
