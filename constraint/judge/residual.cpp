#include "constraint/judge/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "constraint/judge/contact_residual.h"
#include "constraint/judge/natural_map.h"
#include "constraint/judge/rounding.h"
#include "constraint/rows/contact_columns.h"

namespace cardan {

namespace {

int exact_kind(BaseBlockKind kind) {
  switch (kind) {
    case BaseBlockKind::kContact:
      return CARDAN_CONE;
    case BaseBlockKind::kTorsion:
      return CARDAN_BOX_MU;
    case BaseBlockKind::kRolling:
      return CARDAN_BALL_MU;
    default:
      return joint_block_kind(kind);
  }
}

}  // namespace

cardan_block exact_block(const BaseProblem& base, const BaseBlock& source) {
  cardan_block block{};
  block.kind = exact_kind(source.kind);
  block.row = source.row;
  block.dim = source.dim;
  block.parent = source.contact < 0 ? -1 : base.blocks[source.contact].row;
  block.mu = source.mu;
  block.lo = source.lo;
  block.hi = source.hi;
  return block;
}

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// ‖w (λ − P(λ − r û))‖ of a block of scalar rows: FREE, NONNEGATIVE, BOX, BOX_MU. prox_step and
/// weight: one per row.
double scalar_rows_residual(const cardan_block& block, const double* lambda, const double* u,
                            const double* prox_step, const double* weight, double parent) {
  double lo = -kInfinite, hi = kInfinite;
  if (block.kind == CARDAN_NONNEGATIVE) lo = 0;
  if (block.kind == CARDAN_BOX) lo = block.lo, hi = block.hi;
  if (block.kind == CARDAN_BOX_MU) hi = block.mu * parent, lo = -hi;
  double sum = 0;
  for (int i = 0; i < block.dim; ++i) {
    // If no bound is active, λ cancels, and so does the rounding of λ − r u.
    const double full = prox_step[i] * u[i], low = lambda[i] - lo, high = lambda[i] - hi;
    const double e = weight[i] * (full > low ? low : (full < high ? high : full));
    sum += e * e;
  }
  return std::sqrt(sum);
}

/// ‖w (λ − P(λ − r û))‖ of a CONE, CONE_CONVEX or BALL_MU, whose rows share the step and weight of
/// the first row. Computed as w r ‖l − P(l − û)‖ with l = λ/r, like contact_residual.
double round_residual(const cardan_block& block, const double* lambda, const double* u,
                      double prox_step, double weight, double parent) {
  double l[kMaxBlockRows] = {}, d[kMaxBlockRows] = {};
  const int dim = block.dim;
  for (int i = 0; i < dim; ++i) {
    l[i] = lambda[i] / prox_step;
    d[i] = u[i];
  }
  const double scale = weight * prox_step;
  if (block.kind == CARDAN_BALL_MU) {
    return scale * round_norm(ball_map(block.mu * parent / prox_step, dim, l, d), dim);
  }
  if (block.kind == CARDAN_CONE) d[0] += block.mu * round_norm(u + 1, dim - 1);
  return scale * round_norm(cone_map(block.mu, dim, l, d), dim);
}

/// Residual of a block. The arrays start at its rows.
double rows_residual(const cardan_block& block, const double* lambda, const double* u,
                     const double* prox_step, const double* weight, double parent) {
  return is_round(block.kind) ? round_residual(block, lambda, u, prox_step[0], weight[0], parent)
                              : scalar_rows_residual(block, lambda, u, prox_step, weight, parent);
}

double block_residual(const cardan_block& block, const double* lambda, const double* u,
                      const double* prox_step, const double* weight) {
  const int row = block.row;
  return rows_residual(block, lambda + row, u + row, prox_step + row, weight + row,
                       parent_impulse(block, lambda));
}

bool finite_rows(const double* lambda, const double* u, int n) {
  for (int i = 0; i < n; ++i) {
    if (!std::isfinite(lambda[i]) || !std::isfinite(u[i])) return false;
  }
  return true;
}

}  // namespace

namespace {

double judged_residual(const cardan_problem& problem, const cardan_block& block,
                       const double* lambda, const double* u) {
  if (!finite_rows(lambda + block.row, u + block.row, block.dim)) return kInfinite;
  const double e = block_residual(block, lambda, u, problem.step, problem.weight);
  return std::isnan(e) ? kInfinite : e;
}

}  // namespace

namespace {

bool rounding_matters(const cardan_problem& problem, const double* lambda) {
  if ((problem.properties & CARDAN_SYMMETRIC) == 0) return true;
  RoundingScan scan;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const cardan_block& block = problem.blocks[k];
    const int row = block.row;
    scan.add(block.kind, block.dim, block.mu, lambda + row, problem.b + row, problem.step + row);
  }
  return scan.matters(problem.m, problem.Y.cols, problem.tolerance);
}

