#!/bin/bash
# No path of a developer's machine in any text file of the repository.
#   test_hygiene.sh SOURCE_DIR
set -euo pipefail

cd "$1"
if [[ ! -e .git ]]; then
  echo "skipped: not a git checkout"
  exit 77
fi
folders='root|home|work|Users'
if git grep -nIE "(^|[^A-Za-z0-9_.}/-])/($folders)/[A-Za-z0-9_.]" -- . ':!test/packaging/test_hygiene.sh'; then
  echo "failed: the lines above name folders of one machine"
  exit 1
fi
