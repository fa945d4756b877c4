#pragma once

#include <string>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// What an honest solver may say of a canned problem.
enum class Expected {
  kSolved,  ///< the judge must accept the answer
  kHonest,  ///< hard: any status, but SOLVED must be true
  kNoSolution
};

struct CannedProblem {
  std::string name;
  Problem problem;
  Expected expected = Expected::kSolved;
};

/// All of them, in the order of the report. Every answer is in impulses [N s] of about 1e-3 to 10.
std::vector<CannedProblem> make_canned_problems();

}  // namespace cardan
