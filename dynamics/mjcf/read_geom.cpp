#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "dynamics/mjcf/read.h"
#include "geometry/shape_form.h"

namespace cardan::mjcf {

namespace {

int sizes_of(GeometryKind kind) { return form_of(kind).sizes.count; }

std::uint32_t bits(int value) { return static_cast<std::uint32_t>(value); }

SpatialInertia scaled(SpatialInertia inertia, double factor) {
  inertia.mass *= factor;
  inertia.inertia *= factor;
  return inertia;
}

// Principal axes as a right-handed rotation, moments from the greatest to the least.
void principal(const SpatialInertia& inertia, Matrix3& R, Vector3& moments) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(inertia.inertia);
  for (int i = 0; i < 3; ++i) {
    moments[i] = solver.eigenvalues()[2 - i];
    R.col(i) = solver.eigenvectors().col(2 - i);
  }
  if (R.determinant() < 0) R.col(2) *= -1;
}

// A geom of another kind that names a mesh has the inertia box of the mesh.
void fit(const SpatialInertia& mesh, Geom& geom, RigidTransform& X_VG) {
  Vector3 I;
  Matrix3 R;
  principal(mesh, R, I);
  const Vector3 box(std::sqrt(std::max(0.0, 1.5 * (I[1] + I[2] - I[0]) / mesh.mass)),
                    std::sqrt(std::max(0.0, 1.5 * (I[0] + I[2] - I[1]) / mesh.mass)),
                    std::sqrt(std::max(0.0, 1.5 * (I[0] + I[1] - I[2]) / mesh.mass)));
  if (sizes_of(geom.kind) == 1) {
    geom.size.x() = box.mean();
  } else if (sizes_of(geom.kind) == 2) {
    geom.size.x() = 0.5 * (box.x() + box.y());
    geom.size.y() = box.z();
    if (form_of(geom.kind).has_radius) geom.size.y() = std::max(0.0, box.z() - geom.size.x() / 2);
  } else {
    geom.size = box;
  }
  X_VG = {R, mesh.com};
}

}  // namespace

SpatialInertia geom_inertia(const Geom& geom, const std::vector<Mesh>& meshes) {
  SpatialInertia unit;
  if (geom.kind == GeometryKind::kMesh) {
    if (geom.mesh < 0) return {};
    const Mesh& mesh = meshes[static_cast<std::size_t>(geom.mesh)];
    unit = geom.shell || mesh.is_shell ? mesh.surface : mesh.solid;
  } else {
    const ShapeForm& form = form_of(geom.kind);
    const Vector3 size = geom.size.cwiseQuotient(Vector3(form.sizes.mjcf.data()));
    if (geom.shell && form.shell != nullptr) unit = form.shell(size);
    if (!geom.shell && form.solid != nullptr) unit = form.solid(size, 1);
  }
  if (!(unit.mass > 0)) return {};
  return scaled(unit, geom.mass ? *geom.mass / unit.mass : geom.density);
}

void Reader::read_geom(const Element& element, int childclass, int body,
                       const RigidTransform& X_BF) {
  if (!check_element(element, "body")) return;
  if (out.geoms.size() >= static_cast<std::size_t>(kMostBodies))
    return error(element, "too many geoms");
  Geom geom;
  geom.source = source(element);
  geom.body = body;
  Placement where;
  std::string kind, material, mesh, field;
  std::array<double, 6> ends{};
  std::array<double, 4> rgba{0.5, 0.5, 0.5, 1};
  double mass = 0;
  int contype = 1, conaffinity = 1, sizes = 0;
  bool between = false, coloured = false, has_mass = false;
  with_defaults(element, childclass, {"geom"}, [&](const Element& e) {
    text(e, "type", kind);
    sizes = std::max(sizes, numbers(e, "size", 1, 3, geom.size.data()));
    integer(e, "contype", contype);
    integer(e, "conaffinity", conaffinity);
    integer(e, "condim", geom.condim);
    integer(e, "group", geom.group);
    integer(e, "priority", geom.priority);
    numbers(e, "friction", 1, 3, geom.friction.data());
    has_mass = number(e, "mass", mass) || has_mass;
    number(e, "density", geom.density);
    flag(e, "shellinertia", geom.shell);
    softness(e, "solref", "solimp", geom.softness);
    number(e, "solmix", geom.solmix);
    number(e, "margin", geom.margin);
    number(e, "gap", geom.gap);
    between = numbers(e, "fromto", 6, 6, ends.data()) == 6 || between;
    placement(e, where);
    text(e, "mesh", mesh);
    text(e, "hfield", field);
    text(e, "material", material);
    coloured = numbers(e, "rgba", 3, 4, rgba.data()) > 0 || coloured;
  });
  const std::string name = world_name(element);
  geom.name = name;
  if (kind.empty()) kind = "sphere";
  const auto found = std::find_if(kShapeForms.begin(), kShapeForms.end(), [&](const auto* form) {
    return form->mjcf != nullptr && form->mjcf == kind;
  });
  if (found == kShapeForms.end()) {
    error(element, "geom type '" + kind + "' is not known");
    return;
  }
  geom.kind = (*found)->kind;
  geom.contype = bits(contype);
  geom.conaffinity = bits(conaffinity);
  if (geom.condim != 1 && geom.condim != 3 && geom.condim != 4 && geom.condim != 6)
    error(element, "attribute 'condim' must be 1, 3, 4 or 6");
  for (const double mu : geom.friction)
    if (mu < 0) error(element, "attribute 'friction' is negative");
  if (has_mass) geom.mass = mass;
  if (mass < 0 || geom.density < 0) error(element, "mass or density is negative");
  if (const auto colour = material_colours.find(material);
      !coloured && colour != material_colours.end()) {
    rgba = colour->second;
    coloured = true;
  }
  if (coloured) geom.rgba = rgba;
  const GeomAssets assets{mesh, field};
  RigidTransform X_FG = pose(where);
  if (between) {
    const Vector3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
    const double length = (from - to).norm();
    if (sizes_of(geom.kind) < 2 || !mesh.empty())
      return error(element, "'fromto' needs a capsule, a cylinder, a box or an ellipsoid");
    if (!(length > 1e-10)) return error(element, "'fromto' has zero norm");
    if (!where.pos.isZero(0)) return error(element, "both 'pos' and 'fromto' are given");
    if (sizes_of(geom.kind) == 3) {
      geom.size = {geom.size.x(), geom.size.x(), length / 2};
    } else {
      geom.size.y() = length / 2;
    }
    X_FG = {rotation_of_z(from - to), 0.5 * (from + to)};
  }
  geom.X_BG = X_BF * X_FG;
  const int number_of = static_cast<int>(out.geoms.size());
  if (!name.empty()) unique_name(element, name, "", geom_names, number_of);
  out.bodies[static_cast<std::size_t>(body)].geoms.push_back(number_of);
  out.geoms.push_back(std::move(geom));
  geom_elements.push_back(&element);
  geom_assets.push_back(assets);
}

