#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/sim/world.h"

/// Queries on a world: rays, distances, overlaps, contacts (docs/queries.md). Names are MODEL or
/// MODEL/LINK. Invalid input (unknown names, a direction of zero length, non-finite numbers) throws
/// Error. Names in results stay valid as long as the world exists.
namespace cardan {

/// The shapes of a world in a tree, at the poses of one instant: the construction of the view or
/// its last update(). A world converts to a view implicitly, so ray_cast(world, ray) works; keep a
/// view for repeated queries. The world must outlive the view. Models added later are included only
/// after update(). Several threads may query one view at once; the world must not be stepped or
/// changed during construction and update().
class CARDAN_API WorldView {
 public:
  /// A view of the shapes at their present poses.
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
  std::uint32_t mask = 0xffffffffU;  ///< selects shapes whose group shares a bit with it
  std::vector<std::string> ignore;   ///< models or links to skip
};

/// A half-line, or a segment if max_distance is finite.
struct Ray {
  Vector3 origin = Vector3::Zero();                               ///< in W [m]
  Vector3 direction = Vector3::UnitZ();                           ///< any length; finite, not zero
  double max_distance = std::numeric_limits<double>::infinity();  ///< [m]
};

/// Hit of a ray, or of a sphere that moves along it, on a shape.
struct RayHit {
  std::string_view model, link;
  int shape = 0;                    ///< index of the shape within its link
  Vector3 point = Vector3::Zero();  ///< on the surface, in W [m]
  /// Unit normal that points out of the shape; −d (the direction) if the ray starts inside.
  Vector3 normal = Vector3::Zero();
  double distance = 0;  ///< along the ray; to the centre of a cast sphere [m]
  int triangle = -1;    ///< index of the triangle of a mesh, −1: not a mesh
  bool inside = false;  ///< the ray starts inside the shape (a cast sphere touches it at the start)
};

/// Returns the nearest shape along the ray. Solids are hit from outside; a ray that starts inside a
/// solid hits it at distance 0. A closed mesh is a solid, an open mesh a two-sided surface.
CARDAN_API std::optional<RayHit> ray_cast(const WorldView& view, const Ray& ray,
                                          const QueryFilter& filter = {});

/// Returns every shape that the ray hits, once each, sorted by distance (ties: by model, link,
/// shape).
CARDAN_API std::vector<RayHit> ray_cast_all(const WorldView& view, const Ray& ray,
                                            const QueryFilter& filter = {});

/// Returns the first shape hit by a sphere whose centre moves along the ray. radius > 0 [m]
CARDAN_API std::optional<RayHit> sphere_cast(const WorldView& view, const Ray& ray, double radius,
                                             const QueryFilter& filter = {});

/// The closest points of two models or links.
struct ClosestPoints {
  double distance = 0;                ///< [m]; negative: penetration depth (docs/queries.md)
  Vector3 point_a = Vector3::Zero();  ///< on A, in W [m]
  Vector3 point_b = Vector3::Zero();  ///< on the surface of B, in W [m]
  Vector3 normal = Vector3::Zero();   ///< unit, from A into B: p_b − p_a = distance · normal
  std::string_view model_a, link_a, model_b, link_b;  ///< link "": a body without links
  int shape_a = 0, shape_b = 0;                       ///< indices of the shapes within their links
};

/// Returns nothing if a and b are farther apart than max_distance [m]. Throws Error if one has no
/// shape, if both are the same, or if all pairs consist of unbounded solids (half-spaces, hollow
/// spheres).
CARDAN_API std::optional<ClosestPoints> closest_points(
    const WorldView& view, std::string_view a, std::string_view b,
    double max_distance = std::numeric_limits<double>::infinity());

/// Signed distance of two models or links [m].
CARDAN_API double distance(const WorldView& view, std::string_view a, std::string_view b);

/// A shape of the world.
struct ShapeName {
  std::string_view model, link;
  int shape = 0;
};

/// Returns the shapes that a shape at a pose in W overlaps or touches, sorted by model, link,
/// shape. Throws Error for a plane or a hollow sphere, which would overlap nearly everything.
CARDAN_API std::vector<ShapeName> overlapping(const WorldView& view, const GeometryRecord& shape,
                                              const RigidTransform& pose,
                                              const QueryFilter& filter = {});

/// Returns the solids that contain a point in W [m], boundary included. An open mesh contains
/// nothing.
CARDAN_API std::vector<ShapeName> containing(const WorldView& view, const Vector3& point,
                                             const QueryFilter& filter = {});

/// Contacts of the last step that involve a model or link.
CARDAN_API std::vector<ContactInfo> contacts_of(const World& world, std::string_view name);
/// Contacts of the last step between two models or links.
CARDAN_API std::vector<ContactInfo> contacts_between(const World& world, std::string_view a,
                                                     std::string_view b);

/// True if a contact between the two carried an impulse in the last step.
CARDAN_API bool touching(const World& world, std::string_view a, std::string_view b);

/// Sum of the contact forces on a model or link, averaged over the last step, about the origin of
/// W. Forces between its own links cancel.
CARDAN_API SpatialForce contact_force(const World& world, std::string_view name);

}  // namespace cardan
