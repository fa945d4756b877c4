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

GeometryRecord read_box(const SceneNode& node, RigidTransform*) {
  node.allow_keys({"size"});
  GeometryRecord record;
  record.kind = GeometryKind::kBox;
  record.size = positive_vector(node.require("size"));
  return record;
}

GeometryRecord read_ellipsoid(const SceneNode& node, RigidTransform*) {
  node.allow_keys({"radii"});
  GeometryRecord record;
  record.kind = GeometryKind::kEllipsoid;
  record.size = positive_vector(node.require("radii"));
  return record;
}

template <GeometryKind kKind>
GeometryRecord read_ball(const SceneNode& node, RigidTransform*) {
  node.allow_keys({"radius"});
  GeometryRecord record;
  record.kind = kKind;
  record.size.x() = node.require("radius").positive("m");
  return record;
}

template <GeometryKind kKind>
GeometryRecord read_round(const SceneNode& node, RigidTransform* X_MS) {
  node.allow_keys(kKind == GeometryKind::kCone
                      ? std::vector<std::string>{"radius", "length"}
                      : std::vector<std::string>{"radius", "length", "axis"});
  GeometryRecord record;
  record.kind = kKind;
  record.size = {node.require("radius").positive("m"), node.require("length").positive("m"), 0};
  X_MS->R = read_axis(node);
  return record;
}

GeometryRecord read_mesh(const SceneNode& node, RigidTransform*) {
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

GeometryRecord read_field(const SceneNode& node, RigidTransform*) { return read_heightfield(node); }

struct GeometryForm {
  const char* key;
  GeometryRecord (*read)(const SceneNode&, RigidTransform* X_MS);
};

constexpr GeometryForm kForms[] = {
    {"plane", read_plane},
    {"half_space", read_plane},
    {"box", read_box},
    {"sphere", read_ball<GeometryKind::kSphere>},
    {"hollow_sphere", read_ball<GeometryKind::kHollowSphere>},
    {"capsule", read_round<GeometryKind::kCapsule>},
    {"cylinder", read_round<GeometryKind::kCylinder>},
    {"cone", read_round<GeometryKind::kCone>},
    {"ellipsoid", read_ellipsoid},
    {"mesh", read_mesh},
    {"heightfield", read_field},
};

}  // namespace

const std::vector<std::string>& geometry_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> result;
    for (const GeometryForm& form : kForms) result.emplace_back(form.key);
    return result;
  }();
  return keys;
}

std::optional<GeometryRecord> read_geometry(const SceneNode& model, RigidTransform* X_MS) {
  std::optional<GeometryRecord> found;
  for (const GeometryForm& form : kForms) {
    const auto node = model.find(form.key);
    if (!node) continue;
    if (found) node->fail("a model has only one geometry", "write one model per shape");
    found = form.read(*node, X_MS);
  }
  return found;
}

}  // namespace cardan
