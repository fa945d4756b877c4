#include <algorithm>
#include <atomic>

#include "cardan/energy.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "dynamics/force_free_motion.h"
#include "dynamics/kernels/free_body.h"
#include "sim/step/coast.h"
#include "sim/step/stages.h"

// Velocity products of trees on which impulses act: C is evaluated at (v + v⁺) / 2, which is known
// after a first solve (docs/theory/rotation.md).
namespace cardan {

namespace {

/// Evaluates C at (v + v⁺) / 2, which is the velocity at the time of q; free_motion.cpp could only
/// extrapolate v⁺. The step is then the symmetric leapfrog rule, whose energy does not drift.
void use_middle_velocity(const WorldModel& world, const ModelRef& model) {
  constexpr int kPasses = 2;
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  StepVectors::Vector z = model.work.vectors.z(), v_bias = model.work.vectors.bias_velocity(),
                      change = model.work.vectors.velocity_change();
  const Eigen::Map<const VectorX> bias(data.bias.data(), skeleton.nv());
  for (int pass = 0; pass < kPasses; ++pass) {
    change = z;
    unwhiten(skeleton, data, change.data());
    v_bias = model.state.v() + 0.5 * change;
    change = bias;
    forward_velocities(skeleton, data, v_bias.data());
    bias_forces(skeleton, data, v_bias.data(), world.spec.gravity);
    change = world.spec.step * (change - bias);
    whiten(skeleton, data, change.data());
    z += change;
  }
  forward_velocities(skeleton, data, model.state.v().data());
  model.work.change_known = false;
  model.work.corrected = true;
}

/// True if C(q, v) at another velocity of the step differs too little to matter: the error of a
/// slower turn is below that of a step of first order. `midpoint` is of second order at any speed.
bool is_slow(const WorldModel& world, const ModelRef& model) {
  if (world.spec.integrator == Integrator::kMidpoint) return false;
  return world.spec.step * fastest_turn(*model.setup.kernel_skeleton, *model.work.data) <=
         kSlowTurn;
}

/// Change of z0 that requires a second solve, as a fraction of √(2 T).
constexpr double kShareOfMotion = 1e-4;

/// Writes C(q, (v + v⁺) / 2) to data.bias. velocity_change: scratch.
void compute_bias_in_middle(const ModelRef& model, const Vector3& gravity) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  StepVectors::Vector middle = model.work.vectors.velocity_change();
  middle = model.work.vectors.z();
  unwhiten(skeleton, data, middle.data());
  middle += model.state.v();
  // The velocity that moved the tree to q, before a projection changed it.
  middle =
      0.5 * (middle + (model.state.undisturbed() > 0 ? model.state.v_moved() : model.state.v()));
  forward_velocities(skeleton, data, middle.data());
  bias_forces(skeleton, data, middle.data(), gravity);
  forward_velocities(skeleton, data, model.state.v().data());
}

/// Writes the change of z0 due to velocity products at (v + v⁺) / 2 to velocity_change.
StepVectors::Vector correction(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  StepVectors::Vector change = model.work.vectors.velocity_change();
  StepVectors::Vector used = model.work.vectors.bias_velocity();
  const Eigen::Map<const VectorX> bias(data.bias.data(), skeleton.nv());
  used = bias;
  compute_bias_in_middle(model, world.spec.gravity);
  change = world.spec.step * (used - bias);
  whiten(skeleton, data, change.data());
  return change;
}

/// True if z0 has changed so much that the island of the tree has to be solved again.
bool correct(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (skeleton.kind() == SkeletonKind::kIsotropicBody || model.work.coasts) return false;
  const Data& data = *model.work.data;
  if (is_slow(world, model)) return false;
  const double twice_energy = 2 * kinetic_energy(skeleton, data, model.state.v().data());
  const StepVectors::Vector change = correction(world, model);
  model.work.change_known = false;
  if (change.squaredNorm() <= kShareOfMotion * kShareOfMotion * twice_energy) return false;
  model.work.vectors.z0() += change;
  return true;
}

}  // namespace

bool finish_undisturbed(const WorldModel& world, const StepIslands& islands,
                        const ModelRef& model) {
  model.work.corrected = false;
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (skeleton.kind() != SkeletonKind::kArticulated || model.work.coasts) return false;
  if (islands.set.island_of(model.setup.tree) >= 0) return false;
  if (model.work.has_shift || model.work.has_push_out || model.setup.script) return false;
  if (is_slow(world, model)) return true;
  use_middle_velocity(world, model);
  return false;
}

void correct_velocity_products(const WorldModel& world, WorldState& state, StepData& step) {
  const int count = step.islands.size();
  step.islands.stale.assign(static_cast<std::size_t>(count), 0);
  std::atomic<bool> any = false;
  step.workers.pool.for_each(count, [&](int island, int) {
    for (const int t : step.islands.set[island].trees) {
      const ModelRef model = tree_ref(world, state, step, t);
      if (!model.work.usable || !correct(world, model)) continue;
      step.islands.stale[island] = 1;
      any = true;
    }
  });
  if (!any) return;
  step.report.corrected_islands +=
      static_cast<int>(std::count(step.islands.stale.begin(), step.islands.stale.end(), 1));
  solve_stale_islands(world, state, step);
}

}  // namespace cardan
