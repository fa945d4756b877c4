// Computes contacts from pairs of objects, in parallel blocks.
#include "collision/broad/unbounded_pairs.h"
#include "collision/collision_scene_impl.h"
#include "collision/index.h"

namespace cardan {
namespace {

constexpr int kPairsPerBlock = 16;  // enough work to distribute to another thread
// Blocks that are in memory together: 22 MB.
constexpr int kBlocksPerRound = 4096;

bool same(const IndexPair& x, const IndexPair& y) { return x[0] == y[0] && x[1] == y[1]; }

// Starts a manifold of a pair; `count` contacts follow.
void open_manifold(const IndexPair& pair, int count, const Vector3& normal, ContactBlock& block) {
  block.manifolds.push_back({pair[0], pair[1], static_cast<int>(block.contacts.size()), count});
  if (block.normals.empty() || !same(block.normals.back().pair, pair))
    block.normals.push_back({pair, normal});
}

void append_patch(const IndexPair& pair, const Patch& patch, ContactBlock& block) {
  if (patch.count == 0) return;
  open_manifold(pair, patch.count, patch.normal, block);
  for (int i = 0; i < patch.count; ++i) {
    const PatchPoint& p = patch.points[index(i)];
    block.contacts.push_back({pair[0], pair[1], p.point, patch.normal, p.gap, p.feature});
  }
}

// Handles a sphere on a half-space, by far the most frequent pair, without building a patch.
// Returns false if the pair is another one.
bool add_sphere_on_half_space(const CollisionScene::Impl& scene, const IndexPair& pair,
                              double margin, ContactBlock& block) {
  const GeometryKind kind_a = scene.shape(pair[0]).kind, kind_b = scene.shape(pair[1]).kind;
  const bool sphere_first = kind_a == GeometryKind::kSphere;
  if ((sphere_first ? kind_b : kind_a) != GeometryKind::kPlane) return false;
  if (!sphere_first && kind_b != GeometryKind::kSphere) return false;
  const PosedShape solid = scene.posed(pair[sphere_first ? 1 : 0]);
  const PatchPoint at = sphere_over_half_space(scene.posed(pair[sphere_first ? 0 : 1]), solid);
  if (!(at.gap <= margin)) return true;
  const Vector3 up = solid.X_WS.R.col(2);
  const Vector3 normal = sphere_first ? Vector3(-up) : up;
  open_manifold(pair, 1, normal, block);
  block.contacts.push_back({pair[0], pair[1], at.point, normal, at.gap, at.feature});
  return true;
}

void collide_pair(const CollisionScene::Impl& scene, const IndexPair& pair, const PairHint& hint,
                  PairWorker& worker, ContactBlock& block) {
  const double margin = scene.margin_of_pair(pair[0], pair[1]);
  if (add_sphere_on_half_space(scene, pair, margin, block)) return;
  worker.patches.clear();
  worker.narrow.collide(scene.posed(pair[0]), scene.posed(pair[1]), margin, worker.patches, hint);
  for (const Patch& patch : worker.patches) append_patch(pair, patch, block);
}

// Computes the contacts of pairs first .. end - 1. Also passes each pair its normal of the last
// detection; both lists are ascending.
void collide_block(const CollisionScene::Impl& scene, int first, int end, PairWorker& worker,
                   ContactBlock& block) {
  const auto before = [](const PairNormal& known, const IndexPair& pair) {
    return PairOrder()(known.pair, pair);
  };
  auto known = std::lower_bound(scene.last_normals.begin(), scene.last_normals.end(),
                                scene.pairs[index(first)], before);
  block.contacts.clear();
  block.manifolds.clear();
  block.normals.clear();
  for (int k = first; k < end; ++k) {
    const IndexPair& pair = scene.pairs[index(k)];
    while (known != scene.last_normals.end() && before(*known, pair)) ++known;
    PairHint hint;
    if (known != scene.last_normals.end() && !PairOrder()(pair, known->pair))
      hint.last_normal = known->normal;
    collide_pair(scene, pair, hint, worker, block);
  }
}

// Reserves memory for full patches, so that pairs may move between blocks in later steps.
void make_blocks(CollisionScene::Impl& scene, int count) {
  while (scene.blocks.size() < index(count)) {
    ContactBlock& block = scene.blocks.emplace_back();
    block.contacts.reserve(kPairsPerBlock * kMaxPatchPoints);
    block.manifolds.reserve(kPairsPerBlock);
    block.normals.reserve(kPairsPerBlock);
  }
}

/// Numbers of the results of the rounds so far.
struct Found {
  std::size_t contacts = 0, manifolds = 0, normals = 0;
};

// Appends the blocks in the order of their pairs, independent of the workers. Once there are
// most_contacts, the contacts of further blocks are only counted.
void append_blocks(CollisionScene::Impl& scene, int count, Found& found, WorkerPool& pool) {
  CollisionResult& result = scene.result;
  auto& [contacts, manifolds, normals] = found;
  int stored = 0;
  for (int i = 0; i < count; ++i) {
    ContactBlock& block = scene.blocks[index(i)];
    block.first_normal = normals;
    normals += block.normals.size();
    if (contacts >= scene.most_contacts) {
      scene.only_counted += block.contacts.size();
      continue;
    }
    ++stored;
    block.first_contact = contacts;
    block.first_manifold = manifolds;
    contacts += block.contacts.size();
    manifolds += block.manifolds.size();
  }
  result.contacts.resize(contacts);
  result.manifolds.resize(manifolds);
  scene.next_normals.resize(normals);
  pool.for_each(count, [&](int b, int) {
    const ContactBlock& block = scene.blocks[index(b)];
    std::copy(block.normals.begin(), block.normals.end(),
              scene.next_normals.data() + block.first_normal);
    if (b >= stored) return;
    std::copy(block.contacts.begin(), block.contacts.end(),
              result.contacts.data() + block.first_contact);
    Manifold* joined = result.manifolds.data() + block.first_manifold;
    for (Manifold manifold : block.manifolds) {
      manifold.first += static_cast<int>(block.first_contact);
      *joined++ = manifold;
    }
  });
}

}  // namespace

bool restore_last_normals(CollisionScene& scene, const std::vector<PairNormal>& normals) {
  const int count = scene.num_objects();
  const auto known = [&](const PairNormal& entry) {
    return entry.pair[0] >= 0 && entry.pair[0] < entry.pair[1] && entry.pair[1] < count &&
           entry.normal.allFinite();
  };
  const auto follows = [](const PairNormal& x, const PairNormal& y) {
    return !PairOrder()(x.pair, y.pair);
  };
  if (!std::all_of(normals.begin(), normals.end(), known) ||
      std::adjacent_find(normals.begin(), normals.end(), follows) != normals.end()) {
    return false;
  }
  if (scene.impl().changed) scene.finalize();  // clears last_normals
  scene.impl().last_normals = normals;
  return true;
}

void find_contacts(CollisionScene::Impl& scene, WorkerPool& pool) {
  while (static_cast<int>(scene.workers.size()) < pool.threads())
    scene.workers.push_back(std::make_unique<PairWorker>(scene.prepared));
  for (const auto& worker : scene.workers) worker->narrow.counts = {};
  const int pairs = static_cast<int>(scene.pairs.size());
  const int blocks = (pairs + kPairsPerBlock - 1) / kPairsPerBlock;
  Found found;
  scene.only_counted = 0;
  int round = 0;
  do {
    const int count = std::min(blocks - round, kBlocksPerRound);
    make_blocks(scene, count);
    pool.for_each(count, [&](int b, int worker) {
      const int first = (round + b) * kPairsPerBlock, end = std::min(pairs, first + kPairsPerBlock);
      collide_block(scene, first, end, *scene.workers[index(worker)], scene.blocks[index(b)]);
    });
    append_blocks(scene, count, found, pool);
    round += kBlocksPerRound;
  } while (round < blocks);
  scene.last_normals.swap(scene.next_normals);
  scene.next_normals.reserve(scene.last_normals.capacity());  // the next detection fills it
  CollisionResult& result = scene.result;
  result.pairs_tested = pairs;
  result.fcl_failures = 0;
  result.ladder = {};
  for (const auto& worker : scene.workers) {
    result.fcl_failures += worker->narrow.counts.fcl_failures;
    result.ladder += worker->narrow.counts.ladder;
  }
}

}  // namespace cardan
