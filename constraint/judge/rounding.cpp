#include "constraint/judge/rounding.h"

#include <vector>

#include "constraint/judge/natural_map.h"
#include "constraint/judge/residual.h"

namespace cardan {

namespace {

double square(double x) { return x * x; }

/// A sum in double precision and the sum of squares of the errors of its operations, in units of
/// the roundoff. The first term causes no rounding.
struct RoundedSum {
  double value = 0, squares = 0;
  void add(double term) {
    squares += value != 0 && term != 0 ? square(value + term) : 0;
    value += term;
  }
  void add_product(double x, double y) {
    squares += square(x * y);
    add(x * y);
  }
};

/// z = Yᵀ λ with its errors, which propagate to u.
class VelocityErrors {
 public:
  VelocityErrors(const cardan_rows& Y, int m, const double* lambda) : Y_(Y) {
    // Thread-local storage. This code runs only if impulses are huge relative to the tolerance.
    static thread_local std::vector<RoundedSum> z;
    z.assign(static_cast<std::size_t>(Y.cols), {});
    z_ = z.data();
    for (int i = 0; i < m && Y.cols > 0; ++i) {
      if (lambda[i] == 0) continue;
      for (std::int32_t k = Y.start[i]; k < Y.start[i + 1]; ++k) {
        z_[Y.index[k]].add_product(Y.value[k], lambda[i]);
      }
    }
  }

  /// Rounding error of u_i = Y_i z + rest, rest = S_i λ + b_i.
  double of_row(int i, const RoundedSum& rest) const {
    RoundedSum sum;
    double columns = 0;
    for (std::int32_t k = first(i); k < last(i); ++k) {
      const RoundedSum& z = z_[Y_.index[k]];
      sum.add_product(Y_.value[k], z.value);
      columns += square(Y_.value[k]) * z.squares;
    }
    sum.add(rest.value);
    return kDeviations * kRoundoff * std::sqrt(columns + sum.squares + rest.squares);
  }

 private:
  std::int32_t first(int i) const { return Y_.cols > 0 ? Y_.start[i] : 0; }
  std::int32_t last(int i) const { return Y_.cols > 0 ? Y_.start[i + 1] : 0; }

  const cardan_rows& Y_;
  RoundedSum* z_;
};

double row_error(const cardan_problem& problem, const VelocityErrors& errors, const double* lambda,
                 int i) {
  RoundedSum rest;
  for (std::int32_t k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k) {
    rest.add_product(problem.S.value[k], lambda[problem.S.index[k]]);
  }
  rest.add(problem.b[i]);
  return errors.of_row(i, rest);
}

double row_error(const BaseProblem& base, const VelocityErrors& errors, const double* lambda,
                 int i) {
  RoundedSum rest;
  rest.add_product(base.S[i], lambda[i]);
  rest.add(base.b[i]);
  return errors.of_row(i, rest);
}

/// Error of the residual of a block due to errors of û and of λ − P(λ − r û). The arrays start at
/// the rows of the block.
class BlockError {
 public:
  explicit BlockError(const BlockRows& rows) : rows_(rows) {}

  void add(int i, double error) {
    const double scaled = rows_.weight[i] * rows_.prox_step[i] * error;
    sum_ += scaled * scaled;
    if (i > 0) tangential_ += scaled * scaled;
  }

  double bound(double parent) const {
    constexpr double kOperations = 8;
    const cardan_block& block = rows_.block;
    const double mu = block.kind == CARDAN_CONE ? block.mu : 0;
    const double of_velocity = std::sqrt(sum_) + mu * std::sqrt(tangential_);
    if (sum_ == 0) return 0;
    double own = 0;
    if (is_round(block.kind)) {
      own = round_norm(rows_.lambda, block.dim) +
            rows_.prox_step[0] * (1 + mu) * round_norm(rows_.u, block.dim);
    }
    if (block.kind == CARDAN_BALL_MU || block.kind == CARDAN_BOX_MU) own += block.mu * parent;
    return of_velocity + kOperations * kRoundoff * rows_.weight[0] * own;
  }

