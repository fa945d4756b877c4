#include <Eigen/Dense>

#include "plugins/conformance/problem_builder.h"

/// Problems without a solution, in which surfaces close in on a body. A self-stress proves it
/// (INFEASIBLE).
namespace cardan {

namespace {

/// Two walls close in on a body: λ1 − λ2 ≥ 1 and λ2 − λ1 ≥ 1.
Problem two_walls() {
  Eigen::MatrixXd Y(2, 1);
  Y << 1, -1;
  ProblemBuilder builder(Y, Eigen::Vector2d(-1, -1));
  for (int i = 0; i < 2; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical);
}

/// Two walls with friction jam a body that can only translate.
IslandBuilder two_walls_with_friction() {
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(6, 3);
  Y.topRows(3) = Eigen::Matrix3d::Identity();
  Y.bottomRows(3) << -1, 0, 0, 0, 1, 0, 0, 0, -1;
  Eigen::VectorXd b(6);
  b << -1, 0.3, 0, -1, 0.3, 0;
  IslandBuilder builder(Y, b);
  builder.add_contact(0.5);
  builder.add_contact(0.5);
  return builder;
}

}  // namespace

void add_problems_without_solution(CannedProblems& problems) {
  problems.push_back({"two walls, no solution", two_walls(), Expected::kNoSolution});
  two_walls_with_friction().add_to(problems, "two rough walls", Expected::kNoSolution);
}

}  // namespace cardan
