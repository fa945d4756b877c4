#!/bin/bash
# Builds the example plugin and a loader against the installed package, each in its own project, and solves with it.
#   build_and_load.sh EXAMPLE_DIR LOADER_DIR PREFIX WORK_DIR PLUGIN_FLAGS COMPILER
set -euo pipefail

example=$1
loader=$2
prefix=$3
work=$4
flags=$5
compiler=$6

rm -rf "$work"
cmake -S "$example" -B "$work/example" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="$flags"
cmake --build "$work/example"
cmake -S "$loader" -B "$work/loader" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_BUILD_TYPE=Release
cmake --build "$work/loader"

plugin=$work/example/jacobi.cardan-solver.so
symbols=$(nm -D --defined-only "$plugin" | awk '{print $3}')
if [[ $symbols != cardan_solver_entry ]]; then
  echo "failed: the plugin exports: $symbols"
  exit 1
fi
if ldd "$plugin" | grep -q libcardan; then
  echo "failed: the plugin links the engine"
  exit 1
fi
cd "$work"  # no place of the search path is relative
cat >"$work/crate.yaml" <<'YAML'
cardan: 1
name: crate
time: {step: 0.01, duration: 0.5}
contact: {formulation: frictionless, solver: jacobi}
materials: {default: {compliance: 1e-4}}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: crate, box: {size: [1, 1, 1]}, mass: 2, pose: {xyz: [0, 0, 0.5]}}
expect:
  - {quantity: crate.base.height, at: 0.5, equals: 0.5, within: 1e-6}
YAML
"$prefix/bin/cardan" regress "$work/crate.yaml" --plugins "$work/example"
"$work/loader/loader" "$work/example"
