#include "cardan/energy.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "test/support/dense_algebra.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::kGravity;
using test::Random;
using test::vee;

/// Poses of the centres of mass along a curve in time, by FK alone.
struct BodyPath {
  std::vector<RigidTransform> pose;
};

BodyPath poses_at(const Skeleton& s, Data& data, const VectorX& q, const VectorX& step) {
  VectorX moved(s.nq());
  integrate(s, q.data(), step.data(), 1.0, moved.data());
  forward_kinematics(s, data, moved.data());
  BodyPath path;
  for (int i = 0; i < s.num_bodies(); ++i) {
    RigidTransform X = data.pose(i);
    X.p = X * s.inertia[i].com;
    path.pose.push_back(X);
  }
  return path;
}

/// Axial vector of the antisymmetric part.
/// Generalised force by the principle of virtual power [Kane, Levinson 1985, ch. 6]:
/// τ_k = Σ m J_vk·(a − g) + J_ωk·(I α + ω × I ω), every motion by differences (4th order) of poses.
/// It does not use S, V and A.
VectorX virtual_power(const Skeleton& s, Data& data, const VectorX& q, const VectorX& v,
                      const VectorX& a) {
  const double h = 2e-3, e = 1e-4;
  const auto along = [&](double t) { return poses_at(s, data, q, t * v + 0.5 * t * t * a); };
  const BodyPath m2 = along(-2 * h), m1 = along(-h), o = along(0), p1 = along(h), p2 = along(2 * h);
  const auto first = [&](const auto& x2m, const auto& x1m, const auto& x1, const auto& x2) {
    return ((x2m - x2) + 8 * (x1 - x1m)) / (12 * h);
  };
  const auto second = [&](const auto& x2m, const auto& x1m, const auto& x0, const auto& x1,
                          const auto& x2) {
    return (16 * (x1 + x1m) - (x2 + x2m) - 30 * x0) / (12 * h * h);
  };
  std::vector<Vector3> force, torque;
  for (int i = 0; i < s.num_bodies(); ++i) {
    const Matrix3& R = o.pose[i].R;
    const Vector3 acc = second(m2.pose[i].p, m1.pose[i].p, o.pose[i].p, p1.pose[i].p, p2.pose[i].p);
    const Matrix3 R_dot = first(m2.pose[i].R, m1.pose[i].R, p1.pose[i].R, p2.pose[i].R);
    const Matrix3 R_ddot = second(m2.pose[i].R, m1.pose[i].R, R, p1.pose[i].R, p2.pose[i].R);
    const Vector3 omega = vee(R_dot * R.transpose());
    const Vector3 alpha = vee(R_ddot * R.transpose());  // the other part, [ω]², is symmetric
    const Matrix3 I = R * s.inertia[i].inertia * R.transpose();
    force.push_back(s.inertia[i].mass * (acc - kGravity));
    torque.push_back(I * alpha + omega.cross(I * omega));
  }
  VectorX tau = VectorX::Zero(s.nv());
  for (int k = 0; k < s.nv(); ++k) {
    const VectorX unit = e * VectorX::Unit(s.nv(), k);
    const BodyPath n2 = poses_at(s, data, q, -2 * unit), n1 = poses_at(s, data, q, -unit);
    const BodyPath f1 = poses_at(s, data, q, unit), f2 = poses_at(s, data, q, 2 * unit);
    for (int i = 0; i < s.num_bodies(); ++i) {
      const Vector3 Jv =
          ((n2.pose[i].p - f2.pose[i].p) + 8 * (f1.pose[i].p - n1.pose[i].p)) / (12 * e);
      const Matrix3 dR =
          ((n2.pose[i].R - f2.pose[i].R) + 8 * (f1.pose[i].R - n1.pose[i].R)) / (12 * e);
      tau[k] += Jv.dot(force[i]) + vee(dR * o.pose[i].R.transpose()).dot(torque[i]);
    }
  }
  return tau;
}

TEST(Rnea, RneaEqualsVirtualPowerByDifferencesOfPoses) {
  for (int index = 0; index < 16; ++index) {
    if (index % 9 > 6) continue;  // up to 21 joints: differences are slow
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 200);
    Data data(s);
    if (!s.floating_base()) data.X_W0 = test::random_pose(random, 2);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 0.5);
    const VectorX a = test::random_vector(random, s.nv(), 1);
    const VectorX reference = virtual_power(s, data, q, v, a);
    VectorX tau(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    rnea(s, data, v.data(), a.data(), kGravity, tau.data());
    EXPECT_LT((tau - reference).norm(), 3e-6 * (1 + tau.norm())) << "tree " << index;
  }
}

