#pragma once

#include <string>

#include "problem_kit.h"

namespace cardan::test {

/// Reads a frictional contact problem of the field: the text format (dimension, contacts, storage 0
/// dense column-major or 1 block-sparse, W, q, μ) or HDF5 (`fclib_local`, `fclib_global`). W is
/// symmetrised and stands in S; Y has no columns. Throws std::runtime_error.
TestProblem read_friction_problem(const std::string& path);

/// Reads n, 0, n n, M column-major, q of 0 ≤ z ⊥ M z + q ≥ 0. Throws std::runtime_error.
TestProblem read_lcp(const std::string& path);

/// ‖λ − P_K(λ − û)‖ / max(‖q‖, ‖λ‖, ‖u‖), the error of the Siconos numerics package.
double siconos_error(const TestProblem& problem, const VectorXd& lambda);

}  // namespace cardan::test
