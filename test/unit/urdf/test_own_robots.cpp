#include "cardan/urdf.h"
#include "test/unit/urdf/urdf_text.h"

/// The robots of data/robots: no warnings, the documented structure, and inertias that match their
/// shapes.
namespace cardan {
namespace {

std::string own(const char* name) {
  return std::string(CARDAN_SOURCE_DIR) + "/data/robots/" + name + ".urdf";
}

TEST(OwnRobots, ShippedRobotsLoadStrictlyWithTheirStructure) {
  struct Row {
    const char *name, *base;
    int dof, bodies;
    double mass;
  };
  for (const Row& row :
       {Row{"quadruped", "floating", 12, 13, 14.4}, Row{"arm7", "fixed", 7, 7, 20.0},
        Row{"cube", "floating", 0, 1, 1.0}, Row{"pendulum", "fixed", 1, 1, 1.0}}) {
    SCOPED_TRACE(row.name);
    UrdfOptions strict;
    strict.strict = true;
    const CheckReport report = check_urdf(own(row.name), strict);
    EXPECT_TRUE(report.accepted) << check_report_text(report);
    EXPECT_EQ(report.name, row.name);
    EXPECT_EQ(report.base, row.base);
    EXPECT_EQ(report.dof, row.dof);
    EXPECT_EQ(report.bodies, row.bodies);
    EXPECT_NEAR(report.mass, row.mass, 1e-12);
    EXPECT_EQ(report.shapes.count("mesh"), 0u);
    EXPECT_NO_THROW(load_robot(own(row.name), strict));
  }
}

// Midpoint integration over a grid around the shape: an oracle without formulas.
Matrix3 sampled_inertia(const GeometryRecord& geometry, double mass) {
  const Vector3& s = geometry.size;
  const bool box = geometry.kind == GeometryKind::kBox;
  const double r = s.x(), h = geometry.kind == GeometryKind::kSphere ? 0 : s.y();
  const bool round = geometry.kind != GeometryKind::kCylinder;
  const Vector3 half = box ? Vector3(0.5 * s) : Vector3(r, r, 0.5 * h + (round ? r : 0));
  const int n = 40;
  double inside = 0;
  Matrix3 sum = Matrix3::Zero();
  for (int i = 0; i < n * n * n; ++i) {
    const Vector3 cell(i % n, i / n % n, i / n / n);
    const Vector3 p =
        half.cwiseProduct((cell + Vector3::Constant(0.5)) * (2.0 / n) - Vector3::Ones());
    const double over = round ? std::max(0.0, std::abs(p.z()) - 0.5 * h) : 0.0;
    if (!box && p.head<2>().squaredNorm() + over * over > r * r) continue;
    inside += 1;
    sum += p.squaredNorm() * Matrix3::Identity() - p * p.transpose();
  }
  return sum * (mass / inside);
}

TEST(OwnRobots, InertiasAreThoseOfTheShapes) {
  for (const char* name : {"quadruped", "arm7", "cube", "pendulum"}) {
    for (const LinkRecord& link : read_urdf(own(name)).links) {
      if (!link.inertial) continue;
      SCOPED_TRACE(std::string(name) + " " + link.name);
      ASSERT_EQ(link.collisions.size(), 1u);
      const ShapeRecord& shape = link.collisions[0];
      const SpatialInertia I = link.inertial->in_link_frame();
      EXPECT_LT((I.com - shape.X_LS.p).norm(), 1e-15);
      const Matrix3 sampled =
          shape.X_LS.R * sampled_inertia(shape.geometry, I.mass) * shape.X_LS.R.transpose();
      EXPECT_LT((I.inertia - sampled).norm(), 1e-2 * I.inertia.norm());
    }
  }
}

// The stance of the quadruped is q = 0: feet below the hips, 0.35 m below the base.
TEST(OwnRobots, QuadrupedStandsAtZero) {
  const RobotModel model = load_robot(own("quadruped"));
  const Skeleton& s = *model.skeleton;
  int feet = 0;
  for (const RobotShape& shape : model.shapes) {
    if (shape.geometry.kind != GeometryKind::kSphere) continue;
    ++feet;
    RigidTransform X = shape.X_BS;
    for (int body = shape.body; s.parent[static_cast<std::size_t>(body)] >= 0;
         body = s.parent[static_cast<std::size_t>(body)]) {
      X = s.X_PF[static_cast<std::size_t>(body)] * X;  // joints at zero
    }
    EXPECT_NEAR(X.p.z() - shape.geometry.size.x(), -0.3501342459, 1e-9);
    EXPECT_NEAR(std::abs(X.p.x()), 0.17, 1e-12);
    EXPECT_NEAR(std::abs(X.p.y()), 0.15, 1e-12);
  }
  EXPECT_EQ(feet, 4);
}

}  // namespace
}  // namespace cardan
