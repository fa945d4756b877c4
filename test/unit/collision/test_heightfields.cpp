// Heightfields against independent oracles: nearest points and heights by brute
// force over the triangles, overlap by samples of both surfaces.
#include <cstdlib>

#include "cardan/error.h"
#include "test/support/surfaces.h"
#include "test/unit/collision/pair_of_shapes.h"

namespace cardan {
namespace {

using oracle::make_shape;

constexpr int kCells = 10;
constexpr double kExtent = 2, kCell = kExtent / kCells;

double hills(double x, double y) { return 0.15 * std::sin(3 * x + 0.4) * std::cos(2.5 * y); }

// Slopes up to 60 degrees, ridges and pits one cell wide.
double rubble(double x, double y) {
  return 0.1 * std::sin(91.7 * x + 12.3) * std::sin(57.3 * y + 3.1);
}

struct Field {
  explicit Field(const test::Height& height)
      : shape(make_shapes(test::field_record(kCells, {kExtent, kExtent}, height), "field")[0]) {
    const auto corner = [&](int i, int j) {  // i east, j north
      const double x = i * kCell - kExtent / 2, y = j * kCell - kExtent / 2;
      const auto& grid = *shape.heights;
      return Vector3(x, y, grid.heights[static_cast<std::size_t>((kCells - j) * (kCells + 1) + i)]);
    };
    for (int j = 0; j < kCells; ++j) {
      for (int i = 0; i < kCells; ++i) {
        triangles.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
        triangles.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
      }
    }
  }

  // Height of the surface by barycentric coordinates of the triangle that contains the point.
  double height(double x, double y) const {
    for (const auto& t : triangles) {
      Eigen::Matrix2d M;
      M.col(0) = (t[1] - t[0]).head<2>();
      M.col(1) = (t[2] - t[0]).head<2>();
      const Vector2 s = M.inverse() * (Vector2(x, y) - t[0].head<2>());
      if (s.minCoeff() < -1e-12 || s.sum() > 1 + 1e-12) continue;
      return t[0].z() + s.x() * (t[1] - t[0]).z() + s.y() * (t[2] - t[0]).z();
    }
    return -std::numeric_limits<double>::infinity();
  }

  // Distance in closed form over faces, edges and corners.
  double distance(const Vector3& p) const {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& t : triangles) {
      const Vector3 n = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
      best = std::min({best, oracle::face_distance(p, {t[0], t[1], t[2]}, n),
                       oracle::face_distance(p, {t[2], t[1], t[0]}, -n)});
      for (std::size_t e = 0; e < 3; ++e) {
        const Vector3 &q = t[e], d = t[(e + 1) % 3] - q;
        const double s = std::clamp((p - q).dot(d) / d.squaredNorm(), 0.0, 1.0);
        best = std::min(best, (p - q - s * d).norm());
      }
    }
    return best;
  }

  Shape shape;
  std::vector<std::array<Vector3, 3>> triangles;
};

RigidTransform random_frame(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return {oracle::random_rotation(random),
          Vector3(uniform(random), uniform(random), uniform(random))};
}

TEST(Heightfield, SpheresMeetTheNearestPoint) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const test::Height& height : {test::Height(hills), test::Height(rubble)}) {
    const Field field(height);
    int above = 0, below = 0;
    for (int k = 0; k < poses(600); ++k) {
      const double radius = 0.03 + 0.12 * std::abs(uniform(random)), margin = 0.02;
      Vector3 c(0.7 * uniform(random), 0.7 * uniform(random), 0);
      const double ground = field.height(c.x(), c.y());
      c.z() = ground + 2 * radius * uniform(random);
      const RigidTransform X = random_frame(random);
      const CollisionResult r = collide(field.shape, X, make_shape(GeometryKind::kSphere, radius),
                                        RigidTransform(X * c), margin);
      const double distance = field.distance(c);
      if (c.z() >= ground) {
        const double truth = distance - radius;
        if (truth > margin) {
          EXPECT_TRUE(r.contacts.empty());
          continue;
        }
        ++above;
        ASSERT_FALSE(r.contacts.empty()) << "pose " << k << ", gap " << truth;
        EXPECT_NEAR(deepest(r), truth, 1e-9) << "pose " << k;
      } else {
        ++below;
        ASSERT_FALSE(r.contacts.empty()) << "pose " << k << ", " << ground - c.z() << " below";
        EXPECT_GE(deepest(r), -(radius + distance) - 1e-9) << "pose " << k;
        EXPECT_LT(deepest(r), -0.3 * distance) << "pose " << k << ", " << radius;
      }
      for (const Contact& contact : r.contacts)
        EXPECT_GT((X.R.transpose() * contact.normal).z(), 0);
    }
    EXPECT_GT(above, share(600, 8));
    EXPECT_GT(below, share(600, 8));
  }
}

