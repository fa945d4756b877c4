#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "cardan/shape.h"
#include "geometry/shape_bounds.h"

/// Parts of shapes: points, edges and faces at which they touch, and the ends of a ray in them.
namespace cardan {

/// A shape at its pose. The shape and the pose are references, which must remain valid during the
/// query.
struct PosedShape {
  const Shape& shape;
  const RigidTransform& X_WS;
};

/// A sphere, or a point if the radius is 0. Seen along one direction, the shape is the convex hull
/// of such spheres.
struct ExtremePoint {
  Vector3 centre;  ///< centre in W [m]
  double radius = 0;
  std::uint32_t feature = 0;
};

/// A corner of a feature: its position p_W, and a label below 2^15 that is stable from step to
/// step.
struct FeatureVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t label = 0;
};

/// A point (1 vertex), a segment (2) or a planar convex polygon (3 or more, with its outward unit
/// normal in W).
struct Feature {
  std::vector<FeatureVertex> vertices;
  Vector3 normal = Vector3::Zero();
};

// Tolerances of the features.
constexpr double kEdgeSine =
    0.1;  // an edge steeper than this against the plane normal to d is not a support edge
constexpr double kTie = 1e-9;  // faces equally aligned within this: the lower index wins
constexpr double kNearSine = 1e-3;
constexpr double kNearCosine = 1 - 1e-6;
constexpr double kFeatureAngle = 1e-6;  // tolerance for a normal to belong to an edge or face [rad]

/// Collects the normals of flat or ruled parts, in W, that are near a normal.
class NearNormals {
 public:
  NearNormals(const Matrix3& R, const Vector3& n, std::vector<Vector3>& normals)
      : n_S(R.transpose() * n), R_(R), normals_(normals) {}

  void offer(const Vector3& m_S) {
    if (m_S.dot(n_S) > kNearCosine) normals_.emplace_back(R_ * m_S);
  }

  const Vector3 n_S;  ///< the normal in the frame of the shape

 private:
  const Matrix3& R_;
  std::vector<Vector3>& normals_;
};

/// Kind of the touching part of a shape.
enum class ContactFeatureKind : unsigned char { kVertex, kEdge, kFace };

/// The feature of a shape at a contact, and the principal radii of curvature of the surface there.
/// A face is flat in both tangential directions, an edge is flat along its direction, and a vertex
/// is flat in no direction. In the other directions, `radii` contains the radii of curvature: 0 at
/// a sharp corner, the radius of a sphere, the radius over the sine of the tilt along the rim of a
/// disc, and a negative radius inside a hollow sphere.
struct ContactFeature {
  ContactFeatureKind kind = ContactFeatureKind::kVertex;
  Vector3 direction = Vector3::Zero();  ///< unit vector: the direction of an edge or the outward
                                        ///< normal of a face
  /// Symmetric, tangential matrix [m]: if the outward normal turns by dn relative to the shape, the
  /// point with this normal moves by radii dn. Zero along flat directions.
  Matrix3 radii = Matrix3::Zero();
  /// For a face: distance from the contact point to the nearest corner [m]; infinite for faces
  /// without corners.
  double corner_distance = 0;
};

inline ContactFeature vertex_feature(const Matrix3& radii = Matrix3::Zero()) {
  return {ContactFeatureKind::kVertex, Vector3::Zero(), radii, 0};
}
inline ContactFeature edge_feature(const Vector3& direction,
                                   const Matrix3& radii = Matrix3::Zero()) {
  return {ContactFeatureKind::kEdge, direction, radii, 0};
}
inline ContactFeature face_feature(const Vector3& normal, double corner_distance = kInfinite) {
  return {ContactFeatureKind::kFace, normal, Matrix3::Zero(), corner_distance};
}
/// True if a normal belongs to a face with a unit normal.
inline bool is_aligned(const Vector3& unit, const Vector3& n) {
  return unit.dot(n) > 0 && unit.cross(n).norm() < kFeatureAngle;
}
/// A sphere of a radius about the point of the normal n.
inline Matrix3 radius_across(const Vector3& n, double radius) {
  return radius * (Matrix3::Identity() - n * n.transpose());
}

/// A ray in the frame of a shape. Its direction has unit length.
struct LocalRay {
  Vector3 origin, direction;

  Vector3 at(double t) const { return origin + t * direction; }
};

/// The part of a line inside a convex solid, with the normals at its ends.
struct RayInterval {
  double in = -kInfinite, out = kInfinite;
  Vector3 normal_in = Vector3::Zero(), normal_out = Vector3::Zero();

  bool empty() const { return !(in <= out); }
  void clear() {
    in = kInfinite;
    out = -kInfinite;
  }
  void enter(double t, const Vector3& n) {
    if (t <= in) return;
    in = t;
    normal_in = n;
  }
  void leave(double t, const Vector3& n) {
    if (t >= out) return;
    out = t;
    normal_out = n;
  }
};

/// Clips by n · x ≤ offset.
void clip_plane(const LocalRay& ray, const Vector3& n, double offset, RayInterval& interval);
/// Clips by Σ ((x_i − c_i)/s_i)² ≤ 1: a sphere, or an ellipsoid.
void clip_ellipsoid(const LocalRay& ray, const Vector3& centre, const Vector3& s,
                    RayInterval& interval);
/// Real roots of A t² + 2 B t + C, ascending; false when there are none. A ≠ 0.
bool quadratic_roots(double A, double B, double C, double& first, double& second);

/// The part of a line inside half-spaces m·x ≤ height, without normals.
struct LineInterval {
  double enters = -kInfinite, leaves = kInfinite;

  void cut(double towards, double depth) {  // takes m·u and height − m·p
    if (towards < 0) enters = std::max(enters, depth / towards);
    if (towards > 0) leaves = std::min(leaves, depth / towards);
    if (towards == 0 && depth < 0) leaves = -kInfinite;
  }
};

/// Signed distance of a point from a shape and the shape's outward normal at the nearest point, in
/// the shape's frame.
struct PointDistance {
  double distance = 0;
  Vector3 normal = Vector3::UnitZ();
};

/// An inertia with principal axes along the axes of the shape and its centre at z.
inline SpatialInertia diagonal_inertia(double mass, double xx, double yy, double zz,
                                       double com_z = 0) {
  return {mass, Vector3(0, 0, com_z), Vector3(xx, yy, zz).asDiagonal()};
}

/// The faces of a hull as triangles.
CARDAN_API TriangleMesh surface_of(const ConvexHull& hull);

}  // namespace cardan
