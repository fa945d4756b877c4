#include "cardan/error.h"
#include "collision/narrow/narrow_phase.h"
#include "test/support/allocation_counter.h"
#include "test/unit/collision/collision_oracles.h"
#include "test/unit/collision/contact_comparison.h"

namespace cardan {
namespace {

using oracle::make_shape;
using test::expect_equal_bits;

TEST(Scene, TouchingSpheresHaveOneContact) {
  CollisionScene scene;
  const int a = scene.add({"a", make_shape(GeometryKind::kSphere, 1), false, 0});
  const int b = scene.add({"b", make_shape(GeometryKind::kSphere, 2), false, 1});
  scene.set_pose(a, RigidTransform(Vector3(0, 0, 0)));
  scene.set_pose(b, RigidTransform(Vector3(2.5, 0, 0)));
  const CollisionResult& r = scene.detect(0);
  ASSERT_EQ(r.contacts.size(), 1u);
  EXPECT_EQ(r.contacts[0].phi, -0.5);
  EXPECT_EQ(r.contacts[0].normal, Vector3::UnitX());
  EXPECT_EQ(r.contacts[0].point, Vector3(0.75, 0, 0));
}

TEST(Scene, HollowSphereHoldsASphereInside) {
  CollisionScene scene;
  scene.add({"bowl", make_shape(GeometryKind::kHollowSphere, 2), true, -1});
  const int ball = scene.add({"x", make_shape(GeometryKind::kSphere, 0.5), false, 0});
  scene.set_pose(ball, RigidTransform(Vector3(0, 0, -1.6)));
  const CollisionResult& r = scene.detect(0);
  ASSERT_EQ(r.contacts.size(), 1u);
  EXPECT_NEAR(r.contacts[0].phi, -0.1, 1e-15);
  EXPECT_NEAR((r.contacts[0].normal - Vector3::UnitZ()).norm(), 0,
              1e-15);  // from the bowl into the ball
  EXPECT_NEAR((r.contacts[0].point - Vector3(0, 0, -2.05)).norm(), 0, 1e-15);
  scene.set_pose(ball, RigidTransform(Vector3(0.2, 0, -1)));
  EXPECT_TRUE(scene.detect(0.01).contacts.empty());
}

TEST(Scene, NormalPointsFromAToBForAnyOrderOfNames) {
  for (const auto& [ground, object] : {std::pair("a", "b"), std::pair("b", "a")}) {
    CollisionScene scene;
    scene.add({ground, make_shape(GeometryKind::kPlane, 0), true, -1});
    const int body = scene.add({object, make_shape(GeometryKind::kBox, 1, 1, 1), false, 0});
    scene.set_pose(body, RigidTransform(Vector3(0, 0, 0.499)));
    const CollisionResult& r = scene.detect(0);
    ASSERT_EQ(r.contacts.size(), 4u);
    const double sign = std::string(ground) == "a" ? 1 : -1;
    EXPECT_EQ(r.contacts[0].normal, sign * Vector3::UnitZ());
    EXPECT_LT(r.contacts[0].a, r.contacts[0].b);
  }
}

TEST(Scene, SameBodyStaticAndExcludedPairsAreFiltered) {
  const auto count = [](int body_b, bool static_a, bool static_b, bool exclude) {
    CollisionScene scene;
    const int a = scene.add({"a", make_shape(GeometryKind::kBox, 1, 1, 1), static_a, 3});
    const int b = scene.add({"b", make_shape(GeometryKind::kBox, 1, 1, 1), static_b, body_b});
    scene.set_pose(b, RigidTransform(Vector3(0.9, 0, 0)));
    if (exclude) scene.exclude(b, a);
    return scene.detect(0).contacts.size();
  };
  EXPECT_EQ(count(4, false, false, false), 4u);
  EXPECT_EQ(count(-1, true, false, false), 4u);
  EXPECT_EQ(count(3, false, false, false), 0u);
  EXPECT_EQ(count(4, true, true, false), 0u);
  EXPECT_EQ(count(4, false, false, true), 0u);
}

TEST(Scene, MarginsAddUpPerPair) {
  CollisionScene scene;
  const int a = scene.add({"a", make_shape(GeometryKind::kSphere, 0.1), false, 0});
  const int b = scene.add({"b", make_shape(GeometryKind::kSphere, 0.1), false, 1});
  scene.add({"ground", make_shape(GeometryKind::kPlane, 0), true, -1});
  scene.set_pose(a, RigidTransform(Vector3(0, 0, 0.35)));
  scene.set_pose(b, RigidTransform(Vector3(0.3, 0, 0.9)));  // 0.426 m from a
  EXPECT_EQ(scene.detect(0.2).contacts.size(), 0u);
  scene.set_extra_margin(a, 0.06);
  EXPECT_EQ(scene.detect(0.2).contacts.size(), 1u);  // a over the ground: 0.25 ≤ 0.26
  scene.set_extra_margin(b, 0.17);
  EXPECT_EQ(scene.detect(0.2).contacts.size(), 2u);  // a and b: 0.4265 ≤ 0.43
  scene.set_extra_margin(a, 0);
  EXPECT_EQ(scene.detect(0.2).contacts.size(), 0u);
  EXPECT_NEAR(scene.detect(0.5).contacts[0].phi, std::hypot(0.3, 0.55) - 0.2, 1e-15);
}

// A row of balls, each touching the next: balls without a finite pose lose their contacts, and the
// other contacts remain. All contacts return with the poses.
TEST(Scene, BodiesWithNonFinitePosesHaveNoContacts) {
  constexpr int kBalls = 60;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinite, -infinite}) {
    CollisionScene scene;
    const auto place = [&](int i) { scene.set_pose(i, RigidTransform(Vector3(0.9 * i, 0, 0))); };
    for (int i = 0; i < kBalls; ++i) {
      scene.add({std::to_string(100 + i), make_shape(GeometryKind::kSphere, 0.5), false, -1});
      place(i);
    }
    EXPECT_EQ(scene.detect(0).contacts.size(), kBalls - 1u);
    for (int i = 10; i < 40; i += 3) {
      scene.set_pose(i, RigidTransform(Vector3(bad, 0.2, bad)));
      scene.set_pose(i + 1, RigidTransform(Vector3(0.9 * (i + 1), 0.1, 0)));  // the tree is asked
    }
    EXPECT_EQ(scene.detect(0).contacts.size(), kBalls - 1u - 20u) << bad;
    for (int i = 0; i < kBalls; ++i) place(i);
    EXPECT_EQ(scene.detect(0).contacts.size(), kBalls - 1u) << bad;
  }
}

