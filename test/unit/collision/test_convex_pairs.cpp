// Every convex pair against oracles: a sweep over directions, and for polytopes all faces and edge
// pairs.
#include "test/unit/collision/collision_oracles.h"

namespace cardan {
namespace {

using oracle::make_shape;
using oracle::Pose;

struct Outcome {
  bool contact = false;
  double phi = 0;  // of the deepest point
  Vector3 normal = Vector3::Zero();
  int points = 0;
};

/// Contacts of a pair through the scene, with the checks that hold for every patch.
Outcome detect_pair(const Pose& a, const Pose& b, double margin) {
  CollisionScene scene;
  const int i = scene.add({"a", a.shape, false, 0}), j = scene.add({"b", b.shape, false, 1});
  scene.set_pose(i, a.X);
  scene.set_pose(j, b.X);
  const CollisionResult& r = scene.detect(margin);
  EXPECT_EQ(r.ladder.unresolved, 0);
  EXPECT_LE(r.manifolds.size(), 1u);
  Outcome outcome;
  outcome.points = static_cast<int>(r.contacts.size());
  if (r.contacts.empty()) return outcome;
  outcome.contact = true;
  outcome.phi = 1e300;
  outcome.normal = r.contacts[0].normal;
  EXPECT_NEAR(outcome.normal.norm(), 1, 1e-14);
  EXPECT_LE(r.contacts.size(), 4u);
  for (const Contact& c : r.contacts) {
    outcome.phi = std::min(outcome.phi, c.phi);
    EXPECT_EQ(c.normal, outcome.normal);
    EXPECT_LE(c.phi, margin);
    // The two surface points of a contact belong to their shapes.
    EXPECT_LE(oracle::outside(a, c.point - 0.5 * c.phi * c.normal), 2e-6) << c.feature;
    EXPECT_LE(oracle::outside(b, c.point + 0.5 * c.phi * c.normal), 2e-6) << c.feature;
  }
  return outcome;
}

struct PairCase {
  const char* name;
  Shape a, b;
};

Shape random_hull(int vertices, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> g;
  std::vector<Vector3> points;
  for (int i = 0; i < vertices; ++i)
    points.push_back(Vector3(g(random), g(random), g(random))
                         .normalized()
                         .cwiseProduct(Vector3(0.2, 0.15, 0.1)));
  return oracle::make_hull(points);
}

std::vector<std::pair<std::string, Shape>> convex_shapes() {
  return {{"Sphere", make_shape(GeometryKind::kSphere, 0.15)},
          {"Point", make_shape(GeometryKind::kSphere, 0)},
          {"Box", make_shape(GeometryKind::kBox, 0.3, 0.2, 0.25)},
          {"Plate", make_shape(GeometryKind::kBox, 0.5, 0.4, 0.01)},
          {"Cylinder", make_shape(GeometryKind::kCylinder, 0.1, 0.3)},
          {"Disc", make_shape(GeometryKind::kCylinder, 0.2, 0.02)},
          {"Capsule", make_shape(GeometryKind::kCapsule, 0.08, 0.3)},
          {"Ellipsoid", make_shape(GeometryKind::kEllipsoid, 0.1, 0.15, 0.2)},
          {"Cone", make_shape(GeometryKind::kCone, 0.12, 0.3)},
          {"Hull", random_hull(14, 3)},
          {"LargeHull", random_hull(150, 5)}};
}

class ConvexPair : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(ConvexPair, AgreesWithOracle) {
  const auto shapes = convex_shapes();
  const Shape& sa = shapes[static_cast<std::size_t>(GetParam().first)].second;
  const Shape& sb = shapes[static_cast<std::size_t>(GetParam().second)].second;
  if (sa.size.x() == 0 && sb.size.x() == 0 && !sa.hull && !sb.hull) return;  // two points
  std::mt19937_64 random(static_cast<unsigned>(100 * GetParam().first + GetParam().second));
  std::uniform_real_distribution<double> uniform(-1, 1);
  const bool polytopes = oracle::is_polytope(sa) && oracle::is_polytope(sb);
  const bool analytic = sa.kind == GeometryKind::kSphere && sb.kind != GeometryKind::kEllipsoid;
  const bool large =
      sa.hull && sa.hull->vertices.size() > 50 && sb.hull && sb.hull->vertices.size() > 50;
  const double margin = 0.02, tolerance = polytopes || analytic ? 1e-9 : 1e-6;
  double worst = 0;
  int contacts = 0;
  const int poses = large ? 20 : 200;
  for (int k = 0; k < poses; ++k) {
    const Vector3 origin(3 * uniform(random), uniform(random), 2);
    const Vector3 offset = Vector3(uniform(random), uniform(random), uniform(random)) * 0.3;
    const Pose a{sa, {oracle::random_rotation(random), origin}},
        b{sb, {oracle::random_rotation(random), origin + offset}};
    const double swept = oracle::swept_distance(a, b);
    const double truth = polytopes ? oracle::polytope_distance(a, b) : swept;
    EXPECT_LE(swept, truth + 1e-12);  // the oracles themselves
    const Outcome ab = detect_pair(a, b, margin), ba = detect_pair(b, a, margin);
    if (truth > margin + 1e-6) {
      EXPECT_FALSE(ab.contact) << truth;
      continue;
    }
    if (truth > margin - 1e-6) continue;
    ASSERT_TRUE(ab.contact) << "missed, distance " << truth << " pose " << k;
    ASSERT_TRUE(ba.contact);
    ++contacts;
    EXPECT_GE(ab.phi, truth - 2e-9) << "deeper than the truth, pose " << k;
    // The distance along any direction is a lower bound of the truth: phi is proven not to be too
    // large.
    EXPECT_NEAR(oracle::along(a, b, ab.normal), ab.phi, tolerance) << "pose " << k;
    if (polytopes) {
      EXPECT_LE(ab.phi, truth + tolerance) << "pose " << k;
    }
    EXPECT_NEAR(ab.phi, ba.phi, std::max(tolerance, 1e-9)) << "swapped, pose " << k;
    worst = std::max({worst, truth - ab.phi, ab.phi - oracle::along(a, b, ab.normal)});
  }
  RecordProperty("contacts", contacts);
  std::printf("   %-10s %-10s %3d contacts, worst %.1e\n",
              shapes[static_cast<std::size_t>(GetParam().first)].first.c_str(),
              shapes[static_cast<std::size_t>(GetParam().second)].first.c_str(), contacts, worst);
}

std::vector<std::pair<int, int>> all_pairs() {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < 11; ++i)
    for (int j = i; j < 11; ++j) pairs.emplace_back(i, j);
  return pairs;
}

INSTANTIATE_TEST_SUITE_P(All, ConvexPair, ::testing::ValuesIn(all_pairs()),
                         [](const auto& parameters) {
                           const auto shapes = convex_shapes();
                           return shapes[static_cast<std::size_t>(parameters.param.first)].first +
                                  shapes[static_cast<std::size_t>(parameters.param.second)].first;
                         });

}  // namespace
}  // namespace cardan
