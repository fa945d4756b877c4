#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include "cardan/robot_writers.h"
#include "cardan/skeleton_builder.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace mjcf {
namespace {

// The fewest digits that give the same double.
std::string plain(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value == 0 ? 0.0 : value).ptr;
  return {text, end};
}

template <class V>
std::string spaced(const V& values) {
  std::string text;
  for (Eigen::Index i = 0; i < values.size(); ++i)
    text.append(i > 0 ? " " : "").append(plain(values[i]));
  return text;
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '<') {
      text += "&lt;";
    } else if (c == '&') {
      text += "&amp;";
    } else if (c == '"') {
      text += "&quot;";
    } else {
      text += c;
    }
  }
  return text;
}

std::string pose_of(const RigidTransform& X) {
  std::string text;
  if (!X.p.isZero(0)) text += " pos=\"" + spaced(X.p) + "\"";
  if (!X.R.isIdentity(0)) {
    const Quaternion q(X.R);
    text += " quat=\"" + spaced(Eigen::Vector4d(q.w(), q.x(), q.y(), q.z())) + "\"";
  }
  return text;
}

class RobotWriter {
 public:
  RobotWriter(const RobotModel& robot, const std::string& mesh_directory)
      : robot_(robot), mesh_directory_(mesh_directory), specs_(link_specs(*robot.skeleton)) {
    for (std::size_t i = 0; i < specs_.size(); ++i) children_[specs_[i].parent].push_back(i);
    for (const RobotShape& shape : robot.shapes) shapes_[shape.link].push_back(&shape);
    for (const FrameInfo& frame : robot.skeleton->frames) frames_[frame.name] = &frame;
  }

  WrittenMjcf write() {
    std::string bodies;
    for (const std::size_t i : children_[""]) write_body(i, "    ", bodies);
    result_.text = "<mujoco model=\"" + escaped(robot_.name) + "\">\n" +
                   "  <compiler angle=\"radian\" autolimits=\"false\"/>\n";
    if (!assets_.empty()) result_.text += "  <asset>\n" + assets_ + "  </asset>\n";
    result_.text += "  <worldbody>\n" + bodies + "  </worldbody>\n";
    write_pairs();
    section("equality", equalities_);
    section("actuator", actuators_);
    write_postures();
    result_.text += "</mujoco>\n";
    return std::move(result_);
  }

 private:
  void lost(const std::string& element, const std::string& message) {
    result_.losses.push_back({Severity::kWarning, "", 0, element, message});
  }

  void section(const char* tag, const std::string& inside) {
    if (inside.empty()) return;
    result_.text.append("  <").append(tag).append(">\n").append(inside);
    result_.text.append("  </").append(tag).append(">\n");
  }

  void write_body(std::size_t index, const std::string& indent, std::string& text) {
    const LinkSpec& spec = specs_[index];
    text += indent + "<body name=\"" + escaped(spec.name) + "\"" + pose_of(spec.X_PJ) + ">\n";
    const std::string inner = indent + "  ";
    write_joints(spec, inner, text);
    const SpatialInertia& I = spec.inertia;
    if (I.mass > 0 || !I.inertia.isZero(0)) {
      Eigen::Matrix<double, 6, 1> full;
      full << I.inertia(0, 0), I.inertia(1, 1), I.inertia(2, 2), I.inertia(0, 1), I.inertia(0, 2),
          I.inertia(1, 2);
      text += inner + "<inertial pos=\"" + spaced(I.com) + "\" mass=\"" + plain(I.mass) +
              "\" fullinertia=\"" + spaced(full) + "\"/>\n";
    } else {
      text += inner + "<inertial pos=\"0 0 0\" mass=\"0\" diaginertia=\"0 0 0\"/>\n";
    }
    for (const RobotShape* shape : shapes_[spec.name]) write_shape(*shape, inner, text);
    for (const std::size_t child : children_[spec.name]) write_body(child, inner, text);
    text += indent + "</body>\n";
  }

