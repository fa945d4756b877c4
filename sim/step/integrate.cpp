#include <algorithm>
#include <atomic>
#include <cmath>

#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "dynamics/force_free_motion.h"
#include "sim/step/coast.h"
#include "sim/step/motor_drive.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// 0 · x is 0 only if x is finite.
template <class Vector>
bool finite(const Vector& x) {
  return (0 * x).sum() == 0;
}

// Computes v⁺ = v + Δv, with Δv in z, and q⁺. Returns false, without moving anything, if the result
// is not finite. The vector sizes are those of a free body, or dynamic.
template <int nv, int nq = nv>
bool move(const ModelRef& model, double h) {
  using Freedoms = Eigen::Map<Eigen::Matrix<double, nv, 1>>;
  using Coordinates = Eigen::Map<Eigen::Matrix<double, nq, 1>>;
  const auto freedoms = [](auto&& x) { return Freedoms(x.data(), x.size()); };
  const auto coordinates = [](auto&& x) { return Coordinates(x.data(), x.size()); };
  Freedoms v = freedoms(model.state.v()), v_next = freedoms(model.work.vectors.z());
  v_next += v;
  if (!finite(v_next)) return false;
  Coordinates q = coordinates(model.state.q()), q_next = coordinates(model.work.vectors.q_next());
  q_next = q;
  displace_tree(model, h, v_next.data(), q_next.data());
  freedoms(model.state.v_moved_before()) =
      model.state.undisturbed() > 0 ? freedoms(model.state.v_moved()) : v;
  freedoms(model.state.v_moved()) = v_next;
  v = v_next;
  model.work.invalidate_kinematics();
  integrate(*model.setup.kernel_skeleton, q_next.data(), v.data(), h, q_next.data());
  if (finite(q_next)) {
    q = q_next;
    return true;
  }
  v.setZero();
  return false;
}

// Moves a tree that coasts, starting with v' = v + Δv. Returns false and changes nothing if the
// motion is not finite.
bool move_coasting(const ModelRef& model, double h) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  StepVectors& vectors = model.work.vectors;
  StepVectors::Vector kicked = vectors.bias_velocity(), v_next = vectors.velocity_change(),
                      q_next = vectors.q_next();
  kicked = vectors.z();
  unwhiten(skeleton, *model.work.data, kicked.data());
  kicked += model.state.v();
  q_next = model.state.q();
  displace_tree(model, h, kicked.data(), q_next.data());
  v_next = kicked;
  model.work.rotation_parts = coast(model, h, q_next.data(), v_next.data());
  if (model.work.rotation_parts == 0 || !finite(q_next) || !finite(v_next)) return false;
  model.state.v_moved_before() =
      model.state.undisturbed() > 0 ? model.state.v_moved() : model.state.v();
  model.state.v_moved() = v_next;
  model.state.v() = v_next;
  model.state.q() = q_next;
  model.work.invalidate_kinematics();
  return true;
}

// Moves a tree by its whitened impulses z.
bool move_tree(const WorldModel& world, const StepIslands& islands, const ModelRef& model) {
  const double h = world.spec.step;
  const bool at_middle = world.spec.integrator == Integrator::kMidpoint;
  bool free_motion = false;
  if (!at_middle && model.work.coasts) {
    if (move_coasting(model, h)) return true;
    stop_coasting(world, model);
    if (!model.work.usable) return false;
  } else {
    free_motion = finish_undisturbed(world, islands, model);
  }
  if (model.work.change_known) {
    model.work.vectors.z() = model.work.vectors.velocity_change();
  } else if (free_motion) {
    model.work.vectors.z() = model.work.vectors.free_velocity_change();
  } else {
    unwhiten(*model.setup.kernel_skeleton, *model.work.data, model.work.vectors.z().data());
  }
  if (at_middle) return move_from_middle(world, model);
  const bool free = model.setup.kernel_skeleton->kind() != SkeletonKind::kArticulated;
  return free ? move<6, 7>(model, h) : move<Eigen::Dynamic>(model, h);
}

void count_steps(const ModelRef& model, int most) {
  model.state.set_undisturbed(model.work.usable ? std::min(model.state.undisturbed() + 1, most)
                                                : 0);
}

// Computes v⁺ and q⁺ of a tree. Returns false if it could not be moved.
bool integrate_tree(const WorldModel& world, WorldState& state, StepData& step, int tree) {
  const ModelRef model = tree_ref(world, state, step, tree);
  if (model.state.asleep()) {
    model.state.tau_external().setZero();
    return true;
  }
  if (model.work.usable) {
    model.work.usable = move_tree(world, step.islands, model);
  } else if (world.spec.integrator == Integrator::kMidpoint) {
    stay_at_start(model);
  }
  model.state.tau_external().setZero();
  if (world.spec.integrator == Integrator::kMidpoint) {
    count_steps(model, 2);  // impulses of lasting contacts change v smoothly
  } else {
    count_undisturbed_steps(step.islands, model);
  }
  return model.work.usable;
}

void raise(std::atomic<int>& greatest, int value) {
  int known = greatest;
  while (known < value && !greatest.compare_exchange_weak(known, value)) {
  }
}

}  // namespace

void count_undisturbed_steps(const StepIslands& islands, const ModelRef& model) {
  const int island = islands.set.island_of(model.setup.tree);
  const bool struck = island >= 0 && islands.flags[island].has_unilateral_impulse;
  count_steps(model, struck ? 1 : 2);
}

void report_stuck(const WorldModel& world, WorldState& state, StepData& step) {
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (model.work.usable || model.state.asleep()) continue;
    StepReport& report = step.report;
    if (report.stuck_models++ == 0) report.stuck_message = static_cast<int>(report.messages.size());
    step.report.messages.push_back("model '" + model.setup.name +
                                   "' could not be moved: its mass matrix or its motion is not "
                                   "finite; kept where it was before the step");
    ++step.report.failed_islands;
  }
}

void integrate_motion(const WorldModel& world, WorldState& state, StepData& step) {
  std::atomic<bool> stuck = false;
  std::atomic<int> flight_parts = 0, shortened = 0;
  step.workers.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    if (!integrate_tree(world, state, step, t)) stuck = true;
    if (tree_state(world, state, t).asleep()) return;
    const ModelScratch& work = tree_work(world, step, t);
    if (work.coasts) raise(flight_parts, work.rotation_parts);
    if (work.has_push_out && work.push_share < 1) ++shortened;
  });
  step.report.flight_parts = flight_parts;
  step.report.shortened_push_outs += shortened;
  if (stuck) report_stuck(world, state, step);
  close_step(world, state, step);
}

void close_step(const WorldModel& world, WorldState& state, StepData& step) {
  release_motors(world, state, step);
  finish_motors(world, state, step);
  advance_time(world, state, step);
}

void advance_time(const WorldModel& world, WorldState& state, StepData& step) {
  advance_drives(world, state);
  ++state.steps;
  state.time = static_cast<double>(state.steps) * world.spec.step + state.time_offset;
  step.report.step = state.steps;
  step.report.time = state.time;
}

}  // namespace cardan
