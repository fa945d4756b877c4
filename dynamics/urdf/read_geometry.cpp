#include "cardan/core/error.h"
#include "cardan/dynamics/urdf/read_context_internal.h"

namespace cardan::urdf {

namespace {

const std::map<std::string, GeometryKind>& shape_kinds() {
  static const std::map<std::string, GeometryKind> kinds = {{"box", GeometryKind::kBox},
                                                            {"sphere", GeometryKind::kSphere},
                                                            {"cylinder", GeometryKind::kCylinder},
                                                            {"capsule", GeometryKind::kCapsule},
                                                            {"ellipsoid", GeometryKind::kEllipsoid},
                                                            {"plane", GeometryKind::kPlane},
                                                            {"mesh", GeometryKind::kMesh}};
  return kinds;
}

// The named sizes of a shape into geometry.size, in this order. False if one is missing or bad.
bool read_sizes(ReadContext& context, const Element& element, const Place& place,
                std::initializer_list<const char*> names, GeometryRecord& geometry) {
  int i = 0;
  for (const char* name : names) {
    const Found found = read_number(context, element, name, geometry.size[i++], place);
    if (found == Found::kAbsent) {
      context.fault(place, std::string("<") + element.Name() + "> has no attribute '" + name + "'");
    }
    if (found != Found::kGood) return false;
  }
  return true;
}

bool read_box(ReadContext& context, const Element& element, const Place& place,
              GeometryRecord& geometry) {
  const Found found = read_numbers(context, element, "size", 3, geometry.size.data(), place);
  if (found == Found::kAbsent) context.fault(place, "<box> has no attribute 'size'");
  return found == Found::kGood;
}

// Bullet's <plane normal="0 0 1">: the shape frame's z is turned onto the normal.
bool read_plane(ReadContext& context, const Element& element, const Place& place,
                ShapeRecord& shape) {
  Vector3 normal = Vector3::UnitZ();
  if (read_numbers(context, element, "normal", 3, normal.data(), place) == Found::kBad)
    return false;
  if (!(normal.norm() > 1e-12)) {
    context.fault(place, "a plane with a zero normal");
    return false;
  }
  const Quaternion turn = Quaternion::FromTwoVectors(Vector3::UnitZ(), normal);
  shape.X_LS = shape.X_LS * RigidTransform(turn.toRotationMatrix(), Vector3::Zero());
  return true;
}

// One number is meant for all three axes; of four the last has no meaning.
bool read_mesh_scale(ReadContext& context, const Element& element, const Place& place,
                     Vector3& scale) {
  std::vector<double> values;
  const Found found = read_number_list(context, element, "scale", values, place);
  if (found != Found::kGood) return found == Found::kAbsent;
  if (values.size() == 1) {
    context.warn(place, "a scale of one number; taken for all three axes");
    scale.setConstant(values[0]);
  } else if (values.size() == 3 || values.size() == 4) {
    if (values.size() == 4) context.warn(place, "a scale of four numbers; the last is ignored");
    scale = Vector3(values[0], values[1], values[2]);
  } else {
    context.fault(place, "a scale of " + std::to_string(values.size()) + " numbers; expected 3");
    return false;
  }
  if (scale.x() == 0 || scale.y() == 0 || scale.z() == 0) {
    context.fault(place, "a mesh scale of zero");
    return false;
  }
  return true;
}

// A mesh that is not there: a collision loses its shape, which refuses the robot unless that is
// allowed.
void report_lost_mesh(ReadContext& context, const Place& place, const std::string& what) {
  if (context.in_visual) {
    context.warn(place, what + "; not needed, it is a visual");
  } else if (context.options.allow_missing_meshes) {
    context.warn(place, what + "; the collision shape is left out");
  } else {
    context.error(place, what +
                             "; name its place with --package NAME=DIR, or go on without it "
                             "with --allow-missing-meshes");
  }
}

bool load_parts(ReadContext& context, const Place& place, GeometryRecord& geometry) {
  try {
    geometry.parts = context.meshes.load(geometry.mesh_file, geometry.mesh_scale);
    return true;
  } catch (const Error& error) {
    report_lost_mesh(context, place, error.what());
    return false;
  }
}

bool read_mesh(ReadContext& context, const Element& element, const Place& place,
               ShapeRecord& shape) {
  shape.mesh_uri = text_attribute(element, "filename");
  if (shape.mesh_uri.empty()) {
    context.fault(place, "<mesh> has no attribute 'filename'");
    return false;
  }
  if (!read_mesh_scale(context, element, place, shape.geometry.mesh_scale)) return false;
  MeshLocation location;
  if (context.options.find_files) location = resolve_mesh(shape.mesh_uri, context.search);
  if (location.path.empty()) {
    std::string tried;
    for (const std::string& path : location.tried) tried += (tried.empty() ? "" : ", ") + path;
    if (context.in_visual) context.robot.missing_visuals.insert(shape.mesh_uri);
    report_lost_mesh(context, place,
                     "mesh \"" + shape.mesh_uri + "\" not found" +
                         (tried.empty() ? "" : " (tried " + tried + ")"));
    return false;
  }
  shape.geometry.mesh_file = location.path;
  if (context.in_visual && !context.options.load_visual_meshes) return true;
  return load_parts(context, place, shape.geometry);
}

// Sizes of zero or less. A sphere of radius 0 is a contact point and stays.
bool check_sizes(ReadContext& context, const Place& place, const ShapeRecord& shape) {
  const GeometryKind kind = shape.geometry.kind;
  if (kind == GeometryKind::kMesh || kind == GeometryKind::kPlane) return true;
  const int count = kind == GeometryKind::kSphere                                    ? 1
                    : kind == GeometryKind::kBox || kind == GeometryKind::kEllipsoid ? 3
                                                                                     : 2;
  const Eigen::Ref<const VectorX> size = shape.geometry.size.head(count);
  if (size.minCoeff() < 0) {
    context.fault(place, "<" + shape.tag + "> of negative size");
    return false;
  }
  if (size.minCoeff() > 0 || (kind == GeometryKind::kCapsule && size[0] > 0)) return true;
  if (kind == GeometryKind::kSphere) {
    if (!context.in_visual) context.info(place, "a sphere of radius 0 is kept as a contact point");
    return true;
  }
  context.warn(place, "<" + shape.tag + "> of zero size; the shape is left out");
  return false;
}

bool read_shape_element(ReadContext& context, const Element& element, const Place& place,
                        ShapeRecord& shape) {
  GeometryRecord& geometry = shape.geometry;
  geometry.kind = shape_kinds().at(shape.tag);
  switch (geometry.kind) {
    case GeometryKind::kBox:
      return read_box(context, element, place, geometry);
    case GeometryKind::kSphere:
      return read_sizes(context, element, place, {"radius"}, geometry);
    case GeometryKind::kCylinder:
    case GeometryKind::kCapsule:
      return read_sizes(context, element, place, {"radius", "length"}, geometry);
    case GeometryKind::kEllipsoid:
      return read_sizes(context, element, place, {"a", "b", "c"}, geometry);
    case GeometryKind::kPlane:
      return read_plane(context, element, place, shape);
    default:
      return read_mesh(context, element, place, shape);
  }
}

bool says_yes(const Element& element, const char* attribute) {
  const std::string text = text_attribute(element, attribute);
  return text == "yes" || text == "true" || text == "1";
}

// The hull of each part, unless Bullet's concave="yes" asks for the triangles themselves.
bool wants_convex(const Element& holder, const Element& mesh) {
  if (mesh.FirstChildElement("drake:declare_convex")) return true;
  const Element* link = holder.Parent() ? holder.Parent()->ToElement() : nullptr;
  return !says_yes(holder, "concave") && !(link && says_yes(*link, "concave"));
}

}  // namespace

bool is_shape_tag(const std::string& tag) { return shape_kinds().count(tag) > 0; }

const Element* shape_element(const Element& geometry) {
  for (const Element* e = geometry.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (is_shape_tag(local_tag(*e))) return e;
  }
  return geometry.FirstChildElement();
}

bool read_geometry(ReadContext& context, const Element& holder, const Place& place,
                   ShapeRecord& shape) {
  const Element* geometry = single_child(context, holder, "geometry", place);
  const Element* element = geometry ? shape_element(*geometry) : nullptr;
  if (!element) {
    context.warn(place, geometry ? "an empty <geometry>; ignored" : "no <geometry>; ignored");
    return false;
  }
  shape.tag = local_tag(*element);
  const Place here = place.inside("geometry", element->GetLineNum());
  if (!is_shape_tag(shape.tag)) {
    context.fault(here, "unknown shape <" + std::string(element->Name()) +
                            ">; known are box, sphere, cylinder, capsule, ellipsoid, plane, mesh");
    return false;
  }
  if (geometry->FirstChildElement() != geometry->LastChildElement()) {
    context.warn(here, "more than one element in <geometry>; <" + std::string(element->Name()) +
                           "> is taken");
  }
  if (!read_shape_element(context, *element, here, shape)) return false;
  if (shape.geometry.kind == GeometryKind::kMesh) {
    shape.geometry.convex = wants_convex(holder, *element);
  }
  return check_sizes(context, here, shape);
}

}  // namespace cardan::urdf