  void write_joints(const LinkSpec& spec, const std::string& indent, std::string& text) {
    const auto one = [&](const std::string& name, const char* type, const Vector3& axis,
                         std::size_t dof) {
      text += indent + "<joint name=\"" + escaped(name) + "\" type=\"" + type + "\"";
      if (type[0] == 'h' || type[0] == 's') text += " axis=\"" + spaced(axis) + "\"";
      const DofProperties dofs = dof < spec.dofs.size() ? spec.dofs[dof] : DofProperties{};
      write_properties(name, dofs, text);
      text += "/>\n";
    };
    const std::string& name = spec.joint_name;
    switch (spec.joint_type) {
      case JointType::kFixed:
        return;
      case JointType::kFloating:
        return one(name, "free", Vector3::Zero(), 0);
      case JointType::kSpherical:
        return one(name, "ball", Vector3::Zero(), 0);
      case JointType::kPrismatic:
        one(name, "slide", spec.axis, 0);
        break;
      case JointType::kRevolute:
      case JointType::kContinuous:
        one(name, "hinge", spec.axis, 0);
        break;
      case JointType::kUniversal:
        one(name + "/0", "hinge", spec.axis, 0);
        one(name + "/1", "hinge", spec.axis2, 1);
        return lost("joint \"" + name + "\"", "a universal joint becomes two joints");
      case JointType::kPlanar: {
        const Vector3 x = spec.axis.unitOrthogonal(), y = spec.axis.cross(x);
        one(name + "/0", "slide", x, 0);
        one(name + "/1", "slide", y, 1);
        one(name + "/2", "hinge", spec.axis, 2);
        return lost("joint \"" + name + "\"", "a planar joint becomes three joints");
      }
      case JointType::kScrew:
        one(name, "hinge", spec.axis, 0);
        return lost("joint \"" + name + "\"", "the pitch of a screw is left out");
    }
    if (spec.coupling.leader.empty()) return;
    equalities_ += "    <joint joint1=\"" + escaped(name) + "\" joint2=\"" +
                   escaped(spec.coupling.leader) + "\" polycoef=\"" + plain(spec.coupling.offset) +
                   " " + plain(spec.coupling.multiplier) + " 0 0 0\"/>\n";
    lost("joint \"" + name + "\"", "a joint that follows another becomes an equality");
  }

  void write_properties(const std::string& name, const DofProperties& dof, std::string& text) {
    const auto given = [&](const char* attribute, double value) {
      if (value != 0) text.append(" ").append(attribute).append("=\"").append(plain(value)) += '"';
    };
    given("damping", dof.damping);
    given("frictionloss", dof.friction);
    given("stiffness", dof.stiffness);
    given("springref", dof.spring_reference);
    given("armature", dof.armature);
    if (std::isfinite(dof.lower) && std::isfinite(dof.upper)) {
      text += " limited=\"true\" range=\"" + plain(dof.lower) + " " + plain(dof.upper) + "\"";
      if (!(dof.lower < dof.upper)) lost("joint \"" + name + "\"", "limits without width");
    } else if (std::isfinite(dof.lower) || std::isfinite(dof.upper)) {
      lost("joint \"" + name + "\"", "a limit on one side is left out");
    }
    if (!dof.actuated || !std::isfinite(dof.effort_limit)) return;
    const std::string bound = plain(dof.effort_limit);
    actuators_ += "    <motor name=\"" + escaped(name) + "\" joint=\"" + escaped(name) +
                  "\" ctrllimited=\"true\" ctrlrange=\"-" + bound + " " + bound + "\"/>\n";
  }

  void write_shape(const RobotShape& shape, const std::string& indent, std::string& text) {
    const std::string element = "link \"" + shape.link + "\"";
    const GeometryRecord& g = shape.geometry;
    const FrameInfo* frame = frames_[shape.link];
    const RigidTransform X = frame != nullptr ? frame->X_BF.inverse() * shape.X_BS : shape.X_BS;
    if (g.kind == GeometryKind::kMesh) return write_mesh(shape, X, indent, text);
    const ShapeForm& form = form_of(g.kind);
    if (form.mjcf == nullptr || form.sizes.count == 0)
      return lost(element, std::string("a ") + form.name + " is left out");
    std::string size;
    for (int i = 0; i < form.sizes.count; ++i)
      size.append(i > 0 ? " " : "")
          .append(plain(g.size[i] * form.sizes.mjcf[static_cast<std::size_t>(i)]));
    write_geom(shape, X, std::string("type=\"") + form.mjcf + "\" size=\"" + size + "\"", indent,
               text);
  }

  void write_geom(const RobotShape& shape, const RigidTransform& X, const std::string& kind,
                  const std::string& indent, std::string& text) {
    text += indent + "<geom " + kind + pose_of(X);
    if (!shape.name.empty() && names_[shape.name]++ == 0)
      text += " name=\"" + escaped(shape.name) + "\"";
    const MaterialRecord& m = shape.material;
    if (!std::isnan(m.mu_static)) {
      const auto or_zero = [](double value) { return std::isnan(value) ? 0.0 : value; };
      text += " friction=\"" + plain(m.mu_static) + " " + plain(or_zero(m.mu_torsion)) + " " +
              plain(or_zero(m.mu_rolling)) + "\"";
    }
    if (!std::isnan(m.restitution) || !std::isnan(m.stiffness))
      lost("link \"" + shape.link + "\"", "restitution and stiffness of a surface are left out");
    if (shape.group != 1 || shape.mask != 0xffffffffU)
      lost("link \"" + shape.link + "\"", "the collision filter of a shape is left out");
    text += "/>\n";
  }

