// cardan-read-mesh FILE FORMAT SX SY SZ OUTPUT: reads a DAE, glTF, GLB or OBJ file with assimp and
// writes its triangles or a drawing to standard output (mesh_stream.h). libcardan starts
// it for each such file. It limits its own time, memory and file access before it opens the file.
// The only file that includes assimp.
#include <assimp/DefaultIOSystem.h>
#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <set>

#include "core/read_file.h"
#include "geometry/files/mesh_readers.h"
#include "geometry/files/mesh_stream.h"
#include "geometry/files/read_mesh/output.h"

namespace cardan::mesh {
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
    if (!contents.why.empty()) {
      if (missing_.size() < kMostMissing) missing_.insert(fs::path(name).filename().string());
      return nullptr;
    }
    read_.insert(fs::path(name).filename().string());
    auto* copy = new std::uint8_t[contents.bytes.size() + 1];
    std::copy(contents.bytes.begin(), contents.bytes.end(), copy);
    return new Assimp::MemoryIOStream(copy, contents.bytes.size(), true);
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

  bool outside() const { return outside_; }
  /// Names of the files that could not be read.
  std::vector<std::string> missing() const { return {missing_.begin(), missing_.end()}; }
  /// Whether files beside the mesh itself were read.
  bool has_read_others() const { return read_.size() > 1; }

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
  std::set<std::string> read_, missing_;  ///< names without folders
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

// The transfer function of sRGB [IEC 61966-2-1].
double encoded(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

std::array<double, 4> srgb(const aiColor4D& colour, bool is_linear) {
  std::array<double, 4> rgba{colour.r, colour.g, colour.b, colour.a};
  for (std::size_t k = 0; k < 4; ++k) {
    rgba[k] = std::isfinite(rgba[k]) ? std::clamp(rgba[k], 0.0, 1.0) : 1;
    if (is_linear && k < 3) rgba[k] = encoded(rgba[k]);
  }
  return rgba;
}

std::uint32_t packed(const std::array<double, 4>& rgba) {
  std::uint32_t word = 0;
  for (std::size_t k = 4; k-- > 0;)
    word = word << 8 | static_cast<std::uint32_t>(std::lround(255 * rgba[k]));
  return word;
}

enum class Format { kCollada, kObj, kGltf };

Format format_of(const std::string& extension) {
  if (extension == "dae") return Format::kCollada;
  return extension == "obj" ? Format::kObj : Format::kGltf;
}

/// Converts assimp's scene into a drawing.
class Drawer {
 public:
  Drawer(const aiScene& scene, Format format, bool has_materials)
      : scene_(scene), format_(format), has_materials_(has_materials) {}

  void add(const aiNode& node, const Matrix34& X_parent) {
    const Matrix34 X = compose(X_parent, node_transform(node.mTransformation));
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      if (node.mMeshes[i] >= scene_.mNumMeshes) leave(kMeshFaulty);
      if (drawing_.parts.size() == kMostParts) leave(kMeshTooLarge);
      add_part(*scene_.mMeshes[node.mMeshes[i]], X);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) add(*node.mChildren[i], X);
  }

  DrawnMesh take() {
    drop_made_up_colours();
    for (unsigned i = 0; i < std::min<std::uint64_t>(scene_.mNumTextures, kMostImages); ++i)
      drawing_.images.push_back(image(*scene_.mTextures[i]));
    return std::move(drawing_);
  }

 private:
  void add_part(const aiMesh& source, const Matrix34& X) {
    DrawnPart& part = drawing_.parts.emplace_back();
    append(source, X, counts_, part.mesh);
    if (part.mesh.triangles.empty()) {
      drawing_.parts.pop_back();
      return;
    }
    if (source.HasVertexColors(0)) {
      for (unsigned i = 0; i < source.mNumVertices; ++i)
        part.colours.push_back(packed(srgb(source.mColors[0][i], format_is_linear_)));
    }
    if (source.HasTextureCoords(0)) {
      for (unsigned i = 0; i < source.mNumVertices; ++i)
        part.uv.push_back({source.mTextureCoords[0][i].x, source.mTextureCoords[0][i].y});
    }
    if (!has_materials_ || source.mMaterialIndex >= scene_.mNumMaterials) return;
    const aiMaterial& material = *scene_.mMaterials[source.mMaterialIndex];
    aiString name;
    // assimp gives this name to the material of meshes without one.
    if (material.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS &&
        name == aiString(AI_DEFAULT_MATERIAL_NAME))
      return;
    if (!part.uv.empty()) part.texture = texture_of(material);
    part.rgba = colour_of(material, !part.texture.empty());
  }

  static std::string texture_of(const aiMaterial& material) {
    aiString name;
    if (material.GetTexture(aiTextureType_DIFFUSE, 0, &name) != aiReturn_SUCCESS) return "";
    return name.length <= kMostNameBytes ? std::string(name.data, name.length) : "";
  }

  std::optional<std::array<double, 4>> colour_of(const aiMaterial& material,
                                                 bool has_texture) const {
    aiColor4D colour(1, 1, 1, 1);
    const bool has_colour = material.Get(AI_MATKEY_COLOR_DIFFUSE, colour) == aiReturn_SUCCESS;
    if (!has_colour && !has_texture) return {};
    if (has_texture && format_ != Format::kGltf) colour = aiColor4D(1, 1, 1, 1);
    float opacity = 1;
    if (format_ != Format::kGltf && material.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS)
      colour.a = opacity;
    if (!(colour.a > 0)) colour.a = 1;
    return srgb(colour, format_is_linear_);
  }

  // assimp numbers the colours of an OBJ file separately from the vertices. If some vertices have
  // no colour, all colours are therefore wrong, and the last ones are transparent. It also makes
  // parts of a COLLADA mesh black if other parts have colours.
  void drop_made_up_colours() {
    constexpr std::uint32_t kAbsent = 0, kBlack = 0xff000000;
    const auto all_are = [](const DrawnPart& part, std::uint32_t colour) {
      return std::all_of(part.colours.begin(), part.colours.end(),
                         [&](std::uint32_t x) { return x == colour; });
    };
    bool some_are_absent = false;
    for (const DrawnPart& part : drawing_.parts)
      some_are_absent =
          some_are_absent || std::count(part.colours.begin(), part.colours.end(), kAbsent) > 0;
    for (DrawnPart& part : drawing_.parts) {
      if ((format_ == Format::kObj && some_are_absent) ||
          (format_ == Format::kCollada && all_are(part, kBlack)))
        part.colours.clear();
    }
  }

  // "": not a compressed image, or too large.
  static std::string image(const aiTexture& texture) {
    if (texture.mHeight != 0 || texture.mWidth > kMostImageBytes) return "";
    return std::string(reinterpret_cast<const char*>(texture.pcData), texture.mWidth);
  }

  const aiScene& scene_;
  Format format_;
  bool has_materials_, format_is_linear_ = format_ == Format::kGltf;  ///< format of colours
  DrawnMesh drawing_;
  Counts counts_;
};

// Components and steps of the import that an output needs.
struct Contents {
  int removed;
  unsigned steps;
};

constexpr int kNeverUsed = aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                           aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS | aiComponent_LIGHTS |
                           aiComponent_CAMERAS;
constexpr unsigned kSteps =
    aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_SortByPType;
constexpr Contents kTriangles{kNeverUsed | aiComponent_COLORS | aiComponent_TEXCOORDS |
                                  aiComponent_TEXTURES | aiComponent_MATERIALS,
                              kSteps};
constexpr Contents kDrawing{kNeverUsed, kSteps | aiProcess_JoinIdenticalVertices};

const aiScene* import(Assimp::Importer& importer, const std::string& file,
                      const std::string& format, const Contents& contents) {
  // As in RViz, the de facto reference, the up axis of a COLLADA file causes no rotation.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, contents.removed);
  // assimp tries all its readers on a file whose name does not match; readers of other formats are
  // removed.
  const std::string keep = format == "dae" || format == "obj" ? format : "gltf";
  for (std::size_t i = 0; i < importer.GetImporterCount();) {
    const aiImporterDesc* description = importer.GetImporterInfo(i);
    const std::string extensions = description ? description->mFileExtensions : "";
    if (extensions.find(keep) == extensions.npos) {
      importer.UnregisterLoader(importer.GetImporter(i));
    } else {
      ++i;
    }
  }
  return importer.ReadFile(file, contents.steps);
}

int run(const std::string& file, const std::string& format, const Vector3& scale,
        const std::string& output) {
  const bool draws = output == kDrawingOutput;
  if (!draws && output != kTrianglesOutput) return kMeshMisused;
  Assimp::Importer importer;
  auto* files = new FolderFiles(file);
  importer.SetIOHandler(files);  // takes ownership
  const aiScene* scene = import(importer, file, format, draws ? kDrawing : kTriangles);
  if (!scene || !scene->mRootNode) return files->outside() ? kMeshOutside : kMeshFaulty;
  Matrix34 X_scale = Matrix34::Zero();
  X_scale.leftCols<3>() = scale.asDiagonal();
  if (draws) {
    // assimp invents materials for an OBJ file whose material library is missing.
    Drawer drawer(*scene, format_of(format), format != "obj" || files->has_read_others());
    drawer.add(*scene->mRootNode, X_scale);
    DrawnMesh drawing = drawer.take();
    drawing.missing = files->missing();
    return put_drawing(drawing) ? kMeshRead : kMeshFaulty;
  }
  std::vector<TriangleMesh> parts;
  Counts counts;
  collect(*scene, *scene->mRootNode, X_scale, counts, parts);
  return put_parts(parts) ? kMeshRead : kMeshFaulty;
}

}  // namespace
}  // namespace cardan::mesh

int main(int argc, char** argv) {
  using namespace cardan::mesh;
  if (argc != 7) return kMeshMisused;
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
  ::_exit(run(argv[1], argv[2], scale, argv[6]));
}
