#include "geometry/shape_form.h"

#include <cassert>

namespace cardan {

extern const ShapeForm kBoxForm, kSphereForm, kCylinderForm, kCapsuleForm, kEllipsoidForm,
    kConeForm, kPlaneForm, kHollowSphereForm, kMeshForm, kHeightfieldForm, kConvexForm;

namespace {

// In the order of GeometryKind.
constexpr std::array<const ShapeForm*, kNumGeometryKinds> kForms = {
    &kBoxForm,   &kSphereForm,       &kCylinderForm, &kCapsuleForm,     &kEllipsoidForm, &kConeForm,
    &kPlaneForm, &kHollowSphereForm, &kMeshForm,     &kHeightfieldForm, &kConvexForm};

constexpr ShapeForm kUnknownForm{.name = "unknown"};

constexpr std::array<const ShapeForm*, kNumGeometryNumbers> forms_of_numbers() {
  std::array<const ShapeForm*, kNumGeometryNumbers> forms{};
  for (std::size_t i = 0; i < forms.size(); ++i)
    forms[i] = i < kForms.size() ? kForms[i] : &kUnknownForm;
  return forms;
}

}  // namespace

constinit const std::array<const ShapeForm*, kNumGeometryKinds> kShapeForms = kForms;
constinit const std::array<const ShapeForm*, kNumGeometryNumbers> kFormOfNumber =
    forms_of_numbers();

const ShapeForm* form_named(std::string_view name) {
  for (const ShapeForm* form : kShapeForms)
    if (form->name == name) return form;
  return nullptr;
}

const char* geometry_kind_name(GeometryKind kind) { return form_of(kind).name; }

Vector3 support_point(const Shape& shape, const Vector3& d) {
  const ShapeForm& form = form_of(shape);
  assert(form.support != nullptr && "support_point of a shape that is unbounded or not convex");
  return form.support != nullptr ? form.support(shape, d) : Vector3::Zero();
}

bool is_unbounded(GeometryKind kind) { return form_of(kind).is_unbounded; }
bool is_surface(GeometryKind kind) { return form_of(kind).is_surface; }

AxisBox box_of_points(const std::vector<Vector3>& points) {
  AxisBox box{points[0], points[0]};
  for (const Vector3& p : points) {
    box.lower = box.lower.cwiseMin(p);
    box.upper = box.upper.cwiseMax(p);
  }
  return box;
}

AxisBox local_bounds(const Shape& shape) {
  const ShapeForm& form = form_of(shape);
  return form.bounds != nullptr ? form.bounds(shape) : AxisBox{};
}

AxisBox world_bounds(const Shape& shape, const AxisBox& local, const RigidTransform& X_WS) {
  if (!form_of(shape).has_radius) return moved(local, X_WS);
  const Vector3 half =
      Vector3::Constant(shape.size.x()) + core_half_length(shape) * X_WS.R.col(2).cwiseAbs();
  return {X_WS.p - half, X_WS.p + half};
}

double bounding_radius(const Shape& shape) {
  const ShapeForm& form = form_of(shape);
  return form.radius != nullptr ? form.radius(shape) : 0;
}

}  // namespace cardan
