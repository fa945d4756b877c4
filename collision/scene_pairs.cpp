// Computes pairs of objects from poses: first bodies in the tree, then their objects.
#include <algorithm>
#include <cmath>

#include "collision/broad/unbounded_pairs.h"
#include "collision/collision_scene_impl.h"
#include "collision/index.h"

namespace cardan {
namespace {

// A box in the tree is enlarged by this fraction of its size [-], and by at least this length [m].
// Most steps then need no update of the tree and its pairs.
constexpr double kTreeShare = 0.1;
constexpr double kTreeLeast = 1e-3;
// If many bodies move, some body leaves its box in nearly every step, whatever the size of the
// boxes. The boxes then have room for only this many steps, which gives fewer pairs. In a tree,
// every box that moves has a cost; in a sweep, it does not.
constexpr std::size_t kMany = 50;
constexpr double kThinSteps = 2;
// A box that has become too large by this factor is rebuilt.
constexpr double kShrink = 2;

// Up to this number of bodies, sort and sweep is the faster broad phase for any arrangement.
constexpr std::size_t kMostToSweep = 400;

bool touch(const AxisBox& a, const AxisBox& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

bool contains(const AxisBox& outer, const AxisBox& inner) {
  return (outer.lower.array() <= inner.lower.array()).all() &&
         (inner.upper.array() <= outer.upper.array()).all();
}

AxisBox united(const AxisBox& a, const AxisBox& b) {
  return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)};
}

// Each box gets half the margin. Two boxes then touch whenever the shapes are nearer than their
// pair's margin.
double share_of_margin(const CollisionScene::Impl& scene, const SceneBody& body) {
  return 0.5 * scene.margin + body.extra_margin;
}

// Requests pose and margin of a body of a group for this detection.
void ask_for(CollisionScene::Impl& scene, SceneBody& body) {
  if (body.group < 0 || body.asked_in == scene.detection) return;
  const BodyGroup& group = scene.groups[index(body.group)];
  group.source->place(body.number, body.X_WB, body.extra_margin);
  body.unused_margin = group.most_extra - body.extra_margin;
  body.asked_in = scene.detection;
  body.aabb_known = false;
}

// Travel of a body's current box [m].
double travel_to_box(const SceneBody& body) { return body.travel - body.unused_margin; }

SceneObject& place_object(CollisionScene::Impl& scene, int rank) {
  SceneObject& object = scene.objects[index(rank)];
  if (object.placed_in == scene.detection) return object;
  object.placed_in = scene.detection;
  object.X_WS = scene.object_pose(object);
  return object;
}

// Computes the pose of a bounded object and returns its box.
const AxisBox& place_box(CollisionScene::Impl& scene, int rank) {
  SceneObject& object = place_object(scene, rank);
  if (object.boxed_in == scene.detection) return object.box;
  object.boxed_in = scene.detection;
  object.box = grown(world_bounds(scene.shape(rank), object.local, object.X_WS),
                     share_of_margin(scene, scene.bodies[index(object.body)]));
  return object.box;
}

// True for the box of a non-finite pose. It touches nothing and is never stored in the tree.
bool is_nowhere(const AxisBox& box) { return !box.lower.allFinite() || !box.upper.allFinite(); }

// The box of a body in this detection, computed on demand.
const AxisBox& aabb_of(CollisionScene::Impl& scene, SceneBody& body) {
  if (body.aabb_known) return body.aabb;
  body.aabb_known = true;
  if (body.bounded.size() == 1) {
    body.aabb = place_box(scene, body.bounded[0]);
  } else {
    body.aabb = grown(moved(body.local, body.X_WB), share_of_margin(scene, body));
  }
  if (is_nowhere(body.aabb)) {
    body.aabb = {Vector3::Constant(kInfinite), Vector3::Constant(-kInfinite)};
  }
  return body.aabb;
}

AxisBox make_tree_aabb(const CollisionScene::Impl& scene, const SceneBody& body) {
  double room = kTreeShare * (body.aabb.upper - body.aabb.lower).maxCoeff();
  const std::size_t bodies = scene.body_of_leaf.size();
  if (bodies > kMany && bodies <= kMostToSweep)
    room = std::min(room, kThinSteps * share_of_margin(scene, body));
  return grown(body.aabb, std::max(kTreeLeast, room));
}

bool is_oversized(const AxisBox& tree_aabb, const AxisBox& aabb) {
  const Vector3 size = aabb.upper - aabb.lower;
  const double wall = 2 * std::max(kTreeLeast, kTreeShare * size.maxCoeff());
  return ((tree_aabb.upper - tree_aabb.lower).array() > kShrink * (size.array() + wall)).any();
}

// The largest distance of two boxes along an axis, negative if they overlap [m]. Inclusive like
// touch(): 0 touches.
double gap(const AxisBox& a, const AxisBox& b) {
  return (a.lower - b.upper).cwiseMax(b.lower - a.upper).maxCoeff();
}

// Distance that the faces of the body's box can still move before they leave its box in the tree,
// or before that box is too large [m].
double room(const SceneBody& body) {
  return std::min((body.aabb.lower - body.tree_aabb.lower).minCoeff(),
                  (body.tree_aabb.upper - body.aabb.upper).minCoeff());
}

// Number of leaves that a worker takes at a time.
constexpr int kLeavesPerBlock = 32;

int num_blocks(const CollisionScene::Impl& scene) {
  return static_cast<int>((scene.body_of_leaf.size() + kLeavesPerBlock - 1) / kLeavesPerBlock);
}

// Computes the box of a body that may have left its box in the tree. Returns true if the tree needs
// a new box.
bool leaves_its_box(CollisionScene::Impl& scene, SceneBody& body) {
  if (!body.moved || body.travel <= body.room_until) {
    body.moved = false;
    return false;
  }
  body.moved = false;
  body.room_until = -1;
  ask_for(scene, body);
  if (is_nowhere(aabb_of(scene, body))) return false;
  const bool leaves =
      !contains(body.tree_aabb, body.aabb) || is_oversized(body.tree_aabb, body.aabb);
  if (leaves) body.tree_aabb = make_tree_aabb(scene, body);
  body.room_until = travel_to_box(body) + room(body);
  return leaves;
}

void add_candidate(CollisionScene::Impl& scene, int body_a, int body_b) {
  const SceneBody &a = scene.bodies[index(body_a)], &b = scene.bodies[index(body_b)];
  CandidatePair pair{body_a, body_b, static_cast<int>(scene.candidate_objects.size())};
  for (const int i : a.bounded)
    for (const int j : b.bounded)
      if (may_collide(scene, i, j))
        scene.candidate_objects.push_back({std::min(i, j), std::max(i, j)});
  pair.count = static_cast<int>(scene.candidate_objects.size()) - pair.first;
  if (pair.count > 0) scene.candidates.push_back(pair);
}

void find_candidates(CollisionScene::Impl& scene) {
  if (scene.candidates_valid) return;
  scene.candidates_valid = true;
  // Bounds time and memory if thousands of bodies overlap. Bodies in a pile have about 30 pairs.
  constexpr std::size_t kPerBody = 192, kBesides = 32768;
  const std::size_t most = kBesides + kPerBody * scene.body_of_leaf.size();
  scene.pairs_left_out = !scene.broad->find_pairs(most, scene.leaf_pairs);
  scene.candidates.clear();
  scene.candidate_objects.clear();
  for (const auto& [i, j] : scene.leaf_pairs)
    add_candidate(scene, scene.body_of_leaf[index(i)], scene.body_of_leaf[index(j)]);
}

bool is_centred_sphere(const SceneBody& body) { return body.arm == 0; }

// Distance between the surfaces of two spheres enlarged by their shares of the margin; 0 if they
// touch or overlap [m].
double sphere_gap(const CollisionScene::Impl& scene, const SceneBody& a, const SceneBody& b) {
  constexpr double kRounding = 1e-12;  // relative to the sum: the narrow phase adds in another
                                       // order
  const double reach =
      (a.radius + b.radius + share_of_margin(scene, a) + share_of_margin(scene, b)) *
      (1 + kRounding);
  const double squared = (a.X_WB.p - b.X_WB.p).squaredNorm();
  return squared <= reach * reach ? 0 : std::sqrt(squared) - reach;
}

bool is_at_rest(const SceneBody& body) { return body.resting || body.is_static; }

void add_bounded_pairs(CollisionScene::Impl& scene, CandidatePair& candidate) {
  SceneBody& a = scene.bodies[index(candidate.body_a)];
  SceneBody& b = scene.bodies[index(candidate.body_b)];
  if (is_at_rest(a) && is_at_rest(b)) return;
  if (a.travel + b.travel < candidate.separated_until_travel) return;
  ask_for(scene, a);
  ask_for(scene, b);
  const bool spheres = is_centred_sphere(a) && is_centred_sphere(b);
  const double apart =
      spheres ? sphere_gap(scene, a, b) : gap(aabb_of(scene, a), aabb_of(scene, b));
  const double here = travel_to_box(a) + travel_to_box(b);
  candidate.separated_until_travel = std::isfinite(apart) ? here + apart : -1;
  if (!(apart <= 0)) return;
  for (int k = candidate.first; k < candidate.first + candidate.count; ++k) {
    const IndexPair& pair = scene.candidate_objects[index(k)];
    if (spheres) {
      for (const int rank : pair) place_object(scene, rank);
      scene.pairs.push_back(pair);
    } else if (touch(place_box(scene, pair[0]), place_box(scene, pair[1]))) {
      scene.pairs.push_back(pair);
    }
  }
}

// Sets the margin of all boxes. If it changes, all boxes become invalid.
void set_margin(CollisionScene::Impl& scene, double margin) {
  if (margin == scene.margin) return;
  scene.margin = margin;
  scene.candidates_valid = false;
  for (const int body : scene.body_of_leaf) {
    SceneBody& moved = scene.bodies[index(body)];
    moved.aabb_known = false;
    moved.moved = true;
    moved.room_until = -1;
  }
}

// Discards the cached distances to a solid that has moved.
void place_solid(CollisionScene::Impl& scene, UnboundedObject& solid) {
  SceneBody& owner = scene.bodies[index(scene.objects[index(solid.rank)].body)];
  ask_for(scene, owner);
  const double share = share_of_margin(scene, owner);
  const RigidTransform& X_WS = place_object(scene, solid.rank).X_WS;
  const bool stands = X_WS.R == solid.X_WS.R && X_WS.p == solid.X_WS.p;
  if (stands && share == solid.share_of_margin) return;
  solid.X_WS = X_WS;
  solid.share_of_margin = share;
  for (std::vector<double>* known : {&solid.body_separated_until, &solid.object_separated_until})
    std::fill(known->begin(), known->end(), -1.0);
}

// Adds the pairs of a body with an unbounded solid, which is never in a tree: the pairs of its
// objects that pass the filters.
void add_unbounded_pairs(CollisionScene::Impl& scene, UnboundedObject& unbounded,
                         const UnboundedReach& solid, int leaf, std::vector<IndexPair>& pairs) {
  constexpr std::size_t kFew = 2;  // objects: for so few, testing their own boxes is as cheap as
                                   // testing the body's
  const int u = unbounded.rank;
  const int owner = scene.objects[index(u)].body;
  const int body_index = scene.body_of_leaf[index(leaf)];
  SceneBody& body = scene.bodies[index(body_index)];
  double& body_separated_until = unbounded.body_separated_until[index(leaf)];
  if (body.travel < body_separated_until || body_index == owner) return;
  if (is_at_rest(body) && is_at_rest(scene.bodies[index(owner)])) return;
  ask_for(scene, body);
  const double here = travel_to_box(body);
  const double gap = solid.gap(body.X_WB.p, body.radius + share_of_margin(scene, body));
  body_separated_until = std::isfinite(gap) ? here + gap : -1;
  if (!(gap <= 0) || !body.X_WB.p.allFinite()) return;
  if (body.bounded.size() > kFew && !(solid.gap(aabb_of(scene, body)) <= 0)) return;
  const bool sphere = is_centred_sphere(body);  // a box gives no further information
  for (const int rank : body.bounded) {
    if (unbounded.meets[index(rank)] == 0) continue;
    double& separated_until_travel = unbounded.object_separated_until[index(rank)];
    if (body.travel < separated_until_travel) continue;
    place_object(scene, rank);
    const double object_gap = sphere ? gap : solid.gap(place_box(scene, rank));
    separated_until_travel = here + object_gap;
    if (object_gap <= 0) pairs.push_back({std::min(u, rank), std::max(u, rank)});
  }
}

// Processes everything that concerns only the bodies of the block, so that the bodies of one robot
// are processed together.
void look_at_block(CollisionScene::Impl& scene, int number) {
  LeafBlock& block = scene.leaf_blocks[index(number)];
  const int first = number * kLeavesPerBlock;
  const int end = std::min(first + kLeavesPerBlock, static_cast<int>(scene.body_of_leaf.size()));
  block.left.clear();
  for (int leaf = first; leaf < end; ++leaf) {
    if (leaves_its_box(scene, scene.bodies[index(scene.body_of_leaf[index(leaf)])]))
      block.left.push_back(leaf);
  }
  block.pairs.clear();
  block.ends.clear();
  constexpr double kRounding = 1e-9;  // [m]: rounding error of such a short travel
  for (UnboundedObject& unbounded : scene.unbounded) {
    const UnboundedReach solid(scene.posed(unbounded.rank), unbounded.share_of_margin + kRounding);
    for (int leaf = first; leaf < end; ++leaf)
      add_unbounded_pairs(scene, unbounded, solid, leaf, block.pairs);
    block.ends.push_back(block.pairs.size());
  }
}

// Appends the pairs with one of the unbounded solids, in the order of the leaves.
void append_pairs_of_solid(CollisionScene::Impl& scene, std::size_t solid) {
  for (int b = 0; b < num_blocks(scene); ++b) {
    const LeafBlock& block = scene.leaf_blocks[index(b)];
    const auto at = [&](std::size_t k) {
      return block.pairs.begin() + static_cast<std::ptrdiff_t>(k);
    };
    scene.pairs.insert(scene.pairs.end(), at(solid == 0 ? 0 : block.ends[solid - 1]),
                       at(block.ends[solid]));
  }
}

// Sorts all pairs and returns their number. The first `sorted` pairs are ascending; the others
// nearly always are.
std::size_t sort_from(CollisionScene::Impl& scene, std::size_t sorted) {
  std::vector<IndexPair>& pairs = scene.pairs;
  const auto middle = pairs.begin() + static_cast<std::ptrdiff_t>(sorted);
  if (!std::is_sorted(middle, pairs.end(), PairOrder()))
    std::sort(middle, pairs.end(), PairOrder());
  if (sorted > 0 && middle != pairs.end() && PairOrder()(*middle, *(middle - 1))) {
    scene.merged_pairs.reserve(pairs.capacity());  // the two vectors are swapped
    scene.merged_pairs.resize(pairs.size());
    std::merge(pairs.begin(), middle, middle, pairs.end(), scene.merged_pairs.begin(), PairOrder());
    pairs.swap(scene.merged_pairs);
  }
  return pairs.size();
}

void measure_reach(const CollisionScene::Impl& scene, SceneBody& body) {
  const SceneObject& first = scene.objects[index(body.bounded[0])];
  const Shape& shape = scene.shape(body.bounded[0]);
  if (body.bounded.size() == 1 && first.at_origin && shape.kind == GeometryKind::kSphere) {
    body.radius = shape.size.x();
    body.arm = 0;
    return;
  }
  body.radius = body.local.lower.cwiseAbs().cwiseMax(body.local.upper.cwiseAbs()).norm();
  body.arm = body.radius;
}

// Bodies with bounded objects, in the order of their first objects. Pairs from the tree are then
// nearly in the order of ranks.
std::vector<int> bodies_by_rank(const CollisionScene::Impl& scene) {
  std::vector<int> order;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (!scene.bodies[i].bounded.empty()) order.push_back(static_cast<int>(i));
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return scene.bodies[index(i)].bounded[0] < scene.bodies[index(j)].bounded[0];
  });
  return order;
}

