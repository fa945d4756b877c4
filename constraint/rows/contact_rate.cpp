#include "cardan/constraint/rows/contact_rate.h"

#include "cardan/constraint/rows/row_sides_internal.h"
#include "cardan/dynamics/jacobian_rate.h"

namespace cardan {

namespace {

constexpr double kParallel = 1e-6;    // edges with a smaller sine count as parallel
constexpr double kNoDistance = 1e-9;  // closer cores define no direction [m]

Vector3 across(const Vector3& x, const Vector3& n) { return x - n.dot(x) * n; }

bool is(const ContactFeature& feature, ContactFeatureKind kind) { return feature.kind == kind; }

/// For two faces, chooses the one on which a corner of the other moves.
bool face_is_a(const ContactGeometry& geometry) {
  if (!is(geometry.b, ContactFeatureKind::kFace)) return true;
  return is(geometry.a, ContactFeatureKind::kFace) &&
         geometry.a.corner_distance >= geometry.b.corner_distance;
}

/// n = ± g/|g|, g = e_a × e_b: ṅ = ± (1 − n nᵀ) ġ/|g|, ġ = (ω_a × e_a) × e_b + e_a × (ω_b × e_b)
/// [Eberly 2004].
Vector3 crossed_edges_rate(const Vector3& e_a, const Vector3& e_b, const Vector3& n,
                           const CoreMotion& motion) {
  const Vector3 g = e_a.cross(e_b);
  const Vector3 g_rate =
      motion.omega_a.cross(e_a).cross(e_b) + e_a.cross(motion.omega_b.cross(e_b));
  return (g.dot(n) < 0 ? -1 : 1) * across(g_rate, n) / g.norm();
}

/// Cores that are a point and a line: n stays perpendicular to the line and otherwise follows the
/// line between the core points.
Vector3 point_and_line_rate(const Vector3& e, const Vector3& omega_e, const Vector3& n,
                            const CoreMotion& motion) {
  const Vector3 t = n.cross(e);
  const double along = -n.dot(omega_e.cross(e));
  if (std::abs(motion.distance) < kNoDistance) return along * e;
  return along * e + t.dot(motion.velocity) / motion.distance * t;
}

struct SideMotion {
  Vector3 omega = Vector3::Zero(),
          velocity = Vector3::Zero();  ///< motion of the body and its core point
  SpatialVelocity rate;                ///< J̇ v at the core point
};

SideMotion motion_of(const BodyRef& body, const std::vector<Tree>& trees, const Vector3& p_W) {
  if (!movable(body)) return {};
  const Tree& tree = trees[body.tree];
  const SpatialVelocity V = tree.data->velocity_at(body.body, p_W);
  return {V.angular, V.linear,
          body_jacobian_rate(*tree.skeleton, *tree.data, body.body, p_W, tree.v)};
}

/// Rate at v̇ = 0 of the velocity of a body at the contact, which is at core point + offset and
/// moves with velocity c_rate.
Vector3 velocity_rate_at_contact(const SideMotion& side, const Vector3& offset,
                                 const Vector3& c_rate) {
  return side.rate.linear + side.rate.angular.cross(offset) +
         side.omega.cross(c_rate - side.velocity);
}

}  // namespace

Vector3 normal_rate(const ContactGeometry& geometry, const Vector3& n, const CoreMotion& motion) {
  const ContactFeature &a = geometry.a, &b = geometry.b;
  if (is(a, ContactFeatureKind::kFace) || is(b, ContactFeatureKind::kFace)) {
    return (face_is_a(geometry) ? motion.omega_a : motion.omega_b).cross(n);
  }
  const bool edge_a = is(a, ContactFeatureKind::kEdge), edge_b = is(b, ContactFeatureKind::kEdge);
  if (edge_a && edge_b && a.direction.cross(b.direction).norm() > kParallel) {
    return crossed_edges_rate(a.direction, b.direction, n, motion);
  }
  if (edge_a) return point_and_line_rate(a.direction, motion.omega_a, n, motion);
  if (edge_b) return point_and_line_rate(b.direction, motion.omega_b, n, motion);
  if (std::abs(motion.distance) < kNoDistance) return Vector3::Zero();
  return across(motion.velocity, n) / motion.distance;
}

ContactRate contact_rate(const ContactConstraint& contact, const ContactGeometry& geometry,
                         const std::vector<Tree>& trees) {
  const Vector3& n = contact.normal;
  // From the cores to the contact; n points from a into b.
  const Vector3 offset_a = geometry.a.radius * n, offset_b = -geometry.b.radius * n;
  const SideMotion a = motion_of(contact.a, trees, contact.point - offset_a);
  const SideMotion b = motion_of(contact.b, trees, contact.point - offset_b);
  CoreMotion cores;
  cores.omega_a = a.omega;
  cores.omega_b = b.omega;
  cores.velocity = b.velocity - a.velocity + contact.surface_velocity;
  cores.distance = contact.phi + geometry.a.radius + geometry.b.radius;
  const Vector3 n_rate = normal_rate(geometry, n, cores);

  // φ = n·w, w from a's core point to b's, both fixed in their bodies, minus the radii. With
  // w = L n now: φ̈ = n·ẅ + 2 ṅ·ẇ + n̈·w and n̈·n = −|ṅ|².
  ContactRate rate;
  rate.normal = n.dot(b.rate.linear - a.rate.linear) + 2 * n_rate.dot(cores.velocity) -
                cores.distance * n_rate.squaredNorm();

  // The contact moves with the core of the side without the face, at its radius along n.
  const bool with_b = face_is_a(geometry) && is(geometry.a, ContactFeatureKind::kFace);
  const Vector3 c_rate = with_b ? Vector3(b.velocity - geometry.b.radius * n_rate)
                                : Vector3(a.velocity + geometry.a.radius * n_rate);
  const Vector3 slip_rate =
      velocity_rate_at_contact(b, offset_b, c_rate) - velocity_rate_at_contact(a, offset_a, c_rate);
  rate.tangent1 = contact.tangent1.dot(slip_rate);
  rate.tangent2 = contact.row_direction(2).dot(slip_rate);
  return rate;
}

}  // namespace cardan
