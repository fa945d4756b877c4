#!/bin/bash
# scripts/nightly: runs every entry, also after a failed one, counts the tests of ctest, and ends with a summary.
#   test_nightly.sh SOURCE_DIR
set -euo pipefail

cd "$1"
folder=$(mktemp -d)
trap 'rm -rf "$folder" build/self-test' EXIT
expect() {  # STATUS LINE...: of the last run; a line is an extended regular expression
  local wanted=$1 line
  shift
  if [[ $status -ne $wanted ]]; then
    echo "failed: exit status $status in place of $wanted: $output"
    exit 1
  fi
  for line in "$@"; do
    if ! grep -qE "$line" <<<"$output"; then
      echo "failed: no line '$line' in: $output"
      exit 1
    fi
  done
}
run() {  # the list from standard input
  cat >"$folder/self-test.txt"
  status=0
  output=$(scripts/nightly "$folder/self-test.txt" 2>&1) || status=$?
}

run <<'LIST'
# a comment
good  echo shown
bad   sh -c 'exit 7'
tests printf ' 1/3 Test  #5: one.a .....   Passed    1.50 sec\n 2/3 Test #16: two ...***Failed    2.00 sec\n 3/3 Test #17: three ..***Skipped   0.10 sec\n'; exit 8
pipe  false | true
last  true
LIST
expect 1 '^shown$' '^== 5 of 5: last' '^passed +[0-9]+ s  good$' '^failed +[0-9]+ s  bad  \(exit status 7' \
  '^passed +2 s  tests: one.a$' '^failed +2 s  tests: two$' '^skipped +0 s  tests: three$' \
  '^failed .*tests  \(exit status 8' '^failed .*pipe ' '^passed .*last$' '^3 passed, 4 failed$'
if [[ $(tail -n 1 <<<"$output") != "3 passed, 4 failed" ]]; then
  echo "failed: the last line is to be the count"
  exit 1
fi
run <<<'good true'
expect 0 '^1 passed, 0 failed$'
# Without its build, the rest is not run.
run <<<$'build false\ngood echo never'
expect 1 '^failed .*the entries after build  \(not run\)$'
if grep -q '^never' <<<"$output"; then
  echo "failed: an entry ran without its build"
  exit 1
fi
# The own list names what exists.
while read -r name command; do
  for word in $command; do
    if [[ $word == scripts/* && ! -e $word ]]; then
      echo "failed: scripts/nightly.txt: $name: no $word"
      exit 1
    fi
  done
done < <(grep -v '^#' scripts/nightly.txt)
