#include "solvers/conic/bodies/body_newton.h"

#include <algorithm>
#include <cmath>

#include "solvers/conic/bodies/alart_curnier.h"

namespace cardan::conic {

void BodyNewton::reserve(const cardan_size& size) {
  for (auto* v : {&lambda_, &u_, &g_, &v_}) v->resize(static_cast<std::size_t>(size.m));
  G_.resize(static_cast<std::size_t>(size.m) * kMostUnitRows);
  w_.resize(static_cast<std::size_t>(std::min(size.cols, Elimination::kMostNodes)) * kStride);
}

bool BodyNewton::step(const sdk::ProblemView& problem, const Blocks& blocks, BodyForm& form,
                      double epsilon, const double* u, double* lambda) {
  const int* order = form.row_order();
  for (int i = 0; i < form.rows(); ++i) {
    lambda_[i] = lambda[order[i]];
    u_[i] = u[order[i]];
  }
  LinearUnit linear;
  double D[kMostUnitRows * kMostUnitRows];
  for (int k = 0; k < form.num_units(); ++k) {
    const Unit& unit = form.unit(k);
    linearise(problem, blocks, form, unit, &lambda_[unit.first], &u_[unit.first], linear);
    std::copy_n(form.S(unit), unit.rows * unit.rows, D);
    for (int i = 0; i < unit.rows; ++i) {
      D[i * (unit.rows + 1)] += epsilon / problem.step(order[unit.first + i]);
    }
    if (!eliminate(linear, unit.rows, D, &G_[unit.matrix], &g_[unit.first])) return false;
  }
  std::fill_n(w_.begin(), form.vector_size(), 0.0);
  form.add_transposed(g_.data(), w_.data());
  if (!form.factor(G_.data())) return false;
  form.solve(w_.data());
  form.multiply(w_.data(), v_.data());
  double sum = 0;
  for (int k = 0; k < form.num_units(); ++k) {
    const Unit& unit = form.unit(k);
    const double *G = &G_[unit.matrix], *v = &v_[unit.first];
    for (int i = 0; i < unit.rows; ++i) {
      double& own = g_[unit.first + i];
      for (int j = 0; j < unit.rows; ++j) own -= G[i * unit.rows + j] * v[j];
      sum += own;
    }
  }
  if (!std::isfinite(sum)) return false;
  for (int i = 0; i < form.rows(); ++i) lambda[order[i]] += g_[i];
  return true;
}

}  // namespace cardan::conic
