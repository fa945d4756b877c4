#include <algorithm>

#include "collision/broad/broad_phase.h"

namespace cardan {
namespace {

/// Sort and sweep along one axis [Baraff 1992]. Boxes are sorted by their lower ends, and each is
/// tested against those that start before it ends. The order changes little from call to call.
class SweepBroadPhase final : public BroadPhase {
 public:
  void reset(const std::vector<AxisBox>& boxes,
             const std::vector<unsigned char>& is_static) override {
    boxes_ = boxes;
    is_static_ = is_static;
    order_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) order_[i].index = static_cast<int>(i);
    entries_.resize(boxes.size());
    first_.resize(boxes.size() + 1);
    axis_ = -1;
    found_.reserve(kUsualPairs * boxes.size());
  }

  void set_box(int i, const AxisBox& box) override { boxes_[static_cast<std::size_t>(i)] = box; }

  bool find_pairs(std::size_t most, std::vector<IndexPair>& pairs) override {
    pairs.clear();
    sort_along(widest_axis());
    lay_entries();
    found_.clear();
    for (std::size_t k = 0; k < entries_.size() && found_.size() <= most; ++k) {
      const Entry& a = entries_[k];
      for (std::size_t l = k + 1; l < entries_.size() && entries_[l].begin <= a.end; ++l) {
        const Entry& b = entries_[l];
        if (!touch(a, b) || (a.is_static && b.is_static)) continue;
        found_.push_back({std::min(a.index, b.index), std::max(a.index, b.index)});
      }
    }
    put_in_order(pairs);
    return pairs.size() <= most;
  }

 private:
  static constexpr std::size_t kUsualPairs = 8;  // pairs per box in a heap

  struct Place {
    double begin = 0;  ///< lower end along the axis
    int index = -1;
  };

  /// A box as its ends along the sweep axis and along the two other axes.
  struct Entry {
    double begin, end, lower[2], upper[2];
    int index;
    bool is_static;
  };

  // Overlap test in the other axes, without a branch. The sign of a difference is exact.
  static bool touch(const Entry& a, const Entry& b) {
    const double first = std::max(a.lower[0] - b.upper[0], b.lower[0] - a.upper[0]);
    const double second = std::max(a.lower[1] - b.upper[1], b.lower[1] - a.upper[1]);
    return std::max(first, second) <= 0;
  }

  // The axis along which the boxes are spread widest. It affects only the work; the pairs are the
  // same.
  int widest_axis() const {
    Vector3 sum = Vector3::Zero(), squares = Vector3::Zero();
    for (const AxisBox& box : boxes_) {
      const Vector3 middle = 0.5 * (box.lower + box.upper);
      sum += middle;
      squares += middle.cwiseProduct(middle);
    }
    const auto n = static_cast<double>(std::max<std::size_t>(boxes_.size(), 1));
    const Vector3 spread = squares - sum.cwiseProduct(sum) / n;
    int axis = 0;
    for (int k = 1; k < 3; ++k)
      if (spread[k] > spread[axis]) axis = k;
    return axis;
  }

  // Sorts by ascending lower ends, ties by index, so that the order is unique. Insertion sort,
  // because little has changed.
  void sort_along(int axis) {
    const auto before = [](const Place& a, const Place& b) {
      return a.begin < b.begin || (a.begin == b.begin && a.index < b.index);
    };
    for (Place& place : order_)
      place.begin = boxes_[static_cast<std::size_t>(place.index)].lower[axis];
    if (axis != axis_) {
      axis_ = axis;
      std::sort(order_.begin(), order_.end(), before);
      return;
    }
    for (std::size_t k = 1; k < order_.size(); ++k) {
      if (!before(order_[k], order_[k - 1])) continue;
      const Place moving = order_[k];
      std::size_t at = k;
      for (; at > 0 && before(moving, order_[at - 1]); --at) order_[at] = order_[at - 1];
      order_[at] = moving;
    }
  }

  void lay_entries() {
    const int first = (axis_ + 1) % 3, second = (axis_ + 2) % 3;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const int i = order_[k].index;
      const AxisBox& box = boxes_[static_cast<std::size_t>(i)];
      entries_[k] = {box.lower[axis_],
                     box.upper[axis_],
                     {box.lower[first], box.lower[second]},
                     {box.upper[first], box.upper[second]},
                     i,
                     is_static_[static_cast<std::size_t>(i)] != 0};
    }
  }

  // Copies found_ to pairs in ascending order: counting sort by the first index, then sorts the few
  // of each by the second.
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

  std::vector<AxisBox> boxes_;            ///< by index
  std::vector<unsigned char> is_static_;  ///< by index
  std::vector<Place> order_;              ///< of the last sort
  std::vector<Entry> entries_;            ///< in that order
  int axis_ = -1;
  std::vector<IndexPair> found_;
  std::vector<std::size_t> first_;
};

}  // namespace

std::unique_ptr<BroadPhase> make_sweep_broad_phase() { return std::make_unique<SweepBroadPhase>(); }

}  // namespace cardan
