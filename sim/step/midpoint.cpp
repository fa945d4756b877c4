#include <cmath>

#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "sim/step/coast.h"
#include "sim/step/stages.h"

// Integrator midpoint: half a step without forces, then forces and impulses in the middle, then the
// other half (docs/theory/midpoint.md).
namespace cardan {

namespace {

using Coordinates = Eigen::Map<VectorX>;

/// Moves a tree by half a step from (q, v).
void move_half(const ModelRef& model, double h, Coordinates& q, Coordinates& v) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (!model.work.coasts) return integrate(skeleton, q.data(), v.data(), 0.5 * h, q.data());
  model.work.rotation_parts = coast(model, 0.5 * h, q.data(), v.data());
  if (model.work.rotation_parts == 0) v.setConstant(std::nan(""));
}

bool finite(const Coordinates& x) { return (0 * x).sum() == 0; }

}  // namespace

void move_to_middle(const WorldModel& world, WorldState& state, StepData& step) {
  place_scripts_after(world, state, 0.5 * world.spec.step, step);
  step.workers.pool.for_each(world.num_trees(), [&](int t, int) {
    const ModelRef model = tree_ref(world, state, step, t);
    Coordinates q(model.state.q().data(), model.state.q().size()),
        v(model.state.v().data(), model.state.v().size());
    model.work.q_start = q;
    model.work.v_start = v;
    model.state.v_moved() = v;  // loops may have been projected since the last step
    model.work.coasts = !model.state.asleep() && must_coast(world, model);
    if (model.state.asleep()) return;  // it is at rest, even if it wakes in this step
    move_half(model, world.spec.step, q, v);
    model.work.invalidate_kinematics();
    if (finite(q) && finite(v)) return;
    stay_at_start(model);
  });
}

bool move_from_middle(const WorldModel& world, const ModelRef& model) {
  const double h = world.spec.step;
  Coordinates q(model.state.q().data(), model.state.q().size()),
      v(model.state.v().data(), model.state.v().size());
  v += model.work.vectors.z();
  if (!finite(v)) {
    stay_at_start(model);
    return false;
  }
  model.state.v_moved_before() = model.state.v_moved();
  model.state.v_moved() = v;
  displace_tree(model, h, v.data(), q.data());
  move_half(model, h, q, v);
  model.work.invalidate_kinematics();
  if (finite(q) && finite(v)) return true;
  stay_at_start(model);
  model.state.v().setZero();
  return false;
}

void stay_at_start(const ModelRef& model) {
  model.state.q() = model.work.q_start;
  model.state.v() = model.work.v_start;
  model.work.invalidate_kinematics();
}

}  // namespace cardan
