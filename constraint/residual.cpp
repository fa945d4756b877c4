#include "cardan/constraint/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/constraint/contact_columns_internal.h"
#include "cardan/constraint/contact_residual_internal.h"

namespace cardan {

namespace {

constexpr int kMaxConeDim = 6;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

inline double norm(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

/// x ← projection on K = {|x_t| ≤ μ x_n}. x: (dim), normal first.
inline void project_cone(double mu, int dim, double* x) {
  const double s = norm(x + 1, dim - 1);
  if (x[0] >= 0 && s <= mu * x[0]) return;  // of μ = 0: the half line x_n ≥ 0
  if (mu * s <= -x[0]) {
    std::fill(x, x + dim, 0.0);
    return;
  }
  const double g = (x[0] + mu * s) / (1 + mu * mu);
  x[0] = g;
  for (int i = 1; i < dim; ++i) x[i] *= mu * g / s;
}

/// x ← projection on the ball of a radius.
void project_ball(double radius, int dim, double* x) {
  const double s = norm(x, dim);
  if (s <= radius) return;
  for (int i = 0; i < dim; ++i) x[i] *= radius / s;
}

/// ‖w (λ − P(λ − r û))‖ of a block of scalar rows: FREE, NONNEGATIVE, BOX, BOX_MU. step and weight
/// per row.
double scalar_rows_residual(const cardan_block& block, const double* lambda, const double* u,
                            const double* step, const double* weight, double parent) {
  double lo = -kInfinite, hi = kInfinite;
  if (block.kind == CARDAN_NONNEGATIVE) lo = 0;
  if (block.kind == CARDAN_BOX) lo = block.lo, hi = block.hi;
  if (block.kind == CARDAN_BOX_MU) hi = block.mu * parent, lo = -hi;
  double sum = 0;
  for (int i = 0; i < block.dim; ++i) {
    // Without a bound that is in the way λ drops out, and with it the rounding of λ − r u.
    const double full = step[i] * u[i], low = lambda[i] - lo, high = lambda[i] - hi;
    const double e = weight[i] * (full > low ? low : (full < high ? high : full));
    sum += e * e;
  }
  return std::sqrt(sum);
}

/// The same for CONE, CONE_CONVEX and BALL_MU, whose rows share one step and one weight: the
/// block's first.
double round_residual(const cardan_block& block, const double* lambda, const double* u, double step,
                      double weight, double parent) {
  double x[kMaxConeDim] = {};
  const int dim = block.dim;
  for (int i = 0; i < dim; ++i) x[i] = lambda[i] - step * u[i];
  if (block.kind == CARDAN_BALL_MU) {
    project_ball(block.mu * parent, dim, x);
  } else {
    if (block.kind == CARDAN_CONE) x[0] -= step * block.mu * norm(u + 1, dim - 1);
    project_cone(block.mu, dim, x);
  }
  for (int i = 0; i < dim; ++i) x[i] -= lambda[i];
  return weight * norm(x, dim);
}

/// λ of the parent row, never negative; 0 without one.
double parent_impulse(const cardan_block& block, const double* lambda) {
  return block.parent < 0 ? 0.0 : std::max(lambda[block.parent], 0.0);
}

/// Of a block whose rows the arrays begin with.
double rows_residual(const cardan_block& block, const double* lambda, const double* u,
                     const double* step, const double* weight, double parent) {
  const bool round =
      block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX || block.kind == CARDAN_BALL_MU;
  return round ? round_residual(block, lambda, u, step[0], weight[0], parent)
               : scalar_rows_residual(block, lambda, u, step, weight, parent);
}

double block_residual(const cardan_block& block, const double* lambda, const double* u,
                      const double* step, const double* weight) {
  const int row = block.row;
  return rows_residual(block, lambda + row, u + row, step + row, weight + row,
                       parent_impulse(block, lambda));
}

/// What a block of the base is under the exact law.
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

Residual judge(const cardan_problem& problem, const double* lambda, const double* u) {
  Residual worst;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const double e = judged_residual(problem, problem.blocks[k], lambda, u);
    if (e > worst.value || worst.worst_block < 0) worst = {e, k};
  }
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
    result.cone_excess =
        std::max(result.cone_excess, norm(lambda + 1, 2) - block.mu * std::max(lambda[0], 0.0));
    result.complementarity = std::max(result.complementarity, std::abs(lambda[0] * u[0]));
    const double power = u[1] * lambda[1] + u[2] * lambda[2];
    result.dissipation += power;
    result.mdp_gap =
        std::max(result.mdp_gap, block.mu * std::max(lambda[0], 0.0) * norm(u + 1, 2) + power);
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

/// The residual of one block of the base under the exact law; its rows are finite.
double exact_residual(const BaseProblem& base, const BaseBlock& source, const double* lambda_C,
                      const double* u_C) {
  const int row = source.row;
  if (source.kind == BaseBlockKind::kContact && source.dim == 3) {
    return contact_residual(source.mu, lambda_C + row, u_C + row, base.step[row]);
  }
  cardan_block block{};
  block.kind = exact_kind(source.kind);
  block.row = row;
  block.dim = source.dim;
  block.parent = source.contact < 0 ? -1 : base.blocks[source.contact].row;
  block.mu = source.mu;
  block.lo = source.lo;
  block.hi = source.hi;
  const double parent = parent_impulse(block, lambda_C);
  double weight[kMaxConeDim];
  for (int i = 0; i < source.dim; ++i) weight[i] = 1 / base.step[row + i];
  return rows_residual(block, lambda_C + row, u_C + row, base.step.data() + row, weight, parent);
}

/// The same, infinite where anything is no number.
double judged_residual(const BaseProblem& base, const BaseBlock& block, const double* lambda_C,
                       const double* u_C) {
  if (!finite_rows(lambda_C + block.row, u_C + block.row, block.dim)) return kInfinite;
  const double e = exact_residual(base, block, lambda_C, u_C);
  return std::isnan(e) ? kInfinite : e;
}

/// z = Yᵀ λ.
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

/// u of the rows of one block.
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

double cone_residual(const BaseProblem& base, const double* lambda_C, const double* u_C) {
  double worst = 0;
  for (const BaseBlock& block : base.blocks)
    worst = std::max(worst, judged_residual(base, block, lambda_C, u_C));
  return worst;
}

double cone_residual_up_to(double limit, const BaseProblem& base, const double* lambda_C, double* z,
                           double* u_C) {
  compute_impulse(base, lambda_C, z);
  double worst = 0;
  for (const BaseBlock& block : base.blocks) {
    compute_block_velocity(base, block, lambda_C, z, u_C);
    worst = std::max(worst, judged_residual(base, block, lambda_C, u_C));
    if (worst > limit) break;
  }
  return worst;
}

double siconos_error(const cardan_problem& problem, const double* lambda, const double* u) {
  // The natural map with step and weight 1, its Euclidean norm over all blocks [Acary et al. 2018,
  // sec. 3.5].
  constexpr double kOnes[kMaxConeDim] = {1, 1, 1, 1, 1, 1};
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
  const double scale =
      std::max({norm(problem.b, problem.m), norm(lambda, problem.m), norm(u, problem.m)});
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

namespace {

/// True when λ may be scaled to infinity inside its block.
bool in_recession_cone(const cardan_block& block, const double* lambda, double slack) {
  const double* x = lambda + block.row;
  const double parent = parent_impulse(block, lambda);
  switch (block.kind) {
    case CARDAN_FREE:
      return true;
    case CARDAN_NONNEGATIVE:
      return std::all_of(x, x + block.dim, [&](double l) { return l >= -slack; });
    case CARDAN_BOX:
      return (std::isinf(block.lo) || x[0] >= -slack) && (std::isinf(block.hi) || x[0] <= slack);
    case CARDAN_BOX_MU:
      return std::abs(x[0]) <= block.mu * parent + slack;
    case CARDAN_BALL_MU:
      return norm(x, block.dim) <= block.mu * parent + slack;
    default:
      return x[0] >= -slack && norm(x + 1, block.dim - 1) <= block.mu * x[0] + slack;
  }
}

/// A sum and the sum of its terms' magnitudes, against which rounding is measured.
struct Sum {
  double value = 0, magnitude = 0;
  void add(double x) {
    value += x;
    magnitude += std::abs(x);
  }
};

}  // namespace

bool certificate_holds(const cardan_problem& problem, const double* lambda) {
  constexpr double kRelative = 1e-9;
  double largest = 0;
  for (int i = 0; i < problem.m; ++i) {
    if (!std::isfinite(lambda[i])) return false;
    largest = std::max(largest, std::abs(lambda[i]));
  }
  if (largest == 0) return false;
  for (int k = 0; k < problem.num_blocks; ++k) {
    if (!in_recession_cone(problem.blocks[k], lambda, kRelative * largest)) return false;
  }

  // g = Aᵀ λ = Y (Yᵀ λ) + Sᵀ λ. Only here and only after a failure, hence storage of this thread's
  // own.
  static thread_local std::vector<Sum> z, g;
  z.assign(problem.Y.cols, {});
  g.assign(problem.m, {});
  for (int i = 0; i < problem.m; ++i) {
    for (std::int32_t k = problem.Y.start[i]; k < problem.Y.start[i + 1]; ++k) {
      z[problem.Y.index[k]].add(problem.Y.value[k] * lambda[i]);
    }
    for (std::int32_t k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k) {
      g[problem.S.index[k]].add(problem.S.value[k] * lambda[i]);
    }
  }
  for (int i = 0; i < problem.m; ++i) {
    for (std::int32_t k = problem.Y.start[i]; k < problem.Y.start[i + 1]; ++k) {
      const Sum& column = z[problem.Y.index[k]];
      g[i].value += problem.Y.value[k] * column.value;
      g[i].magnitude += std::abs(problem.Y.value[k]) * column.magnitude;
    }
  }

  // g = 0; in NONNEGATIVE rows g ≤ 0 is enough, since λ'ᵀg ≤ 0 for every λ' ≥ 0 (Farkas).
  for (int k = 0; k < problem.num_blocks; ++k) {
    const cardan_block& block = problem.blocks[k];
    for (int i = block.row; i < block.row + block.dim; ++i) {
      const double excess = block.kind == CARDAN_NONNEGATIVE ? g[i].value : std::abs(g[i].value);
      if (excess > kRelative * g[i].magnitude) return false;
    }
  }
  Sum work;
  for (int i = 0; i < problem.m; ++i) work.add(problem.b[i] * lambda[i]);
  return work.value < -kRelative * work.magnitude;
}

}  // namespace cardan
