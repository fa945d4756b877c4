#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "collision/query/ray_shapes.h"
#include "collision/query/sphere_sweep.h"
#include "test/unit/collision/collision_oracles.h"

namespace cardan {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<Shape> convex_shapes() {
  using oracle::make_shape;
  return {make_shape(GeometryKind::kSphere, 0.4),
          make_shape(GeometryKind::kBox, 0.3, 0.8, 0.5),
          make_shape(GeometryKind::kCylinder, 0.3, 0.7),
          make_shape(GeometryKind::kCapsule, 0.2, 0.6),
          make_shape(GeometryKind::kEllipsoid, 0.2, 0.5, 0.35),
          make_shape(GeometryKind::kCone, 0.4, 0.6),
          oracle::make_hull({{0.4, 0, -0.2},
                             {-0.3, 0.4, -0.2},
                             {-0.3, -0.4, -0.1},
                             {0.1, 0.1, 0.5},
                             {0.5, 0.5, 0.1},
                             {-0.2, 0, 0.45}})};
}

Vector3 random_vector(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> u(-size, size);
  return {u(random), u(random), u(random)};
}

// Each side of a box cut into n × n squares of two triangles.
std::shared_ptr<TriangleMesh> box_mesh(const Vector3& size, int n) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const Vector3 w = side * Vector3::Unit(axis), u = Vector3::Unit((axis + 1) % 3);
      const Vector3 v = w.cross(u);
      const int first = static_cast<int>(mesh->vertices.size());
      for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
          mesh->vertices.push_back(
              0.5 * size.cwiseProduct(w + (2.0 * i / n - 1) * u + (2.0 * j / n - 1) * v));
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const int p = first + i * (n + 1) + j, q = p + n + 1;
          mesh->triangles.push_back({p, q, q + 1});
          mesh->triangles.push_back({p, q + 1, p + 1});
        }
      }
    }
  }
  return mesh;
}

// Waves over the plane: open, not convex.
std::shared_ptr<TriangleMesh> wave_mesh(int n) {
  auto mesh = std::make_shared<TriangleMesh>();
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      mesh->vertices.emplace_back(2.0 * i / n - 1, 2.0 * j / n - 1,
                                  0.2 * std::sin(9.0 * i / n) * std::cos(7.0 * j / n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const int p = i * (n + 1) + j, q = p + n + 1;
      mesh->triangles.push_back({p, q, q + 1});
      mesh->triangles.push_back({p, q + 1, p + 1});
    }
  }
  return mesh;
}

Shape mesh_shape(const std::shared_ptr<TriangleMesh>& mesh) {
  Shape shape;
  shape.kind = GeometryKind::kMesh;
  shape.mesh = mesh;
  return shape;
}

// First sample along the ray that is inside, refined by bisection; infinity when none is.
double marched_hit(const oracle::Pose& solid, const LocalRay& ray, double length) {
  constexpr int kSamples = 3000;
  const auto inside = [&](double t) {
    return oracle::outside(solid, ray.origin + t * ray.direction) <= 0;
  };
  for (int i = 0; i <= kSamples; ++i) {
    double t = length * i / kSamples;
    if (!inside(t)) continue;
    if (i == 0) return 0;
    double before = length * (i - 1) / kSamples;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (before + t);
      (inside(middle) ? t : before) = middle;
    }
    return t;
  }
  return kInfinite;
}

TEST(Rays, RayHitsOnConvexShapesAgreeWithMarching) {
  std::mt19937_64 random(3);
  for (const Shape& shape : convex_shapes()) {
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
      const LocalRay ray{random_vector(random, i % 2 != 0 ? 1 : 0.4),
                         random_vector(random, 1).normalized()};
      ShapeHit hit;
      const bool met = ray_shape(shape, nullptr, ray, 3, hit);
      const double expected = marched_hit({shape, {}}, ray, 3);
      if (std::isfinite(expected)) {
        ASSERT_TRUE(met) << static_cast<int>(shape.kind);
      }
      if (!met) continue;
      if (expected == 0) {
        EXPECT_TRUE(hit.inside);
        EXPECT_EQ(hit.t, 0);
        continue;
      }
      ++hits;
      EXPECT_FALSE(hit.inside);
      const Vector3 p = ray.origin + hit.t * ray.direction;
      if (std::isfinite(expected)) {
        EXPECT_NEAR(hit.t, expected, 1e-9) << static_cast<int>(shape.kind);
      } else {  // a chord shorter than the march's step
        EXPECT_LT(oracle::outside({shape, {}}, p), 1e-12);
      }
      // An outward normal carries the supporting plane of the point.
      EXPECT_NEAR(hit.normal.norm(), 1, 1e-12);
      EXPECT_LT(hit.normal.dot(ray.direction), 1e-12);
      EXPECT_NEAR(hit.normal.dot(p - support_point(shape, hit.normal)), 0, 1e-9)
          << static_cast<int>(shape.kind);
    }
    EXPECT_GT(hits, 20) << static_cast<int>(shape.kind);
  }
}