// Reserves memory for the largest possible result of a block, so that a detection does not
// allocate.
void make_room_in_blocks(CollisionScene::Impl& scene) {
  scene.leaf_blocks.resize(index(num_blocks(scene)));
  for (int b = 0; b < num_blocks(scene); ++b) {
    LeafBlock& block = scene.leaf_blocks[index(b)];
    const std::size_t first = index(b) * kLeavesPerBlock;
    const std::size_t end = std::min(first + kLeavesPerBlock, scene.body_of_leaf.size());
    std::size_t objects = 0;
    for (std::size_t leaf = first; leaf < end; ++leaf)
      objects += scene.bodies[index(scene.body_of_leaf[leaf])].bounded.size();
    block.left.reserve(kLeavesPerBlock);
    block.pairs.reserve(objects * scene.unbounded.size());
    block.ends.reserve(scene.unbounded.size());
  }
}

}  // namespace

bool may_collide(const CollisionScene::Impl& scene, int rank_a, int rank_b) {
  const SceneObject &a = scene.objects[index(rank_a)], &b = scene.objects[index(rank_b)];
  if ((a.group & b.mask) == 0 || (b.group & a.mask) == 0) return false;
  const IndexPair pair{std::min(rank_a, rank_b), std::max(rank_a, rank_b)};
  return scene.excluded.empty() ||
         !std::binary_search(scene.excluded.begin(), scene.excluded.end(), pair, PairOrder());
}

