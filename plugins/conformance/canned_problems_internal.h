#pragma once

#include <string>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Honest answers of a solver to a canned problem.
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

using CannedProblems = std::vector<CannedProblem>;

/// All of them, in the order of the report. Every answer is in impulses [N s] of about 1e-3 to 10.
CannedProblems make_canned_problems();

// The families, each in its own file. Every one appends.
void add_row_problems(CannedProblems& problems);
void add_contact_problems(CannedProblems& problems);
void add_table_problems(CannedProblems& problems);
void add_stack_problems(CannedProblems& problems);
void add_robot_problems(CannedProblems& problems);
void add_problems_without_solution(CannedProblems& problems);

}  // namespace cardan
