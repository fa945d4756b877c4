#include "solvers/conic/bodies/interior_point.h"

#include <algorithm>
#include <cmath>

#include "solvers/conic/bodies/second_order_cone.h"

namespace cardan::conic {

namespace {

/// Proximal weight of every step, as a fraction of a tangent's W.
constexpr double kPathWeight = 1e-7;

bool is_cone(const Block& block) {
  return block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX;
}

double lower_bound_of(const Block& block) {
  if (block.kind == CARDAN_NONNEGATIVE) return 0;
  return block.kind == CARDAN_BOX ? block.lo : -HUGE_VAL;
}
double upper_bound_of(const Block& block) { return block.kind == CARDAN_BOX ? block.hi : HUGE_VAL; }

/// True if the bounds are so close to each other that the impulse is determined.
bool is_fixed(const Block& block) {
  const double lo = lower_bound_of(block), hi = upper_bound_of(block);
  return std::isfinite(hi - lo) && hi - lo <= 1e-14 * std::max(std::fabs(lo), std::fabs(hi));
}

}  // namespace

void InteriorPoint::reserve(const cardan_size& size) {
  const auto rows = static_cast<std::size_t>(size.m);
  for (auto* v : {&lambda_, &u_, &x_, &s_, &x2_, &s2_, &dx_, &ds_, &ds2_, &w_, &v_, &target_, &aim_,
                  &aim2_, &defect_, &g_, &rows_, &beta_}) {
    v->resize(rows);
  }
  local_.resize(rows * kMostUnitRows);
  G_.resize(local_.size());
  z_.resize(static_cast<std::size_t>(std::min(size.cols, Elimination::kMostNodes)) * kStride);
}

bool InteriorPoint::takes(const BodyForm& form) {
  for (int k = 0; k < form.num_units(); ++k) {
    const Unit& unit = form.unit(k);
    if (unit.blocks > 1) return false;
    const Block& block = form.block(unit, 0);
    if (is_cone(block) && !(block.mu > 0)) return false;
    const double* S = form.S(unit);
    for (int i = 0; i < unit.rows; ++i) {
      for (int j = 0; j < unit.rows; ++j) {
        const bool allowed = i == j && (i == 0 || !is_cone(block));
        if (S[i * unit.rows + j] != 0 && !allowed) return false;
      }
    }
  }
  return true;
}

void InteriorPoint::start(const sdk::ProblemView& problem, const Blocks& blocks, BodyForm& form,
                          const InteriorStart& options, const double* lambda, const double* u,
                          double e) {
  problem_ = &problem;
  blocks_ = &blocks;
  form_ = &form;
  options_ = options;
  last_length_ = 1;
  lagging_ = false;
  pairs_ = 0;
  // Impulses are compared by the square root of the energy that they make, since bodies differ in
  // mass. The velocities λ/r would not do: rows along which nothing can move have a large r, and
  // impulses in proportion to it would accelerate everything else.
  double mean = 0;
  int cones = 0;
  for (int k = 0; k < form.num_units(); ++k) {
    const Unit& unit = form.unit(k);
    for (int i = 0; i < unit.rows; ++i) {
      lambda_[unit.first + i] = lambda[form.row(unit.first + i)];
      u_[unit.first + i] = u[form.row(unit.first + i)];
    }
    if (!is_cone(block(unit)) && block(unit).kind != CARDAN_NONNEGATIVE) continue;
    mean += (is_cone(block(unit)) ? block(unit).mu : 1) * std::fabs(lambda_[unit.first]) /
            std::sqrt(step_of(unit.first));
    ++cones;
  }
  mean /= std::max(cones, 1);
  // Pairs that a row does not have remain one.
  for (auto* v : {&x_, &s_, &x2_, &s2_}) std::fill_n(v->begin(), form.rows(), 1.0);
  for (auto* v : {&dx_, &ds_, &ds2_}) std::fill_n(v->begin(), form.rows(), 0.0);
  for (int k = 0; k < form.num_units(); ++k) {
    const Unit& unit = form.unit(k);
    const Block& own = block(unit);
    const double r = step_of(unit.first);
    const double push = std::max({options.impulses * mean * std::sqrt(r), 1e-3 * e * r, 1e-12 * r});
    const double push_u = std::max(options.velocities * e, 1e-12);
    double *x = &x_[unit.first], *s = &s_[unit.first];
    double* l = &lambda_[unit.first];
    const double* v = &u_[unit.first];
    if (is_cone(own)) {
      ++pairs_;
      x[0] = own.mu * l[0];
      s[0] = v[0] / own.mu;
      for (int i = 1; i < unit.rows; ++i) {
        x[i] = l[i];
        s[i] = v[i];
      }
      const double slip = tangent_norm(s, unit.rows);
      if (own.kind == CARDAN_CONE) s[0] += slip;
      x[0] = std::max(x[0], tangent_norm(x, unit.rows) + push);
      s[0] = std::max(s[0], slip + push_u);
      l[0] = x[0] / own.mu;
      continue;
    }
    for (int i = 0; i < unit.rows; ++i) {
      const double lo = lower_bound_of(own), hi = upper_bound_of(own);
      double *x2 = &x2_[unit.first], *s2 = &s2_[unit.first];
      if (is_fixed(own)) {
        l[i] = lo;
        continue;
      }
      const double inside = std::min(push, 0.1 * (hi - lo));
      l[i] = std::clamp(l[i], lo + inside, hi - inside);
      if (std::isfinite(lo)) {
        ++pairs_;
        x[i] = l[i] - lo;
        s[i] = std::max(v[i], 0.0) + push_u;
      }
      if (std::isfinite(hi)) {
        ++pairs_;
        x2[i] = hi - l[i];
        s2[i] = std::max(-v[i], 0.0) + push_u;
      }
    }
  }
}

void InteriorPoint::copy_impulses(double* lambda) const {
  for (int i = 0; i < form_->rows(); ++i) lambda[form_->row(i)] = lambda_[i];
}

void InteriorPoint::compute_residuals(const double* u) {
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const Block& own = block(unit);
    for (int i = unit.first; i < unit.first + unit.rows; ++i) {
      u_[i] = u[form_->row(i)];
      defect_[i] = u_[i];
      if (is_cone(own)) {
        defect_[i] -= s_[i];
        continue;
      }
      if (std::isfinite(lower_bound_of(own))) defect_[i] -= s_[i];
      if (std::isfinite(upper_bound_of(own))) defect_[i] += s2_[i];
    }
    if (!is_cone(own)) continue;
    const double* v = &u_[unit.first];
    const double shift = own.kind == CARDAN_CONE ? tangent_norm(v, unit.rows) : 0;
    defect_[unit.first] = v[0] / own.mu + shift - s_[unit.first];
  }
}

