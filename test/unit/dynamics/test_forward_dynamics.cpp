#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::kGravity;
using test::Random;

TEST(Aba, AbaInvertsInverseDynamics) {
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

TEST(Aba, AbaAgreesWithTheFactoredMassMatrix) {
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

/// A chain of n hinges, long enough for either algorithm to be chosen.
std::shared_ptr<const Skeleton> make_chain(int n) {
  Random random(5);
  SkeletonBuilder builder("chain");
  for (int i = 0; i < n; ++i) {
    LinkSpec link;
    link.name = std::to_string(i);
    link.parent = i > 0 ? std::to_string(i - 1) : "";
    link.joint_type = JointType::kRevolute;
    link.axis = Vector3::Unit(i % 3);
    link.X_PJ = RigidTransform(test::random_vector3(random, 0.2));
    link.inertia = test::random_inertia(random);
    builder.add_link(link);
  }
  return builder.build();
}

TEST(ForwardDynamics, ForwardDynamicsInvertsInverseDynamicsForShortAndLongPaths) {
  for (const int n : {1, 5, 12, 40, 100}) {
    const auto skeleton = make_chain(n);
    Random random(n);
    Data data(*skeleton);
    const VectorX q = test::random_vector(random, n, 1), v = test::random_vector(random, n, 1);
    const VectorX tau = test::random_vector(random, n, 5);
    VectorX a(n), again(n);
    forward_kinematics(*skeleton, data, q.data(), v.data());
    forward_dynamics(*skeleton, data, v.data(), tau.data(), kGravity, a.data());
    rnea(*skeleton, data, v.data(), a.data(), kGravity, again.data());
    EXPECT_LT((again - tau).norm(), 1e-9 * (1 + tau.norm() + a.norm())) << n << " hinges";
  }
}

TEST(ForwardDynamics, BothAlgorithmsAgreeOnRandomTrees) {
  for (int index = 0; index < 30; ++index) {
    const test::RandomTree tree = test::random_tree_of_all(index, 0.1);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 900);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    const VectorX tau = test::random_vector(random, s.nv(), 5);
    VectorX by_factor(s.nv()), by_bodies(s.nv()), chosen(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    forward_dynamics_by_factor(s, data, v.data(), tau.data(), kGravity, by_factor.data());
    aba(s, data, v.data(), tau.data(), kGravity, by_bodies.data());
    forward_dynamics(s, data, v.data(), tau.data(), kGravity, chosen.data());
    EXPECT_LT((by_factor - by_bodies).norm(), 1e-9 * (1 + by_factor.norm())) << "tree " << index;
    EXPECT_TRUE(chosen == by_factor || chosen == by_bodies) << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
