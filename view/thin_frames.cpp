#include "view/thin_frames.h"

namespace cardan::view {

namespace {

void copy_row(const Table& from, std::size_t row, Table& to) {
  for (const std::uint32_t word : from.words(row, 1)) to.add_integer(word);
}

// Copies the rows of a list that belong to a frame: from the entry of the frame to the entry of the
// next frame.
void copy_list(const ReplayData& data, std::size_t frame, std::size_t column, const Table& from,
               Table& to) {
  const std::size_t first = data.frames.integer(frame, column);
  const std::size_t last =
      frame + 1 < data.frames.rows() ? data.frames.integer(frame + 1, column) : from.rows();
  for (std::size_t row = first; row < last; ++row) copy_row(from, row, to);
}

}  // namespace

ReplayData thin_frames(const ReplayData& data, std::int64_t every) {
  constexpr std::size_t kContacts = 2, kIslands = 3;
  ReplayData thin = data;
  thin.rate = data.rate / static_cast<double>(every);
  thin.frames = Table(data.frames.name(), data.frames.columns());
  thin.contacts = Table(data.contacts.name(), data.contacts.columns());
  thin.islands = Table(data.islands.name(), data.islands.columns());
  thin.poses.clear();
  const std::size_t frames = data.frames.rows();
  for (std::size_t frame = 0; frame < frames; ++frame) {
    if (frame % static_cast<std::size_t>(every) != 0 && frame + 1 != frames) continue;
    thin.frames.add_integer(data.frames.integer(frame, 0));
    thin.frames.add_integer(data.frames.integer(frame, 1));
    thin.frames.add_integer(static_cast<std::int64_t>(thin.contacts.rows()));
    thin.frames.add_integer(static_cast<std::int64_t>(thin.islands.rows()));
    thin.poses.push_back(data.poses[frame]);
    copy_list(data, frame, kContacts, data.contacts, thin.contacts);
    copy_list(data, frame, kIslands, data.islands, thin.islands);
  }
  return thin;
}

}  // namespace cardan::view
