#include "test/unit/constraint/problem_samples.h"

#include "test/support/dense_algebra.h"

namespace cardan::test {

VectorX uniform_vector(Random& random, int n, double lo, double hi) {
  VectorX x(n);
  for (int i = 0; i < n; ++i) x[i] = uniform(random, lo, hi);
  return x;
}

Vector3 uniform_vector3(Random& random, double lo, double hi) {
  const double x = uniform(random, lo, hi), y = uniform(random, lo, hi);
  return {x, y, uniform(random, lo, hi)};
}

MatrixX dense(const cardan_rows& rows) {
  MatrixX matrix = MatrixX::Zero(rows.rows, rows.cols);
  for (int i = 0; i < rows.rows; ++i) {
    for (int k = rows.start[i]; k < rows.start[i + 1]; ++k) {
      matrix(i, rows.index[k]) += rows.value[k];
    }
  }
  return matrix;
}

MatrixX dense(const SparseRows& rows) { return dense(rows.view()); }

MatrixX dense_A(const Problem& problem) {
  const MatrixX Y = dense(problem.Y);
  return algebra::gram(Y) + dense(problem.S);
}

VectorX to_vector(const std::vector<double>& x) {
  return Eigen::Map<const VectorX>(x.data(), static_cast<Eigen::Index>(x.size()));
}

void push_dense(const MatrixX& matrix, SparseRows& rows) {
  rows.clear(static_cast<int>(matrix.cols()));
  for (int i = 0; i < matrix.rows(); ++i) {
    for (int j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) != 0) rows.push(j, matrix(i, j));
    }
    rows.end_row();
  }
}

double residual_of(const Problem& problem, const VectorX& lambda) {
  VectorX z(std::max(problem.Y.cols, 1)), u(problem.m());
  const cardan_problem view = problem.view();
  compute_velocity(view, lambda.data(), z.data(), u.data());
  return judge(view, lambda.data(), u.data()).value;
}

void push_base_block(BaseProblem& base, BaseBlock block, int dim) {
  block.row = base.m();
  block.dim = dim;
  block.key = 100 + base.blocks.size();
  base.blocks.push_back(block);
  base.has_memory.push_back(0);
  for (std::vector<double>* column : {&base.S, &base.b, &base.b_free, &base.A_diag, &base.prox_step,
                                      &base.lambda_prev, &base.u_prev}) {
    column->insert(column->end(), dim, 0.0);
  }
}

BaseProblem random_base(Random& random, const BaseSize& size) {
  BaseProblem base;
  base.dt = 1e-2;
  base.tree = {0};
  base.tree_column = {0};
  for (int c = 0; c < size.columns; ++c) base.column_parent.push_back(c - 1);
  base.num_contacts = size.contacts;
  for (int i = 0; i < size.contacts; ++i) {
    BaseBlock block;
    block.mu = uniform(random, 0.1, 1.2);
    block.phi = uniform(random, -1e-3, 1e-3);
    push_base_block(base, block, 3);
  }
  for (int i = 0; i < size.limits + size.frictions; ++i) {
    BaseBlock block;
    block.kind = i < size.limits ? BaseBlockKind::kLimit : BaseBlockKind::kJointFriction;
    block.hi =
        i < size.limits ? std::numeric_limits<double>::infinity() : uniform(random, 0.1, 0.5);
    block.lo = i < size.limits ? 0 : -block.hi;
    push_base_block(base, block, 1);
  }
  const int m = base.m();
  MatrixX Y(m, size.columns);
  for (int i = 0; i < m; ++i) Y.row(i) = uniform_vector(random, size.columns).transpose();
  push_dense(Y, base.Y);
  for (const BaseBlock& block : base.blocks) {
    if (block.kind == BaseBlockKind::kContact) base.S[block.row] = uniform(random, 1e-3, 1e-1);
    double mean = 0;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      base.b_free[i] = uniform(random, -1, 1);
      base.b[i] = base.b_free[i];
      base.A_diag[i] = Y.row(i).squaredNorm() + base.S[i];
      mean += base.A_diag[i] / block.dim;
    }
    if (block.kind == BaseBlockKind::kContact) base.b[block.row] += block.phi / base.dt;
    for (int i = block.row; i < block.row + block.dim; ++i) base.prox_step[i] = 1 / mean;
  }
  return base;
}

