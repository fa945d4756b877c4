#include "constraint/rows/contact_rate.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "cardan/kinematics.h"
#include "constraint/rows/row_sides.h"

namespace cardan {

namespace {

constexpr double kParallel = 1e-6;  // edges with a smaller sine count as parallel
constexpr double kSharp = 1e-9;     // radii whose sum is smaller define no normal [m]

Vector3 across(const Vector3& x, const Vector3& n) { return x - n.dot(x) * n; }

bool is(const ContactFeature& feature, ContactFeatureKind kind) { return feature.kind == kind; }

/// For two faces, chooses the one on which a corner of the other moves.
bool face_is_a(const ContactGeometry& geometry) {
  if (!is(geometry.b, ContactFeatureKind::kFace)) return true;
  return is(geometry.a, ContactFeatureKind::kFace) &&
         geometry.a.corner_distance >= geometry.b.corner_distance;
}

/// A tangential unit direction in which one side is flat: the normal turns with this side, and the
/// contact may move along it.
struct FlatDirection {
  Vector3 along;
  bool on_a = true;
};

struct FlatDirections {
  FlatDirection list[2];
  int count = 0;

  void add(const Vector3& along, bool on_a) { list[count++] = {along, on_a}; }
};

/// A face has two; otherwise each edge has one, and parallel edges share that of a.
FlatDirections flat_directions(const ContactGeometry& geometry, const Vector3& n) {
  FlatDirections flats;
  if (is(geometry.a, ContactFeatureKind::kFace) || is(geometry.b, ContactFeatureKind::kFace)) {
    Vector3 t1, t2;
    make_tangents(n, &t1, &t2);
    flats.add(t1, face_is_a(geometry));
    flats.add(t2, face_is_a(geometry));
    return flats;
  }
  for (const ContactFeature* side : {&geometry.a, &geometry.b}) {
    if (!is(*side, ContactFeatureKind::kEdge)) continue;
    const Vector3 along = across(side->direction, n).normalized();
    const bool shared = flats.count > 0 && flats.list[0].along.cross(along).norm() <= kParallel;
    if (!shared) flats.add(along, side == &geometry.a);
  }
  return flats;
}

/// x/d, or 0 where d defines no normal.
double over_radius(double x, double d) { return std::abs(d) < kSharp ? 0.0 : x / d; }

/// Tangential ṅ with K ṅ = rhs, K the sum of the radii.
Vector3 normal_rate_of_curves(const Matrix3& K, const Vector3& rhs, const Vector3& n) {
  Eigen::Matrix<double, 3, 2> T;
  Vector3 t1, t2;
  make_tangents(n, &t1, &t2);
  T << t1, t2;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> principal;
  principal.computeDirect(T.transpose() * K * T);
  Vector2 x = principal.eigenvectors().transpose() * (T.transpose() * rhs);
  for (int i = 0; i < 2; ++i) x[i] = over_radius(x[i], principal.eigenvalues()[i]);
  return T * (principal.eigenvectors() * x);
}

struct SideMotion {
  Vector3 omega = Vector3::Zero(),
          velocity = Vector3::Zero();  ///< motion of the body and its material at the contact
  SpatialVelocity rate;                ///< J̇ v of this material
};

SideMotion motion_of(const BodyRef& body, const std::vector<Tree>& trees, const Vector3& p_W) {
  if (!movable(body)) return {};
  const Tree& tree = trees[body.tree];
  const SpatialVelocity V = tree.data->velocity_at(body.body, p_W);
  return {V.angular, V.linear,
          body_jacobian_rate(*tree.skeleton, *tree.data, body.body, p_W, tree.v)};
}

}  // namespace

// The contact points of the sides have the velocities v_a + ρ_a (ṅ − ω_a × n) + α and
// v_b − ρ_b (ṅ − ω_b × n) + β with α and β along flat directions, and differ by φ n:
//   (ρ_a + ρ_b + φ) ṅ + α − β = P (v_b − v_a) + ρ_a (ω_a × n) + ρ_b (ω_b × n),
//   f·ṅ = f·(ω × n) along each flat direction f.
ContactPath contact_path(const ContactGeometry& geometry, const Vector3& n,
                         const SurfaceMotion& motion) {
  const Vector3 turn_a = motion.omega_a.cross(n), turn_b = motion.omega_b.cross(n);
  const Matrix3 &radii_a = geometry.a.radii, &radii_b = geometry.b.radii;
  const Matrix3 K = radii_a + radii_b + motion.phi * Matrix3::Identity();
  const Vector3 rhs = across(motion.velocity, n) + radii_a * turn_a + radii_b * turn_b;
  const FlatDirections flats = flat_directions(geometry, n);

  // The vectors d_k dual to the flat directions: f_j·d_k = δ_jk.
  Vector3 dual[2];
  for (int k = 0; k < flats.count; ++k) {
    const Vector3& f = flats.list[k].along;
    const Vector3 d = flats.count == 2 ? Vector3(flats.list[1 - k].along.cross(n)) : f;
    dual[k] = d / f.dot(d);
  }

  ContactPath path;
  for (int k = 0; k < flats.count; ++k) {
    const FlatDirection& flat = flats.list[k];
    path.normal_rate += flat.along.dot(flat.on_a ? turn_a : turn_b) * dual[k];
  }
  if (flats.count == 0) path.normal_rate = normal_rate_of_curves(K, rhs, n);
  if (flats.count == 1) {
    const Vector3 t = n.cross(flats.list[0].along);
    path.normal_rate += over_radius(t.dot(rhs - K * path.normal_rate), t.dot(K * t)) * t;
  }

  path.on_a = radii_a * (path.normal_rate - turn_a);
  path.on_b = -radii_b * (path.normal_rate - turn_b);
  const Vector3 rest = rhs - K * path.normal_rate;
  for (int k = 0; k < flats.count; ++k) {
    const FlatDirection& flat = flats.list[k];
    const Vector3 way = dual[k].dot(rest) * flat.along;
    if (flat.on_a) path.on_a += way;
    if (!flat.on_a) path.on_b -= way;
  }
  return path;
}

// With the gap φ and its rate n·(v_b − v_a) at the contact points, both material points change
// while the contact moves over the sides.
ContactRate contact_rate(const ContactConstraint& contact, const ContactGeometry& geometry,
                         const std::vector<Tree>& trees) {
  const Vector3& n = contact.normal;
  const Vector3 to_surface = 0.5 * contact.phi * n;
  const SideMotion a = motion_of(contact.a, trees, contact.point - to_surface);
  const SideMotion b = motion_of(contact.b, trees, contact.point + to_surface);
  const SurfaceMotion motion{a.omega, b.omega, b.velocity - a.velocity + contact.surface_velocity,
                             contact.phi};
  const ContactPath path = contact_path(geometry, n, motion);
  const Vector3 slip_rate =
      b.rate.linear + b.omega.cross(path.on_b) - a.rate.linear - a.omega.cross(path.on_a);
  ContactRate rate;
  rate.normal = n.dot(slip_rate) + path.normal_rate.dot(motion.velocity);
  rate.tangent1 = contact.tangent1.dot(slip_rate);
  rate.tangent2 = contact.row_direction(2).dot(slip_rate);
  return rate;
}

}  // namespace cardan
