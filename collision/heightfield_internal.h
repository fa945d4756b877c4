#pragma once

#include "cardan/collision/surface_internal.h"

namespace cardan {

/// A heightfield ready for contact. Every cell of the grid is two triangles, parted by the diagonal
/// from its corner at least x and y to the opposite one. Solid below, down to base().
class HeightfieldSurface {
 public:
  explicit HeightfieldSurface(std::shared_ptr<const HeightGrid> grid);

  /// Triangles that touch a box in the frame of the field, ascending: cells are counted off, not
  /// searched.
  void find(const AxisBox& box, SurfaceFeatures& near) const;

  /// Triangles in a box with their vertices and edges, except vertices amid a plane.
  void find_features(const AxisBox& box, SurfaceFeatures& near) const;

  /// How deep a point is below the surface: a lower bound, the vertical clearance times the cosine
  /// of the steepest slope, straight up.
  SurfaceDepth depth(const Vector3& p) const;

 private:
  struct Window {
    int row_begin = 0, row_end = 0, column_begin = 0, column_end = 0;  // of cells
  };
  Window window(const AxisBox& box) const;
  Vector3 point(int row, int column) const;
  std::array<Vector3, 3> corners(int row, int column, int half) const;
  /// The third corner of the triangle beyond edge e; false at the rim of the field.
  bool beyond(int row, int column, int half, std::size_t e, std::array<int, 4>& other) const;
  SurfaceTriangle triangle(int row, int column, int half) const;
  int triangle_id(int row, int column, int half) const {
    return 2 * (row * (grid_->columns - 1) + column) + half;
  }
  void add_vertex(int row, int column, SurfaceFeatures& near) const;
  void add_edge(const std::array<int, 4>& ends, const std::array<int, 4>& opposite,
                std::uint32_t id, SurfaceFeatures& near) const;
  void add_regions();

  std::shared_ptr<const HeightGrid> grid_;
  double dx_ = 0, dy_ = 0;
  double least_height_ = 0, most_height_ = 0;
  double least_cosine_ = 1;  // of the steepest triangle against z
  std::vector<std::uint32_t> region_;
};

/// The box of a heightfield in its frame: from its highest point down to its base, a diagonal of
/// the rectangle (and the range of the heights) below the lowest.
AxisBox heightfield_bounds(const HeightGrid& grid);

}  // namespace cardan
