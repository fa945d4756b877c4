#pragma once

#include <string>
#include <vector>

#include "cardan/host/solver_registry.h"
#include "cardan/sim/spec.h"

namespace cardan::app {

/// One formulation with one chain of solvers.
struct ComparedPair {
  std::string label;  ///< "polyhedral:directions=4", and with "/lemke" where solvers are compared
  ContactSpec contact;
};

/// The pairs that the command line names; "" = not named.
struct CompareRequest {
  std::string formulations;  ///< "all" or a list: "cone,polyhedral:directions=4,form=mixed,box"
  std::string solvers;       ///< "all" or a list
};

/// Names of a list. A part with '=' and no ':' belongs to the options of the formulation before.
std::vector<std::string> split_formulations(const std::string& list);

/// "polyhedral:directions=4", as parse_formulation reads it.
std::string label_of(const FormulationSpec& spec);

/// Every formulation asked for with every solver asked for that takes it; without solvers each
/// formulation has the scene's, where it fits, else its default. Pairs that do not fit are told in
/// `skipped`, one line each. Throws Error for unknown names and where nothing is left.
std::vector<ComparedPair> pairs_to_compare(const CompareRequest& request,
                                           const SolverRegistry& registry, const ContactSpec& scene,
                                           std::vector<std::string>& skipped);

/// Place of the pair "FORMULATION/SOLVER" among the pairs; one that is not there is entered as the
/// first. Throws Error for unknown names and for what does not fit.
std::size_t require_pair(const std::string& name, const SolverRegistry& registry,
                         const ContactSpec& scene, std::vector<ComparedPair>& pairs);

}  // namespace cardan::app
