#!/bin/bash
# Installs a finished build into a scratch prefix and moves it to PREFIX.
#   install_and_move.sh CMAKE BUILD_DIR PREFIX
set -euo pipefail

cmake=$1
build=$2
prefix=$3

rm -rf "$prefix" "$prefix.before"
mkdir -p "$(dirname "$prefix")"
"$cmake" --install "$build" --prefix "$prefix.before" >/dev/null
if grep -rIlF "$prefix.before" "$prefix.before"; then
  echo "failed: the files above remember the prefix they were installed to"
  exit 1
fi
if grep -rIlF "$build" "$prefix.before"; then
  echo "failed: the files above remember the build folder"
  exit 1
fi
mv "$prefix.before" "$prefix"
