#include "collision/narrow/contact_features.h"

#include "geometry/shape_form.h"

namespace cardan {

void support_face(const PosedShape& shape, const Vector3& d, Feature& feature) {
  feature.vertices.clear();
  const Vector3 d_S = shape.X_WS.R.transpose() * d;
  const ShapeForm& form = form_of(shape.shape);
  if (form.support_face != nullptr) return form.support_face(shape, d, d_S, feature);
  feature.vertices.push_back({shape.X_WS * support_point(shape.shape, d_S), 0});
}

void support_edge(const PosedShape& shape, const Vector3& d, Feature& feature) {
  feature.vertices.clear();
  const ShapeForm& form = form_of(shape.shape);
  if (form.support_edge != nullptr)
    form.support_edge(shape, d, shape.X_WS.R.transpose() * d, feature);
}

bool circle_near(const PosedShape& shape, const Vector3& d, Feature& feature,
                 NormalCircle& circle) {
  support_edge(shape, d, feature);
  if (feature.vertices.size() != 2) return false;
  const Vector3 along = feature.vertices[1].point - feature.vertices[0].point;
  const double length = along.norm();
  const ShapeForm& form = form_of(shape.shape);
  circle.cosine = 0;
  if (form.side_cosine != nullptr) {
    circle.cosine = form.side_cosine(shape.shape.size);
    circle.axis = shape.X_WS.R.col(2);
  } else if (length > 0) {
    circle.axis = along / length;
  }
  return length > 0;
}

void flat_normals_near(const PosedShape& shape, const Vector3& n, std::vector<Vector3>& normals) {
  normals.clear();
  const ShapeForm& form = form_of(shape.shape);
  if (form.flat_normals == nullptr) return;
  NearNormals near(shape.X_WS.R, n, normals);
  form.flat_normals(shape.shape, near);
}

}  // namespace cardan
