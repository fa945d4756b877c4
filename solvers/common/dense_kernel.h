#pragma once

/// The inner loops of the dense factorisations, row-major.
namespace cardan::solvers {

/// Columns of a panel of the blocked factorisations.
constexpr int kPanel = 48;

/// Four rows of C: C_r −= Σ_p f(p, r) U_p over the columns [from, n). U: `panel` rows, `stride`
/// apart; coefficient(p, r): f of row r = 0..3 of C. Four terms are added at once, which keeps C in
/// registers.
template <typename Coefficient>
inline void subtract_products(double* const C[4], const double* U, int stride, int panel, int from,
                              int n, const Coefficient& coefficient) {
  double *c0 = C[0], *c1 = C[1], *c2 = C[2], *c3 = C[3];
  int p = 0;
  for (; p + 4 <= panel; p += 4) {
    const double *u0 = U + p * stride, *u1 = u0 + stride, *u2 = u1 + stride, *u3 = u2 + stride;
    double f[4][4];
    for (int q = 0; q < 4; ++q) {
      for (int r = 0; r < 4; ++r) f[r][q] = coefficient(p + q, r);
    }
    for (int j = from; j < n; ++j) {
      const double a = u0[j], b = u1[j], c = u2[j], d = u3[j];
      c0[j] -= f[0][0] * a + f[0][1] * b + f[0][2] * c + f[0][3] * d;
      c1[j] -= f[1][0] * a + f[1][1] * b + f[1][2] * c + f[1][3] * d;
      c2[j] -= f[2][0] * a + f[2][1] * b + f[2][2] * c + f[2][3] * d;
      c3[j] -= f[3][0] * a + f[3][1] * b + f[3][2] * c + f[3][3] * d;
    }
  }
  for (; p < panel; ++p) {
    const double* u = U + p * stride;
    for (int r = 0; r < 4; ++r) {
      const double f = coefficient(p, r);
      for (int j = from; j < n; ++j) C[r][j] -= f * u[j];
    }
  }
}

/// One row of C: C −= Σ_p f(p) U_p over the columns [from, n).
template <typename Coefficient>
inline void subtract_products(double* C, const double* U, int stride, int panel, int from, int n,
                              const Coefficient& coefficient) {
  for (int p = 0; p < panel; ++p) {
    const double f = coefficient(p);
    if (f == 0) continue;
    const double* u = U + p * stride;
    for (int j = from; j < n; ++j) C[j] -= f * u[j];
  }
}

/// aᵀ b, accumulated in four sums.
inline double dot(const double* a, const double* b, int n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int j = 0;
  for (; j + 4 <= n; j += 4) {
    s0 += a[j] * b[j];
    s1 += a[j + 1] * b[j + 1];
    s2 += a[j + 2] * b[j + 2];
    s3 += a[j + 3] * b[j + 3];
  }
  for (; j < n; ++j) s0 += a[j] * b[j];
  return (s0 + s1) + (s2 + s3);
}

}  // namespace cardan::solvers
