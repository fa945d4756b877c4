#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "cardan/island_report.h"
#include "constraint/formulation.h"
#include "constraint/impacts/impacts.h"
#include "constraint/lowering.h"
#include "constraint/rows/base_problem.h"
#include "sim/solve/answer.h"
#include "sim/solve/work_budget.h"

namespace cardan {

/// Data for solving one island, reused between steps.
struct IslandWork {
  std::unique_ptr<Formulation> formulation;
  BaseProblem base;
  Problem problem, lowered;
  Lowering lowering;
  std::vector<double> lambda, u, lambda_lowered, u_lowered, z;  ///< vectors of the solver's problem
  std::vector<double> lambda_C, u_C;                            ///< vectors in contact space
  Answer best;                     ///< best answer of the attempts so far
  Answer before_ladder;            ///< best answer of the chain while the compliance ladder runs
  std::vector<double> no_impulse;  ///< vector of zeros
  std::vector<double> rigid_S, rigid_b;  ///< S and b of the base while the ladder changes them
  double accuracy = 0;  ///< residual at which the current solve may stop early [m/s]
  int last_pass = 0;    ///< last pass of the formulation in the last attempt
  WorkBudget budget;    ///< work of all calls of solvers for this island
  /// Kinetic energy of an island with loops before the step [J]; infinity for other islands.
  double kinetic_energy = std::numeric_limits<double>::infinity();
  double energy_lost = 0;  ///< energy lost by the approximate answer [J] (bound_energy)
  bool prepared = false;   ///< true if `problem` is pass 0 of the current base
  ImpactWork impacts;
  IslandReport report;
};

}  // namespace cardan
