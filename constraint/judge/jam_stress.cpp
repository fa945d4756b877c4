#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "cardan/problem.h"
#include "constraint/judge/residual.h"

namespace cardan {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Projects x on K = {‖x_t‖ ≤ μ x_n}.
void project_cone(double mu, Eigen::Ref<VectorXd> x) {
  const double slip = x.tail(x.size() - 1).norm();
  if (x[0] >= 0 && slip <= mu * x[0]) return;
  if (mu * slip <= -x[0]) {
    x.setZero();
    return;
  }
  const double normal = (x[0] + mu * slip) / (1 + mu * mu);
  x.tail(x.size() - 1) *= mu * normal / slip;
  x[0] = normal;
}

/// Rows of a CONE that a stress may use. A stress of normals proves that there is no solution; a
/// stress with friction proves that the bodies cannot rest.
enum class Directions { kNormals, kWithFriction };

/// The cone of (λ, s): λ in the unbounded directions of its blocks, slack s ≥ 0 of the NONNEGATIVE
/// rows. Rows bounded by another impulse stay zero; a stress without them is still a stress.
class StressCone {
 public:
  StressCone(const Problem& problem, Directions directions)
      : problem_(problem), directions_(directions) {
    for (const cardan_block& block : problem.blocks) {
      if (block.kind != CARDAN_NONNEGATIVE) continue;
      for (int i = 0; i < block.dim; ++i) slack_rows_.push_back(block.row + i);
    }
  }

  const std::vector<int>& slack_rows() const { return slack_rows_; }

  void project(VectorXd& x) const {
    for (const cardan_block& block : problem_.blocks) {
      project_block(block, x.segment(block.row, block.dim));
    }
    const Index slacks = static_cast<Index>(slack_rows_.size());
    x.tail(slacks) = x.tail(slacks).cwiseMax(0.0);
  }

 private:
  void project_block(const cardan_block& block, Eigen::Ref<VectorXd> x) const {
    switch (block.kind) {
      case CARDAN_FREE:
        return;
      case CARDAN_NONNEGATIVE:
        x = x.cwiseMax(0.0).eval();
        return;
      case CARDAN_BOX:
        if (std::isfinite(block.lo)) x[0] = std::max(x[0], 0.0);
        if (std::isfinite(block.hi)) x[0] = std::min(x[0], 0.0);
        return;
      case CARDAN_CONE:
        return project_cone(directions_ == Directions::kNormals ? 0 : block.mu, x);
      case CARDAN_CONE_CONVEX:
        return project_cone(block.mu, x);
      default:
        x.setZero();
    }
  }

  const Problem& problem_;
  Directions directions_;
  std::vector<int> slack_rows_;
};

/// Scale √r of the rows, common to the rows of a cone so that it keeps its shape.
VectorXd group_scale(const Problem& problem) {
  VectorXd scale(problem.m());
  for (const cardan_block& block : problem.blocks) {
    for (int i = block.row; i < block.row + block.dim; ++i) {
      scale[i] = std::sqrt(problem.prox_step[static_cast<std::size_t>(block.row)]);
    }
  }
  return scale;
}

/// Ãᵀ.
MatrixXd scaled_transpose(const Problem& problem, const VectorXd& scale) {
  Problem copy = problem;
  copy.form_dense();
  const Index m = problem.m();
  const Eigen::Map<const MatrixXd, 0, Eigen::OuterStride<>> A(copy.A.data(), m, m,
                                                              Eigen::OuterStride<>(copy.lda));
  return scale.asDiagonal() * A.transpose() * scale.asDiagonal();
}

/// Orthonormal basis of the row space of G x = Ãᵀ λ + s.
MatrixXd row_space(const MatrixXd& A, const StressCone& cone) {
  const Index m = A.rows();
  MatrixXd G = MatrixXd::Zero(m, m + static_cast<Index>(cone.slack_rows().size()));
  G.leftCols(m) = A;
  Index column = m;
  for (const int row : cone.slack_rows()) G(row, column++) = 1;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(G.transpose());
  qr.setThreshold(1e-11);
  return qr.householderQ() * MatrixXd::Identity(G.cols(), qr.rank());
}

/// Dykstra's algorithm: projects x on the intersection of the cone and the null space.
VectorXd project_on_both(const StressCone& cone, const MatrixXd& basis, VectorXd x) {
  constexpr int kMaxSweeps = 5000;
  constexpr double kConverged = 1e-13;
  VectorXd correction = VectorXd::Zero(x.size()), before;
  const double size = x.norm();
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    before = x;
    x -= basis * (basis.transpose() * x);
    VectorXd y = x + correction;
    cone.project(y);
    correction += x - y;
    x = y;
    if ((x - before).norm() <= kConverged * size) break;
  }
  return x;
}

