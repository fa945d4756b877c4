#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cardan/scene/scene.h"
#include "cardan/sim/record/recorder.h"
#include "cardan/sim/record/recording.h"
#include "support/temporary_directory.h"

/// Runs that are cut by saving a state and continued in another world.
namespace cardan::test {

/// All that a step leaves behind, bits of the state and counts of the report.
struct StepTrace {
  StepHashes hashes;
  double residual = 0, penetration = 0;
  int contacts = 0, islands = 0, iterations = 0, fallbacks = 0, dropped = 0, guarded = 0;
  std::uint64_t state_hash = 0;
  bool operator==(const StepTrace&) const = default;
};

inline StepTrace trace_step(const Scene& scene, World& world) {
  apply_forces(scene, world);
  const StepReport& report = world.step();
  return {step_hashes(world),
          report.worst_residual,
          report.max_penetration,
          report.contacts,
          static_cast<int>(report.islands.size()),
          report.iterations,
          report.fallbacks,
          report.dropped_rows,
          report.guarded_restitution,
          world.state_hash()};
}

/// Saves after each of `moments` (steps, ascending), runs on to `last`, then continues from every
/// saved state in a new world and expects an equal trace of every later step, `after` at
/// most. Returns how many of the moments were in contact.
inline int expect_equal_futures(const Scene& scene, const std::vector<int>& moments, int after) {
  const TemporaryDirectory folder;
  const auto file = [&](int moment) { return folder.file(std::to_string(moment).append(".h5")); };
  World world = make_world(scene);
  std::vector<StepTrace> traces;
  int in_contact = 0;
  const int last = moments.back() + after;
  for (int step = 0; step < last; ++step) {
    if (std::binary_search(moments.begin(), moments.end(), step)) {
      world.save_state(file(step));
      in_contact += !world.contacts().empty();
    }
    traces.push_back(trace_step(scene, world));
  }
  for (const int moment : moments) {
    World other = make_world(scene);
    other.restore_state(file(moment));
    EXPECT_EQ(other.steps(), moment);
    for (int step = moment; step < moment + after; ++step) {
      const StepTrace& expected = traces[static_cast<std::size_t>(step)];
      const StepTrace trace = trace_step(scene, other);
      if (trace == expected) continue;
      ADD_FAILURE() << scene.name << " restored at step " << moment << " differs in step "
                    << step + 1 << ": " << first_difference(expected.hashes, trace.hashes)
                    << "; residual " << expected.residual << " and " << trace.residual
                    << ", iterations " << expected.iterations << " and " << trace.iterations
                    << ", contacts " << expected.contacts << " and " << trace.contacts;
      break;
    }
  }
  return in_contact;
}

}  // namespace cardan::test