// Overlap by samples: points of the shape's surface below the ground, points of the ground inside
// of the shape. It may miss an overlap that is smaller than the spacing, but never reports a false
// overlap.
class SampledOverlap {
 public:
  SampledOverlap(const Field& field, const oracle::Pose& body) : field_(field), body_(body) {
    for (const Vector3& d : oracle::sphere_directions(300)) surface_.push_back(body.support(d));
    Vector3 lower = surface_[0], upper = surface_[0];
    for (const Vector3& p : surface_) {
      lower = lower.cwiseMin(p);
      upper = upper.cwiseMax(p);
    }
    constexpr int kFine = 12;
    for (const auto& t : field.triangles) {
      const Vector3 low = t[0].cwiseMin(t[1]).cwiseMin(t[2]),
                    high = t[0].cwiseMax(t[1]).cwiseMax(t[2]);
      if ((low.head<2>().array() > upper.head<2>().array() + 0.3).any()) continue;
      if ((high.head<2>().array() < lower.head<2>().array() - 0.3).any()) continue;
      near_.push_back(t);
      for (int i = 0; i <= kFine; ++i)
        for (int j = 0; i + j <= kFine; ++j)
          ground_.push_back(t[0] + (i * (t[1] - t[0]) + j * (t[2] - t[0])) / kFine);
    }
  }

  bool operator()(const Vector3& shift) const {
    for (const Vector3& p : surface_)
      if (height(p + shift) > (p + shift).z()) return true;
    for (const Vector3& p : ground_)
      if (oracle::outside(body_, p - shift) == 0) return true;
    return false;
  }

  // Distance along n [m] after which no sample overlaps.
  double way_out(const Vector3& n) const {
    double low = 0, high = 2;
    for (int i = 0; i < 24; ++i) {
      const double middle = 0.5 * (low + high);
      ((*this)(middle * n) ? low : high) = middle;
    }
    return high;
  }

 private:
  double height(const Vector3& p) const {
    double best = -std::numeric_limits<double>::infinity();
    for (const auto& t : near_) {
      const Vector2 a = (t[1] - t[0]).head<2>(), b = (t[2] - t[0]).head<2>(),
                    d = p.head<2>() - t[0].head<2>();
      const double area = a.x() * b.y() - a.y() * b.x();
      const double s = (d.x() * b.y() - d.y() * b.x()) / area,
                   u = (a.x() * d.y() - a.y() * d.x()) / area;
      if (s >= 0 && u >= 0 && s + u <= 1)
        best = t[0].z() + s * (t[1] - t[0]).z() + u * (t[2] - t[0]).z();
    }
    return best;
  }

  const Field& field_;
  const oracle::Pose& body_;
  std::vector<Vector3> surface_, ground_;
  std::vector<std::array<Vector3, 3>> near_;
};

TEST(Heightfield, ContactsAreCompleteAndNotTooDeep) {
  std::mt19937_64 random(32);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Vector3> cloud;
  for (const Vector3& d : oracle::sphere_directions(20))
    cloud.push_back(0.13 * d.cwiseProduct(Vector3(1, 0.8, 0.6)));
  const std::vector<std::pair<const char*, Shape>> bodies{
      {"box", make_shape(GeometryKind::kBox, 0.3, 0.2, 0.1)},
      {"plate", make_shape(GeometryKind::kBox, 0.3, 0.3, 0.02)},
      {"cylinder", make_shape(GeometryKind::kCylinder, 0.1, 0.2)},
      {"capsule", make_shape(GeometryKind::kCapsule, 0.06, 0.2)},
      {"cone", make_shape(GeometryKind::kCone, 0.12, 0.2)},
      {"ellipsoid", make_shape(GeometryKind::kEllipsoid, 0.15, 0.1, 0.07)},
      {"hull", oracle::make_hull(cloud)}};
  for (const test::Height& height : {test::Height(hills), test::Height(rubble)}) {
    const Field field(height);
    for (const auto& [name, shape] : bodies) {
      int touching = 0;
      double worst = 0;
      for (int k = 0; k < poses(60); ++k) {
        const double x = 0.6 * uniform(random), y = 0.6 * uniform(random);
        oracle::Pose body{shape, {oracle::random_rotation(random), Vector3(x, y, 0)}};
        const double down = body.support(-Vector3::UnitZ()).z();
        const bool deep = k % 4 == 0;
        body.X.p.z() =
            field.height(x, y) - down + (deep ? 0.3 : 0.05) * uniform(random) - (deep ? 0.2 : 0);
        const RigidTransform X = random_frame(random);
        const CollisionResult r = collide(field.shape, X, shape, X * body.X, 0);
        const SampledOverlap overlap(field, body);
        if (!overlap(Vector3::Zero())) continue;
        ++touching;
        ASSERT_FALSE(r.contacts.empty()) << name << ", pose " << k;
        double out = overlap.way_out(Vector3::UnitZ());
        for (const Contact& c : r.contacts)
          out = std::min(out, overlap.way_out(X.R.transpose() * c.normal));
        worst = std::max(worst, -deepest(r) - out);
        EXPECT_LE(-deepest(r), out + 1e-2) << name << ", pose " << k << (deep ? " deep" : "");
      }
      EXPECT_GT(touching, share(60, 4)) << name;
      std::printf("  %-9s %4d touching, deepest %.1e beyond the way out\n", name, touching, worst);
    }
  }
}

