#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/formulation.h"
#include "cardan/constraint/impacts.h"
#include "cardan/constraint/lowering.h"
#include "cardan/host/contact_solver.h"
#include "cardan/host/solver_registry.h"
#include "cardan/sim/spec.h"
#include "cardan/sim/step_report.h"
#include "cardan/sim/work_budget.h"

/// The one place where formulation, solver chain and judge meet.
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

/// Completes what the user left open by the defaults of the other and checks that everything fits.
/// Throws Error that names both and what would fit.
Pairing make_pairing(const ContactSpec& contact, const SolverRegistry& registry,
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

/// Everything one island needs while it is solved; reused from step to step.
struct IslandWork {
  std::unique_ptr<Formulation> formulation;
  BaseProblem base;
  Problem problem, lowered;
  Lowering lowering;
  std::vector<double> lambda, u, lambda_lowered, u_lowered, z;  ///< of the solver's problem
  std::vector<double> lambda_C, u_C;                            ///< in contact space
  /// λ_C of the best answer, the known part of it, and its b (ImpactWork::b).
  std::vector<double> best_lambda_C, best_t0, best_b;
  std::vector<double> chain_lambda_C, chain_t0, chain_b;  ///< the same, while the ladder is asked
  std::vector<double> rigid_S, rigid_b;  ///< of the base, while the ladder changes it
  int claim = CARDAN_NUMERIC;            ///< what the solver of the best answer itself said
  int last_pass = 0;                     ///< of the formulation, in the last attempt
  WorkBudget budget;                     ///< of the present link of the chain, or of the ladder
  double energy_lost = 0;                ///< by the approximate answer [J] (bound_energy)
  bool prepared = false;                 ///< `problem` is pass 0 of the base as it stands
  ImpactWork impacts;
  IslandReport report;
};

/// An empty report, and room for the answer.
void start_report(IslandWork& work);

/// Builds pass 0 so that solvers can be given room before any of them runs.
void prepare_island(IslandWork& work);

/// True where the answer is approximate because the solver ended at a limit of its own, by its
/// word.
bool ended_at_own_limit(const IslandWork& work);

/// True where the last step's impulses solve the island as it is now, within the tolerance of the
/// chain's first solver: the answer then, before any solver is called. Only of a formulation whose
/// problem is the base itself, so that none has to be built, and without bounces.
bool accept_warm_start(const Pairing& pairing, IslandWork& work);

/// Answers an island of one contact without friction, whose impulse has a closed form:
/// λ_n = max(−b_n / A_nn, 0), judged as any other answer.
bool answer_lone_contact(const Pairing& pairing, IslandWork& work);

/// Gives every solver of every chain room for this island's problem, lowered or not.
void reserve_for(IslandWork& work, std::vector<SolverChain>& chains);

/// Formulation → problem; warm start; solver; judge; fallback; lift, in each phase of a restitution
/// law. The answer is work.lambda_C, finite always.
void solve_island(const Pairing& pairing, SolverChain& chain, IslandWork& work);

/// Compliance of the last resort in S_ii, as a fraction of A_ii.
inline constexpr double kLastResortCompliance = 1e-2;

/// A finite, compliant answer when no solver of the chain gave one, or when the rigid problem has
/// none: block Gauss–Seidel on the base problem with S raised by kLastResortCompliance of the
/// diagonal. Not exact, never NaN.
void last_resort(const BaseProblem& base, std::vector<double>& z, std::vector<double>& lambda_C);

}  // namespace cardan
