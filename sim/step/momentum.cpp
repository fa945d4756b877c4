// Momentum of groups of trees on which nothing outside acts (docs/theory/rotation.md#groups).
#include <algorithm>
#include <cmath>

#include "cardan/energy.h"
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

/// The motion of trees as a whole.
struct GroupMotion {
  double mass = 0;
  Vector3 center = Vector3::Zero();    ///< centre of mass [m]
  Vector3 velocity = Vector3::Zero();  ///< of the centre of mass [m/s]
  Vector3 spin = Vector3::Zero();      ///< angular momentum about the centre of mass [kg m²/s]
  Matrix3 inertia = Matrix3::Zero();   ///< about the centre of mass, axes of W [kg m²]
};

// Calls use(skeleton, data) for each tree.
template <class Use>
void for_each_tree(const WorldModel& world, const StepData& step, std::span<const int> trees,
                   const Use& use) {
  for (const int t : trees) {
    const ModelSetup& setup = *world.models[static_cast<std::size_t>(world.trees[t])];
    use(*setup.kernel_skeleton, *tree_work(world, step, t).data);
  }
}

// Calls use(i, centre of mass, velocity there) for each body i of a tree.
template <class Use>
void for_each_body(const Skeleton& skeleton, const Data& data, const Use& use) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const Vector3 c = data.pose(i) * skeleton.inertia[i].com;
    use(i, c, data.velocity_at(i, c));
  }
}

// Far from the origin of W, sums about the centre of mass keep their digits.
GroupMotion motion_of(const WorldModel& world, const StepData& step, std::span<const int> trees) {
  GroupMotion group;
  for_each_tree(world, step, trees, [&](const Skeleton& skeleton, const Data& data) {
    for_each_body(skeleton, data, [&](int i, const Vector3& c, const SpatialVelocity& V) {
      const double mass = skeleton.inertia[i].mass;
      group.mass += mass;
      group.center += mass * c;
      group.velocity += mass * V.linear;
    });
  });
  group.center /= group.mass;
  group.velocity /= group.mass;
  for_each_tree(world, step, trees, [&](const Skeleton& skeleton, const Data& data) {
    group.inertia += locked_inertia(skeleton, data, group.center);
    for_each_body(skeleton, data, [&](int i, const Vector3& c, const SpatialVelocity& V) {
      const SpatialInertia& body = skeleton.inertia[i];
      const Matrix3 R = data.pose(i).R;
      group.spin += R * body.inertia * (R.transpose() * V.angular) +
                    body.mass * (c - group.center).cross(V.linear - group.velocity);
    });
  });
  return group;
}

void place(const ModelRef& model, const double* q, const double* v) {
  forward_kinematics(*model.setup.kernel_skeleton, *model.work.data, q, v);
}

void place_trees(const WorldModel& world, WorldState& state, StepData& step,
                 std::span<const int> trees) {
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    place(model, model.state.q().data(), model.state.v().data());
  }
}

// With `midpoint`, the state is that of the middle of the step.
GroupMotion motion_at_start(const WorldModel& world, WorldState& state, StepData& step,
                            std::span<const int> trees) {
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    place(model, model.work.q_start.data(), model.work.v_start.data());
  }
  GroupMotion motion = motion_of(world, step, trees);
  place_trees(world, state, step, trees);
  return motion;
}

// Sets the momentum at the start of the step plus the impulse of the forces from outside: those on
// the bases, and weight, which has no moment about the centre of mass.
void set_wanted(const WorldModel& world, WorldState& state, StepData& step,
                std::span<const int> trees, MomentumGroup& group) {
  const bool at_middle = world.spec.integrator == Integrator::kMidpoint;
  const double h = world.spec.step;
  place_trees(world, state, step, trees);
  GroupMotion motion = motion_of(world, step, trees);
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
  place_trees(world, state, step, trees);
  const GroupMotion found = motion_of(world, step, trees);
  double energy = 0;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    energy +=
        kinetic_energy(*model.setup.kernel_skeleton, *model.work.data, model.state.v().data());
  }
  const Eigen::LDLT<Matrix3> inertia(found.inertia);
  const SpatialVelocity removed{inertia.solve(found.spin), found.velocity},
      added{inertia.solve(wanted.spin), wanted.velocity};
  const auto rigid_energy = [&](const SpatialVelocity& V, const Vector3& spin) {
    return 0.5 * (found.mass * V.linear.squaredNorm() + spin.dot(V.angular));
  };
  const double least = kRounding * energy;
  const double rest = energy - rigid_energy(removed, found.spin),
               rest_wanted = energy - rigid_energy(added, wanted.spin);
  const double scale = rest > least ? std::sqrt(std::max(rest_wanted, 0.0) / rest) : 1;
  const Vector3 shift = wanted.center - found.center;
  if (!std::isfinite(scale) || !added.angular.allFinite() || !removed.angular.allFinite() ||
      !added.linear.allFinite() || !shift.allFinite())
    return;
  for (const int t : trees) {
    const ModelRef model = tree_ref(world, state, step, t);
    const Vector3 arm = model.work.data->O_W - found.center;
    const SpatialVelocity before = removed.shifted(arm), after = added.shifted(arm);
    model.state.q().head<3>() += shift;
    auto v = model.state.v();
    v.head<3>() -= before.angular;
    v.segment<3>(3) -= before.linear;
    v *= scale;
    v.head<3>() += after.angular;
    v.segment<3>(3) += after.linear;
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
