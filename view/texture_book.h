#pragma once

#include <map>
#include <string>
#include <utility>

#include "geometry/files/drawn_mesh.h"
#include "view/replay_data.h"

namespace cardan::view {

constexpr std::size_t kMostTextureBytes = std::size_t{4} << 20;  ///< limit for one image file
constexpr std::size_t kMostTexturesBytes = std::size_t{12}
                                           << 20;  ///< limit for all images of a page
constexpr int kMostTextureSide = 4096;             ///< limit for width and height [px]

/// A mesh file with images.
struct TexturedMesh {
  std::string file;
  bool allow_outside = false;  ///< see UrdfOptions::allow_outside
  const DrawnMesh* drawing = nullptr;
};

/// Adds each distinct image to a page only once. An image that is missing, damaged, neither PNG nor
/// JPEG, or too large is left out, and a note is added to the page.
class TextureBook {
 public:
  explicit TextureBook(ReplayData& data) : data_(&data) {}

  /// Adds the image of a part (DrawnPart::texture). Returns its index in ReplayData::images, or −1
  /// if the image is left out. Images are searched for beside the mesh, below the parent of its
  /// folder, and in its project (FileScope).
  int add(const TexturedMesh& mesh, const std::string& texture);
  /// Adds an image file to which a robot file refers. Returns its index, or −1 if the image is left
  /// out.
  int add_file(const std::string& file);

 private:
  int add_bytes(const std::string& name, std::string bytes, std::string& why);

  ReplayData* data_;
  std::map<std::pair<std::string, std::string>, int> known_;  ///< index by mesh and name
  std::map<std::uint64_t, int> index_of_;                     ///< index by hash of the bytes
  std::size_t bytes_ = 0;
};

}  // namespace cardan::view
