#include <algorithm>

#include "geometry/shape_form.h"

namespace cardan {

namespace {

struct Heightfield {
  static double radius(const Shape& shape) {
    double height = 0;
    for (const double z : shape.heights->heights) height = std::max(height, std::abs(z));
    return std::hypot(shape.heights->size.norm() / 2, height);
  }
  static AxisBox bounds(const Shape& shape) { return grid_bounds(*shape.heights); }
};

}  // namespace

AxisBox grid_bounds(const HeightGrid& grid) {
  const auto [low, high] = std::minmax_element(grid.heights.begin(), grid.heights.end());
  const double thickness = grid.size.norm() + *high - *low;
  return {{-0.5 * grid.size.x(), -0.5 * grid.size.y(), *low - thickness},
          {0.5 * grid.size.x(), 0.5 * grid.size.y(), *high}};
}

extern const ShapeForm kHeightfieldForm;
constinit const ShapeForm kHeightfieldForm{.kind = GeometryKind::kHeightfield,
                                           .name = "heightfield",
                                           .place = 9,
                                           .mjcf = "hfield",
                                           .rank = 103,
                                           .is_surface = true,
                                           .radius = Heightfield::radius,
                                           .bounds = Heightfield::bounds};

}  // namespace cardan
