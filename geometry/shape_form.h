#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "cardan/shape.h"
#include "geometry/shape_bounds.h"
#include "geometry/shape_parts.h"

/// Forms describe the kinds of shapes. A new kind needs a file with its ShapeForm, an entry of
/// GeometryKind and a line in shape_form.cpp.
namespace cardan {

/// The sizes of a kind, in the order of GeometryRecord::size [m].
struct ShapeSizes {
  int count = 0;
  /// Key of all sizes as one list, in scenes, SDF and, if there are no `keys`, URDF.
  const char* list = nullptr;
  std::array<const char*, 3> keys{};  ///< key of each size, where there is no list
  int num_positive = 0;      ///< number of leading sizes that are above zero in robot files
  bool may_be_zero = false;  ///< true if make_shapes accepts sizes of zero
  /// True if scenes accept the key `axis`, the direction of z.
  bool has_axis = false;
  std::array<double, 3> mjcf{1, 1, 1};  ///< sizes in MJCF divided by these sizes
};

/// Functions of one kind of shape, in the frame of the shape unless a PosedShape is given. A null
/// pointer stands for the behaviour in brackets.
struct ShapeForm {
  GeometryKind kind{};
  const char* name = "";        ///< in scenes, URDF, SDF, messages and pages
  int place = -1;               ///< place among the keys of scenes (−1: not a key)
  const char* mjcf = nullptr;   ///< type of a geom in MJCF (null: MJCF has none)
  bool in_robot_files = false;  ///< true if URDF and SDF have this shape
  ShapeSizes sizes = {};

  /// Position in a pair of shapes: the shape with the lower rank is the first. Shapes without
  /// bounds and surfaces have ranks from 100 on.
  int rank = 0;
  bool is_convex = false;     ///< true for a bounded convex solid
  bool is_polytope = false;   ///< true if the core is a polytope, a segment or a point
  bool has_discs = false;     ///< true for a body of revolution with flat ends
  bool has_radius = false;    ///< true for a core (a point or a segment) with the radius size.x
  bool is_unbounded = false;  ///< true if the solid extends to infinity
  bool is_surface = false;    ///< true if the shape consists of triangles

  /// Inertia of a solid of the given density [kg/m³] (no volume).
  SpatialInertia (*solid)(const Vector3& size, double density) = nullptr;
  /// Inertia of a shell of unit mass per area [kg/m²] (no shell).
  SpatialInertia (*shell)(const Vector3& size) = nullptr;
  /// Largest distance of a point from the origin [m] (0).
  double (*radius)(const Shape& shape) = nullptr;
  /// Box of a bounded shape.
  AxisBox (*bounds)(const Shape& shape) = nullptr;
  /// Farthest point of a convex shape along d, which has any positive length.
  Vector3 (*support)(const Shape& shape, const Vector3& d) = nullptr;
  /// Triangles of the surface for pictures (none). far: half of the edge of an unbounded shape [m].
  TriangleMesh (*tessellate)(const Vector3& size, double far) = nullptr;

  /// See extreme_points (none).
  void (*extreme_points)(const PosedShape& shape, const Vector3& d_S,
                         std::vector<ExtremePoint>& points) = nullptr;
  /// See support_face (the support point). d in W, d_S in the frame of the shape.
  void (*support_face)(const PosedShape& shape, const Vector3& d, const Vector3& d_S,
                       Feature& feature) = nullptr;
  /// See support_edge (none).
  void (*support_edge)(const PosedShape& shape, const Vector3& d, const Vector3& d_S,
                       Feature& feature) = nullptr;
  /// Cosine between the axis z and the normals of the side of a body of revolution (not one).
  double (*side_cosine)(const Vector3& size) = nullptr;
  /// See flat_normals_near (none).
  void (*flat_normals)(const Shape& shape, NearNormals& near) = nullptr;
  /// See contact_feature (a face with the given normal).
  ContactFeature (*feature)(const Shape& shape, const Vector3& normal,
                            const Vector3& point) = nullptr;
  /// The part of a line inside a convex solid.
  RayInterval (*cross)(const Shape& shape, const LocalRay& ray) = nullptr;
  /// See line_enters (false).
  bool (*line_enters)(const Shape& shape, const LocalRay& line, double& t) = nullptr;
  /// Candidate points, one of which is farthest from p. They are centres of spheres of the given
  /// radius (none).
  void (*far_points)(const Shape& shape, const Vector3& p, std::vector<Vector3>& points,
                     double& radius) = nullptr;
  /// The point of a smooth convex shape farthest from p (not smooth).
  Vector3 (*farthest)(const Vector3& size, const Vector3& p) = nullptr;
  /// Signed distance of a point (computed by GJK).
  PointDistance (*distance)(const Vector3& size, const Vector3& p) = nullptr;
};

/// The forms of all kinds.
extern CARDAN_API const std::array<const ShapeForm*, kNumGeometryKinds> kShapeForms;

/// The form of every number that a GeometryKind can have. A number without a kind has an empty
/// form.
constexpr std::size_t kNumGeometryNumbers = 256;
extern CARDAN_API const std::array<const ShapeForm*, kNumGeometryNumbers> kFormOfNumber;

inline const ShapeForm& form_of(GeometryKind kind) {
  return *kFormOfNumber[static_cast<unsigned char>(kind)];
}
inline const ShapeForm& form_of(const Shape& shape) { return form_of(shape.kind); }

/// Half the length [m] of the segment that is the core of a shape with a radius; 0 for a point.
inline double core_half_length(const Shape& shape) {
  return form_of(shape).sizes.count > 1 ? 0.5 * shape.size.y() : 0;
}

/// Returns the form with a name in scenes, or null.
CARDAN_API const ShapeForm* form_named(std::string_view name);

}  // namespace cardan
