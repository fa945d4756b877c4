#include <numeric>

#include "cardan/collision/surface/heightfield_internal.h"

namespace cardan {
namespace {

Vector3 normal_of(const std::array<Vector3, 3>& c) {
  return (c[1] - c[0]).cross(c[2] - c[0]).normalized();
}

// True if the six neighbours and their vertex lie in one plane.
bool is_amid_plane(const SurfaceVertex& v, const SurfaceFeatures& near) {
  const auto first = static_cast<std::size_t>(v.first);
  const Vector3 n =
      (near.neighbours[first] - v.point).cross(near.neighbours[first + 2] - v.point).normalized();
  for (std::size_t i = first; i < near.neighbours.size(); ++i) {
    if (!is_flat_edge(n, near.neighbours[i] - v.point)) return false;
  }
  return true;
}

}  // namespace

AxisBox heightfield_bounds(const HeightGrid& grid) {
  const auto [low, high] = std::minmax_element(grid.heights.begin(), grid.heights.end());
  const double thickness = grid.size.norm() + *high - *low;
  return {{-0.5 * grid.size.x(), -0.5 * grid.size.y(), *low - thickness},
          {0.5 * grid.size.x(), 0.5 * grid.size.y(), *high}};
}

HeightfieldSurface::HeightfieldSurface(std::shared_ptr<const HeightGrid> grid)
    : grid_(std::move(grid)),
      dx_(grid_->size.x() / (grid_->columns - 1)),
      dy_(grid_->size.y() / (grid_->rows - 1)) {
  const AxisBox box = heightfield_bounds(*grid_);
  most_height_ = box.upper.z();
  least_height_ = box.lower.z();
  region_.resize(2 * static_cast<std::size_t>(grid_->rows - 1) *
                 static_cast<std::size_t>(grid_->columns - 1));
  add_regions();
}

Vector3 HeightfieldSurface::point(int row, int column) const {
  return {-0.5 * grid_->size.x() + column * dx_, 0.5 * grid_->size.y() - row * dy_,
          grid_->heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid_->columns) +
                         static_cast<std::size_t>(column)]};
}

// Half 0 lies below the diagonal (south-west, south-east, north-east), half 1 above it (south-west,
// north-east, north-west). Rows go south.
std::array<Vector3, 3> HeightfieldSurface::corners(int row, int column, int half) const {
  const Vector3 sw = point(row + 1, column), ne = point(row, column + 1);
  if (half == 0) return {sw, point(row + 1, column + 1), ne};
  return {sw, ne, point(row, column)};
}

// `other` is row, column and half of the neighbour, and its corner that is not on the edge.
bool HeightfieldSurface::beyond(int row, int column, int half, std::size_t e,
                                std::array<int, 4>& other) const {
  static constexpr std::array<std::array<std::array<int, 4>, 3>, 2> kSteps{
      {{{{1, 0, 1, 1}, {0, 1, 1, 2}, {0, 0, 1, 2}}},
       {{{0, 0, 0, 1}, {-1, 0, 0, 2}, {0, -1, 0, 0}}}}};
  const std::array<int, 4>& step = kSteps[static_cast<std::size_t>(half)][e];
  other = {row + step[0], column + step[1], step[2], step[3]};
  return other[0] >= 0 && other[1] >= 0 && other[0] < grid_->rows - 1 &&
         other[1] < grid_->columns - 1;
}

SurfaceTriangle HeightfieldSurface::triangle(int row, int column, int half) const {
  SurfaceTriangle t;
  t.corners = corners(row, column, half);
  t.normal = normal_of(t.corners);
  t.id = static_cast<std::uint32_t>(triangle_id(row, column, half));
  t.region = region_[t.id];
  std::array<int, 4> other{};
  for (std::size_t e = 0; e < 3; ++e) {
    if (!beyond(row, column, half, e, other)) continue;
    const auto c = corners(other[0], other[1], other[2]);
    const Vector3 away = c[static_cast<std::size_t>(other[3])] - t.corners[e];
    t.least_cosine[e] = least_cosine_over(t.normal, normal_of(c), away);
    t.flat[e] = is_flat_edge(t.normal, away);
  }
  return t;
}

// As for meshes: connected coplanar triangles share a region.
void HeightfieldSurface::add_regions() {
  std::iota(region_.begin(), region_.end(), 0u);
  const auto root = [&](std::uint32_t t) {
    while (region_[t] != t) t = region_[t] = region_[region_[t]];
    return t;
  };
  std::array<int, 4> other{};
  for (int row = 0; row < grid_->rows - 1; ++row) {
    for (int column = 0; column < grid_->columns - 1; ++column) {
      for (int half = 0; half < 2; ++half) {
        const Vector3 n = normal_of(corners(row, column, half));
        least_cosine_ = std::min(least_cosine_, n.z());
        for (std::size_t e = 0; e < 3; ++e) {
          if (!beyond(row, column, half, e, other)) continue;
          if (n.dot(normal_of(corners(other[0], other[1], other[2]))) < kOnePlane) continue;
          const auto u = root(static_cast<std::uint32_t>(triangle_id(row, column, half)));
          const auto v =
              root(static_cast<std::uint32_t>(triangle_id(other[0], other[1], other[2])));
          region_[std::max(u, v)] = std::min(u, v);
        }
      }
    }
  }
  for (std::uint32_t t = 0; t < region_.size(); ++t) region_[t] = root(t);
}

