#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "cardan/conformance/canned_problems_internal.h"

namespace cardan {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint32_t kMechanical = CARDAN_SYMMETRIC | CARDAN_MONOTONE |
                                      CARDAN_POSITIVE_DIAGONAL | CARDAN_GROUPED | CARDAN_FACTORED;

/// A problem from dense Y, S, b and blocks; steps and weights as the engine sets them.
class Builder {
 public:
  Builder(MatrixXd Y, VectorXd b)
      : S(MatrixXd::Zero(b.size(), b.size())), Y_(std::move(Y)), b_(std::move(b)) {}

  /// Appends a block to the present group.
  cardan_block& add(int kind, int dim, double mu = 0, int parent = -1) {
    cardan_block block{};
    block.kind = kind;
    block.row = row_;
    block.dim = dim;
    block.parent = parent;
    block.group = group_;
    block.mu = mu;
    block.lo = -std::numeric_limits<double>::infinity();
    block.hi = std::numeric_limits<double>::infinity();
    row_ += dim;
    problem_.blocks.push_back(block);
    return problem_.blocks.back();
  }
  void next_group() { ++group_; }

  Problem build(std::uint32_t properties) {
    problem_.properties = properties;
    problem_.num_groups = problem_.blocks.empty() ? 0 : problem_.blocks.back().group + 1;
    compress(Y_, problem_.Y);
    compress(S, problem_.S);
    problem_.b.assign(b_.data(), b_.data() + b_.size());
    problem_.dt = 1e-3;
    set_steps();
    return problem_;
  }

  MatrixXd S;

 private:
  static void compress(const MatrixXd& dense, SparseRows& rows) {
    rows.clear(static_cast<int>(dense.cols()));
    for (Eigen::Index i = 0; i < dense.rows(); ++i) {
      for (Eigen::Index j = 0; j < dense.cols(); ++j) {
        if (dense(i, j) != 0) rows.push(static_cast<int>(j), dense(i, j));
      }
      rows.end_row();
    }
  }

  // Per group the mean diagonal a: r = 1/a and w = a on velocity rows, r = a and w = 1 on slack
  // rows (A_ii = 0).
  void set_steps() {
    const VectorXd diagonal = (Y_ * Y_.transpose() + S).diagonal();
    problem_.step.assign(problem_.b.size(), 1.0);
    problem_.weight.assign(problem_.b.size(), 1.0);
    for (int group = 0; group < problem_.num_groups; ++group) {
      double sum = 0;
      int count = 0;
      for_rows(group, [&](int i) {
        sum += diagonal[i];
        count += diagonal[i] > 0 ? 1 : 0;
      });
      const double mean = sum > 0 ? sum / count : 1.0;
      for_rows(group, [&](int i) {
        const std::size_t k = static_cast<std::size_t>(i);
        problem_.step[k] = diagonal[i] > 0 ? 1 / mean : mean;
        problem_.weight[k] = diagonal[i] > 0 ? mean : 1.0;
      });
    }
  }

  template <typename F>
  void for_rows(int group, F f) const {
    for (const cardan_block& block : problem_.blocks) {
      if (block.group != group) continue;
      for (int i = block.row; i < block.row + block.dim; ++i) f(i);
    }
  }

