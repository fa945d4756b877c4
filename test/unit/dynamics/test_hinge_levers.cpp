#include "cardan/kinematics.h"
#include "cardan/skeleton.h"
#include "dynamics/hinge_levers.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::Random;

test::RandomTree tree_of(std::uint64_t seed, std::vector<JointType> types, double coupling = 0) {
  test::RandomTreeOptions options;
  options.joints = 8;
  options.floating_base = true;
  options.coupling = coupling;
  options.types = std::move(types);
  return test::random_tree(seed, options);
}

std::vector<RigidTransform> poses(const Skeleton& skeleton, const VectorX& q) {
  Data data(skeleton);
  forward_kinematics(skeleton, data, q.data());
  std::vector<RigidTransform> X;
  for (int i = 0; i < skeleton.num_bodies(); ++i) X.push_back(data.pose(i));
  return X;
}

// Largest displacement of sample points within the radius of each body between two configurations,
// computed from their positions.
TEST(HingeLevers, NoPointTravelsFartherThanTheBound) {
  Random random(5);
  double tightest = 0;
  for (int round = 0; round < 400; ++round) {
    const test::RandomTree tree = tree_of(random(), {JointType::kRevolute, JointType::kContinuous});
    const Skeleton& skeleton = *tree.skeleton;
    std::vector<double> radius;
    for (int i = 0; i < skeleton.num_bodies(); ++i)
      radius.push_back(test::uniform(random, 0.01, 0.5));
    const std::vector<double> levers = hinge_levers(skeleton, radius);
    ASSERT_EQ(levers.size(), radius.size());

    VectorX q0(skeleton.nq()), q1(skeleton.nq());
    random_configuration(skeleton, random(), q0.data());
    // One degree of freedom or all of them, by a small or large amount.
    VectorX step = test::random_vector(random, skeleton.nv(), round % 3 == 0 ? 1.5 : 1e-3);
    if (round % 2 == 0) {
      const int only = test::uniform_int(random, skeleton.nv());
      step = VectorX::Unit(skeleton.nv(), only) * step[only];
    }
    integrate(skeleton, q0.data(), step.data(), 1, q1.data());
    const VectorX& v = step;
    const VectorX v_added = test::random_vector(random, skeleton.nv(), 0.1);
    std::vector<FarthestPoint> sums(levers.size());
    const FarthestPoint bound = farthest_point(
        skeleton, levers, {q0.data(), q1.data(), v.data(), v_added.data()}, sums.data());

    const std::vector<RigidTransform> X0 = poses(skeleton, q0), X1 = poses(skeleton, q1);
    Data moving(skeleton), added(skeleton);
    forward_kinematics(skeleton, moving, q0.data(), v.data());
    forward_kinematics(skeleton, added, q0.data(), v_added.data());
    double farthest = 0, fastest = 0;
    for (std::size_t i = 0; i < X0.size(); ++i) {
      for (int k = 0; k < 50; ++k) {
        const Vector3 at = radius[i] * test::random_vector3(random, 1).normalized();
        const Vector3 p = X0[i] * at;
        const int body = static_cast<int>(i);
        farthest = std::max(farthest, (X1[i] * at - p).norm());
        fastest = std::max(fastest, moving.velocity_at(body, p).linear.norm() +
                                        added.velocity_at(body, p).linear.norm());
      }
    }
    EXPECT_LE(farthest, bound.way * (1 + 1e-9) + 1e-12);
    EXPECT_LE(fastest, bound.speed * (1 + 1e-9));
    tightest = std::max(tightest, farthest / bound.way);
  }
  EXPECT_GT(tightest, 0.9);
}

TEST(HingeLevers, TreesWithOtherJointsHaveNoLevers) {
  const std::vector<double> radius(100, 0.1);
  EXPECT_FALSE(hinge_levers(*tree_of(1, {JointType::kRevolute}).skeleton, radius).empty());
  for (const JointType type : {JointType::kPrismatic, JointType::kSpherical, JointType::kScrew})
    EXPECT_TRUE(hinge_levers(*tree_of(1, {type}).skeleton, radius).empty());
  EXPECT_TRUE(hinge_levers(*tree_of(1, {JointType::kRevolute}, 1).skeleton, radius).empty());
  test::RandomTreeOptions fixed;
  fixed.types = {JointType::kRevolute};
  EXPECT_TRUE(hinge_levers(*test::random_tree(1, fixed).skeleton, radius).empty());
}

}  // namespace
}  // namespace cardan