double InteriorPoint::complementarity(double length) const {
  double sum = 0;
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const Block& own = block(unit);
    if (!is_cone(own) && is_fixed(own)) continue;
    for (int i = unit.first; i < unit.first + unit.rows; ++i) {
      if (is_cone(own) || std::isfinite(lower_bound_of(own))) {
        sum += (x_[i] + length * dx_[i]) * (s_[i] + length * ds_[i]);
      }
      if (!is_cone(own) && std::isfinite(upper_bound_of(own))) {
        sum += (x2_[i] - length * dx_[i]) * (s2_[i] + length * ds2_[i]);
      }
    }
  }
  return sum / pairs_;
}

void InteriorPoint::scale_unit(const Unit& unit) {
  const Block& own = block(unit);
  const int dim = unit.rows, first = unit.first;
  const double* S = form_->S(unit);
  double *local = &local_[unit.matrix], *G = &G_[unit.matrix];
  if (!is_cone(own)) {
    std::fill_n(G, dim * dim, 0.0);
    if (is_fixed(own)) return;
    for (int i = 0; i < dim; ++i) {
      double h = S[i * (dim + 1)] + kPathWeight / step_of(first + i);
      if (std::isfinite(lower_bound_of(own))) h += s_[first + i] / x_[first + i];
      if (std::isfinite(upper_bound_of(own))) h += s2_[first + i] / x2_[first + i];
      G[i * (dim + 1)] = 1 / h;
    }
    return;
  }
  const ConeScaling scaling = scale_cone(&x_[first], &s_[first], dim, &w_[first]);
  beta_[first] = scaling.beta;
  scaling.multiply(&x_[first], &v_[first]);
  invert_scaling(scaling, kPathWeight / step_of(first + 1), 0.5 * S[0] / (own.mu * own.mu), local);
  std::copy_n(local, dim * dim, G);
  // G Û, Û = I + e_0 (0, u_tᵀ/‖u_t‖): the inverse of W² + Û S has the same compliance, which acts
  // on the normal alone. The result is then expressed in the rows of Y.
  const double* v = &u_[first];
  const double slip = own.kind == CARDAN_CONE && !lagging_ ? tangent_norm(v, dim) : 0;
  for (int i = 0; i < dim; ++i) {
    for (int j = 1; slip > 0 && j < dim; ++j) G[i * dim + j] += local[i * dim] * v[j] / slip;
    G[i * dim] /= own.mu;
  }
  for (int j = 0; j < dim; ++j) G[j] /= own.mu;
}

