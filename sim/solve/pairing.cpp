#include "sim/solve/pairing.h"

#include "cardan/error.h"
#include "constraint/compatibility.h"

namespace cardan {

namespace {

std::string solvers_that_fit(const FormulationInfo& info, const SolverRegistry& registry) {
  std::string fit;
  for (const SolverOrigin& origin : registry.solvers()) {
    if (!why_unfit(info, *origin.desc).empty()) continue;
    fit += (fit.empty() ? "" : ", ") + std::string(origin.desc->id);
  }
  return fit.empty() ? "no installed solver is compatible" : "compatible solvers: " + fit;
}

void append_link(Pairing& pairing, const SolverSpec& spec, const SolverRegistry& registry,
                 double tolerance) {
  const cardan_solver_desc& desc = registry.require(spec.id);
  const std::string unfit = why_unfit(pairing.info, desc);
  if (!unfit.empty()) {
    throw Error("formulation '" + pairing.formulation.id + "' and solver '" + spec.id +
                    "' are incompatible: " + unfit,
                "contact", solvers_that_fit(pairing.info, registry));
  }
  pairing.chain.push_back({&desc, spec, spec.tolerance.value_or(tolerance)});
  pairing.ids.push_back(spec.id);
}

// Adds the fallbacks of the default solver unless the user chose others.
void choose_default_solver(const FormulationInfo& formulation, SolverSpec& solver) {
  solver.id = formulation.default_solver;
  if (!solver.fallback.empty()) return;
  for (const std::string& id : formulation.default_fallback) solver.fallback.emplace_back().id = id;
}

}  // namespace

std::unique_ptr<Formulation> make_formulation(const Pairing& pairing) {
  std::unique_ptr<Formulation> formulation = make_formulation(pairing.formulation);
  formulation->configure(pairing.traits);
  return formulation;
}

Pairing make_pairing(const PairingSpec& spec, const SolverRegistry& registry,
                     const SurfaceTraits& traits) {
  Pairing pairing;
  pairing.traits = traits;
  pairing.restitution = spec.restitution;
  SolverSpec first = spec.solver;
  if (spec.formulation) {
    pairing.formulation = *spec.formulation;
  } else if (!first.id.empty()) {
    pairing.formulation.id = registry.require(first.id).default_formulation;
  }
  pairing.info = make_formulation(pairing)->info();
  if (pairing.info.needs_compliance && traits.rigid) {
    throw Error("formulation '" + pairing.info.id + "' needs compliant contacts", "materials",
                "a material has compliance 0 and no stiffness: set one of them, or leave "
                "both out for the default compliance");
  }
  if (pairing.info.acceleration_level && spec.stabilization == StabilizationKind::kProjection) {
    throw Error(
        "formulation '" + pairing.info.id + "' and stabilization 'projection' are incompatible",
        "contact", "projection needs rows of velocities; choose baumgarte or relaxation");
  }
  if (first.id.empty()) choose_default_solver(pairing.info, first);

  pairing.accuracy = first.accuracy.value_or(0);
  const double tolerance = first.tolerance.value_or(1e-8);
  append_link(pairing, first, registry, tolerance);
  for (const SolverSpec& fallback : first.fallback) {
    append_link(pairing, fallback, registry, tolerance);
  }
  make_chain(pairing);  // reports invalid options now
  return pairing;
}

SolverChain make_chain(const Pairing& pairing) {
  SolverChain chain;
  for (const Pairing::Link& link : pairing.chain) {
    ContactSolver& solver = chain.solvers.emplace_back(*link.desc);
    chain.usable.push_back(1);
    chain.refusals.emplace_back();
    for (const SolverOption& option : link.spec.options) solver.set_option(option);
  }
  return chain;
}

}  // namespace cardan
