#include <Eigen/Dense>
#include <cmath>

#include "plugins/conformance/problem_builder.h"

/// Stacks of bodies with very unequal masses.
namespace cardan {

namespace {

/// One body on another, with motion only along z.
Problem stack(double below, double above) {
  Eigen::MatrixXd Y(2, 2);
  Y << 1 / std::sqrt(below), 0, -1 / std::sqrt(below), 1 / std::sqrt(above);
  ProblemBuilder builder(Y, Eigen::Vector2d(-1e-2, 0));
  for (int i = 0; i < 2; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// A stack with friction; the upper body is dragged along at 1 mm/s.
IslandBuilder stack_with_friction(double below, double above) {
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(6, 6);
  Y.topLeftCorner(3, 3).diagonal().setConstant(1 / std::sqrt(below));
  Y.bottomLeftCorner(3, 3).diagonal().setConstant(-1 / std::sqrt(below));
  Y.bottomRightCorner(3, 3).diagonal().setConstant(1 / std::sqrt(above));
  Eigen::VectorXd b(6);
  b << -1e-2, 0, 0, 0, 1e-3, 0;
  IslandBuilder builder(Y, b);
  builder.add_contact(0.5);
  builder.add_contact(0.5);
  return builder;
}

}  // namespace

void add_stack_problems(CannedProblems& problems) {
  problems.push_back({"light on heavy, 1:1e6", stack(1e6, 1)});
  problems.push_back({"heavy on light, 1e6:1", stack(1, 1e6), Expected::kHonest});
  stack_with_friction(1, 1e6).add_to(problems, "heavy on light with friction, 1e6:1",
                                     Expected::kHonest);
}

}  // namespace cardan
