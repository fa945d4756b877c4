#include "constraint/push_out.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/mass_matrix.h"
#include "constraint/rows/base_rows.h"
#include "core/number_text.h"
#include "sim/data/block_names.h"
#include "sim/solve/bound_energy.h"
#include "sim/solve/solve_island.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// The rows of normals without tangents are the same in every formulation, so no formulation is
// needed here.
void make_room(StepData& step) {
  const auto count = static_cast<std::size_t>(step.islands.size());
  while (step.push_out.works.size() < count) {
    step.push_out.works.push_back(std::make_unique<IslandWork>());
    step.push_out.works.back()->formulation = make_formulation(FormulationSpec{"frictionless", {}});
  }
  step.push_out.needed.assign(count, 0);
}

bool projects_positions(const WorldModel& world) {
  return world.spec.contact.rules.stabilization.kind == StabilizationKind::kProjection;
}

// True if impacts within the step change the path of the island.
bool shifts(const StepData& step, int island) {
  const IslandWork& solved = *step.islands.works[island];
  return !step.islands.flags[island].answered_directly && solved.report.solver >= 0 &&
         !solved.best.shift.empty();
}

// True if the island has a position problem.
char assemble_positions(const WorldModel& world, StepData& step, int island) {
  if (!projects_positions(world) && !step.islands.flags[island].leaves_overlaps) return 0;
  const IslandWork& solved = *step.islands.works[island];
  IslandWork& work = *step.push_out.works[island];
  // The velocity that moves the bodies in this step.
  work.u_C.assign(solved.u_C.begin(), solved.u_C.end());
  if (shifts(step, island)) {
    const cardan_rows Y = solved.base.Y.view();
    for (int i = 0; i < solved.base.m(); ++i)
      work.u_C[i] += sparse_dot(Y, i, solved.best.shift.data());
  }
  if (!assemble_push_out(solved.base, world.spec.contact.rules.stabilization,
                         solved.lambda_C.data(), work.u_C.data(), work.base)) {
    return 0;
  }
  prepare_island(work);
  return 1;
}

// A compliant answer does not remove the violation.
bool unanswered(const IslandReport& report) {
  return report.solver < 0 || report.added_compliance > 0;
}

// Largest speed of a point of a tree that its part of a whitened pseudo-velocity gives it [m/s].
// Points of a body are those of its shapes, its origin and its centre of mass.
double fastest_point(const ModelRef& model, const double* z) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const Data& data = *model.work.data;
  StepVectors::Vector v = model.work.vectors.velocity_change();
  model.work.change_known = false;
  std::copy_n(z, v.size(), v.data());
  unwhiten(skeleton, data, v.data());
  write_body_changes(model, v);
  double fastest = 0;
  const auto see = [&](int body, double radius) {
    const Eigen::Map<const Vector6> V(model.work.vectors.free_change(body).data());
    const Vector3 omega = V.head<3>(), v_O = V.tail<3>();
    const Vector3 p(&data.p[3 * static_cast<std::size_t>(body)]);
    fastest = std::max(fastest, (v_O + omega.cross(p)).norm() + radius * omega.norm());
  };
  for (int body = 0; body < skeleton.num_bodies(); ++body)
    see(body, skeleton.inertia[static_cast<std::size_t>(body)].com.norm());
  for (const ShapedBody& shaped : model.setup.shaped_bodies)
    if (shaped.body >= 0) see(shaped.body, shaped.radius);
  return fastest;
}

// A gap opens at max_speed at most, but lever arms and chains of overlaps can move bodies much
// faster. One factor for the whole island keeps all points within max_speed, gaps open and loops
// closed.
void bound_speed(const WorldModel& world, WorldState& state, StepData& step, IslandWork& work) {
  constexpr double kRounding = 1e-6;
  double fastest = 0;
  for (std::size_t k = 0; k < work.base.tree.size(); ++k) {
    const ModelRef model = tree_ref(world, state, step, work.base.tree[k]);
    fastest = std::max(fastest, fastest_point(model, work.z.data() + work.base.tree_column[k]));
  }
  const double most = world.spec.contact.rules.stabilization.max_speed;
  if (!(fastest > most * (1 + kRounding)) || !std::isfinite(fastest)) return;
  work.report.energy_share = most / fastest;
  for (double& value : work.z) value *= work.report.energy_share;
}