MatrixX dense_A(const BaseProblem& base) {
  const MatrixX Y = dense(base.Y);
  MatrixX A = algebra::gram(Y);
  A.diagonal() += to_vector(base.S);
  return A;
}

std::vector<VectorX> enumerate_lcp(const MatrixX& A, const VectorX& q,
                                   const std::vector<char>& is_free) {
  const int m = static_cast<int>(q.size());
  std::vector<VectorX> solutions;
  for (unsigned basis = 0; basis < (1u << m); ++basis) {
    std::vector<int> active;
    bool skip = false;
    for (int i = 0; i < m; ++i) {
      if (basis >> i & 1u) active.push_back(i);
      skip = skip || (is_free[i] && !(basis >> i & 1u));
    }
    if (skip) continue;
    const int n = static_cast<int>(active.size());
    MatrixX B(n, n);
    VectorX rhs(n);
    for (int i = 0; i < n; ++i) {
      rhs[i] = -q[active[i]];
      for (int j = 0; j < n; ++j) B(i, j) = A(active[i], active[j]);
    }
    VectorX x = VectorX::Zero(m);
    if (n > 0) {
      const std::optional<VectorX> y = algebra::solve_if_conditioned(B, rhs, 1e-10);
      if (!y) continue;
      for (int i = 0; i < n; ++i) x[active[i]] = (*y)[i];
    }
    const VectorX u = A * x + q;
    bool feasible = true;
    for (int i = 0; i < m && feasible; ++i) {
      feasible = is_free[i] || (x[i] >= -1e-11 && u[i] >= -1e-11);
    }
    if (feasible) solutions.push_back(x);
  }
  return solutions;
}

std::vector<char> free_rows(const Problem& problem) {
  std::vector<char> is_free(problem.m(), 0);
  for (const cardan_block& block : problem.blocks) {
    for (int i = block.row; i < block.row + block.dim; ++i) is_free[i] = block.kind == CARDAN_FREE;
  }
  return is_free;
}

std::vector<VectorX> enumerate_lcp(const Problem& problem) {
  return enumerate_lcp(dense_A(problem), to_vector(problem.b), free_rows(problem));
}

Problem random_rows(Random& random, int m, int columns) {
  Problem problem;
  MatrixX Y(m, columns);
  for (int i = 0; i < m; ++i) Y.row(i) = uniform_vector(random, columns).transpose();
  push_dense(Y, problem.Y);
  MatrixX S = MatrixX::Zero(m, m);
  for (int i = 0; i < m; ++i) S(i, i) = uniform(random, 0.01, 0.1);
  push_dense(S, problem.S);
  problem.b.assign(m, 0.0);
  problem.prox_step.assign(m, 1.0);
  problem.weight.assign(m, 1.0);
  problem.properties = CARDAN_SYMMETRIC;
  problem.dt = 1e-2;
  problem.matrix_id = 7;
  return problem;
}

cardan_block& push_block(Problem& problem, int kind, int dim) {
  cardan_block block{};
  block.kind = kind;
  block.row = problem.blocks.empty() ? 0 : problem.blocks.back().row + problem.blocks.back().dim;
  block.dim = dim;
  block.parent = -1;
  block.group = problem.num_groups++;
  problem.blocks.push_back(block);
  return problem.blocks.back();
}

void set_bias_for(Problem& problem, const VectorX& lambda, const VectorX& u) {
  const VectorX b = u - dense_A(problem) * lambda;
  problem.b.assign(b.data(), b.data() + b.size());
}

}  // namespace cardan::test
