#include <array>
#include <map>
#include <string>
#include <tuple>

#include "test/unit/collision/collision_oracles.h"
#include "test/unit/collision/contact_comparison.h"

namespace cardan {
namespace {

using oracle::make_shape;

/// By the names of the two objects and the feature.
using NamedContacts = std::map<std::tuple<std::string, std::string, std::uint32_t>, Contact>;

void add_named(const CollisionScene& scene, const CollisionResult& found, NamedContacts& contacts) {
  const auto name = [&](int rank) { return scene.spec(scene.handle(rank)).sort_key; };
  for (const Contact& c : found.contacts) contacts[{name(c.a), name(c.b), c.feature}] = c;
}

/// A hundred bodies of one to three shapes, too far apart to collide, on two planes, one of which
/// is tilted.
class OverTwoPlanes {
 public:
  OverTwoPlanes() {
    const std::array<Shape, 5> shapes{make_shape(GeometryKind::kSphere, 0.1),
                                      make_shape(GeometryKind::kBox, 0.1, 0.2, 0.15),
                                      make_shape(GeometryKind::kCylinder, 0.07, 0.2),
                                      make_shape(GeometryKind::kCapsule, 0.05, 0.2),
                                      make_shape(GeometryKind::kEllipsoid, 0.1, 0.07, 0.05)};
    for (int i = 0; i < kBodies; ++i) {
      // Before and behind the planes in the order of names.
      const std::string name = (i % 2 == 0 ? "a" : "z") + std::to_string(100 + i);
      for (int k = 0; k <= i % 3; ++k) {
        objects_.push_back({name + "/" + std::to_string(k),
                            shapes[static_cast<std::size_t>(i + k) % 5], false, i,
                            RigidTransform(Vector3(0.1 * k, 0, 0))});
      }
      const Vector3 p(2.0 * (i % 10) - 9, 2.0 * (i / 10) - 9, 0.2 + 0.2 * uniform());
      poses_.emplace_back(oracle::random_rotation(random_), p);
    }
    objects_.push_back({"ground", make_shape(GeometryKind::kPlane, 0), true, kBodies});
    objects_.push_back({"slope", make_shape(GeometryKind::kPlane, 0), true, kBodies + 1});
    poses_.resize(kBodies + 2);
    margins_.resize(poses_.size(), 0);
  }

  void move(int step) {
    for (std::size_t i = 0; i < kBodies; ++i) {
      poses_[i].p += 0.02 * Vector3(uniform(), uniform(), uniform());
      margins_[i] = i % 4 == 0 ? 0.02 * (1 + uniform()) : 0;
    }
    const double angle = 0.02 + 0.01 * (step / 3);
    poses_.back().R = Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix();
  }

  void add_to(CollisionScene& scene) const {
    for (const CollisionObjectSpec& object : objects_) scene.add(object);
  }
  void place(CollisionScene& scene) const {
    for (const CollisionObjectSpec& object : objects_) place(object, scene);
  }

  /// Every shape alone with every plane, in new scenes.
  NamedContacts one_by_one(double margin) const {
    NamedContacts contacts;
    const std::size_t shapes = objects_.size() - 2;
    for (std::size_t i = 0; i < shapes; ++i) {
      for (const std::size_t plane : {shapes, shapes + 1}) {
        CollisionScene scene;
        for (const std::size_t k : {i, plane}) {
          scene.add(objects_[k]);
          place(objects_[k], scene);
        }
        add_named(scene, scene.detect(margin), contacts);
      }
    }
    return contacts;
  }

 private:
  static constexpr int kBodies = 100;

  double uniform() { return uniform_(random_); }
  void place(const CollisionObjectSpec& object, CollisionScene& scene) const {
    const auto body = static_cast<std::size_t>(object.body);
    scene.set_body_pose(object.body, poses_[body]);
    scene.set_body_margin(object.body, margins_[body]);
  }

  std::mt19937_64 random_{21};
  std::uniform_real_distribution<double> uniform_{-1, 1};
  std::vector<CollisionObjectSpec> objects_;  ///< the planes last
  std::vector<RigidTransform> poses_;         ///< of the bodies
  std::vector<double> margins_;
};

void expect_same(const NamedContacts& p, const NamedContacts& q) {
  ASSERT_EQ(p.size(), q.size());
  for (auto i = p.begin(), k = q.begin(); i != p.end(); ++i, ++k) {
    EXPECT_EQ(i->first, k->first);
    EXPECT_EQ(i->second.phi, k->second.phi);
    EXPECT_EQ(i->second.point, k->second.point);
    EXPECT_EQ(i->second.normal, k->second.normal);
  }
}

TEST(UnboundedSolids, ManyBodiesHaveTheContactsOfEachSeparately) {
  OverTwoPlanes bodies;
  CollisionScene one, two;
  bodies.add_to(one);
  bodies.add_to(two);
  WorkerPool pool(2);
  std::size_t contacts = 0;
  for (int step = 0; step < 12; ++step) {
    bodies.move(step);
    bodies.place(one);
    bodies.place(two);
    const double margin = step < 8 ? 0.01 : 0.02;
    const CollisionResult& found = one.detect(margin);
    test::expect_equal_bits(found, two.detect(margin, pool));
    NamedContacts named;
    add_named(one, found, named);
    expect_same(named, bodies.one_by_one(margin));
    contacts += named.size();
  }
  EXPECT_GT(contacts, 500u);
}

}  // namespace
}  // namespace cardan