/// Removes the remaining Ãᵀ λ from the nonzero entries, unless this changes the sign of one of
/// them.
void refine(const MatrixXd& A, VectorXd& lambda) {
  std::vector<Index> used;
  for (Index i = 0; i < lambda.size(); ++i) {
    if (lambda[i] != 0) used.push_back(i);
  }
  const MatrixXd columns = A(Eigen::all, used);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> inverse;
  inverse.setThreshold(1e-9);
  inverse.compute(columns);
  for (int pass = 0; pass < 2; ++pass) {
    const VectorXd change = inverse.solve(A * lambda);
    for (std::size_t k = 0; k < used.size(); ++k) {
      const double now = lambda[used[k]] - change[static_cast<Index>(k)];
      if (now * lambda[used[k]] > 0) lambda[used[k]] = now;
    }
  }
}

bool leans_on_friction(const Problem& problem, const VectorXd& lambda) {
  const auto has_tangents = [&](const cardan_block& block) {
    return block.kind == CARDAN_CONE && !lambda.segment(block.row + 1, block.dim - 1).isZero(0);
  };
  return std::any_of(problem.blocks.begin(), problem.blocks.end(), has_tangents);
}

/// Projection of −b̃ on the self-stresses in the cone; empty if it is zero.
VectorXd project_bias(const VectorXd& b, const MatrixXd& A, const StressCone& cone) {
  // A projection smaller than this fraction of b counts as zero.
  constexpr double kNothing = 1e-6;
  const Index m = A.rows();
  VectorXd x = VectorXd::Zero(m + static_cast<Index>(cone.slack_rows().size()));
  x.head(m) = -b;
  const double size = x.norm();
  if (size == 0) return {};
  const MatrixXd basis = row_space(A, cone);
  x = project_on_both(cone, basis, x / size);
  if (x.norm() < kNothing) return {};
  // Without a stress, the projections converge slowly to zero, and the remainder is not a stress.
  if ((basis.transpose() * x).norm() > kNothing * x.norm()) return {};
  return x.head(m);
}

std::optional<JamStress> find_stress(const Problem& problem, Directions directions) {
  const int m = problem.m();
  const StressCone cone(problem, directions);
  const VectorXd scale = group_scale(problem);
  const Eigen::Map<const VectorXd> b(problem.b.data(), m);
  const MatrixXd A = scaled_transpose(problem, scale);
  VectorXd x = project_bias(scale.cwiseProduct(b), A, cone);
  if (x.size() == 0 || x.isZero(0)) return std::nullopt;
  // Smaller numbers are rounding of the projections.
  constexpr double kRounding = 1e-9;
  x = (x.cwiseAbs().array() < kRounding * x.cwiseAbs().maxCoeff()).select(0.0, x).eval();
  refine(A, x);
  VectorXd lambda = scale.cwiseProduct(x);
  lambda /= lambda.cwiseAbs().maxCoeff();
  JamStress stress;
  stress.work = b.dot(lambda);
  if (!(stress.work < 0)) return std::nullopt;
  stress.lambda.assign(lambda.data(), lambda.data() + m);
  stress.proven = certificate_holds(problem.view(), stress.lambda.data());
  stress.frictional = leans_on_friction(problem, lambda);
  return stress;
}

}  // namespace

std::optional<JamStress> find_jam_stress(const Problem& problem) {
  if (problem.m() == 0 || problem.m() > kMaxStressRows) return std::nullopt;
  std::optional<JamStress> stress = find_stress(problem, Directions::kNormals);
  return stress ? stress : find_stress(problem, Directions::kWithFriction);
}

}  // namespace cardan