// Every third ball of a row is removed. The others equal those of a row that never had these balls,
// bit for bit.
TEST(Scene, RemovedObjectsLeaveTheContactsOfAllOthers) {
  constexpr int kBalls = 30;
  const auto name = [](int i) { return std::to_string(100 + i); };
  const auto pose = [](int i) { return RigidTransform(Vector3(0.45 * i, 0.01 * i, 0)); };
  CollisionScene scene, without;
  std::vector<int> handles, kept;
  for (int i = 0; i < kBalls; ++i) {
    handles.push_back(scene.add({name(i), make_shape(GeometryKind::kSphere, 0.5), false, i}));
    scene.set_pose(handles.back(), pose(i));
    if (i % 3 == 1) continue;
    kept.push_back(handles.back());
    const int handle = without.add({name(i), make_shape(GeometryKind::kSphere, 0.5), false, i});
    without.set_pose(handle, pose(i));
  }
  const std::size_t all = scene.detect(0).contacts.size();
  for (int i = 1; i < kBalls; i += 3) scene.remove(handles[static_cast<std::size_t>(i)]);
  const CollisionResult &left = scene.detect(0), &expected = without.detect(0);
  ASSERT_GT(left.contacts.size(), 5u);
  EXPECT_LT(left.contacts.size(), all);
  ASSERT_EQ(left.contacts.size(), expected.contacts.size());
  for (std::size_t k = 0; k < left.contacts.size(); ++k) {
    EXPECT_EQ(left.contacts[k].a, expected.contacts[k].a);
    EXPECT_EQ(left.contacts[k].b, expected.contacts[k].b);
    EXPECT_EQ(left.contacts[k].point, expected.contacts[k].point);
    EXPECT_EQ(left.contacts[k].phi, expected.contacts[k].phi);
  }
  EXPECT_EQ(scene.num_objects(), static_cast<int>(kept.size()));
  EXPECT_EQ(scene.num_handles(), kBalls);
  for (std::size_t rank = 0; rank < kept.size(); ++rank)
    EXPECT_EQ(scene.handle(static_cast<int>(rank)), kept[rank]) << "handles stay";
  EXPECT_TRUE(scene.is_removed(handles[1]));
  EXPECT_THROW((void)scene.spec(handles[1]), Error);
  EXPECT_THROW(scene.remove(handles[1]), Error);
  EXPECT_THROW(scene.set_pose(handles[1], {}), Error);
  EXPECT_GE(scene.add({name(1), make_shape(GeometryKind::kSphere, 0.5), false, -1}), kBalls);
}

