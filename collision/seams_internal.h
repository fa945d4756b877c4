#pragma once

#include <functional>
#include <vector>

#include "cardan/collision/collision_scene.h"
#include "cardan/collision/surface/surface_internal.h"

/// Contacts at the seams between flush surfaces (docs/theory/contact-geometry.md#seams).
namespace cardan {

/// Motion of collision objects, which are given by their ranks.
struct SeamMotion {
  std::function<bool(int)> is_free;  ///< true if contacts move the object
  /// Displacement of a point of the object in this step, in W [m].
  std::function<Vector3(int, const Vector3&)> displacement;
};

/// Scratch memory of join_seams, kept from step to step.
struct SeamScratch {
  std::vector<int> last;    ///< (bodies) last side of a manifold that belongs to the body, or −1
  std::vector<int> before;  ///< (2 × manifolds) side of the same body before this one, or −1
  enum class Fate : unsigned char { kKept, kTurned, kDropped };
  std::vector<Fate> fate;  ///< (manifolds)
  /// (manifolds) cosine between the normal and the best normal of a carrier; −1 if there is none.
  std::vector<double> cosine;
  std::vector<int> carrier;     ///< (manifolds) manifold of that carrier, or −1
  std::vector<int> deepest;     ///< (manifolds) index of the deepest contact
  std::vector<Vector3> normal;  ///< (manifolds) that normal, in the direction from a to b
  SurfaceFeatures near;
};

/// Gives contacts at a seam the normal of the contact that carries the body.
void join_seams(CollisionScene::Impl& scene, const SeamMotion& motion);

}  // namespace cardan
