#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cardan/contact.h"
#include "cardan/error.h"
#include "cardan/shape.h"
#include "cardan/spatial.h"
#include "core/parallel.h"

namespace cardan {

/// Description of a collision object.
struct CollisionObjectSpec {
  std::string sort_key;  ///< unique name "model/link/shape", by which pairs and contacts are sorted
  Shape shape;
  bool is_static =
      false;  ///< the object never moves; two static objects are never tested against each other
  int body = -1;  ///< objects with the same body ≥ 0 move together and are never tested against
                  ///< each other; with −1, the object has its own body
  RigidTransform X_BS = {};  ///< pose of the object in the frame of its body
  /// Objects x and y are tested if (group x & mask y) and (group y & mask x) are both nonzero.
  std::uint32_t group = 1, mask = 0xffffffffU;
};

/// Contacts found by a detection, and the counts of its failures.
struct CollisionResult {
  std::vector<Contact> contacts;    ///< contacts sorted by (a, b, feature)
  std::vector<Manifold> manifolds;  ///< manifolds sorted by (a, b)
  int pairs_tested = 0;             ///< number of pairs that reached the narrow phase
  int fcl_failures = 0;  ///< number of exceptions and invalid results of FCL that were caught
  LadderCounts ladder;   ///< convex pairs that the built-in algorithms could not solve; unresolved
                         ///< pairs have no contact
};

/// Supplies the poses of the bodies of a group. A detection requests each pose at most once, only
/// if the pose can affect the result, and from any of its threads.
class CARDAN_API BodySource {
 public:
  virtual ~BodySource() = default;
  /// Returns the pose X_WB of a body of the group and its extra margin [m], with the meaning of
  /// set_body_pose and set_body_margin.
  virtual void place(int body, RigidTransform& X_WB, double& extra) const = 0;
};

/// Computes sorted contacts from poses, independently of skeletons. Setup may throw Error;
/// detection does not throw.
class CARDAN_API CollisionScene {
 public:
  CollisionScene();
  ~CollisionScene();
  CollisionScene(CollisionScene&&) noexcept;
  CollisionScene& operator=(CollisionScene&&) noexcept;

  /// Adds an object and returns its handle, which stays valid for the lifetime of the scene. Throws
  /// Error if the sort key is in use or if the shape lacks its hull, mesh or heights. The other
  /// functions throw Error for an unknown handle, rank or body.
  int add(CollisionObjectSpec spec);

  /// Excludes a pair from all tests (adjacent links, SRDF, user).
  void exclude(int handle_a, int handle_b);
  /// Undoes one call to exclude() for this pair. The pair is tested again once all such calls are
  /// undone. Does nothing if the pair is not excluded.
  void include(int handle_a, int handle_b);

  /// Removes an object and frees its shape. The handle of the object is never reused, but its sort
  /// key may be. The handles of all other objects stay valid. Ranks change at the next detection.
  void remove(int handle);
  bool is_removed(int handle) const;

  /// Sorts the objects and builds the bounding-volume trees. Called by the first detect() after a
  /// change. Contact::a and b are then ranks in sort_key order; handle(rank) converts a rank to a
  /// handle.
  void finalize();
  int handle(int rank) const;
  /// Number of objects that have not been removed, which equals the number of ranks.
  int num_objects() const;
  /// Number of handles issued so far, including those of removed objects.
  int num_handles() const;
  const CollisionObjectSpec& spec(int handle) const;

  /// Moves a body with all its objects. X_WB is the pose of its frame in W. A body with a
  /// non-finite pose collides with nothing until it is moved again.
  void set_body_pose(int body, const RigidTransform& X_WB);
  /// Moves the body of this object so that the object is at X_WS.
  void set_pose(int handle, const RigidTransform& X_WS);
  RigidTransform pose(int handle) const;

  /// Sets the extra margin of a body, such as the speculative margin h |v|. detect() adds it to the
  /// margin of every pair of shapes to which the body belongs.
  void set_body_margin(int body, double extra);  ///< extra ≥ 0 [m]
  void set_extra_margin(int handle,
                        double extra);  ///< calls set_body_margin for the body of an object
  /// Adds a group of bodies, e.g. those of a robot, whose poses are requested from `source` when
  /// needed. `source` must outlive the scene. Returns the index of the group.
  int add_group(const BodySource& source);
  /// Moves a body permanently into a group. The pose of the body is then the pose that was last
  /// requested from the group.
  void join_group(int group, int body);
  /// Must be called before every detection. The caller guarantees that no point of the group's
  /// shapes has moved farther than `way` [m] since the previous call, and that no body's extra
  /// margin exceeds `most_extra` [m]. Poses of bodies that cannot be near another object within
  /// these bounds are not requested.
  void move_group(int group, double way, double most_extra);
  /// Sets whether a body is resting. Bodies that are resting or static are not tested against each
  /// other.
  void set_body_resting(int body, bool resting);
  /// Returns all contacts with phi ≤ margin [m] plus the extra margins of the two bodies. Pairs are
  /// processed in parallel; the result has the same bits for any pool.
  const CollisionResult& detect(double margin);
  const CollisionResult& detect(double margin, WorkerPool& pool);

  struct Impl;
  /// Returns the implementation. Throws Error if the scene was moved from.
  Impl& impl() { return alive(impl_, "the collision scene"); }
  const Impl& impl() const { return alive(impl_, "the collision scene"); }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
