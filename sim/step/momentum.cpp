// Momentum of groups of trees on which nothing outside acts (docs/theory/rotation.md#groups).
#include <algorithm>

#include "cardan/dynamics/energy.h"
#include "cardan/dynamics/force_free_motion.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

bool floats(const ModelRef& model) {
  return model.work.usable && !model.state.asleep() && !model.setup.script &&
         keeps_momentum(*model.setup.kernel_skeleton);
}

// True if the motion of the tree alone does not keep its momentum up to rounding.
bool may_lose_momentum(const ModelRef& model) {
  if (model.work.on_exact_loop) return true;
  return model.setup.kernel_skeleton->kind() == SkeletonKind::kArticulated && !model.work.coasts;
}

SpatialForce& operator+=(SpatialForce& sum, const SpatialForce& other) {
  sum.moment += other.moment;
  sum.force += other.force;
  return sum;
}

// Momentum at the start of the step plus the impulse of the forces from outside, about the origin
// of W. They act on the base, and weight at the centre of mass of the detection.
SpatialForce wanted_momentum(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const double h = world.spec.step;
  const bool at_middle = world.spec.integrator == Integrator::kMidpoint;
  const Vector3 center = center_of_mass(skeleton, data);
  const StepVectors::Vector tau = model.state.tau(), external = model.state.tau_external();
  SpatialForce impulse{h * (tau + external).head<3>(), h * (tau + external).segment<3>(3)};
  impulse = impulse.shifted(-data.O_W);
  const Vector3 weight = h * skeleton.total_mass() * world.spec.gravity;
  impulse += SpatialForce{center.cross(weight), weight};
  forward_kinematics(skeleton, data, at_middle ? model.work.q_start.data() : model.state.q().data(),
                     at_middle ? model.work.v_start.data() : model.state.v().data());
  SpatialForce sum = momentum(skeleton, data);
  sum += impulse;
  if (at_middle) {
    forward_kinematics(skeleton, data, model.state.q().data(), model.state.v().data());
  }
  return sum;
}

// Adds the rigid motion that gives the trees together the wanted momentum.
void restore(const WorldModel& world, WorldState& state, StepData& step, std::span<const int> trees,
             const SpatialForce& wanted) {
  SpatialForce missing = wanted;
  SpatialInertia whole;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable) return;
    const Skeleton& skeleton = *model.setup.kernel_skeleton;
    Data& data = *model.work.data;
    forward_kinematics(skeleton, data, model.state.q().data(), model.state.v().data());
    const SpatialForce found = momentum(skeleton, data);
    missing += SpatialForce{-found.moment, -found.force};
    for (int i = 0; i < skeleton.num_bodies(); ++i)
      whole = whole + skeleton.inertia[static_cast<std::size_t>(i)].transformed(data.pose(i));
  }
  const Vector3 angular = whole.inertia.ldlt().solve(missing.shifted(whole.com).moment);
  const SpatialVelocity motion{angular, missing.force / whole.mass};
  if (!motion.angular.allFinite() || !motion.linear.allFinite()) return;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    const SpatialVelocity at_base = motion.shifted(model.work.data->O_W - whole.com);
    model.state.v().head<3>() += at_base.angular;
    model.state.v().segment<3>(3) += at_base.linear;
    model.work.invalidate_kinematics();
  }
}

std::span<const int> trees_of(const StepData& step, const MomentumGroup& group) {
  if (group.island < 0) return {&group.tree, 1};
  return step.islands.set[group.island].trees;
}

}  // namespace

void note_momentum(const WorldModel& world, WorldState& state, StepData& step) {
  step.momentum_groups.clear();
  const auto add = [&](const MomentumGroup& candidate) {
    const std::span<const int> trees = trees_of(step, candidate);
    const auto all_float = [&](int t) { return floats(tree_ref(world, state, step, t)); };
    const auto can_lose = [&](int t) { return may_lose_momentum(tree_ref(world, state, step, t)); };
    if (!std::any_of(trees.begin(), trees.end(), can_lose) ||
        !std::all_of(trees.begin(), trees.end(), all_float))
      return;
    if (candidate.island >= 0 &&
        is_pushed_from_outside(step, *step.islands.works[candidate.island]))
      return;
    MomentumGroup group = candidate;
    for (const int t : trees)
      group.momentum += wanted_momentum(world, tree_ref(world, state, step, t));
    step.momentum_groups.push_back(group);
  };
  for (int i = 0; i < step.islands.size(); ++i) add({i, -1, {}});
  for (int t = 0; t < world.num_trees(); ++t)
    if (step.islands.set.island_of(t) < 0) add({-1, t, {}});
}

void restore_momentum(const WorldModel& world, WorldState& state, StepData& step) {
  for (const MomentumGroup& group : step.momentum_groups)
    restore(world, state, step, trees_of(step, group), group.momentum);
}

}  // namespace cardan
