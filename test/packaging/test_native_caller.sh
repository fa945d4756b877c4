#!/bin/bash
# Callers compiled for this machine against the portable library (77: this CPU has no AVX).
#   test_native_caller.sh SOURCE_DIR PREFIX BUILD_DIR COMPILER
set -euo pipefail

source=$1
prefix=$2
build=$3
compiler=$4

# A caller without the two definitions of Eigen is refused if its instruction set changes the alignment.
refused="cardan: define EIGEN_MAX_ALIGN_BYTES=16 and EIGEN_MALLOC_ALREADY_ALIGNED=1"
read -ra eigen < <(pkg-config --cflags eigen3)
include=$(dirname "$(find "$prefix" -path '*/cardan/cardan.h')")/..
if [[ $("$compiler" -dumpmachine) == x86_64* ]]; then
  for header in cardan/cardan.h cardan/solver.h; do
    check=("$compiler" -std=c++20 -fsyntax-only "${eigen[@]}" -I"$include" -x c++ -)
    "${check[@]}" <<<"#include <$header>"
    if message=$("${check[@]}" -mavx2 <<<"#include <$header>" 2>&1); then
      echo "failed: $header accepts an alignment of 32 bytes" && exit 1
    fi
    grep -qF "$refused" <<<"$message"
    "${check[@]}" -mavx2 -DEIGEN_MAX_ALIGN_BYTES=16 -DEIGEN_MALLOC_ALREADY_ALIGNED=1 <<<"#include <$header>"
  done
fi

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
