#include <cmath>
#include <filesystem>

#include "cardan/error.h"
#include "dynamics/urdf/write_context.h"
#include "geometry/shape_form.h"

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
  const ShapeForm& form = form_of(geometry.kind);
  if (!form.in_robot_files)
    throw Error(std::string("a ") + form.name + " can't be written to URDF", shape_place(shape),
                "URDF has box, sphere, cylinder, capsule, ellipsoid, mesh");
  xml.open("geometry");
  xml.open(form.name);
  if (geometry.kind == GeometryKind::kMesh) {
    write_mesh(xml, shape, mesh_directory);
  } else if (geometry.kind == GeometryKind::kPlane) {
    xml.vector("normal", Vector3::UnitZ());
  } else if (form.sizes.keys[0] == nullptr) {
    xml.vector(form.sizes.list, geometry.size);
  } else {
    for (int i = 0; i < form.sizes.count; ++i)
      xml.number(form.sizes.keys[static_cast<std::size_t>(i)], geometry.size[i]);
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
