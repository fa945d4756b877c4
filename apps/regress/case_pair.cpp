#include "apps/regress/case_pair.h"

#include "apps/choose_pair.h"
#include "apps/command_line.h"
#include "apps/regress/own_pair.h"
#include "constraint/compatibility.h"

namespace cardan::app {

std::string take_pair(const std::string& named_formulation, const std::string& named_solver,
                      const SolverRegistry& registry, Scene& scene) {
  if (named_formulation.empty() && named_solver.empty()) return "";
  const OwnPair own = own_pair(scene.world.contact, registry);
  const std::string formulation = named_formulation.empty() ? own.formulation : named_formulation;
  const std::string solver = named_solver.empty() ? own.solver : named_solver;
  if (formulation == own.formulation && solver == own.solver) return "";
  const FormulationSpec spec = parse_formulation(formulation);
  std::string why = why_unfit(make_formulation(spec)->info(), registry.require(solver));
  if (!why.empty()) return why;
  choose_pair({spec, solver}, registry, scene.world.contact);
  scene.lines.contact = 0;
  return "";
}

}  // namespace cardan::app
