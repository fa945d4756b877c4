#include <algorithm>
#include <map>

#include "cardan/kinematics.h"
#include "cardan/skeleton.h"
#include "dynamics/kernels/sincos.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::Random;

/// Joint motion X_FM(q) from the definition of each joint type, with Eigen's rotations.
RigidTransform joint_pose(const LinkSpec& link, const double* q) {
  const Vector3 a = link.axis.normalized();
  const auto turn = [](const Vector3& axis, double angle) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  };
  const auto quaternion = [](const double* w) {
    return Quaternion(w[0], w[1], w[2], w[3]).toRotationMatrix();
  };
  switch (link.joint_type) {
    case JointType::kFixed:
      return {};
    case JointType::kRevolute:
    case JointType::kContinuous:
      return {turn(a, q[0]), Vector3::Zero()};
    case JointType::kPrismatic:
      return RigidTransform(Vector3(q[0] * a));
    case JointType::kScrew:
      return {turn(a, q[0]), link.pitch * q[0] * a};
    case JointType::kUniversal:
      return {turn(a, q[0]) * turn(link.axis2.normalized(), q[1]), Vector3::Zero()};
    case JointType::kSpherical:
      return {quaternion(q), Vector3::Zero()};
    case JointType::kFloating:
      return {quaternion(q + 3), Vector3(q[0], q[1], q[2])};
    case JointType::kPlanar: {
      const Vector3 seed = std::abs(a.x()) < 0.9 ? Vector3::UnitX() : Vector3::UnitY();
      const Vector3 x = (seed - a * a.dot(seed)).normalized();
      return {turn(a, q[2]), q[0] * x + q[1] * a.cross(x)};
    }
  }
  return {};
}

/// Poses of all links by chains of transforms, computed without the skeleton except for the place
/// of q.
std::map<std::string, RigidTransform> link_poses(const test::RandomTree& tree, const VectorX& q,
                                                 const RigidTransform& X_W0) {
  std::map<std::string, RigidTransform> poses;
  for (const LinkSpec& link : tree.links) {
    const RigidTransform parent = link.parent.empty() ? X_W0 : poses.at(link.parent);
    const int joint = tree.skeleton->find_joint(link.joint_name);
    const double* q_joint = joint >= 0 ? q.data() + tree.skeleton->joints[joint].q_start : nullptr;
    poses[link.name] = parent * link.X_PJ * joint_pose(link, q_joint);
  }
  return poses;
}

TEST(Kinematics, VelocitiesChangeWithoutThePoses) {
  for (int index = 0; index < 36; ++index) {
    const test::RandomTree tree = test::random_tree_of_all(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index);
    Data moved(s), fresh(s);
    const VectorX q = test::random_configuration(random, s);
    const VectorX first = test::random_vector(random, s.nv(), 1),
                  second = test::random_vector(random, s.nv(), 1);
    forward_kinematics(s, moved, q.data(), first.data());
    forward_velocities(s, moved, second.data());
    forward_kinematics(s, fresh, q.data(), second.data());
    EXPECT_TRUE(std::equal(fresh.V.begin(), fresh.V.end(), moved.V.begin())) << "tree " << index;
    EXPECT_TRUE(std::equal(fresh.R.begin(), fresh.R.end(), moved.R.begin())) << "tree " << index;
  }
}

TEST(Kinematics, PosesEqualChainsOfTransforms) {
  for (int index = 0; index < 36; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    Random random(index);
    Data data(*tree.skeleton);
    if (!tree.skeleton->floating_base()) data.X_W0 = test::random_pose(random, 2);
    const VectorX q = test::random_configuration(random, *tree.skeleton);
    forward_kinematics(*tree.skeleton, data, q.data());
    for (const auto& [name, X_WL] : link_poses(tree, q, data.X_W0)) {
      const int frame = tree.skeleton->require_frame(name);
      const RigidTransform X = frame_pose(*tree.skeleton, data, frame);
      EXPECT_LT((X.R - X_WL.R).norm(), 1e-13) << "tree " << index << " " << name;
      EXPECT_LT((X.p - X_WL.p).norm(), 1e-13 * 60) << "tree " << index << " " << name;
    }
  }
}

