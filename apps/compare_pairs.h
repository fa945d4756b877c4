#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/solver_registry.h"
#include "cardan/world_spec.h"

namespace cardan::app {

/// One formulation with one chain of solvers.
struct ComparedPair {
  /// "polyhedral:directions=4", followed by "/lemke" if solvers are compared, and preceded by
  /// "midpoint: " if integrators are compared.
  std::string label;
  ContactSpec contact;
  std::optional<Integrator> integrator = {};  ///< none: the integrator of the scene
};

/// Formulations and solvers requested on the command line; "": not requested.
struct CompareRequest {
  std::string formulations;  ///< "all" or a list: "cone,polyhedral:directions=4,form=mixed,box"
  std::string solvers;       ///< "all" or a list
  std::string integrators;   ///< "all" or a list
};

/// Splits a list into names. A part with '=' but no ':' belongs to the options of the formulation
/// before it.
std::vector<std::string> split_formulations(const std::string& list);

/// "polyhedral:directions=4", in the syntax of parse_formulation.
std::string label_of(const FormulationSpec& spec);

/// Combines every requested formulation with every requested solver that supports it. If no solvers
/// are requested, each formulation uses the solver of the scene if that is compatible, otherwise
/// its default solver. Incompatible pairs are added to `skipped`, one line each. Throws Error for
/// unknown names, and if no pair remains.
std::vector<ComparedPair> pairs_to_compare(const CompareRequest& request,
                                           const SolverRegistry& registry, const ContactSpec& scene,
                                           std::vector<std::string>& skipped);

/// Index of the pair "FORMULATION/SOLVER" in pairs; a missing pair is inserted at the front. Throws
/// Error for unknown names and for an incompatible pair.
std::size_t require_pair(const std::string& name, const SolverRegistry& registry,
                         const ContactSpec& scene, std::vector<ComparedPair>& pairs);

/// Combines each pair with each requested integrator, in this order; returns the pairs unchanged if
/// none is requested. Combinations that the engine rejects are added to `skipped`. Throws Error for
/// unknown names, and if nothing remains.
std::vector<ComparedPair> with_integrators(const std::string& request,
                                           const std::vector<ComparedPair>& pairs,
                                           std::vector<std::string>& skipped);

}  // namespace cardan::app