  MatrixXd Y_;
  VectorXd b_;
  Problem problem_;
  int row_ = 0, group_ = 0;
};

Problem one_row(double b) {
  Builder builder(MatrixXd::Constant(1, 1, std::sqrt(2.0)), VectorXd::Constant(1, b));
  builder.add(CARDAN_NONNEGATIVE, 1);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

Problem free_and_contact() {
  MatrixXd Y(3, 3);
  Y << 1, 0, 0.5, 0, 1, -0.5, 1, 1, 1;
  Builder builder(Y, Vector3d(0.3, -0.2, -1));
  builder.add(CARDAN_FREE, 2);
  builder.next_group();
  builder.add(CARDAN_NONNEGATIVE, 1);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// At hi, at lo, inside.
Problem box_rows() {
  Builder builder(MatrixXd::Identity(3, 3), Vector3d(-5, 5, 0.25));
  for (int i = 0; i < 3; ++i) {
    cardan_block& block = builder.add(CARDAN_BOX, 1);
    block.lo = -1;
    block.hi = 2;
    builder.next_group();
  }
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// Three coupled rows of one contact with free velocity b.
MatrixXd contact_rows() {
  MatrixXd Y(3, 6);
  Y << 1, 0.1, 0, 0.2, 0, 0, 0.1, 1, 0.2, 0, 0.3, 0, -0.2, 0, 1, 0, 0, 0.2;
  return Y;
}

Problem one_cone(int kind, double mu, const Vector3d& b) {
  Builder builder(contact_rows(), b);
  builder.add(kind, 3, mu);
  if (kind == CARDAN_CONE_CONVEX) {
    builder.S.diagonal().setConstant(1e-3);
    return builder.build(kMechanical | CARDAN_REGULAR | CARDAN_COMPLIANT);
  }
  return builder.build(kMechanical | CARDAN_REGULAR);
}

Problem normal_and_box_mu(const Vector3d& b) {
  Builder builder(contact_rows(), b);
  builder.add(CARDAN_NONNEGATIVE, 1);
  builder.add(CARDAN_BOX_MU, 1, 0.5, 0);
  builder.add(CARDAN_BOX_MU, 1, 0.5, 0);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

Problem normal_and_ball(const Vector3d& b) {
  Builder builder(contact_rows(), b);
  builder.add(CARDAN_NONNEGATIVE, 1);
  builder.add(CARDAN_BALL_MU, 2, 0.5, 0);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// A cone whose first row is the parent of a spin row.
Problem cone_with_spin() {
  MatrixXd Y = MatrixXd::Zero(4, 6);
  Y.topRows(3) = contact_rows();
  Y.row(3) << 0, 0.1, 0, 0, 0.2, 1;
  Builder builder(Y, Eigen::Vector4d(-1, 0.2, 0.1, 2));
  builder.add(CARDAN_CONE, 3, 0.6);
  builder.add(CARDAN_BOX_MU, 1, 0.05, 0);
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// Legs under a rigid body of unit mass and inertia that falls at g h = 1e-2 and slides at `slip`.
/// Rows beyond six are redundant.
Problem table(int kind, int legs, double slip) {
  const int rows = kind == CARDAN_CONE ? 3 : 1;
  MatrixXd Y(rows * legs, 6);
  for (int k = 0; k < legs; ++k) {
    const double angle = 2 * kPi * (k + 0.5) / legs;
    const Vector3d p(0.4 * std::cos(angle), 0.3 * std::sin(angle), -0.5);
    const Vector3d axes[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < rows; ++i) {
      Y.row(rows * k + i) << p.cross(axes[i]).transpose(), axes[i].transpose();
    }
  }
  VectorXd twist(6);
  twist << 0, 0, 0, slip, 0, -1e-2;
  Builder builder(Y, Y * twist);
  for (int k = 0; k < legs; ++k) {
    builder.add(kind, rows, 0.7);
    builder.next_group();
  }
  return builder.build(kMechanical);
}

Problem duplicate_rows() {
  Builder builder(MatrixXd::Constant(3, 1, 1.0), VectorXd::Constant(3, -1.0));
  for (int i = 0; i < 3; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical);
}

/// Friction along d directions as an LCP: rows n, d_1…d_d and the slip s, whose diagonal is zero.
Problem polyhedral(int d, double mu, const Vector3d& b) {
  MatrixXd T = MatrixXd::Zero(3, d + 2);
  T(0, 0) = 1;
  for (int j = 0; j < d; ++j) {
    T(1, j + 1) = std::cos(2 * kPi * j / d);
    T(2, j + 1) = std::sin(2 * kPi * j / d);
  }
  Builder builder(T.transpose() * contact_rows(), T.transpose() * b);
  for (int j = 1; j <= d; ++j) {
    builder.S(j, d + 1) = 1;
    builder.S(d + 1, j) = -1;
  }
  builder.S(d + 1, 0) = mu;
  builder.add(CARDAN_NONNEGATIVE, d + 2);
  return builder.build(CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED);
}

/// A stands in S alone: [2 −1; −1 2], a FREE row and a contact.
Problem empty_Y() {
  Builder builder(MatrixXd(2, 0), Eigen::Vector2d(0.5, -1));
  builder.S << 2, -1, -1, 2;
  builder.add(CARDAN_FREE, 1);
  builder.next_group();
  builder.add(CARDAN_NONNEGATIVE, 1);
  return builder.build(CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                       CARDAN_COMPLIANT | CARDAN_REGULAR | CARDAN_GROUPED);
}

/// Two contacts, normals first, then the friction rows: groups are not contiguous.
Problem component_major() {
  MatrixXd Y = MatrixXd::Zero(4, 6);
  Y.row(0) << 1, 0.1, 0, 0.2, 0, 0;
  Y.row(1) << 0.3, 0, 0, 1, 0.1, 0;
  Y.row(2) << 0, 1, 0.2, 0, 0.3, 0;
  Y.row(3) << 0, 0.1, 0, 0, 1, 0.4;
  Builder builder(Y, Eigen::Vector4d(-1, -0.5, 0.2, 3));
  for (int i = 0; i < 4; ++i) {
    cardan_block& block =
        i < 2 ? builder.add(CARDAN_NONNEGATIVE, 1) : builder.add(CARDAN_BOX_MU, 1, 0.5, i - 2);
    block.group = i % 2;
  }
  builder.next_group();
  return builder.build(CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                       CARDAN_REGULAR | CARDAN_FACTORED);
}

/// A light body (1 kg) on a heavy one (1e6 kg), or the reverse.
Problem stack(double below, double above) {
  MatrixXd Y(2, 2);
  Y << 1 / std::sqrt(below), 0, -1 / std::sqrt(below), 1 / std::sqrt(above);
  Builder builder(Y, Eigen::Vector2d(-1e-2, 0));
  for (int i = 0; i < 2; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical | CARDAN_REGULAR);
}

/// Two walls close in on a body: λ1 − λ2 ≥ 1 and λ2 − λ1 ≥ 1.
Problem two_walls() {
  MatrixXd Y(2, 1);
  Y << 1, -1;
  Builder builder(Y, Eigen::Vector2d(-1, -1));
  for (int i = 0; i < 2; ++i) {
    builder.add(CARDAN_NONNEGATIVE, 1);
    builder.next_group();
  }
  return builder.build(kMechanical);
}

}  // namespace

std::vector<CannedProblem> make_canned_problems() {
  const Vector3d stick(-1, 0.1, -0.05), slide(-1, 2, -1);
  return {
      {"no rows", Builder(MatrixXd(0, 0), VectorXd(0)).build(kMechanical)},
      {"one closing row", one_row(-3)},
      {"one opening row", one_row(3)},
      {"free rows and a contact", free_and_contact()},
      {"an empty Y", empty_Y()},
      {"bounded rows", box_rows()},
      {"sticking cone", one_cone(CARDAN_CONE, 0.5, stick)},
      {"sliding cone", one_cone(CARDAN_CONE, 0.5, slide)},
      {"cone with mu = 0", one_cone(CARDAN_CONE, 0, slide)},
      {"opening cone", one_cone(CARDAN_CONE, 0.5, -slide)},
      {"cone with a spin row", cone_with_spin()},
      {"sticking convex cone", one_cone(CARDAN_CONE_CONVEX, 0.5, stick)},
      {"sliding convex cone", one_cone(CARDAN_CONE_CONVEX, 0.5, slide)},
      {"sticking box friction", normal_and_box_mu(stick)},
      {"sliding box friction", normal_and_box_mu(slide)},
      {"sliding ball friction", normal_and_ball(slide)},
      {"component-major rows", component_major()},
      {"sticking polyhedral contact", polyhedral(4, 0.5, stick)},
      {"sliding polyhedral contact, zero diagonal", polyhedral(8, 0.5, slide)},
      {"polyhedral contact with mu = 0", polyhedral(4, 0, slide)},
      {"duplicate rows", duplicate_rows()},
      {"redundant table", table(CARDAN_NONNEGATIVE, 8, 0)},
      {"redundant table of cones, sticking", table(CARDAN_CONE, 4, 0)},
      {"redundant table of cones, sliding", table(CARDAN_CONE, 4, 0.3)},
      {"light on heavy, 1:1e6", stack(1e6, 1)},
      {"heavy on light, 1e6:1", stack(1, 1e6), Expected::kHonest},
      {"two walls, no solution", two_walls(), Expected::kNoSolution},
  };
}

}  // namespace cardan
