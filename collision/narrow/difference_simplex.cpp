#include "collision/narrow/difference_simplex.h"

namespace cardan {

bool DifferenceSimplex::contains(const Vector3& w) const {
  for (int i = 0; i < count_; ++i)
    if (vertex(i).w == w) return true;
  return false;
}

double DifferenceSimplex::size() const {
  double size = 0;
  for (int i = 0; i < count_; ++i)
    size = std::max(
        {size, vertex(i).a.lpNorm<Eigen::Infinity>(), vertex(i).b.lpNorm<Eigen::Infinity>()});
  return size;
}

void DifferenceSimplex::witness(Vector3& point_a, Vector3& point_b) const {
  point_a.setZero();
  point_b.setZero();
  for (int i = 0; i < count_; ++i) {
    point_a += lambda_[static_cast<std::size_t>(i)] * vertex(i).a;
    point_b += lambda_[static_cast<std::size_t>(i)] * vertex(i).b;
  }
}

Vector3 DifferenceSimplex::closest_point() {
  switch (count_) {
    case 1:
      lambda_ = {1, 0, 0, 0};
      return vertex(0).w;
    case 2:
      return apply(on_segment(0, 1));
    case 3:
      return apply(on_triangle(0, 1, 2));
    default: {
      const Reduced reduced = on_tetrahedron();
      if (encloses_) return Vector3::Zero();
      return apply(reduced);
    }
  }
}

Vector3 DifferenceSimplex::apply(const Reduced& reduced) {
  const std::array<DifferenceVertex, 4> old = vertices_;
  count_ = reduced.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
    vertices_[i] = old[static_cast<std::size_t>(reduced.index[i])];
    lambda_[i] = reduced.lambda[i];
  }
  return reduced.point;
}

DifferenceSimplex::Reduced DifferenceSimplex::on_segment(int i, int j) const {
  const Vector3& p = vertex(i).w;
  const Vector3 d = vertex(j).w - p;
  const double square = d.squaredNorm();
  const double t = square > 0 ? -p.dot(d) / square : 0;
  if (t <= 0) return {1, {i, 0, 0}, {1, 0, 0}, p};
  if (t >= 1) return {1, {j, 0, 0}, {1, 0, 0}, vertex(j).w};
  return {2, {i, j, 0}, {1 - t, t, 0}, p + t * d};
}

// If the foot of the origin is inside the triangle, it is computed along the plane's normal, which
// keeps the direction exact when the distance is small. Otherwise the result is that of the nearest
// of the three edges.
DifferenceSimplex::Reduced DifferenceSimplex::on_triangle(int i, int j, int k) const {
  const Vector3 &p = vertex(i).w, &q = vertex(j).w, &r = vertex(k).w;
  const Vector3 n = (q - p).cross(r - p);
  const double square = n.squaredNorm();
  if (square > 0) {
    const double u = n.dot(q.cross(r)), v = n.dot(r.cross(p)), w = n.dot(p.cross(q));
    const double sum = u + v + w;
    if (u > 0 && v > 0 && w > 0)
      return {3, {i, j, k}, {u / sum, v / sum, w / sum}, n * (n.dot(p) / square)};
  }
  Reduced best = on_segment(i, j);
  for (const Reduced& other : {on_segment(j, k), on_segment(k, i)})
    if (other.point.squaredNorm() < best.point.squaredNorm()) best = other;
  return best;
}

DifferenceSimplex::Reduced DifferenceSimplex::on_tetrahedron() {
  static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
  Reduced best;
  double best_square = std::numeric_limits<double>::infinity();
  encloses_ = true;
  for (const auto& f : kFaces) {
    const Vector3& p = vertex(f[0]).w;
    const Vector3 n = (vertex(f[1]).w - p).cross(vertex(f[2]).w - p);
    const double origin_side = -n.dot(p), inner_side = n.dot(vertex(f[3]).w - p);
    if (origin_side * inner_side > 0) continue;  // the origin is on the inner side of this face
    encloses_ = false;
    const Reduced candidate = on_triangle(f[0], f[1], f[2]);
    if (candidate.point.squaredNorm() < best_square) {
      best_square = candidate.point.squaredNorm();
      best = candidate;
    }
  }
  return best;
}

}  // namespace cardan
