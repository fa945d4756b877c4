#include <algorithm>
#include <cstring>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "core/read_file.h"
#include "sim/scene/mjcf_to_scene.h"

namespace cardan::mjcf {

namespace {

// Two counts and then heights in single precision, the first row with the least y.
std::vector<double> read_heights(const std::string& file, int& rows, int& columns) {
  const std::string bytes = read_whole_file(file);
  std::int32_t counts[2] = {0, 0};
  if (bytes.size() >= sizeof counts) std::memcpy(counts, bytes.data(), sizeof counts);
  const bool good =
      counts[0] >= 2 && counts[1] >= 2 && counts[0] <= 1 << 24 && counts[1] <= 1 << 24;
  const std::size_t count =
      good ? static_cast<std::size_t>(counts[0]) * static_cast<std::size_t>(counts[1]) : 0;
  if (count == 0 || count > kMostHeights || bytes.size() != sizeof counts + 4 * count)
    throw Error("not a heightfield of MuJoCo", file, "expected a PNG, or two counts and heights");
  rows = counts[0];
  columns = counts[1];
  std::vector<double> heights(count);
  for (std::size_t i = 0; i < count; ++i) {
    float height = 0;
    std::memcpy(&height, bytes.data() + sizeof counts + 4 * i, sizeof height);
    if (!(height > -1e30F && height < 1e30F)) throw Error("a height is not finite", file);
    heights[i] = height;
  }
  return heights;
}

// From 0 to 1, as MuJoCo has them.
void normalise(std::vector<double>& heights) {
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  const double base = *low, span = *high > *low ? *high - *low : 1;
  for (double& height : heights) height = (height - base) / span;
}

}  // namespace

std::shared_ptr<const HeightGrid> heights_of(const Hfield& field) {
  auto grid = std::make_shared<HeightGrid>();
  std::vector<double> elevation = field.elevation;
  int rows = field.rows, columns = field.columns;
  const Vector2 size(2 * field.size[0], 2 * field.size[1]);
  bool from_above = false;  // the first row has the greatest y
  if (!field.file.empty() && is_png(field.file)) {
    const auto image = load_height_image(field.file, Vector3(size.x(), size.y(), 1));
    elevation = image->heights;
    rows = image->rows;
    columns = image->columns;
    from_above = true;
    normalise(elevation);
  } else if (!field.file.empty()) {
    elevation = read_heights(field.file, rows, columns);
    normalise(elevation);
  }
  grid->rows = rows;
  grid->columns = columns;
  grid->size = size;
  const auto width = static_cast<std::ptrdiff_t>(columns);
  for (int r = 0; r < rows; ++r) {
    const int row = from_above ? r : rows - 1 - r;
    grid->heights.insert(grid->heights.end(), elevation.begin() + row * width,
                         elevation.begin() + (row + 1) * width);
  }
  for (double& height : grid->heights) height *= field.size[2];
  return grid;
}

}  // namespace cardan::mjcf
