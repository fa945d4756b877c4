#include "collision/broad/broad_phase.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>

namespace cardan {
namespace {

/// A box as FCL geometry: its local AABB is the box itself, at the identity pose.
class BoxGeometry : public fcl::CollisionGeometryd {
 public:
  explicit BoxGeometry(const AxisBox& box) { set(box); }
  void set(const AxisBox& box) {
    aabb_local.min_ = box.lower;
    aabb_local.max_ = box.upper;
  }
  void computeLocalAABB() override {}
};

struct Entry {
  std::shared_ptr<BoxGeometry> geometry;
  std::unique_ptr<fcl::CollisionObjectd> object;
  int index = -1;
  bool is_static = false;
};

class TreeBroadPhase final : public BroadPhase {
 public:
  void reset(const std::vector<AxisBox>& boxes,
             const std::vector<unsigned char>& is_static) override {
    moving_.clear();
    fixed_.clear();
    entries_.clear();
    entries_.resize(boxes.size());  // entries must not move in memory, because FCL keeps pointers
                                    // to them
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      Entry& e = entries_[i];
      e.geometry = std::make_shared<BoxGeometry>(boxes[i]);
      e.object = std::make_unique<fcl::CollisionObjectd>(e.geometry);
      e.object->setUserData(&e);
      e.index = static_cast<int>(i);
      e.is_static = is_static[i] != 0;
      (e.is_static ? fixed_ : moving_).registerObject(e.object.get());
    }
    moving_.setup();
    fixed_.setup();
    moving_changed_.clear();
    fixed_changed_.clear();
    moving_changed_.reserve(boxes.size());
    fixed_changed_.reserve(boxes.size());
  }

  void set_box(int i, const AxisBox& box) override {
    Entry& e = entries_[static_cast<std::size_t>(i)];
    e.geometry->set(box);
    e.object->computeAABB();
    (e.is_static ? fixed_changed_ : moving_changed_).push_back(e.object.get());
  }

  bool find_pairs(std::size_t most, std::vector<IndexPair>& pairs) override {
    pairs.clear();
    update(moving_, moving_changed_);
    update(fixed_, fixed_changed_);
    Collected collected{most, pairs};
    if (moving_.size() > 1) moving_.collide(&collected, &collect);
    if (!moving_.empty() && !fixed_.empty()) moving_.collide(&fixed_, &collected, &collect);
    std::sort(pairs.begin(), pairs.end(), PairOrder());
    return pairs.size() <= most;
  }

 private:
  using Tree = fcl::DynamicAABBTreeCollisionManagerd;
  struct Collected {
    std::size_t most;
    std::vector<IndexPair>& pairs;
  };

  // Leaves are removed and inserted again. Refitting boxes without changing the topology would
  // degrade the tree from step to step.
  static void update(Tree& tree, std::vector<fcl::CollisionObjectd*>& changed) {
    if (!changed.empty()) tree.update(changed);
    changed.clear();
  }

  static bool collect(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    const int i = static_cast<const Entry*>(a->getUserData())->index;
    const int j = static_cast<const Entry*>(b->getUserData())->index;
    auto& [most, pairs] = *static_cast<Collected*>(data);
    pairs.push_back({std::min(i, j), std::max(i, j)});
    return pairs.size() > most;  // true ends the traversal
  }

  std::vector<Entry> entries_;
  Tree moving_, fixed_;
  std::vector<fcl::CollisionObjectd*> moving_changed_,
      fixed_changed_;  // changed since the last find_pairs()
};

}  // namespace

std::unique_ptr<BroadPhase> make_tree_broad_phase() { return std::make_unique<TreeBroadPhase>(); }

}  // namespace cardan
