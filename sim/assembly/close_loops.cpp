#include "sim/assembly/close_loops.h"

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/number_text.h"
#include "sim/assembly/change_pairing.h"
#include "sim/assembly/loop_parts.h"
#include "sim/data/change_log.h"
#include "sim/data/renumber.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// A larger opening at the start is noted; a larger opening after closing is an error [m, rad].
constexpr double kOpen = 1e-9;

// Largest |φ| of each loop in the current posture.
std::vector<double> open_gaps(World::Impl& world) {
  std::vector<Tree> trees;
  trees.reserve(world.model.trees.size());
  for (int t = 0; t < world.model.num_trees(); ++t) {
    const ModelRef model = tree_ref(world.model, world.state, world.step, t);
    ensure_kinematics(model);
    trees.push_back({model.setup.skeleton.get(), &*model.work.data, model.state.q().data(),
                     model.state.v().data(), nullptr});
  }
  std::vector<double> gaps;
  gaps.reserve(world.step.loops.loops.size());
  for (const Loop& loop : world.step.loops.loops) {
    double phi[LoopConstraint::kMaxRows] = {};
    compute_loop_error(loop, trees, phi);
    gaps.push_back(*std::max_element(phi, phi + loop_rows(loop.kind),
                                     [](double x, double y) { return std::abs(x) < std::abs(y); }));
    // The slack of a rope is not a gap.
    gaps.back() = loop.kind == LoopKind::kRope ? std::max(-phi[0], 0.0) : std::abs(gaps.back());
  }
  return gaps;
}

std::string unit_of(LoopKind kind) {
  if (kind == LoopKind::kWeld || kind == LoopKind::kGear) return " m or rad";
  return " m";
}

void require_closed(const World::Impl& world, const std::vector<double>& before,
                    const std::vector<double>& after) {
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i] <= kOpen || !world.step.loops.loops[i].projected()) continue;
    const std::string unit = unit_of(world.step.loops.loops[i].kind);
    std::string what = "the loop cannot be closed: a gap of ";
    what.append(number_text(after[i], 3)).append(unit).append(" is left of ");
    what.append(number_text(before[i], 3)).append(unit).append(" at the start");
    throw Error(what, world.model.loop_records[i].name,
                "start from joint positions closer to the closed loop, or check its frames");
  }
}

}  // namespace

void view_movable_trees(World::Impl& world) {
  world.step.loops.movable_trees.clear();
  for (int t = 0; t < world.model.num_trees(); ++t) {
    const ModelRef model = tree_ref(world.model, world.state, world.step, t);
    world.step.loops.movable_trees.push_back({model.setup.skeleton.get(), &*model.work.data,
                                              model.state.q().data(), model.state.v().data()});
  }
}

// Closes all loops, or throws and restores every model. Returns how far each was open [m, rad].
std::vector<double> close_all(World::Impl& world) {
  place_scripts(world.model, world.state, world.step);
  arrive_loop_ends(world.model, world.step);
  const ModelStates start = world.state.models;
  std::vector<double> before = open_gaps(world);
  for (std::size_t i = 0; i < world.step.loops.groups.size(); ++i) {
    LoopProjection& group = *world.step.loops.groups[i];
    world.step.loops.results[i] =
        group.assemble(world.step.loops.loops, world.step.loops.movable_trees);
    for (const int t : group.trees()) {
      const ModelRef model = tree_ref(world.model, world.state, world.step, t);
      model.work.invalidate_kinematics();
      model.state.set_undisturbed(0);
    }
  }
  const std::vector<double> after = open_gaps(world);
  try {
    require_closed(world, before, after);
  } catch (const Error&) {
    world.state.models = start;
    for (const auto& work : world.step.models) work->invalidate_kinematics();
    throw;
  }
  for (std::size_t i = 0; i < after.size(); ++i) world.step.loops.infos[i].error = after[i];
  return before;
}

void note_what_was_open(World::Impl& world, const std::vector<double>& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] <= kOpen || !world.step.loops.loops[i].projected()) continue;
    std::string message = "was open by ";
    message.append(number_text(before[i], 3)).append(unit_of(world.step.loops.loops[i].kind));
    message.append(" at the start; the models were moved to close it");
    world.findings.add({Severity::kWarning, "", 0, world.model.loop_records[i].name, message});
  }
}

// Undoes a change that failed. Models are asleep again as in the saved state.
void put_back(const WorldState& kept, World::Impl& world) {
  world.state = kept;
  for (const int model : world.model.trees) world.step.model(model).invalidate_kinematics();
  rest_sleepers(world.model, world.state, world.step);
}

void World::close_loops() {
  Impl& world = impl();
  require_between_steps(world, "close_loops");
  const WorldState kept = world.state;
  wake_all(world.model, world.state, world.step);
  view_movable_trees(world);
  try {
    close_all(world);
  } catch (const Error&) {
    put_back(kept, world);
    throw;
  }
  log_change(world, ChangeKind::kCloseLoops, [](ChangeWriter&) {});
}

}  // namespace cardan