bool InteriorPoint::factor() {
  for (int k = 0; k < form_->num_units(); ++k) scale_unit(form_->unit(k));
  return form_->factor(G_.data());
}

/// Computes dx_, ds_ and ds2_ for the targets: W t for cones; for bounds, the change of x s divided
/// by x.
void InteriorPoint::solve_direction() {
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const Block& own = block(unit);
    const int dim = unit.rows, first = unit.first;
    if (is_cone(own)) {
      double right[kMostUnitRows];
      for (int i = 0; i < dim; ++i) right[i] = aim_[first + i] - defect_[first + i];
      for (int i = 0; i < dim; ++i) {
        g_[first + i] = dot(&local_[unit.matrix + i * dim], right, dim);
      }
      g_[first] /= own.mu;
      continue;
    }
    for (int i = 0; i < dim; ++i) {
      double right = -defect_[first + i];
      if (std::isfinite(lower_bound_of(own))) right += aim_[first + i];
      if (std::isfinite(upper_bound_of(own))) right -= aim2_[first + i];
      g_[first + i] = G_[unit.matrix + i * (dim + 1)] * right;
    }
  }
  std::fill_n(z_.begin(), form_->vector_size(), 0.0);
  form_->add_transposed(g_.data(), z_.data());
  form_->solve(z_.data());
  form_->multiply(z_.data(), rows_.data());
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const Block& own = block(unit);
    const int dim = unit.rows, first = unit.first;
    const double *G = &G_[unit.matrix], *r = &rows_[first], *S = form_->S(unit);
    double *dx = &dx_[first], *ds = &ds_[first];
    for (int i = 0; i < dim; ++i) dx[i] = g_[first + i] - dot(G + i * dim, r, dim);
    if (is_cone(own)) {
      dx[0] *= own.mu;
      // ds is computed from the rows and not from W² dx, because W² is large for open contacts.
      const double e = kPathWeight / step_of(first + 1), *v = &u_[first];
      const double slip = own.kind == CARDAN_CONE && !lagging_ ? tangent_norm(v, dim) : 0;
      ds[0] = defect_[first] + (r[0] + S[0] * dx[0] / own.mu) / own.mu + e * dx[0];
      if (slip > 0) ds[0] += dot(v + 1, r + 1, dim - 1) / slip;
      for (int i = 1; i < dim; ++i) ds[i] = defect_[first + i] + r[i] + e * dx[i];
      continue;
    }
    for (int i = 0; i < dim; ++i) {
      const int at = first + i;
      if (is_fixed(own)) {
        dx[i] = 0;
        continue;
      }
      if (std::isfinite(lower_bound_of(own))) ds[i] = aim_[at] - s_[at] / x_[at] * dx[i];
      if (std::isfinite(upper_bound_of(own))) ds2_[at] = aim2_[at] + s2_[at] / x2_[at] * dx[i];
    }
  }
}

