#pragma once

#include <memory>
#include <vector>

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/formulation.h"
#include "cardan/constraint/impacts.h"
#include "cardan/constraint/lowering.h"
#include "cardan/solve/answer_internal.h"
#include "cardan/solve/island_report.h"
#include "cardan/solve/work_budget_internal.h"

namespace cardan {

/// Everything one island needs while it is solved; reused from step to step.
struct IslandWork {
  std::unique_ptr<Formulation> formulation;
  BaseProblem base;
  Problem problem, lowered;
  Lowering lowering;
  std::vector<double> lambda, u, lambda_lowered, u_lowered, z;  ///< of the solver's problem
  std::vector<double> lambda_C, u_C;                            ///< in contact space
  Answer best;                                                  ///< of the attempts so far
  Answer before_ladder;                  ///< the chain's own, while the compliance ladder runs
  std::vector<double> no_impulse;        ///< zeros
  std::vector<double> rigid_S, rigid_b;  ///< of the base, while the ladder changes it
  int last_pass = 0;                     ///< of the formulation, in the last attempt
  WorkBudget budget;                     ///< of the present link of the chain, or of the ladder
  double energy_lost = 0;                ///< by the approximate answer [J] (bound_energy)
  bool prepared = false;                 ///< `problem` is pass 0 of the base as it stands
  ImpactWork impacts;
  IslandReport report;
};

}  // namespace cardan
