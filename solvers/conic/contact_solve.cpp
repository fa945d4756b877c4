#include "solvers/conic/contact_solve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardan::conic {
namespace {

struct Direction {
  double x, y;
};

Direction normalised(double x, double y) {
  const double length = std::sqrt(x * x + y * y);
  return {x / length, y / length};
}

/// Sliding with u_n = 0 and λ_t = μ λ_n d for a unit direction d: everything as a function of d.
///   λ_n(d) = −q_n / (W_nn + μ W_nt·d),  u_t(d) = q_t + λ_n (W_tn + μ W_tt d).
/// A solution has g = d⊥·u_t = 0 and d·u_t ≤ 0, d⊥ = (−d_y, d_x).
class Sliding {
 public:
  Sliding(const OneContact& contact, const double* q) : W_(contact.W), mu_(contact.mu), q_(q) {}

  struct State {
    double denominator, normal;  ///< W_nn + μ W_nt·d [1/kg], λ_n [N s]
    double ux, uy;               ///< u_t [m/s]
    double cross, along;         ///< d⊥·u_t, d·u_t [m/s]
  };

  State at(Direction d) const {
    State s;
    s.denominator = W_[0] + mu_ * (W_[1] * d.x + W_[2] * d.y);
    s.normal = -q_[0] / s.denominator;
    s.ux = q_[1] + s.normal * (W_[1] + mu_ * (W_[4] * d.x + W_[5] * d.y));
    s.uy = q_[2] + s.normal * (W_[2] + mu_ * (W_[5] * d.x + W_[8] * d.y));
    s.cross = d.x * s.uy - d.y * s.ux;
    s.along = d.x * s.ux + d.y * s.uy;
    return s;
  }

  /// g times the denominator: continuous in d even where the denominator vanishes.
  double crossing(Direction d) const {
    const double denominator = W_[0] + mu_ * (W_[1] * d.x + W_[2] * d.y);
    const double x = q_[1] * denominator - q_[0] * (W_[1] + mu_ * (W_[4] * d.x + W_[5] * d.y));
    const double y = q_[2] * denominator - q_[0] * (W_[2] + mu_ * (W_[5] * d.x + W_[8] * d.y));
    return d.x * y - d.y * x;
  }

  /// dg/dθ for d = (cos θ, sin θ).
  double slope(Direction d, const State& s) const {
    const double px = -d.y, py = d.x;
    const double normal_slope = -s.normal * mu_ * (W_[1] * px + W_[2] * py) / s.denominator;
    const double wx = W_[1] + mu_ * (W_[4] * d.x + W_[5] * d.y);
    const double wy = W_[2] + mu_ * (W_[5] * d.x + W_[8] * d.y);
    const double dux = normal_slope * wx + s.normal * mu_ * (W_[4] * px + W_[5] * py);
    const double duy = normal_slope * wy + s.normal * mu_ * (W_[5] * px + W_[8] * py);
    return -s.along + px * dux + py * duy;
  }

  /// At the transition between sticking and sliding, d·u_t vanishes up to rounding.
  bool valid(const State& s) const {
    const double rounding = 1e-13 * (std::fabs(q_[0]) + std::fabs(q_[1]) + std::fabs(q_[2]));
    return s.denominator > 0 && s.normal >= 0 && s.along <= rounding;
  }

