#include <charconv>
#include <cmath>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "core/read_file.h"

namespace cardan {
namespace {

constexpr const char* kBetween = " \t\r,;";

// Numbers of one line; a leading + is allowed. Invalid text is never quoted: the file may be any
// file of this machine, and the author of the scene may see the message.
void append_heights(std::string_view line, const std::string& where, std::vector<double>& heights) {
  line = line.substr(0, line.find('#'));
  int number = 1;
  for (std::size_t from = line.find_first_not_of(kBetween); from != std::string_view::npos;) {
    const std::size_t until = std::min(line.find_first_of(kBetween, from), line.size());
    std::string_view word = line.substr(from, until - from);
    if (word.size() > 1 && word[0] == '+') word.remove_prefix(1);
    double value = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failure != std::errc() || end != word.data() + word.size()) {
      throw Error("value " + std::to_string(number) + " is not a number", where,
                  "write rows of heights in metres");
    }
    if (!std::isfinite(value)) {
      throw Error("a height is not finite", where, "a heightfield cannot have holes; use a mesh");
    }
    if (heights.size() == kMostHeights) {
      throw Error("more than " + std::to_string(kMostHeights) + " heights", where,
                  "make the grid coarser");
    }
    heights.push_back(value);
    ++number;
    from = line.find_first_not_of(kBetween, until);
  }
}

}  // namespace

std::shared_ptr<const HeightGrid> load_height_text(const std::string& file, const Vector2& size) {
  if (!size.allFinite() || !(size.minCoeff() > 0))
    throw Error("a size of the heightfield is not positive", file, "give [x, y] in metres");
  const FileContents contents = try_read_file(file);
  if (!contents.why.empty())
    throw Error("cannot read the heights: " + contents.why, file,
                "check the path and its permissions");
  std::string_view rest = contents.bytes;
  auto grid = std::make_shared<HeightGrid>();
  grid->size = size;
  for (int number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t before = grid->heights.size();
    std::string where = file;
    where.append(":").append(std::to_string(number));
    append_heights(line, where, grid->heights);
    const int count = static_cast<int>(grid->heights.size() - before);
    if (count == 0) continue;
    if (grid->rows > 0 && count != grid->columns) {
      std::string what = "a row of ";
      what.append(std::to_string(count)).append(" heights after rows of ");
      throw Error(what.append(std::to_string(grid->columns)), where,
                  "all rows must have the same length");
    }
    grid->columns = count;
    ++grid->rows;
  }
  if (grid->rows < 2 || grid->columns < 2)
    throw Error("fewer than 2 x 2 heights", file, "write at least two rows of two");
  return grid;
}

}  // namespace cardan
