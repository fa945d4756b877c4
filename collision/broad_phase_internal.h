#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cardan/collision/shape_bounds_internal.h"

/// Boxes in, sorted pairs out, the same whichever it is. Knows neither shapes nor poses, so that
/// another algorithm can stand in its place.
namespace cardan {

using IndexPair = std::array<int, 2>;  ///< first < second, both ≥ 0

/// Ascending, by one comparison of 64 bits: sorting pairs is a good part of a broad phase.
struct PairOrder {
  static std::uint64_t key(const IndexPair& p) {
    return static_cast<std::uint64_t>(p[0]) << 32 | static_cast<std::uint32_t>(p[1]);
  }
  bool operator()(const IndexPair& p, const IndexPair& q) const { return key(p) < key(q); }
};

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;

  /// Starts anew with one box per entry; is_static[i] ≠ 0: never paired with another static box.
  virtual void reset(const std::vector<AxisBox>& boxes,
                     const std::vector<unsigned char>& is_static) = 0;

  /// Moves box i.
  virtual void set_box(int i, const AxisBox& box) = 0;

  /// All pairs of boxes that touch, ascending. Clears `pairs` first. Touching is inclusive.
  virtual void find_pairs(std::vector<IndexPair>& pairs) = 0;
};

/// Two of FCL's dynamic AABB trees, static and moving boxes apart.
std::unique_ptr<BroadPhase> make_tree_broad_phase();

/// Sort and sweep: for a tree's overhead to pay there must be many boxes.
std::unique_ptr<BroadPhase> make_sweep_broad_phase();

}  // namespace cardan
