#include <gtest/gtest.h>

#include <algorithm>

#include "collision/collision_scene.h"
#include "constraint/rows/contact_rate.h"
#include "test/unit/constraint/robot_samples.h"

// ṅ and φ̈ of contacts by finite differences: of the motion of their features, and of detection.
namespace cardan {
namespace {

using test::Random;
using test::uniform_vector3;

/// A free body that turns and moves at constant rates: v̇ = 0.
struct Mover {
  std::shared_ptr<const Skeleton> skeleton;
  std::unique_ptr<Data> data;
  VectorX q = VectorX::Zero(7), v = VectorX::Zero(6), z0 = VectorX::Zero(6);

  Mover(Random& random, const Vector3& p) {
    SkeletonBuilder builder("body");
    LinkSpec link;
    link.name = "body";
    link.joint_name = "free";
    link.joint_type = JointType::kFloating;
    link.inertia = test::random_inertia(random);
    builder.add_link(link);
    skeleton = builder.build();
    data = std::make_unique<Data>(*skeleton);
    q.head<3>() = p;
    q[3] = 1;
    v.head<3>() = 2 * uniform_vector3(random);
    v.tail<3>() = uniform_vector3(random);
    forward_kinematics(*skeleton, *data, q.data(), v.data());
  }

  Vector3 omega() const { return v.head<3>(); }
  /// A direction or a point of the body, given at t = 0, at the time t.
  Vector3 turn(const Vector3& d, double t) const {
    const double speed = omega().norm();
    return Eigen::AngleAxisd(speed * t, omega() / speed) * d;
  }
  Vector3 move(const Vector3& x, double t) const {
    const Vector3 p = q.head<3>();
    return p + t * v.tail<3>() + turn(x - p, t);
  }
};

/// A sharp feature grown by a radius.
struct Core {
  ContactFeatureKind kind = ContactFeatureKind::kVertex;
  double radius = 0;
};

std::vector<Tree> trees_of(const Mover& a, const Mover& b) {
  std::vector<Tree> list;
  for (const Mover* body : {&a, &b}) {
    list.push_back(
        {body->skeleton.get(), body->data.get(), body->q.data(), body->v.data(), body->z0.data()});
  }
  return list;
}

/// Two bodies whose features touch at the origin with a common normal.
struct Touch {
  Random random;
  Vector3 n;
  Mover a, b;
  ContactGeometry geometry;
  ContactConstraint contact;

  double radius_a, radius_b;

  Touch(unsigned seed, const Core& core_of_a, const Core& core_of_b)
      : random(seed),
        n(uniform_vector3(random).normalized()),
        a(random, uniform_vector3(random)),
        b(random, uniform_vector3(random)),
        radius_a(core_of_a.radius),
        radius_b(core_of_b.radius) {
    // An edge lies across the normal, a face has it.
    geometry.a = feature(core_of_a, n);
    geometry.b = feature(core_of_b, -n);
    contact.a = {0, 0};
    contact.b = {1, 0};
    contact.normal = n;
    make_tangents(n, &contact.tangent1, &contact.tangent2);
    contact.phi = 1e-3;
  }

  ContactFeature feature(const Core& core, const Vector3& outward) {
    const Vector3 e = n.cross(uniform_vector3(random)).normalized();
    ContactFeature grown;
    grown.kind = core.kind;
    grown.radii = core.radius * (Matrix3::Identity() - n * n.transpose());
    if (core.kind == ContactFeatureKind::kFace) grown.direction = outward;
    if (core.kind == ContactFeatureKind::kEdge) {
      grown.direction = e;
      grown.radii -= core.radius * e * e.transpose();
    }
    if (core.kind == ContactFeatureKind::kFace) grown.corner_distance = 1;
    return grown;
  }

  std::vector<Tree> trees() const { return trees_of(a, b); }

  Vector3 core_a() const { return contact.point - radius_a * n - 0.5 * contact.phi * n; }
  Vector3 core_b() const { return contact.point + radius_b * n + 0.5 * contact.phi * n; }