TEST(Rays, DistantAndAxisParallelRaysHit) {
  ShapeHit hit;
  for (const Shape& shape : convex_shapes()) {
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 d = -Vector3::Unit(axis);
      const Vector3 start = 0.01 * (Vector3::Ones() - Vector3::Unit(axis));
      ASSERT_TRUE(ray_shape(shape, nullptr, {start - 1e5 * d, d}, kInfinite, hit));
      ShapeHit near;
      ASSERT_TRUE(ray_shape(shape, nullptr, {start - 2 * d, d}, kInfinite, near));
      EXPECT_NEAR(hit.t - 1e5, near.t - 2, 1e-9) << static_cast<int>(shape.kind);
      EXPECT_FALSE(ray_shape(shape, nullptr, {start - 2 * d, -d}, kInfinite, hit));
      EXPECT_FALSE(ray_shape(shape, nullptr, {start - 2 * d, d}, near.t - 1e-9, hit));
      EXPECT_TRUE(ray_shape(shape, nullptr, {start - 2 * d, d}, near.t, hit));
    }
  }
}

TEST(Rays, RaysHitUnboundedSolids) {
  const Shape plane = oracle::make_shape(GeometryKind::kPlane, 0);
  ShapeHit hit;
  ASSERT_TRUE(ray_shape(plane, nullptr, {{0, 0, 2}, Vector3(0.6, 0, -0.8)}, kInfinite, hit));
  EXPECT_NEAR(hit.t, 2.5, 1e-14);
  EXPECT_EQ(hit.normal, Vector3::UnitZ());
  EXPECT_FALSE(ray_shape(plane, nullptr, {{0, 0, 2}, Vector3::UnitX()}, kInfinite, hit));
  ASSERT_TRUE(ray_shape(plane, nullptr, {{0, 0, -1}, Vector3::UnitX()}, kInfinite, hit));
  EXPECT_TRUE(hit.inside);
  const Shape cavity = oracle::make_shape(GeometryKind::kHollowSphere, 2);
  ASSERT_TRUE(ray_shape(cavity, nullptr, {{1, 0, 0}, Vector3::UnitY()}, kInfinite, hit));
  EXPECT_NEAR(hit.t, std::sqrt(3.0), 1e-14);
  EXPECT_LT((hit.normal + Vector3(0.5, std::sqrt(0.75), 0)).norm(), 1e-14);
  ASSERT_TRUE(ray_shape(cavity, nullptr, {{3, 0, 0}, Vector3::UnitY()}, kInfinite, hit));
  EXPECT_TRUE(hit.inside);
}

// Möller and Trumbore over all triangles.
double brute_hit(const TriangleMesh& mesh, const LocalRay& ray) {
  double best = kInfinite;
  for (const auto& t : mesh.triangles) {
    const Vector3 p = mesh.vertices[static_cast<std::size_t>(t[0])];
    const Vector3 e = mesh.vertices[static_cast<std::size_t>(t[1])] - p,
                  f = mesh.vertices[static_cast<std::size_t>(t[2])] - p;
    Matrix3 M;
    M << e, f, -ray.direction;
    const Vector3 x = M.inverse() * (ray.origin - p);
    if (x[0] >= 0 && x[1] >= 0 && x[0] + x[1] <= 1 && x[2] >= 0) best = std::min(best, x[2]);
  }
  return best;
}

