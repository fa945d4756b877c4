#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "test/support/random_tree.h"

/// Each joint type against the closed form of one body on it.
namespace cardan {
namespace {

const Vector3 kNoGravity = Vector3::Zero();

/// One link on the base; its inertia and joint origin as given.
std::shared_ptr<const Skeleton> one_link(JointType type, const SpatialInertia& inertia,
                                         const Vector3& axis = Vector3::UnitZ(), double pitch = 0) {
  LinkSpec link;
  link.name = "link";
  link.joint_name = "joint";
  link.joint_type = type;
  link.inertia = inertia;
  link.axis = axis;
  link.axis2 = Vector3::UnitY();
  link.pitch = pitch;
  SkeletonBuilder builder("one");
  builder.add_link(link);
  return builder.build();
}

/// a = M⁻¹ (τ − C) of a skeleton.
VectorX accelerate(const Skeleton& s, const VectorX& q, const VectorX& v, const VectorX& tau,
                   const Vector3& gravity) {
  Data data(s);
  VectorX a(s.nv());
  forward_kinematics(s, data, q.data(), v.data());
  aba(s, data, v.data(), tau.data(), gravity, a.data());
  return a;
}

SpatialInertia bar() { return {2.0, {0, -0.5, 0}, Vector3(0.3, 0.01, 0.3).asDiagonal()}; }

TEST(Joint, PendulumAboutXFollowsItsEquation) {
  // Bar hanging along −y turned about x with gravity along −y: I q̈ = −m g l sin q.
  const auto s = one_link(JointType::kRevolute, bar(), Vector3::UnitX());
  const double q = 0.7, g = 9.81, I = 0.3 + 2.0 * 0.25;
  const VectorX a = accelerate(*s, VectorX::Constant(1, q), VectorX::Constant(1, 1.3),
                               VectorX::Zero(1), Vector3(0, -g, 0));
  EXPECT_NEAR(a[0], -2.0 * g * 0.5 * std::sin(q) / I, 1e-13);
}

TEST(Joint, NegativeAxisReversesTheRotation) {
  const auto plus = one_link(JointType::kRevolute, bar(), Vector3::UnitX());
  const auto minus = one_link(JointType::kRevolute, bar(), -Vector3::UnitX());
  const double q = 0.4, minus_q = -q;
  Data a(*plus), b(*minus);
  forward_kinematics(*plus, a, &q);
  forward_kinematics(*minus, b, &minus_q);
  EXPECT_LT((a.pose(0).R - b.pose(0).R).norm(), 1e-16);
}

TEST(Joint, PrismaticJointFallsAlongItsAxis) {
  const Vector3 axis = Vector3(1, 0, 1).normalized();
  const auto s = one_link(JointType::kPrismatic, bar(), Vector3(2, 0, 2));
  const VectorX a = accelerate(*s, VectorX::Constant(1, 0.2), VectorX::Constant(1, -1),
                               VectorX::Constant(1, 3), Vector3(0, 0, -9.81));
  EXPECT_NEAR(a[0], 3 / 2.0 + axis.dot(Vector3(0, 0, -9.81)), 1e-13);
}

TEST(Joint, PlanarJointHasThreeDegreesOfFreedom) {
  // Centre of mass off the origin by c: m (p̈ + ẇ × c − w² c) = f, I w' + c × m a_c = n.
  const SpatialInertia plate{1.5, {0.2, 0.1, 0}, Vector3(0.1, 0.2, 0.25).asDiagonal()};
  const auto s = one_link(JointType::kPlanar, plate);
  ASSERT_EQ(s->nv(), 3);
  ASSERT_EQ(s->num_bodies(), 3);
  const double angle = 0.6, w = 1.7;
  VectorX q(3), v(3), tau(3);
  q << 0.4, -0.3, angle;
  v << 0.5, -0.2, w;
  tau << 1, 2, 3;
  const VectorX a = accelerate(*s, q, v, tau, kNoGravity);
  const Vector2 c = Eigen::Rotation2Dd(angle) * Vector2(0.2, 0.1);
  const Vector2 a_c = a.head<2>() + a[2] * Vector2(-c.y(), c.x()) - w * w * c;
  EXPECT_NEAR(1.5 * a_c.x(), 1, 1e-12);
  EXPECT_NEAR(1.5 * a_c.y(), 2, 1e-12);
  EXPECT_NEAR(0.25 * a[2] + 1.5 * (c.x() * a_c.y() - c.y() * a_c.x()), 3, 1e-12);
  // Axis z: the plane's axes are x and y.
  Data data(*s);
  forward_kinematics(*s, data, q.data());
  EXPECT_LT((data.pose(2).p - Vector3(0.4, -0.3, 0)).norm(), 1e-16);
}

TEST(Joint, UniversalJointIsTwoHingesThroughOnePoint) {
  const auto s = one_link(JointType::kUniversal, bar(), Vector3::UnitX());
  ASSERT_EQ(s->num_bodies(), 2);
  EXPECT_EQ(s->inertia[0].mass, 0);
  EXPECT_EQ(s->dof_name(0), "joint/0");
  EXPECT_EQ(s->dof_name(1), "joint/1");
  VectorX q(2), v = VectorX::Zero(2);
  q << 0.3, -0.8;
  Data data(*s);
  forward_kinematics(*s, data, q.data(), v.data());
  bias_forces(*s, data, v.data(), kNoGravity);
  crba(*s, data);
  // M = [a b]ᵀ I_O [a b], the second axis turned by the first, I_O about the common point.
  const Matrix3 R1 = Eigen::AngleAxisd(q[0], Vector3::UnitX()).toRotationMatrix();
  const Matrix3 R = R1 * Eigen::AngleAxisd(q[1], Vector3::UnitY()).toRotationMatrix();
  const SpatialInertia I = bar();
  const Matrix3 I_O = I.inertia + I.mass * skew(I.com).transpose() * skew(I.com);
  Eigen::Matrix<double, 3, 2> S;
  S << Vector3::UnitX(), R1 * Vector3::UnitY();
  const Eigen::Matrix<double, 3, 2> S_B = R.transpose() * S;
  const Eigen::Matrix2d M = S_B.transpose() * I_O * S_B;
  EXPECT_LT((dense_mass_matrix(*s, data) - M).norm(), 1e-14);
}

TEST(Joint, ScrewJointCouplesRotationAndTranslation) {
  // (I + m pitch²) q̈ = τ + m g·a pitch, for a body on its axis.
  const SpatialInertia nut{0.5, {0, 0, 0.1}, Vector3(0.02, 0.02, 0.03).asDiagonal()};
  const double pitch = 0.05;
  const auto s = one_link(JointType::kScrew, nut, Vector3::UnitZ(), pitch);
  const VectorX q = VectorX::Constant(1, 2.0);
  const VectorX a =
      accelerate(*s, q, VectorX::Constant(1, 3.0), VectorX::Constant(1, 0.2), Vector3(0, 0, -9.81));
  EXPECT_NEAR(a[0], (0.2 - 0.5 * 9.81 * pitch) / (0.03 + 0.5 * pitch * pitch), 1e-12);
  Data data(*s);
  forward_kinematics(*s, data, q.data());
  EXPECT_NEAR(data.pose(0).p.z(), 2.0 * pitch, 1e-16);
}

TEST(Joint, SphericalJointObeysEulersEquation) {
  // About the fixed point, axes of W: I_O ω' + ω × I_O ω = n.
  const auto s = one_link(JointType::kSpherical, bar());
  const Quaternion r = quaternion_exp(Vector3(0.3, -0.5, 0.8));
  VectorX q(4), v(3), tau(3);
  q << r.w(), r.x(), r.y(), r.z();
  v << 1, -2, 0.5;
  tau << 0.3, 0.2, -0.4;
  const SpatialInertia I = bar();
  const Matrix3 R = r.toRotationMatrix();
  const Matrix3 I_B = I.inertia + I.mass * skew(I.com).transpose() * skew(I.com);
  const Matrix3 I_O = R * I_B * R.transpose();
  const Vector3 omega = v;
  const Vector3 expected = I_O.inverse() * (Vector3(tau) - omega.cross(I_O * omega));
  EXPECT_LT((accelerate(*s, q, v, tau, kNoGravity) - expected).norm(), 1e-12);
}

TEST(Joint, FloatingBodyObeysNewtonAndEuler) {
  const SpatialInertia I{2.0, {0.1, -0.2, 0.3}, Vector3(0.3, 0.2, 0.4).asDiagonal()};
  const auto s = make_free_body("body", I);
  ASSERT_TRUE(s->floating_base());
  const Quaternion r = quaternion_exp(Vector3(-0.4, 0.9, 0.2));
  VectorX q(7), v(6);
  q << 5, -7, 3, r.w(), r.x(), r.y(), r.z();
  v << 1, -2, 0.5, 3, 2, 1;
  const Vector3 g(0, 0, -9.81);
  const VectorX a = accelerate(*s, q, v, VectorX::Zero(6), g);
  const Matrix3 R = r.toRotationMatrix();
  const Vector3 omega = v.head<3>(), alpha = a.head<3>(), c = R * I.com;
  // v̇ is the acceleration of the origin: that of the centre of mass is g.
  const Vector3 a_c = Vector3(a.tail<3>()) + alpha.cross(c) + omega.cross(omega.cross(c));
  EXPECT_LT((a_c - g).norm(), 1e-12);
  const Matrix3 I_W = R * I.inertia * R.transpose();
  EXPECT_LT((I_W * alpha + omega.cross(I_W * omega)).norm(), 1e-12);
}

TEST(Joint, FloatingBodyDoesNotDependOnItsPosition) {
  const SpatialInertia I{2.0, {0.1, -0.2, 0.3}, Vector3(0.3, 0.2, 0.4).asDiagonal()};
  const auto s = make_free_body("body", I);
  VectorX q = s->neutral_configuration(), v = VectorX::Ones(6), tau = VectorX::Ones(6);
  const VectorX here = accelerate(*s, q, v, tau, kNoGravity);
  q.head<3>() << 1e9, -1e9, 1e9;
  EXPECT_EQ((accelerate(*s, q, v, tau, kNoGravity) - here).norm(), 0);
}

TEST(Joint, ArmatureActsAsRotorInertia) {
  LinkSpec link;
  link.name = "link";
  link.joint_name = "joint";
  link.joint_type = JointType::kRevolute;
  link.axis = Vector3::UnitX();
  link.inertia = bar();
  link.dofs.resize(1);
  link.dofs[0].armature = 0.2;
  SkeletonBuilder builder("one");
  builder.add_link(link);
  const auto s = builder.build();
  const VectorX a =
      accelerate(*s, VectorX::Zero(1), VectorX::Zero(1), VectorX::Ones(1), kNoGravity);
  EXPECT_NEAR(a[0], 1 / (0.3 + 2.0 * 0.25 + 0.2), 1e-14);
}

}  // namespace
}  // namespace cardan
