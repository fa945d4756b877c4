#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cardan/replay_problem.h"

namespace cardan::app {

/// One problem with the answers of the solvers.
struct SolveCase {
  std::string path;
  ProblemFile file;
  std::vector<ProblemReplay> replays;
  bool passed = false;
};

/// True if a status meets the expected one. INFEASIBLE also meets JAMMED, because it is JAMMED with
/// a proof.
bool meets(int expected, int status);

/// A case with an expectation passes if its solver meets it; any other case passes if a solver
/// solved it.
bool passes(const SolveCase& one);

/// True if a solver ended its process or exceeded the time limit.
bool any_ended(const SolveCase& one);

/// Prints a table with the remarks of the file and the solvers.
void print_case(const SolveCase& one);

/// Appends an object per solver (docs/commands.md).
void append_json(const SolveCase& one, nlohmann::json& list);

/// Appends λ and u: an object per solver that gave an answer.
void append_answers(const SolveCase& one, nlohmann::json& list);

}  // namespace cardan::app