TEST(Kinematics, VelocitiesAreDerivativesOfPoses) {
  const double h = 1e-5;
  for (int index = 0; index < 18; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 100);
    Data data(s), before(s), after(s);
    if (!s.floating_base()) data.X_W0 = before.X_W0 = after.X_W0 = test::random_pose(random, 2);
    const VectorX q = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1);
    forward_kinematics(s, data, q.data(), v.data());
    VectorX q_h(s.nq());
    integrate(s, q.data(), v.data(), -h, q_h.data());
    forward_kinematics(s, before, q_h.data());
    integrate(s, q.data(), v.data(), h, q_h.data());
    forward_kinematics(s, after, q_h.data());
    for (int i = 0; i < s.num_bodies(); ++i) {
      const RigidTransform X = data.pose(i);
      const SpatialVelocity V = data.velocity_at(i, X.p);
      const Vector3 p_dot = (after.pose(i).p - before.pose(i).p) / (2 * h);
      const Matrix3 R_dot = (after.pose(i).R - before.pose(i).R) / (2 * h);
      const double scale = 1 + V.linear.norm() + std::pow(V.angular.norm(), 3);
      EXPECT_LT((V.linear - p_dot).norm(), 1e-8 * scale) << "tree " << index << " body " << i;
      EXPECT_LT((skew(V.angular) * X.R - R_dot).norm(), 1e-8 * scale)
          << "tree " << index << " body " << i;
    }
  }
}

TEST(Kinematics, BaseHasZeroVelocity) {
  const test::RandomTree tree = test::random_tree_of_set(2);
  Data data(*tree.skeleton);
  data.X_W0 = RigidTransform(Vector3(1, 2, 3));
  EXPECT_EQ(data.pose(-1).p, Vector3(1, 2, 3));
  EXPECT_EQ(data.velocity_at(-1, Vector3::UnitX()).linear, Vector3::Zero());
}

TEST(Sincos, ErrorIsBelow4em16UpTo100Radians) {
  Random random(7);
  double worst = 0;
  for (int trial = 0; trial < 75000; ++trial) {
    double x[kernel::kSincosBatch], c[kernel::kSincosBatch], s[kernel::kSincosBatch];
    for (double& angle : x) angle = test::uniform(random, -100, 100);
    kernel::sincos(x, kernel::kSincosBatch, c, s);
    for (int k = 0; k < kernel::kSincosBatch; ++k) {
      worst = std::max(worst, static_cast<double>(std::abs(std::sin((long double)x[k]) - s[k])));
      worst = std::max(worst, static_cast<double>(std::abs(std::cos((long double)x[k]) - c[k])));
    }
  }
  EXPECT_LT(worst, 4e-16);
}

TEST(Sincos, SpecialAndLargeAnglesAreExact) {
  const double inf = std::numeric_limits<double>::infinity();
  const double angles[] = {0.0,     -0.0,   M_PI_4, M_PI_2,      M_PI,    2 * M_PI,
                           -M_PI_2, 1e-300, 5e-5,   99999.999,   1e5 + 1, -1234567,
                           1e15,    1e300,  inf,    std::nan("")};
  double c[16], s[16];
  kernel::sincos(angles, 16, c, s);
  for (int k = 0; k < 14; ++k) {
    EXPECT_NEAR(c[k], std::cos(angles[k]), 4e-16) << angles[k];
    EXPECT_NEAR(s[k], std::sin(angles[k]), 4e-16) << angles[k];
  }
  for (int k = 14; k < 16; ++k) {
    EXPECT_TRUE(std::isnan(c[k]));
    EXPECT_TRUE(std::isnan(s[k]));
  }
}

}  // namespace
}  // namespace cardan
