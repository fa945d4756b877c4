#include "cardan/collision/collision_scene.h"

#include "cardan/collision/broad_phase_internal.h"
#include "cardan/collision/narrow_phase_internal.h"
#include "cardan/collision/unbounded_pairs_internal.h"
#include "cardan/core/error.h"

namespace cardan {
namespace {

/// What detect() reads of one object, in rank order.
struct Object {
  int handle = -1;
  int tree_index = -1;  // in the broad phase, -1 for unbounded solids
  int body = -1;
  bool is_static = false;
  bool moved = true;
  double extra_margin = 0;  // [m]
  RigidTransform X_WS;
  AxisBox local;  // of the shape, in its frame
  AxisBox box;    // in W, with its share of the margin
};

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

struct CollisionScene::Impl {
  // By handle.
  std::vector<std::unique_ptr<CollisionObjectSpec>>
      specs;  // stay where they are: spec() hands out references
  std::vector<RigidTransform> poses;
  std::vector<double> extra_margins;
  std::vector<int> rank_of;
  std::vector<IndexPair> excluded_handles;
  bool changed = true;

  // By rank.
  std::vector<Object> objects;
  std::vector<int> unbounded;       // ranks
  std::vector<int> rank_of_tree;    // tree index → rank, ascending
  std::vector<IndexPair> excluded;  // rank pairs, sorted
  double margin = -1;               // [m], of the boxes in the tree

  std::unique_ptr<BroadPhase> broad = make_tree_broad_phase();
  NarrowPhase narrow;
  std::vector<IndexPair> pairs, tree_pairs, bounded_pairs, unbounded_pairs;
  std::vector<Patch> patches;
  CollisionResult result;

