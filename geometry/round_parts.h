#pragma once

#include "geometry/shape_parts.h"

/// Parts of bodies of revolution about z.
namespace cardan {

/// Sides of the polygon inscribed in a disc.
constexpr std::uint32_t kDiscSides = 16;

/// Rim point of a disc of radius r in direction d of its plane; along x if d has no component in
/// the plane.
Vector3 disc_point(double r, const Vector3& d, double z);

/// Returns the unit direction, in the plane of a disc with axis z, to the rim point that is
/// farthest along d (in the frame of the disc). If the disc is perpendicular to d within 1e-7 rad,
/// the direction is x. The contact points of a standing cylinder then turn with the cylinder
/// instead of jumping along its rim due to round-off. The depth error is below 1e-7 of the radius.
Vector2 rim_direction(const Vector3& d);

/// Direction away from the axis; x for a point on the axis itself.
Vector2 radial_direction(const Vector3& d);
Vector3 radial(const Vector3& p);

/// Largest distance of a point from the origin [m], and the box, of a body between two discs.
double radius_with_discs(const Shape& shape);
AxisBox bounds_with_discs(const Shape& shape);

/// Adds four points of the rim at height z, starting with the one farthest along d_S.
void add_rim(const PosedShape& shape, const Vector3& d_S, double z, std::uint32_t first,
             std::vector<ExtremePoint>& points);

/// The disc at height z as a polygon.
void disc_face(const PosedShape& shape, const Vector3& d_S, double z, std::uint32_t first,
               Feature& feature);
/// The straight line on the side that faces d_S. top: radius at the upper end [m].
void generator(const PosedShape& shape, const Vector3& d_S, double top, Feature& feature);
/// The generator, if it is nearly perpendicular to d_S. side: its normal.
void generator_edge(const PosedShape& shape, const Vector3& d_S, const Vector3& side, double top,
                    Feature& feature);

/// A circle about z at the distance r from it, on a surface of revolution: its points move by r dφ
/// while the normal, at the sine s to the axis, turns by s dφ.
Matrix3 radius_about_z(const Vector3& n, double r);

/// A surface of revolution x² + y² = (r + k z)² between two heights.
struct RaySide {
  double r, k, low, high;
};
/// True if the line enters through the side.
bool enters_side(const RaySide& side, const LocalRay& line, double& t);

/// The part of a line inside a cylinder.
RayInterval cross_cylinder(const LocalRay& ray, double radius, double half_length);

/// The cylinder x² + y² ≤ r², |z| ≤ length / 2.
SpatialInertia cylinder_inertia(double r, double length, double density);

/// A ring of a body of revolution.
struct Ring {
  double radius = 0, z = 0;
};
/// Triangles between rings from bottom to top; the first and the last have radius 0.
TriangleMesh revolved(const std::vector<Ring>& rings);
/// Half spheres `half` above and below the centre; 0: a sphere.
TriangleMesh round_ended(double radius, double half);

}  // namespace cardan
