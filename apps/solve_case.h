#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "replay.h"

namespace cardan::app {

/// One problem with what the solvers made of it.
struct SolveCase {
  std::string path;
  ProblemFile file;
  std::vector<Replay> replays;
  bool passed = false;
};

/// Whether a status is what was expected: INFEASIBLE is JAMMED with a proof.
bool meets(int expected, int status);

/// A case with an expectation passes when its solver meets it; another when a solver solved it.
bool passes(const SolveCase& one);

/// Whether a solver ended its process or took too long.
bool any_ended(const SolveCase& one);

/// A table, with what the file and the solvers remarked.
void print_case(const SolveCase& one);

/// An object for each solver (docs/commands.md).
void append_json(const SolveCase& one, nlohmann::json& list);

/// Appends λ and u: an object for each solver that gave an answer.
void append_answers(const SolveCase& one, nlohmann::json& list);

}  // namespace cardan::app
