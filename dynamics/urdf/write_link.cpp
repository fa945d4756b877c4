#include <cmath>
#include <filesystem>

#include "cardan/error.h"
#include "dynamics/urdf/write_context.h"

namespace cardan::urdf {

namespace {

void write_inertial(XmlText& xml, const SpatialInertia& inertia) {
  const Matrix3& I = inertia.inertia;
  if (inertia.mass == 0 && I.isZero(0)) return;
  xml.open("inertial");
  write_origin(xml, RigidTransform(inertia.com));
  xml.leaf("mass", "value", shortest(inertia.mass));
  xml.open("inertia");
  xml.number("ixx", I(0, 0));
  xml.number("ixy", I(0, 1));
  xml.number("ixz", I(0, 2));
  xml.number("iyy", I(1, 1));
  xml.number("iyz", I(1, 2));
  xml.number("izz", I(2, 2));
  xml.close();
  xml.close();
}

std::string shape_place(const RobotShape& shape) {
  return "link \"" + shape.link + "\" / collision[" + std::to_string(shape.index) + "]";
}

void write_mesh(XmlText& xml, const RobotShape& shape, const std::string& mesh_directory) {
  namespace fs = std::filesystem;
  const std::string& file = shape.geometry.mesh_file;
  if (file.empty()) {
    throw Error("a mesh without a file can't be written to URDF", shape_place(shape),
                "store its triangles in a file and name it");
  }
  fs::path path = fs::absolute(file).lexically_normal();
  if (!mesh_directory.empty()) {
    path = path.lexically_relative(fs::absolute(mesh_directory).lexically_normal());
  }
  xml.attribute("filename", path.string());
  if (shape.geometry.mesh_scale != Vector3::Ones()) xml.vector("scale", shape.geometry.mesh_scale);
}

void write_geometry(XmlText& xml, const RobotShape& shape, const std::string& mesh_directory) {
  const GeometryRecord& geometry = shape.geometry;
  const Vector3& size = geometry.size;
  xml.open("geometry");
  xml.open(geometry_kind_name(geometry.kind));
  switch (geometry.kind) {
    case GeometryKind::kBox:
      xml.vector("size", size);
      break;
    case GeometryKind::kSphere:
      xml.number("radius", size.x());
      break;
    case GeometryKind::kCylinder:
    case GeometryKind::kCapsule:
      xml.number("radius", size.x());
      xml.number("length", size.y());
      break;
    case GeometryKind::kEllipsoid:
      xml.number("a", size.x());
      xml.number("b", size.y());
      xml.number("c", size.z());
      break;
    case GeometryKind::kPlane:
      xml.vector("normal", Vector3::UnitZ());
      break;
    case GeometryKind::kMesh:
      write_mesh(xml, shape, mesh_directory);
      break;
    case GeometryKind::kCone:
    case GeometryKind::kHollowSphere:
    case GeometryKind::kHeightfield:
      throw Error(
          std::string("a ") + geometry_kind_name(geometry.kind) + " can't be written to URDF",
          shape_place(shape), "URDF has box, sphere, cylinder, capsule, ellipsoid, mesh");
  }
  xml.close();
  xml.close();
}

void write_material(XmlText& xml, const MaterialRecord& material) {
  const std::pair<const char*, double> entries[] = {
      {"mu_static", material.mu_static},     {"mu_kinetic", material.mu_kinetic},
      {"restitution", material.restitution}, {"stiffness", material.stiffness},
      {"damping", material.damping},         {"mu_torsion", material.mu_torsion},
      {"mu_rolling", material.mu_rolling}};
  bool any = false;
  for (const auto& [name, value] : entries) any = any || !std::isnan(value);
  if (!any) return;
  xml.open("cardan:material");
  for (const auto& [name, value] : entries) {
    if (!std::isnan(value)) xml.number(name, value);
  }
  xml.close();
}

}  // namespace

void write_link(XmlText& xml, const LinkSpec& link, const FrameInfo& frame, const RobotModel& robot,
                const std::string& mesh_directory) {
  xml.open("link");
  xml.attribute("name", link.name);
  write_inertial(xml, link.inertia);
  for (const RobotShape& shape : robot.shapes) {
    if (shape.link != link.name) continue;
    xml.open("collision");
    if (!shape.name.empty()) xml.attribute("name", shape.name);
    const GeometryRecord& geometry = shape.geometry;
    if (geometry.kind == GeometryKind::kMesh && !geometry.convex) xml.attribute("concave", "yes");
    write_origin(xml, frame.X_BF.inverse() * shape.X_BS);
    write_geometry(xml, shape, mesh_directory);
    write_material(xml, shape.material);
    xml.close();
  }
  xml.close();
}

}  // namespace cardan::urdf
