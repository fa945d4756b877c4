#pragma once

#include <string>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Answers of a solver to a canned problem that count as correct.
enum class Expected {
  kSolved,  ///< the judge must accept the answer
  kHonest,  ///< hard problem: any status is allowed, but SOLVED must be true
  kNoSolution
};

struct CannedProblem {
  std::string name;
  Problem problem;
  Expected expected = Expected::kSolved;
};

using CannedProblems = std::vector<CannedProblem>;

/// All canned problems, in the order of the report. The impulses of all answers are about 1e-3 to
/// 10 [N s].
CannedProblems make_canned_problems();

// The families of problems, each in its own file. Every function appends to `problems`.
void add_row_problems(CannedProblems& problems);
void add_contact_problems(CannedProblems& problems);
void add_table_problems(CannedProblems& problems);
void add_stack_problems(CannedProblems& problems);
void add_robot_problems(CannedProblems& problems);
void add_problems_without_solution(CannedProblems& problems);

}  // namespace cardan
