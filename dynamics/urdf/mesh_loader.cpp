#include "cardan/dynamics/urdf/mesh_loader.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>

#include "cardan/core/error.h"
#include "cardan/dynamics/urdf/source_text_internal.h"

namespace cardan {

namespace {

using Matrix34 = Eigen::Matrix<double, 3, 4>;

Matrix34 node_transform(const aiMatrix4x4& m) {
  Matrix34 X;
  X << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4;
  return X;
}

Matrix34 compose(const Matrix34& A, const Matrix34& B) {
  Matrix34 C;
  C.leftCols<3>() = A.leftCols<3>() * B.leftCols<3>();
  C.col(3) = A.leftCols<3>() * B.col(3) + A.col(3);
  return C;
}

// Equal vertices become one; unused ones go. Sorted by value, so the result depends on the file
// alone.
void weld(TriangleMesh& mesh) {
  const auto less = [](const Vector3& a, const Vector3& b) {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  };
  std::map<Vector3, int, decltype(less)> index(less);
  std::vector<Vector3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (const auto& triangle : mesh.triangles) {
    std::array<int, 3> welded;
    for (int k = 0; k < 3; ++k) {
      const Vector3& vertex = mesh.vertices[static_cast<std::size_t>(triangle[k])];
      const auto [found, fresh] = index.emplace(vertex, static_cast<int>(vertices.size()));
      if (fresh) vertices.emplace_back(vertex);
      welded[k] = found->second;
    }
    // Dropped: two corners in one, or no area.
    const Vector3& a = vertices[static_cast<std::size_t>(welded[0])];
    const Vector3 ab = vertices[static_cast<std::size_t>(welded[1])] - a;
    const Vector3 ac = vertices[static_cast<std::size_t>(welded[2])] - a;
    if (ab.cross(ac).squaredNorm() > 0) triangles.push_back(welded);
  }
  mesh.vertices = std::move(vertices);
  mesh.triangles = std::move(triangles);
}

// Adds an assimp mesh under the transform X of its node and the scale.
void append(const aiMesh& source, const Matrix34& X, const std::string& file, TriangleMesh& mesh) {
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.reserve(mesh.vertices.size() + source.mNumVertices);
  for (unsigned i = 0; i < source.mNumVertices; ++i) {
    const aiVector3D& v = source.mVertices[i];
    const Vector3 vertex = X.leftCols<3>() * Vector3(v.x, v.y, v.z) + X.col(3);
    if (!vertex.allFinite()) {
      throw Error("mesh with a vertex that is not finite", file, "export the mesh again");
    }
    mesh.vertices.emplace_back(vertex + Vector3::Zero());  // −0 becomes 0
  }
  const bool mirrored = X.leftCols<3>().determinant() < 0;
  mesh.triangles.reserve(mesh.triangles.size() + source.mNumFaces);
  for (unsigned i = 0; i < source.mNumFaces; ++i) {
    const aiFace& face = source.mFaces[i];
    if (face.mNumIndices != 3) continue;
    std::array<int, 3> t;
    for (int k = 0; k < 3; ++k) t[k] = first + static_cast<int>(face.mIndices[k]);
    if (mirrored) std::swap(t[1], t[2]);
    mesh.triangles.push_back(t);
  }
}

// Depth first over the nodes; COLLADA files hold several instances, each with its own chain of
// transforms. assimp splits what one node holds by its visual materials; for a shape it is one
// part. OBJ groups are nodes.
void collect(const aiScene& scene, const aiNode& node, const Matrix34& X_parent,
             const std::string& file, MeshParts& parts) {
  const Matrix34 X = compose(X_parent, node_transform(node.mTransformation));
  auto mesh = std::make_shared<TriangleMesh>();
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    append(*scene.mMeshes[node.mMeshes[i]], X, file, *mesh);
  }
  weld(*mesh);
  if (!mesh->triangles.empty()) parts.push_back(std::move(mesh));
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    collect(scene, *node.mChildren[i], X, file, parts);
  }
}

std::string lower_extension(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  std::string extension = dot == file.npos ? "" : file.substr(dot + 1);
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

// A binary STL tells its size: 84 bytes and 50 per triangle. A short one must not be read to its
// end.
void check_stl_size(const std::string& bytes, const std::string& file) {
  if (bytes.size() < 15) throw Error("STL file with nothing in it", file, "export it again");
  const bool text = bytes.rfind("solid", 0) == 0 && bytes.find("facet") != bytes.npos;
  if (text) return;
  if (bytes.size() < 84) throw Error("STL file with nothing in it", file, "export it again");
  std::uint32_t count = 0;
  for (int k = 3; k >= 0; --k) {
    count = count << 8 | static_cast<unsigned char>(bytes[80 + static_cast<std::size_t>(k)]);
  }
  if (bytes.size() < 84 + std::size_t{50} * count) {
    throw Error("truncated STL file: " + std::to_string(count) + " triangles announced, " +
                    std::to_string((bytes.size() - 84) / 50) + " there",
                file, "fetch or export it again");
  }
  if (count == 0) throw Error("STL file without triangles", file, "export it again");
}

}  // namespace

MeshParts load_mesh(const std::string& file, const Vector3& scale) {
  std::string bytes, why;
  if (!urdf::read_file(file, bytes, why)) throw Error("mesh can't be read: " + why, file);
  if (urdf::is_git_lfs_pointer(bytes)) {
    throw Error("this is a Git LFS pointer, not the mesh itself", file,
                "fetch it with git lfs pull");
  }
  if (lower_extension(file) == "stl") check_stl_size(bytes, file);

  Assimp::Importer importer;
  // The community's truth is rviz: the up axis of a COLLADA file turns nothing.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  importer.SetPropertyInteger(
      AI_CONFIG_PP_RVC_FLAGS,
      aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
          aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
          aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS | aiComponent_MATERIALS);
  const aiScene* scene = importer.ReadFile(
      file, aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_SortByPType);
  if (!scene || !scene->mRootNode) {
    throw Error(std::string("mesh can't be read: ") + importer.GetErrorString(), file,
                "known are STL, OBJ, DAE and what assimp reads");
  }
  Matrix34 X_scale = Matrix34::Zero();
  X_scale.leftCols<3>() = scale.asDiagonal();
  MeshParts parts;
  collect(*scene, *scene->mRootNode, X_scale, file, parts);
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
