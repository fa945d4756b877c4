#!/bin/bash
# The kept counts of instructions can be read, name every run and stage, and stages are no more than their step.
#   test_counts.sh SOURCE_DIR
set -euo pipefail

cd "$1/bench/counts"
files=(*.csv)
if [[ ! -e ${files[0]} ]]; then
  echo "failed: no file in bench/counts (scripts/bench counts --write)"
  exit 1
fi
for file in "${files[@]}"; do
  awk -F, -v file="$file" '
    function fail(text) { print "failed: " file ":" NR ": " text; bad = 1 }
    /^#/ { next }
    !header { header = 1; if ($0 != "run,stage,instructions") fail("not the header: " $0); next }
    NF != 3 || $3 !~ /^[0-9]+$/ { fail("not a run, a stage and a whole number: " $0); next }
    ($1, $2) in count { fail("twice: " $1 "," $2) }
    { count[$1, $2] = $3; if ($2 != "step" && $1 !~ /^kernels/) stages[$1] += $3 }
    function need(run, stage) {
      if (!((run, stage) in count)) fail("lacks " run "," stage)
      else if (stage ~ /^(step|dynamics|rnea|aba)$/ && count[run, stage] < 100) fail(run "," stage " is next to nothing")
    }
    END {
      split("quadruped-pd quadruped-pd-25 quadruped-flight 666-first 666-rest spheres-100-budget", runs, " ")
      split("step dynamics detect constrain islands solve integrate remember", stage, " ")
      for (r in runs) {
        for (s in stage) need(runs[r], stage[s])
        if (stages[runs[r]] > count[runs[r], "step"]) fail("the stages of " runs[r] " are more than its step")
        if (stages[runs[r]] < 0.9 * count[runs[r], "step"]) fail("the stages of " runs[r] " are less than nine tenths of its step")
      }
      split("kernels-quadruped kernels-chain-100", kernels, " ")
      split("forward kinematics,rnea,crba,factor,aba", kernel, ",")
      for (r in kernels) for (s in kernel) need(kernels[r], kernel[s])
      exit bad
    }' "$file"
done