TEST(Rays, RayHitsOnMeshesAgreeWithBruteForce) {
  std::mt19937_64 random(5);
  const auto waves = wave_mesh(24);
  const TriangleTree tree(waves);
  EXPECT_FALSE(tree.closed());
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const LocalRay ray{random_vector(random, 1.2), random_vector(random, 1).normalized()};
    const double expected = brute_hit(*waves, ray);
    ShapeHit hit;
    ASSERT_EQ(ray_shape(mesh_shape(waves), &tree, ray, kInfinite, hit), std::isfinite(expected));
    if (!std::isfinite(expected)) continue;
    ++hits;
    EXPECT_NEAR(hit.t, expected, 1e-10);
    EXPECT_LT(hit.normal.dot(ray.direction), 0);
    EXPECT_NEAR(std::abs(hit.normal.dot(tree.triangle(hit.triangle).normal)), 1, 1e-12);
  }
  EXPECT_GT(hits, 100);
}

TEST(Rays, RaysDoNotPassThroughSharedEdgesAndCorners) {
  const auto mesh = box_mesh({1, 1, 1}, 8);
  const TriangleTree tree(mesh);
  for (const Vector3& vertex : mesh->vertices) {
    for (const double blend : {0.0, 0.5}) {  // corners and middles of edges
      const Vector3 target = vertex + blend * Vector3(0, 0, 0.125);
      if (target.lpNorm<Eigen::Infinity>() != 0.5) continue;  // not on the surface
      const Vector3 start(0.03, -0.02, 0.01);
      TriangleHit hit;
      ASSERT_TRUE(tree.first_hit({start, (target - start).normalized()}, kInfinite, hit));
      EXPECT_NEAR(hit.t, (target - start).norm(), 1e-12);
    }
  }
}

TEST(Rays, ClosedMeshesAreSolid) {
  std::mt19937_64 random(6);
  const Vector3 size(1, 0.6, 0.8);
  const auto mesh = box_mesh(size, 4);
  const TriangleTree tree(mesh);
  EXPECT_TRUE(tree.closed());
  const Shape solid = oracle::make_shape(GeometryKind::kBox, size.x(), size.y(), size.z());
  for (int i = 0; i < 500; ++i) {
    const Vector3 p = random_vector(random, 0.7);
    EXPECT_EQ(tree.contains(p), oracle::outside({solid, {}}, p) <= 0);
    const LocalRay ray{p, random_vector(random, 1).normalized()};
    ShapeHit a, b;
    ASSERT_EQ(ray_shape(mesh_shape(mesh), &tree, ray, 2, a), ray_shape(solid, nullptr, ray, 2, b));
    EXPECT_NEAR(a.t, b.t, 1e-12);
    EXPECT_LT((a.normal - b.normal).norm(), 1e-12);
    EXPECT_EQ(a.inside, b.inside);
  }
  // On the lines through all corners and edges, where a naive count of crossings is wrong.
  EXPECT_TRUE(tree.contains(Vector3::Zero()));
}

Proximity proximity(const oracle::Pose& a, const oracle::Pose& b, double limit = kInfinite) {
  ProximityScratch scratch;
  Proximity result;
  result.distance = kInfinite;
  if (!find_proximity({{a.shape, a.X}}, {{b.shape, b.X}}, limit, scratch, result))
    result.distance = kInfinite;
  return result;
}

void expect_consistent(const Proximity& p) {
  EXPECT_NEAR(p.normal.norm(), 1, 1e-12);
  EXPECT_LT((p.point_b - p.point_a - p.distance * p.normal).norm(), 1e-9);
}

