#pragma once

#include <algorithm>
#include <cmath>

/// The self-dual cone {a_0 ≥ ‖a_t‖} of `dim` numbers and the scaling of Nesterov and Todd [1997].
namespace cardan::conic {

inline double dot(const double* a, const double* b, int dim) {
  double sum = 0;
  for (int i = 0; i < dim; ++i) sum += a[i] * b[i];
  return sum;
}

inline double tangent_norm(const double* a, int dim) {
  return std::sqrt(dot(a + 1, a + 1, dim - 1));
}

/// a_0² − ‖a_t‖², computed as a product, which avoids cancellation near the boundary.
inline double determinant(const double* a, int dim) {
  const double t = tangent_norm(a, dim);
  return (a[0] - t) * (a[0] + t);
}

/// The largest α with a + α d in the cone; a is inside.
inline double longest_step(const double* a, const double* d, int dim) {
  constexpr double kUnbounded = 1e30;
  const double A = d[0] * d[0] - dot(d + 1, d + 1, dim - 1);
  const double B = a[0] * d[0] - dot(a + 1, d + 1, dim - 1);
  const double C = determinant(a, dim), D = B * B - A * C;
  double best = d[0] < 0 ? -a[0] / d[0] : kUnbounded;
  if (A == 0) return B < 0 ? std::min(best, -C / (2 * B)) : best;
  if (D < 0) return best;
  const double q = -(B + (B > 0 ? std::sqrt(D) : -std::sqrt(D)));
  for (const double root : {q / A, q != 0 ? C / q : kUnbounded}) {
    if (root > 0) best = std::min(best, root);
  }
  return best;
}

/// W = β [w_0 w_tᵀ; w_t I + w_t w_tᵀ/(1 + w_0)] with W x = W⁻¹ s, w_0² − ‖w_t‖² = 1.
struct ConeScaling {
  double beta;
  const double* w;
  int dim;

  void multiply(const double* a, double* b) const { apply(a, 1, beta, b); }
  void divide(const double* a, double* b) const { apply(a, -1, 1 / beta, b); }

 private:
  void apply(const double* a, double sign, double scale, double* b) const {
    const double inner = sign * dot(w + 1, a + 1, dim - 1), first = a[0];
    const double along = sign * first + sign * inner / (1 + w[0]);
    b[0] = scale * (w[0] * first + inner);
    for (int i = 1; i < dim; ++i) b[i] = scale * (a[i] + w[i] * along);
  }
};

/// Fills w (dim numbers) and returns the scaling of x and s, both inside the cone.
inline ConeScaling scale_cone(const double* x, const double* s, int dim, double* w) {
  const double dx = std::sqrt(determinant(x, dim)), ds = std::sqrt(determinant(s, dim));
  const double gamma = std::sqrt(0.5 * (1 + dot(x, s, dim) / (dx * ds)));
  for (int i = 0; i < dim; ++i) {
    w[i] = (s[i] / ds + (i == 0 ? x[i] : -x[i]) / dx) / (2 * gamma);
  }
  return {std::sqrt(ds / dx), w, dim};
}

/// (W² + e I + 2 h e_0 e_0ᵀ)⁻¹, dim × dim, row-major, by the eigenvectors (1, t), (1, −t) and (0,
/// t') of W²: a general inverse loses all digits where the eigenvalues are far apart.
inline void invert_scaling(const ConeScaling& scaling, double e, double h, double* G) {
  const int dim = scaling.dim;
  const double* w = scaling.w;
  const double wt = tangent_norm(w, dim), big = (w[0] + wt) * (w[0] + wt);
  const double b2 = scaling.beta * scaling.beta;
  const double plus = b2 * big + e, minus = b2 / big + e, across = 1 / (b2 + e);
  const double d = 1 / (plus * minus + h * (plus + minus));
  const double first = 0.5 * (plus + minus) * d, mixed = 0.5 * (minus - plus) * d;
  const double along = (0.5 * (plus + minus) + 2 * h) * d;
  G[0] = first;
  for (int i = 1; i < dim; ++i) {
    const double ti = wt > 0 ? w[i] / wt : (i == 1 ? 1.0 : 0.0);
    G[i] = G[i * dim] = mixed * ti;
    for (int j = 1; j < dim; ++j) {
      const double tj = wt > 0 ? w[j] / wt : (j == 1 ? 1.0 : 0.0);
      G[i * dim + j] = (along - across) * ti * tj + (i == j ? across : 0.0);
    }
  }
}

/// t with v ∘ t = r, where ∘ is the product of the cone's Jordan algebra.
inline void divide_jordan(const double* v, const double* r, int dim, double* t) {
  t[0] = (v[0] * r[0] - dot(v + 1, r + 1, dim - 1)) / determinant(v, dim);
  for (int i = 1; i < dim; ++i) t[i] = (r[i] - t[0] * v[i]) / v[0];
}

}  // namespace cardan::conic
