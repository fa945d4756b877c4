#include "cardan/energy.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/random_tree.h"

// The dynamics are compiled into this program with CARDAN_CHECK_CALLS: a wrong order of calls ends
// it with the name of the missing call.
namespace cardan {
namespace {

struct CallOrder : ::testing::Test {
  CallOrder() : q(test::random_configuration(random, s)), v(test::random_vector(random, nv, 1)) {}

  test::Random random{1};
  test::RandomTree tree = test::random_tree_of_set(4);
  const Skeleton& s = *tree.skeleton;
  int nv = s.nv();
  Data data{s};
  VectorX q, v, a = VectorX::Zero(nv), tau = VectorX::Zero(nv);
  Vector3 g{0, 0, -9.81};
};
using CallOrderDeathTest = CallOrder;

TEST_F(CallOrder, RightOrderPasses) {
  forward_kinematics(s, data, q.data(), v.data());
  compute_world_inertias(s, data);
  crba(s, data);
  const VectorX x = VectorX::Ones(nv);
  multiply_mass(s, data, x.data(), tau.data());
  EXPECT_LT((dense_mass_matrix(s, data) * x - tau).norm(), 1e-12 * tau.norm());
  ASSERT_TRUE(factorize_ltl(s, data));
  solve_ltl(s, data, tau.data());
  EXPECT_LT((tau - x).norm(), 1e-8);
  bias_forces(s, data, v.data(), g);
  crba(s, data);  // the inertias of bias_forces
  aba(s, data, v.data(), tau.data(), g, a.data());
  forward_accelerations(s, data, v.data(), a.data());
  acceleration_at(data, 0, Vector3::Zero());
}

TEST_F(CallOrderDeathTest, MassMatrixNeedsWorldInertias) {
  forward_kinematics(s, data, q.data(), v.data());
  EXPECT_DEATH(crba(s, data), "crba needs compute_world_inertias");
}

TEST_F(CallOrderDeathTest, WorldInertiasOfAnotherPostureDoNotCount) {
  forward_kinematics(s, data, q.data(), v.data());
  compute_world_inertias(s, data);
  q = test::random_configuration(random, s);
  forward_kinematics(s, data, q.data(), v.data());
  EXPECT_DEATH(crba(s, data), "crba needs compute_world_inertias");
}

TEST_F(CallOrderDeathTest, NothingRunsBeforeKinematics) {
  EXPECT_DEATH(compute_world_inertias(s, data), "forward_kinematics");
  EXPECT_DEATH(rnea(s, data, v.data(), a.data(), g, tau.data()), "forward_kinematics with v");
  Matrix6X J(6, nv);
  EXPECT_DEATH(body_jacobian(s, data, 0, Vector3::Zero(), J), "forward_kinematics");
  EXPECT_DEATH(gravity_forces(s, data, g, tau.data()), "forward_kinematics");
  EXPECT_DEATH(center_of_mass(s, data), "forward_kinematics");
  EXPECT_DEATH(forward_velocities(s, data, v.data()),
               "forward_velocities needs forward_kinematics");
}

TEST_F(CallOrderDeathTest, VelocitiesOfAnotherPostureDoNotCount) {
  forward_kinematics(s, data, q.data(), v.data());
  forward_kinematics(s, data, q.data());
  EXPECT_DEATH(bias_forces(s, data, v.data(), g), "bias_forces needs forward_kinematics with v");
  EXPECT_DEATH(kinetic_energy(s, data, v.data()), "forward_kinematics with v");
  EXPECT_DEATH(body_jacobian_rate(s, data, 0, Vector3::Zero(), v.data()),
               "forward_kinematics with v");
}

TEST_F(CallOrderDeathTest, FactorIsNotAMassMatrix) {
  forward_kinematics(s, data, q.data(), v.data());
  compute_world_inertias(s, data);
  EXPECT_DEATH(factorize_ltl(s, data), "factorize_ltl needs crba");
  crba(s, data);
  EXPECT_DEATH(solve_ltl(s, data, tau.data()), "solve_ltl needs factorize_ltl");
  EXPECT_DEATH(whiten(s, data, tau.data()), "factorize_ltl");
  ASSERT_TRUE(factorize_ltl(s, data));
  EXPECT_DEATH(factorize_ltl(s, data), "no factorize_ltl after it");
  EXPECT_DEATH(dense_mass_matrix(s, data), "dense_mass_matrix needs crba");
  EXPECT_DEATH(multiply_mass(s, data, v.data(), tau.data()), "multiply_mass needs crba");
  EXPECT_DEATH(add_to_diagonal(s, data, v.data()), "add_to_diagonal needs crba");
}

TEST_F(CallOrderDeathTest, AccelerationsWithGravityAreRefused) {
  forward_kinematics(s, data, q.data(), v.data());
  forward_accelerations(s, data, v.data(), a.data());
  rnea(s, data, v.data(), a.data(), g, tau.data());
  EXPECT_DEATH(acceleration_at(data, 0, Vector3::Zero()), "acceleration_at needs");
}

}  // namespace
}  // namespace cardan
