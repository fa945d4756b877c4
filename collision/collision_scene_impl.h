#pragma once

#include <functional>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "collision/broad/broad_phase.h"
#include "collision/collision_scene.h"
#include "collision/narrow/narrow_phase.h"
#include "collision/surface/surface.h"

/// The state behind CollisionScene, and the stages of a detection as free functions on it.
namespace cardan {

/// One collision object, in rank order.
struct SceneObject {
  int handle = -1;
  int body = -1;           ///< index in Impl::bodies
  bool is_aligned = true;  ///< true if the axes of the object are parallel to those of the body
  bool at_origin =
      true;  ///< true if the object is aligned with the body and their origins coincide
  bool is_unbounded = false;
  std::uint32_t group = 1, mask = 0xffffffffU;  ///< copies of the members of CollisionObjectSpec
  AxisBox local;                                ///< box of the shape in the shape's frame
  RigidTransform X_WS;  ///< pose; valid if placed_in is the number of this detection
  AxisBox box;  ///< box in W, with its share of the margin; valid if boxed_in is the number of this
                ///< detection
  std::int64_t placed_in = -1;  ///< number of the detection that computed X_WS
  std::int64_t boxed_in = -1;   ///< number of the detection that computed `box`
};

/// Bodies whose poses come from one source.
struct BodyGroup {
  const BodySource* source = nullptr;  ///< null if the group has lost its bodies
  double travel = 0;                   ///< upper bound of the path length of the bodies' points [m]
  double most_extra = 0;               ///< upper bound of the bodies' extra margins [m]
  std::vector<int> members;            ///< indices in Impl::bodies
};

/// Objects that move together. A body is one leaf of the tree.
struct SceneBody {
  // These members are read in every detection and are therefore kept together.
  /// Upper bound of the path length of the faces of `aabb` or, for a body of a group, of its shapes
  /// [m]. A separated pair stays separated until the travel of both bodies together reaches the
  /// gap.
  double travel = 0;
  double room_until = -1;  ///< travel up to which `aabb` is certain to lie in `tree_aabb` [m]
  /// For a body of a group, the group's largest extra margin minus the body's own margin [m]. The
  /// travel of the body's current box is smaller by this amount.
  double unused_margin = 0;
  std::int64_t asked_in =
      -1;           ///< number of the detection that last requested the body's pose from the group
  int group = -1;   ///< index in Impl::groups; −1 if the pose is set directly
  int number = -1;  ///< CollisionObjectSpec::body of the objects
  bool moved = true;  ///< true if the body has moved since it was last known to be in `tree_aabb`
  bool aabb_known = false;  ///< true if `aabb` belongs to the current pose and margin
  bool is_static = false;   ///< true if all objects of the body are static
  bool resting = false;     ///< true if the body is not tested against resting or static bodies
  double extra_margin = 0;  ///< extra margin of the body [m]
  double radius = 0;  ///< radius of a sphere about its origin that contains its bounded objects [m]
  double arm = 0;  ///< lever arm by which a rotation moves the body's box; 0 for a sphere about its
                   ///< origin [m]
  RigidTransform X_WB;
  std::vector<int> bounded;  ///< ranks of the bounded objects, ascending
  AxisBox aabb;       ///< box in W, with the body's share of the margin; computed by aabb_of()
  AxisBox tree_aabb;  ///< enlarged box in the tree, which is kept while it contains `aabb`
  AxisBox local;      ///< box of the bounded objects in the frame of the body
  int objects = 0;    ///< number of objects; 0 if the place of the body is free
};

/// Two bodies whose boxes in the tree touch, and the pairs of their objects that pass the filters.
struct CandidatePair {
  int body_a = -1, body_b = -1;
  int first = 0, count = 0;  ///< range in Impl::candidate_objects
  double separated_until_travel =
      -1;  ///< sum of the two travels up to which the boxes cannot touch [m]
};

/// Normal of a pair in the last detection, pointing from a to b.
struct PairNormal {
  IndexPair pair{};
  Vector3 normal = Vector3::Zero();
};

/// Results for one block of pairs. Manifolds index contacts from the block's first contact.
struct ContactBlock {
  std::vector<Contact> contacts;
  std::vector<Manifold> manifolds;
  std::vector<PairNormal> normals;  ///< normals of the pairs with contacts
  /// Offsets of the first entries in the joined lists of all blocks.
  std::size_t first_contact = 0, first_manifold = 0, first_normal = 0;
};

struct PairWorker {
  explicit PairWorker(const PreparedShapes& shapes) : narrow(shapes) {}
  NarrowPhase narrow;
  std::vector<Patch> patches;
};

/// An unbounded solid and its distances from the bodies.
struct UnboundedObject {
  int rank = -1;
  /// (objects) 1 if the pair of solid and object passes the filters.
  std::vector<unsigned char> meets;
  RigidTransform X_WS;  ///< pose for which the distances below were computed
  double share_of_margin =
      0;  ///< the solid's share of the margin for which the distances were computed [m]
  /// Travel up to which a body (leaves) or an object (objects) cannot touch the solid [m].
  std::vector<double> body_separated_until, object_separated_until;
};

/// Results for a range of leaves in a detection.
struct LeafBlock {
  std::vector<int> left;          ///< leaves whose bodies need a new box in the tree
  std::vector<IndexPair> pairs;   ///< pairs with unbounded solids, grouped by solid
  std::vector<std::size_t> ends;  ///< (solids) end of each solid's group in `pairs`
};

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

struct CollisionScene::Impl {
  // Data by handle.
  std::vector<std::unique_ptr<CollisionObjectSpec>>
      specs;  ///< pointers, because spec() returns references that must stay valid; null if removed
  int removed = 0;  ///< number of null pointers in `specs`
  std::unordered_set<std::string_view>
      sort_keys;  ///< keys of the specs; only used for look-ups, so the order does not matter
  std::vector<int> body_of_handle, rank_of;
  std::vector<IndexPair> excluded_handles;
  bool changed = true;