TEST(Distances, ConvexDistancesAgreeWithTheSweep) {
  std::mt19937_64 random(8);
  const std::vector<Shape> shapes = convex_shapes();
  for (const Shape& first : shapes) {
    for (const Shape& second : shapes) {
      for (int i = 0; i < 6; ++i) {
        const oracle::Pose a{first, {oracle::random_rotation(random), random_vector(random, 0.3)}};
        const oracle::Pose b{second, {oracle::random_rotation(random), random_vector(random, 0.9)}};
        const bool polytopes = oracle::is_polytope(first) && oracle::is_polytope(second);
        const double expected =
            polytopes ? oracle::polytope_distance(a, b) : oracle::swept_distance(a, b);
        const Proximity p = proximity(a, b), q = proximity(b, a);
        // The true distance is the greatest value along any normal, so both the sweep and the
        // result are lower bounds.
        const double tolerance = polytopes ? 1e-9 : 1e-6;
        EXPECT_GE(p.distance, expected - tolerance)
            << static_cast<int>(first.kind) << " " << static_cast<int>(second.kind);
        EXPECT_NEAR(p.distance, oracle::along(a, b, p.normal), tolerance)
            << static_cast<int>(first.kind) << " " << static_cast<int>(second.kind);
        if (polytopes) {
          EXPECT_NEAR(p.distance, expected, tolerance);
        }
        expect_consistent(p);
        EXPECT_LT(oracle::outside(a, p.point_a), 1e-6);
        EXPECT_LT(oracle::outside(b, p.point_b), 1e-6);
        EXPECT_NEAR(p.distance, q.distance, 1e-9);
        if (expected > 1e-3) {
          EXPECT_EQ(proximity(a, b, 0.9 * expected).distance, kInfinite);
        }
        EXPECT_NEAR(proximity(a, b, std::max(expected, 0.0) + 0.01).distance, p.distance, 1e-9);
      }
    }
  }
}

TEST(Distances, DistancesToUnboundedSolidsAreExact) {
  std::mt19937_64 random(9);
  const std::vector<Vector3> directions = oracle::sphere_directions(20000);
  for (const Shape& shape : convex_shapes()) {
    for (int i = 0; i < 10; ++i) {
      const oracle::Pose a{shape, {oracle::random_rotation(random), random_vector(random, 1)}};
      const oracle::Pose plane{oracle::make_shape(GeometryKind::kPlane, 0),
                               {oracle::random_rotation(random), random_vector(random, 1)}};
      const oracle::Pose cavity{oracle::make_shape(GeometryKind::kHollowSphere, 2),
                                {oracle::random_rotation(random), random_vector(random, 0.5)}};
      double lowest = kInfinite, farthest = 0;
      const Vector3 up = plane.X.R.col(2);
      lowest = up.dot(a.support(-up) - plane.X.p);
      for (const Vector3& d : directions)
        farthest = std::max(farthest, (a.support(d) - cavity.X.p).norm());
      const Proximity p = proximity(plane, a), q = proximity(a, cavity);
      EXPECT_NEAR(p.distance, lowest, 1e-12);
      EXPECT_LT((p.normal - up).norm(), 1e-12);
      expect_consistent(p);
      EXPECT_LE(q.distance, 2 - farthest + 1e-12);
      EXPECT_NEAR(q.distance, 2 - farthest, 1e-3);
      expect_consistent(q);
      EXPECT_LT(oracle::outside(a, q.point_a), 1e-9);
      EXPECT_NEAR((q.point_b - cavity.X.p).norm(), 2, 1e-9);
    }
  }
  ProximityScratch scratch;
  Proximity none;
  const Shape plane = oracle::make_shape(GeometryKind::kPlane, 0);
  const RigidTransform X;
  EXPECT_FALSE(find_proximity({{plane, X}}, {{plane, X}}, kInfinite, scratch, none));
}

TEST(Distances, DistancesToMeshesAgreeWithBruteForce) {
  std::mt19937_64 random(10);
  const Vector3 size(0.5, 0.4, 0.6);
  const auto mesh = box_mesh(size, 4);
  const TriangleTree tree(mesh);
  const Shape shape = mesh_shape(mesh), box = oracle::make_shape(GeometryKind::kBox, 0.5, 0.4, 0.6);
  ProximityScratch scratch;
  std::vector<Shape> others = convex_shapes();
  others.push_back(shape);
  int apart = 0;
  for (const Shape& other : others) {
    const bool is_mesh = other.kind == GeometryKind::kMesh;
    const TriangleTree* other_tree = is_mesh ? &tree : nullptr;
    for (int i = 0; i < 30; ++i) {
      const RigidTransform X_a(oracle::random_rotation(random), random_vector(random, 0.2));
      const RigidTransform X_b(oracle::random_rotation(random), random_vector(random, 1.0));
      Proximity p, q;
      ASSERT_TRUE(
          find_proximity({{shape, X_a}, &tree}, {{other, X_b}, other_tree}, kInfinite, scratch, p));
      const double expected = proximity({box, X_a}, {is_mesh ? box : other, X_b}).distance;
      expect_consistent(p);
      if (expected > 0) {
        ++apart;
        EXPECT_NEAR(p.distance, expected, 1e-8) << static_cast<int>(other.kind);
      } else {
        EXPECT_LE(p.distance, 1e-12);
        EXPECT_GE(p.distance, expected - 1e-7) << static_cast<int>(other.kind);
        if (other.kind == GeometryKind::kSphere) {
          EXPECT_NEAR(p.distance, expected, 1e-9);
        }
      }
      ASSERT_TRUE(
          find_proximity({{other, X_b}, other_tree}, {{shape, X_a}, &tree}, kInfinite, scratch, q));
      EXPECT_NEAR(p.distance, q.distance, is_mesh && expected < 0 ? 0.2 : 1e-8);
    }
  }
  EXPECT_GT(apart, 60);
  // Wholly inside without touching the surface.
  const Shape small = oracle::make_shape(GeometryKind::kBox, 0.01, 0.01, 0.01);
  const RigidTransform X_a, X_b(Vector3(0, 0.1, 0));
  Proximity p;
  ASSERT_TRUE(find_proximity({{small, X_b}}, {{shape, X_a}, &tree}, 0, scratch, p));
  EXPECT_NEAR(p.distance, -0.095, 1e-9);
}

