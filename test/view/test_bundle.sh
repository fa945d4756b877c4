#!/bin/bash
# The committed bundle of the front end is what its sources give, and its lock file names no registry.
#   test_bundle.sh SOURCE_DIR
# Skipped where Node.js or the libraries of the lock file (npm ci) are missing.
set -euo pipefail

cd "$1/view/web"
if grep -n '"resolved"' package-lock.json; then
  echo "failed: the lines above name a registry"
  exit 1
fi
if ! command -v node >/dev/null || [[ ! -d node_modules/esbuild ]]; then
  echo "skipped: no Node.js, or no view/web/node_modules (npm ci in view/web)"
  exit 77
fi
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
node build.mjs "$built"
for file in viewer.js viewer.css LICENSES.txt; do
  cmp "dist/$file" "$built/$file"
done
node_modules/.bin/tsc --noEmit
