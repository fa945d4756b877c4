// cardan-read-mesh FILE FORMAT SX SY SZ: reads a DAE, glTF or GLB file with assimp and writes its
// triangles to standard output (mesh_stream_internal.h). libcardan starts it for each such file. It
// limits its own time, memory and file access before it opens the file. The only file that includes
// assimp.
#include <assimp/DefaultIOSystem.h>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

#include "cardan/core/read_file.h"
#include "cardan/dynamics/urdf/mesh_readers_internal.h"
#include "cardan/dynamics/urdf/mesh_stream_internal.h"

namespace cardan::urdf {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t kMostMemory = rlim_t{1} << 30;  // address space [bytes]
constexpr rlim_t kMostTime = 8;                  // processor time [s]

// Sanitizers reserve terabytes of address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CARDAN_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CARDAN_SANITIZED true
#endif
#endif
#ifndef CARDAN_SANITIZED
#define CARDAN_SANITIZED false
#endif
constexpr bool kSanitized = CARDAN_SANITIZED;

using Matrix34 = Eigen::Matrix<double, 3, 4>;

void limit(int resource, rlim_t most) {
  rlimit bound{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &bound) != 0) return;
  bound.rlim_max = bound.rlim_max == RLIM_INFINITY ? most : std::min(bound.rlim_max, most);
  bound.rlim_cur = bound.rlim_max;
  ::setrlimit(static_cast<__rlimit_resource>(resource), &bound);
}

/// Gives assimp read-only access to the mesh file and the files below its folder, loaded completely
/// and checked.
class FolderFiles : public Assimp::IOSystem {
 public:
  explicit FolderFiles(const std::string& file) {
    std::error_code failure;
    folder_ = fs::weakly_canonical(fs::absolute(file, failure), failure).parent_path();
  }

  bool Exists(const char* name) const override {
    return allows(name) && why_not_a_file(name).empty();
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* name, const char* mode) override {
    if (std::strchr(mode, 'w') != nullptr) return nullptr;
    if (!allows(name)) {
      outside_ = true;
      return nullptr;
    }
    const FileContents contents = try_read_file(name);
    if (!contents.why.empty()) return nullptr;
    auto* copy = new std::uint8_t[contents.bytes.size() + 1];
    std::copy(contents.bytes.begin(), contents.bytes.end(), copy);
    return new Assimp::MemoryIOStream(copy, contents.bytes.size(), true);
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

  bool outside() const { return outside_; }

 private:
  bool allows(const char* name) const {
    std::error_code failure;
    const fs::path path = fs::weakly_canonical(fs::absolute(name, failure), failure);
    const auto [end, rest] =
        std::mismatch(folder_.begin(), folder_.end(), path.begin(), path.end());
    return !failure && end == folder_.end();
  }

  fs::path folder_;
  bool outside_ = false;
};

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

struct Counts {
  std::size_t triangles = 0, vertices = 0;
};

[[noreturn]] void leave(MeshReaderExit code) { ::_exit(code); }

// Adds an assimp mesh with the transform X of its node and the scale.
void append(const aiMesh& source, const Matrix34& X, Counts& counts, TriangleMesh& mesh) {
  counts.vertices += source.mNumVertices;
  counts.triangles += source.mNumFaces;
  if (counts.vertices > kMostVertices || counts.triangles > kMostTriangles) leave(kMeshTooLarge);
  if (source.mNumVertices > 0 && source.mVertices == nullptr) leave(kMeshFaulty);
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.reserve(mesh.vertices.size() + source.mNumVertices);
  for (unsigned i = 0; i < source.mNumVertices; ++i) {
    const aiVector3D& v = source.mVertices[i];
    const Vector3 vertex = X.leftCols<3>() * Vector3(v.x, v.y, v.z) + X.col(3);
    mesh.vertices.emplace_back(vertex + Vector3::Zero());  // turns −0 into 0
  }
  const bool mirrored = X.leftCols<3>().determinant() < 0;
  mesh.triangles.reserve(mesh.triangles.size() + source.mNumFaces);
  for (unsigned i = 0; i < source.mNumFaces; ++i) {
    const aiFace& face = source.mFaces[i];
    if (face.mNumIndices != 3) continue;
    std::array<int, 3> t;
    for (std::size_t k = 0; k < 3; ++k) {
      if (face.mIndices[k] >= source.mNumVertices) leave(kMeshFaulty);
      t[k] = first + static_cast<int>(face.mIndices[k]);
    }
    if (mirrored) std::swap(t[1], t[2]);
    mesh.triangles.push_back(t);
  }
}

// Depth first over the nodes. Files contain several instances, each with its own chain of
// transforms. assimp splits a node by its visual materials; for a shape the pieces are one part.
void collect(const aiScene& scene, const aiNode& node, const Matrix34& X_parent, Counts& counts,
             std::vector<TriangleMesh>& parts) {
  const Matrix34 X = compose(X_parent, node_transform(node.mTransformation));
  if (node.mNumMeshes > 0) {
    if (parts.size() == kMostParts) leave(kMeshTooLarge);
    TriangleMesh& mesh = parts.emplace_back();
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      if (node.mMeshes[i] >= scene.mNumMeshes) leave(kMeshFaulty);
      append(*scene.mMeshes[node.mMeshes[i]], X, counts, mesh);
    }
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    collect(scene, *node.mChildren[i], X, counts, parts);
  }
}

