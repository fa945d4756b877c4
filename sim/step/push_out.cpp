#include "cardan/constraint/push_out.h"

#include <algorithm>

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
  for (std::size_t k = 0; k < work.base.tree.size(); ++k) {
    const ModelRef model = tree_ref(world, state, step, work.base.tree[k]);
    StepVectors::Vector z = model.work.vectors.z_push();
    model.work.has_push_out = true;
    std::copy_n(work.z.data() + work.base.tree_column[k], z.size(), z.data());
  }
}

}  // namespace

void push_out(const WorldModel& world, WorldState& state, StepData& step) {
  StepReport& report = step.report;
  report.push_out_residual = 0;
  report.push_out_failures = report.pushed_islands = 0;
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
    if (!step.push_out.needed[i]) continue;
    ++report.pushed_islands;
    const IslandReport& island = step.push_out.works[i]->report;
    report.push_out_failures += unanswered(island);
    report.push_out_residual = std::max(report.push_out_residual, island.residual);
  }
  if (report.push_out_failures > 0) {
    report.messages.emplace_back(
        "no solver solved the position problem of an island; its violations "
        "are not reduced in this step");
  }
}

}  // namespace cardan
