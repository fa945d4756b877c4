#include "scenes/robot_urdf.h"

#include <cstdio>
#include <sstream>

namespace cardan::bench {

namespace {

std::string numbers(const Vector3& x) {
  char text[96];
  std::snprintf(text, sizeof text, "%.17g %.17g %.17g", x.x(), x.y(), x.z());
  return text;
}

std::string origin(const RigidTransform& X) {
  return "<origin xyz=\"" + numbers(X.p) + "\" rpy=\"" + numbers(roll_pitch_yaw(X.R)) + "\"/>";
}

std::string geometry(const GeometryRecord& shape) {
  std::ostringstream out;
  out.precision(17);
  out << "<geometry><" << geometry_kind_name(shape.kind);
  if (shape.kind == GeometryKind::kBox) {
    out << " size=\"" << numbers(shape.size) << '"';
  } else {
    out << " radius=\"" << shape.size.x() << '"';
    if (shape.kind != GeometryKind::kSphere) out << " length=\"" << shape.size.y() << '"';
  }
  out << "/></geometry>";
  return out.str();
}

std::string inertial(const SpatialInertia& inertia) {
  const Matrix3& I = inertia.inertia;
  std::ostringstream out;
  out.precision(17);
  out << "<inertial>" << origin(RigidTransform(inertia.com)) << "<mass value=\"" << inertia.mass
      << "\"/><inertia ixx=\"" << I(0, 0) << "\" iyy=\"" << I(1, 1) << "\" izz=\"" << I(2, 2)
      << "\" ixy=\"" << I(0, 1) << "\" ixz=\"" << I(0, 2) << "\" iyz=\"" << I(1, 2)
      << "\"/></inertial>";
  return out.str();
}

}  // namespace

std::string robot_urdf(const RobotModel& robot) {
  const Skeleton& s = *robot.skeleton;
  std::ostringstream out;
  out << "<robot name=\"robot\">\n";
  for (int body = 0; body < s.num_bodies(); ++body) {
    out << "<link name=\"b" << body << "\">" << inertial(s.inertia[body]);
    for (const RobotShape& shape : robot.shapes) {
      if (shape.body != body) continue;
      out << "<collision>" << origin(shape.X_BS) << geometry(shape.geometry) << "</collision>";
    }
    out << "</link>\n";
    if (body == 0) continue;
    out << "<joint name=\"j" << body << "\" type=\"continuous\"><parent link=\"b" << s.parent[body]
        << "\"/><child link=\"b" << body << "\"/>" << origin(s.X_PF[body]) << "<axis xyz=\""
        << numbers(s.axis[body]) << "\"/></joint>\n";
  }
  out << "</robot>\n";
  return out.str();
}

}  // namespace cardan::bench
