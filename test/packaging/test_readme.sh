#!/bin/bash
# README and documents show programs as they are built and run, and name only files that exist.
#   test_readme.sh SOURCE_DIR
set -euo pipefail

cd "$1"
block() {  # the first fenced block of a language in a document
  awk -v fence='```'"$1" '$0 == "```" && inside { exit } inside { print } $0 == fence { inside = 1 }' "$2"
}
diff <(block cpp README.md) test/packaging/first_use/main.cpp
diff <(block cmake README.md) test/packaging/first_use/CMakeLists.txt
diff <(block cpp docs/queries.md) test/unit/sim/queries_example.h
diff <(block cpp docs/algorithms.md) test/unit/sim/algorithms_example.h
test/packaging/tutorial_excerpts.py .
test/packaging/document_claims.py .

# Relative links of every document lead somewhere.
status=0
while IFS=: read -r file link; do
  target=$(dirname "$file")/${link%%#*}
  if [[ ! -e $target ]]; then
    echo "failed: $file links to $link, which does not exist"
    status=1
  fi
done < <(grep -oE '\]\([^)#: ][^): ]*\)' README.md CHANGELOG.md CONTRIBUTING.md docs/*.md -r docs |
  sed -E 's/\]\(([^)]*)\)/\1/' | sort -u)
exit "$status"
