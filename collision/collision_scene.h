#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cardan/collision/contact.h"
#include "cardan/collision/shape.h"
#include "cardan/core/alive.h"
#include "cardan/core/parallel.h"
#include "cardan/core/spatial.h"

namespace cardan {

struct CollisionObjectSpec {
  std::string sort_key;  ///< "model/link/shape", unique; pairs and contacts sort by it
  Shape shape;
  bool is_static = false;  ///< never moves: two static objects are never tested
  int body = -1;  ///< objects of one body (same value ≥ 0) move together and are never tested
                  ///< against each other; −1: a body of its own
  RigidTransform X_BS = {};  ///< place of the object in the frame of its body
  /// Objects x and y are tested if (group x & mask y) and (group y & mask x) have a bit.
  std::uint32_t group = 1, mask = 0xffffffffU;
};

/// Contacts that a detection found, and its failures, counted.
struct CollisionResult {
  std::vector<Contact> contacts;    ///< sorted by (a, b, feature)
  std::vector<Manifold> manifolds;  ///< sorted by (a, b)
  int pairs_tested = 0;             ///< pairs that reached the narrow phase
  int fcl_failures = 0;             ///< exceptions or invalid answers of FCL that the ladder caught
  LadderCounts ladder;  ///< convex pairs that our own algorithms left open; those unresolved have
                        ///< no contact
};

/// Knows where the bodies of a group are: a detection asks for those that may matter, and for each
/// of them once, from any of its threads.
class CARDAN_API BodySource {
 public:
  virtual ~BodySource() = default;
  /// Places a body of the group: X_WB as set_body_pose and extra [m] as set_body_margin take them.
  virtual void place(int body, RigidTransform& X_WB, double& extra) const = 0;
};

/// Poses in, sorted contacts out. Knows no skeletons. Setup may throw Error, detection does not.
class CARDAN_API CollisionScene {
 public:
  CollisionScene();
  ~CollisionScene();
  CollisionScene(CollisionScene&&) noexcept;
  CollisionScene& operator=(CollisionScene&&) noexcept;

  /// Adds an object; returns its handle, valid for set_pose and exclude until the scene dies.
  /// Throws Error: its sort key is taken. The other calls throw Error for a handle, rank or body
  /// that is not there.
  int add(CollisionObjectSpec spec);

  /// This pair is never tested (adjacent links, SRDF, user).
  void exclude(int handle_a, int handle_b);

  /// Sorts objects, builds the trees; called by the first detect after a change. After it
  /// Contact::a and b are ranks in sort_key order; handle(rank) leads back.
  void finalize();
  int handle(int rank) const;
  int num_objects() const;
  const CollisionObjectSpec& spec(int handle) const;

  /// Moves a body with all its objects; X_WB is its frame in W. Where a pose is not finite, the
  /// body meets nothing until it is moved again.
  void set_body_pose(int body, const RigidTransform& X_WB);
  /// Moves the body of this object so that the object is at X_WS.
  void set_pose(int handle, const RigidTransform& X_WS);
  RigidTransform pose(int handle) const;

  /// All contacts with phi ≤ margin [m]. Extra margins of bodies (speculative, h |v|) add to it for
  /// their pairs. Pairs are worked on in parallel; the result has the same bits for any pool.
  void set_body_margin(int body, double extra);     ///< [m], ≥ 0
  void set_extra_margin(int handle, double extra);  ///< the same for the body of an object
  /// Bodies that are asked for instead of being set, e.g. those of a robot; `source` is to live as
  /// long as the scene. Returns the group's number.
  int add_group(const BodySource& source);
  /// For good. The body's pose is from then on that of the last time it was asked for.
  void join_group(int group, int body);
  /// Before every detection. Since the last call no point of the group's shapes has gone farther
  /// than `way`, and none of its bodies has a larger extra margin than `most_extra` [m]: what is
  /// far from everything by more is not asked for.
  void move_group(int group, double way, double most_extra);
  /// Two bodies that rest, or are static, are not tested against each other.
  void set_body_resting(int body, bool resting);
  const CollisionResult& detect(double margin);
  const CollisionResult& detect(double margin, WorkerPool& pool);

  struct Impl;
  /// Throws Error: the scene was moved from.
  Impl& impl() { return alive(impl_, "the collision scene"); }
  const Impl& impl() const { return alive(impl_, "the collision scene"); }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
