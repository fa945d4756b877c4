#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <thread>

#include "cardan/error.h"
#include "cardan/queries.h"
#include "collision/query/ray_shapes.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"
#include "test/unit/sim/queries_example.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::sphere;

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

GeometryRecord round(GeometryKind kind, double radius, double length) {
  GeometryRecord record;
  record.kind = kind;
  record.size = {radius, length, 0};
  return record;
}

// A closed tetrahedron, taken as triangles.
GeometryRecord tetrahedron() {
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices = {{0, 0, 0.4}, {0.4, 0, -0.2}, {-0.2, 0.35, -0.2}, {-0.2, -0.35, -0.2}};
  mesh->triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.convex = false;
  record.parts = {mesh};
  return record;
}

// Ground at z = 0, a crate on it, a ball beside it, a tetrahedron of triangles above.
World yard() {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  world.add(body("crate", box({1, 1, 1}), 1, at(2, 0, 0.5)));
  world.add(body("ball", sphere(0.25), 1, at(0, 3, 0.25)));
  ModelSpec rock = body("rock", tetrahedron(), 1, at(0, 0, 5));
  rock.collision.group = 4U;
  world.add(rock);
  return world;
}

TEST(Queries, RayHitNamesItsModel) {
  World world = yard();
  const auto hit = ray_cast(world, {{2.2, 0.1, 10}, {0, 0, -2}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->model, "crate");
  EXPECT_EQ(hit->link, "");
  EXPECT_NEAR(hit->distance, 9, 1e-12);
  EXPECT_LT((hit->point - Vector3(2.2, 0.1, 1)).norm(), 1e-12);
  EXPECT_LT((hit->normal - Vector3::UnitZ()).norm(), 1e-12);
  EXPECT_FALSE(hit->inside);

  const auto all = ray_cast_all(world, {{2.2, 0.1, 10}, {0, 0, -2}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].model, "ground");
  EXPECT_NEAR(all[1].distance, 10, 1e-12);

  EXPECT_EQ(ray_cast(world, {{2.2, 0.1, 10}, {0, 0, -2}}, {0xffffffffU, {"crate"}})->model,
            "ground");
  EXPECT_EQ(ray_cast(world, {{0, 0, 10}, {0, 0, -1}})->model, "rock");
  EXPECT_EQ(ray_cast(world, {{0, 0, 10}, {0, 0, -1}})->normal.norm(), 1);
  EXPECT_EQ(ray_cast(world, {{0, 0, 10}, {0, 0, -1}}, {1U, {}})->model, "ground");
  EXPECT_FALSE(ray_cast(world, {{2, 0, 10}, {0, 0, -1}, 8.9}));
  EXPECT_TRUE(ray_cast(world, {{2, 0, 10}, {0, 0, -1}, 9.1}));
  EXPECT_FALSE(ray_cast(world, {{2, 0, 10}, {0, 0, 1}}));

  const auto inside = ray_cast(world, {{2, 0, 0.5}, {1, 0, 0}});
  EXPECT_TRUE(inside->inside);
  EXPECT_EQ(inside->distance, 0);
  EXPECT_EQ(inside->normal, Vector3(-1, 0, 0));
  EXPECT_TRUE(ray_cast(world, {{0, 0, 5}, {1, 0, 0}})->inside) << "a closed mesh is solid";
}

// The program of docs/queries.md.
TEST(Queries, ManualExampleRuns) {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  world.add(body("crate", box({0.4, 0.4, 0.4}), 1, at(1, 0, 0.2)));
  const test::TemporaryDirectory folder;
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = folder.write(
      "robot.urdf",
      "<robot name=\"r\"><link name=\"base\"/><link name=\"hand\"><inertial><mass value=\"1\"/>"
      "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>"
      "<collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link>"
      "<joint name=\"j\" type=\"prismatic\"><parent link=\"base\"/><child link=\"hand\"/>"
      "<axis xyz=\"1 0 0\"/><limit lower=\"-2\" upper=\"2\" effort=\"9\" "
      "velocity=\"9\"/></joint></robot>");
  robot.base = BaseKind::kFixed;
  robot.pose.p = {0.6, 0, 0.2};
  world.add(robot);
  testing::internal::CaptureStdout();
  ask(world);
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_EQ(printed,
            "ground at 2.000 m\nhand to crate: 0.100 m\nin the way: crate\n"
            "pushed with 0.0 N, touched: 0\n");
}

TEST(Queries, ViewKeepsTheStateOfItsMoment) {
  World world = yard();
  WorldView view(world);
  const Ray down{{0, 3, 2}, {0, 0, -1}};
  EXPECT_EQ(ray_cast(view, down)->model, "ball");
  VectorX q = world.find("ball")->q();
  q[0] = 5;
  world.find("ball")->set_q(q);
  EXPECT_EQ(ray_cast(view, down)->model, "ball");
  EXPECT_EQ(ray_cast(world, down)->model, "ground");
  view.update();
  EXPECT_EQ(ray_cast(view, down)->model, "ground");
}

std::string numbered(int i) { return std::string("m").append(std::to_string(i)); }

GeometryRecord cloud_geometry(int i) {
  const GeometryRecord kinds[] = {sphere(0.4),
                                  box({0.3, 0.8, 0.5}),
                                  round(GeometryKind::kCylinder, 0.3, 0.6),
                                  round(GeometryKind::kCapsule, 0.2, 0.5),
                                  round(GeometryKind::kCone, 0.4, 0.6),
                                  tetrahedron()};
  return kinds[i % 6];
}

// Sixty shapes of all kinds in a cube of 8 m.
World cloud() {
  World world(test::world_spec(1e-3, {}));
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> u(-4, 4);
  std::normal_distribution<double> g;
  for (int i = 0; i < 60; ++i) {
    RigidTransform X(Vector3(u(random), u(random), u(random)));
    X.R = Quaternion(g(random), g(random), g(random), g(random)).normalized().toRotationMatrix();
    world.add(body(numbered(100 + i), cloud_geometry(i), 1, X));
  }
  return world;
}

Ray random_ray(std::mt19937_64& random) {
  std::uniform_real_distribution<double> u(-5, 5);
  return {{u(random), u(random), u(random)}, {u(random), u(random), u(random)}};
}

TEST(Queries, TreeRaysAgreeWithBruteForce) {
  World world = cloud();
  const WorldView view(world);
  std::mt19937_64 random(7);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Ray ray = random_ray(random);
    double nearest = std::numeric_limits<double>::infinity();
    int count = 0;
    for (int m = 0; m < world.num_models(); ++m) {
      const RigidTransform X = world.model(m).base_pose();
      const Shape shape = make_shapes(cloud_geometry(m), "shape").front();
      const auto tree = make_triangle_tree(shape);
      ShapeHit hit;
      if (!ray_shape(shape, tree.get(),
                     {X.inverse() * ray.origin, X.R.transpose() * ray.direction.normalized()}, 1e9,
                     hit))
        continue;
      nearest = std::min(nearest, hit.t);
      ++count;
    }
    const auto hit = ray_cast(view, ray);
    ASSERT_EQ(hit.has_value(), count > 0);
    const auto all = ray_cast_all(view, ray);
    ASSERT_EQ(static_cast<int>(all.size()), count);
    if (count == 0) continue;
    ++hits;
    EXPECT_NEAR(hit->distance, nearest, 1e-10);
    EXPECT_EQ(all.front().model, hit->model);
    for (std::size_t k = 1; k < all.size(); ++k) EXPECT_LE(all[k - 1].distance, all[k].distance);
    // A small ball hits the same shapes, only slightly earlier.
    const auto ball = sphere_cast(view, ray, 1e-7);
    ASSERT_TRUE(ball);
    EXPECT_LE(ball->distance, hit->distance + 1e-9);
  }
  EXPECT_GT(hits, 150);
}

