#include "cardan/kinematics.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::RandomMotion;

TEST(Accelerations, AccelerationsEqualDifferencesOfVelocities) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    forward_accelerations(m.s, m.data, m.v.data(), m.a.data());
    const int body = test::uniform_int(m.random, m.s.num_bodies());
    const Vector3 p_B = test::random_vector3(m.random, 1);
    const SpatialVelocity given = acceleration_at(m.data, body, m.data.pose(body) * p_B);
    // q ⊕ t v with v + t a moves with the acceleration a at t = 0.
    const Vector6 expected = m.derivative(m.v, m.a, 1e-4, [&] {
      const SpatialVelocity V = m.data.velocity_at(body, m.data.pose(body) * p_B);
      Vector6 x;
      x << V.angular, V.linear;
      return x;
    });
    EXPECT_LT((given.angular - expected.head<3>()).norm(), 1e-7 * (1 + expected.norm()));
    EXPECT_LT((given.linear - expected.tail<3>()).norm(), 1e-7 * (1 + expected.norm()))
        << "tree " << index;
  }
}

TEST(JacobianRate, JacobianRateTimesVelocityEqualsDifferences) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    RandomMotion m(index);
    const int frame = test::uniform_int(m.random, static_cast<int>(m.s.frames.size()));
    const int body = m.s.frames[frame].body;
    const VectorX zero = VectorX::Zero(m.s.nv()), v = m.v;
    const Vector3 p_F = test::random_vector3(m.random, 1);
    for (const ReferenceFrame reference :
         {ReferenceFrame::kWorld, ReferenceFrame::kLocal, ReferenceFrame::kLocalWorldAligned}) {
      const SpatialVelocity given = frame_jacobian_rate(m.s, m.data, frame, reference, m.v.data());
      const Vector6 expected = m.derivative(v, zero, 1e-4, [&] {
        Matrix6X J(6, m.s.nv());
        frame_jacobian(m.s, m.data, frame, reference, J);
        return Vector6(J * v);
      });
      EXPECT_LT((given.angular - expected.head<3>()).norm(), 1e-7 * (1 + expected.norm()));
      EXPECT_LT((given.linear - expected.tail<3>()).norm(), 1e-7 * (1 + expected.norm()))
          << "tree " << index << " reference " << static_cast<int>(reference);
    }
    const Vector3 p_W = frame_pose(m.s, m.data, frame) * p_F;
    const Vector3 given = point_jacobian_rate(m.s, m.data, body, p_W, m.v.data());
    const Vector3 expected = m.derivative(v, zero, 1e-4, [&] {
      Matrix3X J(3, m.s.nv());
      point_jacobian(m.s, m.data, body, frame_pose(m.s, m.data, frame) * p_F, J);
      return Vector3(J * v);
    });
    EXPECT_LT((given - expected).norm(), 1e-7 * (1 + expected.norm())) << "tree " << index;
  }
}

}  // namespace
}  // namespace cardan
