#pragma once

#include <string>

#include "test/unit/solvers/problem_kit.h"

namespace cardan::test {

/// Reads a published problem of any format (docs/problem-files.md): friction, LCP or
/// MLCP, in text or HDF5. Tolerance: that of the kit. Throws Error.
TestProblem read_field_problem(const std::string& path);
inline TestProblem read_friction_problem(const std::string& path) {
  return read_field_problem(path);
}
inline TestProblem read_lcp(const std::string& path) { return read_field_problem(path); }

/// ‖λ − P_K(λ − û)‖ / max(‖q‖, ‖λ‖, ‖u‖), the error of the Siconos numerics package.
double siconos_error(const TestProblem& problem, const VectorXd& lambda);

}  // namespace cardan::test
