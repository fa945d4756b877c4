#include "cardan/energy.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::RandomMotion;

TEST(Centroidal, CentroidalJacobianGivesTheVelocityOfTheCentreOfMass) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    const VectorX zero = VectorX::Zero(m.s.nv());
    const Vector3 moved =
        m.derivative(m.v, zero, 1e-3, [&] { return Vector3(center_of_mass(m.s, m.data)); });
    Matrix3X J(3, m.s.nv());
    center_of_mass_jacobian(m.s, m.data, J);
    EXPECT_LT((J * m.v - moved).norm(), 1e-9 * (1 + moved.norm())) << "tree " << index;
    EXPECT_LT((center_of_mass_velocity(m.s, m.data) - moved).norm(), 1e-9 * (1 + moved.norm()));
  }
}

TEST(Centroidal, CentroidalMatrixGivesTheMomentumAboutTheCentreOfMass) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    const auto centroidal = [&] {
      const SpatialForce h = momentum(m.s, m.data).shifted(center_of_mass(m.s, m.data));
      Vector6 x;
      x << h.moment, h.force;
      return x;
    };
    Matrix6X A(6, m.s.nv());
    centroidal_momentum_matrix(m.s, m.data, A);
    EXPECT_LT((A * m.v - centroidal()).norm(), 1e-11 * (1 + centroidal().norm()))
        << "tree " << index;
    const SpatialForce rate = centroidal_momentum_rate(m.s, m.data, m.v.data());
    const VectorX zero = VectorX::Zero(m.s.nv());
    const Vector6 expected = m.derivative(m.v, zero, 1e-4, centroidal);
    EXPECT_LT((rate.moment - expected.head<3>()).norm(), 1e-7 * (1 + expected.norm()));
    EXPECT_LT((rate.force - expected.tail<3>()).norm(), 1e-7 * (1 + expected.norm()))
        << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
