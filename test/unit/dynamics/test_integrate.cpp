#include "cardan/skeleton.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::Random;

TEST(Integrate, DifferenceInvertsIntegration) {
  for (int index = 0; index < 36; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    const Skeleton& s = *tree.skeleton;
    Random random(index + 1100);
    const VectorX q0 = test::random_configuration(random, s);
    const VectorX v = test::random_vector(random, s.nv(), 1.7);  // |rotation vector| < π
    VectorX q1(s.nq()), back(s.nv());
    integrate(s, q0.data(), v.data(), 1.0, q1.data());
    difference(s, q0.data(), q1.data(), back.data());
    EXPECT_LT((back - v).norm(), 1e-12 * (1 + v.norm())) << "tree " << index;
    VectorX in_place = q0;
    integrate(s, in_place.data(), v.data(), 1.0, in_place.data());
    EXPECT_EQ((in_place - q1).norm(), 0) << "tree " << index;
  }
}

TEST(Integrate, QuaternionsKeepUnitNorm) {
  const auto body = make_free_body("ball", {1, Vector3::Zero(), Matrix3::Identity()});
  VectorX q = body->neutral_configuration();
  VectorX v(6);
  v << 3, -20, 7, 1, 2, 3;
  for (int step = 0; step < 100000; ++step) integrate(*body, q.data(), v.data(), 1e-3, q.data());
  EXPECT_NEAR(q.tail<4>().norm(), 1, 1e-15);
  EXPECT_LT((q.head<3>() - 100 * Vector3(1, 2, 3)).norm(), 1e-8);
  // A constant rate about a fixed axis turns by rate × time.
  const Quaternion expected = quaternion_exp(100 * v.head<3>());
  const Quaternion reached(q[3], q[4], q[5], q[6]);
  EXPECT_LT(expected.angularDistance(reached), 1e-9);
}

TEST(Integrate, DifferenceTakesTheShortestRotation) {
  const auto body = make_free_body("ball", {1, Vector3::Zero(), Matrix3::Identity()});
  VectorX q0 = body->neutral_configuration(), q1 = q0, v(6);
  const Quaternion turned = quaternion_exp(Vector3(0, 0, 0.3));
  q1.tail<4>() << -turned.w(), -turned.x(), -turned.y(), -turned.z();  // the same rotation
  difference(*body, q0.data(), q1.data(), v.data());
  EXPECT_LT((v.head<3>() - Vector3(0, 0, 0.3)).norm(), 1e-15);
}

}  // namespace
}  // namespace cardan
