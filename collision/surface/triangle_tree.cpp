#include "collision/surface/triangle_tree.h"

#include <cmath>
#include <map>

#include "collision/index.h"
#include "collision/surface/heightfield.h"
#include "geometry/shape_bounds.h"

namespace cardan {
namespace {

std::vector<AxisBox> triangle_boxes(const TriangleMesh& mesh) {
  std::vector<AxisBox> boxes;
  boxes.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    const Vector3 &p = mesh.vertices[index(t[0])], &q = mesh.vertices[index(t[1])],
                  &r = mesh.vertices[index(t[2])];
    boxes.push_back({p.cwiseMin(q).cwiseMin(r), p.cwiseMax(q).cwiseMax(r)});
  }
  return boxes;
}

// Vertices are compared by position, because files often repeat them per triangle.
bool is_closed(const TriangleMesh& mesh) {
  std::map<std::array<double, 3>, int> first;
  std::vector<int> welded;
  for (const Vector3& v : mesh.vertices) {
    const int next = static_cast<int>(first.size());
    welded.push_back(first.emplace(std::array<double, 3>{v.x(), v.y(), v.z()}, next).first->second);
  }
  std::map<std::array<int, 2>, int> balance;
  for (const auto& t : mesh.triangles) {
    for (std::size_t e = 0; e < 3; ++e) {
      const int p = welded[index(t[e])], q = welded[index(t[(e + 1) % 3])];
      if (p == q) continue;
      balance[{std::min(p, q), std::max(p, q)}] += p < q ? 1 : -1;
    }
  }
  for (const auto& [edge, sum] : balance)
    if (sum != 0) return false;
  return !balance.empty();
}

std::shared_ptr<const TriangleMesh> grid_triangles(const HeightGrid& grid) {
  auto mesh = std::make_shared<TriangleMesh>();
  mesh->vertices.reserve(grid.heights.size());
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      mesh->vertices.emplace_back(
          -0.5 * grid.size.x() + column * grid.size.x() / (grid.columns - 1),
          0.5 * grid.size.y() - row * grid.size.y() / (grid.rows - 1),
          grid.heights[index(row * grid.columns + column)]);
    }
  }
  for (int row = 0; row + 1 < grid.rows; ++row) {
    for (int column = 0; column + 1 < grid.columns; ++column) {
      const int nw = row * grid.columns + column, sw = nw + grid.columns;
      mesh->triangles.push_back({sw, sw + 1, nw + 1});
      mesh->triangles.push_back({sw, nw + 1, nw});
    }
  }
  return mesh;
}

/// Line–triangle test by signed volumes. An edge shared by two triangles is computed from the same
/// numbers in both, so that no line passes between them [Woop, Benthin, Wald 2013].
class TriangleCrossing {
 public:
  explicit TriangleCrossing(const LocalRay& ray) : origin_(ray.origin) {
    ray.direction.cwiseAbs().maxCoeff(&z_);
    x_ = (z_ + 1) % 3;
    y_ = (x_ + 1) % 3;
    if (ray.direction[z_] < 0) std::swap(x_, y_);
    shear_ =
        Vector3(ray.direction[x_], ray.direction[y_], 1) / ray.direction[z_];  // of x, y; 1/d_z
  }

  /// sign: +1 if the ray goes against the normal (enters), -1 otherwise. margin: the smallest of
  /// the three barycentric coordinates.
  bool cross(const Triangle& triangle, double& t, int& sign, double& margin) const {
    std::array<Vector3, 3> p;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3 r = triangle.corner[i] - origin_;
      p[i] = {r[x_] - shear_.x() * r[z_], r[y_] - shear_.y() * r[z_], shear_.z() * r[z_]};
    }
    const double u = p[2].x() * p[1].y() - p[2].y() * p[1].x();
    const double v = p[0].x() * p[2].y() - p[0].y() * p[2].x();
    const double w = p[1].x() * p[0].y() - p[1].y() * p[0].x();
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return false;
    const double sum = u + v + w;
    if (sum == 0) return false;
    t = (u * p[0].z() + v * p[1].z() + w * p[2].z()) / sum;
    sign = sum > 0 ? 1 : -1;
    margin = std::min({u / sum, v / sum, w / sum});
    return true;
  }

 private:
  Vector3 origin_, shear_;
  int x_ = 0, y_ = 0, z_ = 0;
};

}  // namespace

std::array<double, 2> cross_box(const AxisBox& box, const LocalRay& ray) {
  double in = -kInfinite, out = kInfinite;
  for (int i = 0; i < 3; ++i) {
    const double lower = box.lower[i] - ray.origin[i], upper = box.upper[i] - ray.origin[i];
    const double d = ray.direction[i];
    if (d == 0) {
      if (lower > 0 || upper < 0) return {kInfinite, -kInfinite};
      continue;
    }
    in = std::max(in, std::min(lower / d, upper / d));
    out = std::min(out, std::max(lower / d, upper / d));
  }
  // Round-off must not separate a ray from a box that contains a triangle it hits.
  constexpr double kSlack = 1e-13;
  return {in - kSlack * std::abs(in), out + kSlack * std::abs(out)};
}

