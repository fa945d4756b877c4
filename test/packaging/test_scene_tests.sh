#!/bin/bash
# A project of one's own registers its scenes with ctest: cardan_add_scene_tests of the installed package.
#   test_scene_tests.sh SOURCE_DIR PREFIX WORK_DIR DATA_DIR
set -euo pipefail

source=$1
prefix=$2
work=$3
data=$4

rm -rf "$work"
mkdir -p "$work/project/scenes/deep"
cp "$source/CMakeLists.txt" "$work/project/"
cp "$data/scenes/cube_drop.yaml" "$work/project/scenes/deep/"
cp -r "$data/robots" "$work/project/scenes/"
cat >"$work/project/scenes/falls.yaml" <<'YAML'
cardan: 1
tags:
  - smoke   # a line each
  - own
time: {step: 0.001, duration: 0.1}
models:
  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 1]}}
expect:
  - {quantity: ball.base.height, at: 0.1, above: 2}
YAML
sed 's/smoke/other/' "$work/project/scenes/falls.yaml" >"$work/project/scenes/other.yaml"
cat >"$work/project/scenes/needy.yaml" <<'YAML'
cardan: 1
tags: [smoke]
needs: [not/there]
models:
  - {name: ball, sphere: {radius: 0.1}}
YAML
cmake -S "$work/project" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
listed=$(ctest --test-dir "$work/build" -N)
echo "$listed"
if ! grep -q 'regress.deep/cube_drop' <<<"$listed" || ! grep -q 'Total Tests: 3' <<<"$listed"; then
  echo "failed: the three scenes with the tag are to be listed"
  exit 1
fi
status=0
output=$(env -u LD_LIBRARY_PATH ctest --test-dir "$work/build" --output-on-failure) || status=$?
echo "$output"
if [[ $status -eq 0 ]] || ! grep -q '1 tests failed out of 3' <<<"$output"; then
  echo "failed: the scene that expects too much is to fail, the others are not"
  exit 1
fi
if ! grep -q 'ball.base.height: measured 0.9' <<<"$output"; then
  echo "failed: the test is to say what was measured"
  exit 1
fi
if ! grep -q 'regress.needy .*Skipped' <<<"$output"; then
  echo "failed: the scene whose needs are not there is to show as skipped"
  exit 1
fi
if cmake -S "$work/project" -B "$work/build" -DSCENES_TAG=none >"$work/none.log" 2>&1 ||
  ! grep -q 'cardan_add_scene_tests: no scene' "$work/none.log"; then
  echo "failed: a call that registers nothing is to be refused"
  exit 1
fi
