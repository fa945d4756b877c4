#pragma once

#include <string>
#include <vector>

#include "page_json.h"
#include "replay_data.h"

/// The compressed tables of a page (docs/viewer.md, "Format").
namespace cardan::view {

/// A table of a page: its entry in the head, and its compressed chunks.
struct PackedTable {
  Json entry;
  std::vector<std::string> chunks;
  std::size_t bytes = 0;  ///< of all chunks
};

PackedTable packed(const Table& table);

/// Absent without bodies.
std::vector<PackedTable> packed_poses(const ReplayData& data);

/// The tables that do not depend on the choice of frames.
struct FixedTables {
  explicit FixedTables(const ReplayData& data)
      : vertices(packed(data.vertices)),
        triangles(packed(data.triangles)),
        steps(packed(data.steps)) {}
  PackedTable vertices, triangles, steps;
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

/// The chunks of a page with their numbers, and the list of its tables.
class Chunks {
 public:
  explicit Chunks(int first = 0) : number_(first) {}

  void add(const PackedTable& table) {
    tables_.push_back(table.entry);
    Json entries = Json::array();
    for (std::size_t i = 0; i < table.chunks.size(); ++i) {
      entries.push_back({{"id", number_}, {"rows", table.entry["chunks"][i]["rows"]}});
      markup_.append("<script type=\"application/octet-stream\" id=\"chunk-");
      markup_.append(std::to_string(number_++)).append("\">");
      markup_.append(table.chunks[i]).append("</script>\n");
    }
    tables_.back()["chunks"] = std::move(entries);
  }

  const Json& tables() const { return tables_; }
  const std::string& markup() const { return markup_; }
  /// Number of the chunk after the last one.
  int next() const { return number_; }

 private:
  Json tables_ = Json::array();
  std::string markup_;
  int number_;
};

}  // namespace cardan::view