  void write_mesh(const RobotShape& shape, const RigidTransform& X, const std::string& indent,
                  std::string& text) {
    const GeometryRecord& g = shape.geometry;
    const std::string element = "link \"" + shape.link + "\"";
    if (!g.convex) lost(element, "the triangles of a mesh become its hull");
    const std::string extension = std::filesystem::path(g.mesh_file).extension().string();
    const bool by_file = g.parts.size() == 1 && (extension == ".stl" || extension == ".obj" ||
                                                 extension == ".STL" || extension == ".OBJ");
    for (const auto& part : g.parts) {
      const std::string name = "mesh" + std::to_string(meshes_++);
      assets_ += "    <mesh name=\"" + name + "\"";
      if (by_file) {
        const std::filesystem::path file(g.mesh_file);
        const std::string path = mesh_directory_.empty()
                                     ? std::filesystem::absolute(file).string()
                                     : file.lexically_proximate(mesh_directory_).string();
        assets_ += " file=\"" + escaped(path) + "\" scale=\"" + spaced(g.mesh_scale) + "\"/>\n";
      } else {
        assets_ += " vertex=\"";
        for (const Vector3& v : part->vertices) assets_ += spaced(v) + "  ";
        assets_ += "\" face=\"";
        for (const auto& t : part->triangles)
          for (const int v : t) assets_ += std::to_string(v) + " ";
        assets_ += "\"/>\n";
      }
      write_geom(shape, X, "type=\"mesh\" mesh=\"" + name + "\"", indent, text);
    }
  }

  void write_pairs() {
    std::string pairs;
    const auto exclude = [&](const std::string& a, const std::string& b) {
      pairs += "    <exclude body1=\"" + escaped(a) + "\" body2=\"" + escaped(b) + "\"/>\n";
    };
    for (const auto& [a, b] : robot_.disabled_links) exclude(a, b);
    for (const auto& [first, second] : robot_.adjacent_bodies) {
      if (mujoco_excludes(first, second)) continue;
      for (const FrameInfo& a : robot_.skeleton->frames) {
        if (a.body != first || shapes_[a.name].empty()) continue;
        for (const FrameInfo& b : robot_.skeleton->frames)
          if (b.body == second && !shapes_[b.name].empty()) exclude(a.name, b.name);
      }
    }
    section("contact", pairs);
    for (const auto& [a, b] : robot_.colliding_shapes)
      lost("robot", std::string("that '").append(a).append("' and '").append(b).append(
                        "' collide whatever their links is left out"));
  }

  // MuJoCo tests bodies that are fixed to the world against the first moving link, and bodies on
  // both sides of one that has mass.
  bool mujoco_excludes(int first, int second) const {
    if (first < 0) return false;
    const Skeleton& skeleton = *robot_.skeleton;
    int above = skeleton.parent[static_cast<std::size_t>(second)];
    while (above >= 0 && skeleton.inertia[static_cast<std::size_t>(above)].mass == 0)
      above = skeleton.parent[static_cast<std::size_t>(above)];
    return above == first;
  }

  void write_postures() {
    std::string keys;
    const Skeleton& skeleton = *robot_.skeleton;
    if (!robot_.postures.empty() && skeleton.coupled()) {
      lost("robot", "postures of a robot with followers are left out");
      return;
    }
    for (const PostureRecord& posture : robot_.postures) {
      VectorX q = skeleton.neutral_configuration();
      for (const auto& [joint, values] : posture.q) {
        const int index = skeleton.find_joint(joint);
        if (index < 0 || static_cast<int>(values.size()) != skeleton.joints[index].nq) continue;
        for (std::size_t k = 0; k < values.size(); ++k)
          q[skeleton.joints[index].q_start + static_cast<int>(k)] = values[k];
      }
      keys += "    <key name=\"" + escaped(posture.name) + "\" qpos=\"" + spaced(q) + "\"/>\n";
    }
    section("keyframe", keys);
  }

  const RobotModel& robot_;
  const std::string& mesh_directory_;
  std::vector<LinkSpec> specs_;
  std::map<std::string, std::vector<std::size_t>> children_;
  std::map<std::string, std::vector<const RobotShape*>> shapes_;
  std::map<std::string, const FrameInfo*> frames_;
  std::map<std::string, int> names_;
  std::string assets_, equalities_, actuators_;
  int meshes_ = 0;
  WrittenMjcf result_;
};

}  // namespace
}  // namespace mjcf

WrittenMjcf write_mjcf(const RobotModel& robot, const std::string& mesh_directory) {
  return mjcf::RobotWriter(robot, mesh_directory).write();
}

}  // namespace cardan
