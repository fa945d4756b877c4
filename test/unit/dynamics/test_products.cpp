#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/dense_algebra.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::RandomMotion;

TEST(MassProducts, MassProductsAgreeWithTheDenseMatrix) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    const int nv = m.s.nv();
    const MatrixX M = m.mass_matrix();
    VectorX y(nv), Lx(nv), LTx(nv), z(nv);
    multiply_mass(m.s, m.data, m.a.data(), y.data());
    EXPECT_LT((y - M * m.a).norm(), 1e-12 * (1 + M.norm())) << "tree " << index;
    ASSERT_TRUE(factorize_ltl(m.s, m.data));
    // M = Lᵀ D L, one factor at a time.
    multiply_l(m.s, m.data, m.a.data(), Lx.data());
    for (int d = 0; d < nv; ++d) z[d] = Lx[d] / m.data.D_inv[d];
    multiply_l_transposed(m.s, m.data, z.data(), LTx.data());
    EXPECT_LT((LTx - y).norm(), 1e-11 * (1 + M.norm())) << "tree " << index;
    solve_l_transposed(m.s, m.data, LTx.data());
    EXPECT_LT((LTx - z).norm(), 1e-9 * (1 + z.norm())) << "tree " << index;
    solve_l(m.s, m.data, Lx.data());
    EXPECT_LT((Lx - m.a).norm(), 1e-9 * (1 + m.a.norm())) << "tree " << index;
    MatrixX inverse(nv, nv);
    inverse_mass_matrix(m.s, m.data, inverse);
    EXPECT_LT((test::algebra::multiply(inverse, M) - MatrixX::Identity(nv, nv)).norm(), 1e-8 * nv)
        << "tree " << index;
  }
}

TEST(Rnea, ExternalForcesAreSubtractedThroughTheJacobians) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    std::vector<SpatialForce> external;
    std::vector<PointWrench> contacts;
    VectorX expected = m.inverse_dynamics();
    for (int i = 0; i < m.s.num_bodies(); ++i) {
      external.push_back({test::random_vector3(m.random, 1), test::random_vector3(m.random, 1)});
      const Vector3 p_W = m.data.pose(i).p;
      contacts.push_back({i, p_W, external.back()});
      const SpatialForce& F = external.back();
      add_body_wrench(m.s, m.data, i, p_W, {-F.moment, -F.force}, expected.data());
    }
    VectorX tau(m.s.nv()), with_contacts(m.s.nv());
    rnea(m.s, m.data, m.v.data(), m.a.data(), m.gravity, external, tau.data());
    EXPECT_LT((tau - expected).norm(), 1e-11 * (1 + expected.norm())) << "tree " << index;
    contact_inverse_dynamics(m.s, m.data, m.v.data(), m.a.data(), m.gravity, contacts,
                             with_contacts.data());
    EXPECT_LT((with_contacts - expected).norm(), 1e-11 * (1 + expected.norm()));
  }
}

TEST(ImpulseResponse, ImpulseResponseAgreesWithDenseAlgebra) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    const MatrixX M = m.mass_matrix();
    ASSERT_TRUE(factorize_ltl(m.s, m.data));
    std::vector<BodyPoint> points;
    MatrixX J(9, m.s.nv());
    for (int i = 0; i < 3; ++i) {
      // The third point is on the base: no impulse moves it.
      const int body = i == 2 ? -1 : test::uniform_int(m.random, m.s.num_bodies());
      points.push_back({body, test::random_vector3(m.random, 1)});
      Matrix3X J_i(3, m.s.nv());
      point_jacobian(m.s, m.data, body, points.back().p_W, J_i);
      J.middleRows(3 * i, 3) = J_i;
    }
    const MatrixX A = delassus_matrix(m.s, m.data, points);
    const MatrixX expected = test::algebra::inverse_congruence(M, J);
    EXPECT_LT((A - expected).norm(), 1e-8 * (1 + expected.norm())) << "tree " << index;
    const Vector3 impulse = test::random_vector3(m.random, 1);
    VectorX dv(m.s.nv());
    impulse_response(m.s, m.data, {points[0].body, points[0].p_W, {Vector3::Zero(), impulse}},
                     dv.data());
    EXPECT_LT((J * dv - A.leftCols(3) * impulse).norm(), 1e-9 * (1 + A.norm())) << "tree " << index;
  }
}

TEST(InertiaRegressor, RegressorTimesParametersIsInverseDynamics) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index, 0.0);
    MatrixX Y(m.s.nv(), 10 * m.s.num_bodies());
    const VectorX tau = m.inverse_dynamics();
    inertia_regressor(m.s, m.data, m.v.data(), m.a.data(), m.gravity, Y);
    EXPECT_LT((Y * inertia_parameters(m.s) - tau).norm(), 1e-11 * (1 + tau.norm()))
        << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
