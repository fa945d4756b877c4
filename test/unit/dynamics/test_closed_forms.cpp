#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/random_tree.h"

/// Robots whose equations of motion are published.
namespace cardan {
namespace {

/// Two bars that hang along −y at q = 0 and turn about z; the second hangs on the end of the first.
struct DoublePendulum {
  double m1 = 1.3, m2 = 0.7, l1 = 0.8, lc1 = 0.35, lc2 = 0.45, I1 = 0.05, I2 = 0.03, g = 9.81;
  std::shared_ptr<const Skeleton> skeleton;

  DoublePendulum() {
    SkeletonBuilder builder("double_pendulum");
    LinkSpec link;
    link.joint_type = JointType::kContinuous;
    link.axis = Vector3::UnitZ();
    link.name = link.joint_name = "upper";
    link.inertia = {m1, {0, -lc1, 0}, Vector3(0.01, 0.02, I1).asDiagonal()};
    builder.add_link(link);
    link.parent = "upper";
    link.name = link.joint_name = "lower";
    link.X_PJ = RigidTransform(Vector3(0, -l1, 0));
    link.inertia = {m2, {0, -lc2, 0}, Vector3(0.01, 0.02, I2).asDiagonal()};
    builder.add_link(link);
    skeleton = builder.build();
  }
  Vector3 gravity() const { return {0, -g, 0}; }

  /// [Spong 1995, (1)–(4)], angles from the hanging position.
  Eigen::Matrix2d mass_matrix(const Vector2& q) const {
    const double coupling = m2 * l1 * lc2 * std::cos(q[1]);
    const double about_elbow = I2 + m2 * lc2 * lc2;
    Eigen::Matrix2d M;
    M << I1 + m1 * lc1 * lc1 + m2 * l1 * l1 + about_elbow + 2 * coupling, about_elbow + coupling,
        about_elbow + coupling, about_elbow;
    return M;
  }
  Vector2 coriolis(const Vector2& q, const Vector2& v) const {
    const double h = m2 * l1 * lc2 * std::sin(q[1]);
    return Vector2(-h * (2 * v[0] * v[1] + v[1] * v[1]), h * v[0] * v[0]);
  }
  Vector2 weight(const Vector2& q) const {
    const double lower = m2 * g * lc2 * std::sin(q[0] + q[1]);
    return Vector2((m1 * lc1 + m2 * l1) * g * std::sin(q[0]) + lower, lower);
  }
};

TEST(ClosedForm, DoublePendulumAndAcrobotFollowTheirClosedForms) {
  const DoublePendulum pendulum;
  const Skeleton& s = *pendulum.skeleton;
  Data data(s);
  test::Random random(3);
  for (int sample = 0; sample < 50; ++sample) {
    const Vector2 q = test::random_vector(random, 2, 3), v = test::random_vector(random, 2, 4);
    forward_kinematics(s, data, q.data(), v.data());
    compute_world_inertias(s, data);
    crba(s, data);
    const Eigen::Matrix2d M = pendulum.mass_matrix(q);
    EXPECT_LT((dense_mass_matrix(s, data) - M).norm(), 1e-13);
    Vector2 c, g, a;
    coriolis_forces(s, data, v.data(), c.data());
    gravity_forces(s, data, pendulum.gravity(), g.data());
    EXPECT_LT((c - pendulum.coriolis(q, v)).norm(), 1e-12);
    EXPECT_LT((g - pendulum.weight(q)).norm(), 1e-12);
    const VectorX tau =
        Vector2(0, test::uniform(random, -5, 5));  // the acrobot's motor is at the elbow
    aba(s, data, v.data(), tau.data(), pendulum.gravity(), a.data());
    const Vector2 expected = M.inverse() * (tau - pendulum.coriolis(q, v) - pendulum.weight(q));
    EXPECT_LT((a - expected).norm(), 1e-11 * (1 + expected.norm()));
  }
}

TEST(ClosedForm, SpinningTopPrecessesSteadily) {
  // Symmetric top on a ball joint, inclined by θ: it precesses at Ω about the vertical where I₁ Ω²
  // cos θ − I₃ ω₃ Ω + m g l = 0, ω₃ = ψ̇ + Ω cos θ [Goldstein 1980, (5-73)].
  const double m = 0.4, l = 0.12, I_axis = 6e-4, I_cross = 2e-4, g = 9.81;
  const double I1 = I_cross + m * l * l;
  LinkSpec link;
  link.name = link.joint_name = "top";
  link.joint_type = JointType::kSpherical;
  link.inertia = {m, {0, 0, l}, Vector3(I_cross, I_cross, I_axis).asDiagonal()};
  SkeletonBuilder builder("top");
  builder.add_link(link);
  const auto skeleton = builder.build();
  Data data(*skeleton);
  const double spin = 200;  // ω₃
  for (const double theta : {0.3, 1.0, 2.2}) {
    const double A = I1 * std::cos(theta), B = I_axis * spin;
    const double root = std::sqrt(B * B - 4 * A * m * g * l);
    for (const double precession : {(B - root) / (2 * A), (B + root) / (2 * A)}) {
      for (const double phi : {0.0, 0.7, 2.0}) {
        const Quaternion turn = Eigen::AngleAxisd(phi, Vector3::UnitZ()) *
                                Eigen::AngleAxisd(theta, Vector3::UnitX()) *
                                Eigen::AngleAxisd(1.1, Vector3::UnitZ());
        const Vector3 axis = turn * Vector3::UnitZ();
        const double psi_rate = spin - precession * std::cos(theta);
        const Vector3 omega = precession * Vector3::UnitZ() + psi_rate * axis;
        VectorX q(4), tau = VectorX::Zero(3), a(3);
        q << turn.w(), turn.x(), turn.y(), turn.z();
        forward_kinematics(*skeleton, data, q.data(), omega.data());
        aba(*skeleton, data, omega.data(), tau.data(), Vector3(0, 0, -g), a.data());
        // ω turns with the precession.
        const Vector3 expected = precession * Vector3::UnitZ().cross(omega);
        EXPECT_LT((a - expected).norm(), 1e-9 * (1 + expected.norm()))
            << "theta " << theta << " precession " << precession;
      }
    }
  }
}

}  // namespace
}  // namespace cardan