// Called after the assets are loaded.
void Reader::finish_geoms() {
  for (std::size_t i = 0; i < out.geoms.size(); ++i) {
    Geom& geom = out.geoms[i];
    const Element& element = *geom_elements[i];
    const GeomAssets& assets = geom_assets[i];
    const bool needs_field = geom.kind == GeometryKind::kHeightfield;
    if (needs_field || !assets.hfield.empty()) {
      const auto found = hfield_names.find(assets.hfield);
      if (found == hfield_names.end()) {
        error(element, "there is no hfield '" + assets.hfield + "'");
      } else {
        geom.hfield = found->second;
      }
    }
    if (geom.kind == GeometryKind::kMesh || !assets.mesh.empty()) {
      const auto found = mesh_names.find(assets.mesh);
      if (found == mesh_names.end()) {
        error(element, "there is no mesh '" + assets.mesh + "'");
        continue;
      }
      geom.mesh = found->second;
      const Mesh& mesh = out.meshes[static_cast<std::size_t>(geom.mesh)];
      RigidTransform X_VG;
      if (geom.kind != GeometryKind::kMesh) {
        if (!(mesh.solid.mass > 0)) {
          error(element, "mesh '" + mesh.name + "' has no volume, and the geom no size");
          continue;
        }
        fit(mesh.solid, geom, X_VG);
      }
      geom.X_BG = geom.X_BG * mesh.X_MV * X_VG;
    }
    const int needed = sizes_of(geom.kind);
    for (int k = 0; k < needed; ++k) {
      if (geom.size[k] > 0) continue;
      if (form_of(geom.kind).has_radius && k == 1 && geom.mesh >= 0) continue;
      error(element, "a " + std::string(needed == 1 ? "sphere" : "geom of its type") + " needs " +
                         std::to_string(needed) + " sizes above zero");
      break;
    }
    geom.inertia = geom_inertia(geom, out.meshes).transformed(geom.X_BG);
  }
}

// Inertia of each body by the rules of the compiler.
void Reader::set_inertias() {
  inertials.resize(out.bodies.size());
  for (std::size_t i = 1; i < out.bodies.size(); ++i) {
    Body& body = out.bodies[i];
    const bool from_geoms = compiler.from_geoms == Compiler::FromGeoms::kYes ||
                            (compiler.from_geoms == Compiler::FromGeoms::kAuto && !inertials[i]);
    if (!from_geoms) {
      if (inertials[i]) body.inertia = *inertials[i];
    } else {
      for (const int g : body.geoms) {
        const Geom& geom = out.geoms[static_cast<std::size_t>(g)];
        if (geom.group < compiler.least_group || geom.group > compiler.greatest_group) continue;
        if (geom.inertia.mass > 0) body.inertia = body.inertia + geom.inertia;
      }
    }
    body.inertia.mass = std::max(body.inertia.mass, compiler.bound_mass);
    Vector3 moments;
    Matrix3 R;
    const bool finite = body.inertia.inertia.allFinite();
    if (!finite || !std::isfinite(body.inertia.mass)) {
      error(*body_elements[i], "the inertia is not finite");
      body.inertia = {};
      continue;
    }
    if (!compiler.balance && !(compiler.bound_inertia > 0)) continue;
    principal(body.inertia, R, moments);
    if (compiler.bound_inertia > 0) moments = moments.cwiseMax(compiler.bound_inertia);
    if (compiler.balance && moments[0] > moments[1] + moments[2])
      moments = Vector3::Constant(moments.mean());
    body.inertia.inertia = R * moments.asDiagonal() * R.transpose();
  }
  if (!(compiler.total_mass > 0)) return;
  double total = 0;
  for (const Body& body : out.bodies) total += body.inertia.mass;
  if (!(total > 0)) return;
  for (Body& body : out.bodies) body.inertia = scaled(body.inertia, compiler.total_mass / total);
}

}  // namespace cardan::mjcf
