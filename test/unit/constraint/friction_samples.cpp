#include "test/unit/constraint/friction_samples.h"

#include <gtest/gtest.h>

#include "constraint/lowering.h"

namespace cardan::test {

BaseProblem remembered_base(Random& random, int contacts, int columns) {
  BaseProblem base = random_base(random, {contacts, 0, 0, columns});
  for (int k = 0; k < contacts; ++k) {
    const int mode = k % 3;
    if (mode == 2) continue;
    BaseBlock& block = base.blocks[k];
    base.has_memory[k] = 1;
    block.slides = mode == 0;
    base.lambda_prev[block.row] = uniform(random, 0.1, 1);
    for (int t = 1; t < 3; ++t) {
      base.lambda_prev[block.row + t] = uniform(random, -0.3, 0.3);
      base.u_prev[block.row + t] = block.slides ? uniform(random, 0.2, 1) : 1e-5;
    }
  }
  return base;
}

BaseProblem after(const BaseProblem& base, const VectorX& lambda_C) {
  BaseProblem next = base;
  const VectorX u = dense_A(base) * lambda_C + to_vector(base.b);
  next.lambda_prev.assign(lambda_C.data(), lambda_C.data() + lambda_C.size());
  next.u_prev.assign(u.data(), u.data() + u.size());
  std::fill(next.has_memory.begin(), next.has_memory.end(), 1);
  return next;
}

VectorX lifted(Formulation& formulation, const BaseProblem& base, const Problem& problem,
               const VectorX& lambda) {
  VectorX lambda_C(base.m());
  formulation.accept_pass(base, problem, 0, lambda.data(), lambda_C.data());
  return lambda_C;
}

VectorX guessed(Formulation& formulation, const BaseProblem& base, const Problem& problem) {
  VectorX lambda(problem.m());
  formulation.guess(base, problem, lambda.data());
  return lambda;
}

std::vector<VectorX> enumerate_boxes(const Problem& problem) {
  Lowering lowering;
  Problem lowered;
  const std::uint32_t kinds = 1u << CARDAN_FREE | 1u << CARDAN_NONNEGATIVE;
  const bool changed = lowering.lower(problem, kinds, lowered);
  std::vector<VectorX> solutions;
  for (const VectorX& x : enumerate_lcp(changed ? lowered : problem)) {
    VectorX lambda = x;
    if (changed) {
      lambda.resize(problem.m());
      lowering.lift(x.data(), lambda.data());
    }
    solutions.push_back(lambda);
  }
  return solutions;
}

BaseProblem particle(double h, double mu, double stiffness, double damping) {
  BaseProblem base;
  base.dt = h;
  base.tree = base.tree_column = {0};
  base.column_parent = {-1, 0, 1};
  base.num_contacts = 1;
  BaseBlock block;
  block.mu = mu;
  block.surface.tangential_stiffness = stiffness;
  block.surface.tangential_damping = damping;
  push_base_block(base, block, 3);
  push_dense(MatrixX::Identity(3, 3), base.Y);
  base.S = {1e-4, 0, 0};
  base.A_diag = {1 + 1e-4, 1, 1};
  base.prox_step = {1, 1, 1};
  return base;
}
ParticleOnTable::ParticleOnTable(const FormulationSpec& spec, const BaseProblem& base,
                                 double mu_static, double mu_kinetic)
    : formulation_(make_formulation(spec)),
      base_(base),
      mu_static_(mu_static),
      mu_kinetic_(mu_kinetic) {}

Vector2 ParticleOnTable::step(const Vector2& force) {
  const double h = base_.dt, g = 10;
  BaseBlock& block = base_.blocks[0];
  block.slides = base_.has_memory[0] && velocity.norm() >= 1e-3;
  block.mu = block.slides ? mu_kinetic_ : mu_static_;
  base_.b_free = {-g * h, velocity.x() + h * force.x(), velocity.y() + h * force.y()};
  base_.b = base_.b_free;
  base_.z0 = {-g * h, h * force.x(), h * force.y()};
  Problem problem;
  formulation_->build(base_, 0, problem);
  const std::vector<VectorX> solutions = enumerate_boxes(problem);
  EXPECT_EQ(solutions.empty(), false);
  if (solutions.empty()) return Vector2::Zero();
  const VectorX lambda_C = lifted(*formulation_, base_, problem, solutions.front());
  velocity = Vector2(base_.b_free[1] + lambda_C[1], base_.b_free[2] + lambda_C[2]);
  position += h * velocity;
  base_.has_memory[0] = 1;
  base_.lambda_prev = {lambda_C[0], lambda_C[1], lambda_C[2]};
  base_.u_prev = {0, velocity.x(), velocity.y()};
  return {lambda_C[1], lambda_C[2]};
}

}  // namespace cardan::test
