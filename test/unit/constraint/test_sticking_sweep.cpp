#include "constraint/judge/residual.h"
#include "constraint/sticking_sweep.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

using test::Random;
using test::to_vector;

// Three contacts that stick, beside a limit, a friction and a loop, with u = 0 at a known λ.
struct Standing {
  BaseProblem base;
  VectorX lambda;

  explicit Standing(Random& random)
      : base(test::random_base(random, {3, 1, 1, 12})), lambda(VectorX::Zero(base.m())) {
    for (int k = 0; k < base.num_contacts; ++k) {
      const BaseBlock& block = base.blocks[k];
      lambda[block.row] = test::uniform(random, 1, 2);
      const double most = 0.3 * block.mu * lambda[block.row];
      for (int i = 1; i < 3; ++i) lambda[block.row + i] = test::uniform(random, -most, most);
    }
    Eigen::Map<VectorX>(base.b.data(), base.m()) = -test::dense_A(base) * lambda;
  }

  VectorX z(const VectorX& x) const { return test::dense(base.Y).transpose() * x; }
};

TEST(StickingSweep, SweepReducesTheEnergyErrorAndUpdatesZ) {
  Random random(61);
  for (int trial = 0; trial < 20; ++trial) {
    const Standing standing(random);
    const int rows = 3 * standing.base.num_contacts;
    VectorX x = standing.lambda;
    x.head(rows) += 1e-6 * test::uniform_vector(random, rows);
    VectorX z = standing.z(x);
    const auto energy = [&] {
      const VectorX error = x - standing.lambda;
      return error.dot(test::dense_A(standing.base) * error);
    };
    const double before = energy();
    sweep_sticking_contacts(standing.base, x.data(), z.data());
    EXPECT_LT(energy(), 0.9 * before);
    EXPECT_LT((z - standing.z(x)).norm(), 1e-14);
    EXPECT_EQ(x.tail(x.size() - rows), standing.lambda.tail(x.size() - rows));
    // The last contact was solved last, so its velocity is zero.
    VectorX u(x.size());
    compute_base_velocity_of(standing.base, x.data(), z.data(), u.data());
    EXPECT_LT(u.segment<3>(rows - 3).norm(), 1e-13);
  }
}

TEST(StickingSweep, SweepKeepsSlidingAndOpenContacts) {
  Random random(62);
  Standing standing(random);
  standing.base.blocks[0].mu = 1e-3;  // less than the impulse that would stop it
  VectorX x = standing.lambda;
  x.segment<3>(3).setZero();  // open
  const VectorX before = x;
  VectorX z = standing.z(x);
  sweep_sticking_contacts(standing.base, x.data(), z.data());
  EXPECT_EQ(x.head<6>(), before.head<6>());
  EXPECT_NE(x.segment<3>(6), before.segment<3>(6));
}

}  // namespace
}  // namespace cardan
