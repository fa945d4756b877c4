#include "cardan/error.h"
#include "core/nearest.h"
#include "dynamics/urdf/option_names.h"
#include "dynamics/urdf/read_context.h"
#include "geometry/shape_form.h"

namespace cardan::urdf {

namespace {

// The form of a shape element, or null.
const ShapeForm* form_of_tag(const std::string& tag) {
  const ShapeForm* form = form_named(tag);
  return form != nullptr && form->in_robot_files ? form : nullptr;
}

// Reads the sizes of a shape. Returns false if one is missing or bad.
bool read_sizes(ReadContext& context, const Element& element, const Place& place,
                GeometryRecord& geometry) {
  const ShapeSizes& sizes = form_of(geometry.kind).sizes;
  const auto is_good = [&](const char* name, Found found) {
    if (found == Found::kAbsent) {
      context.fault(place, std::string("<") + element.Name() + "> has no attribute '" + name + "'");
    }
    return found == Found::kGood;
  };
  if (sizes.keys[0] == nullptr)
    return is_good(sizes.list, read_numbers(context, element, sizes.list, sizes.count,
                                            geometry.size.data(), place));
  for (int i = 0; i < sizes.count; ++i) {
    const char* name = sizes.keys[static_cast<std::size_t>(i)];
    if (!is_good(name, read_number(context, element, name, geometry.size[i], place))) return false;
  }
  return true;
}

// Bullet's <plane normal="0 0 1">: rotates the shape frame so that its z is the normal.
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

// A single number applies to all three axes; the last of four numbers is ignored.
bool read_mesh_scale(ReadContext& context, const Element& element, const Place& place,
                     Vector3& scale) {
  std::vector<double> values;
  const Found found = read_number_list(context, element, "scale", values, place);
  if (found != Found::kGood) return found == Found::kAbsent;
  if (values.size() == 1) {
    context.warn(place, "a scale of one number; used for all three axes");
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

// Reports a missing mesh. A collision loses its shape, which rejects the robot unless the option
// allows it.
void report_lost_mesh(ReadContext& context, const Place& place, const std::string& what) {
  if (context.in_visual) {
    context.warn(place, what + "; ignored, because it is a visual");
  } else if (context.options.allow_missing_meshes) {
    context.warn(place, what + "; the collision shape is skipped");
  } else {
    context.error(place, what);
  }
}

// "package" for package://package/meshes/x.stl, "" for other names.
std::string package_of(const std::string& uri) {
  const std::size_t colon = uri.find("://");
  if (colon == uri.npos || (uri.rfind("package", 0) != 0 && uri.rfind("model", 0) != 0)) return "";
  const std::size_t begin = uri.find_first_not_of('/', colon + 1);
  const std::size_t end = begin == uri.npos ? uri.npos : uri.find('/', begin);
  return end == uri.npos ? "" : uri.substr(begin, end - begin);
}

// How to proceed without the mesh, for the end of an error.
std::string way_out(const ReadContext& context, const std::string& uri) {
  const std::string package = package_of(uri);
  const UrdfCaller caller = context.options.caller;
  return (package.empty()
              ? std::string("correct the name")
              : "give the folder of the package by " + package_option(caller, package)) +
         ", or ignore it by " + missing_meshes_option(caller);
}

void report_missing_mesh(ReadContext& context, const Place& place, const std::string& uri,
                         const std::vector<std::string>& tried) {
  std::string what = "mesh \"" + uri + "\" not found";
  if (holds_xacro(uri)) {
    what += std::string(": an unexpanded xacro expression; ") + kExpandXacro;
  } else {
    what += search_words(context, place, tried);
    const bool refused = !context.in_visual && !context.options.allow_missing_meshes;
    if (refused) what += "; " + way_out(context, uri);
  }
  report_lost_mesh(context, place, what);
}

bool load_parts(ReadContext& context, const Place& place, GeometryRecord& geometry) {
  try {
    geometry.parts = context.meshes.load(geometry.mesh_file, geometry.mesh_scale);
    return true;
  } catch (const Error& error) {
    const bool refused = !context.in_visual && !context.options.allow_missing_meshes;
    report_lost_mesh(context, place,
                     error.what() + (refused ? "; repair it, or ignore it by " +
                                                   missing_meshes_option(context.options.caller)
                                             : std::string()));
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
  if (location.path.empty() && !location.outside.empty()) {
    report_lost_mesh(context, place,
                     "mesh \"" + shape.mesh_uri + "\" " + outside_words(context, location));
    return false;
  }
  if (location.path.empty()) {
    if (context.in_visual) context.robot.missing_visuals.insert(shape.mesh_uri);
    report_missing_mesh(context, place, shape.mesh_uri, location.tried);
    return false;
  }
  note_guess(context, place, location);
  shape.geometry.mesh_file = location.path;
  if (context.in_visual && !context.options.load_visual_meshes) return true;
  return load_parts(context, place, shape.geometry);
}

// Checks for sizes of zero or less. A sphere of radius 0 is a contact point and is kept.
bool check_sizes(ReadContext& context, const Place& place, const ShapeRecord& shape) {
  const ShapeSizes& sizes = form_of(shape.geometry.kind).sizes;
  if (sizes.count == 0) return true;
  const Eigen::Ref<const VectorX> size = shape.geometry.size.head(sizes.count);
  if (size.minCoeff() < 0) {
    context.fault(place, "<" + shape.tag + "> of negative size");
    return false;
  }
  if (size.head(sizes.num_positive).size() == 0) {
    if (size.minCoeff() == 0 && !context.in_visual)
      context.info(place, "a sphere of radius 0 is kept as a contact point");
    return true;
  }
  if (size.head(sizes.num_positive).minCoeff() > 0) return true;
  context.warn(place, "<" + shape.tag + "> of zero size; the shape is skipped");
  return false;
}

bool read_shape_element(ReadContext& context, const Element& element, const Place& place,
                        ShapeRecord& shape) {
  GeometryRecord& geometry = shape.geometry;
  geometry.kind = form_of_tag(shape.tag)->kind;
  if (geometry.kind == GeometryKind::kMesh) return read_mesh(context, element, place, shape);
  if (geometry.kind == GeometryKind::kPlane) return read_plane(context, element, place, shape);
  return read_sizes(context, element, place, geometry);
}

bool says_yes(const Element& element, const char* attribute) {
  const std::string text = text_attribute(element, attribute);
  return text == "yes" || text == "true" || text == "1";
}

// True for a convex hull per part; false if Bullet's concave="yes" requests the triangles
// themselves.
bool wants_convex(const Element& holder, const Element& mesh) {
  if (mesh.FirstChildElement("drake:declare_convex")) return true;
  const Element* link = holder.Parent() ? holder.Parent()->ToElement() : nullptr;
  return !says_yes(holder, "concave") && !(link && says_yes(*link, "concave"));
}

// The tags of the children other than `taken`, for messages.
std::string others_in(const Element& geometry, const Element& taken) {
  std::string text;
  for (const Element* e = geometry.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (e == &taken) continue;
    text.append(text.empty() ? "<" : ", <").append(e->Name()).append(">");
  }
  return text;
}

}  // namespace

bool is_shape_tag(const std::string& tag) { return form_of_tag(tag) != nullptr; }

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
    context.warn(place, std::string(geometry ? "an empty <geometry>" : "no <geometry>") +
                            "; the shape is skipped");
    return false;
  }
  shape.tag = local_tag(*element);
  const Place here = place.inside("geometry", element->GetLineNum());
  if (!is_shape_tag(shape.tag)) {
    std::vector<std::string> known;
    for (const ShapeForm* form : kShapeForms)
      if (form->in_robot_files) known.emplace_back(form->name);
    context.fault(here, "unknown shape <" + std::string(element->Name()) + ">; " +
                            suggest_name(shape.tag, known));
    return false;
  }
  if (geometry->FirstChildElement() != geometry->LastChildElement()) {
    context.warn(here, "more than one element in <geometry>; <" + std::string(element->Name()) +
                           "> is taken, not " + others_in(*geometry, *element));
  }
  if (!read_shape_element(context, *element, here, shape)) return false;
  if (shape.geometry.kind == GeometryKind::kMesh) {
    shape.geometry.convex = wants_convex(holder, *element);
  }
  return check_sizes(context, here, shape);
}

}  // namespace cardan::urdf
