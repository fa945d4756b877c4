#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/constraint/constraint_set.h"
#include "cardan/constraint/formulation.h"
#include "cardan/host/contact_solver.h"
#include "cardan/host/solver_registry.h"
#include "cardan/solve/solver_spec.h"

/// Which formulation runs with which solvers.
namespace cardan {

/// The formulation and the chain of solvers that run, checked against each other when the world is
/// made.
struct Pairing {
  FormulationSpec formulation;
  FormulationInfo info;
  SurfaceTraits traits;
  RestitutionLaw restitution = RestitutionLaw::kNewton;
  struct Link {
    const cardan_solver_desc* desc = nullptr;
    SolverSpec spec;
    double tolerance = 1e-8;  ///< [m/s]
  };
  std::vector<Link> chain;
  std::vector<std::string> ids;
};

/// The formulation and the solvers that a user names, and the rules they have to fit.
struct PairingSpec {
  std::optional<FormulationSpec> formulation;  ///< default: the solver's, else cone
  SolverSpec solver;
  RestitutionLaw restitution = RestitutionLaw::kNewton;
  StabilizationKind stabilization = StabilizationKind::kBaumgarte;
};

/// Completes what the user left open by the defaults of the other and checks that everything fits.
/// Throws Error that names both and what would fit.
Pairing make_pairing(const PairingSpec& spec, const SolverRegistry& registry,
                     const SurfaceTraits& traits);

/// The formulation of a pairing, ready for its surfaces.
std::unique_ptr<Formulation> make_formulation(const Pairing& pairing);

/// One worker's solvers, in the order of the chain.
struct SolverChain {
  std::vector<ContactSolver> solvers;
  std::vector<char> usable;  ///< 0: it failed to make room for a problem and is not called any more
  std::vector<std::string> refusals;  ///< why it is not usable; "" where it is
};
SolverChain make_chain(const Pairing& pairing);

}  // namespace cardan