TEST(Scene, PairIsTestedAgainWhenNoExclusionIsLeft) {
  CollisionScene scene;
  const int a = scene.add({"a", make_shape(GeometryKind::kSphere, 1), false, 0});
  const int b = scene.add({"b", make_shape(GeometryKind::kSphere, 1), false, 1});
  scene.include(a, b);
  scene.exclude(a, b);
  scene.exclude(b, a);
  EXPECT_TRUE(scene.detect(0).contacts.empty());
  scene.include(b, a);
  EXPECT_TRUE(scene.detect(0).contacts.empty());
  scene.include(b, a);
  EXPECT_EQ(scene.detect(0).contacts.size(), 1u);
}

TEST(Scene, DuplicateObjectNamesAreRejected) {
  CollisionScene scene;
  scene.add({"a", make_shape(GeometryKind::kSphere, 1), false, 0});
  EXPECT_THROW(scene.add({"a", make_shape(GeometryKind::kSphere, 1), false, 1}), Error);
  EXPECT_EQ(scene.num_objects(), 1) << "a refusal leaves no trace";
}

/// A heap of mixed convex shapes over a plane and a slab.
class Heap {
 public:
  Heap(int count, bool reversed) {
    std::vector<int> order;
    for (int i = 0; i < count; ++i) order.push_back(reversed ? count - 1 - i : i);
    if (!reversed) add_statics();
    for (int i : order) handles_.push_back(add(i));
    if (reversed) {
      add_statics();
      std::reverse(handles_.begin(), handles_.end());
    }
  }

  void move(int step) {
    std::mt19937_64 random(static_cast<unsigned>(step));
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int handle : handles_) {
      const Vector3 p(0.4 * uniform(random), 0.4 * uniform(random), 0.3 + 0.3 * uniform(random));
      scene.set_pose(handle, {oracle::random_rotation(random), p});
    }
  }

  CollisionScene scene;

 private:
  void add_statics() {
    scene.add({"ground", make_shape(GeometryKind::kPlane, 0), true, -1});
    const int slab = scene.add({"slab", make_shape(GeometryKind::kBox, 1, 1, 0.2), true, -1});
    scene.set_pose(slab, RigidTransform(Vector3(0.4, 0, 0)));
  }

  int add(int i) {
    const Shape hull = oracle::make_hull(
        {{0.1, 0, 0}, {0, 0.1, 0}, {-0.1, -0.1, 0}, {0, 0, 0.12}, {0.05, 0.05, -0.1}});
    const std::array<Shape, 7> shapes{make_shape(GeometryKind::kSphere, 0.08),
                                      make_shape(GeometryKind::kBox, 0.1, 0.2, 0.15),
                                      make_shape(GeometryKind::kCylinder, 0.07, 0.2),
                                      make_shape(GeometryKind::kCapsule, 0.05, 0.2),
                                      make_shape(GeometryKind::kEllipsoid, 0.1, 0.07, 0.05),
                                      make_shape(GeometryKind::kCone, 0.1, 0.2),
                                      hull};
    return scene.add(
        {"body " + std::to_string(100 + i), shapes[static_cast<std::size_t>(i) % 7], false, i});
  }

  std::vector<int> handles_;
};

