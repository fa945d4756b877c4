#pragma once

#include <gtest/gtest.h>

#include "cardan/contact_solver.h"
#include "cardan/solver_registry.h"
#include "constraint/lowering.h"
#include "test/unit/constraint/problem_samples.h"

/// Problems of formulations given to the solvers of this build, and base problems with torsion and
/// rolling.
namespace cardan::test {

struct Solution {
  int status = CARDAN_NUMERIC;
  VectorX lambda;
  double residual = 0;  ///< the judge's
};

/// guess: zeros when empty.
inline Solution solve(const std::string& id, Problem& problem, double tolerance,
                      const VectorX& guess = {}) {
  static const SolverRegistry registry;
  ContactSolver solver(registry.require(id));
  problem.tolerance = tolerance;
  Lowering lowering;
  Problem changed;
  const bool lowered = lowering.lower(problem, solver.desc().kinds, changed);
  Problem& present = lowered ? changed : problem;
  if (solver.desc().needs & CARDAN_NEEDS_DENSE) present.form_dense();
  solver.reserve(size_of(present.view()));
  VectorX lambda = lowered || guess.size() == 0 ? VectorX::Zero(present.m()).eval() : guess,
          u(present.m());
  const std::span<double> in_out(lambda.data(), lambda.size()), velocity(u.data(), u.size());
  Solution solution;
  solution.status = solver.solve(present.view(), in_out, velocity).status;
  solution.lambda = lambda;
  if (lowered) {
    solution.lambda.resize(problem.m());
    lowering.lift(lambda.data(), solution.lambda.data());
  }
  solution.residual = residual_of(problem, solution.lambda);
  return solution;
}

struct Spins {
  double mu_torsion = 0, mu_rolling = 0;  ///< [m]
};

/// random_base with torsion and rolling blocks behind the contacts.
inline BaseProblem random_spin_base(Random& random, int contacts, int columns, const Spins& spins) {
  BaseProblem base = random_base(random, {contacts, 0, 0, columns});
  MatrixX Y = dense(base.Y);
  const auto add = [&](BaseBlockKind kind, int contact, int dim, double mu) {
    if (mu == 0) return;
    BaseBlock block;
    block.kind = kind;
    block.contact = contact;
    block.mu = mu;
    push_base_block(base, block, dim);
    double sum = 0;
    for (int k = 0; k < dim; ++k) {
      Y.conservativeResize(Y.rows() + 1, Eigen::NoChange);
      Y.row(Y.rows() - 1) = 5 * uniform_vector(random, columns).transpose();
      const int row = static_cast<int>(Y.rows()) - 1;
      base.A_diag[row] = Y.row(row).squaredNorm();
      sum += base.A_diag[row];
      base.b[row] = base.b_free[row] = uniform(random, -5, 5);
    }
    for (int k = 0; k < dim; ++k) base.prox_step[Y.rows() - 1 - k] = dim / sum;
  };
  for (int contact = 0; contact < contacts; ++contact) {
    add(BaseBlockKind::kTorsion, contact, 1, spins.mu_torsion);
    add(BaseBlockKind::kRolling, contact, 2, spins.mu_rolling);
  }
  push_dense(Y, base.Y);
  return base;
}

/// λ_C of a problem's λ.
inline VectorX lift(Formulation& formulation, const BaseProblem& base, const Problem& problem,
                    const VectorX& lambda) {
  VectorX lambda_C(base.m());
  formulation.accept_pass(base, problem, 0, lambda.data(), lambda_C.data());
  return lambda_C;
}

/// The base as it is remembered after a step that ended in λ_C.
inline BaseProblem remembered(BaseProblem base, const VectorX& lambda_C) {
  const VectorX u = dense_A(base) * lambda_C + to_vector(base.b);
  base.lambda_prev.assign(lambda_C.data(), lambda_C.data() + lambda_C.size());
  base.u_prev.assign(u.data(), u.data() + u.size());
  return base;
}

/// A particle of mass 1 on a plane with this free velocity (n, t1, t2) [m/s]: A = 1 in all three
/// rows.
inline BaseProblem falling_particle(const Vector3& u_free, double mu) {
  BaseProblem base;
  base.dt = 1e-3;
  base.tree = base.tree_column = {0};
  base.column_parent = {-1, 0, 1};
  base.num_contacts = 1;
  BaseBlock block;
  block.mu = mu;
  push_base_block(base, block, 3);
  push_dense(MatrixX::Identity(3, 3), base.Y);
  base.b = base.b_free = {u_free[0], u_free[1], u_free[2]};
  base.A_diag = base.prox_step = {1, 1, 1};
  return base;
}

}  // namespace cardan::test
