#include "constraint/rows/row_sides.h"

namespace cardan {

void merge_sides(const Side& a, const Side& b, BaseProblem::Scratch& scratch) {
  if (a.movable != b.movable) {
    const Side& side = a.movable ? a : b;
    scratch.columns.resize(side.path.size());
    for (int e = 0; e < side.count(); ++e) scratch.columns[e] = side.column_at(e);
    scratch.lanes.swap(*side.y);
    return;
  }
  scratch.columns.clear();
  scratch.lanes.clear();
  const auto take = [&](const Side& side, int e) {
    const double* lanes = &(*side.y)[kLanes * e];
    scratch.lanes.insert(scratch.lanes.end(), lanes, lanes + kLanes);
  };
  int i = 0, j = 0;
  while (i < a.count() || j < b.count()) {
    const bool from_a = i < a.count() && (j == b.count() || a.column_at(i) <= b.column_at(j));
    const bool from_b = j < b.count() && (i == a.count() || b.column_at(j) <= a.column_at(i));
    scratch.columns.push_back(from_a ? a.column_at(i) : b.column_at(j));
    if (from_a) take(a, i++);
    if (from_b && !from_a) take(b, j++);
    if (from_b && from_a) {
      const std::size_t end = scratch.lanes.size();
      const double* lanes = &(*b.y)[kLanes * j++];
      for (int k = 0; k < kLanes; ++k) scratch.lanes[end - kLanes + k] += lanes[k];
    }
  }
}

}  // namespace cardan
