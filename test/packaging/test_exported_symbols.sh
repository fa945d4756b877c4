#!/bin/bash
# libcardan.so offers names of namespace cardan alone; a solver plugin offers its one entry.
#   test_exported_symbols.sh LIBRARY PLUGIN_DIR
set -euo pipefail

library=$1
plugins=$2

exported() {
  nm --dynamic --demangle --defined-only "$1" | cut -c18- | cut -d' ' -f2-
}

failures=0
names=$(exported "$library")
count=$(grep -c 'cardan::World::' <<<"$names" || true)
if [[ $count -lt 10 ]]; then
  echo "failed: only $count names of cardan::World are exported"
  failures=$((failures + 1))
fi
if grep -vE '^((typeinfo( name)?|vtable|VTT) for |(non-)?virtual thunk to )?cardan::' <<<"$names"; then
  echo "failed: the names above are not of namespace cardan"
  failures=$((failures + 1))
fi
echo "$(wc -l <<<"$names") names exported by $(basename "$library")"

for plugin in "$plugins"/*.cardan-solver.so; do
  if [[ $(exported "$plugin") != cardan_solver_entry ]]; then
    echo "failed: $plugin exports more or less than cardan_solver_entry"
    failures=$((failures + 1))
  fi
  if readelf --dynamic "$plugin" | grep -E 'NEEDED.*libcardan'; then
    echo "failed: $plugin is linked with libcardan"
    failures=$((failures + 1))
  fi
done
[[ $failures -eq 0 ]]
