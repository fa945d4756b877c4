#include "solvers/minmap_newton/minmap_newton.h"

namespace cardan::minmap_newton {

const sdk::SolverInfo& MinmapNewton::info() {
  static const sdk::SolverInfo kInfo = make_info(
      "minmap_newton", "minimum-map Newton with line search for complementarity and boxes, dense",
      solvers::kNewtonParams.data(), static_cast<std::int32_t>(solvers::kNewtonParams.size()));
  return kInfo;
}

solvers::NewtonSolver::Choice MinmapNewton::choice() const {
  Choice choice{};
  choice.methods[0] = {solvers::minimum_map, solvers::minimum_map};
  choice.num_methods = 1;
  choice.penalty = 1;
  choice.memory = 1;
  return choice;
}

}  // namespace cardan::minmap_newton
