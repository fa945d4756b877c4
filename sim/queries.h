#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/sim/world.h"

/// Questions about a world: rays, distances, overlaps, contacts (docs/queries.md). Names are MODEL
/// or MODEL/LINK. Bad input (unknown names, a direction of no length, numbers that are not finite)
/// throws Error. Names in answers stay valid as long as the world lives.
namespace cardan {

/// The shapes of a world at their poses of one moment, in a tree: that of the view's construction
/// or its last update(). A world converts to one by itself, so ray_cast(world, ray) works; who asks
/// often keeps a view. The world must outlive it; models added later are not seen before update().
/// One view may be asked from several threads at once; the world must not be stepped or changed
/// meanwhile in construction and update().
class CARDAN_API WorldView {
 public:
  WorldView(const World& world);  // NOLINT(google-explicit-constructor): ray_cast(world, …)
  ~WorldView();
  WorldView(WorldView&&) noexcept;
  WorldView& operator=(WorldView&&) noexcept;

  /// Takes the shapes and poses of the world anew.
  void update();

  struct Impl;
  const Impl& impl() const { return alive(impl_, "the view"); }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Which shapes a question is about.
struct QueryFilter {
  std::uint32_t mask = 0xffffffffU;  ///< shapes whose group has one of these bits
  std::vector<std::string> ignore;   ///< models or links that are not there
};

struct Ray {
  Vector3 origin = Vector3::Zero();      ///< in W [m]
  Vector3 direction = Vector3::UnitZ();  ///< need not have length 1; finite, not zero
  double max_distance = std::numeric_limits<double>::infinity();  ///< [m]
};

/// Where a ray, or a ball that moves along it, meets a shape.
struct RayHit {
  std::string_view model, link;
  int shape = 0;                     ///< number of the shape within its link
  Vector3 point = Vector3::Zero();   ///< of the surface, in W [m]
  Vector3 normal = Vector3::Zero();  ///< unit, out of the shape; of a ray that starts inside −d
  double distance = 0;               ///< along the ray; of a ball to its centre [m]
  int triangle = -1;                 ///< of a mesh
  bool inside = false;               ///< starts inside (a ball: touches at the start)
};

/// The nearest shape along the ray. Solids are met from outside; a ray that starts inside one meets
/// it at once, with distance 0. A mesh is solid if it is closed, else a surface with two sides.
CARDAN_API std::optional<RayHit> ray_cast(const WorldView& view, const Ray& ray,
                                          const QueryFilter& filter = {});

/// Every shape that the ray meets, once, by distance (equal ones by model, link, shape).
CARDAN_API std::vector<RayHit> ray_cast_all(const WorldView& view, const Ray& ray,
                                            const QueryFilter& filter = {});

/// The first shape that a ball meets whose centre moves along the ray. radius > 0 [m]
CARDAN_API std::optional<RayHit> sphere_cast(const WorldView& view, const Ray& ray, double radius,
                                             const QueryFilter& filter = {});

/// The closest points of two models or links.
struct ClosestPoints {
  double distance = 0;                ///< [m]; negative: penetration depth (docs/queries.md)
  Vector3 point_a = Vector3::Zero();  ///< on A, in W [m]
  Vector3 point_b = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit, from A into B: p_b − p_a = distance · normal
  std::string_view model_a, link_a, model_b, link_b;
  int shape_a = 0, shape_b = 0;  ///< numbers of the shapes within their links
};

/// Nothing: farther apart than max_distance [m]. Throws Error if one has no shape, if both are the
/// same, or if all their pairs are of unbounded solids (half-spaces, hollow spheres).
CARDAN_API std::optional<ClosestPoints> closest_points(
    const WorldView& view, std::string_view a, std::string_view b,
    double max_distance = std::numeric_limits<double>::infinity());

/// Signed distance [m] of two models or links.
CARDAN_API double distance(const WorldView& view, std::string_view a, std::string_view b);

/// A shape of the world.
struct ShapeName {
  std::string_view model, link;
  int shape = 0;
};

/// The shapes that a shape at a pose in W overlaps or touches, by model, link, shape. Throws Error
/// for a plane or hollow sphere, which would overlap nearly everything.
CARDAN_API std::vector<ShapeName> overlapping(const WorldView& view, const GeometryRecord& shape,
                                              const RigidTransform& pose,
                                              const QueryFilter& filter = {});

/// The solids that a point in W [m] lies in or on. An open mesh contains nothing.
CARDAN_API std::vector<ShapeName> containing(const WorldView& view, const Vector3& point,
                                             const QueryFilter& filter = {});

/// Contacts of the last step in which a model or link takes part.
CARDAN_API std::vector<ContactInfo> contacts_of(const World& world, std::string_view name);
CARDAN_API std::vector<ContactInfo> contacts_between(const World& world, std::string_view a,
                                                     std::string_view b);

/// Whether a contact between the two carried an impulse in the last step.
CARDAN_API bool touching(const World& world, std::string_view a, std::string_view b);

/// Sum of the contact forces on a model or link, average over the last step, about the origin of W.
/// Forces between its own links cancel.
CARDAN_API SpatialForce contact_force(const World& world, std::string_view name);

}  // namespace cardan
