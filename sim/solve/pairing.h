#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/contact_solver.h"
#include "cardan/solver_registry.h"
#include "cardan/solver_spec.h"
#include "constraint/constraint_set.h"
#include "constraint/formulation.h"

/// Functions that pair a formulation with solvers.
namespace cardan {

/// A formulation and a chain of compatible solvers.
struct Pairing {
  FormulationSpec formulation;
  FormulationInfo info;
  SurfaceTraits traits;
  RestitutionLaw restitution = RestitutionLaw::kNewton;
  struct Link {
    const cardan_solver_desc* desc = nullptr;
    SolverSpec spec;
    double tolerance = 1e-8;  ///< tolerance of the solve [m/s]
  };
  double accuracy = 0;  ///< residual at which the chain may stop early [m/s]
  std::vector<Link> chain;
  std::vector<std::string> ids;
};

/// Formulation and solvers chosen by the user, and the rules with which they must be compatible.
struct PairingSpec {
  std::optional<FormulationSpec> formulation;  ///< if empty, the default formulation of the solver,
                                               ///< or `cone` if no solver is given
  SolverSpec solver;
  RestitutionLaw restitution = RestitutionLaw::kNewton;
  StabilizationKind stabilization = StabilizationKind::kBaumgarte;
};

/// Replaces missing choices by defaults and checks compatibility. Throws an Error that names the
/// formulation, the solver and the compatible solvers.
Pairing make_pairing(const PairingSpec& spec, const SolverRegistry& registry,
                     const SurfaceTraits& traits);

/// Makes the formulation of a pairing, configured for its surfaces.
std::unique_ptr<Formulation> make_formulation(const Pairing& pairing);

/// Solvers of one worker, in the order of the chain.
struct SolverChain {
  std::vector<ContactSolver> solvers;
  std::vector<char> usable;  ///< 0 if the solver failed to reserve memory and is no longer called
  std::vector<std::string> refusals;  ///< reason why each solver is not usable, or ""
};
SolverChain make_chain(const Pairing& pairing);

}  // namespace cardan
