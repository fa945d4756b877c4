#include "sim/step/tension.h"

#include <cmath>
#include <cstdio>

#include "constraint/rows/base_rows.h"
#include "sim/step/stages.h"

// Tension gives trees fast transverse modes (docs/theory/tension.md).
namespace cardan {

namespace {

// The mode is estimated in one of this many steps. The first estimate is in the second step,
// because loops have no forces before it.
constexpr int kEstimateEvery = 64;

bool is_watched(const ConstModelRef& model) {
  return model.work.tension.work && !model.state.asleep();
}

bool has_estimate(const WorldModel& world, const WorldState& state) {
  return state.steps % kEstimateEvery == 1 && world.num_trees() > 0;
}

Vector3 loop_force(const WorldState& state, const LoopConstraint& loop, double h) {
  Vector3 force = Vector3::Zero();
  for (int row = 0; row < loop.rows; ++row) {
    const ConstraintMemory::Entry* entry =
        find_memory(state.memory.loops, {loop_row_key(loop.key, row)});
    if (entry != nullptr) force += entry->lambda[0] / h * loop.linear[row];
  }
  return force;
}

void add_end(const WorldModel& world, StepData& step, const BodyRef& end, const Vector3& p_W,
             const Vector3& force) {
  if (end.tree < 0 || end.body < 0) return;
  TensionWatch& tension = tree_work(world, step, end.tree).tension;
  if (tension.work) tension.forces.push_back({end.body, p_W, force});
}

void gather_loop_forces(const WorldModel& world, const WorldState& state, StepData& step) {
  for (const Loop& loop : step.loops.loops) {
    if (loop.kind == LoopKind::kGear || is_asleep(world, state, loop)) continue;
    const LoopConstraint rows = make_loop_constraint(loop, step.views.trees);
    const Vector3 force = loop_force(state, rows, world.spec.step);
    add_end(world, step, rows.a, rows.point_a, -force);
    add_end(world, step, rows.b, rows.point_b, force);
  }
}

void update_stiffness(const WorldModel& world, const ModelRef& model) {
  TensionWatch& tension = model.work.tension;
  compute_geometric_stiffness(*model.setup.kernel_skeleton, *model.work.data, world.spec.gravity,
                              tension.forces, *tension.work);
}

}  // namespace

void gather_tension(const WorldModel& world, WorldState& state, StepData& step) {
  const bool estimate = has_estimate(world, state);
  if (!estimate && !world.spec.geometric_stiffness) return;
  bool any = false;
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    TensionWatch& tension = model.work.tension;
    tension.forces.clear();
    tension.estimating = estimate && is_watched(model) && !tension.told;
    any |= is_watched(model);
  }
  if (!any || step.loops.loops.empty()) return;
  compute_kinematics(world, state, step);
  make_room_for_views(world, step);
  for (int t = 0; t < world.num_trees(); ++t)
    view_tree(world, step, tree_ref(world, state, step, t));
  gather_loop_forces(world, state, step);
}

void add_geometric_stiffness(const WorldModel& world, const ModelRef& model) {
  if (!is_watched(model)) return;
  const double h = law_times(world.spec).implicit();
  update_stiffness(world, model);
  add_positive_stiffness(*model.setup.kernel_skeleton, h * h, *model.work.tension.work,
                         *model.work.data);
}

void estimate_tension_mode(const WorldModel& world, const ModelRef& model) {
  TensionWatch& tension = model.work.tension;
  tension.mode = {};
  if (!model.work.usable) return;
  update_stiffness(world, model);
  tension.mode =
      fastest_tension_mode(*model.setup.kernel_skeleton, *model.work.data, *tension.work);
}

double stable_turn(Integrator integrator) {
  return integrator == Integrator::kRungeKutta4 ? 2 * std::sqrt(2.0) : 2;
}

std::string tension_text(const Skeleton& skeleton, const TensionMode& mode, double h,
                         Integrator integrator) {
  char text[224];
  std::snprintf(
      text, sizeof text,
      "': the pull of its loads lets its light links swing at %.3g rad/s, which is "
      "unstable with steps above %.2g s (the step is %.2g s); use a smaller step, fewer or "
      "heavier links, armature, or ",
      mode.omega, stable_turn(integrator) / mode.omega, h);
  return "joint '" + skeleton.dof_name(mode.dof) + text +
         (integrator == Integrator::kRungeKutta4 ? "another integrator"
                                                 : "time: {geometric_stiffness: on}");
}

void report_tension(const WorldModel& world, const WorldState& state, StepData& step) {
  if (!has_estimate(world, state)) return;
  for (int t = 0; t < world.num_trees(); ++t) {
    TensionWatch& tension = tree_work(world, step, t).tension;
    if (!tension.estimating) continue;
    tension.estimating = false;
    const double turn = world.spec.step * tension.mode.omega;
    if (!(turn > stable_turn(world.spec.integrator))) continue;
    tension.told = true;
    const ModelSetup& setup = world.tree(t);
    step.report.messages.push_back(
        "model '" + setup.name + "': " +
        tension_text(*setup.skeleton, tension.mode, world.spec.step, world.spec.integrator));
  }
}

}  // namespace cardan
