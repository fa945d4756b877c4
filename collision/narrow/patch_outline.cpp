// Selects, from many points of one patch, the corners of their convex outline.
#include "collision/index.h"
#include "collision/narrow/narrow_phase_scratch.h"

namespace cardan {
namespace {

constexpr double kCollinear =
    1e-6;  // relative: a corner must protrude by this fraction of the size
constexpr double kLevelStep = 1e-9;  // relative: a point deeper than its surroundings by less than
                                     // this is not considered deeper

/// Andrew's monotone chain in the plane of the patch [Andrew 1979].
class Outline {
 public:
  Outline(const std::vector<PatchPoint>& points, const Vector3& normal, std::vector<int>& order)
      : points_(points), order_(order), u_(normal.unitOrthogonal()), v_(normal.cross(u_)) {}

  /// Writes the indices of the corners to `order`.
  void run() {
    order_.clear();
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](int i, int j) {
      const Vector2 p = at(i), q = at(j);
      return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y();
    });
    const Vector2 low = at(order_.front()), high = at(order_.back());
    size_ = (high - low).norm();
    for (int i : order_) size_ = std::max(size_, (at(i) - low).norm());
    const int count = static_cast<int>(order_.size());
    for (int k = 0; k < count; ++k) add(order_[index(k)], count, 0);
    const int lower = static_cast<int>(order_.size()) - count;
    for (int k = count - 2; k >= 0; --k) add(order_[index(k)], count, lower - 1);
    if (order_.size() > index(count) + 1) order_.pop_back();  // the first corner occurs twice
    order_.erase(order_.begin(), order_.begin() + count);
    drop_collinear();
  }

  /// The gap at the position of point i if only the corners carried the patch: interpolated over
  /// the triangle that contains it, in the fan of triangles from the first corner.
  double gap_between_corners(int i) const {
    double least_outside = std::numeric_limits<double>::infinity(), gap = least_outside;
    for (std::size_t k = 1; k + 1 < order_.size(); ++k) {
      const Vector3 share = barycentric(at(i), order_[0], order_[k], order_[k + 1]);
      const double outside = -share.minCoeff();
      if (!(outside < least_outside)) continue;
      least_outside = outside;
      gap = share.dot(Vector3(gap_of(order_[0]), gap_of(order_[k]), gap_of(order_[k + 1])));
    }
    if (order_.size() > 2) return gap;
    const Vector2 side = at(order_.back()) - at(order_.front());
    const double length = side.squaredNorm();
    const double t = length > 0 ? (at(i) - at(order_.front())).dot(side) / length : 0;
    return (1 - t) * gap_of(order_.front()) + t * gap_of(order_.back());
  }

  double tolerance() const { return kLevelStep * size_; }

 private:
  Vector2 at(int i) const {
    const Vector3& p = points_[index(i)].point;
    return {u_.dot(p), v_.dot(p)};
  }

  // The chain follows the sorted points in the array; `from` of its corners belong to the lower
  // half.
  void add(int i, int first, int from) {
    while (static_cast<int>(order_.size()) - first >= from + 2 &&
           !(height(order_[order_.size() - 2], order_.back(), i) > 0))
      order_.pop_back();
    order_.push_back(i);
  }

  // Done after the chain is complete: a tolerance inside the algorithm would drop true corners
  // where points with nearly equal abscissas are sorted by their round-off.
  void drop_collinear() {
    for (std::size_t k = 0; k < order_.size() && order_.size() > 2;) {
      const std::size_t count = order_.size();
      const int before = order_[(k + count - 1) % count], after = order_[(k + 1) % count];
      if (distance_to_segment(order_[k], before, after) > kCollinear * size_) {
        ++k;
      } else {
        order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(k));
      }
    }
  }

  double distance_to_segment(int i, int from, int to) const {
    const Vector2 p = at(i) - at(from), side = at(to) - at(from);
    const double square = side.squaredNorm();
    const double t = square > 0 ? std::clamp(p.dot(side) / square, 0.0, 1.0) : 0;
    return (p - t * side).norm();
  }

  // Distance by which corner j protrudes to the right of the line from i to k.
  double height(int i, int j, int k) const {
    const Vector2 p = at(j) - at(i), q = at(k) - at(i);
    return q.norm() > 0 ? (p.x() * q.y() - p.y() * q.x()) / q.norm() : 0;
  }

  double gap_of(int i) const { return points_[index(i)].gap; }

  Vector3 barycentric(const Vector2& x, int i, int j, int k) const {
    const auto cross = [](const Vector2& p, const Vector2& q) {
      return p.x() * q.y() - p.y() * q.x();
    };
    const Vector2 p = at(i), q = at(j), r = at(k);
    const double area = cross(q - p, r - p);
    const double on_q = cross(x - p, r - p) / area, on_r = cross(q - p, x - p) / area;
    return {1 - on_q - on_r, on_q, on_r};
  }

  const std::vector<PatchPoint>& points_;
  std::vector<int>& order_;
  Vector3 u_, v_;
  double size_ = 0;
};

}  // namespace

void keep_outline(std::vector<PatchPoint>& points, const Vector3& normal,
                  std::vector<int>& corners) {
  if (points.size() < 3) return;
  Outline outline(points, normal, corners);
  outline.run();
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (std::find(corners.begin(), corners.end(), i) != corners.end()) continue;
    if (points[index(i)].gap >= outline.gap_between_corners(i) - outline.tolerance())
      points[index(i)].gap = std::numeric_limits<double>::infinity();
  }
}

}  // namespace cardan