TEST(Queries, SphereCastFindsTheFirstTouch) {
  World world = yard();
  const auto hit = sphere_cast(world, {{2, 0, 10}, {0, 0, -1}}, 0.25);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->model, "crate");
  EXPECT_NEAR(hit->distance, 8.75, 1e-12);
  EXPECT_LT((hit->point - Vector3(2, 0, 1)).norm(), 1e-12);
  // 0.2 m beside the upper edge of the crate: the ball hits the crate, but a ray does not.
  const Ray beside{{2.6, -5, 1.1}, {0, 1, 0}};
  EXPECT_FALSE(ray_cast(world, beside));
  const auto edge = sphere_cast(world, beside, 0.25);
  ASSERT_TRUE(edge);
  EXPECT_NEAR(edge->distance, 4.5 - std::sqrt(0.0625 - 0.02), 1e-9);
  EXPECT_FALSE(sphere_cast(world, beside, 0.14));
}

TEST(Queries, DistancesOfModelsAreExact) {
  World world = yard();
  EXPECT_NEAR(distance(world, "ball", "ground"), 0, 1e-12);
  EXPECT_NEAR(distance(world, "crate", "ground"), 0, 1e-12);
  const auto near = closest_points(world, "ball", "crate");
  ASSERT_TRUE(near);
  // From the ball's centre to the crate's vertical edge at (1.5, 0.5).
  const double expected = std::hypot(1.5, 2.5) - 0.25;
  EXPECT_NEAR(near->distance, expected, 1e-12);
  EXPECT_LT((near->point_b - near->point_a - near->distance * near->normal).norm(), 1e-12);
  EXPECT_NEAR(near->point_b.x(), 1.5, 1e-12);
  EXPECT_EQ(near->model_a, "ball");
  EXPECT_EQ(near->model_b, "crate");
  EXPECT_FALSE(closest_points(world, "ball", "crate", expected - 1e-6));
  EXPECT_TRUE(closest_points(world, "ball", "crate", expected + 1e-6));
  EXPECT_NEAR(distance(world, "rock", "ground"), 4.8, 1e-12);
  EXPECT_NEAR(distance(world, "ground", "rock"), 4.8, 1e-12);

  VectorX q = world.find("ball")->q();
  q.head<3>() = Vector3(2, 0, 1.1);
  world.find("ball")->set_q(q);
  EXPECT_NEAR(distance(world, "ball", "crate"), -0.15, 1e-12);
}

