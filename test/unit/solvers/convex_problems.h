#pragma once

#include "test/unit/solvers/problem_kit.h"

/// Convex problems: CONE_CONVEX, NONNEGATIVE, BOX and FREE rows with a symmetric positive
/// semidefinite A.
namespace cardan::test {

struct ConvexKind {
  int contacts = 3;
  int dofs = 8;                  ///< columns of Y; fewer than rows: A is singular
  int min_dim = 3, max_dim = 3;  ///< of the cones
  int others = 0;                ///< rows of each other kind
  double compliance = 0;         ///< S_ii/A_ii
  double mass_ratio = 1;         ///< largest over smallest, spread over the dofs
  bool duplicates = false;
};

/// Rows of a random linkage; b = J v of a free velocity v, so that a solution exists.
TestProblem convex_problem(std::mt19937& random, const ConvexKind& kind);

/// CONE_CONVEX(3) per contact without compliance; compliant: S_ii = 1e-4 of the step's 1/r.
TestProblem convex_cones(const RandomContacts& contacts);
TestProblem compliant_cones(const RandomContacts& contacts);

}  // namespace cardan::test
