#include "collision/surface/heightfield.h"

#include "collision/index.h"

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

HeightfieldSurface::HeightfieldSurface(std::shared_ptr<const HeightGrid> grid)
    : grid_(std::move(grid)),
      dx_(grid_->size.x() / (grid_->columns - 1)),
      dy_(grid_->size.y() / (grid_->rows - 1)) {
  const AxisBox box = grid_bounds(*grid_);
  most_height_ = box.upper.z();
  least_height_ = box.lower.z();
  add_regions();
  pyramid_ = HeightPyramid(*grid_, parts_);
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
  const std::size_t count =
      2 * static_cast<std::size_t>(grid_->rows - 1) * static_cast<std::size_t>(grid_->columns - 1);
  TriangleSets regions(count), parts(count);
  std::vector<char> inside(count, 1);
  std::array<int, 4> other{};
  const auto for_each_edge = [&](const auto& visit) {
    for (int row = 0; row < grid_->rows - 1; ++row)
      for (int column = 0; column < grid_->columns - 1; ++column)
        for (int half = 0; half < 2; ++half)
          for (std::size_t e = 0; e < 3; ++e) visit(row, column, half, e);
  };
  for_each_edge([&](int row, int column, int half, std::size_t e) {
    const auto t = static_cast<std::uint32_t>(triangle_id(row, column, half));
    const auto own = corners(row, column, half);
    const Vector3 n = normal_of(own);
    least_cosine_ = std::min(least_cosine_, n.z());
    if (!beyond(row, column, half, e, other)) {
      inside[t] = 0;
      return;
    }
    const auto c = corners(other[0], other[1], other[2]);
    if (!is_flat_edge(n, c[static_cast<std::size_t>(other[3])] - own[e])) inside[t] = 0;
    if (n.dot(normal_of(c)) < kOnePlane) return;
    regions.join(t, static_cast<std::uint32_t>(triangle_id(other[0], other[1], other[2])));
  });
  for_each_edge([&](int row, int column, int half, std::size_t e) {
    if (!beyond(row, column, half, e, other)) return;
    const auto t = static_cast<std::uint32_t>(triangle_id(row, column, half));
    const auto u = static_cast<std::uint32_t>(triangle_id(other[0], other[1], other[2]));
    if (inside[t] != 0 && inside[u] != 0) parts.join(t, u);
  });
  region_ = regions.names();
  parts_ = FlatParts(std::move(parts), inside);
}

CellRange HeightfieldSurface::window(const AxisBox& box) const {
  // Clamped before the conversion: the box of a fast body may exceed the range of integers.
  const auto cell = [](double x, int cells) {
    return static_cast<int>(std::clamp(std::floor(x), -1.0, static_cast<double>(cells)));
  };
  const int rows = grid_->rows - 1, columns = grid_->columns - 1;
  const double west = -0.5 * grid_->size.x(), north = 0.5 * grid_->size.y();
  CellRange w;
  w.column_begin = std::max(0, cell((box.lower.x() - west) / dx_, columns));
  w.column_end = std::min(columns, cell((box.upper.x() - west) / dx_, columns) + 1);
  w.row_begin = std::max(0, cell((north - box.upper.y()) / dy_, rows));
  w.row_end = std::min(rows, cell((north - box.lower.y()) / dy_, rows) + 1);
  return w;
}

template <class Wanted>
void HeightfieldSurface::list_cells(const CellRange& cells, const AxisBox& box,
                                    const Wanted& wanted, SurfaceFeatures& near) const {
  for (int row = cells.row_begin; row < cells.row_end; ++row) {
    for (int column = cells.column_begin; column < cells.column_end; ++column) {
      for (int half = 0; half < 2; ++half) {
        const int t = triangle_id(row, column, half);
        if (wanted(t) && touches(box, corners(row, column, half))) near.ids.push_back(t);
      }
    }
  }
}

void HeightfieldSurface::find(const AxisBox& box, SurfaceFeatures& near) const {
  near.ids.clear();
  pyramid_.visit(
      window(box), {box.lower.z(), box.upper.z()}, [](const HeightPyramid::Block&) { return true; },
      [&](const CellRange& cells) {
        list_cells(
            cells, box, [](int) { return true; }, near);
      });
  read(near);
}

void HeightfieldSurface::list_folded(const AxisBox& box, SurfaceFeatures& near) const {
  near.ids.clear();
  near.parts.clear();
  const auto is_folded = [&](int part) {
    if (part != FlatParts::kNone && (near.parts.empty() || near.parts.back() != part))
      near.parts.push_back(part);
    return part == FlatParts::kNone;
  };
  pyramid_.visit(
      window(box), {box.lower.z(), box.upper.z()},
      [&](const HeightPyramid::Block& block) { return is_folded(block.part); },
      [&](const CellRange& cells) {
        list_cells(
            cells, box, [&](int t) { return is_folded(parts_.of(index(t))); }, near);
      });
  make_unique(near.parts);
}

void HeightfieldSurface::list_flat(const AxisBox& at, const AxisBox& box,
                                   SurfaceFeatures& near) const {
  const auto wanted = [&](int t) {
    return parts_.of(index(t)) != FlatParts::kNone && touches(box, corners(t));
  };
  list_cells(window(at), at, wanted, near);
}

void HeightfieldSurface::read(SurfaceFeatures& near) const {
  make_unique(near.ids);
  near.triangles.clear();
  for (int t : near.ids) near.triangles.push_back(triangle(t));
}

Triangle HeightfieldSurface::plane(int part) const {
  const SurfaceTriangle t = triangle(static_cast<int>(parts_.first(part)));
  return {t.corners, t.normal};
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
  const CellRange w = window(box);
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
