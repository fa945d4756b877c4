#include "solvers/pgs/local_solve.h"

#include <algorithm>
#include <cmath>

#include "cardan/projections.h"

namespace cardan::pgs {

namespace {

/// Changes below this fraction of the block's size are rounding errors.
constexpr double kRounding = 4e-16;
constexpr int kSecularSteps = 60;

/// ‖W‖_∞, a bound on the largest eigenvalue.
double norm_bound(const double* W, int n) {
  double bound = 0;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += std::fabs(W[i + j * n]);
    bound = std::max(bound, sum);
  }
  return bound;
}

double max_change(const double* a, const double* b, int n) {
  double change = 0;
  for (int i = 0; i < n; ++i) change = std::max(change, std::fabs(a[i] - b[i]));
  return change;
}

/// ‖L⁻¹x‖².
double squared_half_solve(const double* L, int n, const double* x) {
  double y[kMaxRows] = {};
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int k = 0; k < i; ++k) s -= L[i + k * n] * y[k];
    y[i] = s / L[i + i * n];
    sum += y[i] * y[i];
  }
  return sum;
}

/// The point that sticks, x = −W⁻¹q, if it lies in K.
bool try_stick(const double* W, int n, double mu, const double* q, double* x) {
  double L[kMaxRows * kMaxRows];
  if (!cholesky(W, n, 0, L)) return false;
  double stick[kMaxRows] = {};
  solve_negative(L, n, q, stick);
  if (!(sdk::norm(stick + 1, n - 1) <= mu * stick[0])) return false;
  std::copy(stick, stick + n, x);
  return true;
}

}  // namespace

bool cholesky(const double* W, int n, double alpha, double* L) {
  for (int j = 0; j < n; ++j) {
    double d = W[j + j * n] + alpha;
    const double scale = d;
    for (int k = 0; k < j; ++k) d -= L[j + k * n] * L[j + k * n];
    // A pivot as small as rounding counts as zero, which means redundant rows within one contact.
    if (!(d > 1e-14 * scale)) return false;
    L[j + j * n] = std::sqrt(d);
    for (int i = j + 1; i < n; ++i) {
      double s = W[i + j * n];
      for (int k = 0; k < j; ++k) s -= L[i + k * n] * L[j + k * n];
      L[i + j * n] = s / L[j + j * n];
    }
  }
  return true;
}

void solve_negative(const double* L, int n, const double* q, double* x) {
  for (int i = 0; i < n; ++i) {
    double s = -q[i];
    for (int k = 0; k < i; ++k) s -= L[i + k * n] * x[k];
    x[i] = s / L[i + i * n];
  }
  for (int i = n - 1; i >= 0; --i) {
    double s = x[i];
    for (int k = i + 1; k < n; ++k) s -= L[k + i * n] * x[k];
    x[i] = s / L[i + i * n];
  }
}

void solve_ball(const double* W, int n, const double* q, double radius, double* x) {
  double L[kMaxRows * kMaxRows];
  const bool regular = cholesky(W, n, 0, L);
  if (regular) {
    solve_negative(L, n, q, x);
    if (sdk::norm(x, n) <= radius) return;
  }
  const double size = sdk::norm(q, n);
  if (!(radius > 0) || size == 0) {
    std::fill(x, x + n, 0.0);
    return;
  }
  // ‖x(α)‖ ≥ ‖q‖/(‖W‖ + α) gives a lower bound on α; from there Newton rises without overshoot.
  const double bound = norm_bound(W, n);
  double alpha = std::max(size / radius - bound, regular ? 0.0 : 1e-12 * bound);
  for (int step = 0; step < kSecularSteps; ++step) {
    if (!cholesky(W, n, alpha, L)) break;
    solve_negative(L, n, q, x);
    const double length = sdk::norm(x, n);
    const double excess = (length - radius) / radius;
    if (!(excess > kRounding)) break;
    alpha += length * length / squared_half_solve(L, n, x) * excess;
  }
  sdk::project_ball(radius, n, x);
}

void solve_coulomb(const double* W, int n, double mu, const double* q, int passes, double* x) {
  if (q[0] >= 0) {
    std::fill(x, x + n, 0.0);
    return;
  }
  if (try_stick(W, n, mu, q, x)) return;
  const int t = n - 1;
  double W_tt[(kMaxRows - 1) * (kMaxRows - 1)];
  for (int j = 0; j < t; ++j) {
    for (int i = 0; i < t; ++i) W_tt[i + j * t] = W[(i + 1) + (j + 1) * n];
  }
  for (int pass = 0; pass < passes; ++pass) {
    double next[kMaxRows] = {};
    double u_n = q[0];
    for (int i = 1; i < n; ++i) u_n += W[i * n] * x[i];
    next[0] = std::max(-u_n / W[0], 0.0);
    double q_t[kMaxRows] = {};
    for (int i = 0; i < t; ++i) q_t[i] = q[i + 1] + W[i + 1] * next[0];
    solve_ball(W_tt, t, q_t, mu * next[0], next + 1);
    const double change = max_change(next, x, n);
    std::copy(next, next + n, x);
    if (change <= kRounding * (std::fabs(x[0]) + sdk::norm(x + 1, t))) return;
  }
}

void solve_convex_cone(const double* W, int n, double mu, const double* q, int passes, double* x) {
  // 0 is the solution when q lies in the dual cone K* = {q_n ≥ μ‖q_t‖}.
  if (q[0] >= mu * sdk::norm(q + 1, n - 1)) {
    std::fill(x, x + n, 0.0);
    return;
  }
  if (try_stick(W, n, mu, q, x)) return;
  const double r = 1 / norm_bound(W, n);
  for (int pass = 0; pass < passes; ++pass) {
    double next[kMaxRows] = {};
    for (int i = 0; i < n; ++i) {
      double u = q[i];
      for (int j = 0; j < n; ++j) u += W[i + j * n] * x[j];
      next[i] = x[i] - r * u;
    }
    sdk::project_cone(mu, n, next);
    const double change = max_change(next, x, n);
    std::copy(next, next + n, x);
    if (change <= kRounding * sdk::norm(x, n)) return;
  }
}

}  // namespace cardan::pgs