TEST(Distances, DistanceOfAnEllipsoidOnAxisInAHollowSphereIsExact) {
  // The farthest point is known here, and the equation for it has a pole.
  const oracle::Pose cavity{oracle::make_shape(GeometryKind::kHollowSphere, 2), {}};
  const Shape egg = oracle::make_shape(GeometryKind::kEllipsoid, 0.2, 0.5, 0.35);
  EXPECT_NEAR(proximity({egg, {}}, cavity).distance, 1.5, 1e-12);
  EXPECT_NEAR(proximity({egg, RigidTransform(Vector3(0, 1, 0))}, cavity).distance, 0.5, 1e-12);
  const Shape ball = oracle::make_shape(GeometryKind::kEllipsoid, 0.3, 0.3, 0.3);
  EXPECT_NEAR(proximity({ball, RigidTransform(Vector3(0.5, 0, 0))}, cavity).distance, 1.2, 1e-12);
}

// Distance of the centre of the ball from the shape, by the function tested above.
double centre_distance(const Shape& shape, const TriangleTree* tree, const Vector3& centre) {
  const Shape point;
  const RigidTransform X(centre), identity;
  ProximityScratch scratch;
  Proximity p;
  EXPECT_TRUE(find_proximity({{point, X}}, {{shape, identity}, tree}, kInfinite, scratch, p));
  return p.distance;
}

// Hills over 3 m × 2 m.
Shape field_shape() {
  auto grid = std::make_shared<HeightGrid>();
  grid->rows = 30;
  grid->columns = 40;
  grid->size = {3, 2};
  for (int i = 0; i < 1200; ++i) grid->heights.push_back(0.2 * std::sin(0.7 * i) + 0.01 * (i % 40));
  Shape shape;
  shape.kind = GeometryKind::kHeightfield;
  shape.heights = grid;
  return shape;
}

TEST(Heightfields, HeightfieldIsSolidBelowItsTriangles) {
  const Shape field = field_shape();
  const auto tree = make_triangle_tree(field);
  const TriangleMesh& mesh = tree->mesh();
  std::mt19937_64 random(15);
  ProximityScratch scratch;
  for (int i = 0; i < 300; ++i) {
    const Vector3 p = random_vector(random, 0.9);
    // The height above p, by all triangles.
    const double up = brute_hit(mesh, {p, Vector3::UnitZ()});
    EXPECT_EQ(tree->contains(p), std::isfinite(up));
    ShapeHit hit;
    const LocalRay ray{p, random_vector(random, 1).normalized()};
    const double expected = std::isfinite(up) ? 0 : brute_hit(mesh, ray);
    ASSERT_EQ(ray_shape(field, tree.get(), ray, kInfinite, hit), std::isfinite(expected));
    if (std::isfinite(expected)) {
      EXPECT_NEAR(hit.t, expected, 1e-10);
      EXPECT_EQ(hit.inside, std::isfinite(up));
    }
    // A ball: the nearest of all triangles.
    double nearest = kInfinite;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
      nearest = std::min(nearest, (nearest_on_triangle(tree->triangle(t), p) - p).norm());
    const Shape ball = oracle::make_shape(GeometryKind::kSphere, 0.05);
    const RigidTransform X_ball(p), X;
    Proximity near;
    ASSERT_TRUE(
        find_proximity({{ball, X_ball}}, {{field, X}, tree.get()}, kInfinite, scratch, near));
    EXPECT_NEAR(near.distance, (std::isfinite(up) ? -nearest : nearest) - 0.05, 1e-12);
  }
  EXPECT_FALSE(tree->contains({0, 0, -100}));
  const Shape plane = oracle::make_shape(GeometryKind::kPlane, 0);
  const RigidTransform X, X_plane(Vector3(0, 0, -1));
  Proximity above;
  ASSERT_TRUE(
      find_proximity({{plane, X_plane}}, {{field, X}, tree.get()}, kInfinite, scratch, above));
  double lowest = kInfinite;
  for (const Vector3& v : mesh.vertices) lowest = std::min(lowest, v.z() + 1);
  EXPECT_NEAR(above.distance, lowest, 1e-12);
}

