#include "apps/regress/own_pair.h"

#include "apps/compare_pairs.h"
#include "constraint/formulation.h"

namespace cardan::app {

OwnPair own_pair(const ContactSpec& contact, const SolverRegistry& registry) {
  const std::string& solver = contact.solver.id;
  FormulationSpec formulation;
  if (contact.formulation) {
    formulation = *contact.formulation;
  } else if (!solver.empty()) {
    formulation.id = registry.require(solver).default_formulation;
  }
  return {label_of(formulation),
          solver.empty() ? make_formulation(formulation)->info().default_solver : solver};
}

}  // namespace cardan::app
