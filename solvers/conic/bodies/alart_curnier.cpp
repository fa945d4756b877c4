#include "solvers/conic/bodies/alart_curnier.h"

#include <algorithm>
#include <cmath>

#include "solvers/common/cone_derivative.h"
#include "solvers/common/small_matrix.h"

namespace cardan::conic {

namespace {

/// The rows of one block within its unit.
struct UnitBlock {
  const Block& block;
  int at, rows;  ///< first row of the block, rows of the unit
  const double *lambda, *u;
  LinearUnit& linear;

  double* A(int i) const { return linear.A + (at + i) * rows + at; }
  double* B(int i) const { return linear.B + (at + i) * rows + at; }
};

/// Fixes an impulse: f = λ − bound.
void fix_impulse(const UnitBlock& own, int i, double bound) {
  own.linear.f[own.at + i] = own.lambda[own.at + i] - bound;
  own.A(i)[i] = 1;
}

/// Sets a velocity to zero: f = r u.
void stop_velocity(const UnitBlock& own, int i, double r) {
  own.linear.f[own.at + i] = r * own.u[own.at + i];
  own.B(i)[i] = r;
}

/// An augmented normal p_n and its scale, at row `at` of the unit.
struct Normal {
  double p, r;
  int at;
};

/// Rows i … i + dim − 1 of a block on the disc of radius μ max(p_n, 0).
void linearise_disc(const UnitBlock& own, int first, int dim, double mu, const Normal& normal,
                    double r) {
  const double bound = mu * std::max(normal.p, 0.0);
  double a[solvers::kMaxDim], sum = 0;
  for (int i = 0; i < dim; ++i) {
    a[i] = own.lambda[own.at + first + i] - r * own.u[own.at + first + i];
    sum += a[i] * a[i];
  }
  const double s = std::sqrt(sum);
  if (!(bound > 0)) {
    for (int i = 0; i < dim; ++i) fix_impulse(own, first + i, 0);
    return;
  }
  if (s <= bound) {
    for (int i = 0; i < dim; ++i) stop_velocity(own, first + i, r);
    return;
  }
  // d(bound t) = μ t dp_n + (bound/s) (I − t tᵀ) da, t = a/s.
  const double q = bound / s;
  for (int i = 0; i < dim; ++i) {
    const double t = a[i] / s;
    fix_impulse(own, first + i, bound * t);
    double* A = own.linear.A + (own.at + first + i) * own.rows;
    double* B = own.linear.B + (own.at + first + i) * own.rows;
    A[normal.at] -= mu * t;
    B[normal.at] += mu * t * normal.r;
    for (int j = 0; j < dim; ++j) {
      const double T = q * ((i == j ? 1.0 : 0.0) - t * a[j] / s);
      A[own.at + first + j] -= T;
      B[own.at + first + j] += T * r;
    }
  }
}

void linearise_interval(const UnitBlock& own, double r, double lo, double hi) {
  const double p = own.lambda[own.at] - r * own.u[own.at];
  if (p <= lo) return fix_impulse(own, 0, lo);
  if (p >= hi) return fix_impulse(own, 0, hi);
  stop_velocity(own, 0, r);
}

void linearise_convex(const UnitBlock& own, double r) {
  const int dim = own.block.dim;
  double a[solvers::kMaxDim], P[solvers::kMaxDim], DP[solvers::kMaxDim * solvers::kMaxDim];
  for (int i = 0; i < dim; ++i) P[i] = a[i] = own.lambda[own.at + i] - r * own.u[own.at + i];
  solvers::differentiate_cone(own.block.mu, dim, a, DP);
  sdk::project_cone(own.block.mu, dim, P);
  for (int i = 0; i < dim; ++i) {
    own.linear.f[own.at + i] = own.lambda[own.at + i] - P[i];
    for (int j = 0; j < dim; ++j) {
      own.A(i)[j] = (i == j ? 1.0 : 0.0) - DP[i * dim + j];
      own.B(i)[j] = r * DP[i * dim + j];
    }
  }
}

/// 1/W_ii, or the step of the problem where W_ii is zero.
double inverse_or_step(double W, double step) { return W > 0 ? 1 / W : step; }

}  // namespace

void linearise(const sdk::ProblemView& problem, const Blocks& blocks, const BodyForm& form,
               const Unit& unit, const double* lambda, const double* u, LinearUnit& linear) {
  std::fill_n(linear.A, unit.rows * unit.rows, 0.0);
  std::fill_n(linear.B, unit.rows * unit.rows, 0.0);
  int at = 0;
  // The blocks that follow a parent follow the first row of the unit.
  Normal normal{0, 0, 0};
  for (int k = 0; k < unit.blocks; ++k) {
    const Block& block = form.block(unit, k);
    const UnitBlock own{block, at, unit.rows, lambda, u, linear};
    const double *W = blocks.W(block), step = problem.step(block.row);
    const int dim = block.dim;
    double largest = 0;
    for (int i = block.kind == CARDAN_CONE ? 1 : 0; i < dim; ++i) {
      largest = std::max(largest, W[i * (dim + 1)]);
    }
    const double r = inverse_or_step(W[0], step), r_t = inverse_or_step(largest, step);
    if (k == 0) normal = {lambda[0] - r * u[0], r, 0};
    switch (block.kind) {
      case CARDAN_NONNEGATIVE:
        linearise_interval(own, r, 0, HUGE_VAL);
        break;
      case CARDAN_BOX:
        linearise_interval(own, r, block.lo, block.hi);
        break;
      case CARDAN_CONE:
        linearise_interval(own, r, 0, HUGE_VAL);
        linearise_disc(own, 1, dim - 1, block.mu, normal, r_t);
        break;
      case CARDAN_CONE_CONVEX:
        linearise_convex(own, r_t);
        break;
      case CARDAN_BOX_MU:
      case CARDAN_BALL_MU:
        linearise_disc(own, 0, dim, block.mu, normal, r_t);
        break;
      default:
        for (int i = 0; i < dim; ++i)
          stop_velocity(own, i, inverse_or_step(W[i * (dim + 1)], step));
    }
    at += dim;
  }
}

namespace {

/// The inverse of a 3 × 3 matrix, row-major, by cofactors. False if its determinant is not finite
/// or zero.
bool invert_three(const double* M, double* X) {
  const double c0 = M[4] * M[8] - M[5] * M[7], c1 = M[5] * M[6] - M[3] * M[8],
               c2 = M[3] * M[7] - M[4] * M[6];
  const double d = 1 / (M[0] * c0 + M[1] * c1 + M[2] * c2);
  if (!std::isfinite(d)) return false;
  X[0] = c0 * d;
  X[1] = (M[2] * M[7] - M[1] * M[8]) * d;
  X[2] = (M[1] * M[5] - M[2] * M[4]) * d;
  X[3] = c1 * d;
  X[4] = (M[0] * M[8] - M[2] * M[6]) * d;
  X[5] = (M[2] * M[3] - M[0] * M[5]) * d;
  X[6] = c2 * d;
  X[7] = (M[1] * M[6] - M[0] * M[7]) * d;
  X[8] = (M[0] * M[4] - M[1] * M[3]) * d;
  return true;
}

/// The inverse of a matrix of n ≤ kMostUnitRows rows by Gauss–Jordan elimination with partial
/// pivoting; M is overwritten.
bool invert_any(double* M, int n, double* X) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) X[i * n + j] = i == j ? 1.0 : 0.0;
  }
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(M[i * n + k]) > std::fabs(M[p * n + k])) p = i;
    }
    if (!(std::fabs(M[p * n + k]) > 1e-300)) return false;
    if (p != k) {
      std::swap_ranges(M + k * n, M + (k + 1) * n, M + p * n);
      std::swap_ranges(X + k * n, X + (k + 1) * n, X + p * n);
    }
    const double inverse = 1 / M[k * n + k];
    for (int j = 0; j < n; ++j) {
      M[k * n + j] *= inverse;
      X[k * n + j] *= inverse;
    }
    for (int i = 0; i < n; ++i) {
      const double factor = M[i * n + k];
      if (i == k || factor == 0) continue;
      for (int j = 0; j < n; ++j) {
        M[i * n + j] -= factor * M[k * n + j];
        X[i * n + j] -= factor * X[k * n + j];
      }
    }
  }
  return true;
}

/// C = A B, n × n, row-major.
template <int kRows>
void multiply_square(const double* A, const double* B, int rows, double* C) {
  const int n = kRows > 0 ? kRows : rows;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
  }
}

template <int kRows>
bool eliminate_rows(const LinearUnit& linear, int rows, const double* D, double* G, double* g) {
  const int n = kRows > 0 ? kRows : rows;
  constexpr int kSquare = kMostUnitRows * kMostUnitRows;
  double M[kSquare], X[kSquare];
  multiply_square<kRows>(linear.B, D, n, M);
  for (int i = 0; i < n * n; ++i) M[i] += linear.A[i];
  if (!(kRows == 3 ? invert_three(M, X) : invert_any(M, n, X))) return false;
  multiply_square<kRows>(X, linear.B, n, G);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += X[i * n + j] * linear.f[j];
    g[i] = -sum;
  }
  return true;
}

}  // namespace

bool eliminate(const LinearUnit& linear, int rows, const double* D, double* G, double* g) {
  if (rows == 3) return eliminate_rows<3>(linear, rows, D, G, g);
  if (rows == 1) return eliminate_rows<1>(linear, rows, D, G, g);
  return eliminate_rows<0>(linear, rows, D, G, g);
}

}  // namespace cardan::conic