  const Shape& shape(int rank) const { return specs[index(objects[index(rank)].handle)]->shape; }
  PosedShape posed(int rank) const { return {shape(rank), objects[index(rank)].X_WS}; }
  AxisBox inflated_box(int rank) const;
  bool filtered(int a, int b) const;
  void sort_objects();
  void build_tree();
  void update_boxes(double new_margin);
  void find_pairs();
  void collide_pair(int a, int b);
  void append(int a, int b, const Patch& patch);
};

// Half the margin on either box: two boxes then touch whenever the shapes are nearer than their
// pair's margin.
AxisBox CollisionScene::Impl::inflated_box(int rank) const {
  const Object& object = objects[index(rank)];
  AxisBox box = world_bounds(shape(rank), object.local, object.X_WS);
  const Vector3 grow = Vector3::Constant(0.5 * margin + object.extra_margin);
  box.lower -= grow;
  box.upper += grow;
  return box;
}

bool CollisionScene::Impl::filtered(int a, int b) const {
  const Object& p = objects[index(a)];
  const Object& q = objects[index(b)];
  if (p.is_static && q.is_static) return true;
  if (p.body >= 0 && p.body == q.body) return true;
  return !excluded.empty() &&
         std::binary_search(excluded.begin(), excluded.end(), IndexPair{a, b}, PairOrder());
}

void CollisionScene::Impl::sort_objects() {
  std::vector<int> order(specs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return specs[index(i)]->sort_key < specs[index(j)]->sort_key; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::string& key = specs[index(order[i])]->sort_key;
    if (key == specs[index(order[i - 1])]->sort_key)
      throw Error("two collision objects of one name", key, "names must be unique");
  }
  objects.assign(order.size(), {});
  rank_of.assign(order.size(), -1);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const int handle = order[rank];
    const CollisionObjectSpec& spec = *specs[index(handle)];
    Object& object = objects[rank];
    object.handle = handle;
    object.body = spec.body;
    object.is_static = spec.is_static;
    object.extra_margin = extra_margins[index(handle)];
    object.X_WS = poses[index(handle)];
    object.local = local_bounds(spec.shape);
    rank_of[index(handle)] = static_cast<int>(rank);
  }
  excluded.clear();
  for (const auto& [i, j] : excluded_handles) {
    const int a = rank_of[index(i)], b = rank_of[index(j)];
    excluded.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(excluded.begin(), excluded.end(), PairOrder());
}

void CollisionScene::Impl::build_tree() {
  unbounded.clear();
  rank_of_tree.clear();
  margin = 0;
  std::vector<AxisBox> boxes;
  std::vector<unsigned char> is_static;
  for (int rank = 0; rank < static_cast<int>(objects.size()); ++rank) {
    Object& object = objects[index(rank)];
    if (is_unbounded(shape(rank).kind)) {
      unbounded.push_back(rank);
      continue;
    }
    object.tree_index = static_cast<int>(rank_of_tree.size());
    object.moved = false;
    rank_of_tree.push_back(rank);
    object.box = inflated_box(rank);
    boxes.push_back(object.box);
    is_static.push_back(object.is_static ? 1 : 0);
  }
  broad->reset(boxes, is_static);
}

void CollisionScene::Impl::update_boxes(double new_margin) {
  const bool all = new_margin != margin;
  margin = new_margin;
  for (int rank : rank_of_tree) {
    Object& object = objects[index(rank)];
    if (!object.moved && !all) continue;
    object.moved = false;
    object.box = inflated_box(rank);
    broad->set_box(object.tree_index, object.box);
  }
}

// Pairs of ranks that may touch, ascending: from the trees, and every bounded object against every
// unbounded solid.
void CollisionScene::Impl::find_pairs() {
  broad->find_pairs(tree_pairs);
  bounded_pairs.clear();
  unbounded_pairs.clear();
  for (const auto& [i, j] : tree_pairs) {  // tree indices ascend with ranks: the order stays
    const IndexPair pair{rank_of_tree[index(i)], rank_of_tree[index(j)]};
    if (!filtered(pair[0], pair[1])) bounded_pairs.push_back(pair);
  }
  for (int u : unbounded) {
    const double extra = objects[index(u)].extra_margin;
    for (int rank : rank_of_tree) {
      const IndexPair pair{std::min(u, rank), std::max(u, rank)};
      AxisBox box = objects[index(rank)].box;
      const Vector3 grow = Vector3::Constant(0.5 * margin + extra);
      box.lower -= grow;
      box.upper += grow;
      if (box_touches_unbounded(box, posed(u)) && !filtered(pair[0], pair[1]))
        unbounded_pairs.push_back(pair);
    }
  }
  std::sort(unbounded_pairs.begin(), unbounded_pairs.end(), PairOrder());
  pairs.resize(bounded_pairs.size() + unbounded_pairs.size());
  std::merge(bounded_pairs.begin(), bounded_pairs.end(), unbounded_pairs.begin(),
             unbounded_pairs.end(), pairs.begin(), PairOrder());
}

void CollisionScene::Impl::append(int a, int b, const Patch& patch) {
  if (patch.count == 0) return;
  Manifold manifold{a, b, static_cast<int>(result.contacts.size()), patch.count};
  for (int i = 0; i < patch.count; ++i) {
    const PatchPoint& p = patch.points[index(i)];
    result.contacts.push_back({a, b, p.point, patch.normal, p.gap, p.feature});
  }
  result.manifolds.push_back(manifold);
}

void CollisionScene::Impl::collide_pair(int a, int b) {
  const double pair_margin =
      margin + objects[index(a)].extra_margin + objects[index(b)].extra_margin;
  patches.clear();
  narrow.collide(posed(a), posed(b), pair_margin, patches);
  for (const Patch& patch : patches) append(a, b, patch);
}

CollisionScene::CollisionScene() : impl_(std::make_unique<Impl>()) {}
CollisionScene::~CollisionScene() = default;
CollisionScene::CollisionScene(CollisionScene&&) noexcept = default;
CollisionScene& CollisionScene::operator=(CollisionScene&&) noexcept = default;

int CollisionScene::add(CollisionObjectSpec spec) {
  impl_->specs.push_back(std::make_unique<CollisionObjectSpec>(std::move(spec)));
  impl_->poses.emplace_back();
  impl_->extra_margins.push_back(0);
  impl_->changed = true;
  return num_objects() - 1;
}

void CollisionScene::exclude(int handle_a, int handle_b) {
  impl_->excluded_handles.push_back({handle_a, handle_b});
  impl_->changed = true;
}

void CollisionScene::finalize() {
  impl_->sort_objects();
  impl_->build_tree();
  impl_->narrow.clear();
  for (const auto& spec : impl_->specs) impl_->narrow.prepare(spec->shape);
  impl_->changed = false;
}

int CollisionScene::handle(int rank) const { return impl_->objects[index(rank)].handle; }
int CollisionScene::num_objects() const { return static_cast<int>(impl_->specs.size()); }
const CollisionObjectSpec& CollisionScene::spec(int handle) const {
  return *impl_->specs[index(handle)];
}

void CollisionScene::set_pose(int handle, const RigidTransform& X_WS) {
  impl_->poses[index(handle)] = X_WS;
  if (impl_->changed) return;
  Object& object = impl_->objects[index(impl_->rank_of[index(handle)])];
  object.X_WS = X_WS;
  object.moved = true;
}

RigidTransform CollisionScene::pose(int handle) const { return impl_->poses[index(handle)]; }

void CollisionScene::set_extra_margin(int handle, double extra) {
  impl_->extra_margins[index(handle)] = extra;
  if (impl_->changed) return;
  Object& object = impl_->objects[index(impl_->rank_of[index(handle)])];
  if (object.extra_margin == extra) return;
  object.extra_margin = extra;
  object.moved = true;
}

const CollisionResult& CollisionScene::detect(double margin) {
  if (impl_->changed) finalize();
  CollisionResult& result = impl_->result;
  result.contacts.clear();
  result.manifolds.clear();
  impl_->narrow.counts = {};
  impl_->update_boxes(margin);
  impl_->find_pairs();
  for (const auto& [a, b] : impl_->pairs) impl_->collide_pair(a, b);
  result.pairs_tested = static_cast<int>(impl_->pairs.size());
  result.fcl_failures = impl_->narrow.counts.fcl_failures;
  result.unresolved_pairs = impl_->narrow.counts.unresolved_pairs;
  return result;
}

}  // namespace cardan
