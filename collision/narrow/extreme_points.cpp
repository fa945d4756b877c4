#include "collision/narrow/extreme_points.h"

#include "geometry/shape_form.h"

namespace cardan {

void extreme_points(const PosedShape& shape, const Vector3& d, std::vector<ExtremePoint>& points) {
  points.clear();
  const ShapeForm& form = form_of(shape.shape);
  if (form.extreme_points != nullptr)
    form.extreme_points(shape, shape.X_WS.R.transpose() * d, points);
}

}  // namespace cardan
