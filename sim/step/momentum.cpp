// Momentum of groups of trees on which nothing outside acts (docs/theory/rotation.md#groups).
#include <algorithm>
#include <cmath>

#include "cardan/kinematics.h"
#include "cardan/model_spec.h"
#include "dynamics/force_free_motion.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// True if only forces on the base and contacts from outside change the momentum of the tree.
bool floats(const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (!model.work.usable || model.state.asleep() || model.setup.script || !keeps_momentum(skeleton))
    return false;
  return std::none_of(skeleton.dof.begin(), skeleton.dof.begin() + 6,
                      [](const DofProperties& dof) { return dof.damping > 0 || dof.friction > 0; });
}

// True if the step does not keep the momentum up to rounding. A push-out moves trees by more than
// their velocities, which changes the angular momentum of their group.
bool may_lose_momentum(const ModelRef& model) {
  if (model.work.on_exact_loop || model.work.has_push_out) return true;
  return model.setup.kernel_skeleton->kind() == SkeletonKind::kArticulated && !model.work.coasts;
}

// Needs kinematics with v.
CentralMotion motion_of(const WorldModel& world, WorldState& state, StepData& step,
                        std::span<const int> trees) {
  CentralMotion group;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    ensure_kinematics(model);
    group += central_motion(*model.setup.kernel_skeleton, *model.work.data, model.state.v().data());
  }
  return group;
}

// With `midpoint`, the state is that of the middle of the step.
CentralMotion motion_at_start(const WorldModel& world, WorldState& state, StepData& step,
                              std::span<const int> trees) {
  CentralMotion group;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    const Skeleton& skeleton = *model.setup.kernel_skeleton;
    Data& data = *model.work.data;
    const double* v = model.work.v_start.data();
    forward_kinematics(skeleton, data, model.work.q_start.data(), v);
    group += central_motion(skeleton, data, v);
    forward_kinematics(skeleton, data, model.state.q().data(), model.state.v().data());
  }
  return group;
}

// Sets the momentum at the start of the step plus the impulse of the forces from outside: those on
// the bases, and weight, which has no moment about the centre of mass.
void set_wanted(const WorldModel& world, WorldState& state, StepData& step,
                std::span<const int> trees, MomentumGroup& group) {
  const bool at_middle = world.spec.integrator == Integrator::kMidpoint;
  const double h = world.spec.step;
  CentralMotion motion = motion_of(world, state, step, trees);
  Vector3 force = motion.mass * world.spec.gravity, moment = Vector3::Zero();
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    const auto on_base = [&](int first) -> Vector3 {
      return model.state.tau().segment<3>(first) + model.state.tau_external().segment<3>(first);
    };
    force += on_base(3);
    moment += on_base(0) + (model.work.data->O_W - motion.center).cross(on_base(3));
  }
  if (at_middle) motion = motion_at_start(world, state, step, trees);
  group.velocity = motion.velocity + h * force / motion.mass;
  // With `midpoint`, the first half of the step moves with the old velocity.
  group.center = motion.center + h * (at_middle ? Vector3(0.5 * (motion.velocity + group.velocity))
                                                : group.velocity);
  group.spin = motion.spin + h * moment;
}

// Moves the centre of mass onto its path, and gives the trees together the wanted momentum as one
// rigid body. The rest of their motion is scaled so that their kinetic energy stays.
void restore(const WorldModel& world, WorldState& state, StepData& step, std::span<const int> trees,
             const MomentumGroup& wanted) {
  constexpr double kRounding = 1e-12;
  for (const int t : trees)
    if (!tree_work(world, step, t).usable) return;
  const CentralMotion found = motion_of(world, state, step, trees);
  const Eigen::LDLT<Matrix3> inertia(found.inertia);
  const SpatialVelocity removed{inertia.solve(found.spin), found.velocity},
      added{inertia.solve(wanted.spin), wanted.velocity};
  const double turn = 0.5 * found.spin.dot(removed.angular);
  const double rest = found.inner_energy - turn;
  const double rest_wanted =
      rest + turn - 0.5 * wanted.spin.dot(added.angular) +
      0.5 * found.mass * (found.velocity - wanted.velocity).dot(found.velocity + wanted.velocity);
  const double scale =
      rest > kRounding * found.energy() ? std::sqrt(std::max(rest_wanted, 0.0) / rest) : 1;
  const Vector3 shift = wanted.center - found.center;
  if (!std::isfinite(scale) || !added.angular.allFinite() || !removed.angular.allFinite() ||
      !added.linear.allFinite() || !shift.allFinite())
    return;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    Data& data = *model.work.data;
    replace_rigid_motion(data, found.center, removed, scale, added, model.state.v());
    auto p = model.state.q().head<3>();
    p += shift;
    // The kinematics stay current: a shift changes only the reference point.
    data.O_W = p;
    forward_velocities(*model.setup.kernel_skeleton, data, model.state.v().data());
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
    if (candidate.island >= 0 && step.islands.flags[candidate.island].answered_directly) return;
    if (candidate.island >= 0 &&
        is_pushed_from_outside(world, step, *step.islands.works[candidate.island]))
      return;
    MomentumGroup group = candidate;
    set_wanted(world, state, step, trees, group);
    step.momentum_groups.push_back(group);
  };
  for (int i = 0; i < step.islands.size(); ++i) add({i, -1});
  for (int t = 0; t < world.num_trees(); ++t)
    if (step.islands.set.island_of(t) < 0) add({-1, t});
}

void restore_momentum(const WorldModel& world, WorldState& state, StepData& step) {
  for (const MomentumGroup& group : step.momentum_groups)
    restore(world, state, step, trees_of(step, group), group);
}

}  // namespace cardan
