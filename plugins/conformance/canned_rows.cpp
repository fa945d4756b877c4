#include <Eigen/Dense>
#include <cmath>

#include "plugins/conformance/problem_builder.h"

/// Rows without friction, whose answers are known by hand.
namespace cardan {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Problem one_row(double b) {
  ProblemBuilder builder(MatrixXd::Constant(1, 1, std::sqrt(2.0)), VectorXd::Constant(1, b));
  builder.add(CARDAN_NONNEGATIVE, 1);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

Problem free_and_contact() {
  MatrixXd Y(3, 3);
  Y << 1, 0, 0.5, 0, 1, -0.5, 1, 1, 1;
  ProblemBuilder builder(Y, Vector3d(0.3, -0.2, -1));
  builder.add(CARDAN_FREE, 2);
  builder.next_group();
  builder.add(CARDAN_NONNEGATIVE, 1);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// Three rows: at hi, at lo, and inside.
Problem box_rows() {
  ProblemBuilder builder(MatrixXd::Identity(3, 3), Vector3d(-5, 5, 0.25));
  for (int i = 0; i < 3; ++i) {
    cardan_block& block = builder.add(CARDAN_BOX, 1);
    block.lo = -1;
    block.hi = 2;
    builder.next_group();
  }
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// A is stored only in S: [2 −1; −1 2], a FREE row and a contact.
Problem empty_Y() {
  ProblemBuilder builder(MatrixXd(2, 0), Eigen::Vector2d(0.5, -1));
  builder.S << 2, -1, -1, 2;
  builder.add(CARDAN_FREE, 1);
  builder.next_group();
  builder.add(CARDAN_NONNEGATIVE, 1);
  return builder.build(CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                       CARDAN_COMPLIANT | CARDAN_REGULAR | CARDAN_GROUPED);
}

Problem duplicate_rows() {
  ProblemBuilder builder(MatrixXd::Constant(3, 1, 1.0), VectorXd::Constant(3, -1.0));
  for (int i = 0; i < 3; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical);
}

/// A of rank 2 with four rows, none of which is a multiple of another.
Problem singular_matrix() {
  MatrixXd Y(4, 2);
  Y << 1, 0.2, 0.3, 1, 1, -0.5, 0.7, 0.6;
  ProblemBuilder builder(Y, Y * Eigen::Vector2d(-1, -0.4));
  for (int i = 0; i < 4; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical);
}

/// A row that moves nothing and whose velocity separates: every λ is a solution, and 0 is the
/// obvious one. The host leaves such rows out, but problems from files may contain them.
Problem zero_row() {
  MatrixXd Y = MatrixXd::Zero(3, 2);
  Y.row(0) << 1, 0.5;
  Y.row(2) << -0.2, 1;
  ProblemBuilder builder(Y, Vector3d(-1, 0.5, -0.3));
  for (int i = 0; i < 3; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_GROUPED | CARDAN_FACTORED);
}

}  // namespace

void add_row_problems(CannedProblems& problems) {
  problems.push_back({"no rows", ProblemBuilder(MatrixXd(0, 0), VectorXd(0)).build(kMechanical)});
  problems.push_back({"one closing row", one_row(-3)});
  problems.push_back({"one opening row", one_row(3)});
  problems.push_back({"free rows and a contact", free_and_contact()});
  problems.push_back({"an empty Y", empty_Y()});
  problems.push_back({"bounded rows", box_rows()});
  problems.push_back({"duplicate rows", duplicate_rows()});
  problems.push_back({"a singular A", singular_matrix()});
  problems.push_back({"a row of zeros", zero_row()});
}

}  // namespace cardan
