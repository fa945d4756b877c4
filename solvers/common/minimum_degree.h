#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "solvers/common/dense_storage.h"

namespace cardan::solvers {

/// Elimination of a symmetric pattern over nodes in minimum-degree order [Tinney & Walker 1967]. It
/// finds the pivots and, for each pivot, the positions of its later neighbours, ascending. Each
/// neighbour stands for a block of the factor on one side of the diagonal.
class MinimumDegree {
 public:
  /// Maximum number of nodes; one bit per pair of them takes 2 MB.
  static constexpr int kMostNodes = 4096;

  /// Allocates for `nodes` nodes and `blocks` blocks on one side of the diagonal. Pages are not
  /// touched before a problem needs them.
  void reserve(int nodes, int blocks) {
    const auto count = static_cast<std::size_t>(std::min(nodes, kMostNodes));
    bits_.resize(count * ((count + 63) / 64));
    for (auto* v : {&order_, &position_, &degree_}) v->resize(count);
    start_.resize(count + 1);
    neighbour_.resize(static_cast<std::size_t>(blocks));
  }

  /// Begins a pattern of `nodes` ≤ kMostNodes nodes without couplings.
  void start(int nodes) {
    nodes_ = nodes;
    words_ = (nodes + 63) / 64;
    std::fill_n(bits_.data(), static_cast<std::size_t>(nodes) * words_, std::uint64_t{0});
  }

  void couple(int a, int b) {
    bits(a)[b / 64] |= std::uint64_t{1} << (b % 64);
    bits(b)[a / 64] |= std::uint64_t{1} << (a % 64);
  }

  /// Finds the elimination order and the neighbours. False if one side has more than `most` blocks.
  bool eliminate(int most) {
    for (int i = 0; i < nodes_; ++i) {
      position_[i] = -1;
      degree_[i] = count_neighbours(i);
    }
    start_[0] = 0;
    for (int k = 0; k < nodes_; ++k) {
      const int pivot = next_pivot();
      order_[k] = pivot;
      position_[pivot] = k;
      start_[k + 1] = start_[k] + degree_[pivot];
      if (start_[k + 1] > most) return false;
      remove(pivot, start_[k]);
    }
    for (int k = 0; k < nodes_; ++k) {
      for (int e = start_[k]; e < start_[k + 1]; ++e) neighbour_[e] = position_[neighbour_[e]];
      std::sort(neighbour_.begin() + start_[k], neighbour_.begin() + start_[k + 1]);
    }
    return true;
  }

  int nodes() const { return nodes_; }
  int node(int position) const { return order_[position]; }
  int position(int node) const { return position_[node]; }
  /// Number of blocks on one side of the diagonal.
  int blocks() const { return start_[nodes_]; }
  const int* starts() const { return start_.data(); }
  const int* neighbours() const { return neighbour_.data(); }

  /// Index of the block that couples two pivots; low, high: their positions, low < high.
  int place(int low, int high) const {
    const int *begin = neighbours() + start_[low], *end = neighbours() + start_[low + 1];
    return static_cast<int>(std::lower_bound(begin, end, high) - neighbours());
  }

  /// Number of products of two blocks in a factorisation that forms L by products with inverted
  /// pivots.
  double products() const {
    double sum = 0;
    for (int k = 0; k < nodes_; ++k) {
      const double neighbours = start_[k + 1] - start_[k];
      sum += neighbours * (neighbours + 1);
    }
    return sum;
  }

 private:
  std::uint64_t* bits(int node) { return bits_.data() + static_cast<std::size_t>(node) * words_; }

  int count_neighbours(int node) {
    int count = 0;
    for (int w = 0; w < words_; ++w) count += std::popcount(bits(node)[w]);
    return count;
  }

  /// The remaining node with the fewest neighbours; if several qualify, the lowest.
  int next_pivot() const {
    int best = -1;
    for (int i = 0; i < nodes_; ++i) {
      if (position_[i] < 0 && (best < 0 || degree_[i] < degree_[best])) best = i;
    }
    return best;
  }

  /// Lists the neighbours of a pivot and makes them neighbours of each other.
  void remove(int pivot, int at) {
    const int first = at;
    for (int w = 0; w < words_; ++w) {
      for (std::uint64_t left = bits(pivot)[w]; left != 0; left &= left - 1) {
        neighbour_[at++] = 64 * w + std::countr_zero(left);
      }
    }
    for (int e = first; e < at; ++e) {
      const int i = neighbour_[e];
      for (int w = 0; w < words_; ++w) bits(i)[w] |= bits(pivot)[w];
      bits(i)[i / 64] &= ~(std::uint64_t{1} << (i % 64));
      bits(i)[pivot / 64] &= ~(std::uint64_t{1} << (pivot % 64));
      degree_[i] = count_neighbours(i);
    }
  }

  int nodes_ = 0, words_ = 0;
  DenseStorage<std::uint64_t> bits_;  ///< remaining neighbours, node by node
  std::vector<int> order_, position_, degree_, start_;
  DenseStorage<int> neighbour_;
};

}  // namespace cardan::solvers