TriangleTree::TriangleTree(std::shared_ptr<const TriangleMesh> mesh)
    : mesh_(std::move(mesh)), boxes_(triangle_boxes(*mesh_)), closed_(is_closed(*mesh_)) {}

TriangleTree::TriangleTree(const HeightGrid& grid)
    : mesh_(grid_triangles(grid)),
      boxes_(triangle_boxes(*mesh_)),
      base_(grid_bounds(grid).lower.z()) {}

Triangle TriangleTree::triangle(int i) const {
  const auto& corners = mesh_->triangles[index(i)];
  Triangle triangle;
  for (std::size_t k = 0; k < 3; ++k) triangle.corner[k] = mesh_->vertices[index(corners[k])];
  const Vector3 n =
      (triangle.corner[1] - triangle.corner[0]).cross(triangle.corner[2] - triangle.corner[0]);
  const double norm = n.norm();
  if (norm > 0) triangle.normal = n / norm;
  return triangle;
}

bool TriangleTree::first_hit(const LocalRay& ray, double limit, TriangleHit& hit) const {
  const TriangleCrossing crossing(ray);
  hit.triangle = -1;
  const auto key = [&](const AxisBox& box) {
    const auto [in, out] = cross_box(box, ray);
    return in <= out && out >= 0 ? std::max(in, 0.0) : kInfinite;
  };
  boxes_.visit_nearest_first(key, limit, [&](int i) {
    double t = 0, margin = 0;
    int sign = 0;
    if (!crossing.cross(triangle(i), t, sign, margin) || !(t >= 0) || !(t <= limit)) return;
    if (t == limit && hit.triangle >= 0 && hit.triangle < i) return;  // ties: the lower index
    limit = t;
    hit = {t, i};
  });
  return hit.triangle >= 0;
}

bool TriangleTree::contains(const Vector3& p) const {
  if (!std::isnan(base_)) {
    TriangleHit above;
    return p.z() >= base_ && first_hit({p, Vector3::UnitZ()}, kInfinite, above);
  }
  if (!closed_ || boxes_.empty()) return false;
  const AxisBox& box = boxes_.bounds();
  if ((p.array() < box.lower.array()).any() || (p.array() > box.upper.array()).any()) return false;
  // A line that hits an edge or corner may be counted wrong; it is repeated with another direction.
  constexpr int kTries = 16;
  constexpr double kClear = 1e-9;
  int winding = 0;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const double angle = 0.7 + 2.399963229728653 * attempt;  // golden angle
    const double z = 0.31 - 0.07 * attempt;
    const double r = std::sqrt(1 - z * z);
    const LocalRay ray{p, {r * std::cos(angle), r * std::sin(angle), z}};
    const TriangleCrossing crossing(ray);
    bool clear = true;
    winding = 0;
    double limit = 0;
    const auto key = [&](const AxisBox& b) {
      const auto [in, out] = cross_box(b, ray);
      return in <= out && out >= 0 ? 0 : kInfinite;
    };
    boxes_.visit_nearest_first(key, limit, [&](int i) {
      double t = 0, margin = 0;
      int sign = 0;
      if (!crossing.cross(triangle(i), t, sign, margin) || t < 0) return;
      winding -= sign;  // leaving counts +1
      clear = clear && margin > kClear;
    });
    if (clear) break;
  }
  return winding > 0;
}

bool TriangleTree::nearest(const Vector3& p, double limit, Vector3& point, int& triangle) const {
  triangle = -1;
  const AxisBox at{p, p};
  const auto key = [&](const AxisBox& box) { return box_distance(box, at); };
  boxes_.visit_nearest_first(key, limit, [&](int i) {
    const Vector3 q = nearest_on_triangle(this->triangle(i), p);
    const double distance = (q - p).norm();
    if (!(distance <= limit) || (distance == limit && triangle >= 0 && triangle < i)) return;
    limit = distance;
    point = q;
    triangle = i;
  });
  return triangle >= 0;
}

std::shared_ptr<const TriangleTree> make_triangle_tree(const Shape& shape) {
  if (shape.kind == GeometryKind::kHeightfield)
    return std::make_shared<const TriangleTree>(*shape.heights);
  if (shape.kind != GeometryKind::kMesh) return nullptr;
  return std::make_shared<const TriangleTree>(shape.mesh);
}

Vector3 nearest_on_triangle(const Triangle& triangle, const Vector3& p) {
  const auto& [a, b, c] = triangle.corner;
  const Vector3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vector3 bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
  const Vector3 cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return b + (d4 - d3) / (d4 - d3 + d5 - d6) * (c - b);
  const double sum = va + vb + vc;
  return a + vb / sum * ab + vc / sum * ac;
}

}  // namespace cardan