TEST(Scene, OrderOfAdditionDoesNotChangeBits) {
  Heap a(60, false), b(60, true);
  std::size_t contacts = 0;
  for (int step = 0; step < 20; ++step) {
    a.move(step);
    b.move(step);
    const CollisionResult &p = a.scene.detect(5e-3), &q = b.scene.detect(5e-3);
    EXPECT_EQ(p.ladder.unresolved, 0);
    contacts += p.contacts.size();
    expect_equal_bits(p, q);
  }
  EXPECT_GT(contacts, 1000u);
}

TEST(Scene, ThreadsDoNotChangeBits) {
  for (const int threads : {2, 8}) {
    Heap a(120, false), b(120, false);
    WorkerPool pool(threads);
    for (int step = 0; step < 20; ++step) {
      a.move(step);
      b.move(step);
      expect_equal_bits(a.scene.detect(5e-3), b.scene.detect(5e-3, pool));
    }
  }
}

// Two spheres on a rod: objects of one body move together and collide with other bodies but not
// with each other.
TEST(Scene, ObjectsOfABodyMoveTogether) {
  CollisionScene scene;
  const Shape ball = make_shape(GeometryKind::kSphere, 0.6);
  scene.add({"a/0", ball, false, 7, RigidTransform(Vector3(-0.5, 0, 0))});
  const int right = scene.add({"a/1", ball, false, 7, RigidTransform(Vector3(0.5, 0, 0))});
  const int other = scene.add({"b", ball, false, 2});
  scene.set_pose(other, RigidTransform(Vector3(0, 2, 0)));
  EXPECT_TRUE(scene.detect(0).contacts.empty());
  const Matrix3 quarter = Eigen::AngleAxisd(M_PI / 2, Vector3::UnitZ()).toRotationMatrix();
  scene.set_body_pose(7, {quarter, Vector3(0, 0.5, 0)});  // the ball at +x is at y = 1 now
  ASSERT_EQ(scene.detect(0).contacts.size(), 1u);
  EXPECT_EQ(scene.handle(scene.detect(0).contacts[0].a), right);
  EXPECT_NEAR(scene.detect(0).contacts[0].phi, -0.2, 1e-15);
  EXPECT_NEAR((scene.pose(right).p - Vector3(0, 1, 0)).norm(), 0, 1e-15);
  scene.set_pose(right, RigidTransform(Vector3(5, 0, 0)));
  EXPECT_TRUE(scene.detect(0).contacts.empty());
  scene.set_body_margin(7, 10);
  EXPECT_EQ(scene.detect(0).contacts.size(), 2u);
}

