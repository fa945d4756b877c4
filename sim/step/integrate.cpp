#include "cardan/dynamics/integrate.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// 0 · x is 0 of finite numbers alone.
template <class Vector>
bool finite(const Vector& x) {
  return (0 * x).sum() == 0;
}

// v⁺ = v + Δv, which z holds, and q⁺. False, and nothing moves: that is not finite. Sizes are those
// of a free body, or dynamic.
template <int nv, int nq = nv>
bool move(Model::Impl& model, double h) {
  using Freedoms = Eigen::Map<Eigen::Matrix<double, nv, 1>>;
  using Coordinates = Eigen::Map<Eigen::Matrix<double, nq, 1>>;
  const auto freedoms = [](VectorX& x) { return Freedoms(x.data(), x.size()); };
  const auto coordinates = [](VectorX& x) { return Coordinates(x.data(), x.size()); };
  Freedoms v = freedoms(model.state.v), v_next = freedoms(model.z);
  v_next += v;
  if (!finite(v_next)) return false;
  model.v_moved_before.swap(model.v_moved);
  freedoms(model.v_moved) = v_next;
  v = v_next;
  model.kinematics_current = false;
  model.bias_current = false;
  Coordinates q = coordinates(model.state.q), q_next = coordinates(model.q_next);
  q_next = q;
  if (model.has_push_out) {
    unwhiten(*model.kernel_skeleton, *model.data, model.z_push.data());
    model.z_push += model.state.v;
  }
  const VectorX& v_q = model.has_push_out ? model.z_push : model.state.v;
  integrate(*model.kernel_skeleton, q.data(), v_q.data(), h, q_next.data());
  if (finite(q_next)) {
    q = q_next;
    return true;
  }
  v.setZero();
  return false;
}

// A motor row whose impulse came well inside its bounds goes back into M̂ in the next step.
void release_motors(World::Impl& world) {
  constexpr double kReleaseFraction = 0.9;
  if (world.constraints.motors.empty()) return;
  for (int i = 0; i < world.islands.size(); ++i) {
    if (!world.flags[i].has_other_rows) continue;
    const IslandWork& work = *world.works[i];
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kMotor) continue;
      const MotorConstraint& motor = world.constraints.motors[block.constraint];
      if (std::abs(work.lambda_C[block.row]) > kReleaseFraction * block.hi) continue;
      JointLaws& laws = world.trees[motor.tree]->laws;
      PdLaw law = laws[motor.dof];
      law.as_row = false;
      laws.set(motor.dof, law);
    }
  }
}

// v⁺ and q⁺ of a tree. False: it could not be moved.
bool integrate_tree(const World::Impl& world, int tree) {
  const double h = world.spec.step;
  Model::Impl& model = *world.trees[tree];
  model.tau_external.setZero();
  if (model.asleep) return true;
  if (model.usable) {
    if (model.change_known) {
      model.z.swap(model.diagonal);
    } else {
      unwhiten(*model.kernel_skeleton, *model.data, model.z.data());
    }
    const bool free = model.kernel_skeleton->kind() != SkeletonKind::kArticulated;
    model.usable = free ? move<6, 7>(model, h) : move<Eigen::Dynamic>(model, h);
  }
  count_undisturbed_steps(world, tree);
  return model.usable;
}

}  // namespace

void count_undisturbed_steps(const World::Impl& world, int tree) {
  Model::Impl& model = *world.trees[tree];
  const int island = world.islands.island_of(tree);
  const bool struck = island >= 0 && world.flags[island].has_unilateral_impulse;
  const int most = struck ? 1 : 2;
  model.undisturbed = model.usable ? std::min(model.undisturbed + 1, most) : 0;
}

void report_stuck(World::Impl& world) {
  for (Model::Impl* model : world.trees) {
    if (model->usable || model->asleep) continue;
    StepReport& report = world.report;
    if (report.stuck_models++ == 0) report.stuck_message = static_cast<int>(report.messages.size());
    world.report.messages.push_back("model '" + model->name +
                                    "' could not be moved: its mass matrix or its motion is not "
                                    "finite; kept where it was before the step");
    ++world.report.failed_islands;
  }
}

void integrate_motion(World::Impl& world) {
  std::atomic<bool> stuck = false;
  world.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    if (!integrate_tree(world, t)) stuck = true;
  });
  if (stuck) report_stuck(world);
  close_step(world);
}

void close_step(World::Impl& world) {
  release_motors(world);
  advance_time(world);
}

void advance_time(World::Impl& world) {
  ++world.steps;
  world.time = static_cast<double>(world.steps) * world.spec.step + world.time_offset;
  world.report.step = world.steps;
  world.report.time = world.time;
}

}  // namespace cardan
