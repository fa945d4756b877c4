#include "collision/narrow/contact_patch.h"

namespace cardan {
namespace {

constexpr double kDeepestTie = 1e-7;  // relative to the size of the patch
constexpr double kSpreadTie =
    1e-3;  // a point must be better by this factor to replace one with a lower id

/// Selects the candidate with the highest score. An earlier candidate is kept unless a later one is
/// clearly better.
struct Best {
  int index = -1;
  double score = 0;
  void offer(int i, double s) {
    if (s > 0 && s > score * (1 + kSpreadTie)) {
      index = i;
      score = s;
    }
  }
};

class Selection {
 public:
  Selection(const std::vector<PatchPoint>& candidates, const Vector3& normal, double margin)
      : candidates_(candidates), normal_(normal), margin_(margin) {}

  Patch run() {
    choose();
    deepen_patch(patch_, gap_min_);
    return patch_;
  }

 private:
  void choose() {
    patch_.normal = normal_;
    const int deepest = find_deepest();
    if (deepest < 0) return;
    add(deepest);
    Best far, side, other;
    for_each([&](int i) { far.offer(i, weight(i) * lateral(deepest, i).norm()); });
    if (far.index < 0) return;
    add(far.index);
    // The third point gives the triangle with the largest area; the fourth adds the most area
    // beyond one of its edges.
    for_each([&](int i) { side.offer(i, weight(i) * std::abs(area(deepest, far.index, i))); });
    if (side.index < 0) return;
    add(side.index);
    for_each(
        [&](int i) { other.offer(i, weight(i) * added_area(deepest, far.index, side.index, i)); });
    if (other.index >= 0) add(other.index);
  }

  const PatchPoint& at(int i) const { return candidates_[static_cast<std::size_t>(i)]; }
  void add(int i) { patch_.points[static_cast<std::size_t>(patch_.count++)] = at(i); }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (int i = 0; i < static_cast<int>(candidates_.size()); ++i)
      if (at(i).gap <= margin_) visit(i);
  }

  // The deepest candidate; among ties, the one with the lowest id.
  int find_deepest() {
    int first = -1;
    for_each([&](int i) {
      if (first < 0 || at(i).gap < at(first).gap) first = i;
    });
    if (first < 0) return -1;
    gap_min_ = at(first).gap;
    double size = 0;
    for_each([&](int i) { size = std::max(size, lateral(first, i).norm()); });
    int best = first;
    for_each([&](int i) {
      if (at(i).gap <= gap_min_ + kDeepestTie * size && at(i).feature < at(best).feature) best = i;
    });
    return best;
  }

  // Weight 1 at the deepest point, decreasing to 0.05 at the margin.
  double weight(int i) const {
    const double range = margin_ - gap_min_;
    return range > 0 ? 0.05 + 0.95 * (margin_ - at(i).gap) / range : 1;
  }
  Vector3 lateral(int i, int j) const {
    const Vector3 d = at(j).point - at(i).point;
    return d - normal_ * normal_.dot(d);
  }
  // Twice the signed area of a triangle seen along the normal.
  double area(int i, int j, int k) const {
    return normal_.dot((at(j).point - at(i).point).cross(at(k).point - at(i).point));
  }
  // The area that point m adds to triangle ijk: that of its triangle over the edge that it lies
  // beyond.
  double added_area(int i, int j, int k, int m) const {
    const double orientation = area(i, j, k) > 0 ? 1 : -1;
    const double outside = std::min(
        {orientation * area(i, j, m), orientation * area(j, k, m), orientation * area(k, i, m)});
    return -outside;
  }

  const std::vector<PatchPoint>& candidates_;
  Vector3 normal_;
  double margin_;
  double gap_min_ = 0;
  Patch patch_;
};

// Takes all points, in the order of their ids, if there are at most four.
bool take_all(const std::vector<PatchPoint>& candidates, double margin, Patch& patch) {
  for (const PatchPoint& p : candidates) {
    if (!(p.gap <= margin)) continue;
    if (patch.count == kMaxPatchPoints) return false;
    patch.points[static_cast<std::size_t>(patch.count++)] = p;
  }
  return true;
}

}  // namespace

void deepen_patch(Patch& patch, double gap) {
  double deepest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < patch.count; ++i)
    deepest = std::min(deepest, patch.points[static_cast<std::size_t>(i)].gap);
  if (!(deepest > gap)) return;
  for (int i = 0; i < patch.count; ++i)
    patch.points[static_cast<std::size_t>(i)].gap -= deepest - gap;
}

Patch select_patch(const std::vector<PatchPoint>& candidates, const Vector3& normal,
                   double margin) {
  Patch patch;
  patch.normal = normal;
  if (!take_all(candidates, margin, patch)) patch = Selection(candidates, normal, margin).run();
  std::sort(patch.points.begin(), patch.points.begin() + patch.count,
            [](const PatchPoint& p, const PatchPoint& q) { return p.feature < q.feature; });
  return patch;
}

}  // namespace cardan
