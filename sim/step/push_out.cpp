#include "cardan/constraint/push_out.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/stages_internal.h"
#include "cardan/solve/bound_energy_internal.h"
#include "cardan/solve/solve_island_internal.h"

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

// True if the island has a position problem.
char assemble_positions(const WorldModel& world, StepData& step, int island) {
  if (!projects_positions(world) && !step.islands.flags[island].leaves_overlaps) return 0;
  const IslandWork& solved = *step.islands.works[island];
  IslandWork& work = *step.push_out.works[island];
  if (!assemble_push_out(solved.base, world.spec.contact.rules.stabilization,
                         solved.lambda_C.data(), solved.u_C.data(), work.base)) {
    return 0;
  }
  prepare_island(work);
  return 1;
}

// A compliant answer does not remove the violation.
bool unanswered(const IslandReport& report) {
  return report.solver < 0 || report.added_compliance > 0;
}

// Spatial velocity of a body about O in W for the velocities v of all DoFs.
SpatialVelocity body_velocity(const Skeleton& skeleton, const Data& data, int body,
                              const double* v) {
  using Column = Eigen::Map<const Vector6>;
  if (skeleton.kind() != SkeletonKind::kArticulated)
    return {Column(v).head<3>(), Column(v).tail<3>()};
  Vector6 sum = Vector6::Zero();
  const auto add = [&](int column) {
    sum += v[skeleton.column_dof[column]] * skeleton.column_ratio[column] *
           Column(&data.S[6 * static_cast<std::size_t>(column)]);
  };
  for (; body >= 0; body = skeleton.parent[body]) {
    for (int k = 0; k < skeleton.body_nv[body]; ++k) add(skeleton.v_start[body] + k);
  }
  return {sum.head<3>(), sum.tail<3>()};
}

// Bound on the speed of all points of the shapes of a tree [m/s].
double fastest_point(const ModelRef& model, const double* v) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const Data& data = *model.work.data;
  double fastest = 0;
  for (const ShapedBody& shaped : model.setup.shaped_bodies) {
    if (shaped.body < 0) continue;
    const SpatialVelocity V = body_velocity(skeleton, data, shaped.body, v);
    const Vector3 p(&data.p[3 * static_cast<std::size_t>(shaped.body)]);
    fastest = std::max(fastest,
                       (V.linear + V.angular.cross(p)).norm() + V.angular.norm() * shaped.radius);
  }
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
    double* v = model.work.vectors.q_next().data();  // scratch memory until the tree is moved
    std::copy_n(work.z.data() + work.base.tree_column[k], model.work.vectors.z_push().size(), v);
    unwhiten(*model.setup.kernel_skeleton, *model.work.data, v);
    fastest = std::max(fastest, fastest_point(model, v));
  }
  const double most = world.spec.contact.rules.stabilization.max_speed;
  if (!(fastest > most * (1 + kRounding)) || !std::isfinite(fastest)) return;
  work.report.energy_share = most / fastest;
  for (double& value : work.z) value *= work.report.energy_share;
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
  work.report.energy_share = 1;
  bound_speed(world, state, step, work);
  for (std::size_t k = 0; k < work.base.tree.size(); ++k) {
    const ModelRef model = tree_ref(world, state, step, work.base.tree[k]);
    StepVectors::Vector z = model.work.vectors.z_push();
    model.work.has_push_out = true;
    std::copy_n(work.z.data() + work.base.tree_column[k], z.size(), z.data());
  }
}

// A push-out that is shortened more than this is reported in a message and not only counted.
constexpr double kNamedShare = 0.5;

void name_shortened(const WorldModel& world, StepData& step, int tree, double share) {
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.3g", 100 * share);
  step.report.messages.push_back(
      "the push-out of the island of model '" + world.tree(tree).name +
      "' would have moved bodies faster than max_speed: " + percent +
      " % of it was taken; the rest of the overlaps leaves in later steps");
}

// Counts the push-out of an island.
void report_push_out(const WorldModel& world, StepData& step, int i) {
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
  report.push_out_work += lift_of(*step.islands.works[i], work.z);
  if (work.report.energy_share == 1) return;
  ++report.shortened_push_outs;
  if (work.report.energy_share < kNamedShare)
    name_shortened(world, step, work.base.tree.front(), work.report.energy_share);
}

}  // namespace

void push_out(const WorldModel& world, WorldState& state, StepData& step) {
  StepReport& report = step.report;
  report.push_out_residual = report.push_out_work = 0;
  report.push_out_failures = report.pushed_islands = report.shortened_push_outs = 0;
  const auto leaves_overlaps = [](const IslandFlags& flags) { return flags.leaves_overlaps; };
  if (!projects_positions(world) &&
      std::none_of(step.islands.flags.begin(), step.islands.flags.end(), leaves_overlaps))
    return;
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
    if (step.push_out.needed[i]) report_push_out(world, step, i);
  }
  if (report.push_out_failures > 0) {
    report.messages.emplace_back(
        "no solver solved the position problem of an island; its violations "
        "are not reduced in this step");
  }
}

}  // namespace cardan
