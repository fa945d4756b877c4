#pragma once

#include <string>
#include <vector>

#include "view/page_json.h"
#include "view/replay_data.h"

/// The compressed tables of a page (docs/viewer.md, "Format").
namespace cardan::view {

/// A table of a page: its entry in the head, and its compressed chunks.
struct PackedTable {
  Json entry;
  std::vector<std::string> chunks;
  std::size_t bytes = 0;  ///< size of all chunks in bytes
};

PackedTable packed(const Table& table);

/// Packs the table of poses. Returns nothing if there are no bodies.
std::vector<PackedTable> packed_poses(const ReplayData& data);

/// Packs the tables of vertices and triangles.
std::vector<PackedTable> packed_meshes(const ReplayData& data);

/// An image of a page: its entry in the head, and its compressed bytes.
struct PackedImage {
  Json entry;
  std::string chunk;
};

/// The images, reduced to ReplayData::image_side.
std::vector<PackedImage> packed_images(const ReplayData& data);

/// The tables that do not depend on the choice of frames.
struct FixedTables {
  explicit FixedTables(const ReplayData& data)
      : meshes(packed_meshes(data)), images(packed_images(data)), steps(packed(data.steps)) {}
  std::size_t image_bytes() const {
    std::size_t bytes = 0;
    for (const PackedImage& image : images) bytes += image.chunk.size();
    return bytes;
  }
  std::vector<PackedTable> meshes;
  std::vector<PackedImage> images;
  PackedTable steps;
};

/// The tables of the frames.
struct FrameTables {
  explicit FrameTables(const ReplayData& data)
      : frames(packed(data.frames)),
        contacts(packed(data.contacts)),
        islands(packed(data.islands)),
        poses(packed_poses(data)) {}
  std::size_t bytes() const {
    return frames.bytes + contacts.bytes + islands.bytes + (poses.empty() ? 0 : poses[0].bytes);
  }
  PackedTable frames, contacts, islands;
  std::vector<PackedTable> poses;
};

/// The chunks of a page with their numbers, and the lists of its tables and images.
class Chunks {
 public:
  explicit Chunks(int first = 0) : number_(first) {}

  void add(const PackedTable& table) {
    tables_.push_back(table.entry);
    Json entries = Json::array();
    for (std::size_t i = 0; i < table.chunks.size(); ++i) {
      entries.push_back({{"id", number_}, {"rows", table.entry["chunks"][i]["rows"]}});
      add_chunk(table.chunks[i]);
    }
    tables_.back()["chunks"] = std::move(entries);
  }
  void add(const PackedImage& image) {
    images_.push_back(image.entry);
    images_.back()["chunk"] = number_;
    add_chunk(image.chunk);
  }

  const Json& tables() const { return tables_; }
  const Json& images() const { return images_; }
  const std::string& markup() const { return markup_; }
  /// Number of the next chunk.
  int next() const { return number_; }

 private:
  void add_chunk(const std::string& text) {
    markup_.append("<script type=\"application/octet-stream\" id=\"chunk-");
    markup_.append(std::to_string(number_++)).append("\">");
    markup_.append(text).append("</script>\n");
  }

  Json tables_ = Json::array(), images_ = Json::array();
  std::string markup_;
  int number_;
};

}  // namespace cardan::view