// Gives the trees of an island the difference between the path with impacts at their times and
// that of the velocity after the step.
void shift_by_impacts(const WorldModel& world, WorldState& state, StepData& step, int island) {
  if (!shifts(step, island)) return;
  const IslandWork& solved = *step.islands.works[island];
  for (std::size_t k = 0; k < solved.base.tree.size(); ++k) {
    const ModelRef model = tree_ref(world, state, step, solved.base.tree[k]);
    StepVectors::Vector z = model.work.vectors.z_shift();
    model.work.has_shift = true;
    std::copy_n(solved.best.shift.data() + solved.base.tree_column[k], z.size(), z.data());
  }
}

void solve_positions(const WorldModel& world, WorldState& state, StepData& step, int island,
                     SolverChain& chain) {
  IslandWork& work = *step.push_out.works[island];
  solve_island(world.pairing, chain, work);
  // An island without an answer does not move: the violation stays and is reported.
  if (unanswered(work.report)) return;
  const cardan_rows Y = work.base.Y.view();
  work.z.assign(std::max(Y.cols, 1), 0.0);
  add_transposed(Y, work.lambda_C.data(), work.z.data());
  // If the solve of the island ended early, bodies sink; the lift must not add more energy than
  // they lost.
  const IslandWork& solved = *step.islands.works[island];
  if (ended_at_own_limit(solved)) bound_lift(solved, work.z);
  const bool outside = is_pushed_from_outside(world, step, solved);
  work.report.energy_share = 1;
  bound_speed(world, state, step, work);
  for (std::size_t k = 0; k < work.base.tree.size(); ++k) {
    const ModelRef model = tree_ref(world, state, step, work.base.tree[k]);
    StepVectors::Vector z = model.work.vectors.z_push();
    model.work.has_push_out = true;
    model.work.pushed_from_outside = outside;
    std::copy_n(work.z.data() + work.base.tree_column[k], z.size(), z.data());
  }
}

// A push-out that is shortened more than this is reported in a message and not only counted.
constexpr double kNamedPush = 0.5;

void name_shortened(const WorldModel& world, StepData& step, int tree, double share) {
  step.report.messages.push_back(
      "the push-out of the island of model '" + world.tree(tree).name +
      "' would have moved bodies faster than max_speed: " + number_text(100 * share, 3) +
      " % of it was taken; the rest of the overlaps leaves in later steps");
}

// Smaller overlaps are not named: in a heap, neighbours can hold a body for a step [m, rad].
constexpr double kNamedDepth = 5e-4;

/// The deepest overlap that no motion reduces.
struct Unlifted {
  double depth = 0;  ///< [m, rad]
  BaseBlock block;
  void see(double depth_seen, const BaseBlock& seen) {
    if (!(depth_seen > depth)) return;
    depth = depth_seen;
    block = seen;
  }
};

// Counts the rows of an island whose violation the push-out leaves: bodies hardly move along their
// normal, or other rows hold them.
void count_unlifted(StepData& step, int i, Unlifted& deepest) {
  constexpr double kLeastLift = 1e-3;  // share of the push-out
  const BaseProblem& base = step.islands.works[i]->base;
  const IslandWork& work = *step.push_out.works[i];
  std::size_t k = 0;
  for (const BaseBlock& block : base.blocks) {
    const bool loop = block.kind == BaseBlockKind::kLoop;
    if (block.elastic || (!loop && !keeps_gap(block.kind))) continue;
    const int row = work.base.blocks[k++].row;
    const double push = -work.base.b[row];
    if (loop || !(push > kQuietPush) || !(block.phi < -kNamedDepth)) continue;
    const double lift = plain_velocity(work.base, work.lambda_C.data(), work.u_C.data(), row);
    if (lift > kLeastLift * push) continue;
    ++step.report.unlifted_overlaps;
    deepest.see(-block.phi, block);
  }
}

// Counts the overlaps of contacts without rows, because nothing can move along their normal.
void count_immovable(const WorldModel& world, StepData& step, Unlifted& deepest) {
  const std::vector<ContactConstraint>& contacts = step.rows.constraints.contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactConstraint& contact = contacts[i];
    if (step.islands.solutions[i].island >= 0 || !(contact.phi < -kNamedDepth)) continue;
    if (!std::isnan(contact.surface.stiffness)) continue;
    const Stabilization& rules = world.spec.contact.rules.stabilization;
    if (!(-push_out_bias(rules, contact.phi, world.spec.step) > kQuietPush)) continue;
    BaseBlock block;
    block.kind = BaseBlockKind::kContact;
    block.constraint = static_cast<int>(i);
    ++step.report.unlifted_overlaps;
    deepest.see(-contact.phi, block);
  }
}

