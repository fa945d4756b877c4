#include <cmath>

#include "cardan/error.h"
#include "sim/data/world_impl.h"
#include "sim/step/path_place.h"
#include "sim/step/stages.h"

namespace cardan {

double path_target(const TargetPath& path, double time) {
  const PathPlace<TargetKnot> place = place_on(path.knots, path, time);
  return place.from->target + place.s * (place.to->target - place.from->target);
}

void check_path(const TargetPath& path, const std::string& where) {
  for (std::size_t i = 0; i < path.knots.size(); ++i) {
    const TargetKnot& knot = path.knots[i];
    if (!std::isfinite(knot.time) || !std::isfinite(knot.target))
      throw Error("a time or target of the path is not finite", where);
    if (i > 0 && !(knot.time > path.knots[i - 1].time)) {
      throw Error("the times of the path do not ascend", where,
                  "each knot comes after the one before it");
    }
  }
}

// With the mean velocity over the step, the reference reaches the value of the path after the step.
void aim_scripted_targets(const WorldModel& world, WorldState& state, StepData& step) {
  const double h = world.spec.step;
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    for (const ScriptedTarget& scripted : model.setup.target_paths) {
      const double now = path_target(scripted.path, state.time);
      const double next = path_target(scripted.path, state.time + h);
      PdLaw law = model.state.laws()[static_cast<std::size_t>(scripted.dof)];
      const double velocity = (next - now) / h;
      if (law.target == now && law.velocity == velocity) continue;
      law.target = now;
      law.velocity = velocity;
      model.state.laws().set(static_cast<std::size_t>(scripted.dof), law);
      disturb(world, state, step, model);
    }
  }
}

}  // namespace cardan
