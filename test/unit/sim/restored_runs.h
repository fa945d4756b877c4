#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cardan/recording.h"
#include "cardan/scene.h"
#include "test/support/kept_state.h"

/// Tests of runs whose state is kept at some moments and continued in another world.
namespace cardan::test {

/// All results of a step: bits of the state and counts of the report.
struct StepTrace {
  StepHashes hashes;
  StepFigures figures;
  std::size_t islands = 0;
  std::uint64_t state_hash = 0;
  bool operator==(const StepTrace&) const = default;
};

inline StepTrace trace_step(World& world) {
  const StepReport& report = world.step();
  return {step_hashes(world), report, report.islands.size(), world.state_hash()};
}

/// The state at a time of a run, in every form from which a run can be continued.
struct Cut {
  int moment = 0;
  std::vector<std::unique_ptr<KeptState>> states;  ///< one per form
  std::unique_ptr<World> clone;
};

inline Cut cut(const World& world, int moment) {
  Cut cut{moment, {}, std::make_unique<World>(world.clone())};
  for (const StateForm form : kStateForms)
    cut.states.push_back(std::make_unique<KeptState>(form, world));
  return cut;
}

/// Expects the traces of the steps that follow a moment; `how` names the continued run.
inline void expect_traces(const Scene& scene, World& world, const std::vector<StepTrace>& traces,
                          int moment, int after, const std::string& how) {
  EXPECT_EQ(world.steps(), moment) << how;
  for (int step = moment; step < moment + after; ++step) {
    const StepTrace& expected = traces[static_cast<std::size_t>(step)];
    const StepTrace trace = trace_step(world);
    if (trace == expected) continue;
    ADD_FAILURE() << scene.name << " continued by " << how << " at step " << moment
                  << " differs in step " << step + 1 << ": "
                  << first_difference(expected.hashes, trace.hashes) << "; residual "
                  << expected.figures.worst_residual << " and " << trace.figures.worst_residual
                  << ", iterations " << expected.figures.iterations << " and "
                  << trace.figures.iterations << ", contacts " << expected.figures.contacts
                  << " and " << trace.figures.contacts;
    return;
  }
}

/// Keeps the state of a run at each of `moments` (steps, ascending) and continues to `after` steps
/// behind the last. Then continues from every moment: in new worlds from a file, from memory and
/// from bytes, in the clone, and from memory in the first world. Expects equal traces of up to
/// `after` later steps. Returns how many of the moments were in contact.
inline int expect_equal_futures(const Scene& scene, const std::vector<int>& moments, int after) {
  World world = make_world(scene);
  std::vector<StepTrace> traces;
  std::vector<Cut> cuts;
  int in_contact = 0;
  const int last = moments.back() + after;
  for (int step = 0; step < last; ++step) {
    if (std::binary_search(moments.begin(), moments.end(), step)) {
      cuts.push_back(cut(world, step));
      in_contact += !world.contacts().empty();
    }
    traces.push_back(trace_step(world));
  }
  for (const Cut& cut : cuts) {
    for (std::size_t form = 0; form < cut.states.size(); ++form) {
      World other = make_world(scene);
      cut.states[form]->restore(other);
      expect_traces(scene, other, traces, cut.moment, after, name_of(kStateForms[form]));
    }
    expect_traces(scene, *cut.clone, traces, cut.moment, after, "its clone");
    cut.states[1]->restore(world);
    expect_traces(scene, world, traces, cut.moment, after, "memory in the same world");
  }
  return in_contact;
}

}  // namespace cardan::test