bool put(const void* data, std::size_t size) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    from += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool put(std::uint64_t value) { return put(&value, sizeof value); }

bool put_parts(const std::vector<TriangleMesh>& parts) {
  bool good = put(kMeshMagic) && put(parts.size());
  for (const TriangleMesh& part : parts) {
    good = good && put(part.vertices.size()) && put(part.triangles.size()) &&
           put(part.vertices.data(), part.vertices.size() * sizeof part.vertices[0]) &&
           put(part.triangles.data(), part.triangles.size() * sizeof part.triangles[0]);
  }
  return good && put(kMeshEnd);
}

const aiScene* import(Assimp::Importer& importer, const std::string& file,
                      const std::string& format) {
  // As in rviz, the de facto reference: the up axis of a COLLADA file causes no rotation.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  importer.SetPropertyInteger(
      AI_CONFIG_PP_RVC_FLAGS,
      aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
          aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
          aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS | aiComponent_MATERIALS);
  // assimp tries all its readers on a file whose name does not match; readers of other formats are
  // removed.
  const std::string keep = format == "dae" ? "dae" : "gltf";
  for (std::size_t i = 0; i < importer.GetImporterCount();) {
    const aiImporterDesc* description = importer.GetImporterInfo(i);
    const std::string extensions = description ? description->mFileExtensions : "";
    if (extensions.find(keep) == extensions.npos) {
      importer.UnregisterLoader(importer.GetImporter(i));
    } else {
      ++i;
    }
  }
  return importer.ReadFile(
      file, aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_SortByPType);
}

int run(const std::string& file, const std::string& format, const Vector3& scale) {
  Assimp::Importer importer;
  auto* files = new FolderFiles(file);
  importer.SetIOHandler(files);  // takes ownership
  const aiScene* scene = import(importer, file, format);
  if (!scene || !scene->mRootNode) return files->outside() ? kMeshOutside : kMeshFaulty;
  Matrix34 X_scale = Matrix34::Zero();
  X_scale.leftCols<3>() = scale.asDiagonal();
  std::vector<TriangleMesh> parts;
  Counts counts;
  collect(*scene, *scene->mRootNode, X_scale, counts, parts);
  return put_parts(parts) ? kMeshRead : kMeshFaulty;
}

}  // namespace
}  // namespace cardan::urdf

int main(int argc, char** argv) {
  using namespace cardan::urdf;
  if (argc != 6) return kMeshMisused;
  if (!kSanitized) limit(RLIMIT_AS, kMostMemory);
  limit(RLIMIT_CPU, kMostTime);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 32);
  // Report out-of-memory as one exit status, wherever it occurs.
  std::set_new_handler([] { ::_exit(kMeshNoMemory); });
  const cardan::Vector3 scale(std::strtod(argv[3], nullptr), std::strtod(argv[4], nullptr),
                              std::strtod(argv[5], nullptr));
  // Exit without destructors, which would traverse the data of a possibly damaged file again.
  ::_exit(run(argv[1], argv[2], scale));
}
