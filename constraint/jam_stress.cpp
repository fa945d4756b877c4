#include <Eigen/QR>
#include <cmath>

#include "cardan/constraint/analysis.h"
#include "cardan/constraint/residual.h"

namespace cardan {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// x ← nearest point of K = {‖x_t‖ ≤ μ x_n}.
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

/// (λ, s): λ in the directions in which its blocks are unbounded, slack s ≥ 0 of the NONNEGATIVE
/// rows. Rows whose bounds hang on another's impulse stay at zero: what is found without them is a
/// stress all the same.
class StressCone {
 public:
  explicit StressCone(const Problem& problem) : problem_(problem) {
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
  static void project_block(const cardan_block& block, Eigen::Ref<VectorXd> x) {
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
      case CARDAN_CONE_CONVEX:
        return project_cone(block.mu, x);
      default:
        x.setZero();
    }
  }

  const Problem& problem_;
  std::vector<int> slack_rows_;
};

/// One factor for the rows of a group, so that the cones keep their shape: the root of the step.
VectorXd group_scale(const Problem& problem) {
  VectorXd scale(problem.m());
  for (const cardan_block& block : problem.blocks) {
    for (int i = block.row; i < block.row + block.dim; ++i) {
      scale[i] = std::sqrt(problem.step[static_cast<std::size_t>(block.row)]);
    }
  }
  return scale;
}

/// Orthonormal basis of the row space of G x = Ãᵀ λ + s.
MatrixXd row_space(const Problem& problem, const VectorXd& scale, const StressCone& cone) {
  Problem copy = problem;
  copy.form_dense();
  const Index m = problem.m();
  const Eigen::Map<const MatrixXd, 0, Eigen::OuterStride<>> A(copy.A.data(), m, m,
                                                              Eigen::OuterStride<>(copy.lda));
  MatrixXd G = MatrixXd::Zero(m, m + static_cast<Index>(cone.slack_rows().size()));
  G.leftCols(m) = scale.asDiagonal() * A.transpose() * scale.asDiagonal();
  Index column = m;
  for (const int row : cone.slack_rows()) G(row, column++) = 1;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(G.transpose());
  qr.setThreshold(1e-11);
  return qr.householderQ() * MatrixXd::Identity(G.cols(), qr.rank());
}

/// Dykstra's algorithm: the projection of x on the cone and the null space at once.
VectorXd project_on_both(const StressCone& cone, const MatrixXd& basis, VectorXd x) {
  constexpr int kMaxSweeps = 5000;
  constexpr double kSettled = 1e-13;
  VectorXd correction = VectorXd::Zero(x.size()), before;
  const double size = x.norm();
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    before = x;
    x -= basis * (basis.transpose() * x);
    VectorXd y = x + correction;
    cone.project(y);
    correction += x - y;
    x = y;
    if ((x - before).norm() <= kSettled * size) break;
  }
  return x;
}

}  // namespace

std::optional<JamStress> find_jam_stress(const Problem& problem) {
  // A projection this small beside b is none.
  constexpr double kNothing = 1e-6;
  const int m = problem.m();
  if (m == 0 || m > kMaxStressRows) return std::nullopt;
  const StressCone cone(problem);
  const VectorXd scale = group_scale(problem);
  const Eigen::Map<const VectorXd> b(problem.b.data(), m);
  VectorXd x = VectorXd::Zero(m + static_cast<Index>(cone.slack_rows().size()));
  x.head(m) = -scale.cwiseProduct(b);
  const double size = x.norm();
  if (size == 0) return std::nullopt;
  const MatrixXd basis = row_space(problem, scale, cone);
  x = project_on_both(cone, basis, x / size);
  if (x.norm() < kNothing) return std::nullopt;
  // Where there is no stress the projections creep towards zero: what is left moves something.
  if ((basis.transpose() * x).norm() > kNothing * x.norm()) return std::nullopt;
  VectorXd lambda = scale.cwiseProduct(x.head(m));
  const double largest = lambda.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return std::nullopt;
  // What is this small is what the projections left.
  constexpr double kRounding = 1e-9;
  lambda = (lambda.cwiseAbs().array() < kRounding * largest).select(0.0, lambda / largest).eval();
  JamStress stress;
  stress.work = b.dot(lambda);
  if (!(stress.work < 0)) return std::nullopt;
  stress.lambda.assign(lambda.data(), lambda.data() + m);
  stress.proven = certificate_holds(problem.view(), stress.lambda.data());
  return stress;
}

}  // namespace cardan
