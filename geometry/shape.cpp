#include "cardan/shape.h"

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "core/number_text.h"
#include "geometry/check_triangles.h"
#include "geometry/shape_form.h"
#include "geometry/thin_hull.h"

namespace cardan {
namespace {

constexpr double kMaxExtent = 1e9;                         // of a heightfield [m]
constexpr double kMinCell = 1e-9;                          // [m]
constexpr std::size_t kMaxHeights = std::size_t{1} << 29;  // triangles are numbered by 32 bits

void check_size(const GeometryRecord& record, const std::string& name) {
  const ShapeSizes& sizes = form_of(record.kind).sizes;
  for (int i = 0; i < sizes.count; ++i) {
    const double s = record.size[i];
    if (!std::isfinite(s) || s < 0 || (s == 0 && !sizes.may_be_zero)) {
      throw Error(std::string(geometry_kind_name(record.kind)) + " with size " + number_text(s),
                  name,
                  sizes.may_be_zero ? "sizes are finite and ≥ 0" : "sizes are finite and > 0");
    }
  }
}

std::vector<Shape> make_mesh_shapes(const GeometryRecord& record, const std::string& name) {
  if (record.parts.empty()) throw Error("mesh without triangles", name, "give at least one part");
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < record.parts.size(); ++i) {
    const std::string part_name =
        record.parts.size() == 1 ? name : name + " part " + std::to_string(i);
    check_triangles(*record.parts[i], part_name);
    Shape shape;
    if (record.convex) {
      shape.kind = GeometryKind::kConvex;
      shape.hull = make_hull_or_plate(record.parts[i]->vertices, part_name);
    } else {
      if (record.parts[i]->triangles.empty()) throw Error("mesh without triangles", part_name);
      shape.kind = GeometryKind::kMesh;
      shape.mesh = record.parts[i];
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

std::vector<Shape> make_heightfield_shapes(const GeometryRecord& record, const std::string& name) {
  if (!record.heights) throw Error("heightfield without heights", name, "give a grid of heights");
  const HeightGrid& grid = *record.heights;
  if (grid.rows < 2 || grid.columns < 2) {
    std::string what = "heightfield of ";
    what.append(std::to_string(grid.rows)).append(" rows and ");
    what.append(std::to_string(grid.columns)).append(" columns");
    throw Error(what, name, "it needs at least 2 x 2 heights");
  }
  const auto count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.columns);
  if (grid.heights.size() != count || count > kMaxHeights) {
    std::string what = "heightfield with ";
    what.append(std::to_string(grid.heights.size())).append(" heights");
    throw Error(what, name, "expected rows x columns heights, at most 2^29");
  }
  if (!grid.size.allFinite() || !(grid.size.minCoeff() > 0))
    throw Error("heightfield with a size that is not positive", name, "sizes are finite and > 0");
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isfinite(grid.heights[i])) continue;
    const auto columns = static_cast<std::size_t>(grid.columns);
    std::string what = "height in row ";
    what.append(std::to_string(i / columns + 1)).append(", column ");
    what.append(std::to_string(i % columns + 1)).append(" is not finite");
    throw Error(what, name, "a heightfield has no holes: use a mesh");
  }
  const auto [lowest, highest] = std::minmax_element(grid.heights.begin(), grid.heights.end());
  if (grid.size.maxCoeff() > kMaxExtent || *highest > kMaxExtent || *lowest < -kMaxExtent)
    throw Error("heightfield larger than 1e9 m", name, "sizes and heights are in metres");
  if (grid.size.minCoeff() / std::max(grid.rows, grid.columns) < kMinCell)
    throw Error("heightfield with cells smaller than 1e-9 m", name, "sizes are in metres");
  Shape shape;
  shape.kind = GeometryKind::kHeightfield;
  shape.heights = record.heights;
  return {shape};
}

}  // namespace

std::vector<Shape> make_shapes(const GeometryRecord& record, const std::string& name) {
  if (record.kind == GeometryKind::kMesh) return make_mesh_shapes(record, name);
  if (record.kind == GeometryKind::kHeightfield) return make_heightfield_shapes(record, name);
  if (form_of(record.kind).place < 0)
    throw Error(std::string("a geometry of kind '") + geometry_kind_name(record.kind) + "'", name,
                "a hull is a mesh with convex = true");
  check_size(record, name);
  Shape shape;
  shape.kind = record.kind;
  shape.size = record.size;
  return {shape};
}

}  // namespace cardan
