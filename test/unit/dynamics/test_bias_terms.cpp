#include "cardan/energy.h"
#include "cardan/inverse_dynamics.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::RandomMotion;

TEST(BiasTerms, GravityIsTheGradientOfThePotential) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    VectorX g(m.s.nv());
    gravity_forces(m.s, m.data, m.gravity, g.data());
    const VectorX zero = VectorX::Zero(m.s.nv());
    for (int k = 0; k < m.s.nv(); ++k) {
      const double slope = m.derivative(VectorX::Unit(m.s.nv(), k), zero, 1e-3, [&] {
        VectorX q(m.s.nq());  // springs are zero: the coordinates do not matter
        return potential_energy(m.s, m.data, q.setZero().data(), m.gravity);
      });
      EXPECT_NEAR(g[k], slope, 1e-8 * (1 + g.norm())) << "tree " << index << " freedom " << k;
    }
  }
}

TEST(BiasTerms, GravityAndCoriolisSumToTheBias) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    VectorX g(m.s.nv()), c(m.s.nv());
    gravity_forces(m.s, m.data, m.gravity, g.data());
    coriolis_forces(m.s, m.data, m.v.data(), c.data());
    bias_forces(m.s, m.data, m.v.data(), m.gravity);
    const Eigen::Map<const VectorX> bias(m.data.bias.data(), m.s.nv());
    EXPECT_LT((g + c - bias).norm(), 1e-12 * (1 + bias.norm() + c.norm())) << "tree " << index;
  }
}

TEST(CoriolisMatrix, CoriolisMatrixTimesVelocityIsTheCoriolisForce) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    VectorX c(m.s.nv());
    MatrixX C(m.s.nv(), m.s.nv());
    coriolis_forces(m.s, m.data, m.v.data(), c.data());
    coriolis_matrix(m.s, m.data, m.v.data(), C);
    EXPECT_LT((C * m.v - c).norm(), 1e-12 * (1 + c.norm() + C.norm())) << "tree " << index;
  }
}

TEST(CoriolisMatrix, MassRateMinusTwiceTheCoriolisMatrixIsSkew) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    MatrixX C(m.s.nv(), m.s.nv());
    coriolis_matrix(m.s, m.data, m.v.data(), C);
    const VectorX zero = VectorX::Zero(m.s.nv());
    const MatrixX M_rate = m.derivative(m.v, zero, 1e-4, [&] { return MatrixX(m.mass_matrix()); });
    EXPECT_LT((M_rate - C - C.transpose()).norm(), 1e-8 * (1 + C.norm() + m.mass_matrix().norm()))
        << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
