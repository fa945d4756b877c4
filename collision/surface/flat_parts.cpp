#include "collision/surface/flat_parts.h"

#include <algorithm>
#include <numeric>

namespace cardan {

TriangleSets::TriangleSets(std::size_t count) : parent_(count) {
  std::iota(parent_.begin(), parent_.end(), 0u);
}

std::uint32_t TriangleSets::name_of(std::uint32_t t) {
  while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
  return t;
}

void TriangleSets::join(std::uint32_t s, std::uint32_t t) {
  const std::uint32_t u = name_of(s), v = name_of(t);
  parent_[std::max(u, v)] = std::min(u, v);
}

std::vector<std::uint32_t> TriangleSets::names() {
  for (std::uint32_t t = 0; t < parent_.size(); ++t) parent_[t] = name_of(t);
  return parent_;
}

FlatParts::FlatParts(TriangleSets sets, const std::vector<char>& inside)
    : part_(inside.size(), kNone) {
  constexpr int kLeastTriangles = 8;
  const std::vector<std::uint32_t> names = sets.names();
  std::vector<int> size(inside.size(), 0), number(inside.size(), kNone);
  for (std::size_t t = 0; t < inside.size(); ++t) size[names[t]] += inside[t];
  for (std::size_t t = 0; t < inside.size(); ++t) {
    if (inside[t] == 0 || size[names[t]] < kLeastTriangles) continue;
    if (number[names[t]] == kNone) {
      number[names[t]] = count();
      first_.push_back(t);
    }
    part_[t] = number[names[t]];
  }
}

}  // namespace cardan
