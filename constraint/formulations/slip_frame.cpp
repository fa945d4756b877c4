#include "constraint/formulations/slip_frame.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

constexpr double kLeastTangent = 1e-6;  // |Y_i|² of an immovable tangent, as a share of |Y_n|²
constexpr double kMostViscous = 1e6;    // S_l divided by |Y_l|²; beyond it the row has no friction
constexpr double kLeastSlip = 1e-6;     // smaller slip has no direction [m/s]

double row_product(const cardan_rows& rows, int a, int b) {
  std::int32_t i = rows.start[a], j = rows.start[b];
  double sum = 0;
  while (i < rows.start[a + 1] && j < rows.start[b + 1]) {
    if (rows.index[i] == rows.index[j]) {
      sum += rows.value[i++] * rows.value[j++];
    } else if (rows.index[i] < rows.index[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

/// Y_t Y_tᵀ of the two tangent rows of a contact.
Eigen::Matrix2d tangent_inertia(const BaseProblem& base, const BaseBlock& contact) {
  const cardan_rows Y = base.Y.view();
  const int t1 = contact.row + 1, t2 = contact.row + 2;
  Eigen::Matrix2d G;
  G(0, 0) = row_product(Y, t1, t1);
  G(1, 1) = row_product(Y, t2, t2);
  G(0, 1) = G(1, 0) = row_product(Y, t1, t2);
  return G;
}

/// λ⁺ = λ_prev + h d u_prev − (k h² + d h) u⁺ of a bristle −k z − d ż over one implicit step, as
/// u⁺ + S λ⁺ + c = 0 [phantom-inertia paper, (42)], in impulses.
void set_bristle(const BaseProblem& base, int contact, double Y_ii, int i, SlipFrame& frame) {
  const BaseBlock& block = base.blocks[contact];
  const double h = base.dt;
  const double stiffness = block.surface.tangential_stiffness;
  const bool given = !std::isnan(stiffness);
  const double damping = given ? block.surface.tangential_damping : 0.0;
  const double effective_mass = given ? stiffness * h * h + damping * h : 0.0;
  // The law applies on the surface, but row t2 is scaled by μ2/μ1.
  const Vector2 scale(1, block.surface.mu_ratio);
  const double square = frame.axis[i].cwiseProduct(scale).squaredNorm();
  frame.S[i] = effective_mass > 0 ? square / effective_mass : kDefaultCompliance * Y_ii;
  if (!base.has_memory[contact]) return;
  const double lambda = frame.axis[i].dot(tangential(base.lambda_prev, block));
  const double u = frame.axis[i].dot(tangential(base.u_prev, block));
  frame.c[i] = -frame.S[i] * (lambda + h * damping * u / square);
}

/// J v of the tangent rows at the start of the step, with the surfaces' own motion [m/s]. It
/// belongs to the current configuration, while the slip in the memory lags by one step of rotation.
Vector2 start_velocity(const BaseProblem& base, const BaseBlock& contact) {
  const std::vector<double>& z0 = base.z0;
  Vector2 u_t = tangential(base.b_free, contact);
  if (z0.empty()) return u_t;
  const cardan_rows Y = base.Y.view();
  for (int i = 0; i < 2; ++i) u_t[i] -= sparse_dot(Y, contact.row + 1 + i, z0.data());
  return u_t;
}

/// Slip that the axes follow; zero for a sticking contact [m/s].
Vector2 slip_to_follow(const BaseProblem& base, int contact) {
  const BaseBlock& block = base.blocks[contact];
  if (base.has_memory[contact] && !block.slides) return Vector2::Zero();
  const Vector2 u_t = start_velocity(base, block);
  const double least = base.has_memory[contact] ? kLeastSlip : base.slip_threshold;
  return u_t.norm() >= least ? u_t : Vector2::Zero();
}

/// λ_l = −(μ λ_n/|u_t|) u_l [phantom-inertia paper, (43)]: friction that follows the slip and is
/// never stiffer than the bristle. There is no friction without an impulse to bound it.
void set_lateral(const BaseProblem& base, int contact, double slip, double Y_ll, SlipFrame& frame) {
  const double S = slip / (frame.mu[1] * expected_normal_impulse(base, contact));
  if (S <= kMostViscous * Y_ll) {
    frame.S[1] = std::max(S, frame.S[1]);
    frame.c[1] = 0;
  } else {
    frame.mu[1] = 0;
  }
}

}  // namespace

Vector2 tangential(const std::vector<double>& of_rows, const BaseBlock& contact) {
  return {of_rows[contact.row + 1], of_rows[contact.row + 2]};
}

double expected_normal_impulse(const BaseProblem& base, int contact) {
  const int n = base.blocks[contact].row;
  if (base.lambda_prev[n] > 0) return base.lambda_prev[n];
  return base.A_diag[n] > 0 ? std::max(-base.b[n], 0.0) / base.A_diag[n] : 0.0;
}

SlipFrame compute_slip_frame(const BaseProblem& base, int contact, const SlipRules& rules) {
  const BaseBlock& block = base.blocks[contact];
  SlipFrame frame;
  const Vector2 u_t = slip_to_follow(base, contact);
  const double slip = u_t.norm();
  frame.follows_slip = rules.aligned && slip > 0;
  frame.axis[0] = frame.follows_slip ? Vector2(u_t / slip) : Vector2(1, 0);
  frame.axis[1] = {-frame.axis[0].y(), frame.axis[0].x()};

  const Eigen::Matrix2d G = tangent_inertia(base, block);
  const double least = kLeastTangent * (base.A_diag[block.row] - base.S[block.row]);
  double Y_ii[2];
  for (int i = 0; i < 2; ++i) {
    Y_ii[i] = std::max(frame.axis[i].dot(G * frame.axis[i]), least);
    frame.mu[i] = block.mu;
    set_bristle(base, contact, Y_ii[i], i, frame);
  }
  if (frame.follows_slip) {
    if (rules.lateral == LateralFriction::kViscous) {
      set_lateral(base, contact, slip, Y_ii[1], frame);
    } else {
      frame.mu[1] = 0;
    }
  }
  for (int i = 0; i < 2; ++i) frame.A_diag[i] = Y_ii[i] + frame.S[i];
  return frame;
}

}  // namespace cardan
