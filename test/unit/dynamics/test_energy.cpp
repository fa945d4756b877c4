#include "cardan/energy.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::kGravity;
using test::Random;

TEST(Energy, KineticEnergyIsHalfVMV) {
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index, 0.1);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 1200);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    forward_kinematics(s, data, q.data(), v.data());
    bias_forces(s, data, v.data(), kGravity);
    crba(s, data);
    const double expected = 0.5 * v.dot(dense_mass_matrix(s, data) * v);
    EXPECT_NEAR(kinetic_energy(s, data, v.data()), expected, 1e-12 * expected) << "tree " << index;
  }
}

/// T + U after moving for a time t with acceleration a.
double energy_at(const Skeleton& s, Data& data, const VectorX& q, const VectorX& v,
                 const VectorX& a, double t) {
  VectorX moved(s.nq());
  const VectorX step = t * v + 0.5 * t * t * a, v_t = v + t * a;
  integrate(s, q.data(), step.data(), 1.0, moved.data());
  forward_kinematics(s, data, moved.data(), v_t.data());
  return kinetic_energy(s, data, v_t.data()) + potential_energy(s, data, moved.data(), kGravity);
}

TEST(Energy, EnergyChangesByThePowerOfTheEfforts) {
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index, 0.1);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 1300);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 0.5);
    const VectorX a = test::random_vector(random, s.nv(), 0.5);
    VectorX tau(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    rnea(s, data, v.data(), a.data(), kGravity, tau.data());
    const double h = 1e-4;
    const auto E = [&](double t) { return energy_at(s, data, q, v, a, t); };
    const double rate = ((E(-2 * h) - E(2 * h)) + 8 * (E(h) - E(-h))) / (12 * h);
    const double scale = 1 + tau.cwiseAbs().dot(v.cwiseAbs()) + std::abs(E(0));
    EXPECT_NEAR(rate, tau.dot(v), 1e-8 * scale) << "tree " << index;
  }
}

TEST(Energy, SpringsStoreEnergy) {
  LinkSpec link;
  link.name = "link";
  link.joint_name = "joint";
  link.joint_type = JointType::kPrismatic;
  link.inertia.mass = 1;
  link.inertia.inertia.setIdentity();
  link.dofs.resize(1);
  link.dofs[0].stiffness = 200;
  link.dofs[0].spring_reference = 0.1;
  SkeletonBuilder builder("one");
  builder.add_link(link);
  const auto s = builder.build();
  Data data(*s);
  const double q = 0.4;
  forward_kinematics(*s, data, &q);
  EXPECT_NEAR(potential_energy(*s, data, &q, Vector3::Zero()), 0.5 * 200 * 0.09, 1e-13);
  EXPECT_NEAR(potential_energy(*s, data, &q, Vector3(-10, 0, 0)), 9 + 4, 1e-13);
}

/// Momentum after a second of free motion in steps of h by Heun's method, less that at the start.
double momentum_drift(const Skeleton& s, const VectorX& q0, const VectorX& v0, double h) {
  Data data(s);
  VectorX q = q0, v = v0, a(s.nv()), a_end(s.nv()), tau = VectorX::Zero(s.nv()), q_end(s.nq());
  forward_kinematics(s, data, q.data(), v.data());
  const SpatialForce start = momentum(s, data);
  for (int step = 0; step < static_cast<int>(std::lround(1 / h)); ++step) {
    forward_kinematics(s, data, q.data(), v.data());
    aba(s, data, v.data(), tau.data(), Vector3::Zero(), a.data());
    const VectorX v_end = v + h * a;
    integrate(s, q.data(), v.data(), h, q_end.data());
    forward_kinematics(s, data, q_end.data(), v_end.data());
    aba(s, data, v_end.data(), tau.data(), Vector3::Zero(), a_end.data());
    const VectorX v_mean = v + 0.5 * h * a;
    integrate(s, q.data(), v_mean.data(), h, q.data());
    v += 0.5 * h * (a + a_end);
  }
  forward_kinematics(s, data, q.data(), v.data());
  const SpatialForce end = momentum(s, data);
  return (end.force - start.force).norm() + (end.moment - start.moment).norm();
}

TEST(Momentum, MomentumOfAFreeTreeIsConservedToTheOrderOfTheMethod) {
  for (int seed = 0; seed < 4; ++seed) {
    test::RandomTreeOptions options;
    options.joints = 6;
    options.floating_base = true;
    const test::RandomTree tree = test::random_tree(77 + seed, options);
    const Skeleton& s = *tree.skeleton;
    Random random(seed);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 0.4);
    const double coarse = momentum_drift(s, q, v, 2e-3);
    const double fine = momentum_drift(s, q, v, 1e-3);
    EXPECT_LT(fine, 1e-3) << "seed " << seed;
    EXPECT_GT(coarse / fine, 3.0) << "seed " << seed;  // second order: 4
    EXPECT_LT(coarse / fine, 8.5) << "seed " << seed;
  }
}

TEST(Momentum, MomentumOfARigidBodyIsConserved) {
  const SpatialInertia I{2.0, {0.1, -0.2, 0.3}, Vector3(0.3, 0.2, 0.4).asDiagonal()};
  const auto s = make_free_body("body", I);
  VectorX v(6);
  v << 1, -2, 0.5, 0.3, 0.2, 0.1;
  const VectorX q = s->neutral_configuration();
  const double coarse = momentum_drift(*s, q, v, 2e-3), fine = momentum_drift(*s, q, v, 1e-3);
  EXPECT_LT(fine, 1e-5);
  EXPECT_GT(coarse / fine, 3.5);
}

TEST(Momentum, LinearMomentumIsMassTimesVelocityOfTheCentre) {
  const double h = 1e-5;
  for (int index = 0; index < 10; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 1400);
    Data data(s), moved(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 0.5);
    VectorX q_h(s.nq());
    integrate(s, q.data(), v.data(), h, q_h.data());
    forward_kinematics(s, moved, q_h.data());
    const Vector3 after = center_of_mass(s, moved);
    integrate(s, q.data(), v.data(), -h, q_h.data());
    forward_kinematics(s, moved, q_h.data());
    const Vector3 v_c = (after - center_of_mass(s, moved)) / (2 * h);
    forward_kinematics(s, data, q.data(), v.data());
    const SpatialForce p = momentum(s, data);
    EXPECT_LT((p.force - s.total_mass() * v_c).norm(), 1e-7 * s.total_mass()) << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
