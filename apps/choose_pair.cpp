#include "apps/choose_pair.h"

#include "cardan/world_spec.h"
#include "constraint/compatibility.h"

namespace cardan::app {

namespace {

std::string misfit(const FormulationSpec& formulation, const cardan_solver_desc& solver) {
  return why_unfit(make_formulation(formulation)->info(), solver);
}

// Settings of the replaced solver that are lost, for the note.
std::string lost_with(const SolverSpec& solver) {
  std::string text;
  for (const SolverOption& option : solver.options) {
    text.append(text.empty() ? "" : ", ").append(option.name);
  }
  if (solver.max_iterations) text.append(text.empty() ? "" : ", ").append("max_iterations");
  return text;
}

void replace_solver(const std::string& id, SolverSpec& solver, std::vector<std::string>& notes) {
  if (solver.id == id) return;
  const std::string lost = lost_with(solver);
  if (!lost.empty()) {
    notes.push_back("options of '" + solver.id + "' dropped, because '" + id +
                    "' replaces it: " + lost);
  }
  solver.id = id;
  solver.options.clear();
  solver.max_iterations.reset();
}

void take_default_solver(const FormulationInfo& formulation, SolverSpec& solver,
                         std::vector<std::string>& notes) {
  replace_solver(formulation.default_solver, solver, notes);
  if (!solver.fallback.empty()) return;
  for (const std::string& id : formulation.default_fallback) solver.fallback.emplace_back().id = id;
}

void drop_unfit_fallbacks(const FormulationSpec& formulation, const SolverRegistry& registry,
                          SolverSpec& solver, std::vector<std::string>& notes) {
  std::vector<SolverSpec> kept;
  for (const SolverSpec& fallback : solver.fallback) {
    const std::string why = misfit(formulation, registry.require(fallback.id));
    if (fallback.id == solver.id) continue;
    if (why.empty()) {
      kept.push_back(fallback);
    } else {
      notes.push_back("fallback '" + fallback.id + "' dropped: " + why);
    }
  }
  solver.fallback = kept;
}

// A shadow that does not support the formulation cannot be compared.
void drop_unfit_shadow(const FormulationSpec& formulation, const SolverRegistry& registry,
                       ContactSpec& contact, std::vector<std::string>& notes) {
  if (!contact.shadow) return;
  const std::string why = misfit(formulation, registry.require(contact.shadow->id));
  if (why.empty()) return;
  notes.push_back("shadow '" + contact.shadow->id + "' dropped: " + why);
  contact.shadow.reset();
}

}  // namespace

std::vector<std::string> choose_pair(const PairRequest& request, const SolverRegistry& registry,
                                     ContactSpec& contact) {
  std::vector<std::string> notes;
  if (!request.formulation && request.solver.empty()) return notes;
  const bool both = request.formulation && !request.solver.empty();

  if (!request.solver.empty()) {
    const cardan_solver_desc& solver = registry.require(request.solver);
    if (!both && contact.formulation) {
      const std::string why = misfit(*contact.formulation, solver);
      if (!why.empty()) {
        contact.formulation = FormulationSpec{solver.default_formulation, {}};
        notes.push_back("formulation is now '" + contact.formulation->id + "', the default of '" +
                        request.solver + "': " + why);
      }
    }
    replace_solver(request.solver, contact.solver, notes);
  }
  if (request.formulation) {
    contact.formulation = *request.formulation;
    if (!both && !contact.solver.id.empty()) {
      const std::string why = misfit(*contact.formulation, registry.require(contact.solver.id));
      if (!why.empty()) {
        take_default_solver(make_formulation(*contact.formulation)->info(), contact.solver, notes);
        notes.push_back("solver is now '" + contact.solver.id + "', the default of '" +
                        contact.formulation->id + "': " + why);
      }
    }
  }
  const FormulationSpec effective = contact.formulation.value_or(FormulationSpec{
      contact.solver.id.empty() ? "cone" : registry.require(contact.solver.id).default_formulation,
      {}});
  drop_unfit_fallbacks(effective, registry, contact.solver, notes);
  drop_unfit_shadow(effective, registry, contact, notes);
  return notes;
}

}  // namespace cardan::app