/// Largest residual of a block.
Residual worst_of_blocks(const cardan_problem& problem, const double* lambda, const double* u) {
  Residual worst;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const double e = judged_residual(problem, problem.blocks[k], lambda, u);
    if (e > worst.value || worst.worst_block < 0) worst = {e, k};
  }
  return worst;
}

}  // namespace

Residual judge(const cardan_problem& problem, const double* lambda, const double* u) {
  Residual worst = worst_of_blocks(problem, lambda, u);
  if (!(worst.value < kInfinite) || !rounding_matters(problem, lambda)) return worst;
  const double rounding = rounding_bound(problem, lambda, u);
  // If rounding matters but does not exceed the tolerance, u is computed in higher precision.
  if (rounding > kRoundingShare * problem.tolerance && rounding <= problem.tolerance) {
    worst = worst_of_blocks(problem, lambda, extended_velocity(problem, lambda));
  }
  worst.rounding = rounding;
  worst.value = std::max(worst.value, rounding);
  return worst;
}

bool reaches_residual(double limit, const cardan_problem& problem, const double* lambda,
                      const double* u) {
  const auto reaches = [&](const cardan_block& block) {
    return judged_residual(problem, block, lambda, u) >= limit;
  };
  return limit <= 0 || std::any_of(problem.blocks, problem.blocks + problem.num_blocks, reaches);
}

PhysicsMeasures measure(const BaseProblem& base, const double* lambda_C, const double* u_C) {
  PhysicsMeasures result;
  for (const BaseBlock& block : base.blocks) {
    if (block.kind != BaseBlockKind::kContact) continue;
    const double* lambda = lambda_C + block.row;
    const double* u = u_C + block.row;
    result.penetration_velocity = std::max(result.penetration_velocity, -u[0]);
    result.cone_excess = std::max(result.cone_excess,
                                  round_norm(lambda + 1, 2) - block.mu * std::max(lambda[0], 0.0));
    result.complementarity = std::max(result.complementarity, std::abs(lambda[0] * u[0]));
    const double power = u[1] * lambda[1] + u[2] * lambda[2];
    result.dissipation += power;
    result.mdp_gap = std::max(result.mdp_gap,
                              block.mu * std::max(lambda[0], 0.0) * round_norm(u + 1, 2) + power);
  }
  return result;
}

double momentum_residual(const MassForm& form, const double* v_plus, const double* lambda_C) {
  const cardan_rows M = form.M.view(), J = form.J.view();
  std::vector<double> momentum(form.p_free);
  add_transposed(J, lambda_C, momentum.data());
  double worst = 0;
  for (int i = 0; i < M.rows; ++i) {
    worst = std::max(worst, std::abs(sparse_dot(M, i, v_plus) - momentum[i]));
  }
  return worst;
}

namespace {

/// Residual of one block of the base under the exact law. Its rows must be finite.
double exact_residual(const BaseProblem& base, const BaseBlock& source, const double* lambda_C,
                      const double* u_C) {
  const int row = source.row;
  if (source.kind == BaseBlockKind::kContact && source.dim == 3) {
    return contact_residual(source.mu, lambda_C + row, u_C + row, base.prox_step[row]);
  }
  const cardan_block block = exact_block(base, source);
  const double parent = parent_impulse(block, lambda_C);
  double weight[kMaxBlockRows];
  for (int i = 0; i < source.dim; ++i) weight[i] = 1 / base.prox_step[row + i];
  return rows_residual(block, lambda_C + row, u_C + row, base.prox_step.data() + row, weight,
                       parent);
}

/// Residual; infinity if a number is NaN.
double judged_residual(const BaseProblem& base, const BaseBlock& block, const double* lambda_C,
                       const double* u_C) {
  if (!finite_rows(lambda_C + block.row, u_C + block.row, block.dim)) return kInfinite;
  const double e = exact_residual(base, block, lambda_C, u_C);
  return std::isnan(e) ? kInfinite : e;
}

/// Computes z = Yᵀ λ.
void compute_impulse(const BaseProblem& base, const double* lambda_C, double* z) {
  const cardan_rows Y = base.Y.view();
  std::fill(z, z + Y.cols, 0.0);
  for (const BaseBlock& block : base.blocks) {
    if (block.kind == BaseBlockKind::kContact && block.dim == 3) {
      ContactColumns(Y, block.row).add_transposed(lambda_C + block.row, z);
      continue;
    }
    for (int i = block.row; i < block.row + block.dim; ++i) {
      for (std::int32_t k = Y.start[i]; k < Y.start[i + 1]; ++k)
        z[Y.index[k]] += Y.value[k] * lambda_C[i];
    }
  }
}

/// Computes u of the rows of one block.
void compute_block_velocity(const BaseProblem& base, const BaseBlock& block, const double* lambda_C,
                            const double* z, double* u_C) {
  const cardan_rows Y = base.Y.view();
  const int row = block.row;
  if (block.kind == BaseBlockKind::kContact && block.dim == 3) {
    using Rows = Eigen::Map<const Vector3>;
    Vector3 u;
    ContactColumns(Y, row).multiply(z, u.data());
    u += Rows(&base.S[row]).cwiseProduct(Rows(lambda_C + row)) + Rows(&base.b[row]);
    Eigen::Map<Vector3>(u_C + row) = u;
    return;
  }
  for (int i = row; i < row + block.dim; ++i)
    u_C[i] = sparse_dot(Y, i, z) + (base.S[i] * lambda_C[i] + base.b[i]);
}

}  // namespace

