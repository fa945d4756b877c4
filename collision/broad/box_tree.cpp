#include "collision/broad/box_tree.h"

#include <algorithm>

namespace cardan {

void BoxTree::rebuild(const std::vector<AxisBox>& boxes) {
  nodes_.clear();
  items_.clear();
  if (boxes.empty()) return;
  items_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) items_[i] = static_cast<int>(i);
  nodes_.reserve(boxes.size());
  nodes_.emplace_back();
  split(0, 0, static_cast<int>(boxes.size()), boxes);
}

// Splits into halves of equal count along the longest extent of the centres, so the depth is log2 n
// for any boxes.
void BoxTree::split(std::size_t node, int first, int count, const std::vector<AxisBox>& boxes) {
  const auto begin = items_.begin() + first;
  const auto box_of = [&](int item) -> const AxisBox& {
    return boxes[static_cast<std::size_t>(item)];
  };
  AxisBox box = box_of(*begin);
  Vector3 lowest = box.lower + box.upper, highest = lowest;
  for (auto item = begin; item != begin + count; ++item) {
    const AxisBox& other = box_of(*item);
    box.lower = box.lower.cwiseMin(other.lower);
    box.upper = box.upper.cwiseMax(other.upper);
    lowest = lowest.cwiseMin(other.lower + other.upper);
    highest = highest.cwiseMax(other.lower + other.upper);
  }
  nodes_[node].box = box;
  if (count <= kLeafSize) {
    nodes_[node].first = first;
    nodes_[node].count = count;
    return;
  }
  int axis = 0;
  (highest - lowest).maxCoeff(&axis);
  const auto before = [&](int i, int j) {
    const double ci = box_of(i).lower[axis] + box_of(i).upper[axis];
    const double cj = box_of(j).lower[axis] + box_of(j).upper[axis];
    return ci < cj || (ci == cj && i < j);
  };
  const int half = count / 2;
  std::nth_element(begin, begin + half, begin + count, before);
  const std::size_t left = nodes_.size();
  nodes_[node].first = static_cast<int>(left);
  nodes_.resize(left + 2);
  split(left, first, half, boxes);
  split(left + 1, first + half, count - half, boxes);
}

}  // namespace cardan
