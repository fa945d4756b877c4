#include "cardan/sim/island_view.h"

#include "cardan/constraint/residual.h"
#include "cardan/sim/block_names_internal.h"

namespace cardan {

namespace {

// u_C as the judge would have it; what stands in the work is of another time where a shadow solver
// ran.
std::vector<double> contact_velocity(const IslandWork& work) {
  std::vector<double> z(static_cast<std::size_t>(work.base.Y.cols) + 1), u(work.base.b.size());
  compute_base_velocity(work.base, work.lambda_C.data(), z.data(), u.data());
  return u;
}

IslandBlock view_block(const World::Impl& world, const IslandWork& work, const BaseBlock& block,
                       const std::vector<double>& u) {
  IslandBlock view;
  view.name = block_name(world, block);
  view.row = block.row;
  view.mu = block.mu;
  view.lo = block.lo;
  view.hi = block.hi;
  view.phi = block.phi;
  for (int i = 0; i < block.dim; ++i) {
    view.rows.push_back(row_name(block, i));
    view.impulse.push_back(work.lambda_C[block.row + i]);
    view.velocity.push_back(u[block.row + i]);
  }
  return view;
}

}  // namespace

std::vector<IslandView> view_islands(const World& world) {
  const World::Impl& impl = world.impl();
  std::vector<IslandView> views;
  const std::unique_ptr<Formulation> cone = make_formulation(FormulationSpec{});
  for (int i = 0; i < impl.islands.size(); ++i) {
    const IslandWork& work = *impl.works[i];
    IslandView view;
    for (const int tree : work.base.tree) {
      const Model::Impl& model = *impl.trees[tree];
      view.models.emplace_back(model.name, model.skeleton->total_mass());
    }
    const std::vector<double> u = contact_velocity(work);
    for (const BaseBlock& block : work.base.blocks) {
      view.blocks.push_back(view_block(impl, work, block, u));
    }
    // T = I: rows of the cone's problem are those of the base.
    cone->build(work.base, 0, view.problem);
    view.report = work.report;
    views.push_back(std::move(view));
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