  std::vector<SceneBody> bodies;
  std::vector<int> free_bodies;  ///< places in `bodies` of bodies without objects
  std::vector<BodyGroup> groups;
  std::vector<int> body_of_number;  ///< index in `bodies` for each CollisionObjectSpec::body, −1 if
                                    ///< there is none

  // Data by rank.
  std::vector<SceneObject> objects;
  std::vector<UnboundedObject> unbounded;
  std::vector<IndexPair> excluded;  ///< pairs of ranks, sorted

  std::unique_ptr<BroadPhase> broad;  ///< broad phase chosen by build_tree()
  std::vector<int> body_of_leaf;
  std::vector<LeafBlock> leaf_blocks;
  double margin = -1;          ///< margin included in the boxes [m]
  std::int64_t detection = 0;  ///< number of calls to detect()
  bool candidates_valid = false;
  std::vector<IndexPair> leaf_pairs;
  std::vector<CandidatePair> candidates;
  std::vector<IndexPair> candidate_objects;

  PreparedShapes prepared;
  std::vector<std::unique_ptr<PairWorker>> workers;
  std::vector<IndexPair> pairs;  ///< pairs of ranks, ascending; input of the narrow phase
  std::vector<IndexPair> merged_pairs;
  std::vector<ContactBlock> blocks;
  std::vector<PairNormal> last_normals;  ///< normal of the first patch of each pair, ascending
  std::vector<PairNormal> next_normals;  ///< those of this detection, while it runs
  SeamScratch seams;
  CollisionResult result;
  bool pairs_left_out = false;  ///< true if so many bodies overlap that some pairs are not tested
  std::size_t most_contacts =
      std::numeric_limits<std::size_t>::max();  ///< contacts beyond are only counted
  std::size_t only_counted = 0;                 ///< number of contacts that are not in `result`

  const Shape& shape(int rank) const {
    return specs[static_cast<std::size_t>(objects[static_cast<std::size_t>(rank)].handle)]->shape;
  }
  /// Returns the object at its pose in this detection. place_object() must have been called.
  PosedShape posed(int rank) const {
    return {shape(rank), objects[static_cast<std::size_t>(rank)].X_WS};
  }
  RigidTransform object_pose(const SceneObject& object) const;
  /// Largest gap of the contacts of two objects [m].
  double margin_of_pair(int rank_a, int rank_b) const {
    const auto extra = [&](int rank) {
      const int body = objects[static_cast<std::size_t>(rank)].body;
      return bodies[static_cast<std::size_t>(body)].extra_margin;
    };
    return margin + extra(rank_a) + extra(rank_b);
  }
};

/// True if two objects of different bodies pass all filters.
bool may_collide(const CollisionScene::Impl& scene, int rank_a, int rank_b);

/// Computes the box of each body in its own frame and builds the tree of all bodies' boxes.
void build_tree(CollisionScene::Impl& scene);

/// Restores the normals that detect() stored as hints for the next detection. Returns false without
/// changes if the pairs are not ascending or refer to unknown objects.
bool restore_last_normals(CollisionScene& scene, const std::vector<PairNormal>& normals);

/// Writes the pairs of ranks whose boxes touch to scene.pairs, in ascending order.
void find_pairs(CollisionScene::Impl& scene, double margin, WorkerPool& pool);

/// Computes scene.result from scene.pairs.
void find_contacts(CollisionScene::Impl& scene, WorkerPool& pool);

/// Gives contacts of scene.result at a seam (docs/theory/contact-geometry.md#seams) the normal of
/// the contact that carries the body.
void join_seams(CollisionScene::Impl& scene, const SeamMotion& motion);

}  // namespace cardan
