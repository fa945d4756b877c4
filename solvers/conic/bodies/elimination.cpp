#include "solvers/conic/bodies/elimination.h"

namespace cardan::conic {

void Elimination::reserve(int nodes, int blocks) {
  MinimumDegree::reserve(nodes, blocks);
  target_.resize(static_cast<std::size_t>(most_updates(blocks)));
}

bool Elimination::analyse(int most) {
  if (!eliminate(most)) return false;
  const int *start = starts(), *neighbour = neighbours();
  const std::int64_t room = most_updates(most);
  std::int64_t count = 0;
  for (int k = 0; k < nodes(); ++k) {
    const int end = start[k + 1], degree = end - start[k];
    if (count + degree * (degree - 1) / 2 > room) return false;
    for (int e = start[k]; e < end; ++e) {
      int at = start[neighbour[e]];
      for (int f = e + 1; f < end; ++f) {
        while (neighbour[at] != neighbour[f]) ++at;
        target_[count++] = at;
      }
    }
  }
  return true;
}

}  // namespace cardan::conic
