#include <algorithm>
#include <numeric>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "core/read_file.h"
#include "geometry/files/mesh_readers.h"

namespace cardan {

namespace {

// Assigns the same number to equal vertices, in ascending order of their values.
std::vector<int> classes_of_equals(const std::vector<Vector3>& vertices) {
  const auto less = [](const Vector3& a, const Vector3& b) {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  };
  std::vector<int> order(vertices.size()), number(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](int i) -> const Vector3& { return vertices[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(), [&](int i, int j) { return less(at(i), at(j)); });
  int last = -1;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || less(at(order[k - 1]), at(order[k]))) ++last;
    number[static_cast<std::size_t>(order[k])] = last;
  }
  return number;
}

// Merges equal vertices and removes unused ones. Vertices are numbered in the order in which the
// triangles use them, so the result depends on the file alone.
void weld(TriangleMesh& mesh) {
  const std::vector<int> number = classes_of_equals(mesh.vertices);
  std::vector<int> index(mesh.vertices.size(), -1);
  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (const auto& triangle : mesh.triangles) {
    std::array<int, 3> welded;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = static_cast<std::size_t>(triangle[k]);
      int& place = index[static_cast<std::size_t>(number[corner])];
      if (place < 0) {
        place = static_cast<int>(vertices.size());
        vertices.push_back(mesh.vertices[corner]);
      }
      welded[k] = place;
    }
    // Remove triangles with two equal corners or no area.
    const Vector3& a = vertices[static_cast<std::size_t>(welded[0])];
    const Vector3 ab = vertices[static_cast<std::size_t>(welded[1])] - a;
    const Vector3 ac = vertices[static_cast<std::size_t>(welded[2])] - a;
    if (ab.cross(ac).squaredNorm() > 0) triangles.push_back(welded);
  }
  mesh.vertices = std::move(vertices);
  mesh.triangles = std::move(triangles);
}

void scale_part(const Vector3& scale, TriangleMesh& mesh) {
  for (Vector3& vertex : mesh.vertices) {
    vertex = scale.cwiseProduct(vertex) + Vector3::Zero();  // turns −0 into 0
  }
  if (scale.prod() > 0) return;
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
}

std::vector<TriangleMesh> read_parts(const std::string& file, const Vector3& scale) {
  const std::string format = mesh::lower_extension(file);
  const bool in_process = format == "dae" || format == "gltf" || format == "glb";
  const bool known = in_process || format == "stl" || format == "obj";
  if (!known) {
    throw Error("unsupported mesh format", file,
                "convert it to STL, OBJ, DAE or glTF (.stl, .obj, .dae, .gltf, .glb)");
  }
  const std::string bytes = mesh::mesh_file_bytes(file);
  if (in_process) return mesh::read_mesh_in_process(file, format, scale);
  std::vector<TriangleMesh> parts =
      format == "stl" ? mesh::read_stl(bytes, file) : mesh::read_obj(bytes, file);
  for (TriangleMesh& part : parts) scale_part(scale, part);
  return parts;
}

}  // namespace

namespace mesh {

void check_part(const TriangleMesh& mesh, const std::string& file) {
  for (const Vector3& vertex : mesh.vertices) {
    if (vertex.allFinite()) continue;
    throw Error("mesh with a vertex that is not finite", file, "export the mesh again");
  }
  const int count = static_cast<int>(mesh.vertices.size());
  for (const auto& triangle : mesh.triangles) {
    for (const int corner : triangle) {
      if (corner >= 0 && corner < count) continue;
      throw Error("mesh with a triangle that refers to a missing vertex", file,
                  "export the mesh again");
    }
  }
}

std::string lower_extension(const std::string& file) {
  const std::size_t slash = file.rfind('/'), dot = file.rfind('.');
  const bool none = dot == file.npos || (slash != file.npos && dot < slash);
  std::string extension = none ? "" : file.substr(dot + 1);
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

std::string mesh_file_bytes(const std::string& file) {
  FileContents contents = try_read_file(file);
  if (!contents.why.empty()) throw Error("mesh can't be read: " + contents.why, file);
  if (is_git_lfs_pointer(contents.bytes)) {
    throw Error("this is a Git LFS pointer, not the mesh itself", file,
                "fetch it with git lfs pull");
  }
  return std::move(contents.bytes);
}

}  // namespace mesh

MeshParts load_mesh(const std::string& file, const Vector3& scale) {
  MeshParts parts;
  for (TriangleMesh& read : read_parts(file, scale)) {
    mesh::check_part(read, file);
    weld(read);
    if (!read.triangles.empty()) parts.push_back(std::make_shared<TriangleMesh>(std::move(read)));
  }
  if (parts.empty())
    throw Error("mesh without a triangle of non-zero area", file, "export it again");
  return parts;
}

const MeshParts& MeshCache::load(const std::string& file, const Vector3& scale) {
  const auto key = std::make_tuple(file, scale.x(), scale.y(), scale.z());
  const auto found = meshes_.find(key);
  if (found != meshes_.end()) return found->second;
  return meshes_.emplace(key, load_mesh(file, scale)).first->second;
}

}  // namespace cardan
