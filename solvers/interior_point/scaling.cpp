#include "solvers/interior_point/scaling.h"

#include <cmath>
#include <limits>

#include "cardan/projections.h"

namespace cardan::interior_point {

namespace {

double dot(const double* a, const double* b, int dim) {
  double sum = 0;
  for (int i = 0; i < dim; ++i) sum += a[i] * b[i];
  return sum;
}

/// y = factor (2-sided form of W with w_1 multiplied by `sign`) v.
void apply_form(const double* w, double sign, double factor, const double* v, int dim, double* y) {
  const double along = sign * dot(w + 1, v + 1, dim - 1);
  const double shared = sign * (v[0] + along / (1 + w[0]));
  y[0] = factor * (w[0] * v[0] + along);
  for (int i = 1; i < dim; ++i) y[i] = factor * (v[i] + w[i] * shared);
}

}  // namespace

double determinant(const double* s, int dim) {
  const double tail = sdk::norm(s + 1, dim - 1);
  return (s[0] - tail) * (s[0] + tail);
}

bool compute_scaling(const double* s, const double* z, int dim, Scaling& scaling) {
  const double det_s = determinant(s, dim), det_z = determinant(z, dim);
  if (!(s[0] > 0 && z[0] > 0 && det_s > 0 && det_z > 0)) return false;
  const double root_s = std::sqrt(det_s), root_z = std::sqrt(det_z);
  scaling.beta = std::sqrt(root_s / root_z);
  // w = (s̄ + J z̄)/(2 γ), γ = √((1 + s̄·z̄)/2), bars: divided by the root of the determinant.
  const double gamma = std::sqrt((1 + dot(s, z, dim) / (root_s * root_z)) / 2);
  for (int i = 1; i < dim; ++i) scaling.w[i] = (s[i] / root_s - z[i] / root_z) / (2 * gamma);
  const double tail = sdk::norm(scaling.w + 1, dim - 1);
  scaling.w[0] = std::sqrt(1 + tail * tail);
  return std::isfinite(scaling.beta) && std::isfinite(scaling.w[0]);
}

void apply(const Scaling& scaling, const double* v, int dim, double* y) {
  apply_form(scaling.w, 1, scaling.beta, v, dim, y);
}

void apply_inverse(const Scaling& scaling, const double* v, int dim, double* y) {
  apply_form(scaling.w, -1, 1 / scaling.beta, v, dim, y);
}

void multiply(const double* a, const double* b, int dim, double* y) {
  const double a0 = a[0], b0 = b[0], product = dot(a, b, dim);
  for (int i = 1; i < dim; ++i) y[i] = a0 * b[i] + b0 * a[i];
  y[0] = product;
}

void divide(const double* l, const double* r, int dim, double* y) {
  const double first = (l[0] * r[0] - dot(l + 1, r + 1, dim - 1)) / determinant(l, dim);
  for (int i = 1; i < dim; ++i) y[i] = (r[i] - first * l[i]) / l[0];
  y[0] = first;
}

double step_to_boundary(const double* l, const double* delta, int dim) {
  // Smallest positive root of det(l + α δ) = a α² + 2 b α + c.
  const double a = determinant(delta, dim);
  const double b = l[0] * delta[0] - dot(l + 1, delta + 1, dim - 1);
  const double c = determinant(l, dim);
  const double discriminant = b * b - a * c;
  if (dim > 1 && discriminant < 0) return std::numeric_limits<double>::infinity();
  const double denominator = (dim > 1 ? std::sqrt(discriminant) : 0.0) - b;
  return denominator > 0 ? c / denominator : std::numeric_limits<double>::infinity();
}

}  // namespace cardan::interior_point
