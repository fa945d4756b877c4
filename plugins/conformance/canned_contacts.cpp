#include <Eigen/Dense>
#include <cmath>

#include "plugins/conformance/problem_builder.h"

/// One or two contacts in every block kind, and in every formulation.
namespace cardan {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

/// Three coupled rows of one contact.
MatrixXd contact_rows() {
  MatrixXd Y(3, 6);
  Y << 1, 0.1, 0, 0.2, 0, 0, 0.1, 1, 0.2, 0, 0.3, 0, -0.2, 0, 1, 0, 0, 0.2;
  return Y;
}

Problem cone_of(const MatrixXd& Y, int kind, double mu, const Vector3d& b) {
  ProblemBuilder builder(Y, b);
  builder.add(kind, 3, mu);
  if (kind == CARDAN_CONE_CONVEX) {
    builder.S.diagonal().setConstant(1e-3);
    return builder.build(kMechanical | CARDAN_REGULAR | CARDAN_COMPLIANT);
  }
  return builder.build(kMechanical | CARDAN_REGULAR);
}

Problem one_cone(int kind, double mu, const Vector3d& b) {
  return cone_of(contact_rows(), kind, mu, b);
}

/// μ = 0 and no slip: the cone is a ray, and λ − r û lies on the opposite side of its line. The
/// solution is λ = 0.
Problem separating_straight(int kind) {
  return cone_of(MatrixXd::Identity(3, 3), kind, 0, Vector3d::UnitX());
}

Problem normal_and_box_mu(const Vector3d& b) {
  ProblemBuilder builder(contact_rows(), b);
  builder.add(CARDAN_NONNEGATIVE, 1);
  builder.add(CARDAN_BOX_MU, 1, 0.5, 0);
  builder.add(CARDAN_BOX_MU, 1, 0.5, 0);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

Problem normal_and_ball(const Vector3d& b) {
  ProblemBuilder builder(contact_rows(), b);
  builder.add(CARDAN_NONNEGATIVE, 1);
  builder.add(CARDAN_BALL_MU, 2, 0.5, 0);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// A cone whose first row is the parent of a spin row.
Problem cone_with_spin() {
  MatrixXd Y = MatrixXd::Zero(4, 6);
  Y.topRows(3) = contact_rows();
  Y.row(3) << 0, 0.1, 0, 0, 0.2, 1;
  ProblemBuilder builder(Y, Eigen::Vector4d(-1, 0.2, 0.1, 2));
  builder.add(CARDAN_CONE, 3, 0.6);
  builder.add(CARDAN_BOX_MU, 1, 0.05, 0);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// Friction along d directions as an LCP: rows n, d_1…d_d and the slip s, whose diagonal is zero.
Problem polyhedral(int d, double mu, const Vector3d& b) {
  MatrixXd T = MatrixXd::Zero(3, d + 2);
  T(0, 0) = 1;
  for (int j = 0; j < d; ++j) {
    T(1, j + 1) = std::cos(2 * kPi * j / d);
    T(2, j + 1) = std::sin(2 * kPi * j / d);
  }
  ProblemBuilder builder(T.transpose() * contact_rows(), T.transpose() * b);
  for (int j = 1; j <= d; ++j) {
    builder.S(j, d + 1) = 1;
    builder.S(d + 1, j) = -1;
  }
  builder.S(d + 1, 0) = mu;
  builder.add(CARDAN_NONNEGATIVE, d + 2);
  return builder.build(CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED);
}

/// Two contacts, normals first, then the friction rows: groups are not contiguous.
Problem component_major() {
  MatrixXd Y = MatrixXd::Zero(4, 6);
  Y.row(0) << 1, 0.1, 0, 0.2, 0, 0;
  Y.row(1) << 0.3, 0, 0, 1, 0.1, 0;
  Y.row(2) << 0, 1, 0.2, 0, 0.3, 0;
  Y.row(3) << 0, 0.1, 0, 0, 1, 0.4;
  ProblemBuilder builder(Y, Eigen::Vector4d(-1, -0.5, 0.2, 3));
  for (int i = 0; i < 4; ++i) {
    cardan_block& block =
        i < 2 ? builder.add(CARDAN_NONNEGATIVE, 1) : builder.add(CARDAN_BOX_MU, 1, 0.5, i - 2);
    block.group = i % 2;
  }
  builder.next_group();
  return builder.build(CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                       CARDAN_REGULAR | CARDAN_FACTORED);
}

/// A block of 2 kg on the ground, pushed by g h of the step and gliding at `slip` [m/s].
void add_block_on_ground(CannedProblems& problems, const std::string& name, double mu,
                         double slip) {
  IslandBuilder block(MatrixXd::Identity(3, 3) / std::sqrt(2.0), Vector3d(-1e-2, slip, 0));
  block.add_contact(mu);
  block.add_to(problems, name);
}

}  // namespace

void add_contact_problems(CannedProblems& problems) {
  const Vector3d stick(-1, 0.1, -0.05), slide(-1, 2, -1);
  const CannedProblem single[] = {
      {"sticking cone", one_cone(CARDAN_CONE, 0.5, stick)},
      {"sliding cone", one_cone(CARDAN_CONE, 0.5, slide)},
      {"cone with mu = 0", one_cone(CARDAN_CONE, 0, slide)},
      {"opening cone", one_cone(CARDAN_CONE, 0.5, -slide)},
      {"separating and not slipping, mu = 0", separating_straight(CARDAN_CONE)},
      // 1e3 is the largest coefficient that the host passes on; it caps larger values and reports
      // this.
      {"cone with mu = 1e3", one_cone(CARDAN_CONE, 1e3, slide), Expected::kHonest},
      {"cone with mu = 1e6", one_cone(CARDAN_CONE, 1e6, slide), Expected::kHonest},
      {"cone with a spin row", cone_with_spin()},
      {"sticking convex cone", one_cone(CARDAN_CONE_CONVEX, 0.5, stick)},
      {"sliding convex cone", one_cone(CARDAN_CONE_CONVEX, 0.5, slide)},
      {"separating and not slipping, convex, mu = 0", separating_straight(CARDAN_CONE_CONVEX)},
      {"sticking box friction", normal_and_box_mu(stick)},
      {"sliding box friction", normal_and_box_mu(slide)},
      {"sliding ball friction", normal_and_ball(slide)},
      {"component-major rows", component_major()},
      {"sticking polyhedral contact", polyhedral(4, 0.5, stick)},
      {"sliding polyhedral contact, zero diagonal", polyhedral(8, 0.5, slide)},
      {"polyhedral contact with mu = 0", polyhedral(4, 0, slide)},
      {"polyhedral contact with mu = 1e3", polyhedral(4, 1e3, slide), Expected::kHonest},
  };
  problems.insert(problems.end(), std::begin(single), std::end(single));
  add_block_on_ground(problems, "sticking block", 0.5, 4e-3);
  add_block_on_ground(problems, "sliding block", 0.5, 0.2);
}

}  // namespace cardan
