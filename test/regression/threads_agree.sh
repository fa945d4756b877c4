#!/bin/bash
# The command runs every smoke scene with 1, 2 and 8 threads: no signal, equal state hashes.
#   threads_agree.sh CARDAN SCENE_FOLDER
set -euo pipefail

cardan=$1
scenes=$2
failed=0
count=0

# The state hash that a run prints, or the way in which it ended.
hash_of() {
  local output status=0
  output=$("$cardan" run "$1" --threads "$2" 2>&1) || status=$?
  # 3 is the honest end of a scene whose purpose is a problem without a solution.
  if [[ $status -ne 0 && $status -ne 3 ]]; then
    echo "exit status $status: $(tail -n 1 <<<"$output")"
    return
  fi
  sed -n 's/.*state hash *:* *//p' <<<"$output"
}

while read -r scene; do
  one=$(hash_of "$scene" 1)
  count=$((count + 1))
  for threads in 2 8; do
    many=$(hash_of "$scene" "$threads")
    if [[ -z $one || $many != "$one" ]]; then
      echo "failed: $scene: 1 thread: '$one'; $threads threads: '$many'"
      failed=$((failed + 1))
    fi
  done
done < <(grep -lE '^tags:.*\bsmoke\b' -r "$scenes" --include='*.yaml' | sort)

echo "$count scenes with 1, 2 and 8 threads, $failed differences"
[[ $failed -eq 0 && $count -gt 0 ]]
