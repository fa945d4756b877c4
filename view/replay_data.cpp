#include "view/replay_data.h"

#include <algorithm>

namespace cardan::view {

void add_note(const std::string& line, ReplayData& data) {
  constexpr std::size_t kMost = 100;
  std::vector<std::string>& notes = data.notes;
  if (notes.size() < kMost && std::find(notes.begin(), notes.end(), line) == notes.end())
    notes.push_back(line);
}

}  // namespace cardan::view
