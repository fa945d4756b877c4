#include "cardan/skeleton.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

TEST(Configuration, InterpolationIsAGeodesic) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    const test::RandomTree tree = test::random_tree_of_all(index);
    const Skeleton& s = *tree.skeleton;
    VectorX q0(s.nq()), q1(s.nq()), q(s.nq());
    random_configuration(s, 2 * static_cast<std::uint64_t>(index), q0.data());
    random_configuration(s, 2 * static_cast<std::uint64_t>(index) + 1, q1.data());
    const double whole = distance(s, q0.data(), q1.data());
    EXPECT_GT(whole, 0);
    for (const double t : {0.0, 0.25, 1.0}) {
      interpolate(s, q0.data(), q1.data(), t, q.data());
      EXPECT_NEAR(distance(s, q0.data(), q.data()), t * whole, 1e-7 * whole) << "tree " << index;
      EXPECT_NEAR(distance(s, q.data(), q1.data()), (1 - t) * whole, 1e-7 * whole);
    }
    VectorX v(s.nv());
    difference(s, q0.data(), q1.data(), v.data());
    EXPECT_NEAR(v.norm(), whole, 1e-12 * whole);
  }
}

TEST(Configuration, RandomConfigurationsObeyLimitsAndDependOnlyOnTheSeed) {
  SkeletonBuilder builder("limits");
  LinkSpec link;
  link.inertia = {1, Vector3::Zero(), Matrix3::Identity()};
  link.joint_type = JointType::kRevolute;
  link.dofs.resize(1);
  const auto add = [&](const std::string& name, double lower, double upper) {
    link.name = link.joint_name = name;
    link.dofs[0].lower = lower;
    link.dofs[0].upper = upper;
    builder.add_link(link);
  };
  add("both", 0.2, 0.3);
  add("below", 5, kInfinity);
  add("above", -kInfinity, -4);
  const auto s = builder.build();
  VectorX q(3), again(3), lowest = VectorX::Constant(3, 100), highest = -lowest;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    random_configuration(*s, seed, q.data());
    random_configuration(*s, seed, again.data());
    EXPECT_EQ(q, again);
    lowest = lowest.cwiseMin(q);
    highest = highest.cwiseMax(q);
  }
  EXPECT_GE(lowest[0], 0.2);
  EXPECT_LE(highest[0], 0.3);
  EXPECT_GT(highest[0] - lowest[0], 0.099);
  EXPECT_GE(lowest[1], 5);
  EXPECT_LE(highest[2], -4);
}

TEST(Configuration, DifferenceDerivativesEqualDifferences) {
  const double e = 1e-5;
  for (int index = 0; index < test::kAllTrees; ++index) {
    const test::RandomTree tree = test::random_tree_of_all(index);
    const Skeleton& s = *tree.skeleton;
    test::Random random(index + 60);
    const VectorX q0 = test::random_configuration(random, s);
    const VectorX step = test::random_vector(random, s.nv(), 1.2);
    VectorX q1(s.nq()), moved(s.nq()), up(s.nv()), down(s.nv());
    integrate(s, q0.data(), step.data(), 1, q1.data());
    MatrixX D0(s.nv(), s.nv()), D1(s.nv(), s.nv());
    difference_derivatives(s, q0.data(), q1.data(), D0, D1);
    for (int k = 0; k < s.nv(); ++k) {
      const VectorX unit = VectorX::Unit(s.nv(), k);
      integrate(s, q1.data(), unit.data(), e, moved.data());
      difference(s, q0.data(), moved.data(), up.data());
      integrate(s, q1.data(), unit.data(), -e, moved.data());
      difference(s, q0.data(), moved.data(), down.data());
      EXPECT_LT((D1.col(k) - (up - down) / (2 * e)).norm(), 1e-8) << "tree " << index;
      integrate(s, q0.data(), unit.data(), e, moved.data());
      difference(s, moved.data(), q1.data(), up.data());
      integrate(s, q0.data(), unit.data(), -e, moved.data());
      difference(s, moved.data(), q1.data(), down.data());
      EXPECT_LT((D0.col(k) - (up - down) / (2 * e)).norm(), 1e-8) << "tree " << index;
    }
  }
}

}  // namespace
}  // namespace cardan
