#include "collision/query/ray_entry.h"

#include "geometry/shape_form.h"

namespace cardan {

bool line_enters(const PosedShape& shape, const Vector3& p_W, const Vector3& u_W, double& t) {
  const Matrix3& R = shape.X_WS.R;
  const LocalRay line{R.transpose() * (p_W - shape.X_WS.p), R.transpose() * u_W};
  const ShapeForm& form = form_of(shape.shape);
  return form.line_enters != nullptr && form.line_enters(shape.shape, line, t);
}

}  // namespace cardan
