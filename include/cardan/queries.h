#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/geometry.h"
#include "cardan/world.h"

/// Queries on a world: rays, distances, overlaps and contacts (docs/queries.md). Names are MODEL or
/// MODEL/LINK. Invalid input (unknown names, a direction of zero length, non-finite numbers) throws
/// Error. Names in results stay valid as long as the world exists.
namespace cardan {

/// The shapes of a world in a tree, at their poses when the view was constructed or last updated. A
/// world converts to a view implicitly, so ray_cast(world, ray) works. A program should keep a view
/// for repeated queries. The world must outlive the view. Models added later are included only
/// after update(). Several threads may query one view at once; the world must not be stepped or
/// changed during construction and update().
class CARDAN_API WorldView {
 public:
  /// Makes a view of the shapes at their present poses.
  WorldView(const World& world);  // NOLINT(google-explicit-constructor): ray_cast(world, …)
  ~WorldView();
  WorldView(WorldView&&) noexcept;
  WorldView& operator=(WorldView&&) noexcept;

  /// Rebuilds the view from the shapes and poses of the world.
  void update();

  struct Impl;
  const Impl& impl() const { return alive(impl_, "the view"); }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Selects the shapes that a query considers.
struct QueryFilter {
  std::uint32_t mask = 0xffffffffU;  ///< selects shapes whose group shares a bit with the mask
  std::vector<std::string> ignore;   ///< models or links to skip
};

/// A half-line, or a segment if max_distance is finite.
struct Ray {
  Vector3 origin = Vector3::Zero();                               ///< start of the ray in W [m]
  Vector3 direction = Vector3::UnitZ();                           ///< any finite length except zero
  double max_distance = std::numeric_limits<double>::infinity();  ///< length of the ray [m]
};

/// Hit of a ray, or of a sphere that moves along it, on a shape.
struct RayHit {
  std::string_view model, link;
  int shape = 0;                    ///< index of the shape within its link
  Vector3 point = Vector3::Zero();  ///< point on the surface, in W [m]
  /// Unit normal that points out of the shape. If the ray starts inside, it is opposite to the
  /// direction of the ray.
  Vector3 normal = Vector3::Zero();
  double distance = 0;  ///< distance along the ray or, for a cast sphere, to its centre [m]
  int triangle = -1;    ///< index of the triangle of a mesh, −1 for other shapes
  bool inside = false;  ///< true if the ray starts inside the shape or a cast sphere touches the
                        ///< shape at the start
};

/// Returns the nearest shape along the ray. Solids are hit from outside; a ray that starts inside a
/// solid hits it at distance 0. A closed mesh is a solid, and an open mesh is a two-sided surface.
CARDAN_API std::optional<RayHit> ray_cast(const WorldView& view, const Ray& ray,
                                          const QueryFilter& filter = {});

/// Returns every shape that the ray hits, once each, sorted by distance and then by model, link and
/// shape.
CARDAN_API std::vector<RayHit> ray_cast_all(const WorldView& view, const Ray& ray,
                                            const QueryFilter& filter = {});

/// Returns the first shape hit by a sphere whose centre moves along the ray. radius: radius of the
/// sphere, above 0 [m].
CARDAN_API std::optional<RayHit> sphere_cast(const WorldView& view, const Ray& ray, double radius,
                                             const QueryFilter& filter = {});

/// The closest points of two models or links.
struct ClosestPoints {
  double distance = 0;                ///< [m]; if negative, the penetration depth (docs/queries.md)
  Vector3 point_a = Vector3::Zero();  ///< point on the surface of A, in W [m]
  Vector3 point_b = Vector3::Zero();  ///< point on the surface of B, in W [m]
  Vector3 normal = Vector3::Zero();  ///< unit vector from A into B: p_b − p_a = distance · normal
  std::string_view model_a, link_a, model_b, link_b;  ///< the link is "" for a body without links
  int shape_a = 0, shape_b = 0;                       ///< indices of the shapes within their links
};

/// Computes the closest points of two models or links. Returns nothing if a and b are farther apart
/// than max_distance [m]. Throws Error if a or b has no shape, if a and b are the same, or if all
/// pairs of their shapes consist of unbounded solids (half-spaces, hollow spheres).
CARDAN_API std::optional<ClosestPoints> closest_points(
    const WorldView& view, std::string_view a, std::string_view b,
    double max_distance = std::numeric_limits<double>::infinity());

/// Returns the signed distance between two models or links [m].
CARDAN_API double distance(const WorldView& view, std::string_view a, std::string_view b);

/// A shape of the world.
struct ShapeName {
  std::string_view model, link;
  int shape = 0;
};

/// Returns the shapes that the given shape at a pose in W overlaps or touches, sorted by model,
/// link and shape. Throws Error if the given shape is a plane or a hollow sphere, which would
/// overlap nearly everything.
CARDAN_API std::vector<ShapeName> overlapping(const WorldView& view, const GeometryRecord& shape,
                                              const RigidTransform& pose,
                                              const QueryFilter& filter = {});

/// Returns the solids that contain a point in W [m]. The boundary belongs to a solid. An open mesh
/// contains nothing.
CARDAN_API std::vector<ShapeName> containing(const WorldView& view, const Vector3& point,
                                             const QueryFilter& filter = {});

/// Returns the contacts of the last step that involve a model or link.
CARDAN_API std::vector<ContactInfo> contacts_of(const World& world, std::string_view name);
/// Returns the contacts of the last step between two models or links.
CARDAN_API std::vector<ContactInfo> contacts_between(const World& world, std::string_view a,
                                                     std::string_view b);

/// True if a contact between a and b transmitted an impulse in the last step.
CARDAN_API bool touching(const World& world, std::string_view a, std::string_view b);

/// Returns the sum of the contact forces on a model or link, averaged over the last step, with
/// moments about the origin of W. Forces between links of one model cancel.
CARDAN_API SpatialForce contact_force(const World& world, std::string_view name);

}  // namespace cardan
