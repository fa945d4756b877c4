#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cardan/error.h"
#include "core/read_file.h"
#include "dynamics/mjcf/read.h"
#include "geometry/files/mesh_readers.h"
#include "geometry/geometry_inertia.h"
#include "geometry/thin_hull.h"

namespace cardan::mjcf {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHeights = 16777216;

// Joins all parts, because MuJoCo has one mesh per file, and a geom is the hull of this mesh.
std::shared_ptr<const TriangleMesh> joined(const MeshParts& parts) {
  if (parts.size() == 1) return parts[0];
  auto whole = std::make_shared<TriangleMesh>();
  for (const auto& part : parts) {
    const int first = static_cast<int>(whole->vertices.size());
    whole->vertices.insert(whole->vertices.end(), part->vertices.begin(), part->vertices.end());
    for (const auto& t : part->triangles)
      whole->triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  return whole;
}

// refpos and refquat act before the scale, which is already in the vertices.
void place_vertices(const Matrix3& R, const Vector3& ref, Mesh& mesh) {
  const Vector3& scale = mesh.scale;
  const bool uniform = scale.x() == scale.y() && scale.y() == scale.z();
  if (!R.allFinite()) return;
  if (uniform && scale.x() > 0) {
    mesh.X_MV = {R.transpose(), -scale.x() * (R.transpose() * ref)};
  } else if (R.isIdentity(0)) {
    mesh.X_MV = RigidTransform(Vector3(-scale.cwiseProduct(ref)));
  } else {
    auto moved = std::make_shared<TriangleMesh>(*mesh.triangles);
    for (Vector3& v : moved->vertices)
      v = scale.cwiseProduct(R.transpose() * (v.cwiseQuotient(scale) - ref));
    mesh.triangles = moved;
    mesh.one_part = false;
  }
}

}  // namespace

// The inertia of geometry_inertia. MuJoCo's older rule counts all tetrahedra of a mesh as positive,
// which is the same for closed convex meshes.
SpatialInertia Reader::solid_by_rule(const Element& element, const TriangleMesh& mesh, bool exact) {
  GeometryRecord geometry;
  geometry.kind = GeometryKind::kMesh;
  geometry.parts = {std::make_shared<const TriangleMesh>(mesh)};
  SpatialInertia solid = inertia_if_solid(geometry, 1).value_or(SpatialInertia());
  if (!exact && std::abs(solid.mass - counted_volume(mesh)) > 1e-6 * solid.mass)
    warn(element,
         "the mesh is not convex or not closed: its mass is that of the volume that it, or its "
         "hull, encloses, and MuJoCo without exactmeshinertia has another");
  return solid;
}

void Reader::read_asset(const Element& section) {
  for (const Element* element : children(section)) {
    const std::string tag = element->Name();
    if (!check_element(*element, "asset")) continue;
    if (tag == "material") {
      std::string name;
      std::array<double, 4> rgba{1, 1, 1, 1};
      text(*element, "name", name);
      with_defaults(*element, 0, {"material"},
                    [&](const Element& e) { numbers(e, "rgba", 3, 4, rgba.data()); });
      material_colours[name] = rgba;
    }
    if (tag == "mesh") mesh_elements.push_back(element);
    if (tag == "hfield") {
      Hfield field;
      field.source = source(*element);
      std::string name, file;
      text(*element, "name", name);
      text(*element, "file", file);
      if (name.empty()) name = fs::path(file).stem().string();
      field.name =
          unique_name(*element, name, "hfield", hfield_names, static_cast<int>(out.hfields.size()));
      integer(*element, "nrow", field.rows);
      integer(*element, "ncol", field.columns);
      if (numbers(*element, "size", 4, 4, field.size.data()) == 0)
        error(*element, "attribute 'size' is missing");
      if (!(field.size[0] > 0 && field.size[1] > 0 && field.size[2] > 0))
        error(*element, "attribute 'size' must be above zero");
      if (!file.empty()) field.file = asset_file(*element, file, "", true);
      std::vector<double> given;
      if (list(*element, "elevation", given)) {
        const auto rows = static_cast<std::size_t>(std::max(field.rows, 0));
        const auto columns = static_cast<std::size_t>(std::max(field.columns, 0));
        if (rows < 2 || columns < 2 || rows * columns > kMostHeights ||
            given.size() != rows * columns) {
          error(*element, "'elevation' holds " + std::to_string(given.size()) +
                              " numbers; expected nrow times ncol, each at least 2");
        } else {
          const auto [low, high] = std::minmax_element(given.begin(), given.end());
          const double base = *low, span = *high > *low ? *high - *low : 1;
          for (double& height : given) height = (height - base) / span;
          // The text shows the ground from above: its first row has the greatest y.
          for (std::size_t r = rows; r-- > 0;)
            field.elevation.insert(field.elevation.end(), given.begin() + r * columns,
                                   given.begin() + (r + 1) * columns);
        }
      } else if (file.empty()) {
        if (field.rows < 2 || field.columns < 2 ||
            static_cast<double>(field.rows) * field.columns > static_cast<double>(kMostHeights)) {
          error(*element, "a heightfield without a file needs nrow and ncol, each at least 2");
        } else {
          field.elevation.assign(static_cast<std::size_t>(field.rows) * field.columns, 0.0);
        }
      }
      out.hfields.push_back(std::move(field));
    }
  }
}

// Called after all sections are read, because the section compiler may come last.
void Reader::load_meshes() {
  for (const Element* element : mesh_elements) {
    Mesh mesh;
    mesh.source = source(*element);
    std::string name, file, rule;
    std::vector<double> vertices, faces;
    Vector3 ref = Vector3::Zero();
    std::array<double, 4> turn{1, 0, 0, 0};
    with_defaults(*element, 0, {"mesh"}, [&](const Element& e) {
      vector(e, "scale", mesh.scale);
      vector(e, "refpos", ref);
      numbers(e, "refquat", 4, 4, turn.data());
      text(e, "inertia", rule);
    });
    text(*element, "name", name);
    text(*element, "file", file);
    if (name.empty()) name = fs::path(file).stem().string();
    mesh.name =
        unique_name(*element, name, "mesh", mesh_names, static_cast<int>(out.meshes.size()));
    const Quaternion turned(turn[0], turn[1], turn[2], turn[3]);
    if (!(turned.norm() > 1e-10) || !std::isfinite(turned.norm())) {
      error(*element, "attribute 'refquat' defines no rotation");
    }
    bool exact = compiler.exact_mesh_inertia;
    if (rule == "exact") exact = true;
    if (rule == "convex")
      info(*element, "inertia=\"convex\": the inertia is that of the mesh itself, not of its hull");
    try {
      if (!file.empty()) {
        mesh.file = asset_file(*element, file, compiler.mesh_directory, true);
        if (!mesh.file.empty() && mesh::lower_extension(mesh.file) == "msh") {
          TriangleMesh read = read_msh(read_whole_file(mesh.file), mesh.file);
          for (Vector3& v : read.vertices) v = v.cwiseProduct(mesh.scale);
          if (mesh.scale.prod() < 0)
            for (auto& t : read.triangles) std::swap(t[1], t[2]);
          mesh.triangles = std::make_shared<TriangleMesh>(std::move(read));
        } else if (!mesh.file.empty()) {
          const MeshParts& parts = meshes_.load(mesh.file, mesh.scale);
          mesh.triangles = joined(parts);
          mesh.one_part = parts.size() == 1;
        }
      } else if (list(*element, "vertex", vertices)) {
        list(*element, "face", faces);
        auto own = std::make_shared<TriangleMesh>();
        const int count = static_cast<int>(vertices.size() / 3);
        if (vertices.size() % 3 != 0 || count < 4)
          error(*element, "'vertex' must hold three numbers of each of at least 4 vertices");
        for (int i = 0; i < count; ++i)
          own->vertices.emplace_back(
              Vector3(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2])
                  .cwiseProduct(mesh.scale));
        for (std::size_t i = 0; i + 2 < faces.size(); i += 3) {
          std::array<int, 3> t{};
          bool good = true;
          for (std::size_t k = 0; k < 3; ++k) {
            const double v = faces[i + k];
            good = good && v >= 0 && v < count && v == std::floor(v);
            if (good) t[k] = static_cast<int>(v);
          }
          if (!good) {
            error(*element, "'face' names a vertex that does not exist");
            break;
          }
          if (mesh.scale.prod() < 0) std::swap(t[1], t[2]);
          own->triangles.push_back(t);
        }
        mesh.has_faces = !own->triangles.empty();
        if (!mesh.has_faces) *own = hull_surface(own->vertices, "vertex");
        mesh.triangles = own;
      } else {
        error(*element, has(*element, "builtin")
                            ? "meshes that MuJoCo makes are not read; write the mesh to an OBJ or "
                              "STL file, and name it in 'file'"
                            : "a mesh needs 'file' or 'vertex'");
      }
    } catch (const Error& fault) {
      error(*element, fault.what());
    }
    if (mesh.triangles) {
      place_vertices(turned.normalized().toRotationMatrix(), ref, mesh);
      mesh.solid = solid_by_rule(*element, *mesh.triangles, exact);
      mesh.surface = mesh_surface(*mesh.triangles);
      mesh.is_shell = rule == "shell";
      if (!(mesh.solid.mass > 0) || !std::isfinite(mesh.solid.mass)) {
        mesh.solid = {};
        if (!mesh.is_shell) warn(*element, "the mesh encloses no volume; it has no mass");
      }
    }
    out.meshes.push_back(std::move(mesh));
  }
}

}  // namespace cardan::mjcf
