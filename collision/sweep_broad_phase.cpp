#include <algorithm>

#include "cardan/collision/broad_phase_internal.h"

namespace cardan {
namespace {

/// Sort and sweep along one axis [Baraff 1992]: boxes in the order of their lower ends, each tested
/// against those that begin before it ends. That order changes little from call to call.
class SweepBroadPhase final : public BroadPhase {
 public:
  void reset(const std::vector<AxisBox>& boxes,
             const std::vector<unsigned char>& is_static) override {
    entries_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
      entries_[i] = {boxes[i], static_cast<int>(i), is_static[i] != 0};
    place_.resize(boxes.size());
    note_places();
    first_.resize(boxes.size() + 1);
    axis_ = -1;
    found_.reserve(kUsualPairs * boxes.size());
  }

  void set_box(int i, const AxisBox& box) override {
    entries_[static_cast<std::size_t>(place_[static_cast<std::size_t>(i)])].box = box;
  }

  void find_pairs(std::vector<IndexPair>& pairs) override {
    pairs.clear();
    const int axis = widest_axis();
    sort_along(axis);
    note_places();
    found_.clear();
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const Entry& a = entries_[k];
      for (std::size_t l = k + 1; l < entries_.size(); ++l) {
        const Entry& b = entries_[l];
        if (!(b.box.lower[axis] <= a.box.upper[axis])) break;
        if ((a.is_static && b.is_static) || !touch(a.box, b.box)) continue;
        found_.push_back({std::min(a.index, b.index), std::max(a.index, b.index)});
      }
    }
    put_in_order(pairs);
  }

 private:
  static constexpr std::size_t kUsualPairs = 8;  // of a box in a heap

  struct Entry {
    AxisBox box;
    int index = -1;
    bool is_static = false;
  };

  // Without a branch an axis: differences are exact in their sign.
  static bool touch(const AxisBox& a, const AxisBox& b) {
    return (a.lower - b.upper).cwiseMax(b.lower - a.upper).maxCoeff() <= 0;
  }

  // That along which the boxes are spread widest. It decides the work alone: pairs are the same.
  int widest_axis() const {
    Vector3 sum = Vector3::Zero(), squares = Vector3::Zero();
    for (const Entry& e : entries_) {
      const Vector3 middle = 0.5 * (e.box.lower + e.box.upper);
      sum += middle;
      squares += middle.cwiseProduct(middle);
    }
    const auto n = static_cast<double>(std::max<std::size_t>(entries_.size(), 1));
    const Vector3 spread = squares - sum.cwiseProduct(sum) / n;
    int axis = 0;
    for (int k = 1; k < 3; ++k)
      if (spread[k] > spread[axis]) axis = k;
    return axis;
  }

  // Lower ends ascending, equal ones by index: one order only. By insertion, as little has changed.
  void sort_along(int axis) {
    const auto before = [axis](const Entry& a, const Entry& b) {
      const double x = a.box.lower[axis], y = b.box.lower[axis];
      return x < y || (x == y && a.index < b.index);
    };
    if (axis != axis_) {
      axis_ = axis;
      std::sort(entries_.begin(), entries_.end(), before);
      return;
    }
    for (std::size_t k = 1; k < entries_.size(); ++k) {
      if (!before(entries_[k], entries_[k - 1])) continue;
      const Entry moving = entries_[k];
      std::size_t at = k;
      for (; at > 0 && before(moving, entries_[at - 1]); --at) entries_[at] = entries_[at - 1];
      entries_[at] = moving;
    }
  }

  void note_places() {
    for (std::size_t k = 0; k < entries_.size(); ++k)
      place_[static_cast<std::size_t>(entries_[k].index)] = static_cast<int>(k);
  }

  // found_ → pairs, ascending: counted by the first index, the few of each by the second.
  void put_in_order(std::vector<IndexPair>& pairs) {
    std::fill(first_.begin(), first_.end(), 0);
    for (const IndexPair& p : found_) ++first_[static_cast<std::size_t>(p[0]) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    pairs.resize(found_.size());
    for (const IndexPair& p : found_) pairs[first_[static_cast<std::size_t>(p[0])]++] = p;
    for (std::size_t k = 1; k < pairs.size(); ++k) {
      const IndexPair moving = pairs[k];
      std::size_t at = k;
      for (; at > 0 && PairOrder()(moving, pairs[at - 1]); --at) pairs[at] = pairs[at - 1];
      pairs[at] = moving;
    }
  }

  std::vector<Entry> entries_;  ///< in the order of the last sort
  std::vector<int> place_;      ///< of a box in entries_
  int axis_ = -1;
  std::vector<IndexPair> found_;
  std::vector<std::size_t> first_;
};

}  // namespace

std::unique_ptr<BroadPhase> make_sweep_broad_phase() { return std::make_unique<SweepBroadPhase>(); }

}  // namespace cardan
