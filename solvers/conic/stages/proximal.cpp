#include "../proximal.h"

#include <algorithm>

#include "../workspace.h"
#include "stages.h"

namespace cardan::conic {

Takes takes_proximal(Workspace& work) {
  // Below this size, and with more columns, the dense stages cost less.
  constexpr int kLeastRows = 90;
  // With an exhausted budget the later stages could only form their matrices.
  if (work.budget.exhausted()) return Takes::kEnd;
  const sdk::ProblemView& problem = *work.problem;
  const bool cheaper = problem.m() >= kLeastRows && 2 * problem.cols() <= problem.m();
  return cheaper && work.proximal.takes(problem) ? Takes::kYes : Takes::kNo;
}

bool solve_proximal(Workspace& work, int limit) {
  const double* best = work.best.lambda();
  std::copy(best, best + work.problem->m(), work.start_lambda.begin());
  return work.proximal.solve(*work.problem, work.start_lambda.data(), limit, work.best,
                             work.budget);
}

}  // namespace cardan::conic