  /// The normal and the distance of the cores at a time, from the features' own geometry.
  Vector3 normal(double t, double* distance) const {
    const Vector3 w = b.move(core_b(), t) - a.move(core_a(), t);
    const Vector3 e_a = a.turn(geometry.a.direction, t), e_b = b.turn(geometry.b.direction, t);
    const bool face_a = geometry.a.kind == ContactFeatureKind::kFace;
    const bool face_b = geometry.b.kind == ContactFeatureKind::kFace;
    const bool edge_a = geometry.a.kind == ContactFeatureKind::kEdge;
    const bool edge_b = geometry.b.kind == ContactFeatureKind::kEdge;
    Vector3 way = w;
    if (face_a) {
      way = e_a;
    } else if (face_b) {
      way = -e_b;
    } else if (edge_a && edge_b) {
      way = e_a.cross(e_b);
      if (way.dot(n) < 0) way = -way;
    } else if (edge_a || edge_b) {
      const Vector3& e = edge_a ? e_a : e_b;
      way = w - e.dot(w) * e;
      if (way.dot(n) < 0) way = -way;  // a hollow sphere: its centre is on the other side
    } else if (w.dot(n) < 0) {
      way = -w;
    }
    way.normalize();
    *distance = way.dot(w);
    return way;
  }
  double distance(double t) const {
    double value = 0;
    normal(t, &value);
    return value;
  }
};

Core vertex(double radius = 0) { return {ContactFeatureKind::kVertex, radius}; }
Core edge(double radius = 0) { return {ContactFeatureKind::kEdge, radius}; }
Core face() { return {ContactFeatureKind::kFace, 0}; }

const std::pair<Core, Core> kTouches[] = {
    {face(), vertex()},    {vertex(), face()},         {edge(), edge()},
    {face(), vertex(0.3)}, {vertex(0.2), vertex(0.3)}, {edge(0.1), edge(0.2)},
    {edge(), vertex(0.4)}, {vertex(0.3), edge(0.1)},   {vertex(-1.5), vertex(0.3)},
    {vertex(0.25), face()}};

// Forward differences over dt: their error is half the second derivative times dt, so it halves
// with dt; extrapolation leaves only an error of second order.
TEST(ContactRate, NormalRotatesWithItsFeatures) {
  unsigned seed = 1;
  for (const auto& [feature_a, feature_b] : kTouches) {
    for (int trial = 0; trial < 5; ++trial) {
      const Touch touch(seed++, feature_a, feature_b);
      double L = 0;
      const Vector3 n0 = touch.normal(0, &L);
      ASSERT_NEAR((n0 - touch.n).norm(), 0, 1e-12);
      SurfaceMotion motion;
      motion.omega_a = touch.a.omega();
      motion.omega_b = touch.b.omega();
      const Vector3 surface_a = touch.contact.point - 0.5 * touch.contact.phi * touch.n;
      const Vector3 surface_b = touch.contact.point + 0.5 * touch.contact.phi * touch.n;
      motion.velocity = touch.b.data->velocity_at(0, surface_b).linear -
                        touch.a.data->velocity_at(0, surface_a).linear;
      motion.phi = touch.contact.phi;
      const Vector3 rate = contact_path(touch.geometry, touch.n, motion).normal_rate;
      double unused = 0;
      const double dt = 1e-4;
      const Vector3 whole = (touch.normal(dt, &unused) - n0) / dt;
      const Vector3 half = (touch.normal(dt / 2, &unused) - n0) / (dt / 2);
      EXPECT_NEAR((2 * half - whole - rate).norm(), 0, 1e-5 * (1 + rate.squaredNorm()))
          << "case " << seed;
      const double error = (whole - rate).norm(), error_half = (half - rate).norm();
      if (error > 1e-6) {
        EXPECT_NEAR(error / error_half, 2, 0.05);
      }
    }
  }
}

// With v̇ = 0, φ̈ consists of the velocity products alone.
TEST(ContactRate, NormalRowIsTheSecondDerivativeOfTheGap) {
  unsigned seed = 100;
  for (const auto& [feature_a, feature_b] : kTouches) {
    for (int trial = 0; trial < 5; ++trial) {
      Touch touch(seed++, feature_a, feature_b);
      const double dt = 1e-3;
      const auto second = [&](double step) {
        return (touch.distance(step) - 2 * touch.distance(0) + touch.distance(-step)) /
               (step * step);
      };
      const double expected = (4 * second(dt / 2) - second(dt)) / 3;
      const ContactRate rate = contact_rate(touch.contact, touch.geometry, touch.trees());
      EXPECT_NEAR(rate.normal, expected, 1e-5 * (1 + std::abs(expected))) << "case " << seed;
    }
  }
}

/// Two solids at a small distance, moved at constant rates; the gap and the normal at a time are
/// those of detection.
struct Solids {
  Random random;
  Mover a, b;
  CollisionScene scene;
  int handle_a, handle_b;
  RigidTransform X_a, X_b;  ///< at t = 0

