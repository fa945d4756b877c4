#include <charconv>
#include <cmath>
#include <fstream>

#include "cardan/core/error.h"
#include "cardan/sim/heightfield_file.h"

namespace cardan {
namespace {

constexpr const char* kBetween = " \t\r,;";

// Numbers of one line; a sign + is allowed as in most files.
void append_heights(std::string_view line, const std::string& where, std::vector<double>& heights) {
  line = line.substr(0, line.find('#'));
  for (std::size_t from = line.find_first_not_of(kBetween); from != std::string_view::npos;) {
    const std::size_t until = std::min(line.find_first_of(kBetween, from), line.size());
    std::string_view word = line.substr(from, until - from);
    if (word.size() > 1 && word[0] == '+') word.remove_prefix(1);
    double value = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failure != std::errc() || end != word.data() + word.size()) {
      std::string what = "'";
      what.append(word).append("' is no number");
      throw Error(what, where, "write rows of heights in metres");
    }
    if (!std::isfinite(value)) {
      throw Error("a height that is not finite", where, "a heightfield has no holes: use a mesh");
    }
    heights.push_back(value);
    from = line.find_first_not_of(kBetween, until);
  }
}

}  // namespace

std::shared_ptr<const HeightGrid> load_height_text(const std::string& file, const Vector2& size) {
  if (!size.allFinite() || !(size.minCoeff() > 0))
    throw Error("a size of the heightfield is not positive", file, "give [x, y] in metres");
  std::ifstream in(file);
  if (!in) throw Error("cannot read the heights", file, "check path and rights");
  auto grid = std::make_shared<HeightGrid>();
  grid->size = size;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::size_t before = grid->heights.size();
    std::string where = file;
    where.append(":").append(std::to_string(number));
    append_heights(line, where, grid->heights);
    const int count = static_cast<int>(grid->heights.size() - before);
    if (count == 0) continue;
    if (grid->rows > 0 && count != grid->columns) {
      std::string what = "a row of ";
      what.append(std::to_string(count)).append(" heights after rows of ");
      throw Error(what.append(std::to_string(grid->columns)), where, "rows are of one length");
    }
    grid->columns = count;
    ++grid->rows;
  }
  if (grid->rows < 2 || grid->columns < 2)
    throw Error("fewer than 2 x 2 heights", file, "write at least two rows of two");
  return grid;
}

}  // namespace cardan
