#include "solvers/common/newton/krylov.h"

#include <algorithm>
#include <cmath>

namespace cardan::solvers {
namespace {

void multiply(const double* K, int k, const double* x, double* y) {
  for (int i = 0; i < k; ++i) y[i] = inner_product(K + static_cast<std::size_t>(i) * k, x, k);
}

}  // namespace

void Krylov::reserve(int rows) {
  const std::size_t m = rows;
  for (auto* v : {&r_, &p_, &Kp_, &z_}) v->resize(m);
  basis_.resize(m * (kRestart + 1));
}

KrylovResult Krylov::conjugate_gradients(const double* K, int k, const double* rhs,
                                         double tolerance, int limit, double* x) {
  std::fill(x, x + k, 0.0);
  std::copy(rhs, rhs + k, r_.begin());
  const double goal = tolerance * std::sqrt(inner_product(rhs, rhs, k));
  double rz = 0;
  for (int step = 0; step <= limit; ++step) {
    if (!(std::sqrt(inner_product(r_.data(), r_.data(), k)) > goal)) return {true, step};
    if (step == limit) break;
    for (int i = 0; i < k; ++i) {
      const double diagonal = K[static_cast<std::size_t>(i) * k + i];
      z_[i] = diagonal > 0 ? r_[i] / diagonal : r_[i];
    }
    const double next = inner_product(r_.data(), z_.data(), k), beta = step > 0 ? next / rz : 0;
    rz = next;
    for (int i = 0; i < k; ++i) p_[i] = z_[i] + (step > 0 ? beta * p_[i] : 0.0);
    multiply(K, k, p_.data(), Kp_.data());
    const double curvature = inner_product(p_.data(), Kp_.data(), k);
    if (!(curvature > 0)) return {false, step};
    const double length = rz / curvature;
    for (int i = 0; i < k; ++i) {
      x[i] += length * p_[i];
      r_[i] -= length * Kp_[i];
    }
  }
  return {false, limit};
}

KrylovResult Krylov::generalised_residuals(const double* K, int k, const double* rhs,
                                           double tolerance, int limit, double* x) {
  std::fill(x, x + k, 0.0);
  const double goal = tolerance * std::sqrt(inner_product(rhs, rhs, k));
  double last = HUGE_VAL;
  for (int done = 0;;) {
    multiply(K, k, x, r_.data());
    for (int i = 0; i < k; ++i) r_[i] = rhs[i] - r_[i];
    const double size = std::sqrt(inner_product(r_.data(), r_.data(), k));
    if (!(size > goal)) return {true, done};
    // After a cycle without progress, another cycle would make no progress either.
    if (done >= limit || !(size < 0.999 * last)) return {false, done};
    last = size;
    done += cycle(K, k, size, goal, std::min(kRestart, limit - done), x);
  }
}

int Krylov::cycle(const double* K, int k, double size, double goal, int steps, double* x) {
  constexpr int kWidth = kRestart + 1;
  double H[kWidth * kRestart] = {}, cosine[kRestart], sine[kRestart], g[kWidth] = {size};
  const auto vector = [&](int j) { return basis_.data() + static_cast<std::size_t>(j) * k; };
  for (int i = 0; i < k; ++i) vector(0)[i] = r_[i] / size;
  int j = 0;
  while (j < steps) {
    double* next = vector(j + 1);
    double* h = H + j * kWidth;
    multiply(K, k, vector(j), next);
    for (int i = 0; i <= j; ++i) {
      h[i] = inner_product(vector(i), next, k);
      for (int l = 0; l < k; ++l) next[l] -= h[i] * vector(i)[l];
    }
    const double length = std::sqrt(inner_product(next, next, k));
    for (int i = 0; i < j; ++i) {
      const double top = h[i];
      h[i] = cosine[i] * top + sine[i] * h[i + 1];
      h[i + 1] = cosine[i] * h[i + 1] - sine[i] * top;
    }
    const double radius = std::hypot(h[j], length);
    if (!(radius > 0)) break;
    cosine[j] = h[j] / radius;
    sine[j] = length / radius;
    h[j] = radius;
    g[j + 1] = -sine[j] * g[j];
    g[j] *= cosine[j];
    ++j;
    if (!(std::fabs(g[j]) > goal) || !(length > 1e-14 * size)) break;
    for (int l = 0; l < k; ++l) next[l] /= length;
  }
  double c[kRestart];
  for (int i = j - 1; i >= 0; --i) {
    c[i] = g[i];
    for (int l = i + 1; l < j; ++l) c[i] -= H[l * kWidth + i] * c[l];
    c[i] /= H[i * kWidth + i];
    for (int l = 0; l < k; ++l) x[l] += c[i] * vector(i)[l];
  }
  return std::max(j, 1);
}

}  // namespace cardan::solvers
