#include "collision/collision_scene.h"

#include <algorithm>

#include "cardan/error.h"
#include "collision/collision_scene_impl.h"
#include "collision/index.h"

namespace cardan {
namespace {

// Handles in the order of the sort keys, which are unique.
std::vector<int> sorted_handles(const CollisionScene::Impl& scene) {
  std::vector<int> order;
  order.reserve(scene.specs.size());
  for (std::size_t i = 0; i < scene.specs.size(); ++i)
    if (scene.specs[i]) order.push_back(static_cast<int>(i));
  const auto key = [&](int handle) -> const std::string& {
    return scene.specs[index(handle)]->sort_key;
  };
  std::sort(order.begin(), order.end(), [&](int i, int j) { return key(i) < key(j); });
  return order;
}

void sort_objects(CollisionScene::Impl& scene) {
  const std::vector<int> order = sorted_handles(scene);
  scene.objects.assign(order.size(), {});
  scene.rank_of.assign(scene.specs.size(), -1);
  scene.unbounded.clear();
  for (SceneBody& body : scene.bodies) {
    body.bounded.clear();
    body.is_static = true;
    body.moved = true;
    body.aabb_known = false;
  }
  for (int rank = 0; rank < static_cast<int>(order.size()); ++rank) {
    const int handle = order[index(rank)];
    const CollisionObjectSpec& spec = *scene.specs[index(handle)];
    SceneObject& object = scene.objects[index(rank)];
    object.handle = handle;
    object.body = scene.body_of_handle[index(handle)];
    object.is_aligned = spec.X_BS.R == Matrix3::Identity();
    object.at_origin = object.is_aligned && spec.X_BS.p == Vector3::Zero();
    object.group = spec.group;
    object.mask = spec.mask;
    object.local = local_bounds(spec.shape);
    object.is_unbounded = is_unbounded(spec.shape.kind);
    SceneBody& body = scene.bodies[index(object.body)];
    body.is_static = body.is_static && spec.is_static;
    if (object.is_unbounded) {
      scene.unbounded.emplace_back().rank = rank;
    } else {
      body.bounded.push_back(rank);
    }
    scene.rank_of[index(handle)] = rank;
  }
  scene.excluded.clear();
  for (const auto& [i, j] : scene.excluded_handles) {
    const int a = scene.rank_of[index(i)], b = scene.rank_of[index(j)];
    if (a < 0 || b < 0) continue;  // one of the two is removed
    scene.excluded.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(scene.excluded.begin(), scene.excluded.end(), PairOrder());
}

// Index of the body of a new object; −1 creates a new body.
int body_for(CollisionScene::Impl& scene, int number) {
  const int next =
      scene.free_bodies.empty() ? static_cast<int>(scene.bodies.size()) : scene.free_bodies.back();
  if (number >= 0) {
    if (index(number) >= scene.body_of_number.size())
      scene.body_of_number.resize(index(number) + 1, -1);
    int& body = scene.body_of_number[index(number)];
    if (body >= 0) return body;
    body = next;
  }
  if (scene.free_bodies.empty()) {
    scene.bodies.emplace_back();
  } else {
    scene.free_bodies.pop_back();
  }
  scene.bodies[index(next)].number = number;
  return next;
}

// Reserves memory for a typical number of contacts, so that a warm-up in which objects have not yet
// met suffices.
void reserve_results(CollisionScene::Impl& scene) {
  constexpr std::size_t kPairsPerObject = 4, kContactsPerPair = 4;
  const std::size_t pairs = kPairsPerObject * scene.objects.size();
  scene.pairs.reserve(pairs);
  scene.merged_pairs.reserve(pairs);
  scene.last_normals.reserve(pairs);
  scene.result.manifolds.reserve(pairs);
  scene.result.contacts.reserve(kContactsPerPair * pairs);
}

// Adds to a travel and rounds up by at least one bit, so that nothing is lost to rounding. After a
// non-finite pose the travel is NaN for good, and no pair counts as separated.
double farther(double travel, double way) {
  constexpr double kLastBit = std::numeric_limits<double>::epsilon();
  return travel + way + kLastBit * travel;
}

void go(CollisionScene::Impl& scene, SceneBody& body, double way) {
  body.travel = farther(body.travel, way);
  if (body.group >= 0) {
    BodyGroup& group = scene.groups[index(body.group)];
    group.travel = farther(group.travel, way);
  }
  body.moved = true;
  body.aabb_known = false;
}

// Uses sums of magnitudes instead of norms: never smaller, and without a square root.
void move_body(CollisionScene::Impl& scene, SceneBody& body, const RigidTransform& X_WB) {
  double way = (X_WB.p - body.X_WB.p).lpNorm<1>();
  if (body.arm > 0) way += (X_WB.R - body.X_WB.R).lpNorm<1>() * body.arm;
  body.X_WB = X_WB;
  go(scene, body, way);
}

void set_margin(CollisionScene::Impl& scene, SceneBody& body, double extra) {
  if (body.extra_margin == extra) return;
  go(scene, body, std::abs(extra - body.extra_margin));
  body.extra_margin = extra;
}

// Checked here, so that detection has no errors to report.
void require_unused(const CollisionScene::Impl& scene, const std::string& sort_key) {
  if (scene.sort_keys.contains(sort_key))
    throw Error("two collision objects have the same name", sort_key, "names must be unique");
}

void require_data(const CollisionObjectSpec& spec) {
  const Shape& shape = spec.shape;
  const bool lacks = (shape.kind == GeometryKind::kConvex && !shape.hull) ||
                     (shape.kind == GeometryKind::kMesh && !shape.mesh) ||
                     (shape.kind == GeometryKind::kHeightfield && !shape.heights);
  if (lacks) {
    throw Error("a shape without its vertices, triangles or heights", spec.sort_key,
                "create it with make_shapes()");
  }
}

[[noreturn]] void fail_number(const char* what, int number, std::size_t count) {
  throw Error(std::string("no ").append(what).append(" ") + std::to_string(number),
              "CollisionScene",
              count == 0 ? "none has been added" : "0 to " + std::to_string(count - 1));
}

void require_handle(const CollisionScene::Impl& scene, int handle) {
  const std::size_t count = scene.specs.size();
  if (handle < 0 || index(handle) >= count) fail_number("object", handle, count);
  if (!scene.specs[index(handle)])
    throw Error("object " + std::to_string(handle) + " was removed", "CollisionScene");
}

void require_group(const CollisionScene::Impl& scene, int group) {
  const std::size_t count = scene.groups.size();
  if (group < 0 || index(group) >= count) fail_number("group", group, count);
}

// Removes an object from its body. Frees the place of a body that has lost its last object, and
// that of a group that has lost its last body.
void leave_body(CollisionScene::Impl& scene, int place) {
  SceneBody& body = scene.bodies[index(place)];
  if (--body.objects > 0) return;
  if (body.group >= 0) {
    BodyGroup& group = scene.groups[index(body.group)];
    std::erase(group.members, place);
    if (group.members.empty()) group.source = nullptr;
  }
  if (body.number >= 0) scene.body_of_number[index(body.number)] = -1;
  body = {};
  scene.free_bodies.push_back(place);
}

SceneBody& require_body(CollisionScene::Impl& scene, int number) {
  const std::size_t count = scene.body_of_number.size();
  if (number < 0 || index(number) >= count || scene.body_of_number[index(number)] < 0)
    fail_number("body", number, count);
  return scene.bodies[index(scene.body_of_number[index(number)])];
}

}  // namespace

RigidTransform CollisionScene::Impl::object_pose(const SceneObject& object) const {
  const RigidTransform& X_WB = bodies[index(object.body)].X_WB;
  if (object.at_origin) return X_WB;
  const RigidTransform& X_BS = specs[index(object.handle)]->X_BS;
  return object.is_aligned ? RigidTransform(X_WB.R, X_WB * X_BS.p) : X_WB * X_BS;
}

CollisionScene::CollisionScene() : impl_(std::make_unique<Impl>()) {}
CollisionScene::~CollisionScene() = default;
CollisionScene::CollisionScene(CollisionScene&&) noexcept = default;
CollisionScene& CollisionScene::operator=(CollisionScene&&) noexcept = default;

int CollisionScene::add(CollisionObjectSpec spec) {
  require_unused(impl(), spec.sort_key);
  require_data(spec);
  const int body = body_for(impl(), spec.body);
  ++impl().bodies[index(body)].objects;
  impl().body_of_handle.push_back(body);
  impl().specs.push_back(std::make_unique<CollisionObjectSpec>(std::move(spec)));
  impl().sort_keys.insert(impl().specs.back()->sort_key);
  impl().changed = true;
  return num_handles() - 1;
}

void CollisionScene::remove(int handle) {
  require_handle(impl(), handle);
  std::unique_ptr<CollisionObjectSpec>& spec = impl().specs[index(handle)];
  impl().sort_keys.erase(spec->sort_key);
  std::erase_if(impl().excluded_handles,
                [&](const IndexPair& pair) { return pair[0] == handle || pair[1] == handle; });
  impl().prepared.clear();  // it contains addresses of shapes; the next detection rebuilds it
  spec.reset();
  ++impl().removed;
  impl().changed = true;
  leave_body(impl(), impl().body_of_handle[index(handle)]);
}

bool CollisionScene::is_removed(int handle) const {
  if (handle < 0 || handle >= num_handles()) fail_number("object", handle, impl().specs.size());
  return !impl().specs[index(handle)];
}

void CollisionScene::exclude(int handle_a, int handle_b) {
  require_handle(impl(), handle_a);
  require_handle(impl(), handle_b);
  impl().excluded_handles.push_back({handle_a, handle_b});
  impl().changed = true;
}

void CollisionScene::include(int handle_a, int handle_b) {
  require_handle(impl(), handle_a);
  require_handle(impl(), handle_b);
  std::vector<IndexPair>& excluded = impl().excluded_handles;
  const auto same = [&](const IndexPair& pair) {
    return pair == IndexPair{handle_a, handle_b} || pair == IndexPair{handle_b, handle_a};
  };
  const auto found = std::find_if(excluded.begin(), excluded.end(), same);
  if (found == excluded.end()) return;
  excluded.erase(found);
  impl().changed = true;
}

void CollisionScene::finalize() {
  sort_objects(impl());
  impl().prepared.clear();
  for (const auto& spec : impl().specs)
    if (spec) impl().prepared.add(spec->shape);
  build_tree(impl());
  impl().last_normals.clear();  // they are indexed by rank
  reserve_results(impl());
  impl().changed = false;
}

int CollisionScene::handle(int rank) const {
  const std::size_t count = impl().objects.size();
  if (rank < 0 || index(rank) >= count) fail_number("rank", rank, count);
  return impl().objects[index(rank)].handle;
}
int CollisionScene::num_objects() const { return num_handles() - impl().removed; }
int CollisionScene::num_handles() const { return static_cast<int>(impl().specs.size()); }
const CollisionObjectSpec& CollisionScene::spec(int handle) const {
  require_handle(impl(), handle);
  return *impl().specs[index(handle)];
}

void CollisionScene::set_body_pose(int body, const RigidTransform& X_WB) {
  move_body(impl(), require_body(impl(), body), X_WB);
}

void CollisionScene::set_pose(int handle, const RigidTransform& X_WS) {
  const RigidTransform& X_BS = spec(handle).X_BS;
  const bool at_origin = X_BS.R == Matrix3::Identity() && X_BS.p == Vector3::Zero();
  move_body(impl(), impl().bodies[index(impl().body_of_handle[index(handle)])],
            at_origin ? X_WS : X_WS * X_BS.inverse());
}

RigidTransform CollisionScene::pose(int handle) const {
  const RigidTransform& X_BS = spec(handle).X_BS;
  return impl().bodies[index(impl().body_of_handle[index(handle)])].X_WB * X_BS;
}

void CollisionScene::set_body_margin(int body, double extra) {
  set_margin(impl(), require_body(impl(), body), extra);
}

int CollisionScene::add_group(const BodySource& source) {
  std::vector<BodyGroup>& groups = impl().groups;
  auto place = std::find_if(groups.begin(), groups.end(),
                            [](const BodyGroup& group) { return group.source == nullptr; });
  if (place == groups.end()) place = groups.emplace(groups.end());
  *place = {};
  place->source = &source;
  return static_cast<int>(place - groups.begin());
}

void CollisionScene::join_group(int group, int body) {
  require_group(impl(), group);
  require_body(impl(), body);
  const int member = impl().body_of_number[index(body)];
  impl().bodies[index(member)].group = group;
  impl().groups[index(group)].members.push_back(member);
  impl().changed = true;  // discards its cached distances
}

void CollisionScene::move_group(int group, double way, double most_extra) {
  require_group(impl(), group);
  BodyGroup& moving = impl().groups[index(group)];
  moving.travel = farther(moving.travel, way);
  moving.most_extra = most_extra;
  for (const int member : moving.members) {
    SceneBody& body = impl().bodies[index(member)];
    body.travel = moving.travel + most_extra;
    body.moved = true;
  }
}

void CollisionScene::set_body_resting(int body, bool resting) {
  require_body(impl(), body).resting = resting;
}

void CollisionScene::set_extra_margin(int handle, double extra) {
  require_handle(impl(), handle);
  set_margin(impl(), impl().bodies[index(impl().body_of_handle[index(handle)])], extra);
}

const CollisionResult& CollisionScene::detect(double margin) {
  WorkerPool alone(1);
  return detect(margin, alone);
}

const CollisionResult& CollisionScene::detect(double margin, WorkerPool& pool) {
  if (impl().changed) finalize();
  ++impl().detection;
  find_pairs(impl(), margin, pool);
  find_contacts(impl(), pool);
  return impl().result;
}

}  // namespace cardan