 private:
  const double* W_;
  double mu_;
  const double* q_;
};

/// Newton on the direction without trigonometry: d += δ d⊥, normalise. Steps are limited to 0.5
/// rad. True if it ends at a root that is a solution.
bool newton(const Sliding& sliding, Direction& d) {
  constexpr int kSteps = 12;
  for (int k = 0; k < kSteps; ++k) {
    const Sliding::State s = sliding.at(d);
    if (!(s.denominator > 0)) return false;
    const double slope = sliding.slope(d, s);
    if (!(slope > 0)) return false;  // a root with g' < 0 is not the one of maximum dissipation
    const double step = std::clamp(-s.cross / slope, -0.5, 0.5);
    d = normalised(d.x - step * d.y, d.y + step * d.x);
    if (std::fabs(step) <= 1e-9) return sliding.valid(sliding.at(d));  // convergence is quadratic
  }
  return false;
}

/// The root between a and b, where crossing() changes its sign.
Direction bisect(const Sliding& sliding, Direction a, Direction b) {
  constexpr int kHalvings = 60;
  const bool sign = sliding.crossing(a) < 0;
  for (int k = 0; k < kHalvings; ++k) {
    const Direction middle = normalised(a.x + b.x, a.y + b.y);
    ((sliding.crossing(middle) < 0) == sign ? a : b) = middle;
  }
  return b;
}

/// 16 fixed directions with `parts` intervals between neighbours, with bisection in every interval
/// with a change of sign in either direction, because with a strong coupling W_nt the only solution
/// can be a falling root. Among several solutions, it takes the one with the smallest d·u_t λ_n
/// (maximum dissipation).
bool bracket(const Sliding& sliding, int parts, Direction& d) {
  constexpr double kC = 0.92387953251128674, kS = 0.38268343236508977, kR = 0.70710678118654752;
  static constexpr Direction kFan[17] = {{1, 0},     {kC, kS},   {kR, kR},  {kS, kC},  {0, 1},
                                         {-kS, kC},  {-kR, kR},  {-kC, kS}, {-1, 0},   {-kC, -kS},
                                         {-kR, -kR}, {-kS, -kC}, {0, -1},   {kS, -kC}, {kR, -kR},
                                         {kC, -kS},  {1, 0}};
  double best = std::numeric_limits<double>::infinity();
  Direction last = kFan[0];
  double from = sliding.crossing(last);
  for (int k = 0; k < 16 * parts; ++k) {
    const Direction &a = kFan[k / parts], &b = kFan[k / parts + 1];
    const double t = static_cast<double>(k % parts + 1) / parts;
    const Direction next = normalised((1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y);
    const double to = sliding.crossing(next);
    if ((from < 0) != (to < 0)) {
      const Direction root = bisect(sliding, last, next);
      const Sliding::State s = sliding.at(root);
      if (sliding.valid(s) && s.along * s.normal < best) {
        best = s.along * s.normal;
        d = root;
      }
    }
    last = next;
    from = to;
  }
  return best < std::numeric_limits<double>::infinity();
}

/// True if λ is inside the cone and W λ + q = 0. The second condition can fail only if W is
/// singular.
bool sticks(const OneContact& contact, const double* q, const double* lambda) {
  const double bound = contact.mu * lambda[0];
  if (!(lambda[0] >= 0) || lambda[1] * lambda[1] + lambda[2] * lambda[2] > bound * bound)
    return false;
  const double* X = contact.W_inverse;
  if (X[0] > 0 && X[4] > 0 && X[8] > 0) return true;
  const double* W = contact.W;
  double error = 0, scale = 0;
  for (int i = 0; i < 3; ++i) {
    error += std::fabs(W[i] * lambda[0] + W[i + 3] * lambda[1] + W[i + 6] * lambda[2] + q[i]);
    scale += std::fabs(q[i]);
  }
  return error <= 1e-12 * scale;
}

bool slide(const OneContact& contact, const double* q, double* lambda) {
  const Sliding sliding(contact, q);
  // Starts with the last direction of friction, or else against the free slip.
  Direction d{1, 0};
  if (lambda[1] != 0 || lambda[2] != 0) {
    d = normalised(lambda[1], lambda[2]);
  } else if (q[1] != 0 || q[2] != 0) {
    d = normalised(-q[1], -q[2]);
  }
  // Roots can be closer together than the directions, so a finer fan is tried before giving up.
  if (!newton(sliding, d) && !bracket(sliding, 1, d) && !bracket(sliding, 16, d)) return false;
  const Sliding::State s = sliding.at(d);
  lambda[0] = s.normal;
  lambda[1] = contact.mu * s.normal * d.x;
  lambda[2] = contact.mu * s.normal * d.y;
  return true;
}

}  // namespace

bool solve_contact(const OneContact& contact, const double* u, const double* q, double* lambda) {
  if (q[0] >= 0) {
    lambda[0] = lambda[1] = lambda[2] = 0;
    return true;
  }
  const double* W = contact.W;
  if (contact.mu == 0) {
    if (!(W[0] > 0)) return false;
    lambda[0] = -q[0] / W[0];
    lambda[1] = lambda[2] = 0;
    return true;
  }
  // The sticking impulse is computed as a correction of the iterate, λ − W⁻¹ u. Near the solution
  // this refines the iterate, whereas −W⁻¹ q would contain the rounding of q.
  const double* X = contact.W_inverse;
  const double stick[3] = {lambda[0] - (X[0] * u[0] + X[3] * u[1] + X[6] * u[2]),
                           lambda[1] - (X[1] * u[0] + X[4] * u[1] + X[7] * u[2]),
                           lambda[2] - (X[2] * u[0] + X[5] * u[1] + X[8] * u[2])};
  if (sticks(contact, q, stick)) {
    std::copy(stick, stick + 3, lambda);
    return true;
  }
  return slide(contact, q, lambda);
}

}  // namespace cardan::conic