TEST(Sweeps, SweepStopsAtTheFirstTouch) {
  std::mt19937_64 random(12);
  std::vector<Shape> shapes = convex_shapes();
  shapes.push_back(oracle::make_shape(GeometryKind::kPlane, 0));
  shapes.push_back(oracle::make_shape(GeometryKind::kHollowSphere, 1.5));
  shapes.push_back(mesh_shape(wave_mesh(20)));
  ProximityScratch scratch;
  for (const Shape& shape : shapes) {
    const TriangleTree mesh_tree(shape.mesh ? shape.mesh : wave_mesh(1));
    const TriangleTree* tree = shape.mesh ? &mesh_tree : nullptr;
    int hits = 0, misses = 0;
    for (int i = 0; i < 200; ++i) {
      SpherePath path{random_vector(random, 0.8), random_vector(random, 1.5), 0.05,
                      SweepKind::kQuery};
      if (centre_distance(shape, tree, path.start) < 0.06) continue;
      SweepHit hit;
      const bool met = sweep_sphere(shape, tree, path, scratch, hit);
      const double end = met ? hit.fraction : 1;
      (met ? hits : misses)++;
      for (int k = 0; k <= 50; ++k) {
        const double gap =
            centre_distance(shape, tree, path.start + end * k / 50.0 * path.motion) - 0.05;
        EXPECT_GT(gap, -1e-9) << static_cast<int>(shape.kind);
      }
      if (!met) continue;
      const Vector3 centre = path.start + hit.fraction * path.motion;
      EXPECT_NEAR(centre_distance(shape, tree, centre), 0.05, 1e-8) << static_cast<int>(shape.kind);
      EXPECT_LT((hit.point + 0.05 * hit.normal - centre).norm(), 1e-6);
      EXPECT_LT(hit.normal.dot(path.motion), 0);
    }
    EXPECT_GT(hits, 10) << static_cast<int>(shape.kind);
    EXPECT_GT(misses, 10) << static_cast<int>(shape.kind);
  }
}

TEST(Sweeps, SweepHitsTheBackOfAMeshOnlyInQueries) {
  const auto mesh = wave_mesh(2);
  for (Vector3& v : mesh->vertices) v.z() = 0;
  const TriangleTree tree(mesh);
  ProximityScratch scratch;
  SweepHit hit;
  const SpherePath up{{0.1, 0.2, -1}, {0, 0, 2}, 0.05, SweepKind::kContact};
  EXPECT_FALSE(sweep_sphere(mesh_shape(mesh), &tree, up, scratch, hit));
  const SpherePath both{{0.1, 0.2, -1}, {0, 0, 2}, 0.05, SweepKind::kQuery};
  ASSERT_TRUE(sweep_sphere(mesh_shape(mesh), &tree, both, scratch, hit));
  EXPECT_NEAR(hit.fraction, 0.475, 1e-12);
  const SpherePath down{{0.1, 0.2, 1}, {0, 0, -2}, 0.05, SweepKind::kContact};
  ASSERT_TRUE(sweep_sphere(mesh_shape(mesh), &tree, down, scratch, hit));
  EXPECT_LT((hit.normal - Vector3::UnitZ()).norm(), 1e-12);
}

}  // namespace
}  // namespace cardan
