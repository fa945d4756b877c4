#pragma once

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "geometry/shape_bounds.h"

/// A binary tree of axis-aligned boxes that is built once and then only read. It is used for the
/// triangles of a mesh and for the shapes of a snapshot.
namespace cardan {

/// Distance between two boxes [m]; 0 if they touch.
inline double box_distance(const AxisBox& a, const AxisBox& b) {
  return (a.lower - b.upper).cwiseMax(b.lower - a.upper).cwiseMax(0).norm();
}

/// Traversal keeps its stack in a local array, so it does not allocate and is thread-safe.
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(const std::vector<AxisBox>& boxes) { rebuild(boxes); }

  /// Rebuilds the tree for new boxes. Allocates only if the tree has never had this many boxes.
  void rebuild(const std::vector<AxisBox>& boxes);

  bool empty() const { return nodes_.empty(); }
  const AxisBox& bounds() const { return nodes_.front().box; }

  /// Visits items depth first; of two boxes, the one with the smaller key comes first. key(box) is
  /// a lower bound of the values of the items in the box. Boxes whose key exceeds `limit` or is
  /// infinite are skipped. visit(item) may reduce the limit.
  template <class Key, class Visit>
  void visit_nearest_first(const Key& key, double& limit, const Visit& visit) const;

 private:
  /// A leaf holds items_[first .. first + count). The children of an inner node are `first` and
  /// `first` + 1.
  struct Node {
    AxisBox box;
    int first = 0, count = 0;
  };
  static constexpr int kLeafSize = 4;
  static constexpr std::size_t kMaxDepth = 64;
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  void split(std::size_t node, int first, int count, const std::vector<AxisBox>& boxes);

  std::vector<Node> nodes_;
  std::vector<int> items_;
};

template <class Key, class Visit>
void BoxTree::visit_nearest_first(const Key& key, double& limit, const Visit& visit) const {
  if (nodes_.empty()) return;
  std::array<std::pair<double, std::size_t>, kMaxDepth> stack;
  std::size_t top = 0;
  stack[top++] = {key(nodes_[0].box), 0};
  while (top > 0) {
    const auto [bound, index] = stack[--top];
    if (!(bound <= limit) || bound == kNever) continue;
    const Node& node = nodes_[index];
    if (node.count > 0) {
      for (int i = node.first; i < node.first + node.count; ++i)
        visit(items_[static_cast<std::size_t>(i)]);
      continue;
    }
    std::pair<double, std::size_t> near{0, static_cast<std::size_t>(node.first)};
    std::pair<double, std::size_t> far{0, near.second + 1};
    near.first = key(nodes_[near.second].box);
    far.first = key(nodes_[far.second].box);
    if (far.first < near.first) std::swap(near, far);
    if (far.first <= limit) stack[top++] = far;
    if (near.first <= limit) stack[top++] = near;
  }
}

}  // namespace cardan
