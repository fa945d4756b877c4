#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "geometry/shape_bounds.h"

/// Interface of the broad phases, which find the sorted pairs of touching boxes. All
/// implementations give the same pairs. Broad phases do not depend on shapes or poses.
namespace cardan {

using IndexPair = std::array<int, 2>;  ///< pair of indices ≥ 0, first < second

/// Compares pairs in ascending order with one 64-bit comparison, because sorting takes a large part
/// of the time of a broad phase.
struct PairOrder {
  static std::uint64_t key(const IndexPair& p) {
    return static_cast<std::uint64_t>(p[0]) << 32 | static_cast<std::uint32_t>(p[1]);
  }
  bool operator()(const IndexPair& p, const IndexPair& q) const { return key(p) < key(q); }
};

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;

  /// Replaces all boxes by the given boxes. Boxes with is_static[i] ≠ 0 are never paired with each
  /// other.
  virtual void reset(const std::vector<AxisBox>& boxes,
                     const std::vector<unsigned char>& is_static) = 0;

  /// Moves box i.
  virtual void set_box(int i, const AxisBox& box) = 0;

  /// Writes the pairs of boxes that touch in ascending order. Clears `pairs` first. Boxes that
  /// share a boundary point count as touching. Returns false if there are more than `most` pairs;
  /// the search then ends soon after it has found `most` of them.
  virtual bool find_pairs(std::size_t most, std::vector<IndexPair>& pairs) = 0;
};

/// Makes a broad phase with two of FCL's dynamic AABB trees, one for static and one for moving
/// boxes.
std::unique_ptr<BroadPhase> make_tree_broad_phase();

/// Makes a sort-and-sweep broad phase. It is faster than the trees unless there are many boxes.
std::unique_ptr<BroadPhase> make_sweep_broad_phase();

}  // namespace cardan
