#include <array>

#include "test/unit/constraint/solved_samples.h"

namespace cardan {
namespace {

using test::Random;

constexpr std::array<test::Spins, 3> kSpins = {{{0.02, 0}, {0, 0.03}, {0.02, 0.03}}};

FormulationSpec joint() { return {"cone", {{"rolling", "joint"}}}; }

SurfaceTraits traits_of(const test::Spins& spins) {
  return {spins.mu_torsion > 0, spins.mu_rolling > 0};
}

TEST(JointCone, RowsAreBaseRowsScaledIntoOneCone) {
  Random random(1);
  for (const test::Spins& spins : kSpins) {
    const BaseProblem base = test::random_spin_base(random, 2, 12, spins);
    const auto formulation = make_formulation(joint());
    formulation->configure(traits_of(spins));
    Problem problem;
    formulation->build(base, 0, problem);
    validate(problem.view());
    const int dim = 3 + (spins.mu_torsion > 0 ? 1 : 0) + (spins.mu_rolling > 0 ? 2 : 0);
    EXPECT_EQ(formulation->info().max_cone_dim, dim);
    ASSERT_EQ(problem.blocks.size(), 2u);
    // D A_C D with the base's rows in the cone's order.
    std::vector<int> order;
    VectorX scale(2 * dim);
    for (int contact = 0; contact < 2; ++contact) {
      EXPECT_EQ(problem.blocks[contact].kind, CARDAN_CONE);
      EXPECT_EQ(problem.blocks[contact].dim, dim);
      const double mu = base.blocks[contact].mu;
      for (int k = 0; k < 3; ++k) {
        scale[static_cast<int>(order.size())] = 1;
        order.push_back(3 * contact + k);
      }
      for (const BaseBlock& block : base.blocks) {
        if (block.contact != contact) continue;
        for (int k = 0; k < block.dim; ++k) {
          scale[static_cast<int>(order.size())] = block.mu / mu;
          order.push_back(block.row + k);
        }
      }
    }
    const MatrixX A_C = test::dense_A(base), A = test::dense_A(problem);
    for (int i = 0; i < 2 * dim; ++i) {
      EXPECT_NEAR(problem.b[i], scale[i] * base.b[order[i]], 1e-14);
      for (int j = 0; j < 2 * dim; ++j) {
        EXPECT_NEAR(A(i, j), scale[i] * scale[j] * A_C(order[i], order[j]), 1e-12);
      }
    }
  }
}

TEST(JointCone, FrictionlessContactHasNoTorsionOrRollingFriction) {
  Random random(2);
  BaseProblem base = test::random_spin_base(random, 2, 12, {0.02, 0.03});
  base.blocks[0].mu = 0;
  Problem problem;
  make_formulation(joint())->build(base, 0, problem);
  validate(problem.view());
  EXPECT_EQ(problem.blocks[0].dim, 3);
  EXPECT_EQ(problem.blocks[1].dim, 6);
}

/// Friction and moments of a contact, each over its bound at λ_n = 1.
std::vector<double> ratios(const BaseProblem& base, const VectorX& lambda_C, int contact) {
  const BaseBlock& own = base.blocks[contact];
  std::vector<double> result = {lambda_C.segment(own.row + 1, 2).norm() / own.mu};
  for (const BaseBlock& block : base.blocks) {
    if (block.contact != contact) continue;
    result.push_back(lambda_C.segment(block.row, block.dim).norm() / block.mu);
  }
  return result;
}

TEST(JointCone, ConeSolversSolveJointCones) {
  Random random(3);
  for (const std::string& id : {std::string("conic"), std::string("pgs")}) {
    for (const bool separate : {false, true}) {
      int solved = 0, count = 0;
      for (int trial = 0; trial < 20; ++trial) {
        for (const test::Spins& spins : kSpins) {
          const BaseProblem base = test::random_spin_base(random, 1 + trial % 3, 24, spins);
          const auto formulation = separate ? make_formulation({}) : make_formulation(joint());
          formulation->configure(traits_of(spins));
          Problem problem;
          formulation->build(base, 0, problem);
          validate(problem.view());
          const test::Solution solution = test::solve(id, problem, 1e-10);
          ++count;
          if (solution.status != CARDAN_SOLVED) continue;
          ++solved;
          EXPECT_LT(solution.residual, 1e-10);
          const VectorX lambda_C = test::lift(*formulation, base, problem, solution.lambda);
          for (int contact = 0; contact < base.num_contacts; ++contact) {
            // One ellipsoid, or a bound for each.
            double used = 0;
            for (const double ratio : ratios(base, lambda_C, contact)) {
              used = separate ? std::max(used, ratio) : std::hypot(used, ratio);
            }
            EXPECT_LT(used, std::max(lambda_C[base.blocks[contact].row], 0.0) + 1e-9);
          }
          // The inverse lift takes it to a solution again.
          const BaseProblem next = test::remembered(base, lambda_C);
          VectorX start(problem.m());
          formulation->guess(next, problem, start.data());
          EXPECT_LT(test::residual_of(problem, start), 1e-9);
        }
      }
      EXPECT_EQ(solved, count) << id << (separate ? " separate" : " joint");
    }
  }
}

}  // namespace
}  // namespace cardan
