#include "cardan/model_spec.h"
#include "cardan/views.h"
#include "constraint/judge/residual.h"
#include "sim/data/block_names.h"
#include "sim/data/world_impl.h"
#include "sim/solve/closed_forms.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// An island before it was solved, with its impulses.
struct Sight {
  const BaseProblem& base;
  const double* lambda_C;
};

// u_C as the judge computes it. The value stored in the work may be outdated if a shadow solver
// ran.
std::vector<double> contact_velocity(const Sight& sight) {
  std::vector<double> z(static_cast<std::size_t>(sight.base.Y.cols) + 1), u(sight.base.b.size());
  compute_base_velocity(sight.base, sight.lambda_C, z.data(), u.data());
  return u;
}

IslandBlock view_block(const World::Impl& world, const Sight& sight, const BaseBlock& block,
                       const std::vector<double>& u) {
  IslandBlock view;
  view.name = block_name(world.model, world.step, block);
  view.row = block.row;
  view.mu = block.mu;
  view.lo = block.lo;
  view.hi = block.hi;
  view.phi = block.phi;
  for (int i = 0; i < block.dim; ++i) {
    view.rows.push_back(row_name(block, i));
    view.impulse.push_back(sight.lambda_C[block.row + i]);
    view.velocity.push_back(u[block.row + i]);
  }
  return view;
}

IslandView view_island(const World::Impl& world, const Sight& sight, Formulation& cone) {
  IslandView view;
  for (const int tree : sight.base.tree) {
    const ModelSetup& model = world.model.tree(tree);
    view.models.emplace_back(model.name, model.skeleton->total_mass());
  }
  const std::vector<double> u = contact_velocity(sight);
  for (const BaseBlock& block : sight.base.blocks) {
    view.blocks.push_back(view_block(world, sight, block, u));
  }
  // T = I: the rows of the problem of the cone are those of the base.
  cone.build(sight.base, 0, view.problem);
  return view;
}

// An island without a base problem in this step.
IslandView view_direct_island(const World::Impl& world, int island, Formulation& cone) {
  const DirectIsland& record = world.step.islands.direct[island];
  BaseProblem base;
  write_direct_base(row_inputs(world.model, world.state, world.step), record, base);
  name_base(world.model, world.state.steps, island, base);
  IslandView view = view_island(world, {base, record.lambda.data()}, cone);
  report_direct_answer(record, view.report);
  return view;
}

}  // namespace

std::vector<IslandView> view_islands(const World& world) {
  const World::Impl& impl = world.impl();
  std::vector<IslandView> views;
  if (impl.step.report.islands.empty()) return views;  // a step in which everything sleeps has none
  const std::unique_ptr<Formulation> cone = make_formulation(FormulationSpec{});
  for (int i = 0; i < impl.step.islands.size(); ++i) {
    if (impl.step.islands.flags[i].answered_directly) {
      views.push_back(view_direct_island(impl, i, *cone));
      continue;
    }
    const IslandWork& work = *impl.step.islands.works[i];
    views.push_back(view_island(impl, {work.base, work.lambda_C.data()}, *cone));
    views.back().report = work.report;
  }
  return views;
}

std::string row_name(const IslandView& view, int row) {
  for (const IslandBlock& block : view.blocks) {
    const int i = row - block.row;
    if (i < 0 || i >= static_cast<int>(block.rows.size())) continue;
    const std::string& own = block.rows[static_cast<std::size_t>(i)];
    return own.empty() ? block.name : std::string(block.name).append(", ").append(own);
  }
  return std::string("row ").append(std::to_string(row));
}

}  // namespace cardan
