#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cardan/collision/contact.h"
#include "cardan/collision/shape.h"
#include "cardan/core/spatial.h"

namespace cardan {

struct CollisionObjectSpec {
  std::string sort_key;  ///< "model/link/shape", unique; pairs and contacts sort by it
  Shape shape;
  bool is_static = false;  ///< never moves: two static objects are never tested
  int body = -1;  ///< objects of one body (same value ≥ 0) are never tested against each other
};

/// What a detection found and what went wrong in it, counted.
struct CollisionResult {
  std::vector<Contact> contacts;    ///< sorted by (a, b, feature)
  std::vector<Manifold> manifolds;  ///< sorted by (a, b)
  int pairs_tested = 0;             ///< pairs that reached the narrow phase
  int fcl_failures = 0;             ///< exceptions or invalid answers of FCL that the ladder caught
  int unresolved_pairs = 0;  ///< pairs for which the whole ladder failed: no contact, reported
};

/// Poses in, sorted contacts out. Knows no skeletons. Setup may throw Error, detection does not.
class CARDAN_API CollisionScene {
 public:
  CollisionScene();
  ~CollisionScene();
  CollisionScene(CollisionScene&&) noexcept;
  CollisionScene& operator=(CollisionScene&&) noexcept;

  /// Adds an object; returns its handle, valid for set_pose and exclude until the scene dies.
  int add(CollisionObjectSpec spec);

  /// This pair is never tested (adjacent links, SRDF, user).
  void exclude(int handle_a, int handle_b);

  /// Sorts objects, builds the trees; called by the first detect after a change. After it
  /// Contact::a and b are ranks in sort_key order; handle(rank) leads back.
  void finalize();
  int handle(int rank) const;
  int num_objects() const;
  const CollisionObjectSpec& spec(int handle) const;

  void set_pose(int handle, const RigidTransform& X_WS);
  RigidTransform pose(int handle) const;

  /// All contacts with phi ≤ margin [m]. per-object extra margins (speculative, h |v|) add to it
  /// for that object's pairs.
  void set_extra_margin(int handle, double extra);  ///< [m], ≥ 0
  const CollisionResult& detect(double margin);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