 private:
  const BlockRows& rows_;
  double sum_ = 0, tangential_ = 0;
};

}  // namespace

double rounding_bound(const cardan_problem& problem, const double* lambda, const double* u) {
  const VelocityErrors errors(problem.Y, problem.m, lambda);
  double worst = 0;
  for (int k = 0; k < problem.num_blocks; ++k) {
    const cardan_block& block = problem.blocks[k];
    const int row = block.row;
    const BlockRows rows{block, lambda + row, u + row, problem.step + row, problem.weight + row};
    BlockError error(rows);
    for (int i = 0; i < block.dim; ++i) error.add(i, row_error(problem, errors, lambda, row + i));
    worst = std::max(worst, error.bound(parent_impulse(block, lambda)));
  }
  return worst;
}

double rounding_bound(const BaseProblem& base, const double* lambda_C, const double* u_C) {
  const cardan_rows Y = base.Y.view();
  const VelocityErrors errors(Y, base.m(), lambda_C);
  double worst = 0;
  for (const BaseBlock& source : base.blocks) {
    const cardan_block block = exact_block(base, source);
    const int row = block.row;
    double weight[kMaxBlockRows];
    for (int i = 0; i < block.dim; ++i) weight[i] = 1 / base.prox_step[row + i];
    const BlockRows rows{block, lambda_C + row, u_C + row, base.prox_step.data() + row, weight};
    BlockError error(rows);
    for (int i = 0; i < block.dim; ++i) error.add(i, row_error(base, errors, lambda_C, row + i));
    worst = std::max(worst, error.bound(parent_impulse(block, lambda_C)));
  }
  return worst;
}

namespace {

using Long = long double;

/// z = Yᵀ λ in extended precision, in thread-local storage.
const Long* extended_impulse(const cardan_rows& Y, int m, const double* lambda) {
  static thread_local std::vector<Long> z;
  z.assign(static_cast<std::size_t>(Y.cols), 0);
  for (int i = 0; i < m && Y.cols > 0; ++i) {
    for (std::int32_t k = Y.start[i]; k < Y.start[i + 1]; ++k) {
      z[static_cast<std::size_t>(Y.index[k])] += static_cast<Long>(Y.value[k]) * lambda[i];
    }
  }
  return z.data();
}

Long dot(const cardan_rows& rows, int i, const Long* x) {
  Long sum = 0;
  if (rows.cols == 0) return sum;
  for (std::int32_t k = rows.start[i]; k < rows.start[i + 1]; ++k) {
    sum += static_cast<Long>(rows.value[k]) * x[rows.index[k]];
  }
  return sum;
}

double* extended_room(int m) {
  static thread_local std::vector<double> u;
  u.resize(static_cast<std::size_t>(m));
  return u.data();
}

}  // namespace

const double* extended_velocity(const cardan_problem& problem, const double* lambda) {
  const Long* z = extended_impulse(problem.Y, problem.m, lambda);
  double* u = extended_room(problem.m);
  for (int i = 0; i < problem.m; ++i) {
    Long sum = dot(problem.Y, i, z) + problem.b[i];
    for (std::int32_t k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k) {
      sum += static_cast<Long>(problem.S.value[k]) * lambda[problem.S.index[k]];
    }
    u[i] = static_cast<double>(sum);
  }
  return u;
}

const double* extended_velocity(const BaseProblem& base, const double* lambda_C) {
  const cardan_rows Y = base.Y.view();
  const Long* z = extended_impulse(Y, base.m(), lambda_C);
  double* u = extended_room(base.m());
  for (int i = 0; i < base.m(); ++i) {
    u[i] =
        static_cast<double>(dot(Y, i, z) + base.b[i] + static_cast<Long>(base.S[i]) * lambda_C[i]);
  }
  return u;
}

}  // namespace cardan