void InteriorPoint::aim_affine() {
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const int first = unit.first;
    if (is_cone(block(unit))) {
      double t[kMostUnitRows];
      for (int i = 0; i < unit.rows; ++i) t[i] = -v_[first + i];
      ConeScaling{beta_[first], &w_[first], unit.rows}.multiply(t, &aim_[first]);
      continue;
    }
    for (int i = first; i < first + unit.rows; ++i) {
      aim_[i] = -s_[i];
      aim2_[i] = -s2_[i];
    }
  }
}

void InteriorPoint::aim_centred(double target, double second_order) {
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const int first = unit.first, dim = unit.rows;
    if (!is_cone(block(unit))) {
      for (int i = first; i < first + dim; ++i) {
        aim_[i] = (target - second_order * dx_[i] * ds_[i]) / x_[i] - s_[i];
        aim2_[i] = (target + second_order * dx_[i] * ds2_[i]) / x2_[i] - s2_[i];
      }
      continue;
    }
    const ConeScaling scaling{beta_[first], &w_[first], dim};
    double a[kMostUnitRows], b[kMostUnitRows], r[kMostUnitRows], t[kMostUnitRows];
    scaling.multiply(&dx_[first], a);
    scaling.divide(&ds_[first], b);
    const double* v = &v_[first];
    r[0] = target - dot(v, v, dim) - second_order * dot(a, b, dim);
    for (int i = 1; i < dim; ++i) {
      r[i] = -2 * v[0] * v[i] - second_order * (a[0] * b[i] + b[0] * a[i]);
    }
    divide_jordan(v, r, dim, t);
    scaling.multiply(t, &aim_[first]);
  }
}

double InteriorPoint::longest() const {
  double length = 1e30;
  const auto shorten = [&](double x, double dx) {
    if (dx < 0) length = std::min(length, -x / dx);
  };
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const Block& own = block(unit);
    if (is_cone(own)) {
      const int first = unit.first;
      length = std::min({length, longest_step(&x_[first], &dx_[first], unit.rows),
                         longest_step(&s_[first], &ds_[first], unit.rows)});
      continue;
    }
    if (is_fixed(own)) continue;
    for (int i = unit.first; i < unit.first + unit.rows; ++i) {
      if (std::isfinite(lower_bound_of(own))) {
        shorten(x_[i], dx_[i]);
        shorten(s_[i], ds_[i]);
      }
      if (std::isfinite(upper_bound_of(own))) {
        shorten(x2_[i], -dx_[i]);
        shorten(s2_[i], ds2_[i]);
      }
    }
  }
  return length;
}

void InteriorPoint::move(double length) {
  for (int k = 0; k < form_->num_units(); ++k) {
    const Unit& unit = form_->unit(k);
    const Block& own = block(unit);
    if (!is_cone(own) && is_fixed(own)) continue;
    for (int i = unit.first; i < unit.first + unit.rows; ++i) {
      x_[i] += length * dx_[i];
      s_[i] += length * ds_[i];
      x2_[i] -= length * dx_[i];
      s2_[i] += length * ds2_[i];
      lambda_[i] = is_cone(own) ? x_[i] : lambda_[i] + length * dx_[i];
    }
    if (is_cone(own)) lambda_[unit.first] = x_[unit.first] / own.mu;
  }
}

bool InteriorPoint::step(const double* u) {
  constexpr double kShort = 0.1, kLeastLength = 1e-8;
  compute_residuals(u);
  const double present = complementarity(0);
  if (!factor()) return false;
  aim_affine();
  solve_direction();
  const double affine = std::min(1.0, longest());
  const double ratio = std::max(complementarity(affine) / present, 0.0);
  double sigma = std::clamp(ratio * ratio * ratio, 0.0, 1.0), second_order = 1;
  if (last_length_ < kShort) {
    sigma = std::max(sigma, 0.8);
    second_order = 0;
  }
  aim_centred(sigma * present, second_order);
  solve_direction();
  const double length = std::min(1.0, options_.fraction * longest());
  last_length_ = length;
  lagging_ = !lagging_ && length < kShort;
  if (!(length > kLeastLength)) return false;
  move(length);
  return true;
}

}  // namespace cardan::conic
