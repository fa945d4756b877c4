#include "cardan/forward_dynamics.h"
#include "test/support/dense_algebra.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::RandomMotion;

constexpr double kStep = 2e-4;

TEST(RneaDerivatives, RneaDerivativesEqualCentralDifferences) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    RneaDerivatives d(m.s);
    rnea_derivatives(m.s, m.data, m.v.data(), m.a.data(), m.gravity, d);
    const VectorX zero = VectorX::Zero(m.s.nv());
    const double scale = 1 + d.dtau_dq.norm() + d.dtau_dv.norm();
    for (int k = 0; k < m.s.nv(); ++k) {
      const VectorX unit = VectorX::Unit(m.s.nv(), k);
      const auto tau = [&] { return m.inverse_dynamics(); };
      const VectorX by_q = m.derivative(unit, zero, kStep, tau);
      const VectorX by_v = m.derivative(zero, unit, kStep, tau);
      EXPECT_LT((d.dtau_dq.col(k) - by_q).norm(), 1e-8 * scale)
          << "tree " << index << " freedom " << k << " " << m.s.dof_name(k);
      EXPECT_LT((d.dtau_dv.col(k) - by_v).norm(), 1e-8 * scale)
          << "tree " << index << " freedom " << k << " " << m.s.dof_name(k);
    }
    EXPECT_LT((d.dtau_da - m.mass_matrix()).norm(), 1e-12 * (1 + d.dtau_da.norm()));
  }
}

TEST(RneaDerivatives, TranslationOfTheRobotDoesNotChangeDerivatives) {
  const RandomMotion m(1);
  ASSERT_TRUE(m.s.floating_base());
  Data data = m.data;
  RneaDerivatives d(m.s);
  rnea_derivatives(m.s, data, m.v.data(), m.a.data(), m.gravity, d);
  EXPECT_LT(d.dtau_dq.middleCols(3, 3).norm(), 1e-11 * (1 + d.dtau_dq.norm()));
}

TEST(ForwardDynamicsDerivatives, ForwardDynamicsDerivativesEqualCentralDifferencesOfAba) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    if (index % 8 > 5) continue;  // differences of large trees are slow
    RandomMotion m(index);
    const VectorX tau = m.a;
    ForwardDynamicsDerivatives d(m.s);
    ASSERT_TRUE(forward_dynamics_derivatives(m.s, m.data, m.v.data(), tau.data(), m.gravity, d));
    const VectorX zero = VectorX::Zero(m.s.nv());
    const auto acceleration = [&] {
      VectorX a(m.s.nv());
      aba(m.s, m.data, m.v.data(), tau.data(), m.gravity, a.data());
      return a;
    };
    EXPECT_LT((acceleration() - d.a).norm(), 1e-8 * (1 + d.a.norm()));
    const double scale = 1 + d.da_dq.norm() + d.da_dv.norm();
    for (int k = 0; k < m.s.nv(); ++k) {
      const VectorX unit = VectorX::Unit(m.s.nv(), k);
      EXPECT_LT((d.da_dq.col(k) - m.derivative(unit, zero, kStep, acceleration)).norm(),
                1e-6 * scale)
          << "tree " << index << " freedom " << k;
      EXPECT_LT((d.da_dv.col(k) - m.derivative(zero, unit, kStep, acceleration)).norm(),
                1e-6 * scale)
          << "tree " << index << " freedom " << k;
    }
    const MatrixX one = test::algebra::multiply(d.da_dtau, m.mass_matrix());
    EXPECT_LT((one - MatrixX::Identity(m.s.nv(), m.s.nv())).norm(), 1e-8 * m.s.nv());
  }
}

}  // namespace
}  // namespace cardan
