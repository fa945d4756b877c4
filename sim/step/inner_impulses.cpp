#include <algorithm>

#include "cardan/sim/step/free_flight_internal.h"
#include "cardan/sim/step/inner_impulses_internal.h"

namespace cardan {

namespace {

template <class Rows>
bool are_within(const std::span<const int>& indices, const Rows& rows, int tree) {
  return std::all_of(indices.begin(), indices.end(),
                     [&](int i) { return rows[i].a.tree == tree && rows[i].b.tree == tree; });
}

bool is_undamped(const DofProperties& dof) { return dof.damping == 0; }

}  // namespace

bool has_inner_impulses_alone(const WorldModel& world, const StepData& step,
                              const ConstModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const int tree = model.setup.tree, island = step.islands.set.island_of(tree);
  if (island < 0 || skeleton.kind() != SkeletonKind::kArticulated) return false;
  if (!keeps_momentum(skeleton)) return false;
  if (!std::all_of(skeleton.dof.begin(), skeleton.dof.begin() + 6, is_undamped)) return false;
  const Island& rows = step.islands.set[island];
  return rows.trees.size() == 1 &&
         world.spec.step * fastest_turn(skeleton, *model.work.data) > kSlowTurn &&
         are_within(rows.contacts, step.rows.constraints.contacts, tree) &&
         are_within(rows.loops, step.rows.constraints.loops, tree);
}

CentralMomentum momentum_after_step(const WorldModel& world, const ConstModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const double h = world.spec.step, mass = skeleton.total_mass();
  CentralMomentum motion = central_momentum(skeleton, *model.work.data);
  const Vector6 efforts = model.state.tau().head<6>() + model.state.tau_external().head<6>();
  const SpatialForce outer = SpatialForce{efforts.head<3>(), efforts.tail<3>()}.shifted(
      motion.center - model.work.data->O_W);
  motion.momentum.moment += h * outer.moment;
  motion.momentum.force += h * (outer.force + mass * world.spec.gravity);
  motion.center += h / mass * motion.momentum.force;
  return motion;
}

}  // namespace cardan
