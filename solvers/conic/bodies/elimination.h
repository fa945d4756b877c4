#pragma once

#include <cstdint>

#include "solvers/common/minimum_degree.h"

namespace cardan::conic {

/// Symbolic factorisation of a symmetric pattern over nodes: its elimination and the positions of
/// all updates.
class Elimination : public solvers::MinimumDegree {
 public:
  /// Allocates for `nodes` nodes and `blocks` blocks on one side of the diagonal. Pages are not
  /// touched before a problem needs them.
  void reserve(int nodes, int blocks);

  /// Finds the elimination order, the neighbours and the positions. False if one side has more than
  /// `most` blocks, or the updates do not fit in the storage for `most` blocks.
  bool analyse(int most);

  /// For each pair of neighbours e < f of each pivot: index of the block that couples e and f.
  const int* targets() const { return target_.data(); }

  /// Number of updates that fit in the storage for `blocks` blocks.
  static std::int64_t most_updates(std::int64_t blocks) { return 12 * blocks; }

 private:
  solvers::DenseStorage<int> target_;
};

}  // namespace cardan::conic
