#!/bin/bash
# Completions of the shells: bash completes words of the command, zsh and fish read their files.
#   test_completion.sh SOURCE_DIR
set -euo pipefail

cd "$1/apps/completion"
# shellcheck source=apps/completion/cardan.bash
source cardan.bash

# complete WORD…: what bash offers for the last word.
completions() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _cardan
  echo "${COMPREPLY[*]}"
}

expect() {
  local wanted=$1
  shift
  local got
  got=$(completions "$@")
  if [[ $got != "$wanted" ]]; then
    echo "failed: '$*' completes to '$got', not '$wanted'"
    exit 1
  fi
}

expect "regress replay repair" cardan re
expect "--formulation" cardan run --form
expect "lemke" cardan run --solver le
expect "polyhedral phantom" cardan run --formulation p
expect "auto" cardan check --base a
expect "failed" cardan run --capture f
expect "midpoint" cardan compare --integrators mid
expect "conic,lemke" cardan compare --solvers conic,lem
expect "" cardan run --threads 1
expect "" cardan nonsense --
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
touch "$folder/scene.yaml" "$folder/notes.txt" "$folder/robot.urdf" "$folder/house.sdf"
mkdir "$folder/models"
expect "$folder/scene.yaml" cardan run "$folder/s"
expect "$folder/house.sdf" cardan run "$folder/h"
expect "" cardan run "$folder/n"
expect "$folder/models" cardan run "$folder/m"
expect "$folder/notes.txt" cardan run --report "$folder/n"

for shell in zsh fish; do
  if command -v "$shell" >/dev/null; then
    "$shell" -n "cardan.$shell"
  else
    echo "not there: $shell"
  fi
done