void build_tree(CollisionScene::Impl& scene) {
  scene.body_of_leaf = bodies_by_rank(scene);
  scene.margin = 0;
  ++scene.detection;  // invalidates data of an earlier arrangement
  std::vector<AxisBox> boxes;
  std::vector<unsigned char> is_static;
  for (const int i : scene.body_of_leaf) {
    SceneBody& body = scene.bodies[index(i)];
    const auto box_in_body = [&](int rank) {
      const SceneObject& object = scene.objects[index(rank)];
      return moved(object.local, scene.specs[index(object.handle)]->X_BS);
    };
    body.local = box_in_body(body.bounded[0]);
    for (const int rank : body.bounded) body.local = united(body.local, box_in_body(rank));
    measure_reach(scene, body);
    body.moved = true;
    body.aabb_known = false;
    body.room_until = -1;
    const AxisBox& aabb = aabb_of(scene, body);
    body.tree_aabb = is_nowhere(aabb) ? AxisBox{} : make_tree_aabb(scene, body);
    boxes.push_back(body.tree_aabb);
    is_static.push_back(body.is_static ? 1 : 0);
  }
  for (UnboundedObject& solid : scene.unbounded) {
    solid.meets.clear();
    for (int rank = 0; rank < static_cast<int>(scene.objects.size()); ++rank)
      solid.meets.push_back(may_collide(scene, solid.rank, rank) ? 1 : 0);
    solid.body_separated_until.assign(scene.body_of_leaf.size(), -1.0);
    solid.object_separated_until.assign(scene.objects.size(), -1.0);
  }
  make_room_in_blocks(scene);
  scene.broad = boxes.size() <= kMostToSweep ? make_sweep_broad_phase() : make_tree_broad_phase();
  scene.broad->reset(boxes, is_static);
  scene.candidates_valid = false;
}

void find_pairs(CollisionScene::Impl& scene, double margin, WorkerPool& pool) {
  set_margin(scene, margin);
  for (UnboundedObject& solid : scene.unbounded) place_solid(scene, solid);
  const int blocks = num_blocks(scene);
  pool.for_each(blocks, [&](int block, int) { look_at_block(scene, block); });
  for (int b = 0; b < blocks; ++b) {
    for (const int leaf : scene.leaf_blocks[index(b)].left) {
      scene.broad->set_box(leaf, scene.bodies[index(scene.body_of_leaf[index(leaf)])].tree_aabb);
      scene.candidates_valid = false;
    }
  }
  find_candidates(scene);
  scene.pairs.clear();
  for (CandidatePair& candidate : scene.candidates) add_bounded_pairs(scene, candidate);
  std::size_t sorted = sort_from(scene, 0);
  for (std::size_t solid = 0; solid < scene.unbounded.size(); ++solid) {
    append_pairs_of_solid(scene, solid);
    sorted = sort_from(scene, sorted);
  }
}

}  // namespace cardan
