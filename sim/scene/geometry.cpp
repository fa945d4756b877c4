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
  return rotation_onto(Vector3::Unit(axis->choice({"x", "y", "z"})));
}

// Frame with z along the normal, through the point normal · offset.
GeometryRecord read_plane(const SceneNode& node, RigidTransform* X_MS) {
  node.allow_keys({"normal", "offset"});
  const auto normal = node.find("normal"), offset = node.find("offset");
  const Vector3 n = normal ? direction_of(*normal) : Vector3::UnitZ();
  *X_MS = RigidTransform(rotation_onto(n), n * (offset ? offset->number("m") : 0.0));
  GeometryRecord record;
  record.kind = GeometryKind::kPlane;
  return record;
}

// A shape with sizes.
GeometryRecord read_sizes(const SceneNode& node, const ShapeForm& form, RigidTransform* X_MS) {
  const ShapeSizes& sizes = form.sizes;
  std::vector<std::string> keys;
  if (sizes.list != nullptr) keys.emplace_back(sizes.list);
  if (sizes.list == nullptr) keys.assign(sizes.keys.begin(), sizes.keys.begin() + sizes.count);
  if (sizes.has_axis) keys.emplace_back("axis");
  node.allow_keys(keys);
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
  node.allow_keys({"file", "scale", "convex"});
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.mesh_file = node.require("file").file_in_scope("mesh");
  if (const auto scale = node.find("scale")) {
    record.mesh_scale =
        scale->is_list() ? scale->vector3("") : Vector3::Constant(scale->number(""));
    if (record.mesh_scale.cwiseAbs().minCoeff() == 0) scale->fail("a scale cannot be zero");
  }
  if (const auto convex = node.find("convex")) record.convex = convex->boolean();
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

}  // namespace

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