  Solids(unsigned seed, const Shape& shape_a, const Shape& shape_b)
      : random(seed), a(random, uniform_vector3(random)), b(random, uniform_vector3(random)) {
    handle_a = scene.add({.sort_key = "a", .shape = shape_a});
    handle_b = scene.add({.sort_key = "b", .shape = shape_b});
    X_a = RigidTransform::from_xyz_rpy(0.1 * uniform_vector3(random), 3 * uniform_vector3(random));
    X_b.R = RigidTransform::from_xyz_rpy({0, 0, 0}, 3 * uniform_vector3(random)).R;
    const bool hollow = shape_a.kind == GeometryKind::kHollowSphere;
    X_b.p = X_a.p + (hollow ? 0.6 : 0.9) * X_a.R.col(2);
    for (int i = 0; i < 40; ++i) {
      const Contact contact = at(0);
      X_b.p += (5e-3 - contact.phi) * contact.normal;
    }
  }

  Contact at(double t) {
    scene.set_pose(handle_a, moved(a, X_a, t));
    scene.set_pose(handle_b, moved(b, X_b, t));
    const CollisionResult& result = scene.detect(2);
    EXPECT_FALSE(result.contacts.empty());
    return *std::min_element(result.contacts.begin(), result.contacts.end(),
                             [](const auto& x, const auto& y) { return x.phi < y.phi; });
  }
  /// The features of the contact that was detected last.
  ContactGeometry geometry(const Contact& contact) const {
    const Vector3 to_surface = 0.5 * contact.phi * contact.normal;
    return {contact_feature(scene.spec(handle_a).shape, scene.pose(handle_a), contact.normal,
                            contact.point - to_surface),
            contact_feature(scene.spec(handle_b).shape, scene.pose(handle_b), -contact.normal,
                            contact.point + to_surface)};
  }
  static RigidTransform moved(const Mover& body, const RigidTransform& X, double t) {
    RigidTransform moved_X;
    for (int i = 0; i < 3; ++i) moved_X.R.col(i) = body.turn(X.R.col(i), t);
    moved_X.p = body.move(X.p, t);
    return moved_X;
  }
};

Shape shape(GeometryKind kind, const Vector3& size) {
  Shape made;
  made.kind = kind;
  made.size = size;
  return made;
}

/// The geometry of a contact of detection and the rates that are computed from it.
struct Computed {
  ContactGeometry geometry;
  Vector3 normal_rate;
  double gap_acceleration;

  Computed(const Solids& solids, const Contact& now) {
    const Vector3 surface_a = now.point - 0.5 * now.phi * now.normal;
    const Vector3 surface_b = now.point + 0.5 * now.phi * now.normal;
    geometry = solids.geometry(now);
    SurfaceMotion motion;
    motion.omega_a = solids.a.omega();
    motion.omega_b = solids.b.omega();
    motion.velocity = solids.b.data->velocity_at(0, surface_b).linear -
                      solids.a.data->velocity_at(0, surface_a).linear;
    motion.phi = now.phi;
    normal_rate = contact_path(geometry, now.normal, motion).normal_rate;
    ContactConstraint contact;
    contact.a = {0, 0};
    contact.b = {1, 0};
    contact.point = now.point;
    contact.normal = now.normal;
    contact.phi = now.phi;
    make_tangents(now.normal, &contact.tangent1, &contact.tangent2);
    gap_acceleration = contact_rate(contact, geometry, trees_of(solids.a, solids.b)).normal;
  }
};

/// The same from detection at ±dt and ±dt/2, extrapolated. No value if a feature changes meanwhile.
struct Measured {
  bool same_features = true;
  Vector3 normal_rate;
  double gap_acceleration;

  Measured(Solids& solids, const Contact& now, const ContactGeometry& geometry, double dt) {
    Vector3 slope[2];
    double bend[2];
    for (const int k : {0, 1}) {
      const double t = dt / (1 + k);
      const Contact before = checked(solids, -t, geometry), after = checked(solids, t, geometry);
      slope[k] = (after.normal - before.normal) / (2 * t);
      bend[k] = (after.phi - 2 * now.phi + before.phi) / (t * t);
    }
    normal_rate = (4 * slope[1] - slope[0]) / 3;
    gap_acceleration = (4 * bend[1] - bend[0]) / 3;
  }