TEST(Queries, OverlapAndPointQueriesAreExact) {
  World world = yard();
  const auto names = [](const std::vector<ShapeName>& shapes) {
    std::string text;
    for (const ShapeName& shape : shapes) text.append(shape.model).append(" ");
    return text;
  };
  EXPECT_EQ(names(overlapping(world, box({10, 10, 0.1}), at(0, 0, 0.1))), "ball crate ");
  EXPECT_EQ(names(overlapping(world, box({10, 10, 0.1}), at(0, 0, 0.04))), "ball crate ground ");
  EXPECT_EQ(names(overlapping(world, box({10, 10, 0.1}), at(0, 0, 0.04), {1U, {"ground"}})),
            "ball crate ");
  EXPECT_EQ(names(overlapping(world, sphere(0.01), at(0, 0, 5))), "rock ") << "inside a mesh";
  EXPECT_EQ(names(overlapping(world, tetrahedron(), at(2, 0, 0.5))), "crate ");
  EXPECT_EQ(names(overlapping(world, sphere(0.5), at(-3, 0, 1))), "");
  EXPECT_EQ(names(containing(world, {2, 0, 0.5})), "crate ");
  EXPECT_EQ(names(containing(world, {2, 0, -1})), "ground ");
  EXPECT_EQ(names(containing(world, {0, 0, 5})), "rock ");
  EXPECT_EQ(names(containing(world, {2, 0, 1})), "crate ") << "on its surface";
  EXPECT_EQ(names(containing(world, {2, 0, 1.001})), "");
}

