#pragma once

#include <functional>
#include <string>

#include "cardan/problem.h"
#include "test/unit/constraint/problem_samples.h"

/// Problems whose answers are judged a second time.
namespace cardan::test {

struct NamedProblem {
  std::string name;
  Problem problem;
};

/// Random particles between walls and on each other: masses up to 10¹² times the lightest,
/// friction, doubled contacts, compliance from none to 1e-4, gravity and thrusts.
Problem random_pile(Random& random);

/// Bodies that walls squeeze: closing speeds to 1 m/s, or parting; kinds of all sorts, compliance
/// from none to 1e-6.
Problem random_jam(Random& random);

/// Self-stresses of random rows, closing or not, and tangential self-stresses, which are not a
/// proof.
Problem random_self_stress(Random& random);

/// Every formulation's problem of one random island of robots and bodies, and its position problem.
void add_island_problems(Random& random, std::vector<NamedProblem>& problems);

/// The problem with steps or weights, of one row, of one block or of all, that are up to 10¹² times
/// too large or too small.
Problem with_hostile_scales(Random& random, const Problem& problem);

/// The files of a folder and those below it, sorted; files that cannot be read are left out.
std::vector<NamedProblem> problems_of_folder(const std::string& folder);

}  // namespace cardan::test
