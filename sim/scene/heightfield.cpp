#include <filesystem>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "sim/scene/scene_reader.h"

namespace cardan {
namespace {

std::vector<double> positive_list(const SceneNode& node, std::size_t count, const char* expected) {
  std::vector<double> values;
  if (node.is_list())
    for (const SceneNode& part : node.items()) values.push_back(part.positive("m"));
  if (values.size() != count) node.fail(std::string("expected ") + expected);
  return values;
}

Vector2 plane_size(const SceneNode& node) {
  const auto size = positive_list(node, 2, "[x, y] in m: these heights are in metres");
  return {size[0], size[1]};
}

std::shared_ptr<const HeightGrid> read_data(const SceneNode& node, const Vector2& size) {
  auto grid = std::make_shared<HeightGrid>();
  grid->size = size;
  for (const SceneNode& row : node.items()) {
    const std::size_t before = grid->heights.size();
    for (const SceneNode& height : row.items()) grid->heights.push_back(height.number("m"));
    const int count = static_cast<int>(grid->heights.size() - before);
    if (grid->rows > 0 && count != grid->columns) {
      std::string what = "a row of ";
      what.append(std::to_string(count)).append(" heights after rows of ");
      row.fail(what.append(std::to_string(grid->columns)), "all rows must have the same length");
    }
    grid->columns = count;
    ++grid->rows;
  }
  if (grid->rows < 2 || grid->columns < 2)
    node.fail("fewer than 2 x 2 heights", "write at least two rows of two");
  return grid;
}

std::shared_ptr<const HeightGrid> read_file(const SceneNode& file, const SceneNode& size) {
  const std::string path = file.file_in_scope();
  const bool is_image = is_png(path) || std::filesystem::path(path).extension() == ".png";
  try {
    if (!is_image) return load_height_text(path, plane_size(size));
    const auto s = positive_list(size, 3, "[x, y, z] in m: z is the height of white");
    return load_height_image(path, {s[0], s[1], s[2]});
  } catch (const Error& error) {
    if (error.where().rfind(path, 0) != 0) throw;
    file.fail(error.what());
  }
}

constexpr Form kHeight = form::number("m"), kRow = form::list(&kHeight),
               kGridSize = form::positive("m");
constexpr KeyRow kHeightfieldKeys[] = {
    {"file", form::kWord, "PNG image or text of heights"},
    {"data", form::list(&kRow), "Rows of heights"},
    {"size", form::list(&kGridSize), "Size along x and y, and the height of white for an image",
     true},
};

}  // namespace

Form heightfield_form() {
  static constexpr const char* kOneOf[] = {"file", "data"};
  return form::map<kHeightfieldKeys>(kOneOf);
}

GeometryRecord read_heightfield(const SceneNode& node) {
  allow_keys(node, kHeightfieldKeys);
  const auto file = node.find("file"), data = node.find("data");
  if (file && data) data->fail("cannot be combined with 'file'", "keep one of the two");
  GeometryRecord record;
  record.kind = GeometryKind::kHeightfield;
  const SceneNode size = node.require("size");
  if (data) {
    record.heights = read_data(*data, plane_size(size));
    return record;
  }
  const SceneNode named = node.require("file");
  record.heights = read_file(named, size);
  record.mesh_file = named.file_in_scope();
  return record;
}

}  // namespace cardan
