#pragma once

#include <string_view>
#include <unordered_set>

#include "cardan/collision/broad/broad_phase_internal.h"
#include "cardan/collision/collision_scene.h"
#include "cardan/collision/narrow/narrow_phase_internal.h"

/// The state behind CollisionScene, and the stages of a detection as free functions on it.
namespace cardan {

/// One collision object, in rank order.
struct SceneObject {
  int handle = -1;
  int body = -1;           ///< index in Impl::bodies
  bool is_aligned = true;  ///< axes of the object are parallel to those of the body
  bool at_origin = true;   ///< aligned, with its origin at that of the body
  bool is_unbounded = false;
  std::uint32_t group = 1, mask = 0xffffffffU;  ///< copies of those in CollisionObjectSpec
  AxisBox local;                                ///< box of the shape in its frame
  RigidTransform X_WS;                          ///< valid if placed_in is the number of this
                                                ///< detection
  AxisBox box;                  ///< in W, with its share of the margin; valid if boxed_in is the
                                ///< number of this detection
  std::int64_t placed_in = -1;  ///< number of the detection that computed X_WS
  std::int64_t boxed_in = -1;   ///< number of the detection that computed `box`
};

/// Bodies with a common source of poses.
struct BodyGroup {
  const BodySource* source = nullptr;
  double travel = 0;         ///< upper bound of the path length of their points [m]
  double most_extra = 0;     ///< upper bound of their extra margins [m]
  std::vector<int> members;  ///< indices in Impl::bodies
};

/// Objects that move together. One leaf of the tree.
struct SceneBody {
  // Read in every detection and therefore kept together.
  /// Upper bound of the path length of the faces of `aabb`; for a body of a group, of the shapes
  /// themselves [m]. A separated pair stays separated until the travel of both bodies has used up
  /// the gap.
  double travel = 0;
  double room_until = -1;  ///< travel up to which `aabb` is certain to lie in `tree_aabb` [m]
  /// For a body of a group: the group's largest extra margin minus the body's own. The travel of
  /// its current box is smaller by this amount [m].
  double unused_margin = 0;
  std::int64_t asked_in = -1;  ///< number of the detection that last requested its pose from the
                               ///< group
  int group = -1;              ///< index in Impl::groups; −1: the pose is set directly
  int number = -1;             ///< CollisionObjectSpec::body
  bool moved = true;           ///< moved since it was last known to be in `tree_aabb`
  bool aabb_known = false;     ///< `aabb` belongs to the current pose and margin
  bool is_static = false;      ///< all of its objects are static
  bool resting = false;        ///< not tested against resting or static bodies
  double extra_margin = 0;     ///< [m]
  double radius = 0;  ///< radius of a sphere about its origin that contains its bounded objects [m]
  double arm = 0;     ///< lever arm by which a rotation moves its box; 0 for a sphere
                      ///< about its origin [m]
  RigidTransform X_WB;
  std::vector<int> bounded;  ///< ranks, ascending
  AxisBox aabb;              ///< in W, with its share of the margin; computed by aabb_of()
  AxisBox tree_aabb;         ///< box in the tree: enlarged, and kept while it contains `aabb`
  AxisBox local;             ///< box of its bounded objects, in its frame
};

/// Two bodies whose boxes in the tree touch, and the pairs of their objects that pass the filters.
struct CandidatePair {
  int body_a = -1, body_b = -1;
  int first = 0, count = 0;            ///< range in Impl::candidate_objects
  double separated_until_travel = -1;  ///< sum of the travels up to which their boxes cannot touch
                                       ///< [m]
};

/// Normal of a pair in the last detection, pointing from a to b.
struct PairNormal {
  IndexPair pair{};
  Vector3 normal = Vector3::Zero();
};

/// Results of one block of pairs. Manifolds count from the block's first contact.
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

/// An unbounded solid, and its distances to the bodies.
struct UnboundedObject {
  int rank = -1;
  std::vector<unsigned char> meets;  ///< (objects) 1: the pair passes the filters
  RigidTransform X_WS;               ///< pose for which the distances below were computed
  double share_of_margin = 0;        ///< its share of the margin for which they were computed [m]
  /// Travel up to which a body (leaves) or one of its objects (objects) cannot touch the solid [m].
  std::vector<double> body_separated_until, object_separated_until;
};

/// Results of a run of leaves in a detection.
struct LeafBlock {
  std::vector<int> left;          ///< leaves whose bodies need a new box in the tree
  std::vector<IndexPair> pairs;   ///< pairs with unbounded solids, grouped by solid
  std::vector<std::size_t> ends;  ///< (solids) ends of their groups in `pairs`
};

struct CollisionScene::Impl {
  // By handle.
  std::vector<std::unique_ptr<CollisionObjectSpec>>
      specs;  ///< pointers, because spec() returns references that must stay valid; null: removed
  int removed = 0;  ///< number of null pointers among them
  std::unordered_set<std::string_view>
      sort_keys;  ///< keys of the specs; only used for look-ups, so the order does not matter
  std::vector<int> body_of_handle, rank_of;
  std::vector<IndexPair> excluded_handles;
  bool changed = true;

  std::vector<SceneBody> bodies;
  std::vector<BodyGroup> groups;
  std::vector<int> body_of_number;  ///< CollisionObjectSpec::body → bodies, −1 none

  // By rank.
  std::vector<SceneObject> objects;
  std::vector<UnboundedObject> unbounded;
  std::vector<IndexPair> excluded;  ///< rank pairs, sorted

  std::unique_ptr<BroadPhase> broad;  ///< chosen by build_tree()
  std::vector<int> body_of_leaf;
  std::vector<LeafBlock> leaf_blocks;
  double margin = -1;          ///< [m], included in the boxes
  std::int64_t detection = 0;  ///< number of calls of detect()
  bool candidates_valid = false;
  std::vector<IndexPair> leaf_pairs;
  std::vector<CandidatePair> candidates;
  std::vector<IndexPair> candidate_objects;

  PreparedShapes prepared;
  std::vector<std::unique_ptr<PairWorker>> workers;
  std::vector<IndexPair> pairs;  ///< ranks, ascending; input of the narrow phase
  std::vector<IndexPair> merged_pairs;
  std::vector<ContactBlock> blocks;
  std::vector<PairNormal> last_normals;  ///< normal of the first patch of each pair, ascending
  CollisionResult result;

  const Shape& shape(int rank) const {
    return specs[static_cast<std::size_t>(objects[static_cast<std::size_t>(rank)].handle)]->shape;
  }
  /// The object at its pose in this detection. Requires a previous place_object().
  PosedShape posed(int rank) const {
    return {shape(rank), objects[static_cast<std::size_t>(rank)].X_WS};
  }
  RigidTransform object_pose(const SceneObject& object) const;
};

/// True if two objects of different bodies pass all filters.
bool may_collide(const CollisionScene::Impl& scene, int rank_a, int rank_b);

/// Computes the box of each body in its frame and builds the tree of the boxes of all bodies.
void build_tree(CollisionScene::Impl& scene);

/// Restores the normals that detect() stored as hints for the next detection. Returns false without
/// changes if the pairs are not ascending or refer to unknown objects.
bool restore_last_normals(CollisionScene& scene, const std::vector<PairNormal>& normals);

/// Writes the pairs of ranks whose boxes touch to scene.pairs, ascending.
void find_pairs(CollisionScene::Impl& scene, double margin, WorkerPool& pool);

/// Computes scene.result from scene.pairs.
void find_contacts(CollisionScene::Impl& scene, WorkerPool& pool);

}  // namespace cardan