TEST(Heightfield, ShapeFarBelowTheSurfaceIsLifted) {
  const Field field(hills);
  for (const Shape& shape :
       {make_shape(GeometryKind::kSphere, 0.05), make_shape(GeometryKind::kBox, 0.1, 0.2, 0.3),
        Shape(make_shapes(test::mesh_record(test::box_mesh({0.1, 0.2, 0.3})), "m")[0])}) {
    const RigidTransform X = RigidTransform::from_xyz_rpy({0.3, -0.2, -1.5}, {0.3, 0.2, 0.1});
    const CollisionResult r = collide(field.shape, {}, shape, X, 0);
    ASSERT_EQ(r.contacts.size(), 1u);
    EXPECT_EQ(r.contacts[0].normal, Vector3::UnitZ());
    EXPECT_LT(r.contacts[0].phi, -1);
    EXPECT_GT(r.contacts[0].phi, -1.9);
    // Beside the field and below its base, there are no contacts.
    EXPECT_TRUE(
        collide(field.shape, {}, shape, RigidTransform(Vector3(1.5, 0, -0.5)), 0).contacts.empty());
    EXPECT_TRUE(
        collide(field.shape, {}, shape, RigidTransform(Vector3(0, 0, -9)), 0).contacts.empty());
  }
}

TEST(Heightfield, FirstRowHasTheGreatestY) {
  auto grid = std::make_shared<HeightGrid>();
  grid->rows = 2;
  grid->columns = 3;
  grid->size = {4, 2};
  grid->heights = {0, 0, 1, 0, 0, 0};  // the corner at the greatest x and y
  GeometryRecord record;
  record.kind = GeometryKind::kHeightfield;
  record.heights = grid;
  const Shape shape = make_shapes(record, "field")[0],
              ball = make_shape(GeometryKind::kSphere, 0.1);
  EXPECT_FALSE(
      collide(shape, {}, ball, RigidTransform(Vector3(1.99, 0.99, 0.9)), 0).contacts.empty());
  for (const auto& [x, y] :
       {std::pair(-1.99, 0.99), std::pair(1.99, -0.99), std::pair(-1.99, -0.99)})
    EXPECT_TRUE(collide(shape, {}, ball, RigidTransform(Vector3(x, y, 0.9)), 0).contacts.empty());
}

TEST(Heightfield, InvalidGridsAreRejected) {
  const auto refused = [](int rows, int columns, std::vector<double> heights, const Vector2& size) {
    auto grid = std::make_shared<HeightGrid>();
    *grid = {rows, columns, size, std::move(heights)};
    GeometryRecord record;
    record.kind = GeometryKind::kHeightfield;
    record.heights = grid;
    try {
      make_shapes(record, "ground");
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refused(2, 2, {0, 0, 0, 0}, {1, 1}), "");
  EXPECT_NE(refused(1, 4, {0, 0, 0, 0}, {1, 1}).find("1 rows and 4 columns"), std::string::npos);
  EXPECT_NE(refused(2, 2, {0, 0, 0}, {1, 1}).find("with 3 heights"), std::string::npos);
  EXPECT_NE(refused(2, 2, {0, 0, NAN, 0}, {1, 1}).find("row 2, column 1 is not finite"),
            std::string::npos);
  EXPECT_NE(refused(2, 2, {0, 0, 0, 0}, {1, -1}).find("not positive"), std::string::npos);
}

}  // namespace
}  // namespace cardan
