#pragma once

#include <string>
#include <vector>

#include "cardan/problem.h"

namespace cardan {

/// The answers of a solver to a canned problem that count as correct.
enum class Expected {
  kSolved,  ///< the judge must accept the answer
  kHonest,  ///< a hard problem: any status is allowed, but SOLVED must be true
  kNoSolution
};

struct CannedProblem {
  std::string name;
  Problem problem;
  Expected expected = Expected::kSolved;
};

using CannedProblems = std::vector<CannedProblem>;

/// Makes all canned problems in the order of the report. The impulses of all answers are about 1e-3
/// to 10 N s.
CannedProblems make_canned_problems();

// Each function appends one family of problems to `problems` and is defined in its own file.
void add_row_problems(CannedProblems& problems);
void add_contact_problems(CannedProblems& problems);
void add_table_problems(CannedProblems& problems);
void add_stack_problems(CannedProblems& problems);
void add_robot_problems(CannedProblems& problems);
void add_problems_without_solution(CannedProblems& problems);

}  // namespace cardan