TEST(Queries, QueriesSeeHeightfieldsAndPartsOfCompounds) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec hill;
  hill.name = "hill";
  hill.is_static = true;
  hill.geometry = GeometryRecord{};
  hill.geometry->kind = GeometryKind::kHeightfield;
  auto grid = std::make_shared<HeightGrid>();
  grid->rows = grid->columns = 3;
  grid->size = {4, 4};
  grid->heights = {0, 0, 0, 0, 1, 0, 0, 0, 0};
  hill.geometry->heights = grid;
  world.add(hill);
  ModelSpec dumbbell;
  dumbbell.name = "dumbbell";
  dumbbell.compound.resize(2);
  for (const double side : {-1.0, 1.0}) {
    CompoundPart& part = dumbbell.compound[side > 0 ? 1 : 0];
    part.geometry = sphere(0.25);
    part.pose = at(side, 0, 0);
  }
  dumbbell.pose = at(0, 0, 3);
  world.add(dumbbell);
  const WorldView view(world);
  const auto top = ray_cast(view, {{0, 0, 9}, {0, 0, -1}});
  ASSERT_TRUE(top);
  EXPECT_EQ(top->model, "hill");
  EXPECT_NEAR(top->distance, 8, 1e-12);
  EXPECT_EQ(ray_cast(view, {{1, 0, 9}, {0, 0, -1}})->shape, 1);
  EXPECT_EQ(ray_cast(view, {{-1, 0, 9}, {0, 0, -1}})->shape, 0);
  EXPECT_TRUE(ray_cast(view, {{0, 0, 0.9}, {0, 0, 1}})->inside) << "below the surface is solid";
  EXPECT_EQ(containing(view, {0, 0, 0.9}).size(), 1u);
  EXPECT_EQ(containing(view, {0, 0, 1.1}).size(), 0u);
  // Both ends hang 2.5 m above the rim of the slope, whose height at (±1, 0) is 1/2: the distance
  // is to the plane x/2 + z = 1.
  const auto near = closest_points(view, "dumbbell", "hill");
  ASSERT_TRUE(near);
  EXPECT_LE(near->distance, (0.5 + 3 - 1) / std::sqrt(1.25) - 0.25 + 1e-12);
  EXPECT_NEAR((near->point_b - near->point_a).norm(), near->distance, 1e-12);
}

TEST(Queries, InvalidInputIsOneLine) {
  World world = yard();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  };
  expect(error_of([&] { ray_cast(world, {{0, 0, 0}, {0, 0, 0}}); }), "zero length");
  expect(error_of([&] { ray_cast(world, {{0, nan, 0}, {0, 0, 1}}); }), "not finite");
  expect(error_of([&] { ray_cast(world, {{0, 0, 0}, {0, 0, 1}, -1}); }), "max_distance");
  expect(error_of([&] {
           ray_cast(world, {{0, 0, 0}, {0, 0, 1}}, {1U, {"crat"}});
         }),
         "unknown model 'crat'");
  expect(error_of([&] { sphere_cast(world, {{0, 0, 0}, {0, 0, 1}}, 0); }), "radius");
  expect(error_of([&] { distance(world, "crate", "ghost"); }), "unknown model 'ghost'");
  expect(error_of([&] { distance(world, "crate", "crate"); }), "share a shape");
  expect(error_of([&] { distance(world, "crate/lid", "ball"); }), "unknown link 'lid'");
  expect(error_of([&] { closest_points(world, "crate", "ball", nan); }), "NaN");
  expect(error_of([&] { overlapping(world, sphere(-1), {}); }), "sphere");
  expect(error_of([&] { overlapping(world, sphere(1), at(nan, 0, 0)); }), "not finite");
  GeometryRecord plane;
  plane.kind = GeometryKind::kPlane;
  expect(error_of([&] { overlapping(world, plane, {}); }), "unbounded");
  expect(error_of([&] { containing(world, {0, 0, nan}); }), "not finite");
  expect(error_of([&] { contacts_of(world, "absent"); }), "unknown model 'absent'");
  world.add(test::slope(0.1));
  expect(error_of([&] { distance(world, "ground", "slope"); }), "both unbounded");
}

TEST(Queries, ManyThreadsQueryOneView) {
  World world = cloud();
  const WorldView view(world);
  const auto ask = [&](int seed) {
    std::mt19937_64 random(seed);
    double sum = 0;
    for (int i = 0; i < 300; ++i) {
      const auto hit = ray_cast(view, random_ray(random));
      if (hit) sum += hit->distance;
      sum += distance(view, "m100", numbered(101 + i % 59));
      sum += static_cast<double>(containing(view, random_ray(random).origin).size());
    }
    return sum;
  };
  double results[4] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&, t] { results[t] = ask(t % 2); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(results[0], ask(0));
  EXPECT_EQ(results[1], ask(1));
  EXPECT_EQ(results[2], results[0]);
  EXPECT_EQ(results[3], results[1]);
}