// Boxes in the tree are grown and kept for many steps: bodies of two balls that move in small
// steps, occasionally jump, and change their margins, against all pairs of balls.
TEST(Scene, RandomWalkFindsTheContactsOfABruteForceSearch) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  constexpr int kBodies = 60;
  constexpr double kRadius = 0.06, kArm = 0.08;
  CollisionScene scene;
  std::vector<RigidTransform> X(kBodies);
  std::vector<double> margins(kBodies, 0);
  for (int i = 0; i < kBodies; ++i) {
    for (int k = 0; k < 2; ++k) {
      scene.add({std::to_string(1000 + 2 * i + k), make_shape(GeometryKind::kSphere, kRadius),
                 false, i, RigidTransform(Vector3(k == 0 ? kArm : -kArm, 0, 0))});
    }
    X[static_cast<std::size_t>(i)] = {oracle::random_rotation(random),
                                      {uniform(random), uniform(random), uniform(random)}};
  }
  std::size_t found = 0;
  for (int step = 0; step < 300; ++step) {
    for (std::size_t i = 0; i < X.size(); ++i) {
      const bool jumps = step % 50 == 49 && i % 7 == 0;
      const double size = jumps ? 0.5 : 3e-3;
      X[i].p += size * Vector3(uniform(random), uniform(random), uniform(random));
      X[i].R = Eigen::AngleAxisd(0.02, Vector3(uniform(random), 1, 0).normalized()) * X[i].R;
      if (step % 20 == 0) margins[i] = i % 3 == 0 ? 0.05 * (uniform(random) + 1) : 0;
      scene.set_body_pose(static_cast<int>(i), X[i]);
      scene.set_body_margin(static_cast<int>(i), margins[i]);
    }
    const auto ball = [&](std::size_t i, int k) {
      return Vector3(X[i] * Vector3(k == 0 ? kArm : -kArm, 0, 0));
    };
    std::size_t expected = 0;
    for (std::size_t i = 0; i < X.size(); ++i)
      for (std::size_t j = i + 1; j < X.size(); ++j)
        for (int k = 0; k < 4; ++k)
          expected += (ball(i, k / 2) - ball(j, k % 2)).norm() <=
                      2 * kRadius + 1e-3 + margins[i] + margins[j];
    ASSERT_EQ(scene.detect(1e-3).contacts.size(), expected) << "step " << step;
    found += expected;
  }
  EXPECT_GT(found, 3000u);
}

/// A robot whose bodies move by at most kStep in a step, occasionally farther and in another way.
/// It computes their poses on request.
class Wanderer final : public BodySource {
 public:
  static constexpr int kBodies = 12;
  static constexpr double kStep = 8e-3, kMostExtra = 2e-3, kRadius = 0.2;

  explicit Wanderer(CollisionScene& scene) : group_(scene.add_group(*this)) {
    for (int i = 0; i < kBodies; ++i) {
      scene.join_group(group_, i);
      X_.push_back({oracle::random_rotation(random_),
                    {1.1 * uniform_(random_), 1.1 * uniform_(random_), 0.8 + uniform_(random_)}});
      extra_.push_back(0);
    }
  }

  void move(int step, CollisionScene& scene) {
    const bool turns = step % 30 == 0;
    const double far = turns ? 10 : 1;
    for (std::size_t i = 0; i < X_.size(); ++i) {
      if (turns) {
        const Vector3 home(0, 0, 0.8);
        ways_[i] = (home - X_[i].p + random_vector()).normalized();
        axes_[i] = random_vector().normalized();
      }
      // Half of the way each: kRadius is that of the points about the origin.
      X_[i].p += 0.5 * far * kStep * ways_[i];
      X_[i].R =
          Eigen::AngleAxisd(0.5 * far * kStep / kRadius, axes_[i]).toRotationMatrix() * X_[i].R;
      extra_[i] = 0.5 * kMostExtra * (1 + uniform_(random_));
    }
    scene.move_group(group_, far * kStep, kMostExtra + 1e-9);
  }

  /// Sets all poses in a new scene.
  void set(CollisionScene& scene) const {
    for (int i = 0; i < kBodies; ++i) {
      scene.set_body_pose(i, X_[static_cast<std::size_t>(i)]);
      scene.set_body_margin(i, extra_[static_cast<std::size_t>(i)]);
    }
  }

  void place(int body, RigidTransform& X_WB, double& extra) const override {
    X_WB = X_[static_cast<std::size_t>(body)];
    extra = extra_[static_cast<std::size_t>(body)];
    ++asked;
  }

  mutable std::atomic<int> asked = 0;

 private:
  Vector3 random_vector() { return {uniform_(random_), uniform_(random_), uniform_(random_)}; }