namespace {

bool rounding_matters(const BaseProblem& base, const double* lambda_C, double tolerance) {
  RoundingScan scan;
  for (const BaseBlock& block : base.blocks) {
    const int kind = block.kind == BaseBlockKind::kContact ? CARDAN_CONE : CARDAN_FREE;
    const int row = block.row;
    scan.add(kind, block.dim, block.mu, lambda_C + row, &base.b[row], &base.prox_step[row]);
  }
  return scan.matters(base.m(), base.Y.cols, tolerance);
}

double worst_of_blocks(const BaseProblem& base, const double* lambda_C, const double* u_C) {
  double worst = 0;
  for (const BaseBlock& block : base.blocks)
    worst = std::max(worst, judged_residual(base, block, lambda_C, u_C));
  return worst;
}

/// Residual of the blocks plus the error that rounding may hide.
double with_rounding(double residual, const BaseProblem& base, const double* lambda_C,
                     const double* u_C, double tolerance) {
  if (!(residual < kInfinite) || !rounding_matters(base, lambda_C, tolerance)) return residual;
  const double rounding = rounding_bound(base, lambda_C, u_C);
  if (rounding > kRoundingShare * tolerance && rounding <= tolerance) {
    residual = worst_of_blocks(base, lambda_C, extended_velocity(base, lambda_C));
  }
  return std::max(residual, rounding);
}

}  // namespace

double cone_residual(const BaseProblem& base, const double* lambda_C, const double* u_C) {
  const double worst = worst_of_blocks(base, lambda_C, u_C);
  return with_rounding(worst, base, lambda_C, u_C, base.tolerance);
}

double cone_residual_up_to(double limit, const BaseProblem& base, const double* lambda_C, double* z,
                           double* u_C) {
  compute_impulse(base, lambda_C, z);
  double worst = 0;
  for (const BaseBlock& block : base.blocks) {
    compute_block_velocity(base, block, lambda_C, z, u_C);
    worst = std::max(worst, judged_residual(base, block, lambda_C, u_C));
    if (worst > limit) return worst;
  }
  return with_rounding(worst, base, lambda_C, u_C, limit);
}

double siconos_error(const cardan_problem& problem, const double* lambda, const double* u) {
  // Euclidean norm over all blocks of the natural map with step and weight 1 [Acary et al. 2018,
  // sec. 3.5].
  constexpr double kOnes[kMaxBlockRows] = {1, 1, 1, 1, 1, 1};
  double sum = 0;
  for (int k = 0; k < problem.num_blocks; ++k) {
    cardan_block block = problem.blocks[k];
    const double parent = parent_impulse(block, lambda);
    const bool scalar = block.kind <= CARDAN_BOX_MU;
    const int end = block.row + block.dim;
    const int stride = scalar ? 1 : block.dim;
    block.dim = stride;
    for (int row = block.row; row < end; row += stride) {
      const double e =
          scalar ? scalar_rows_residual(block, lambda + row, u + row, kOnes, kOnes, parent)
                 : round_residual(block, lambda + row, u + row, 1, 1, parent);
      sum += e * e;
    }
  }
  const int m = problem.m;
  const double scale =
      std::max({round_norm(problem.b, m), round_norm(lambda, m), round_norm(u, m)});
  const double error = scale > 0 ? std::sqrt(sum) / scale : std::sqrt(sum);
  return std::isnan(error) ? kInfinite : error;
}

void compute_base_velocity(const BaseProblem& base, const double* lambda_C, double* z,
                           double* u_C) {
  compute_impulse(base, lambda_C, z);
  compute_base_velocity_of(base, lambda_C, z, u_C);
}

void compute_base_velocity_of(const BaseProblem& base, const double* lambda_C, const double* z,
                              double* u_C) {
  for (const BaseBlock& block : base.blocks) compute_block_velocity(base, block, lambda_C, z, u_C);
}

}  // namespace cardan