// A box on a slope of the given angle [rad], after some steps.
World on_slope(double angle, double mu) {
  World world(test::world_spec(1e-3, {mu, 0, 1e-4}));
  world.add(test::slope(angle));
  const Matrix3 R = Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix();
  world.add(body("crate", box({0.4, 0.4, 0.2}), 2, RigidTransform(R, R * Vector3(0, 0, 0.1))));
  for (int i = 0; i < 100; ++i) world.step();
  return world;
}

TEST(ContactStates, ContactSticksBelowTheFrictionAngleAndSlidesAbove) {
  for (const bool slides : {false, true}) {
    const double angle = 0.3, mu = std::tan(angle) * (slides ? 0.5 : 1.5);
    World world = on_slope(angle, mu);
    ASSERT_EQ(world.contacts().size(), 4u);
    const Vector3 downhill(std::cos(angle), 0, -std::sin(angle));
    for (const ContactInfo& contact : world.contacts()) {
      if (contact.impulse.norm() < 1e-9) continue;
      EXPECT_EQ(contact.state, slides ? ContactState::kSlide : ContactState::kStick);
      // The crate sorts before the slope: velocity is the slope's relative to it.
      const double speed = 9.81 * (std::sin(angle) - mu * std::cos(angle)) * world.time();
      EXPECT_LT((contact.velocity + (slides ? speed : 0) * downhill).norm(), 1e-6);
      EXPECT_EQ(contact.shape_a, 0);
    }
    const SpatialForce force = contact_force(world, "crate");
    const Vector3 normal(std::sin(angle), 0, std::cos(angle));
    const double weight = 2 * 9.81;
    EXPECT_NEAR(force.force.dot(normal), weight * std::cos(angle), 1e-4);
    EXPECT_NEAR(force.force.dot(downhill),
                -weight * (slides ? mu * std::cos(angle) : std::sin(angle)), 1e-4);
    EXPECT_LT((contact_force(world, "slope").force + force.force).norm(), 1e-12);
    EXPECT_TRUE(touching(world, "crate", "slope"));
    EXPECT_TRUE(touching(world, "slope", "crate"));
    EXPECT_EQ(contacts_of(world, "crate").size(), 4u);
    EXPECT_EQ(contacts_between(world, "slope", "crate").size(), 4u);
  }
}

TEST(ContactStates, BouncingBallIsOpenThenClosed) {
  World world(test::world_spec(1e-3, {0.5, 0.8, 0}));
  world.add_ground();
  world.add(body("ball", sphere(0.1), 1, at(0, 0, 0.2)));
  world.add(body("other", sphere(0.1), 1, at(5, 0, 3)));
  int open = 0, closed = 0;
  for (int i = 0; i < 600; ++i) {
    world.step();
    for (const ContactInfo& contact : contacts_of(world, "ball")) {
      const double v_n = contact.velocity.dot(contact.normal);
      if (contact.state == ContactState::kOpen) {
        ++open;
        EXPECT_EQ(contact.impulse, Vector3::Zero());
        EXPECT_FALSE(touching(world, "ball", "ground"));
        EXPECT_GE(v_n * 1e-3, -contact.phi - 1e-12);
      } else {
        ++closed;
        EXPECT_EQ(contact.state, ContactState::kStick);
        EXPECT_GT(contact.impulse.norm(), 0);
        EXPECT_TRUE(touching(world, "ball", "ground"));
        EXPECT_FALSE(touching(world, "ball", "other"));
      }
    }
  }
  EXPECT_GT(open, 3);
  EXPECT_GE(closed, 3);
}

TEST(ContactStates, FrictionlessContactSlidesOnceItMoves) {
  World world(test::world_spec(1e-3, {0, 0, 1e-4}));
  world.add_ground();
  SpatialVelocity v;
  v.linear = {0.01, 0, 0};
  world.add(body("mover", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1), v));
  world.add(body("rest", box({0.2, 0.2, 0.2}), 1, at(1, 0, 0.1)));
  world.step();
  world.step();
  for (const ContactInfo& contact : contacts_of(world, "mover"))
    EXPECT_EQ(contact.state, ContactState::kSlide);
  for (const ContactInfo& contact : contacts_of(world, "rest"))
    EXPECT_EQ(contact.state, ContactState::kStick);
}

}  // namespace
}  // namespace cardan
