#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "cardan/model_spec.h"
#include "cardan/world.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

// The sanitizers have their own malloc.
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

TEST(ModelAlgorithms, SecondFormsDoNotAllocateAfterTheFirstCall) {
  if (!kCounts) GTEST_SKIP() << "a sanitizer owns malloc";
  World world;
  Model& dog = world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf");
  const int nv = dog.skeleton()->nv();
  const LinkId foot = dog.link("front_left_foot");
  const JointId hip = dog.joint("hip_front_left");
  MatrixX M(nv, nv);
  VectorX x(nv), a = VectorX::Ones(nv);
  Matrix6X J(6, nv);
  Matrix3X J_com(3, nv);
  RneaDerivatives inverse(*dog.skeleton());
  ForwardDynamicsDerivatives forward(*dog.skeleton());
  const auto call = [&] {
    dog.mass_matrix(M);
    dog.inverse_mass_matrix(M);
    dog.coriolis_matrix(M);
    dog.bias_forces(x);
    dog.gravity_forces(x);
    dog.passive_forces(x);
    dog.inverse_dynamics(a, x);
    dog.forward_dynamics(a, x);
    dog.inverse_dynamics_derivatives(a, inverse);
    dog.forward_dynamics_derivatives(a, forward);
    dog.jacobian(foot, Vector3::UnitX(), ReferenceFrame::kLocal, J);
    dog.jacobian_rate(foot);
    dog.acceleration(foot, a);
    dog.center_of_mass_velocity();
    dog.center_of_mass_jacobian(J_com);
    dog.centroidal_momentum_matrix(J);
    dog.centroidal_momentum();
    dog.centroidal_momentum_rate();
    dog.pose(foot);
    dog.velocity(foot);
    dog.joint_position(hip);
    dog.set_effort(hip, 1);
    dog.apply_wrench(foot, Vector3::UnitX());
  };
  call();
  const long before = allocations;
  for (int k = 0; k < 10; ++k) call();
  EXPECT_EQ(allocations, before);
  std::free(std::malloc(8));
  EXPECT_EQ(allocations, before + 1);
}

}  // namespace
}  // namespace cardan
