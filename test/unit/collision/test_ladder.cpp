// The fallback ladder for convex pairs for which the built-in algorithms fail: the ladder is
// started at each rung, which must give the result of the first rung.
#include "collision/narrow/narrow_phase.h"
#include "test/unit/collision/collision_oracles.h"

namespace cardan {
namespace {

using oracle::make_shape;

constexpr double kMargin = 0.01;

struct Answer {
  std::vector<Patch> patches;
  NarrowPhaseCounts counts;
};

Answer collide_from(Rung first, const oracle::Pose& a, const oracle::Pose& b,
                    const PairHint& hint = {}) {
  PreparedShapes shapes;
  shapes.add(a.shape);
  shapes.add(b.shape);
  NarrowPhase narrow(shapes);
  narrow.first_rung = first;
  Answer answer;
  narrow.collide({a.shape, a.X}, {b.shape, b.X}, kMargin, answer.patches, hint);
  answer.counts = narrow.counts;
  return answer;
}

double deepest(const Patch& patch) {
  double gap = 1e300;
  for (int i = 0; i < patch.count; ++i)
    gap = std::min(gap, patch.points[static_cast<std::size_t>(i)].gap);
  return gap;
}

struct Case {
  const char* name;
  oracle::Pose a, b;
};

std::vector<Case> cases() {
  const RigidTransform X = RigidTransform::from_xyz_rpy({0.4, 0.1, 2}, {0.3, 0.2, 0.1});
  const auto beside = [&](double x, double y, double z) {
    return X * RigidTransform::from_xyz_rpy({x, y, z}, {0.4, -0.3, 0.8});
  };
  std::vector<Vector3> corners = oracle::box_corners({0.2, 0.2, 0.2});
  return {{"boxes",
           {make_shape(GeometryKind::kBox, 0.2, 0.3, 0.4), X},
           {make_shape(GeometryKind::kBox, 0.3, 0.2, 0.2), beside(0.05, 0.02, 0.3)}},
          {"cylinder and cone",
           {make_shape(GeometryKind::kCylinder, 0.1, 0.3), X},
           {make_shape(GeometryKind::kCone, 0.1, 0.3), beside(0.1, 0.02, 0.05)}},
          {"apart",
           {make_shape(GeometryKind::kCapsule, 0.1, 0.3), X},
           {make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2), beside(0.243, 0.02, 0.01)}},
          {"hull and ellipsoid",
           {oracle::make_hull(corners), X},
           {make_shape(GeometryKind::kEllipsoid, 0.1, 0.15, 0.2), beside(0.15, 0.02, 0.05)}}};
}

TEST(Ladder, OwnAlgorithmsNeedNoFallback) {
  for (const Case& c : cases()) {
    const Answer answer = collide_from(Rung::kOwn, c.a, c.b);
    EXPECT_EQ(answer.counts.ladder.total(), 0) << c.name;
    EXPECT_EQ(answer.counts.fcl_failures, 0) << c.name;
    EXPECT_EQ(answer.patches.size(), 1u) << c.name;
  }
}

TEST(Ladder, EveryRungGivesTheSameContact) {
  for (const Case& c : cases()) {
    const Answer own = collide_from(Rung::kOwn, c.a, c.b);
    ASSERT_EQ(own.patches.size(), 1u) << c.name;
    const Patch& truth = own.patches[0];
    // The normal of an earlier step; both bodies have turned slightly since then.
    const Vector3 last = Eigen::AngleAxisd(0.01, truth.normal.unitOrthogonal()) * truth.normal;
    for (Rung rung : {Rung::kFcl, Rung::kPerturbed, Rung::kLastNormal}) {
      SCOPED_TRACE(std::string(c.name) + " from rung " + std::to_string(int(rung)));
      const Answer answer = collide_from(rung, c.a, c.b, {last});
      EXPECT_EQ(answer.counts.ladder.total(), 1);
      const LadderCounts& counts = answer.counts.ladder;
      // FCL's EPA stops early on curved shapes, and support functions may refuse its answer.
      const bool exact = std::string(c.name) == "boxes" || std::string(c.name) == "apart";
      EXPECT_GE(counts.fcl, rung == Rung::kFcl && exact ? 1 : 0);
      EXPECT_EQ(counts.fcl + counts.perturbed, rung == Rung::kLastNormal ? 0 : 1);
      EXPECT_GE(counts.perturbed, rung == Rung::kPerturbed ? 1 : 0);
      EXPECT_EQ(answer.counts.ladder.last_normal, rung == Rung::kLastNormal ? 1 : 0);
      ASSERT_EQ(answer.patches.size(), 1u);
      const Patch& patch = answer.patches[0];
      EXPECT_NEAR((patch.normal - truth.normal).norm(), 0, 1e-6);
      EXPECT_NEAR(deepest(patch), deepest(truth), 1e-10);
      EXPECT_EQ(patch.count, truth.count);
    }
  }
}

TEST(Ladder, LastNormalIsUsedForEitherOrderOfThePair) {
  const Case c = cases()[1];
  const Patch truth = collide_from(Rung::kOwn, c.b, c.a).patches.at(0);
  const Answer answer = collide_from(Rung::kLastNormal, c.b, c.a, {truth.normal});
  EXPECT_EQ(answer.counts.ladder.last_normal, 1);
  ASSERT_EQ(answer.patches.size(), 1u);
  EXPECT_NEAR((answer.patches[0].normal - truth.normal).norm(), 0, 1e-9);
}

TEST(Ladder, WithoutALastNormalThePairIsUnresolvedAndCounted) {
  const Case c = cases()[1];
  const Answer answer = collide_from(Rung::kLastNormal, c.a, c.b);
  EXPECT_EQ(answer.counts.ladder.unresolved, 1);
  EXPECT_TRUE(answer.patches.empty());
}

TEST(Ladder, SeparatingLastNormalMeansNoContact) {
  const Case c = cases()[1];
  const Patch truth = collide_from(Rung::kOwn, c.a, c.b).patches.at(0);
  oracle::Pose away = c.b;
  away.X.p += 0.1 * truth.normal;
  const Answer answer = collide_from(Rung::kLastNormal, c.a, away, {truth.normal});
  EXPECT_EQ(answer.counts.ladder.last_normal, 1);
  EXPECT_TRUE(answer.patches.empty());
}

TEST(Ladder, FclFailureIsCountedAndTheNextRungRuns) {
  // FCL has no geometry for shapes that were not prepared for it.
  const Case c = cases()[1];
  PreparedShapes none;
  NarrowPhase narrow(none);
  narrow.first_rung = Rung::kFcl;
  std::vector<Patch> patches;
  narrow.collide({c.a.shape, c.a.X}, {c.b.shape, c.b.X}, kMargin, patches);
  EXPECT_EQ(narrow.counts.fcl_failures, 1);
  EXPECT_EQ(narrow.counts.ladder.fcl, 0);
  EXPECT_EQ(narrow.counts.ladder.perturbed, 1);
  EXPECT_EQ(patches.size(), 1u);
}

// Shapes that touch in a whole face, coincide or are as thin as a sheet, where libccd's EPA throws
// (FCL issues 319, 493, 529): no exception leaves the rung of FCL.
TEST(Ladder, FclExceptionsDoNotEscape) {
  const std::vector<Shape> shapes{make_shape(GeometryKind::kBox, 0.2, 0.2, 0.2),
                                  make_shape(GeometryKind::kCylinder, 0.08, 0.002),
                                  make_shape(GeometryKind::kCone, 0.1, 0.2),
                                  oracle::make_hull(oracle::box_corners({1, 1, 1e-4}))};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      for (double z : {0.0, 1e-12, 0.001, 0.002, 0.1, 0.2}) {
        const Answer answer = collide_from(
            Rung::kFcl, {a, {}}, {b, RigidTransform(Vector3(0, 0, z))}, {Vector3::UnitZ()});
        EXPECT_EQ(answer.counts.ladder.total(), 1);
        EXPECT_EQ(answer.counts.ladder.unresolved, 0);
      }
    }
  }
}

}  // namespace
}  // namespace cardan