void name_unlifted(const WorldModel& world, StepData& step, const Unlifted& deepest) {
  if (step.report.unlifted_overlaps == 0) return;
  char depth[64];
  std::snprintf(depth, sizeof depth, "%.3g %s", deepest.depth,
                deepest.block.kind == BaseBlockKind::kLimit ? "(m or rad)" : "m");
  step.report.messages.push_back(
      "no motion of the bodies reduces " + std::to_string(step.report.unlifted_overlaps) +
      " overlaps; the deepest is " + block_name(world, step, deepest.block) + ", " + depth);
}

// Counts the push-out of an island.
void report_push_out(const WorldModel& world, StepData& step, int i, Unlifted& deepest) {
  StepReport& report = step.report;
  const IslandWork& work = *step.push_out.works[i];
  ++report.pushed_islands;
  report.iterations += work.report.iterations;
  report.factorizations += work.report.factorizations;
  report.push_out_residual = std::max(report.push_out_residual, work.report.residual);
  if (unanswered(work.report)) {
    ++report.push_out_failures;
    return;
  }
  count_unlifted(step, i, deepest);
  report.push_out_work += lift_of(*step.islands.works[i], work.z);
  if (work.report.energy_share == 1) return;
  ++report.shortened_push_outs;
  if (work.report.energy_share < kNamedPush)
    name_shortened(world, step, work.base.tree.front(), work.report.energy_share);
}

// Solves and reports the position problems of all islands that have one.
void push_out_islands(const WorldModel& world, WorldState& state, StepData& step,
                      Unlifted& deepest) {
  make_room(step);
  const int count = step.islands.size();
  step.workers.pool.for_each(
      count, [&](int i, int) { step.push_out.needed[i] = assemble_positions(world, step, i); });
  for (int i = 0; i < count; ++i) {
    if (step.push_out.needed[i]) reserve_for(*step.push_out.works[i], step.workers.chains);
  }
  step.workers.pool.for_each(count, [&](int i, int worker) {
    if (step.push_out.needed[i])
      solve_positions(world, state, step, i, step.workers.chains[worker]);
  });
  for (int i = 0; i < count; ++i) {
    if (step.push_out.needed[i]) report_push_out(world, step, i, deepest);
  }
}

}  // namespace

bool is_pushed_from_outside(const WorldModel& world, const StepData& step, const IslandWork& work) {
  const ConstraintSet& all = step.rows.constraints;
  const auto is_held = [&](const BodyRef& body) {
    return body.tree < 0 || !keeps_momentum(*world.tree(body.tree).kernel_skeleton) ||
           world.tree(body.tree).script.has_value();
  };
  const auto is_outside = [&](const auto& row) { return is_held(row.a) || is_held(row.b); };
  return std::any_of(work.base.blocks.begin(), work.base.blocks.end(), [&](const BaseBlock& block) {
    if (block.kind == BaseBlockKind::kLoop) return is_outside(all.loops[block.constraint]);
    if (work.lambda_C[block.row] == 0 && !(block.phi < 0)) return false;
    if (block.kind == BaseBlockKind::kContact) return is_outside(all.contacts[block.constraint]);
    return block.kind == BaseBlockKind::kRope && is_outside(all.loops[block.constraint]);
  });
}

void push_out(const WorldModel& world, WorldState& state, StepData& step) {
  StepReport& report = step.report;
  report.push_out_residual = report.push_out_work = 0;
  report.push_out_failures = report.pushed_islands = report.shortened_push_outs = 0;
  report.unlifted_overlaps = 0;
  const auto leaves_overlaps = [](const IslandFlags& flags) { return flags.leaves_overlaps; };
  Unlifted deepest;
  if (report.dropped_rows > 0) count_immovable(world, step, deepest);
  if (projects_positions(world) ||
      std::any_of(step.islands.flags.begin(), step.islands.flags.end(), leaves_overlaps))
    push_out_islands(world, state, step, deepest);
  for (int i = 0; i < step.islands.size(); ++i) shift_by_impacts(world, state, step, i);
  name_unlifted(world, step, deepest);
  if (report.push_out_failures > 0) {
    report.messages.emplace_back(
        "no solver solved the position problem of an island; its violations "
        "are not reduced in this step");
  }
}

}  // namespace cardan