TEST(Crba, ColumnsAreInverseDynamicsOfUnitAccelerations) {
  for (int index = 0; index < 36; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index, index % 4 == 0 ? 0.1 : 0.0);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 300);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX zero = VectorX::Zero(s.nv());
    forward_kinematics(s, data, q.data(), zero.data());
    bias_forces(s, data, zero.data(), kGravity);
    crba(s, data);
    const MatrixX M = dense_mass_matrix(s, data);
    VectorX column(s.nv());
    for (int k = 0; k < s.nv(); ++k) {
      const VectorX unit = VectorX::Unit(s.nv(), k);
      rnea(s, data, zero.data(), unit.data(), Vector3::Zero(), column.data());
      EXPECT_LT((M.col(k) - column).norm(), 1e-12 * (1 + M.norm()))
          << "tree " << index << " column " << k;
    }
    EXPECT_GT(test::algebra::symmetric_eigenvalues(M).minCoeff(), 0) << "tree " << index;
  }
}

TEST(Rnea, InverseDynamicsIsAffineInTheAcceleration) {
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index, 0.05);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 400);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    const VectorX a = test::random_vector(random, s.nv(), 1);
    const VectorX zero = VectorX::Zero(s.nv());
    VectorX tau(s.nv()), tau_0(s.nv());
    forward_kinematics(s, data, q.data(), v.data());
    rnea(s, data, v.data(), a.data(), kGravity, tau.data());
    rnea(s, data, v.data(), zero.data(), kGravity, tau_0.data());
    bias_forces(s, data, v.data(), kGravity);
    const VectorX bias = Eigen::Map<const VectorX>(data.bias.data(), s.nv());
    EXPECT_LT((bias - tau_0).norm(), 1e-14 * (1 + bias.norm())) << "tree " << index;
    crba(s, data);
    const VectorX sum = dense_mass_matrix(s, data) * a + bias;
    EXPECT_LT((tau - sum).norm(), 1e-12 * (1 + tau.norm())) << "tree " << index;
  }
}

TEST(Crba, DiagonalTermsAreAdded) {
  const test::RandomTree tree = test::random_tree_of_set(13);
  const Skeleton& s = *tree.skeleton;
  Random random(1);
  Data data(s);
  const VectorX q = test::random_configuration(random, s);
  const VectorX zero = VectorX::Zero(s.nv());
  forward_kinematics(s, data, q.data(), zero.data());
  bias_forces(s, data, zero.data(), kGravity);
  crba(s, data);
  const MatrixX M = dense_mass_matrix(s, data);
  const VectorX d = test::random_vector(random, s.nv(), 1);
  add_to_diagonal(s, data, d.data());
  const MatrixX expected = M + MatrixX(d.asDiagonal());
  EXPECT_EQ((dense_mass_matrix(s, data) - expected).norm(), 0);
}

TEST(AddBodyWrench, BodyWrenchIsMappedByTheTransposedJacobian) {
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 500);
    Data data(s);
    const VectorX q = test::random_configuration(random, s);
    forward_kinematics(s, data, q.data());
    Matrix6X J(6, s.nv());
    for (int frame = 0; frame < static_cast<int>(s.frames.size()); ++frame) {
      const SpatialForce F{test::random_vector3(random, 1), test::random_vector3(random, 1)};
      frame_jacobian(s, data, frame, ReferenceFrame::kLocalWorldAligned, J);
      Vector6 stacked;
      stacked << F.moment, F.force;
      VectorX tau = VectorX::Ones(s.nv());
      const Vector3 p_W = frame_pose(s, data, frame).p;
      add_body_wrench(s, data, s.frames[frame].body, p_W, F, tau.data());
      const VectorX expected = VectorX::Ones(s.nv()) + J.transpose() * stacked;
      EXPECT_LT((tau - expected).norm(), 1e-12 * (1 + expected.norm())) << "tree " << index;
    }
  }
}

}  // namespace
}  // namespace cardan
