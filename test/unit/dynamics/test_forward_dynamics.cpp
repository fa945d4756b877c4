#include "cardan/dynamics/aba.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/dynamics/rnea.h"
#include "support/random_tree.h"

namespace cardan {
namespace {

using test::Random;

const Vector3 kGravity(0.3, -0.7, -9.81);

TEST(Aba, UndoesInverseDynamics) {
  for (int index = 0; index < 54; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index, index % 3 == 0 ? 0.1 : 0.0);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 700);
    Data data(s);
    if (!s.floating_base()) data.X_W0 = test::random_pose(random, 2);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    const VectorX tau = test::random_vector(random, s.nv(), 5);
    VectorX a(s.nv()), again(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    aba(s, data, v.data(), tau.data(), kGravity, a.data());
    rnea(s, data, v.data(), a.data(), kGravity, again.data());
    const double scale = tau.norm() + a.norm();
    EXPECT_LT((again - tau).norm(), 1e-10 * (1 + scale)) << "tree " << index;
  }
}

TEST(Aba, EqualsMassMatrixAndFactor) {
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index, 0.1);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 800);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    const VectorX tau = test::random_vector(random, s.nv(), 5);
    VectorX a(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    aba(s, data, v.data(), tau.data(), kGravity, a.data());
    bias_forces(s, data, v.data(), kGravity);
    crba(s, data);
    ASSERT_TRUE(factorize_ltl(s, data));
    VectorX x = tau - Eigen::Map<const VectorX>(data.bias.data(), s.nv());
    solve_ltl(s, data, x.data());
    EXPECT_LT((a - x).norm(), 1e-9 * (1 + x.norm())) << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