  int group_;
  std::array<Vector3, kBodies> ways_, axes_;
  std::mt19937_64 random_{12};
  std::uniform_real_distribution<double> uniform_{-1, 1};
  std::vector<RigidTransform> X_;
  std::vector<double> extra_;
};

/// Its shapes, all within Wanderer::kRadius, over a plane that tilts, in a bowl, beside a slab.
void add_wanderer_shapes(CollisionScene& scene) {
  const std::array<Shape, 4> shapes{make_shape(GeometryKind::kSphere, 0.1),
                                    make_shape(GeometryKind::kBox, 0.2, 0.15, 0.1),
                                    make_shape(GeometryKind::kCapsule, 0.05, 0.1),
                                    make_shape(GeometryKind::kCylinder, 0.06, 0.12)};
  for (int i = 0; i < Wanderer::kBodies; ++i) {
    const Vector3 at(i % 3 == 0 ? 0.05 : 0, 0, 0);
    scene.add({std::to_string(1000 + i), shapes[static_cast<std::size_t>(i) % 4], false, i,
               RigidTransform(at)});
  }
  scene.add({"ground", make_shape(GeometryKind::kPlane, 0), true, Wanderer::kBodies});
  scene.add({"bowl", make_shape(GeometryKind::kHollowSphere, 2), true, Wanderer::kBodies + 1});
  scene.add({"slab", make_shape(GeometryKind::kBox, 1, 1, 0.2), true, Wanderer::kBodies + 2});
}

void tilt(int step, CollisionScene& scene) {
  const double angle = step < 300 ? 0 : 0.1;
  RigidTransform X;
  X.R = Eigen::AngleAxisd(angle, Vector3::UnitX()).toRotationMatrix();
  scene.set_body_pose(Wanderer::kBodies, X);
}

// Bodies placed on demand collide with the same objects as in a scene that is new in every step.
TEST(Scene, LazyPosesFindTheContactsOfEagerPoses) {
  CollisionScene scene;
  add_wanderer_shapes(scene);
  Wanderer robot(scene);
  WorkerPool pool(2);
  std::size_t contacts = 0;
  constexpr int kSteps = 600;
  for (int step = 0; step < kSteps; ++step) {
    robot.move(step, scene);
    tilt(step, scene);
    CollisionScene fresh;
    add_wanderer_shapes(fresh);
    robot.set(fresh);
    tilt(step, fresh);
    const CollisionResult& found = scene.detect(1e-3, pool);
    expect_equal_bits(found, fresh.detect(1e-3));
    contacts += found.contacts.size();
  }
  EXPECT_GT(contacts, 300u);
  EXPECT_LT(robot.asked, 0.9 * kSteps * Wanderer::kBodies);
}

TEST(Scene, PosesOfDistantBodiesAreNotRequested) {
  CollisionScene scene;
  add_wanderer_shapes(scene);
  Wanderer robot(scene);
  robot.move(0, scene);
  scene.detect(1e-3);
  const int once = robot.asked;
  EXPECT_EQ(once, Wanderer::kBodies);
  scene.detect(1e-3);
  EXPECT_LT(robot.asked - once, 0.6 * Wanderer::kBodies);
}

TEST(Scene, DetectionAllocatesNothingAfterWarmUp) {
  Heap heap(60, false);
  for (int step = 0; step < 20; ++step) {
    heap.move(step);
    heap.scene.detect(5e-3);
  }
  const test::AllocationCounter allocations;
  for (int step = 0; step < 20; ++step) {
    heap.move(step);
    heap.scene.detect(5e-3);
  }
  EXPECT_EQ(allocations.total(), 0);
}

