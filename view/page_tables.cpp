#include "view/page_tables.h"

#include <algorithm>
#include <span>

#include "view/packed_text.h"
#include "view/small_image.h"

namespace cardan::view {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{4} << 20;  // size of the numbers before compression

// repeat: number of times that a row repeats the columns of the table.
PackedTable packed(const Table& table, std::size_t rows, std::size_t repeat,
                   std::span<const std::uint32_t> words) {
  const std::size_t width = table.columns().size() * repeat;
  PackedTable made;
  Json columns = Json::array(), counts = Json::array();
  for (const Column& column : table.columns()) {
    columns.push_back({{"name", column.name},
                       {"type", column.type == Column::Type::kFloat ? "f32" : "i32"},
                       {"unit", column.unit}});
  }
  const std::size_t most = std::max<std::size_t>(1, kChunkBytes / (4 * width + 1));
  for (std::size_t first = 0; first < rows; first += most) {
    const std::size_t count = std::min(most, rows - first);
    counts.push_back({{"rows", count}});
    made.chunks.push_back(
        packed_text(arranged_bytes(words.subspan(first * width, count * width), width)));
    made.bytes += made.chunks.back().size();
  }
  made.entry = {{"name", table.name()},
                {"rows", rows},
                {"repeat", repeat},
                {"columns", columns},
                {"chunks", counts}};
  return made;
}

}  // namespace

PackedTable packed(const Table& table) {
  return packed(table, table.rows(), 1, table.words(0, table.rows()));
}

std::vector<PackedTable> packed_meshes(const ReplayData& data) {
  return {packed(data.vertices), packed(data.triangles), packed(data.colours), packed(data.uv)};
}

std::vector<PackedImage> packed_images(const ReplayData& data) {
  std::vector<PackedImage> images;
  for (const PageImage& whole : data.images) {
    const PageImage image = small_image(whole, data.image_side);
    images.push_back({{{"name", image.name},
                       {"type", image.type},
                       {"width", image.width},
                       {"height", image.height}},
                      packed_text(std::as_bytes(std::span(image.bytes)))});
  }
  return images;
}

std::vector<PackedTable> packed_poses(const ReplayData& data) {
  const Table columns("poses", {{"x", {}, "m"},
                                {"y", {}, "m"},
                                {"z", {}, "m"},
                                {"qw", {}, ""},
                                {"qx", {}, ""},
                                {"qy", {}, ""},
                                {"qz", {}, ""}});
  if (data.bodies.empty()) return {};
  std::vector<std::uint32_t> words;
  for (const std::vector<float>& frame : data.poses)
    for (const float x : frame) words.push_back(std::bit_cast<std::uint32_t>(x));
  return {packed(columns, data.poses.size(), data.bodies.size(), words)};
}

}  // namespace cardan::view
