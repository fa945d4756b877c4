#include <atomic>
#include <cstdlib>

#include "cardan/energy.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "test/support/random_tree.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

// The sanitizers bring their own malloc.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCounts = false;
#else
constexpr bool kCounts = true;
// Eigen allocates with malloc and cardan with new; both are counted.
extern "C" void* __libc_malloc(size_t size);
extern "C" void* malloc(size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
#endif

namespace cardan {
namespace {

TEST(Dynamics, StepKernelsDoNotAllocate) {
  if (!kCounts) GTEST_SKIP() << "a sanitizer owns malloc";
  const test::RandomTree tree = test::random_tree_of_set(17);
  const Skeleton& s = *tree.skeleton;
  test::Random random(1);
  Data data(s);
  VectorX q = test::random_configuration(random, s);
  VectorX v = test::random_vector(random, s.nv(), 1), a = v, tau = v, q_next = q;
  const VectorX zero = VectorX::Zero(s.nv());
  Matrix6X J(6, s.nv());
  Matrix3X Jp(3, s.nv());
  std::vector<double> rows(4 * (static_cast<size_t>(s.nv()) + 1), 1.0);
  const Vector3 gravity(0, 0, -9.81);
  const SpatialForce F;
  // The counter itself works.
  const long at_first = allocations;
  std::free(std::malloc(100000));
  EXPECT_GT(allocations.load(), at_first);

  const long before = allocations;
  forward_kinematics(s, data, q.data(), v.data());
  rnea(s, data, v.data(), a.data(), gravity, tau.data());
  bias_forces(s, data, v.data(), gravity);
  add_body_wrench(s, data, s.num_bodies() - 1, gravity, F, tau.data());
  crba(s, data);
  add_to_diagonal(s, data, zero.data());
  const bool regular = factorize_ltl(s, data);
  solve_ltl(s, data, tau.data());
  whiten(s, data, tau.data());
  unwhiten(s, data, tau.data());
  whiten_path_rows(s, data, s.nv() - 1, 4, rows.data());
  aba(s, data, v.data(), tau.data(), gravity, a.data());
  forward_dynamics(s, data, v.data(), tau.data(), gravity, a.data());
  forward_dynamics_by_factor(s, data, v.data(), tau.data(), gravity, a.data());
  frame_jacobian(s, data, 1, ReferenceFrame::kLocal, J);
  point_jacobian(s, data, 0, gravity, Jp);
  integrate(s, q.data(), v.data(), 1e-3, q_next.data());
  difference(s, q.data(), q_next.data(), v.data());
  const double energy =
      kinetic_energy(s, data, v.data()) + potential_energy(s, data, q.data(), gravity);
  const Vector3 numbers = center_of_mass(s, data) + momentum(s, data).force;
  const long counted = allocations - before;
  EXPECT_EQ(counted, 0);
  EXPECT_TRUE(std::isfinite(energy + numbers.norm()));
  EXPECT_TRUE(regular);
}

TEST(Dynamics, OtherAlgorithmsAndCoupledTreesDoNotAllocate) {
  if (!kCounts) GTEST_SKIP() << "a sanitizer owns malloc";
  const test::RandomTree tree = test::random_coupled_tree(7);
  const Skeleton& s = *tree.skeleton;
  test::Random random(1);
  Data data(s);
  const VectorX q = test::random_configuration(random, s);
  VectorX v = test::random_vector(random, s.nv(), 1), a = v, tau = v, q_next = q;
  MatrixX C(s.nv(), s.nv()), Y(s.nv(), 10 * s.num_bodies());
  Matrix6X A(6, s.nv());
  Matrix3X J(3, s.nv());
  ForwardDynamicsDerivatives derivatives(s);
  const std::vector<SpatialForce> external(s.num_bodies());
  const std::vector<PointWrench> contacts(2, PointWrench{0, Vector3::Ones(), SpatialForce()});
  const Vector3 gravity(0, 0, -9.81);

  const long before = allocations;
  forward_kinematics(s, data, q.data(), v.data());
  forward_accelerations(s, data, v.data(), a.data());
  rnea(s, data, v.data(), a.data(), gravity, external, tau.data());
  contact_inverse_dynamics(s, data, v.data(), a.data(), gravity, contacts, tau.data());
  gravity_forces(s, data, gravity, tau.data());
  coriolis_forces(s, data, v.data(), tau.data());
  coriolis_matrix(s, data, v.data(), C);
  centroidal_momentum_matrix(s, data, A);
  center_of_mass_jacobian(s, data, J);
  const double rate = centroidal_momentum_rate(s, data, v.data()).force.norm() +
                      frame_jacobian_rate(s, data, 1, ReferenceFrame::kLocal, v.data()).linear.x();
  inertia_regressor(s, data, v.data(), a.data(), gravity, Y);
  aba(s, data, v.data(), tau.data(), gravity, a.data());
  multiply_l(s, data, a.data(), tau.data());
  impulse_response(s, data, contacts[0], v.data());
  const bool regular =
      forward_dynamics_derivatives(s, data, v.data(), tau.data(), gravity, derivatives);
  interpolate(s, q.data(), q_next.data(), 0.5, q_next.data());
  random_configuration(s, 1, q_next.data());
  const long counted = allocations - before;
  EXPECT_EQ(counted, 0);
  EXPECT_TRUE(regular && std::isfinite(rate));
}

}  // namespace
}  // namespace cardan
