#!/bin/bash
# The installed command finds its library and its solvers in the prefix it was moved to.
#   test_installed_command.sh PREFIX SOURCE_DIR
set -euo pipefail

prefix=$1
source=$2

cd "$prefix"
command=$prefix/bin/cardan
listed=$(env -u LD_LIBRARY_PATH "$command" solvers)
echo "$listed"
for solver in conic lemke pgs; do
  if ! grep -qw "$solver" <<<"$listed"; then
    echo "failed: the installed command does not list $solver"
    exit 1
  fi
done
env -u LD_LIBRARY_PATH "$command" run "$source/data/scenes/stand.yaml" --duration 0.05
