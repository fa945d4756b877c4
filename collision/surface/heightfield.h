#pragma once

#include "collision/surface/height_pyramid.h"
#include "collision/surface/surface.h"

namespace cardan {

/// A heightfield prepared for contact. Every grid cell consists of two triangles, separated by the
/// diagonal from the corner with the smallest x and y to the opposite corner. The field is solid
/// from the surface down to base().
class HeightfieldSurface {
 public:
  explicit HeightfieldSurface(std::shared_ptr<const HeightGrid> grid);

  /// Finds the triangles that touch a box in the frame of the field, in ascending order.
  void find(const AxisBox& box, SurfaceFeatures& near) const;

  /// Lists the triangles outside flat parts that touch a box, and the flat parts near the box.
  void list_folded(const AxisBox& box, SurfaceFeatures& near) const;
  /// Adds to the list the triangles of flat parts that touch both boxes. The cells are computed
  /// directly, without a search.
  void list_flat(const AxisBox& at, const AxisBox& box, SurfaceFeatures& near) const;
  /// Reads the listed triangles, in ascending order.
  void read(SurfaceFeatures& near) const;
  /// The corners and normal of a triangle of a flat part.
  Triangle plane(int part) const;

  /// Finds the triangles in a box with their vertices and edges, except for vertices whose
  /// triangles all lie in one plane.
  void find_features(const AxisBox& box, SurfaceFeatures& near) const;

  /// Returns a lower bound of the depth of a point below the surface: the vertical distance to the
  /// surface times the cosine of the steepest slope.
  SurfaceDepth depth(const Vector3& p) const;

 private:
  CellRange window(const AxisBox& box) const;
  Vector3 point(int row, int column) const;
  std::array<Vector3, 3> corners(int row, int column, int half) const;
  /// Finds the third corner of the neighbour triangle at edge e. Returns false at the border of the
  /// field.
  bool beyond(int row, int column, int half, std::size_t e, std::array<int, 4>& other) const;
  SurfaceTriangle triangle(int row, int column, int half) const;
  int triangle_id(int row, int column, int half) const {
    return 2 * (row * (grid_->columns - 1) + column) + half;
  }
  SurfaceTriangle triangle(int id) const {
    return triangle(id / 2 / (grid_->columns - 1), id / 2 % (grid_->columns - 1), id % 2);
  }
  std::array<Vector3, 3> corners(int id) const {
    return corners(id / 2 / (grid_->columns - 1), id / 2 % (grid_->columns - 1), id % 2);
  }
  /// Lists the triangles t of some cells that touch a box, if wanted(t) is true.
  template <class Wanted>
  void list_cells(const CellRange& cells, const AxisBox& box, const Wanted& wanted,
                  SurfaceFeatures& near) const;
  void add_vertex(int row, int column, SurfaceFeatures& near) const;
  void add_edge(const std::array<int, 4>& ends, const std::array<int, 4>& opposite,
                std::uint32_t id, SurfaceFeatures& near) const;
  void add_regions();

  std::shared_ptr<const HeightGrid> grid_;
  double dx_ = 0, dy_ = 0;
  double least_height_ = 0, most_height_ = 0;
  double least_cosine_ = 1;  // cosine between the steepest triangle's normal and z
  std::vector<std::uint32_t> region_;
  FlatParts parts_;
  HeightPyramid pyramid_;
};

}  // namespace cardan
