#pragma once

#include <cstdint>
#include <vector>

#include "../../common/dense_storage.h"

namespace cardan::conic {

/// Symbolic factorisation of a symmetric pattern over nodes in minimum-degree order [Tinney &
/// Walker 1967]: the pivots, their later neighbours, and the places of all updates.
class Elimination {
 public:
  /// Maximum number of nodes; one bit per pair of them takes 2 MB.
  static constexpr int kMostNodes = 4096;

  /// Allocates for `nodes` nodes and `blocks` blocks on one side of the diagonal. Pages are not
  /// touched before a problem needs them.
  void reserve(int nodes, int blocks);

  /// Begins a pattern of `nodes` ≤ kMostNodes nodes without couplings.
  void start(int nodes);
  void couple(int a, int b);
  /// Finds order, neighbours and places. False if one side has more than `most` blocks, or the
  /// updates do not fit the storage of `most` blocks.
  bool analyse(int most);

  int nodes() const { return nodes_; }
  int position(int node) const { return position_[node]; }
  const int* starts() const { return start_.data(); }
  const int* neighbours() const { return neighbour_.data(); }
  const int* targets() const { return target_.data(); }
  /// Blocks on one side of the diagonal.
  int blocks() const { return start_[nodes_]; }
  /// Block of the earlier of two coupled pivots with the later one.
  int place(int low, int high) const;
  /// Products of blocks in a factorisation.
  double products() const { return products_; }

  /// Updates that storage for `blocks` blocks holds.
  static std::int64_t most_updates(std::int64_t blocks) { return 12 * blocks; }

 private:
  std::uint64_t* bits(int node) { return bits_.data() + static_cast<std::size_t>(node) * words_; }
  int count_neighbours(int node);
  int next_pivot() const;
  void remove(int pivot, int at);
  bool find_targets(int most);

  int nodes_ = 0, words_ = 0;
  double products_ = 0;
  solvers::DenseStorage<std::uint64_t> bits_;  ///< remaining neighbours, node by node
  std::vector<int> order_, position_, degree_, start_;
  solvers::DenseStorage<int> neighbour_, target_;
};

}  // namespace cardan::conic
