#include "elimination.h"

#include <algorithm>
#include <bit>

namespace cardan::conic {

void Elimination::reserve(int nodes, int blocks) {
  nodes = std::min(nodes, kMostNodes);
  const auto count = static_cast<std::size_t>(nodes);
  bits_.resize(count * ((count + 63) / 64));
  for (auto* v : {&order_, &position_, &degree_}) v->resize(count);
  start_.resize(count + 1);
  neighbour_.resize(static_cast<std::size_t>(blocks));
  target_.resize(static_cast<std::size_t>(most_updates(blocks)));
}

void Elimination::start(int nodes) {
  nodes_ = nodes;
  words_ = (nodes + 63) / 64;
  std::fill_n(bits_.data(), static_cast<std::size_t>(nodes) * words_, 0);
}

void Elimination::couple(int a, int b) {
  bits(a)[b / 64] |= std::uint64_t{1} << (b % 64);
  bits(b)[a / 64] |= std::uint64_t{1} << (a % 64);
}

int Elimination::count_neighbours(int node) {
  int count = 0;
  for (int w = 0; w < words_; ++w) count += std::popcount(bits(node)[w]);
  return count;
}

/// The remaining node with the fewest neighbours; if several qualify, the lowest.
int Elimination::next_pivot() const {
  int best = -1;
  for (int i = 0; i < nodes_; ++i) {
    if (position_[i] < 0 && (best < 0 || degree_[i] < degree_[best])) best = i;
  }
  return best;
}

/// Lists the neighbours of a pivot and makes them neighbours of each other.
void Elimination::remove(int pivot, int at) {
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

bool Elimination::analyse(int most) {
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
  return find_targets(most);
}

bool Elimination::find_targets(int most) {
  const std::int64_t room = most_updates(most);
  std::int64_t count = 0;
  products_ = 0;
  for (int k = 0; k < nodes_; ++k) {
    const int end = start_[k + 1], neighbours = end - start_[k];
    if (count + neighbours * (neighbours - 1) / 2 > room) return false;
    products_ += neighbours * (neighbours + 1.0);
    for (int e = start_[k]; e < end; ++e) {
      int at = start_[neighbour_[e]];
      for (int f = e + 1; f < end; ++f) {
        while (neighbour_[at] != neighbour_[f]) ++at;
        target_[count++] = at;
      }
    }
  }
  return true;
}

int Elimination::place(int low, int high) const {
  const int *begin = neighbour_.data() + start_[low], *end = neighbour_.data() + start_[low + 1];
  return static_cast<int>(std::lower_bound(begin, end, high) - neighbour_.data());
}

}  // namespace cardan::conic