 private:
  Contact checked(Solids& solids, double t, const ContactGeometry& geometry) {
    const Contact contact = solids.at(t);
    const ContactGeometry then = solids.geometry(contact);
    same_features &= then.a.kind == geometry.a.kind && then.b.kind == geometry.b.kind;
    return contact;
  }
};

// Rims, ellipsoids, cones and the solids that touch them: with v̇ = 0 the gap of detection has the
// second derivative φ̈, and its normal the derivative ṅ.
TEST(ContactRate, CurvedSurfacesTurnTheNormalAsDetectionDoes) {
  const Shape plane = shape(GeometryKind::kPlane, Vector3::Zero());
  const Shape egg = shape(GeometryKind::kEllipsoid, {0.3, 0.2, 0.15});
  const Shape lens = shape(GeometryKind::kEllipsoid, {0.25, 0.4, 0.1});
  const Shape disc = shape(GeometryKind::kCylinder, {0.3, 0.05, 0});
  const Shape cone = shape(GeometryKind::kCone, {0.2, 0.3, 0});
  const Shape ball = shape(GeometryKind::kSphere, {0.25, 0, 0});
  const Shape capsule = shape(GeometryKind::kCapsule, {0.1, 0.5, 0});
  const Shape box = shape(GeometryKind::kBox, {0.5, 0.3, 0.4});
  const Shape bowl = shape(GeometryKind::kHollowSphere, {1, 0, 0});
  const std::pair<Shape, Shape> pairs[] = {
      {plane, egg}, {plane, disc}, {plane, cone},   {ball, egg},  {egg, lens},  {capsule, egg},
      {box, egg},   {disc, egg},   {disc, capsule}, {ball, disc}, {cone, egg},  {box, disc},
      {ball, cone}, {disc, disc},  {capsule, cone}, {lens, disc}, {bowl, disc}, {bowl, egg}};
  unsigned seed = 400;
  int compared = 0;
  for (const auto& [shape_a, shape_b] : pairs) {
    for (int trial = 0; trial < 6; ++trial) {
      Solids solids(++seed, shape_a, shape_b);
      const Contact now = solids.at(0);
      const Computed computed(solids, now);
      const double dt = 2e-3 / (1 + computed.normal_rate.norm());
      const Measured measured(solids, now, computed.geometry, dt);
      if (!measured.same_features) continue;
      ++compared;
      EXPECT_NEAR(computed.gap_acceleration, measured.gap_acceleration,
                  3e-4 * (1 + std::abs(measured.gap_acceleration)))
          << "case " << seed;
      EXPECT_NEAR((computed.normal_rate - measured.normal_rate).norm(), 0,
                  3e-4 * (1 + measured.normal_rate.norm()))
          << "case " << seed;
    }
  }
  EXPECT_GT(compared, 90);
}

// A vertex of b on a turning face of a: the slip is b's velocity less that of a where the vertex
// is.
TEST(ContactRate, TangentRowsAreTheDerivativeOfTheSlip) {
  for (unsigned seed = 200; seed < 205; ++seed) {
    Touch touch(seed, face(), vertex());
    touch.contact.phi = 0;
    const Vector3 parting = touch.b.data->velocity_at(0, touch.core_b()).linear -
                            touch.a.data->velocity_at(0, touch.core_a()).linear;
    touch.b.v.tail<3>() -= touch.n.dot(parting) * touch.n;
    forward_kinematics(*touch.b.skeleton, *touch.b.data, touch.b.q.data(), touch.b.v.data());
    const auto slip = [&](double t) {
      const Vector3 x = touch.b.move(touch.core_b(), t);
      const Vector3 of_b =
          touch.b.v.tail<3>() + touch.b.omega().cross(x - touch.b.move(touch.b.q.head<3>(), t));
      const Vector3 of_a =
          touch.a.v.tail<3>() + touch.a.omega().cross(x - touch.a.move(touch.a.q.head<3>(), t));
      return Vector3(of_b - of_a);
    };
    const Vector3 expected = (slip(1e-5) - slip(-1e-5)) / 2e-5;
    const ContactRate rate = contact_rate(touch.contact, touch.geometry, touch.trees());
    EXPECT_NEAR(rate.tangent1, touch.contact.tangent1.dot(expected), 1e-7);
    EXPECT_NEAR(rate.tangent2, touch.contact.tangent2.dot(expected), 1e-7);
  }
}

// A ball that rolls on a plane: no centripetal term along the normal, and none along the slip.
TEST(ContactRate, RollingBallHasZeroContactRate) {
  Random random(7);
  Touch touch(300, face(), vertex(0.5));
  touch.contact.phi = 0;
  touch.a.v.setZero();
  forward_kinematics(*touch.a.skeleton, *touch.a.data, touch.a.q.data(), touch.a.v.data());
  // The ball turns about its centre.
  touch.b.q.head<3>() = touch.core_b();
  touch.b.v.head<3>() = 20 * touch.contact.tangent1;
  touch.b.v.tail<3>() = touch.b.omega().cross(0.5 * touch.n);
  forward_kinematics(*touch.b.skeleton, *touch.b.data, touch.b.q.data(), touch.b.v.data());
  const ContactRate rate = contact_rate(touch.contact, touch.geometry, touch.trees());
  EXPECT_NEAR(rate.normal, 0, 1e-12);
  EXPECT_NEAR(rate.tangent1, 0, 1e-12);
  EXPECT_NEAR(rate.tangent2, 0, 1e-12);
}

}  // namespace
}  // namespace cardan
