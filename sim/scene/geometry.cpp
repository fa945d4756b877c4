#include <map>

#include "geometry/shape_form.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

// Smallest rotation that maps z to the direction.
Matrix3 rotation_onto(const Vector3& direction) {
  return Quaternion::FromTwoVectors(Vector3::UnitZ(), direction).toRotationMatrix();
}

Vector3 direction_of(const SceneNode& node) {
  const Vector3 direction = node.vector3("");
  if (!(direction.norm() > 1e-9)) node.fail("a direction cannot be zero");
  return direction.normalized();
}

constexpr const char* kAxes[] = {"x", "y", "z"};
constexpr Form kSize = form::positive("m"), kScaleForms[] = {form::kNumber, form::vector3("")},
               kAxisForms[] = {form::choice(kAxes), form::vector3("")};

constexpr KeyRow kAxisKeys[] = {{"axis", form::either(kAxisForms), "Direction of the axis"}};
constexpr KeyRow kPlaneKeys[] = {
    {"normal", form::vector3(""), "Outward normal, by default z"},
    {"offset", form::number("m"), "Distance from the origin along the normal"},
};
constexpr Key<GeometryRecord> kMeshKeys[] = {
    {{"file", form::kWord, "Mesh file", true}},
    {{"scale", form::either(kScaleForms), "Scale, or one along each axis"}},
    {{"convex", form::kBoolean, "Whether the convex hull is used"}, kInto<&GeometryRecord::convex>},
};

Vector3 positive_vector(const SceneNode& node) {
  Vector3 size = node.vector3("m");
  for (const SceneNode& part : node.items()) part.positive("m");
  return size;
}

// x, y, z or a direction; z where it is not given, as in URDF.
Matrix3 read_axis(const SceneNode& node) {
  const auto axis = node.find("axis");
  if (!axis) return Matrix3::Identity();
  if (axis->is_list()) return rotation_onto(direction_of(*axis));
  return rotation_onto(Vector3::Unit(axis->choice({std::begin(kAxes), std::end(kAxes)})));
}

// Frame with z along the normal, through the point normal · offset.
GeometryRecord read_plane(const SceneNode& node, RigidTransform* X_MS) {
  allow_keys(node, kPlaneKeys);
  const auto normal = node.find("normal"), offset = node.find("offset");
  const Vector3 n = normal ? direction_of(*normal) : Vector3::UnitZ();
  *X_MS = RigidTransform(rotation_onto(n), n * (offset ? offset->number("m") : 0.0));
  GeometryRecord record;
  record.kind = GeometryKind::kPlane;
  return record;
}

// Rows of the keys of a shape with sizes.
std::vector<KeyRow> size_rows(const ShapeForm& form) {
  const ShapeSizes& sizes = form.sizes;
  std::vector<KeyRow> rows;
  if (sizes.list != nullptr) {
    rows.push_back({sizes.list, form::list(&kSize, 3), "Sizes along x, y and z", true});
  } else {
    for (int i = 0; i < sizes.count; ++i)
      rows.push_back({sizes.keys[static_cast<std::size_t>(i)], kSize, "Length of this size", true});
  }
  if (sizes.has_axis) rows.push_back(kAxisKeys[0]);
  return rows;
}

// A shape with sizes.
GeometryRecord read_sizes(const SceneNode& node, const ShapeForm& form, RigidTransform* X_MS) {
  const ShapeSizes& sizes = form.sizes;
  allow_keys(node, size_rows(form));
  GeometryRecord record;
  record.kind = form.kind;
  if (sizes.list != nullptr) {
    record.size = positive_vector(node.require(sizes.list));
  } else {
    for (int i = 0; i < sizes.count; ++i)
      record.size[i] = node.require(sizes.keys[static_cast<std::size_t>(i)]).positive("m");
  }
  if (sizes.has_axis) X_MS->R = read_axis(node);
  return record;
}

GeometryRecord read_mesh(const SceneNode& node) {
  allow_keys(node, kMeshKeys);
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.mesh_file = node.require("file").file_in_scope("mesh");
  if (const auto scale = node.find("scale")) {
    record.mesh_scale =
        scale->is_list() ? scale->vector3("") : Vector3::Constant(scale->number(""));
    if (record.mesh_scale.cwiseAbs().minCoeff() == 0) scale->fail("a scale cannot be zero");
  }
  read_keys(node, kMeshKeys, record);
  return record;
}

GeometryRecord read_form(const SceneNode& node, const ShapeForm& form, RigidTransform* X_MS) {
  switch (form.kind) {
    case GeometryKind::kPlane:
      return read_plane(node, X_MS);
    case GeometryKind::kMesh:
      return read_mesh(node);
    case GeometryKind::kHeightfield:
      return read_heightfield(node);
    default:
      return read_sizes(node, form, X_MS);
  }
}

// Another name of the plane.
constexpr const char* kHalfSpace = "half_space";

const ShapeForm& form_of_key(const std::string& key) {
  return key == kHalfSpace ? form_of(GeometryKind::kPlane) : *form_named(key);
}

// Map of the keys of a shape.
Form form_of_shape(const ShapeForm& shape) {
  if (shape.kind == GeometryKind::kPlane) return form::map<kPlaneKeys>();
  if (shape.kind == GeometryKind::kMesh) return form::map<kMeshKeys>();
  if (shape.kind == GeometryKind::kHeightfield) return heightfield_form();
  static std::map<GeometryKind, std::vector<KeyRow>> all;  // filled by geometry_rows alone
  const std::vector<KeyRow>& rows = all.emplace(shape.kind, size_rows(shape)).first->second;
  Form form{Form::Kind::kMap};
  form.first_row = rows.data();
  form.num_rows = rows.size();
  return form;
}

}  // namespace

std::span<const KeyRow> geometry_rows() {
  static const std::vector<KeyRow> rows = [] {
    std::vector<KeyRow> made;
    for (const std::string& key : geometry_keys())
      made.push_back({key.c_str(), form_of_shape(form_of_key(key)), "Shape of the body"});
    return made;
  }();
  return rows;
}

const std::vector<std::string>& geometry_keys() {
  static const std::vector<std::string> keys = [] {
    std::map<int, std::string> names;
    for (const ShapeForm* form : kShapeForms)
      if (form->place >= 0) names.emplace(form->place, form->name);
    std::vector<std::string> result;
    result.reserve(names.size() + 1);
    for (const auto& [place, name] : names) result.push_back(name);
    result.insert(result.begin() + 1, kHalfSpace);
    return result;
  }();
  return keys;
}

std::optional<GeometryRecord> read_geometry(const SceneNode& model, RigidTransform* X_MS) {
  std::optional<GeometryRecord> found;
  for (const std::string& key : geometry_keys()) {
    const auto node = model.find(key);
    if (!node) continue;
    if (found) node->fail("a model has only one geometry", "write one model per shape");
    found = read_form(*node, form_of_key(key), X_MS);
  }
  return found;
}

}  // namespace cardan