// The scene creates no patch for a sphere on a half-space, but the narrow phase does.
TEST(Scene, SphereOnAHalfSpaceHasTheContactOfTheNarrowPhase) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto point = [&] { return Vector3(uniform(random), uniform(random), uniform(random)); };
  const Shape sphere = make_shape(GeometryKind::kSphere, 0.5),
              plane = make_shape(GeometryKind::kPlane, 0);
  const PreparedShapes none;
  NarrowPhase narrow(none);
  int touching = 0;
  for (int i = 0; i < 400; ++i) {
    const bool ground_first = i % 2 == 0, centred = i % 3 != 0;
    const double extra = i % 5 == 0 ? 0.05 : 0;
    CollisionScene scene;
    const int ground = scene.add({ground_first ? "a" : "z", plane, true, 0});
    const RigidTransform X_BS(centred ? Vector3::Zero() : Vector3(0.1, 0.2, 0.3));
    scene.add({"m", sphere, false, 1, X_BS});
    const RigidTransform X_ground{oracle::random_rotation(random), point()};
    const RigidTransform X_ball{oracle::random_rotation(random), point()};
    scene.set_pose(ground, X_ground);
    scene.set_body_pose(1, X_ball);
    scene.set_body_margin(1, extra);
    std::vector<Patch> patches;
    const RigidTransform X_sphere = X_ball * X_BS;
    const PosedShape one{plane, X_ground}, other{sphere, X_sphere};
    narrow.collide(ground_first ? one : other, ground_first ? other : one, 0.01 + extra, patches);
    const CollisionResult& found = scene.detect(0.01);
    ASSERT_EQ(found.contacts.size(), patches.size());
    ASSERT_EQ(found.manifolds.size(), patches.size());
    if (patches.empty()) continue;
    ++touching;
    const Contact& contact = found.contacts[0];
    EXPECT_LT(contact.a, contact.b);
    EXPECT_EQ(contact.normal, patches[0].normal);
    EXPECT_EQ(contact.feature, patches[0].points[0].feature);
    EXPECT_NEAR(contact.phi, patches[0].points[0].gap, 1e-14);
    EXPECT_LT((contact.point - patches[0].points[0].point).norm(), 1e-14);
  }
  EXPECT_GT(touching, 100);
}

TEST(Scene, SphereWithNonFinitePoseDoesNotTouchTheGround) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (const double z : {-kInfinite, kInfinite, std::nan("")}) {
    CollisionScene scene;
    scene.add({"ground", make_shape(GeometryKind::kPlane, 0), true, 0});
    const int ball = scene.add({"ball", make_shape(GeometryKind::kSphere, 1), false, 1});
    scene.set_pose(ball, RigidTransform(Vector3(0, 0, z)));
    EXPECT_TRUE(scene.detect(0.01).contacts.empty()) << z;
    scene.set_pose(ball, RigidTransform(Vector3(0, 0, 0.5)));
    EXPECT_EQ(scene.detect(0.01).contacts.size(), 1U);
  }
}

TEST(Scene, ThousandsOfPosesFindTheContactsOfABruteForceSearch) {
  // The broad phase against all pairs of spheres, moving and fixed.
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  CollisionScene scene;
  std::vector<double> radius;
  for (int i = 0; i < 80; ++i) {
    radius.push_back(0.05 + 0.05 * (uniform(random) + 1));
    scene.add({std::to_string(1000 + i), make_shape(GeometryKind::kSphere, radius.back()),
               i % 4 == 0, i});
  }
  for (int step = 0; step < 50; ++step) {
    std::vector<Vector3> p;
    for (int i = 0; i < 80; ++i) {
      p.emplace_back(uniform(random), uniform(random), uniform(random));
      scene.set_pose(i, {oracle::random_rotation(random), p.back()});
    }
    const double margin = step % 2 == 0 ? 0 : 0.02;
    std::size_t expected = 0;
    for (std::size_t i = 0; i < 80; ++i)
      for (std::size_t j = i + 1; j < 80; ++j)
        if (!(i % 4 == 0 && j % 4 == 0) && (p[i] - p[j]).norm() <= radius[i] + radius[j] + margin)
          ++expected;
    EXPECT_EQ(scene.detect(margin).contacts.size(), expected);
  }
}

}  // namespace
}  // namespace cardan
