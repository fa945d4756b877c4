#include "collision/contact_feature.h"

#include "geometry/shape_form.h"

namespace cardan {

ContactFeature contact_feature(const Shape& shape, const RigidTransform& X_WS,
                               const Vector3& outward, const Vector3& p_W) {
  const Matrix3 R_SW = X_WS.R.transpose();
  const Vector3 normal = R_SW * outward, point = R_SW * (p_W - X_WS.p);
  const ShapeForm& form = form_of(shape);
  // For a triangle or half-space, a face with the normal of the contact.
  ContactFeature feature =
      form.feature != nullptr ? form.feature(shape, normal, point) : face_feature(normal);
  feature.direction = X_WS.R * feature.direction;
  feature.radii = X_WS.R * feature.radii * R_SW;
  return feature;
}

}  // namespace cardan
