#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/error.h"
#include "cardan/kinematics.h"
#include "cardan/model_spec.h"
#include "geometry/shape_bounds.h"
#include "geometry/thin_hull.h"
#include "sim/assembly/draft.h"

namespace cardan {

namespace {

// Line breaks separate the names in a sort key. A line break within a name, which a program may
// give, is escaped.
std::string marked(const std::string& name) {
  constexpr char kMark = '\x01';
  if (name.find_first_of("\n\x01") == std::string::npos) return name;
  std::string text;
  for (const char c : name) {
    if (c == '\n' || c == kMark) text += kMark;
    text += c;
  }
  return text;
}

std::string sort_key(const std::string& model, const std::string& link, int index) {
  std::string number = std::to_string(index);
  return marked(model) + '\n' + marked(link) + '\n' +
         std::string(8 - std::min<std::size_t>(8, number.size()), '0') + number;
}

// FILE:LINE of a shape of a robot file, "" for other shapes.
std::string file_line(const ShapePlacement& placement) {
  if (placement.file.empty()) return "";
  return placement.file + ":" + std::to_string(placement.line);
}

// Name of the shape in errors; with its location for a robot file.
std::string shape_name(const Draft& draft, const GeometryRecord& geometry,
                       const ShapePlacement& placement) {
  std::string name = draft.setup->name + "/" + placement.link;
  if (placement.file.empty()) return name;
  name = file_line(placement) + ": " + name;
  return geometry.mesh_file.empty() ? name : name + " (mesh " + geometry.mesh_file + ")";
}

// Reports flat parts of a mesh, which make_shapes turned into plates.
void tell_plates(Draft& draft, const GeometryRecord& geometry, const ShapePlacement& placement) {
  if (geometry.kind != GeometryKind::kMesh || !geometry.convex) return;
  for (std::size_t k = 0; k < geometry.parts.size(); ++k) {
    const double thick = plate_thickness(geometry.parts[k]->vertices);
    if (!(thick > 0)) continue;
    char thickness[48];
    std::snprintf(thickness, sizeof thickness, "%.3g m", thick);
    std::string part;
    if (geometry.parts.size() > 1) part.append("part ").append(std::to_string(k)).append(" of ");
    const std::string mesh =
        geometry.mesh_file.empty() ? "the mesh" : "mesh \"" + geometry.mesh_file + "\"";
    draft.diagnostics.push_back(
        {Severity::kWarning, placement.file, placement.line,
         placement.element.empty() ? "model '" + draft.setup->name + "'" : placement.element,
         part + mesh + " is flat; it collides as a plate of " + thickness});
  }
}

// Reports a moving body whose size suggests another unit of length.
void tell_size(Draft& draft, double radius) {
  constexpr double kLargest = 50;  // [m]
  ModelSetup& model = *draft.setup;
  const std::string place = "model '" + model.name + "'";
  if (!model.skeleton || !(radius > kLargest)) return;
  if (!draft.diagnostics.empty() && draft.diagnostics.back().element == place) return;
  char size[64];
  std::snprintf(size, sizeof size, "a body that moves is %.3g m across", 2 * radius);
  draft.diagnostics.push_back(
      {Severity::kWarning, "", 0, place, size + std::string("; lengths are in m, not in mm")});
}

// Poses of the base and the bodies in the neutral configuration.
std::vector<RigidTransform> neutral_poses(const RobotModel& robot) {
  std::vector<RigidTransform> poses(1);
  if (!robot.skeleton || robot.skeleton->num_bodies() == 0) return poses;
  const Skeleton& skeleton = *robot.skeleton;
  Data data(skeleton);
  forward_kinematics(skeleton, data, skeleton.neutral_configuration().data());
  for (int body = 0; body < skeleton.num_bodies(); ++body) poses.push_back(data.pose(body));
  return poses;
}

std::string collision_name(const RobotShape& shape) {
  return "link \"" + shape.link + "\" / collision[" + std::to_string(shape.index) + "]";
}

}  // namespace

int draft_shapes(Draft& draft, const GeometryRecord& geometry, const ShapePlacement& placement) {
  ModelSetup& model = *draft.setup;
  const std::vector<Shape> shapes = make_shapes(geometry, shape_name(draft, geometry, placement));
  tell_plates(draft, geometry, placement);
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    CollisionObjectSpec spec;
    spec.sort_key =
        sort_key(model.name, placement.link, placement.first_index + static_cast<int>(k));
    spec.shape = shapes[k];
    spec.is_static = !model.script && (!model.skeleton || placement.body < 0);
    draft.objects.push_back(spec);
    model.shapes.push_back({-1, placement.body, placement.X_BS, placement.link, placement.material,
                            placement.first_index + static_cast<int>(k), nullptr});
    const double radius = bounding_radius(shapes[k]);
    draft.radii.push_back(placement.X_BS.p.norm() + radius);
    if (placement.body >= 0) tell_size(draft, radius);
  }
  return static_cast<int>(shapes.size());
}

void draft_robot_shapes(Draft& draft, const RobotModel& robot, const ModelSpec& spec,
                        const std::function<int(const RobotShape&)>& material_of) {
  ModelSetup& model = *draft.setup;
  // Shapes of a static robot are at the poses of its bodies in the neutral configuration.
  const std::vector<RigidTransform> neutral = neutral_poses(robot);
  if (!model.skeleton && robot.skeleton) {
    for (const FrameInfo& frame : robot.skeleton->frames) {
      model.static_links[frame.name] =
          neutral[static_cast<std::size_t>(frame.body) + 1] * frame.X_BF;
    }
  }
  std::vector<std::string> links;
  if (robot.skeleton)
    for (const FrameInfo& frame : robot.skeleton->frames) links.push_back(frame.name);
  check_filtered_links(spec, links);
  std::map<std::string, int> next_index;
  for (const RobotShape& shape : robot.shapes) {
    int& index = next_index[shape.link];
    const int body = model.skeleton ? shape.body : -1;
    const RigidTransform X_0S = neutral[static_cast<std::size_t>(shape.body) + 1] * shape.X_BS;
    const RigidTransform X_BS = model.skeleton ? shape.X_BS : X_0S;
    const int count = draft_shapes(draft, shape.geometry,
                                   {shape.link, body, X_BS, index, material_of(shape),
                                    label_of(spec), shape.line, collision_name(shape)});
    for (auto object = draft.objects.end() - count; object != draft.objects.end(); ++object) {
      object->group = shape.group;
      object->mask = shape.mask;
      set_filter(spec, shape.link, *object);
    }
    index += count;
  }
}

std::string label_of(const ModelSpec& spec) {
  if (spec.description) return spec.description->file;
  if (spec.urdf.empty()) return spec.urdf_text ? "<text>" : "";
  return spec.urdf;
}

void refuse_warnings(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Severity::kWarning) continue;
    std::string where = d.file;
    if (d.line > 0) where.append(":").append(std::to_string(d.line));
    throw Error(d.message, where.append(": ").append(d.element),
                "strict reading treats every warning as an error");
  }
}

}  // namespace cardan
