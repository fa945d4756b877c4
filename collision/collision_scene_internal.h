#pragma once

#include <string_view>
#include <unordered_set>

#include "cardan/collision/broad_phase_internal.h"
#include "cardan/collision/collision_scene.h"
#include "cardan/collision/narrow_phase_internal.h"

/// The state behind CollisionScene, and the stages of a detection as free functions on it.
namespace cardan {

/// One collision object, in rank order.
struct SceneObject {
  int handle = -1;
  int body = -1;           ///< in Impl::bodies
  bool is_aligned = true;  ///< its axes are those of the body
  bool at_origin = true;   ///< and so is its origin
  bool is_unbounded = false;
  std::uint32_t group = 1, mask = 0xffffffffU;  ///< as in CollisionObjectSpec
  AxisBox local;                                ///< of the shape, in its frame
  RigidTransform X_WS;                          ///< valid when placed_in is this detection's number
  AxisBox box;                  ///< in W, with its share of the margin; valid when boxed_in is
  std::int64_t placed_in = -1;  ///< number of the detection
  std::int64_t boxed_in = -1;   ///< the same of `box`
};

/// Bodies of one source.
struct BodyGroup {
  const BodySource* source = nullptr;
  double travel = 0;         ///< upper bound of the path length of their points [m]
  double most_extra = 0;     ///< none of their extra margins is larger [m]
  std::vector<int> members;  ///< in Impl::bodies
};

/// Objects that move together: one leaf of the tree.
struct SceneBody {
  // Every detection reads these, side by side.
  /// Upper bound of the path length of the walls of `aabb`, of the shapes themselves for a body of
  /// a group: a pair that was separated by more than both have travelled since is still separated
  /// [m].
  double travel = 0;
  double room_until = -1;  ///< travel before which `aabb` cannot leave `tree_aabb` [m]
  /// For a body of a group: the group's largest extra margin less its own, by which its present box
  /// has travelled less [m].
  double unused_margin = 0;
  std::int64_t asked_in = -1;  ///< number of the detection that asked its group for it last
  int group = -1;              ///< in Impl::groups; −1: its pose is set
  int number = -1;             ///< CollisionObjectSpec::body
  bool moved = true;           ///< since it was last known to be in `tree_aabb`
  bool aabb_known = false;     ///< `aabb` is of the present pose and margin
  bool is_static = false;      ///< all of its objects are
  bool resting = false;        ///< not tested against what rests or is static
  double extra_margin = 0;     ///< [m]
  double radius = 0;           ///< of a sphere about its origin around its bounded objects [m]
  double arm = 0;              ///< what a turn moves its box by: 0 of a sphere about its origin [m]
  RigidTransform X_WB;
  std::vector<int> bounded;  ///< ranks, ascending
  AxisBox aabb;              ///< in W, with its share of the margin; aabb_of() computes it
  AxisBox tree_aabb;         ///< entry of the tree: enlarged, kept while it contains `aabb`
  AxisBox local;             ///< of its bounded objects, in its frame
};

/// Two bodies whose boxes in the tree touch, with the pairs of their objects that no filter
/// removes.
struct CandidatePair {
  int body_a = -1, body_b = -1;
  int first = 0, count = 0;            ///< of Impl::candidate_objects
  double separated_until_travel = -1;  ///< travel of both before their boxes can meet [m]
};

/// Normal of a pair in the last detection, from a into b.
struct PairNormal {
  IndexPair pair{};
  Vector3 normal = Vector3::Zero();
};

/// Results of one block of pairs; manifolds count from the block's first contact.
struct ContactBlock {
  std::vector<Contact> contacts;
  std::vector<Manifold> manifolds;
  std::vector<PairNormal> normals;  ///< of the pairs with contacts
  /// Places of the first ones among those of all blocks.
  std::size_t first_contact = 0, first_manifold = 0, first_normal = 0;
};

struct PairWorker {
  explicit PairWorker(const PreparedShapes& shapes) : narrow(shapes) {}
  NarrowPhase narrow;
  std::vector<Patch> patches;
};

/// An unbounded solid, and how far the bodies are from it.
struct UnboundedObject {
  int rank = -1;
  std::vector<unsigned char> meets;  ///< (objects) 1: no filter removes the pair
  RigidTransform X_WS;               ///< where it stood when the following was found
  double share_of_margin = 0;        ///< and its share of the margin [m]
  /// Way of a body before it can touch (leaves), and before an object of it can (objects)
  /// [m].
  std::vector<double> body_separated_until, object_separated_until;
};

/// Results of a run of leaves in a detection.
struct LeafBlock {
  std::vector<int> left;  ///< leaves whose bodies need another box in the tree: their `tree_aabb`
  std::vector<IndexPair> pairs;   ///< with unbounded solids, solid after solid
  std::vector<std::size_t> ends;  ///< (solids) of their pairs
};

struct CollisionScene::Impl {
  // By handle.
  std::vector<std::unique_ptr<CollisionObjectSpec>>
      specs;  ///< stay where they are: spec() hands out references
  std::unordered_set<std::string_view> sort_keys;  ///< of the specs; asked, never walked
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

  std::unique_ptr<BroadPhase> broad;  ///< build_tree() chooses
  std::vector<int> body_of_leaf;
  std::vector<LeafBlock> leaf_blocks;
  double margin = -1;          ///< [m], of the boxes
  std::int64_t detection = 0;  ///< counts calls of detect()
  bool candidates_valid = false;
  std::vector<IndexPair> leaf_pairs;
  std::vector<CandidatePair> candidates;
  std::vector<IndexPair> candidate_objects;

  PreparedShapes prepared;
  std::vector<std::unique_ptr<PairWorker>> workers;
  std::vector<IndexPair> pairs;  ///< ranks, ascending: the work of the narrow phase
  std::vector<IndexPair> merged_pairs;
  std::vector<ContactBlock> blocks;
  std::vector<PairNormal> last_normals;  ///< ascending, the first patch of each pair
  CollisionResult result;

  const Shape& shape(int rank) const {
    return specs[static_cast<std::size_t>(objects[static_cast<std::size_t>(rank)].handle)]->shape;
  }
  /// The object at its pose in this detection; place_object() was called for it.
  PosedShape posed(int rank) const {
    return {shape(rank), objects[static_cast<std::size_t>(rank)].X_WS};
  }
  RigidTransform object_pose(const SceneObject& object) const;
};

/// Whether two objects of different bodies are ever tested.
bool may_collide(const CollisionScene::Impl& scene, int rank_a, int rank_b);

/// Objects of one body → its box in its frame; boxes of all bodies → the tree.
void build_tree(CollisionScene::Impl& scene);

/// Puts back the pairs that detect() remembered: hints of the next detection. False, and nothing
/// is changed, for pairs that do not ascend or name an object that is not there.
bool restore_last_normals(CollisionScene& scene, const std::vector<PairNormal>& normals);

/// Pairs of ranks whose boxes touch → scene.pairs, ascending.
void find_pairs(CollisionScene::Impl& scene, double margin, WorkerPool& pool);

/// scene.pairs → scene.result.
void find_contacts(CollisionScene::Impl& scene, WorkerPool& pool);

}  // namespace cardan
