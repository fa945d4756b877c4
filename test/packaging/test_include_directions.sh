#!/bin/bash
# An include against the direction of the design does not compile, one along it does.
#   test_include_directions.sh COMPILER ROOTS_DIR
# ROOTS_DIR/<folder> lists the include directories with which the build compiles that folder, one per line.
set -euo pipefail

compiler=$1
roots=$2

# Folders that each folder may include beside itself: the table of docs/architecture.md, written out again on purpose.
declare -A allowed=(
  [core]="algebra"
  [dynamics]="algebra core"
  [collision]="algebra core"
  [abi]=""
  [sdk]="algebra abi"
  [host]="algebra abi core"
  [constraint]="algebra core dynamics collision abi"
  [solve]="algebra core dynamics collision constraint abi host"
  [sim]="algebra core dynamics collision constraint abi host solve"
  [scene]="algebra core dynamics collision constraint abi host solve sim"
  [solvers]="algebra abi sdk"
  [conformance]="algebra core dynamics collision constraint abi host"
)
declare -A header=(
  [algebra]=algebra/eigen_alignment.h [core]=core/spatial.h [dynamics]=dynamics/skeleton.h [collision]=collision/collision_scene.h
  [abi]=abi/cardan_solver.h [sdk]=sdk/solver.h [host]=host/solver_registry.h
  [constraint]=constraint/problem.h [solve]=solve/island_report.h [sim]=sim/world.h [scene]=scene/scene.h
)

flags_of() {
  sed -e 's/^/-I/' "$roots/$1"
}

compile() {  # folder, text of the file
  local -a flags
  mapfile -t flags < <(flags_of "$1")
  "$compiler" -std=c++20 -fsyntax-only "${flags[@]}" -x c++ - <<<"$2"
}

failures=0
checked=0
for folder in "${!allowed[@]}"; do
  [[ -f $roots/$folder ]] || continue
  may=" ${allowed[$folder]} $folder "
  text=""
  for used in "${!header[@]}"; do
    if [[ $may == *" $used "* ]]; then
      text+="#include \"cardan/${header[$used]}\""$'\n'
      continue
    fi
    checked=$((checked + 1))
    if message=$(compile "$folder" "#include \"cardan/${header[$used]}\"" 2>&1); then
      echo "failed: $folder can include cardan/${header[$used]}"
      failures=$((failures + 1))
    elif [[ $message != *"${header[$used]}: No such file"* ]]; then
      echo "failed: $folder finds cardan/${header[$used]}, though it does not compile:"$'\n'"$message"
      failures=$((failures + 1))
    fi
  done
  # The control: everything that is allowed compiles, so that the failures above mean something.
  if ! compile "$folder" "$text"; then
    echo "failed: $folder cannot include what it may:"$'\n'"$text"
    failures=$((failures + 1))
  fi
done
# view/ sees every folder, but uses only the headers that are installed, beside its own.
if grep -rn --include='*.h' --include='*.cpp' '"cardan/.*_internal\.h"' "$(dirname "${BASH_SOURCE[0]}")/../../view"; then
  echo "failed: the lines above include headers that are not installed"
  failures=$((failures + 1))
fi
echo "$checked forbidden includes refused, $failures failures"
[[ $failures -eq 0 && $checked -gt 20 ]]