HeightfieldSurface::Window HeightfieldSurface::window(const AxisBox& box) const {
  // Clamped before the conversion: the box of a fast body may exceed the range of integers.
  const auto cell = [](double x, int cells) {
    return static_cast<int>(std::clamp(std::floor(x), -1.0, static_cast<double>(cells)));
  };
  const int rows = grid_->rows - 1, columns = grid_->columns - 1;
  const double west = -0.5 * grid_->size.x(), north = 0.5 * grid_->size.y();
  Window w;
  w.column_begin = std::max(0, cell((box.lower.x() - west) / dx_, columns));
  w.column_end = std::min(columns, cell((box.upper.x() - west) / dx_, columns) + 1);
  w.row_begin = std::max(0, cell((north - box.upper.y()) / dy_, rows));
  w.row_end = std::min(rows, cell((north - box.lower.y()) / dy_, rows) + 1);
  return w;
}

void HeightfieldSurface::find(const AxisBox& box, SurfaceFeatures& near) const {
  near.triangles.clear();
  const Window w = window(box);
  for (int row = w.row_begin; row < w.row_end; ++row) {
    for (int column = w.column_begin; column < w.column_end; ++column) {
      for (int half = 0; half < 2; ++half)
        if (touches(box, corners(row, column, half)))
          near.triangles.push_back(triangle(row, column, half));
    }
  }
}

void HeightfieldSurface::add_vertex(int row, int column, SurfaceFeatures& near) const {
  static constexpr int kAround[6][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, 1}, {1, -1}};
  SurfaceVertex v{point(row, column), static_cast<std::uint32_t>(row * grid_->columns + column),
                  static_cast<int>(near.neighbours.size()), 0};
  for (const auto& step : kAround) {
    const int r = row + step[0], c = column + step[1];
    if (r < 0 || c < 0 || r >= grid_->rows || c >= grid_->columns) continue;
    near.neighbours.push_back(point(r, c));
    ++v.count;
  }
  if (v.count == 6 && is_amid_plane(v, near)) {
    near.neighbours.resize(static_cast<std::size_t>(v.first));
    return;
  }
  near.vertices.push_back(v);
}

// Ends and opposite corners as (row, column) twice. Opposite corners outside the grid are omitted.
void HeightfieldSurface::add_edge(const std::array<int, 4>& ends,
                                  const std::array<int, 4>& opposite, std::uint32_t id,
                                  SurfaceFeatures& near) const {
  const auto on_grid = [&](int row, int column) {
    return row >= 0 && column >= 0 && row < grid_->rows && column < grid_->columns;
  };
  if (!on_grid(ends[0], ends[1]) || !on_grid(ends[2], ends[3])) return;
  SurfaceEdge edge;
  edge.p = point(ends[0], ends[1]);
  edge.q = point(ends[2], ends[3]);
  edge.id = id;
  for (std::size_t i = 0; i < 4; i += 2) {
    if (!on_grid(opposite[i], opposite[i + 1])) continue;
    const Vector3 o = point(opposite[i], opposite[i + 1]);
    edge.opposite[static_cast<std::size_t>(edge.num_opposite++)] = o;
    const Vector3 n = normal_of({edge.p, edge.q, o});
    edge.outward += n.z() > 0 ? n : Vector3(-n);
  }
  near.edges.push_back(edge);
}

void HeightfieldSurface::find_features(const AxisBox& box, SurfaceFeatures& near) const {
  find(box, near);
  near.vertices.clear();
  near.edges.clear();
  near.neighbours.clear();
  if (near.triangles.empty()) return;
  const Window w = window(box);
  for (int r = w.row_begin; r <= w.row_end; ++r) {
    for (int c = w.column_begin; c <= w.column_end; ++c) {
      add_vertex(r, c, near);
      // The edges that start here: to the east, to the south, and the diagonal to the south-west.
      const auto id = static_cast<std::uint32_t>(3 * (r * grid_->columns + c));
      add_edge({r, c, r, c + 1}, {r + 1, c, r - 1, c + 1}, id, near);
      add_edge({r, c, r + 1, c}, {r + 1, c - 1, r, c + 1}, id + 1, near);
      add_edge({r, c, r + 1, c - 1}, {r + 1, c, r, c - 1}, id + 2, near);
    }
  }
}

SurfaceDepth HeightfieldSurface::depth(const Vector3& p) const {
  SurfaceDepth result;
  const double x = (p.x() + 0.5 * grid_->size.x()) / dx_, y = (0.5 * grid_->size.y() - p.y()) / dy_;
  if (!(x >= 0) || !(y >= 0) || x > grid_->columns - 1 || y > grid_->rows - 1) return result;
  if (p.z() > most_height_ || p.z() < least_height_) return result;
  const int column = std::min(static_cast<int>(x), grid_->columns - 2);
  const int row = std::min(static_cast<int>(y), grid_->rows - 2);
  const int half = (x - column) + (y - row) >= 1 ? 0 : 1;
  const auto c = corners(row, column, half);
  const Vector3 n = normal_of(c);
  const double clearance = n.dot(c[0] - p) / n.z();
  result.inside = clearance > 0;
  result.depth = clearance * least_cosine_;
  return result;
}

}  // namespace cardan
